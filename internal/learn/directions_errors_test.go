package learn

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Class means that coincide leave nothing to project on; a repeated feature has an equal row.
func TestDirectionsDegenerate(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 2, 3, 5, 1, 2, 3, 5})
	p, err := LDA(t.Context(), x, []int{0, 0, 1, 1}, 1, LDAOptions{})
	if err != nil || floats.Max(p.Norms) != 0 || p.Values[0] != 0 {
		t.Errorf("equal classes: %v, %v", p, err)
	}
	y, labels := classesOf(5, 30, 4, 3)
	for i := range 30 {
		y.Set(i, 3, y.At(i, 1))
	}
	p, err = LDA(t.Context(), y, labels, 2, LDAOptions{})
	certified(t, "a repeated feature", p, err)
	if math.Abs(p.Norms[1]-p.Norms[3]) > 1e-12 || p.Rank != 3 {
		t.Errorf("a repeated feature has rows of norms %v, rank %d", p.Norms, p.Rank)
	}
	for _, scale := range []float64{1e-200, 1e200} { // only the axes' scale changes, if anything
		var scaled mat.Dense
		scaled.Scale(scale, y)
		q, err := LDA(t.Context(), &scaled, labels, 2, LDAOptions{})
		certified(t, "scaled", q, err)
		if !floats.EqualApprox(p.Norms, q.Norms, 1e-9) {
			t.Errorf("scaled by %g the rows have norms %v instead of %v", scale, q.Norms, p.Norms)
		}
	}
}

func TestDirectionsRefuse(t *testing.T) {
	x, y := classesOf(1, 12, 3, 2)
	g, _ := ClassGraph(y)
	ctx := t.Context()
	over, cancel := context.WithCancel(ctx)
	cancel()
	flat := mat.NewDense(12, 3, nil)
	infinite := mat.DenseCopyOf(x)
	infinite.Set(0, 0, math.MaxFloat64)
	infinite.Set(1, 0, -math.MaxFloat64)
	negative, _ := PairGraph(12, []Pair{{0, 1, -1}})
	empty, _ := PairGraph(12, nil)
	type answer struct {
		p   *Directions
		err error
	}
	of := func(p *Directions, err error) answer { return answer{p, err} }
	for what, test := range map[string]struct {
		word string
		answer
	}{
		"no axes":         {"0 axes", of(LDA(ctx, x, y, 0, LDAOptions{}))},
		"axes of classes": {"2 classes", of(LDA(ctx, x, y, 2, LDAOptions{}))},
		"one class":       {"one class", of(LDA(ctx, x, make([]int, 12), 1, LDAOptions{}))},
		"class -1": {"-1",
			of(LDA(ctx, x, []int{-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 1, LDAOptions{}))},
		"ridge":          {"ridge", of(LDA(ctx, x, y, 1, LDAOptions{Ridge: -1}))},
		"LFDA's ridge":   {"ridge", of(LFDA(ctx, x, y, nil, 1, LFDAOptions{Ridge: math.NaN()}))},
		"affinity of 2":  {"is 2", of(LFDA(ctx, x, y, []Pair{{0, 1, 2}}, 1, LFDAOptions{}))},
		"affinity of 99": {"99", of(LFDA(ctx, x, y, []Pair{{0, 99, 1}}, 1, LFDAOptions{}))},
		"constant":       {"constant", of(LDA(ctx, flat, y, 1, LDAOptions{}))},
		"infinite":       {"not finite", of(LDA(ctx, infinite, y, 1, LDAOptions{}))},
		"negative graph": {"0 or more", of(LPP(ctx, x, negative, 1, LPPOptions{}))},
		"empty graph":    {"all weights", of(LPP(ctx, x, empty, 1, LPPOptions{}))},
		"too many axes":  {"4 axes", of(LPP(ctx, x, g, 4, LPPOptions{}))},
		"gamma":          {"gamma", of(FSSL(ctx, x, g, 1, FSSLOptions{Gamma: -1}))},
		"iterations":     {"iterations", of(FSSL(ctx, x, g, 1, FSSLOptions{Iterations: -1}))},
		"one sample": {"two samples",
			of(LDA(ctx, x.Slice(0, 1, 0, 3), y[:1], 1, LDAOptions{}))},
		"canceled":      {"canceled", of(LDA(over, x, y, 1, LDAOptions{}))},
		"LPP canceled":  {"canceled", of(LPP(over, x, g, 1, LPPOptions{}))},
		"FSSL canceled": {"canceled", of(FSSL(over, x, g, 1, FSSLOptions{}))},
		"FSSL above rank": {"rank 2",
			of(FSSL(ctx, x.Slice(0, 3, 0, 3), mustClasses(y[:3]), 3, FSSLOptions{}))},
	} {
		if test.err == nil || test.p != nil || !strings.Contains(test.err.Error(), test.word) {
			t.Errorf("%s: %v, error %v; want one that says %q", what, test.p, test.err, test.word)
		}
	}
	if _, err := PairGraph(2, []Pair{{0, 2, 1}}); err == nil {
		t.Error("a pair out of range is taken")
	}
	if _, err := PairGraph(2, []Pair{{0, 1, math.NaN()}}); err == nil {
		t.Error("a weight of NaN is taken")
	}
}

func mustClasses(y []int) *Graph {
	g, err := ClassGraph(y)
	if err != nil {
		panic(err)
	}
	return g
}
