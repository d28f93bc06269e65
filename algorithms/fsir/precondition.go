package fsir

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"fsnb.example/algorithms/redundancy"
)

// preconditioner solves, nearly, (λ + R~)x = r. In the basis of the singular vectors of F the
// matrix of squared cosines is ΦΦ', where the row of a feature in Φ has the products of its n
// numbers in pairs. With the q pairs of most weight alone, what is left out is positive
// semidefinite, and
//
//	λ + R~ = D + s(F'F)∘² ≈ D + sΦΦ', D = diag(λ - s + Rel)
//
// is inverted by way of a matrix of q rows (Woodbury).
type preconditioner struct {
	pairs *pairs
	rel   []float64
	scale float64 // s
	least float64 // min Rel

	gap     float64   // λ - s + min Rel that inverse and factor are of; 0 for none yet
	calls   int       // since then
	pause   int       // calls for which they stay
	inverse []float64 // of D
	factor  blas64.General
	t, low  []float64
}

const (
	// preconditionFrom is the number of features from which it pays.
	preconditionFrom = 100
	// leadingMost is the most directions, and pairsMost the most pairs of them.
	leadingMost = 128
	pairsMost   = 1024
	// leastGap is the least that D is taken for, relative to s.
	leastGap = 1e-4
)

// newPreconditioner returns nil where it does not pay. dense is whether R~ is formed. To
// factorize costs about two products with it, formed or not.
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

// prepare factorizes for λ, unless that was done for one that is not much else.
func (c *preconditioner) prepare(ctx context.Context, lambda float64) error {
	gap := max(lambda-c.scale+c.least, leastGap*c.scale)
	c.calls++
	if c.gap > 0 && (c.calls < c.pause || gap < 4*c.gap && gap > c.gap/4) {
		return nil
	}
	// λ settles; to follow it all the way would cost more than it spares.
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
	// It is positive definite, by 1/s at least.
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
