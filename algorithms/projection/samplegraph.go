package projection

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/elimination"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/similarities"
)

const (
	clustersDoc = "clusters of the samples, best their number if it is known; 0 means 5"
)

// sampleKinds are the similarities of NDFS and JELSR.
func sampleKinds() similarities.Kinds {
	return similarities.NewKinds(graph.Neighbors{}, similarities.ByPercentile())
}

// graphMemory is that of the Laplacian of a similarity: so many bytes for each pair where all have
// an entry.
func graphMemory(similar graph.Similarity, s algorithms.Shape, pair float64) float64 {
	n, _, classes := s.Floats()
	switch of := sampleKinds().Resolve(similar).(type) {
	case graph.Neighbors:
		return sampleKinds().Memory(of, s)
	case graph.SameClass:
		if classes > 0 && elimination.Few(s.N, s.N*s.N/s.Classes) {
			return 2 * pair * n * n / classes
		}
	}
	return pair * n * n
}

// laplacianOf returns D - S (n×n) of a similarity S of the rows of x, the varying columns of d, or
// I - D^-½SD^-½.
func (p *plan) laplacianOf(ctx context.Context, d *datasets.Dataset, x *mat.Dense,
	s graph.Similarity, normalized bool, opt algorithms.Options) (*elimination.Matrix, error) {
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
func laplacianMatrix(a *graphs.Affinity, normalized bool) *elimination.Matrix {
	factor := func(i int) float64 {
		switch {
		case !normalized:
			return 1
		case a.Degree[i] > 0:
			return 1 / math.Sqrt(a.Degree[i])
		}
		return 0
	}
	own := make([]float64, a.N)
	for i, v := range a.Degree {
		if normalized {
			v = 1
		}
		if a.Loops != nil {
			v -= a.Loops[i] * factor(i) * factor(i)
		}
		own[i] = v
	}
	return elimination.New(own, func(add func(i, j int, v float64)) {
		for _, e := range a.Edges {
			add(e.I, e.J, -e.Weight*factor(e.I)*factor(e.J))
		}
	})
}
