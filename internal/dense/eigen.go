// Package dense decomposes dense matrices with gonum's LAPACK routines, stored with a stride that
// avoids cache conflicts in column access.
package dense

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// ErrNoConvergence is returned when the iteration of a decomposition does not end, or ends with
// NaN; finite input does not cause it.
var ErrNoConvergence = errors.New(
	"the eigenvalues of a matrix do not converge; look for values that are not finite")

const (
	// line is the number of float64s in a cache line.
	line = 8
	// long is the size from which a decomposition is abandoned, rather than awaited, on
	// cancellation.
	long = 256
)

// Stride is the distance between rows of at least n numbers that Eigen stores: an odd number of
// cache lines. A column then visits every set of the cache, where a stride that is a multiple of
// 512 numbers has all of its entries in one.
func Stride(n int) int {
	lines := (n + line - 1) / line
	return line * (lines | 1)
}

// Eigen returns all eigenvalues of the symmetric matrix a (n×n), ascending, and its orthonormal
// eigenvectors, the columns of vectors (n×n, whose rows are Stride(n) apart). It is mat.EigenSym on
// a copy with that stride. The caller owns the results; a is not modified.
//
// The cost is about 9n³ operations and n² numbers. It returns ErrNoConvergence, and ctx.Err() as
// soon as the context ends: for n above 256 the decomposition, which cannot be stopped, then
// continues in the background.
func Eigen(ctx context.Context, a mat.Symmetric) (values []float64, vectors *mat.Dense, err error) {
	values, raw, err := eigen(ctx, a, lapack.EVCompute, Stride(a.SymmetricDim()))
	if err != nil {
		return nil, nil, err
	}
	whole := blas64.General{Rows: raw.N, Cols: raw.N, Stride: raw.Stride, Data: raw.Data}
	return values, view(whole), nil
}

// Eigenvalues is Eigen without the vectors, in about 4/3·n³ operations.
func Eigenvalues(ctx context.Context, a mat.Symmetric) ([]float64, error) {
	values, _, err := eigen(ctx, a, lapack.EVNone, Stride(a.SymmetricDim()))
	return values, err
}

// eigen returns the eigenvectors in columns.
func eigen(
	ctx context.Context, a mat.Symmetric, job lapack.EVJob, stride int,
) ([]float64, blas64.Symmetric, error) {
	n := a.SymmetricDim()
	raw := blas64.Symmetric{N: n, Stride: stride, Uplo: blas.Upper, Data: make([]float64, n*stride)}
	copyUpper(raw, a)
	values, ok := make([]float64, n), false
	err := parallel.Leave(ctx, n > long, func() {
		work := []float64{0}
		lapack64.Syev(job, raw, values, work, -1)
		work = make([]float64, int(work[0]))
		ok = lapack64.Syev(job, raw, values, work, len(work))
	})
	switch {
	case err != nil:
		return nil, raw, err
	case !ok || floats.HasNaN(values):
		return nil, raw, ErrNoConvergence
	}
	return values, raw, nil
}

func copyUpper(dst blas64.Symmetric, a mat.Symmetric) {
	if s, ok := a.(mat.RawSymmetricer); ok {
		if from := s.RawSymmetric(); from.Uplo == blas.Upper {
			for i := range dst.N {
				copy(dst.Data[i*dst.Stride+i:i*dst.Stride+dst.N], from.Data[i*from.Stride+i:])
			}
			return
		}
	}
	for i := range dst.N {
		for j := i; j < dst.N; j++ {
			dst.Data[i*dst.Stride+j] = a.At(i, j)
		}
	}
}
