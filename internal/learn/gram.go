package learn

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
	"fsnb.example/internal/parallel"
)

const (
	denseSize = 256 // Gram matrices up to here are decomposed whole
	mostAxes  = 8   // and so are those of which more axes are requested
	krylovMax = 600 // dimensions of the Krylov space

	krylovSpare     = 4     // extra vectors of a block
	krylovTolerance = 1e-10 // residual, relative to the largest eigenvalue
	// Approximations are expensive in a large space: it grows by a fifth between them.
	krylovLook = .2
)

// errNoConvergence is returned when an iteration does not converge.
var errNoConvergence = errors.New("the eigenvalues of the covariance matrix did not converge; " +
	"standardize the features")

// eigenvectors returns the m largest eigenvalues, descending, and their
// eigenvectors, one a row, of the smaller Gram matrix of c, by leading where that
// is faster and succeeds. It returns an error when they do not converge, and
// ctx.Err().
func eigenvectors(
	ctx context.Context, c *mat.Dense, m int,
) (values []float64, vectors *mat.Dense, err error) {
	if n, d := c.Dims(); min(n, d) > denseSize && m <= mostAxes {
		if values, vectors, err = leading(ctx, c, m, krylovMax); err == nil || ctx.Err() != nil {
			return values, vectors, err
		}
	}
	return whole(ctx, c, m)
}

// whole decomposes the Gram matrix.
func whole(
	ctx context.Context, c *mat.Dense, m int,
) (values []float64, vectors *mat.Dense, err error) {
	samples := mat.Matrix(c) // or features: the smaller dimension
	if n, d := c.Dims(); d <= n {
		samples = c.T()
	}
	gram, err := outer(ctx, samples)
	if err != nil {
		return nil, nil, err
	}
	return largest(ctx, gram, m)
}

// outer returns aa', polling the context after each block of rows.
func outer(ctx context.Context, a mat.Matrix) (*mat.SymDense, error) {
	const block = 256
	n, _ := a.Dims()
	rows := mat.DenseCopyOf(a)
	gram := mat.NewSymDense(n, nil)
	for lo := 0; lo < n; lo += block {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hi := min(lo+block, n)
		_, d := rows.Dims()
		var part mat.Dense
		part.Mul(rows.Slice(lo, hi, 0, d), rows.Slice(lo, n, 0, d).T())
		for i := lo; i < hi; i++ {
			for j := i; j < n; j++ {
				gram.SetSym(i, j, part.At(i-lo, j-lo))
			}
		}
	}
	return gram, nil
}

// largest returns the m largest eigenvalues and their eigenvectors, one a row.
func largest(
	ctx context.Context, s mat.Symmetric, m int,
) (values []float64, vectors *mat.Dense, err error) {
	all, columns, err := dense.Eigen(ctx, s) // ascending
	if err != nil {
		return nil, nil, err
	}
	size := len(all)
	values, vectors = make([]float64, m), mat.NewDense(m, size, nil)
	for k := range m {
		values[k] = all[size-1-k]
		vectors.SetRow(k, mat.Col(nil, size-1-k, columns))
	}
	return values, vectors, nil
}

// leading does not form the Gram matrix (c'c of c, n×d, when d <= n, else cc'), or only once
// products with it are faster (formedLater); each residual is below 1e-10 of the largest
// eigenvalue. It returns an error when the space would need more than most dimensions, and
// ctx.Err(). The cost is O(nd) a dimension.
func leading(
	ctx context.Context, c *mat.Dense, m, most int,
) (values []float64, vectors *mat.Dense, err error) {
	n, d := c.Dims()
	first, second := mat.Matrix(c), c.T()
	if d <= n {
		first, second = second, first
	}
	times := func(v *mat.Dense) (*mat.Dense, error) {
		var half, image mat.Dense
		half.Mul(v, first)
		image.Mul(&half, second)
		return &image, nil
	}
	if dense.External() && float64(n)*float64(d)*float64(min(n, d)) <= mostFormed {
		times = formedLater(c, times)
	}
	pairs, err := krylov.Problem{
		N: min(n, d), Want: m, Spare: krylovSpare, Tolerance: krylovTolerance, Most: most,
		Look: krylovLook, Times: times,
	}.Solve(ctx)
	switch {
	case err != nil:
		return nil, nil, err
	case !pairs.Converged:
		return nil, nil, errNoConvergence
	}
	return pairs.Values, pairs.Vectors, nil
}

const (
	// formAfter is the part of the rows of a Gram matrix, as a number of vectors, whose products
	// through c cost about half as much as the matrix, where a library computes products of large
	// matrices several times as fast as those of few rows.
	formAfter = 32
	// mostFormed bounds nd·min(n, d), twice the products of the matrix: half a second, since no
	// context ends it.
	mostFormed = 1 << 35
)

// formedLater returns times until it has multiplied 1/formAfter as many vectors as the Gram matrix
// of c has rows, and then products with that matrix: a search that takes many vectors is faster by
// it.
func formedLater(
	c *mat.Dense, times func(v *mat.Dense) (*mat.Dense, error),
) func(v *mat.Dense) (*mat.Dense, error) {
	n, d := c.Dims()
	remaining := min(n, d) / formAfter
	var gram *mat.Dense
	return func(v *mat.Dense) (*mat.Dense, error) {
		rows, _ := v.Dims()
		if remaining -= rows; remaining > 0 {
			return times(v)
		}
		if gram == nil {
			gram = crossProducts(c)
		}
		var image mat.Dense
		image.Mul(v, gram)
		return &image, nil
	}
}

// crossProducts returns c'c, or cc' for fewer rows than columns.
func crossProducts(c *mat.Dense) *mat.Dense {
	n, d := c.Dims()
	trans := blas.NoTrans
	if d <= n {
		trans = blas.Trans
	}
	size := min(n, d)
	out := dense.New(size, size)
	raw := out.RawMatrix()
	blas64.Syrk(trans, 1, c.RawMatrix(), 0, blas64.Symmetric{N: size, Stride: raw.Stride,
		Data: raw.Data, Uplo: blas.Upper})
	parallel.Whole(0, size, mirrored, func(lo, hi int) { // the lower triangle
		for i := 0; i < hi; i++ {
			row := out.RawRowView(i)
			for j := max(lo, i+1); j < hi; j++ {
				raw.Data[j*raw.Stride+i] = row[j]
			}
		}
	})
	return out
}

// mirrored is the number of rows that are written side by side.
const mirrored = 32
