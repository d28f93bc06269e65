package grm

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/simplex"
)

// precomputed is a user's redundancy matrix, restricted to the features of the problem.
type precomputed struct{ simplex.Dense }

// checkRedundancy returns an error unless m fits the data and is symmetric and finite.
func checkRedundancy(m mat.Matrix, d *datasets.Dataset) error {
	rows, cols := m.Dims()
	switch {
	case rows != cols:
		return fmt.Errorf("the precomputed redundancy is %d×%d; give a square matrix", rows, cols)
	case rows != d.D():
		return fmt.Errorf(
			"the precomputed redundancy is %d×%d, and the data set has %d features; give one row "+
				"and column for each feature", rows, cols, d.D())
	}
	var scale float64
	for i := range rows {
		scale = max(scale, m.At(i, i))
	}
	for i := range rows {
		for j := range i + 1 {
			x, y := m.At(i, j), m.At(j, i)
			switch {
			case math.IsNaN(x) || math.IsInf(x, 0) || math.IsNaN(y) || math.IsInf(y, 0):
				return fmt.Errorf(
					"the precomputed redundancy of features %d (%s) and %d (%s) is %g; give "+
						"finite numbers", j, d.Features[j], i, d.Features[i], y)
			case math.Abs(x-y) > 1e-9*scale:
				return fmt.Errorf(
					"the precomputed redundancy of features %d (%s) and %d (%s) is %g, and %g in "+
						"the other order; give a symmetric matrix", j, d.Features[j], i,
					d.Features[i], y, x)
			}
		}
		if m.At(i, i) < 0 {
			return fmt.Errorf(
				"the precomputed redundancy of feature %d (%s) with itself is %g; give a "+
					"positive semidefinite matrix", i, d.Features[i], m.At(i, i))
		}
	}
	return nil
}

// newPrecomputed copies the matrix at some features, divided by scale, its largest diagonal entry
// there. shift is the number added to the diagonal to make it positive semidefinite; if it is 0,
// the cost is O(p³/3).
func newPrecomputed(
	ctx context.Context, m mat.Matrix, features []int, names []string,
) (g *precomputed, scale, shift float64, err error) {
	p := len(features)
	g = &precomputed{simplex.Dense{A: mat.NewDense(p, p, nil)}}
	for _, j := range features {
		v := m.At(j, j)
		if v == 0 { // the objective would be 0 at this feature alone
			return nil, 0, 0,
				fmt.Errorf("the precomputed redundancy of feature %d (%s) with itself is 0; "+
					"give a "+
					"positive number, such as 1", j, names[j])
		}
		scale = max(scale, v)
	}
	for a, i := range features {
		for b, j := range features[:a+1] {
			v := m.At(i, j)/2 + m.At(j, i)/2
			g.A.Set(a, b, v/scale)
			g.A.Set(b, a, v/scale)
		}
	}
	copied := mat.DenseCopyOf(g.A)
	for a := range p {
		copied.Set(a, a, copied.At(a, a)+simplex.LeastRidge)
	}
	raw := copied.RawMatrix()
	if _, ok := lapack64.Potrf(blas64.Symmetric{N: p, Stride: raw.Stride, Data: raw.Data,
		Uplo: blas.Upper}); ok {
		return g, scale, 0, nil
	}
	values, err := dense.Eigenvalues(ctx, mat.NewSymDense(p, g.A.RawMatrix().Data))
	if err != nil {
		return nil, 0, 0, err
	}
	shift = max(0, -values[0])
	for a := range p {
		g.A.Set(a, a, g.A.At(a, a)+shift)
	}
	return g, scale, shift * scale, nil
}

// Keep drops all features but these, which are in ascending order.
func (g *precomputed) Keep(features []int) {
	a := mat.NewDense(len(features), len(features), nil)
	for to, from := range features {
		row := g.A.RawRowView(from)
		for b, j := range features {
			a.Set(to, b, row[j])
		}
	}
	g.A = a
}

// Duplicates finds the features whose row equals an earlier row bit for bit.
func (g *precomputed) Duplicates(ctx context.Context, workers int) ([]int, error) {
	return duplicates.Rows(ctx, g.A, nil, duplicates.Rule{}, workers)
}
