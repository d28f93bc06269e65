package evaluation_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// chance is a table of normal numbers, whose first columns follow the class.
func chance(t *testing.T, n, d, signal int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 11))
	x := mat.NewDense(n, d, nil)
	y := make([]int, n)
	for i := range n {
		y[i] = i % 2
		for j := range d {
			if x.Set(i, j, rng.NormFloat64()); j < signal {
				x.Set(i, j, rng.NormFloat64()+4*float64(y[i]))
			}
		}
	}
	return must.Get(datasets.New("chance", x, y, nil))(t)
}

// The coding mdl leaves columns of noise without a cut: all score 0, and the order of the columns
// would choose the same ones from every subsample. The seed breaks the ties instead, so that the
// stability is that of chance. Features that do not tie are as stable as they are.
func TestStabilityOfTies(t *testing.T) {
	mdl := information.InfoGain{Coding: information.MDL}
	protocol := evaluation.Protocol{Repeats: 20, Counts: []int{3, 10}}
	run := func(d *datasets.Dataset, workers int, m algorithms.Selector) []float64 {
		r := must.Get(evaluation.Stability(t.Context(), d, protocol,
			algorithms.Options{Workers: workers}, m))(t)
		return []float64{r.Points[0].Methods[0].Nogueira.Value,
			r.Points[1].Methods[0].Nogueira.Value}
	}
	noise := chance(t, 60, 100, 0)
	search := information.MRMR{Coding: information.MDL}
	for _, m := range []algorithms.Selector{mdl, search} {
		one, two := run(noise, 1, m), run(noise, 2, m)
		for i, v := range one {
			if math.Abs(v) > .1 {
				t.Errorf("%s: stability of noise at %d features: %v", algorithms.Name(m),
					protocol.Counts[i], v)
			}
			if two[i] != v {
				t.Errorf("%s: with two workers %v, with one %v", algorithms.Name(m), two[i], v)
			}
		}
	}
	if got := run(chance(t, 60, 100, 3), 0, search); got[0] < .3 {
		t.Errorf("a search for features that decide, and repeat each other: %v", got)
	}
	signal := chance(t, 60, 100, 3)
	if got := run(signal, 0, mdl); got[0] != 1 || got[1] > .5 {
		t.Errorf("three features that decide: stability %v, want 1 of them, and chance beyond", got)
	}
	if got := run(signal, 0, filter.Fisher{}); got[0] != 1 {
		t.Errorf("fisher: %v", got)
	}
}
