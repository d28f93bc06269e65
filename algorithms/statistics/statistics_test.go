package statistics_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

func load(t *testing.T, name string) *datasets.Dataset {
	t.Helper()
	d, err := datasets.Load(name, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func score(t *testing.T, m algorithms.Scorer, d *datasets.Dataset,
	opt algorithms.Options) *algorithms.Scores {
	t.Helper()
	s, err := m.Score(t.Context(), d, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// data makes a data set of classes a, b, … from its columns.
func data(t *testing.T, y []int, columns ...[]float64) *datasets.Dataset {
	t.Helper()
	x := mat.NewDense(len(y), len(columns), nil)
	labels := make([]string, len(y))
	for j, column := range columns {
		x.SetCol(j, column)
	}
	for i, c := range y {
		labels[i] = string(rune('a' + c))
	}
	d, err := datasets.New("data", x, labels, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
