package spfs

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Weighted is the problem of NES for methods that have targets of their own, of samples
// that do not count alike:
//
//	minimize ‖Y - X^W‖²_F  subject to  Σ_j ‖w_j‖ <= Radius
//
// where column j of X^ (n×d) is D^½(f_j - μ_j1) of unit length, μ_j = f_j'D1/1'D1.
type Weighted struct {
	Targets [][]float64 // the columns of Y, n numbers each; Targets makes some
	Root    []float64   // D^½, the roots of the samples' weights
	Radius  float64     // 0 means the least found at which K rows of W are not 0
	Extra   []algorithms.Value
	// Warnings are about the targets.
	Warnings []string
}

// Choose finds the features as NES does, with the diagnostics and warnings of NES after Extra. The
// data and options have passed algorithms.Check.
func (w Weighted) Choose(
	ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
) (*algorithms.Found, error) {
	if err := checkRadius(w.Radius); err != nil {
		return nil, err
	}
	c, err := newWeighted(ctx, d.X, w.Root, opt.Workers)
	if err != nil {
		return nil, err
	}
	g := &regression{columns: c, y: w.Targets, warnings: w.Warnings}
	g.extra = append(append(g.extra, w.Extra...),
		algorithms.Value{Name: "targets", Value: algorithms.Number(len(g.y))})
	if err := g.findCandidates(ctx, opt.Workers); err != nil {
		return nil, err
	}
	return g.choose(ctx, d, w.Radius, opt)
}

// Targets returns Y with K ≈ YY' (eq. 4.7): the eigenvectors of K (n×n) of the largest count
// eigenvalues above 0, all of them when count is 0, and of those that equal the last, times the
// roots of these. It returns an error when there are none, and when count is negative. The cost is
// O(n³).
func Targets(ctx context.Context, k *mat.SymDense, count int) ([][]float64, error) {
	return (&similarity{n: k.SymmetricDim(), dense: k}).targets(ctx, count, true)
}
