package rowsparse

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

var errNoConvergence = errors.New("the eigenvectors of the projection do not converge; " +
	"standardize the features")

// whole decomposes A for small d by the singular values of [B; √Q], which are more accurate than
// eigenvalues of A when Q spans many orders of magnitude. Values are ascending, vectors rows, up to
// those equal to the m-th.
func whole(p Problem, m int) (values []float64, vectors *mat.Dense, residual float64, err error) {
	d := len(p.Q)
	root := mat.NewDense(d, d, nil)
	for l, q := range p.Q {
		root.Set(l, l, math.Sqrt(q))
	}
	stack, inside := root, (*mat.Dense)(nil)
	switch {
	case p.B == nil:
	case p.Hard:
		if inside, err = perpendicular(p.B); err != nil {
			return nil, nil, 0, err
		}
		stack = new(mat.Dense)
		stack.Mul(root, inside)
	default:
		stack = new(mat.Dense)
		stack.Stack(p.B, root)
	}
	stack = Triangle(stack)
	_, values, v, err := dense.SVD(context.Background(), stack, mat.SVDThinV)
	if err != nil {
		return nil, nil, 0, err
	}
	slices.Reverse(values)
	size := values[len(values)-1]
	var images mat.Dense
	images.Mul(stack, v)
	for i := range values {
		values[i] *= values[i]
	}
	k := through(values, m)
	_, wide := v.Dims()
	vectors = mat.NewDense(k, d, nil)
	rows, _ := stack.Dims()
	for c := range k {
		column := v.ColView(wide - 1 - c)
		if c < m { // A v - λv, where A = stack'stack
			r := mat.NewVecDense(wide, nil)
			r.MulVec(stack.T(), images.Slice(0, rows, 0, wide).(*mat.Dense).ColView(wide-1-c))
			r.AddScaledVec(r, -values[c], column)
			residual = max(residual, mat.Norm(r, 2)/(size*size))
		}
		if inside != nil {
			lifted := mat.NewVecDense(d, nil)
			lifted.MulVec(inside, column)
			column = lifted
		}
		for l := range d {
			vectors.Set(c, l, column.AtVec(l))
		}
	}
	return values[:k], vectors, residual, nil
}

// perpendicular returns an orthonormal basis, d×(d-r), of the complement of the orthonormal rows of
// b.
func perpendicular(b *mat.Dense) (*mat.Dense, error) {
	r, d := b.Dims()
	_, _, v, err := dense.SVD(context.Background(), b, mat.SVDFullV)
	if err != nil {
		return nil, err
	}
	return mat.DenseCopyOf(v.Slice(0, d, r, d)), nil
}
