package replay

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
)

// meanKernel is SPEC's φ1, or the Laplacian score, of the kernel that FSIR²
// (section IV.B) takes: all pairs, with the mean squared distance as its width.
type meanKernel struct{ laplacian bool }

// meanKernelOf is the one that a table denotes by a name.
func meanKernelOf(name string) (m meanKernel, ok bool) {
	return meanKernel{laplacian: name == "laplacian"}, name == "spec" || name == "laplacian"
}

// Name implements algorithms.Namer.
func (m meanKernel) Name() string {
	if m.laplacian {
		return "laplacian, rbf"
	}
	return "spec, criterion=phi1, rbf"
}

// Select implements algorithms.Selector.
func (m meanKernel) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	if err := d.NeedDense(); err != nil {
		return nil, err
	}
	k, _, err := graphs.Gaussian{}.Matrix(ctx, d.X, opt.Workers, opt.Meter)
	if err != nil {
		return nil, err
	}
	given := graph.Precomputed{Matrix: k}
	if m.laplacian {
		return filter.Laplacian{Similarity: given}.Select(ctx, d, opt)
	}
	return filter.SPEC{Criterion: filter.Phi1, Similarity: given}.Select(ctx, d, opt)
}
