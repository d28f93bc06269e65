package filter

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/exact"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/similarities"
)

// In the units of wdbc the degrees of the neighbor graph range from 2e-42 to 13. The criteria that
// divide by them or by their roots agree with 77 digits.
func TestCriteriaOfSmallDegrees(t *testing.T) {
	d := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	a := must.Get(graphs.HeatKernel(t.Context(), d.X, similarities.DefaultNeighbors, 0, 1,
		algorithms.Options{}.Meter))(t)
	edges := make([]exact.Edge, len(a.Edges))
	for k, e := range a.Edges {
		edges[k] = exact.Edge(e)
	}
	g := exact.New(a.N, edges, nil)
	raw := func(m algorithms.Scorer) []float64 {
		s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
		if s.Raw != nil {
			return s.Raw
		}
		return s.Values
	}
	worst := make(map[string]float64)
	laplacian := raw(Laplacian{})
	for _, power := range longtest.And([]int{1}, 2, 3) {
		near := SPEC{Similarity: graph.Neighbors{}, Power: float64(power)}
		near.Criterion = Phi1
		phi1 := raw(near)
		near.Criterion = Phi2
		phi2 := raw(near)
		near.Criterion = Phi3
		phi3 := raw(near)
		for j := range d.D() {
			rough, spread, level := g.Forms(mat.Col(nil, j, d.X), power)
			check := func(name string, got, want float64) {
				worst[name] = max(worst[name], math.Abs(got-want))
			}
			check("phi1", phi1[j], rough/(spread+level))
			check("phi2", phi2[j], rough/spread)
			check("phi3", phi3[j], math.Pow(2, float64(power))-rough/(spread+level))
			if power == 1 {
				check("laplacian", laplacian[j], rough/spread)
			}
		}
	}
	for name, v := range worst {
		t.Logf("%s: off by %.1e", name, v)
		if v > 1e-12 {
			t.Errorf("%s: off by %.1e", name, v)
		}
	}
}
