package fsir

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"fsnb.example/internal/redundancy"
)

// preconditioner solves (λ + R~)x = r approximately. In the basis of the singular vectors of F the
// matrix of squared cosines is ΦΦ', where the row of a feature in Φ has the products of all pairs
// of its n coordinates. Φ is restricted to the q pairs of largest weight; the rest of ΦΦ' is
// positive semidefinite.
//
//	λ + R~ = D + s(F'F)∘² ≈ D + sΦΦ', D = diag(λ - s + Rel)
//
// is inverted with a q×q matrix (Woodbury).
type preconditioner struct {
	pairs *pairs
	rel   []float64
	scale float64 // s
	least float64 // min Rel

	gap     float64   // λ - s + min Rel of inverse and factor; 0 before the first
	calls   int       // since the last factorization
	pause   int       // calls for which inverse and factor stay
	inverse []float64 // of D
	factor  blas64.General
	t, low  []float64
}

const (
	// preconditionFrom is the number of features from which preconditioning saves time.
	preconditionFrom = 100
	// leadingMost bounds the directions, and pairsMost the pairs of them.
	leadingMost = 128
	pairsMost   = 1024
	// leastGap bounds D from below, relative to s.
	leastGap = 1e-4
)

// newPreconditioner returns nil if preconditioning would not save time. dense reports whether R~ is
// formed. The factorization costs about as much as two products with R~, formed or not.
func newPreconditioner(ctx context.Context, squares *redundancy.Squares, rel []float64, scale,
	least float64, dense bool, workers int) (*preconditioner, error) {
	n, p := squares.Samples(), len(rel)
	if p < preconditionFrom || scale == 0 {
		return nil, nil
	}
	most := min(2*n, pairsMost, p/2)
	if dense {
		most = min(most, 2*int(math.Sqrt(float64(p))))
	}
	y, err := squares.Leading(ctx, min(n, leadingMost, most), workers)
	if err != nil {
		return nil, err
	}
	c := &preconditioner{pairs: newPairs(y, most, workers), rel: rel, scale: scale, least: least,
		inverse: make([]float64, p), low: make([]float64, p)}
	q := c.pairs.q
	c.factor, c.t = blas64.General{Rows: q, Cols: q, Stride: q, Data: make([]float64, q*q)},
		make([]float64, q)
	return c, nil
}

// prepare factorizes for λ unless the factorization of a similar λ exists.
func (c *preconditioner) prepare(ctx context.Context, lambda float64) error {
	gap := max(lambda-c.scale+c.least, leastGap*c.scale)
	c.calls++
	if c.gap > 0 && (c.calls < c.pause || gap < 4*c.gap && gap > c.gap/4) {
		return nil
	}
	// λ converges; a factorization for each λ would cost more than it saves.
	c.calls, c.pause = 0, 2*c.pause+1
	for j, v := range c.rel {
		c.inverse[j] = 1 / (v - c.least + gap)
	}
	q := c.factor.Rows
	clear(c.factor.Data)
	for a := range q {
		c.factor.Data[a*q+a] = 1 / c.scale
	}
	c.gap = 0
	if err := c.pairs.addGram(ctx, c.factor, c.inverse); err != nil {
		return err
	}
	// The matrix is positive definite: its eigenvalues are at least 1/s.
	if _, ok := lapack64.Potrf(blas64.Symmetric{N: q, Stride: q, Data: c.factor.Data,
		Uplo: blas.Lower}); ok {
		c.gap = gap
	}
	return nil
}

// solve sets v to (D + sΦΦ')⁻¹v.
func (c *preconditioner) solve(ctx context.Context, v []float64) error {
	if c.gap == 0 {
		return nil
	}
	q := c.factor.Rows
	floats.Mul(v, c.inverse)
	if err := c.pairs.transposed(ctx, c.t, v); err != nil {
		return err
	}
	lapack64.Potrs(blas64.Triangular{N: q, Stride: q, Data: c.factor.Data, Uplo: blas.Lower,
		Diag: blas.NonUnit}, blas64.General{Rows: q, Cols: 1, Stride: 1, Data: c.t})
	if err := c.pairs.mul(ctx, c.low, c.t); err != nil {
		return err
	}
	for j, d := range c.inverse {
		v[j] -= d * c.low[j]
	}
	return nil
}
