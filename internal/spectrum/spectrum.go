// Package spectrum finds a few of the smallest eigenvectors of a matrix of the samples, for methods
// on graphs.
package spectrum

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/elimination"
	"fsnb.example/internal/krylov"
	"fsnb.example/internal/parallel"
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
	// solvedAtOnce are the rows or columns of a triangular solution that one processor takes.
	solvedAtOnce = 64
	// steady is the residual ‖Mv - λv‖ of a converged eigenvector; rounding leaves 1e-15.
	steady = 1e-13
)

// ErrSingular is returned for the right-hand side of a pencil that is not positive definite.
var ErrSingular = errors.New("the matrix is singular within rounding")

// Smallest returns the want smallest eigenvalues of m (n×n, between 0 and 3), ascending, those that
// equal the last one as well, and their eigenvectors. It overwrites m. The full decomposition costs
// about 20 n³; for large n a Krylov space costs n³/3 for a Cholesky factor, and O(n²) for each of
// its vectors. If that does not converge, the full decomposition is computed. The memory beside m
// is that of the vectors for large n, and two matrices for the decomposition.
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
	return whole(ctx, m, want)
}

// SmallestFew is Smallest for a matrix most of whose entries are 0. For large n the cost is that of
// its Factor, and of reading that for each vector.
func SmallestFew(ctx context.Context, m *elimination.Matrix, want int) (
	values []float64, vectors [][]float64, err error) {
	n := m.SymmetricDim()
	want = min(want, n)
	if n > allAtOnce && m.Few() {
		values, vectors, ok := searchFew(ctx, m, want, nil)
		if ok || ctx.Err() != nil {
			return values, vectors, ctx.Err()
		}
	}
	whole := m.Dense()
	if !m.Few() { // it is that of m
		whole = mat.NewSymDense(n, nil)
		whole.CopySym(m)
	}
	return Smallest(ctx, whole, want)
}

// searchFew is searchBy for products with m and its factor.
func searchFew(ctx context.Context, m *elimination.Matrix, want int, outside *mat.Dense) (
	values []float64, vectors [][]float64, ok bool) {
	factor := m.Factor(shift)
	if factor == nil {
		return nil, nil, false
	}
	times := func(v *mat.Dense) (*mat.Dense, error) { return m.Times(v), nil }
	return searchBy(ctx, m.SymmetricDim(), want, times, factor.Solve, outside)
}

// SmallestOf is Smallest for the pencil az = λbz with z'bz = 1, by its matrix in the coordinates Uz
// of b = U'U. It returns ErrSingular when b is not positive definite. The cost is 5/3·n³ more.
func SmallestOf(
	ctx context.Context, a, b *mat.SymDense, want int,
) (values []float64, vectors [][]float64, err error) {
	root, ok := upper(b, 0)
	if !ok {
		return nil, nil, ErrSingular
	}
	m, err := between(ctx, a, root)
	if err != nil {
		return nil, nil, err
	}
	values, vectors, err = Smallest(ctx, m, want)
	for _, v := range vectors {
		blas64.Trsv(blas.NoTrans, root, blas64.Vector{N: len(v), Inc: 1, Data: v})
	}
	return values, vectors, err
}

// between returns U'⁻¹aU⁻¹, on all processors.
func between(
	ctx context.Context, a *mat.SymDense, root blas64.Triangular,
) (*mat.SymDense, error) {
	n := a.SymmetricDim()
	m := mat.NewSymDense(n, nil)
	c := dense.New(n, n)
	c.Copy(a)
	raw := c.RawMatrix()
	if err := parallel.For(ctx, 0, n, solvedAtOnce, func(lo, hi int) {
		rows := c.Slice(lo, hi, 0, n).(*mat.Dense)
		blas64.Trsm(blas.Right, blas.NoTrans, 1, root, rows.RawMatrix())
	}); err != nil {
		return nil, err
	}
	err := parallel.For(ctx, 0, n, solvedAtOnce, func(lo, hi int) {
		above := root // of the upper triangle
		above.N = hi
		columns := c.Slice(0, hi, lo, hi).(*mat.Dense)
		blas64.Trsm(blas.Left, blas.Trans, 1, above, columns.RawMatrix())
		for i := range hi {
			for j := max(i, lo); j < hi; j++ {
				m.SetSym(i, j, raw.Data[i*raw.Stride+j])
			}
		}
	})
	return m, err
}

// upper returns U of m + shift·I = U'U, or false if that is not positive definite.
func upper(m *mat.SymDense, shift float64) (blas64.Triangular, bool) {
	n := m.SymmetricDim()
	raw := blas64.Symmetric{N: n, Stride: dense.Stride(n), Uplo: blas.Upper}
	raw.Data = make([]float64, n*raw.Stride)
	from := m.RawSymmetric()
	for i := range n {
		copy(raw.Data[i*raw.Stride+i:i*raw.Stride+n], from.Data[i*from.Stride+i:])
		raw.Data[i*raw.Stride+i] += shift
	}
	return dense.Cholesky(raw, 0)
}

// whole is Smallest by all eigenvectors.
func whole(
	ctx context.Context, m *mat.SymDense, want int,
) (values []float64, vectors [][]float64, err error) {
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

// search is Smallest for large m; it returns false, and m as it was, when it does not converge.
func search(
	ctx context.Context, m *mat.SymDense, want int,
) (values []float64, vectors [][]float64, ok bool) {
	h := newHalves(m)
	root, ok := h.factor(shift)
	if ok {
		values, vectors, ok = searchBy(ctx, h.n, want, h.times, solved(root), nil)
	}
	if !ok {
		h.restore()
	}
	return values, vectors, ok
}

// searchBy is search for an n×n matrix m that is known by its products with rows and those of
// (m + shift)⁻¹; outside (1×n or nil) is an eigenvector that is left out. The basis begins with
// (m + shift)⁻¹ times random vectors and grows by (m + shift)⁻¹r, where r = mv - λv are the
// residuals: m + shift has a bad condition, and these products are near the smallest eigenvectors.
// (Powers of (m + shift)⁻¹ span the same space, but lose small eigenvalues beside those
// near 0.)
func searchBy(
	ctx context.Context, n, want int, times, solve func(*mat.Dense) (*mat.Dense, error),
	outside *mat.Dense,
) (values []float64, vectors [][]float64, ok bool) {
	start, err := solve(krylov.Block(n, want+spare, nil))
	if err != nil {
		return nil, nil, false
	}
	pairs, err := krylov.Problem{
		N: n, Want: want, Smallest: true, Equal: equal, Start: start, Ahead: spare, Expand: solve,
		Times: times, Outside: outside,
		Tolerance: steady, Scale: 1, Most: min(n/2, mostBasis),
	}.Solve(ctx)
	if err != nil || !pairs.Converged {
		return nil, nil, false
	}
	return pairs.Values, rowsOf(pairs), true
}

// solved multiplies rows by (U'U)⁻¹.
func solved(root blas64.Triangular) func(rows *mat.Dense) (*mat.Dense, error) {
	return func(rows *mat.Dense) (*mat.Dense, error) {
		out := mat.DenseCopyOf(rows)
		dense.SolveRows(root, out)
		return out, nil
	}
}
