package filter_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/conformance"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/similarities"
)

// HSIC, FOHSIC, BAHSIC and SPEC with a target answer as with its matrix, made here by its formula.
func TestTargetIsItsMatrix(t *testing.T) {
	d := conformance.Doses(t, 11, 7, 25, 6)
	n := d.N()
	u := slices.Clone(d.Target)
	mean := stat.Mean(u, nil)
	var square float64
	for i := range u {
		u[i] -= mean
		square += u[i] * u[i]
	}
	var squares []float64
	for _, a := range d.Target {
		for _, b := range d.Target {
			squares = append(squares, (a-b)*(a-b))
		}
	}
	slices.Sort(squares)
	at := .2 * float64(len(squares)-1)
	lo := int(at)
	width := squares[lo] + (at-float64(lo))*(squares[lo+1]-squares[lo])
	outer, kernel := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			outer.SetSym(i, j, u[i]*u[j]/square)
			r := d.Target[i] - d.Target[j]
			kernel.SetSym(i, j, math.Exp(-r*r/(2*width)))
		}
	}
	for _, c := range []struct {
		target, given algorithms.Selector
	}{
		{filter.HSIC{Similarity: graph.Target{}},
			filter.HSIC{Similarity: graph.Precomputed{Matrix: outer}}},
		{filter.HSIC{Similarity: similarities.ByTarget()},
			filter.HSIC{Similarity: graph.Precomputed{Matrix: kernel}}},
		{filter.FOHSIC{Similarity: graph.Target{}},
			filter.FOHSIC{Similarity: graph.Precomputed{Matrix: outer}}},
		{filter.BAHSIC{Similarity: graph.Target{}},
			filter.BAHSIC{Similarity: graph.Precomputed{Matrix: outer}}},
		{filter.SPEC{Similarity: graph.Target{}},
			filter.SPEC{Similarity: graph.Precomputed{Matrix: kernel}}},
	} {
		a := must.Get(algorithms.Run(t.Context(), c.target, d, algorithms.Options{}))(t)
		b := must.Get(algorithms.Run(t.Context(), c.given, d, algorithms.Options{}))(t)
		if !slices.Equal(a.Features, b.Features) {
			t.Errorf("%s: %v, and with its matrix %v", a.Label, a.Features, b.Features)
		}
		for i := range a.Scores {
			methodtest.Near(t, a.Label, float64(a.Scores[i]), float64(b.Scores[i]), 1e-10)
		}
		if got := a.Diagnostics.Get("width"); !math.IsNaN(got) {
			methodtest.Near(t, a.Label+": width", got, width, 1e-12)
		}
	}
}
