package projection

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

const (
	clustersDoc = "clusters of the samples, best their number if it is known; 0 means 5"
	// defaultClusters is that of SOGFS and of the eigenvectors of MCFS.
	defaultClusters = 5
)

// sampleKinds are the similarities of NDFS and JELSR.
func sampleKinds() graph.Kinds { return graph.NewKinds(graph.Neighbors{}, graph.ByPercentile()) }

// laplacianOf returns D - S (n×n) of a similarity S of the rows of x, the varying columns of d, or
// I - D^-½SD^-½.
func (p *plan) laplacianOf(ctx context.Context, d *datasets.Dataset, x *mat.Dense,
	s graph.Similarity, normalized bool, opt algorithms.Options) (*mat.SymDense, error) {
	built, err := p.similarity(ctx, d, x, s, opt)
	if err != nil {
		return nil, err
	}
	a, err := built.Affinity()
	if err != nil {
		return nil, err
	}
	return laplacianMatrix(a, normalized), nil
}

// laplacianMatrix is D - S, or I - D^-½SD^-½. Loops cancel in the first.
func laplacianMatrix(a *graph.Affinity, normalized bool) *mat.SymDense {
	l := mat.NewSymDense(a.N, nil)
	factor := func(i int) float64 {
		switch {
		case !normalized:
			return 1
		case a.Degree[i] > 0:
			return 1 / math.Sqrt(a.Degree[i])
		}
		return 0
	}
	for i, v := range a.Degree {
		if normalized {
			v = 1
		}
		if a.Loops != nil {
			v -= a.Loops[i] * factor(i) * factor(i)
		}
		l.SetSym(i, i, v)
	}
	for _, e := range a.Edges {
		l.SetSym(e.I, e.J, -e.Weight*factor(e.I)*factor(e.J))
	}
	return l
}
