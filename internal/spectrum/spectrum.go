// Package spectrum finds a few of the smallest eigenvectors of a matrix of the samples, for methods
// on graphs.
package spectrum

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
)

// Same is the distance within which eigenvalues of a normalized Laplacian, which are between 0 and
// 2, count as equal.
const Same = 1e-9

const (
	// A matrix of at most allAtOnce rows is decomposed in full.
	allAtOnce = 256
	// spare are the extra vectors of a block, for repeated eigenvalues and speed.
	spare = 4
	// A space of more than mostBasis dimensions costs more than the full decomposition.
	mostBasis = 600
	// shift makes the matrix positive definite for the Cholesky factorization.
	shift = 1e-7
	// steady is the residual ‖Mv - λv‖ of a converged eigenvector; rounding leaves 1e-15.
	steady = 1e-13
)

// Smallest returns the want smallest eigenvalues of m (n×n, between 0 and 3), ascending, those that
// equal the last one as well, and their eigenvectors. The full decomposition costs about 20 n³; for
// large n a Krylov space costs n³/3 for a Cholesky factor, and O(n²) for each of its vectors. If
// that does not converge, the full decomposition is computed.
func Smallest(
	ctx context.Context, m *mat.SymDense, want int,
) (values []float64, vectors [][]float64, err error) {
	n := m.SymmetricDim()
	want = min(want, n)
	if n > allAtOnce {
		if values, vectors, ok := search(ctx, m, want); ok || ctx.Err() != nil {
			return values, vectors, ctx.Err()
		}
	}
	values, all, err := dense.Eigen(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	values = values[:through(values, want)]
	for c := range values {
		vectors = append(vectors, mat.Col(nil, c, all))
	}
	return values, vectors, nil
}

// through is the number of ascending values up to the want-th and those equal to it.
func through(values []float64, want int) int {
	k := want
	for k < len(values) && equal(values[k], values[want-1]) {
		k++
	}
	return k
}

func equal(a, b float64) bool { return a-b <= Same }

// search is Smallest for large m; it returns false when it does not converge. The basis begins with
// (m + shift)⁻¹ times random vectors and grows by (m + shift)⁻¹r, where r = mv - λv are the
// residuals. (Powers of (m + shift)⁻¹ span the same space, but lose small eigenvalues beside those
// near 0.)
func search(
	ctx context.Context, m *mat.SymDense, want int,
) (values []float64, vectors [][]float64, ok bool) {
	n := m.SymmetricDim()
	solve, err := shifted(m)
	if err != nil {
		return nil, nil, false
	}
	start, err := solve(krylov.Block(n, want+spare, nil))
	if err != nil {
		return nil, nil, false
	}
	pairs, err := krylov.Problem{
		N: n, Want: want, Smallest: true, Equal: equal, Start: start, Ahead: spare, Expand: solve,
		Times: func(v *mat.Dense) (*mat.Dense, error) {
			var image mat.Dense
			image.Mul(m, mat.DenseCopyOf(v.T()))
			return mat.DenseCopyOf(image.T()), nil
		},
		Tolerance: steady, Scale: 1, Most: min(n/2, mostBasis),
	}.Solve(ctx)
	if err != nil || !pairs.Settled {
		return nil, nil, false
	}
	for c := range pairs.Values {
		vectors = append(vectors, pairs.Vectors.RawRowView(c))
	}
	return pairs.Values, vectors, true
}

// shifted multiplies rows by (m + shift)⁻¹.
func shifted(m *mat.SymDense) (solve func(rows *mat.Dense) (*mat.Dense, error), err error) {
	n := m.SymmetricDim()
	raised := mat.NewSymDense(n, nil)
	raised.CopySym(m)
	for i := range n {
		raised.SetSym(i, i, m.At(i, i)+shift)
	}
	var chol mat.Cholesky
	if !chol.Factorize(raised) {
		return nil, errors.New("the matrix is not positive semidefinite")
	}
	return func(rows *mat.Dense) (*mat.Dense, error) {
		// The bad condition is intended: the solutions are near the smallest eigenvectors.
		var solved mat.Dense
		var condition mat.Condition
		if err := chol.SolveTo(&solved, rows.T()); err != nil && !errors.As(err, &condition) {
			return nil, err
		}
		return mat.DenseCopyOf(solved.T()), nil
	}, nil
}
