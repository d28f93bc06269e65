package statistics

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
)

func TestTwoClassCodes(t *testing.T) {
	d := &datasets.Dataset{X: mat.NewDense(3, 1, nil), Classes: []string{"none", "a", "no", "b"},
		Y: []int{3, 1, 3}}
	if got := twoClassCodes(d); !slices.Equal(got, []float64{0, 1, 0}) {
		t.Errorf("codes %v", got)
	}
	d.Y = []int{3, 1, 2}
	if got := twoClassCodes(d); got != nil {
		t.Errorf("three classes have the codes %v", got)
	}
	d.Y, d.Classes, d.Target = nil, nil, []float64{1, 2, 3}
	if got := twoClassCodes(d); !slices.Equal(got, d.Target) {
		t.Errorf("a continuous target has the codes %v", got)
	}
}
