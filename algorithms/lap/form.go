package lap

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rowsparse"
)

const (
	// formLimit is the largest diagonal entry of X'L_SX, relative to the smallest weight of a row,
	// for which a step may decompose the sum: rounding is then some 1e-8 of the eigenvalues.
	formLimit = 1e8
	// distinct is the distance of the eigenvalues that a step takes from the next, relative to that
	// entry, above which the form tells them apart: some thousand times its rounding.
	distinct = 1e-12
)

// formed reports whether a step decomposes X'L_SX (d×d) itself where its rounding allows: it costs
// O(nd²/2 + d³), and rows, which are more accurate, O(n³ + n²d).
func (p *problem) formed() bool {
	n, d := p.x.Dims()
	return d <= n && !rowsparse.Whole(d, p.m)
}

// quadratic returns X'L_SX and its largest diagonal entry; nil where that is above limit.
func (p *problem) quadratic(ctx context.Context, s []float64, limit float64) (
	*mat.SymDense, float64, error) {
	smooth := p.smooth(s)
	_, d := smooth.Dims()
	squares := make([]float64, d)
	part := make([]float64, d)
	for i := range p.x.RawMatrix().Rows {
		floats.Add(squares, floats.MulTo(part, smooth.RawRowView(i), p.x.RawRowView(i)))
	}
	most := floats.Max(squares)
	if !(most <= limit) { // NaN, too
		return nil, most, nil
	}
	c, err := dense.SymmetricProduct(ctx, p.x, smooth)
	return c, most, err
}

// stepOfForm is step by X'L_SX; nil where its rounding could show in W.
func (p *problem) stepOfForm(ctx context.Context, q, s []float64, start mat.Matrix) (
	*rowsparse.Solution, error) {
	c, most, err := p.quadratic(ctx, s, formLimit*floats.Min(q))
	if c == nil || err != nil {
		return nil, err
	}
	next, err := rowsparse.Smallest(ctx, rowsparse.Problem{C: c, Q: q}, p.m, start)
	if parallel.Stopped(ctx, err) {
		return nil, err
	}
	if err != nil || !told(next, most) {
		return nil, nil
	}
	p.rayleigh(next, q, s)
	return next, nil
}

// rayleigh sets the eigenvalues of next to the quotients of its vectors, sums without a
// subtraction: their error is the square of that of the vectors.
func (p *problem) rayleigh(next *rowsparse.Solution, q, s []float64) {
	var z mat.Dense
	z.Mul(p.x, next.W)
	clear(next.Values)
	for k, e := range p.pairs {
		a, b := z.RawRowView(e.I), z.RawRowView(e.J)
		for c, v := range a {
			next.Values[c] += s[k] * (v - b[c]) * (v - b[c])
		}
	}
	for l, weight := range q {
		for c, v := range next.W.RawRowView(l) {
			next.Values[c] += weight * v * v
		}
	}
}

// firstOfForm is the first step by X'L_SX; nil where the matrix has no full rank beyond rounding,
// or the step has several solutions.
func (p *problem) firstOfForm(ctx context.Context, ones []float64) (*rowsparse.Solution, error) {
	c, most, err := p.quadratic(ctx, ones, math.MaxFloat64)
	if c == nil || err != nil {
		return nil, err
	}
	first, err := rowsparse.ConstantOf(ctx, c, p.m)
	if err != nil || first == nil || !told(first, most) {
		return nil, err
	}
	return first, nil
}

// told reports whether the eigenvalues of s are apart from the next one in spite of the rounding of
// entries of size most.
func told(s *rowsparse.Solution, most float64) bool {
	return s.Converged && s.Next-s.Values[len(s.Values)-1] > distinct*most
}
