package conformance

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/algorithms/fsir"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// The unit of a column has no effect on the lasso of MCFS, the squared cosines of FSIR² and the
// class graph, but on a graph of near samples: with the first five columns in a hundredth of their
// unit, some of the first ten features change, as docs/fsir2.md states. Signs of columns have no
// effect.
func TestGraphsSeeTheUnitsOfColumns(t *testing.T) {
	raw := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	wdbc := must.Get(raw.Standardize())(t)
	rng := rand.New(rand.NewPCG(100, 5))
	x, y := mat.NewDense(100, 50, nil), make([]int, 100)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	for i := range y {
		y[i] = i % 2
	}
	noise := must.Get(datasets.New("noise", x, y, nil))(t)
	for _, d := range []*datasets.Dataset{wdbc, noise} {
		for _, m := range []algorithms.Selector{fsir.FSIR2{}, fsir.FSIR2{Similarity: graph.RBF{}},
			embedded.MCFS{}} {
			label := d.Name + ": " + algorithms.Label(m)
			units, signs := stay(t, m, d, 100), stay(t, m, d, -1)
			t.Logf("%s: %d of the first ten stay in other units", label, units)
			if m == (fsir.FSIR2{}) != (units == 10) {
				t.Errorf("%s: in other units %d of the first ten features are the same",
					label, units)
			}
			if signs != 10 {
				t.Errorf("%s: with other signs %d of the first ten features are the same",
					label, signs)
			}
		}
	}
}

// stay counts the features that are among the first ten before and after the first five columns are
// multiplied.
func stay(t *testing.T, m algorithms.Selector, d *datasets.Dataset, factor float64) (n int) {
	t.Helper()
	other := *d
	other.X = mat.NewDense(d.N(), d.D(), nil)
	other.X.Apply(func(_, j int, v float64) float64 {
		if j < 5 {
			return factor * v
		}
		return v
	}, d.X)
	a := must.Get(m.Select(t.Context(), d, algorithms.Options{K: 10}))(t)
	b := must.Get(m.Select(t.Context(), &other, algorithms.Options{K: 10}))(t)
	for _, j := range b.Features {
		if slices.Contains(a.Features, j) {
			n++
		}
	}
	return n
}
