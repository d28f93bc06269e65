package filter_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

func alike(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) }

// Weights of ReliefF are between -1 and 1. Squared and absolute differences give a feature of two
// values the same weight.
func TestReliefFBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, _ := drawn(t, false)
		k := rapid.IntRange(1, 12).Draw(t, "neighbors")
		absolute := scored(t, filter.ReliefF{Neighbors: k}, d)
		squared := scored(t, filter.ReliefF{Neighbors: k, Difference: filter.SquaredDifference}, d)
		for j, v := range absolute.Values {
			if slices.Contains(absolute.Constant, j) {
				continue
			}
			if math.Abs(v) > 1+1e-12 || math.Abs(squared.Values[j]) > 1+1e-12 {
				t.Fatalf("column %d weighs %v", j, v)
			}
			f := mat.Col(nil, j, d.X)
			slices.Sort(f)
			if len(slices.Compact(f)) == 2 && !alike(v, squared.Values[j]) {
				t.Fatalf("column %d of two values weighs %v, squared %v", j, v, squared.Values[j])
			}
		}
	})
}

// drawn is a data set of any shape with a similarity, which has negative entries if negative is
// set.
func drawn(t *rapid.T, negative bool) (*datasets.Dataset, *mat.SymDense) {
	n, p := rapid.IntRange(4, 14).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "d")
	// Few values, so that there are ties, constant columns and equal samples.
	x := mat.NewDense(n, p, nil)
	x.Apply(func(_, _ int, _ float64) float64 {
		return float64(rapid.IntRange(-3, 3).Draw(t, "x"))
	}, x)
	y := make([]int, n)
	for i := range y {
		y[i] = rapid.IntRange(0, 2).Draw(t, "y")
	}
	y[0], y[1] = 0, 1
	least := 0.
	if negative {
		least = -2
	}
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, rapid.Float64Range(least, 2).Draw(t, "k"))
		}
		k.SetSym(i, i, 1)
	}
	d := must.Get(datasets.New("drawn", x, y, nil))(t)
	return d, k
}

func scored(t *rapid.T, m algorithms.Scorer, d *datasets.Dataset) *algorithms.Scores {
	s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
	return s
}
