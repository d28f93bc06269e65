package spectrum

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
)

const (
	// sure is the reciprocal condition of a triangular factor above which the rounding of the
	// matrix that was factored, some 1e-13 of it, leaves no doubt that it has full rank.
	sure = 1e-6
	// finest is the residual that is sought, relative to the size of the pencil, and fine the one
	// of a solution.
	finest, fine = 1e-16, 1e-14
	// rough is the residual, relative to the size of the pencil, above which a search goes on even
	// when it gains nothing.
	rough = 1e-9
	// mostPencil bounds the vectors of a space for a pencil.
	mostPencil = 400
)

// Pencil is az = λbz for positive semidefinite a = X'A'AX and b = X'B'BX (n×n), with 0 <= λ <= 3:
// the matrices have the square of the condition of X, and products by way of X only that itself.
type Pencil struct {
	A, B *mat.SymDense
	// TimesA and TimesB multiply rows by a and b.
	TimesA, TimesB func(rows *mat.Dense) *mat.Dense
	// Size is that of the rows of X: az has a length of about Size for z'bz = 1.
	Size float64
}

// Smallest returns what SmallestOf does, or false where the rounding of a and b could hide a lower
// rank of X, or the vectors do not reach residuals ‖az - λbz‖ of 1e-14·Size: decompose X then. The
// search of Davidson's method uses the matrices, and ends with products by way of X. The cost is
// n³/3 for a Cholesky factor of a + 1e-7·b, and some 3n² for each vector of a space, n > 256.
func (p Pencil) Smallest(
	ctx context.Context, want int,
) (values []float64, vectors [][]float64, ok bool) {
	n := p.A.SymmetricDim()
	if n <= allAtOnce || want > n/8 {
		return nil, nil, false
	}
	raised := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			raised.SetSym(i, j, p.A.At(i, j)+shift*p.B.At(i, j))
		}
	}
	root, ok := upper(raised, 0)
	if !ok || !(lapack64.Trcon(lapack.MaxColumnSum, root, make([]float64, 3*n),
		make([]int, n)) > sure) {
		return nil, nil, false
	}
	solve := solved(root)
	start, err := solve(krylov.Block(n, want+spare, nil))
	if err != nil {
		return nil, nil, false
	}
	search := krylov.Problem{
		N: n, Want: want, Smallest: true, Equal: equal, Start: start, Ahead: spare, Expand: solve,
		Times: crossed(p.A), Metric: crossed(p.B),
		Tolerance: steady, Scale: p.Size, Most: min(n/2, mostPencil), Stop: stalled(rough * p.Size),
	}
	pairs, err := search.Solve(ctx)
	if err != nil {
		return nil, nil, false
	}
	search.Times = func(v *mat.Dense) (*mat.Dense, error) { return p.TimesA(v), nil }
	search.Metric = func(v *mat.Dense) (*mat.Dense, error) { return p.TimesB(v), nil }
	search.Ahead = 0
	for _, search.Tolerance = range []float64{finest, fine} {
		search.Start, search.Stop = pairs.Near(len(pairs.Values)+1), stalled(rough*p.Size)
		if pairs, err = search.Solve(ctx); err != nil {
			return nil, nil, false
		}
		if pairs.Converged {
			break
		}
	}
	if !pairs.Converged {
		return nil, nil, false
	}
	return pairs.Values, rowsOf(pairs), true
}

// crossed multiplies rows by a symmetric matrix.
func crossed(m *mat.SymDense) func(*mat.Dense) (*mat.Dense, error) {
	n := m.SymmetricDim()
	full := dense.New(n, n)
	full.Copy(m)
	return func(v *mat.Dense) (*mat.Dense, error) { return dense.Cross(v, full), nil }
}

// stalled reports that the largest residual is below small and no longer halves.
func stalled(small float64) func(*krylov.Pairs) bool {
	before := math.Inf(1)
	return func(p *krylov.Pairs) bool {
		worst := slices.Max(p.Residuals)
		stop := worst <= small && !(worst <= before/2)
		before = worst
		return stop
	}
}
