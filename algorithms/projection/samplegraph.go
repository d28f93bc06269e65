package projection

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
)

const (
	sampleNeighborsDoc = "nearest samples that each sample is joined with; 0 means 5"
	clustersDoc        = "clusters of the samples, best their number if it is known; 0 means 5"
	// defaultClusters is that of SOGFS and of the eigenvectors of MCFS.
	defaultClusters = 5
)

// laplacian returns D - S (n×n) of the nearest neighbors of the samples with the weights of the
// heat kernel, or I - D^-½SD^-½.
func (p *plan) laplacian(ctx context.Context, x *mat.Dense, neighbors int, normalized bool,
	opt algorithms.Options) (*mat.SymDense, error) {
	n, _ := x.Dims()
	if neighbors < 1 || neighbors >= n {
		return nil, fmt.Errorf("neighbors = %d of %d samples; give 1 to %d", neighbors, n, n-1)
	}
	a, err := graph.HeatKernel(ctx, x, neighbors, 0, opt.Workers, opt.Meter)
	if err != nil {
		return nil, err
	}
	p.warnings = append(p.warnings, a.Warnings()...)
	p.extra = append(p.extra, algorithms.Value{Name: "heat", Value: algorithms.Number(a.Heat)})
	l := mat.NewSymDense(n, nil)
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
		l.SetSym(i, i, v)
		if normalized {
			l.SetSym(i, i, 1)
		}
	}
	for _, e := range a.Edges {
		l.SetSym(e.I, e.J, -e.Weight*factor(e.I)*factor(e.J))
	}
	return l, nil
}

// checkClusters refuses numbers of clusters that the samples cannot have.
func checkClusters(clusters, n int) error {
	if clusters < 1 || clusters > n/2 {
		return fmt.Errorf("clusters = %d of %d samples; give 1 to %d", clusters, n, max(n/2, 1))
	}
	return nil
}

// checkWeight refuses a weight of the objective that is not positive and finite.
func checkWeight(name string, v float64) error {
	if !(v > 0) || math.IsInf(v, 1) {
		return fmt.Errorf("%s = %g; give a positive number, or 0 for the default", name, v)
	}
	return nil
}

func checkRestarts(restarts int) error {
	if restarts < 0 {
		return fmt.Errorf("restarts = %d; give 0 or more", restarts)
	}
	return nil
}
