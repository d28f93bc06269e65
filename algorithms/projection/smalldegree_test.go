package projection

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/exact"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/similarities"
)

// neighborGraph returns the graph of LPPScore, and the same graph with 77 digits.
func neighborGraph(t *testing.T, d *datasets.Dataset, heat float64) (*graphs.Affinity,
	*exact.Graph) {
	t.Helper()
	a := must.Get(graphs.HeatKernel(t.Context(), d.X, similarities.DefaultNeighbors, heat, 1,
		algorithms.Options{}.Meter))(t)
	edges := make([]exact.Edge, len(a.Edges))
	for k, e := range a.Edges {
		edges[k] = exact.Edge(e)
	}
	return a, exact.New(a.N, edges, nil)
}

// On wdbc in its original units, with degrees from 2e-42 to 13, LPP agrees with 77 digits.
func TestLPPOfSmallDegrees(t *testing.T) {
	d := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	_, g := neighborGraph(t, d, 0)
	columns := make([][]float64, d.D())
	for j := range columns {
		columns[j] = mat.Col(nil, j, d.X)
	}
	for _, uncentered := range longtest.And([]bool{false}, true) {
		p := project1(t, d, LPPScore{Dimensions: 2, Uncentered: uncentered})
		norms, values := g.Project(columns, 2, !uncentered)
		for j, v := range p.Scores.Values {
			if math.Abs(v-norms[j]) > 1e-10*norms[j] {
				t.Errorf("uncentered %v: feature %d scores %v, want %v", uncentered, j, v, norms[j])
			}
		}
		for k, v := range p.Values {
			if math.Abs(v-values[k]) > 1e-13 {
				t.Errorf("uncentered %v: λ = %v, want %v", uncentered, v, values[k])
			}
		}
	}
}
