package spectrum

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
)

const (
	// mostLargest bounds the vectors of a space for the largest values of a pencil.
	mostLargest = 300
	// look is the relative growth of the space between two computations of these values.
	look = .2
)

// LargestOf returns the want largest eigenvalues of the pencil az = μbz (n×n, a positive
// semidefinite, b positive definite), descending, with those within Same of the last one, relative,
// and z with z'bz = 1. near (n×any, or nil) has vectors from which to begin. It returns ErrSingular
// when b is not positive definite. For large n the cost is n³/3 for a Cholesky factor, and 4n² for
// each of some dozen vectors of a Krylov space. Where rounding of the products with the factor
// keeps that from converging, the matrix in its coordinates is formed, in 4/3·n³, and at last
// decomposed in full.
func LargestOf(
	ctx context.Context, a, b *mat.SymDense, want int, near *mat.Dense,
) (values []float64, vectors [][]float64, err error) {
	root, ok := upper(b, 0)
	if !ok {
		return nil, nil, ErrSingular
	}
	n := a.SymmetricDim()
	want = min(want, n)
	var m *mat.SymDense
	if n > allAtOnce {
		var start mat.Matrix
		if near != nil {
			turned := mat.DenseCopyOf(near)
			blas64.Trmm(blas.Left, blas.NoTrans, 1, root, turned.RawMatrix())
			start = turned
		}
		block := krylov.Block(n, want+spare, start)
		values, vectors = largest(ctx, block, want, timesOf(a, &root))
		if values == nil && ctx.Err() == nil {
			if m, err = between(ctx, a, root); err != nil {
				return nil, nil, err
			}
			values, vectors = largest(ctx, block, want, timesOf(m, nil))
		}
	}
	if values == nil {
		if m == nil {
			if m, err = between(ctx, a, root); err != nil {
				return nil, nil, err
			}
		}
		all, columns, err := dense.Eigen(ctx, m)
		if err != nil {
			return nil, nil, err
		}
		for c := 0; c < n && (c < want || alike(all[n-1-c], all[n-want])); c++ {
			values = append(values, all[n-1-c])
			vectors = append(vectors, mat.Col(nil, n-1-c, columns))
		}
	}
	for _, v := range vectors {
		blas64.Trsv(blas.NoTrans, root, blas64.Vector{N: n, Inc: 1, Data: v})
	}
	return values, vectors, nil
}

// alike is equal for values of any size.
func alike(a, b float64) bool { return math.Abs(a-b) <= Same*max(a, b) }

// timesOf multiplies rows by m, or by U'⁻¹mU⁻¹.
func timesOf(m *mat.SymDense, root *blas64.Triangular) func(*mat.Dense) (*mat.Dense, error) {
	n := m.SymmetricDim()
	full := dense.New(n, n) // products with it are faster than those with its half
	full.Copy(m)
	return func(v *mat.Dense) (*mat.Dense, error) {
		if root == nil {
			return dense.Cross(v, full), nil
		}
		z := mat.DenseCopyOf(v)
		blas64.Trsm(blas.Right, blas.Trans, 1, *root, z.RawMatrix())
		image := dense.Cross(z, full)
		blas64.Trsm(blas.Right, blas.NoTrans, 1, *root, image.RawMatrix())
		return image, nil
	}
}

// largest finds pairs by products with rows; it returns nil when it does not converge.
func largest(
	ctx context.Context, block *mat.Dense, want int,
	times func(*mat.Dense) (*mat.Dense, error),
) (values []float64, vectors [][]float64) {
	_, n := block.Dims()
	pairs, err := krylov.Problem{
		N: n, Want: want, Equal: alike, Start: block, Times: times, Tolerance: steady, Look: look,
		Most: min(n/2, mostLargest),
	}.Solve(ctx)
	if err != nil || !pairs.Converged {
		return nil, nil
	}
	return pairs.Values, rowsOf(pairs)
}

// rowsOf are the vectors of pairs.
func rowsOf(pairs *krylov.Pairs) (vectors [][]float64) {
	for c := range pairs.Values {
		vectors = append(vectors, pairs.Vectors.RawRowView(c))
	}
	return vectors
}
