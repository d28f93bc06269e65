package spfs

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Weighted is the problem of NES with other targets and with weighted samples:
//
//	minimize ‖Y - X^W‖²_F  subject to  Σ_j ‖w_j‖ <= Radius
//
// where column j of X^ (n×d) is D^½(f_j - μ_j1), scaled to unit length, with μ_j = f_j'D1/1'D1.
type Weighted struct {
	Targets [][]float64 // the l columns of Y, each of length n; see the function Targets
	Root    []float64   // D^½, the square roots of the n weights
	Radius  float64     // 0 means the least found at which K rows of W are not 0
	Extra   []algorithms.Value
	// Warnings are about the targets.
	Warnings []string
}

// Choose finds the features as NES does. Diagnostics and warnings of NES follow Extra and Warnings.
// The data and options must have passed algorithms.Check. Radius must not be negative. It returns
// an error if the values are not in memory.
func (w Weighted) Choose(
	ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
) (*algorithms.Found, error) {
	if err := d.NeedDense(); err != nil {
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

// Targets returns the columns of Y with K ≈ YY': the eigenvectors of K (n×n) times the square roots
// of their eigenvalues, for the count largest positive eigenvalues and those equal to the last of
// them, or for all positive ones if count is 0. It returns an error if there are none, or if count
// is negative. The cost is O(n³).
//
// Source: (4.7).
func Targets(ctx context.Context, k *mat.SymDense, count int) ([][]float64, error) {
	return (&similarity{n: k.SymmetricDim(), dense: k}).targets(ctx, count, true)
}
