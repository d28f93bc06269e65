package dense

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// SVD returns the singular values of a (m×n), descending, and the vectors that kind asks for, in
// columns: u is m×min(m,n) (thin) or m×m (full), v n×min(m,n) or n×n, and those not asked for are
// nil. It is mat.SVD on copies whose rows are Stride apart. The caller owns the results; a is not
// modified.
//
// The cost is O(mn·min(m,n)), and O(m³) or O(n³) for full vectors. Errors are those of Eigen.
func SVD(
	ctx context.Context, a mat.Matrix, kind mat.SVDKind,
) (u *mat.Dense, values []float64, v *mat.Dense, err error) {
	m, n := a.Dims()
	size := min(m, n)
	leftJob, leftCount := job(kind, mat.SVDFullU, mat.SVDThinU, m, size)
	rightJob, rightCount := job(kind, mat.SVDFullV, mat.SVDThinV, n, size)
	left, right := general(m, leftCount), general(rightCount, n)
	whole := general(m, n)
	view(whole).Copy(a)
	singular, ok := make([]float64, size), false
	err = parallel.Leave(ctx, size > long, func() {
		work := []float64{0}
		lapack64.Gesvd(leftJob, rightJob, whole, left, right, singular, work, -1)
		work = make([]float64, int(work[0]))
		ok = lapack64.Gesvd(leftJob, rightJob, whole, left, right, singular, work, len(work))
	})
	switch {
	case err != nil:
		return nil, nil, nil, err
	case !ok || floats.HasNaN(singular):
		return nil, nil, nil, ErrNoConvergence
	}
	if leftJob != lapack.SVDNone {
		u = view(left)
	}
	if rightJob != lapack.SVDNone {
		v = mat.DenseCopyOf(view(right).T())
	}
	return u, singular, v, nil
}

// job returns LAPACK's job letter for one side, and the number of vectors.
func job(kind, full, thin mat.SVDKind, all, some int) (lapack.SVDJob, int) {
	switch {
	case kind&full != 0:
		return lapack.SVDAll, all
	case kind&thin != 0:
		return lapack.SVDStore, some
	}
	return lapack.SVDNone, 0
}

// New returns a matrix of zeros whose rows are Stride apart.
func New(rows, cols int) *mat.Dense { return view(general(rows, cols)) }

func general(rows, cols int) blas64.General {
	stride := Stride(max(cols, 1))
	return blas64.General{Rows: rows, Cols: cols, Stride: stride,
		Data: make([]float64, rows*stride)}
}

func view(g blas64.General) *mat.Dense {
	out := new(mat.Dense)
	out.SetRawMatrix(g)
	return out
}
