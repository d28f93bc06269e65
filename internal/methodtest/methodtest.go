// Package methodtest has what tests of methods, and of what uses them, share: data by name and by
// hand, and calls that must not fail. A test that imports it collects garbage less often, unless
// GOGC is set.
package methodtest

import (
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// Load returns an embedded data set.
func Load(t testing.TB, name string) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.Load(name, datasets.Options{}))(t)
}

// Classes returns the data set of columns with the classes a, b, … for 0, 1, …
func Classes(t testing.TB, y []int, columns ...[]float64) *datasets.Dataset {
	t.Helper()
	labels := make([]string, len(y))
	for i, c := range y {
		labels[i] = string(rune('a' + c))
	}
	return of(t, labels, columns)
}

// Numbers returns the data set of columns with a continuous target.
func Numbers(t testing.TB, y []float64, columns ...[]float64) *datasets.Dataset {
	t.Helper()
	return of(t, y, columns)
}

func of[T string | float64](t testing.TB, y []T, columns [][]float64) *datasets.Dataset {
	t.Helper()
	x := mat.NewDense(len(y), len(columns), nil)
	for j, column := range columns {
		x.SetCol(j, column)
	}
	return must.Get(datasets.New("data", x, y, nil))(t)
}

// Choose returns the best k features of d, 0 for all.
func Choose(t testing.TB, d *datasets.Dataset, m algorithms.Selector,
	k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(t.Context(), d, algorithms.Options{K: k}))(t)
}

// Score returns what the method itself answers.
func Score(t testing.TB, m algorithms.Scorer, d *datasets.Dataset,
	opt algorithms.Options) *algorithms.Scores {
	t.Helper()
	return must.Get(m.Score(t.Context(), d, opt))(t)
}

// RunScore returns the checked answer to the default options.
func RunScore(t testing.TB, m algorithms.Scorer, d *datasets.Dataset) *algorithms.Scores {
	t.Helper()
	return must.Get(algorithms.RunScore(t.Context(), m, d, algorithms.Options{}))(t)
}

// Near checks that got is within tolerance·max(1, |want|) of want; equal infinite numbers are.
func Near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Ratio times run, and reports its time over that of unit, which goes before each, under a name.
func Ratio(b *testing.B, name string, unit, run func()) {
	var units time.Duration
	for b.Loop() {
		b.StopTimer()
		start := time.Now()
		unit()
		units += time.Since(start)
		b.StartTimer()
		run()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(units), name)
}
