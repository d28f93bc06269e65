package projection

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/elimination"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/must"
)

// laplacian is that of the nearest neighbors with the weights of the heat kernel.
func (p *plan) laplacian(ctx context.Context, x *mat.Dense, neighbors int, normalized bool,
	opt algorithms.Options) (*elimination.Matrix, error) {
	a, err := graphs.HeatKernel(ctx, x, neighbors, 0, opt.Workers, opt.Meter)
	if err != nil {
		return nil, err
	}
	return laplacianMatrix(a, normalized), nil
}

// The Laplacians are those of the whole matrix S, with its diagonal and with samples that are
// similar to no other.
func TestLaplacianMatrix(t *testing.T) {
	s := mat.NewSymDense(4, []float64{
		2, 1, .5, 0,
		1, 0, 3, 0,
		.5, 3, 1, 0,
		0, 0, 0, 0,
	})
	a := must.Get(graphs.FromMatrix(s, 4))(t)
	degree := []float64{3.5, 4, 4.5, 0}
	for _, normalized := range []bool{false, true} {
		l := laplacianMatrix(a, normalized)
		for i := range 4 {
			for j := range 4 {
				want := -s.At(i, j)
				if normalized && degree[i]*degree[j] > 0 {
					want /= math.Sqrt(degree[i] * degree[j])
				}
				switch {
				case i == j && normalized:
					want++
				case i == j:
					want += degree[i]
				}
				if math.Abs(l.At(i, j)-want) > 1e-15 {
					t.Errorf("normalized %v: L[%d,%d] = %v, want %v", normalized, i, j,
						l.At(i, j), want)
				}
			}
		}
	}
}

// The graph of the default is that of five neighbors.
func TestLearnedSimilarity(t *testing.T) {
	d := learnedProblem(1, 20, 6)
	a := must.Get(graphs.HeatKernel(t.Context(), d.X, 5, 0, 1, nil))(t)
	same := graph.Precomputed{Matrix: a}
	for _, pair := range [][2]algorithms.Scorer{
		{NDFS{}, NDFS{Similarity: same}}, {JELSR{}, JELSR{Similarity: same}},
	} {
		var values [2]algorithms.Numbers
		for k, m := range pair {
			s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
			values[k] = s.Values
		}
		for j, v := range values[0] {
			if v != values[1][j] {
				t.Errorf("%s: feature %d scores %v, with the graph itself %v",
					algorithms.Label(pair[0]), j, v, values[1][j])
			}
		}
	}
}
