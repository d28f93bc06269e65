package rowsparse

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// lowest is the part of the largest diagonal entry that ConstantOf adds to all of them.
const lowest = 1e-11

// Constant is the step for a diagonal of equal weights, where methods start: the m smallest
// eigenvectors of B'B alone, whatever the weight. space has orthonormal rows and spans those of b
// (r×d, or nil). When m is at most d minus their number, any m vectors perpendicular to them will
// do: s is nil then, and NullNorms has what to expect of the row norms. The cost is O(rd·min(r,
// d)), and O(d³) when s is not nil. Values that differ by 1e-9 of the larger count as equal.
func Constant(b *mat.Dense, d, m int) (space *mat.Dense, s *Solution, err error) {
	r := 0
	if b != nil {
		if space = RowSpace(b); space != nil {
			r, _ = space.Dims()
		}
	}
	if m <= d-r {
		return space, nil, nil
	}
	b = Triangle(b)
	_, singular, v, err := dense.SVD(context.Background(), b, mat.SVDFullV)
	if err != nil {
		return nil, nil, err
	}
	squares := make([]float64, d) // ascending, over the largest, which may not be squared
	for i, v := range singular[:r] {
		squares[d-1-i] = (v / singular[0]) * (v / singular[0])
	}
	k := through(squares, m)
	rows := mat.NewDense(k, d, nil)
	for c := range k {
		rows.SetRow(c, mat.Col(nil, d-1-c, v))
	}
	s = &Solution{Converged: true}
	for c := range m { // ‖B'Bv - σ²v‖/‖B‖²
		x := mat.NewVecDense(d, rows.RawRowView(c))
		var image, back mat.VecDense
		image.MulVec(b, x)
		image.ScaleVec(1/singular[0], &image)
		back.MulVec(b.T(), &image)
		back.ScaleVec(1/singular[0], &back)
		back.AddScaledVec(&back, -squares[c], x)
		s.Residual = max(s.Residual, mat.Norm(&back, 2))
	}
	for c := range squares {
		squares[c] *= singular[0] * singular[0]
	}
	s.Converged = s.Residual <= Good
	s.fill(squares[:k], rows, m)
	return space, s, nil
}

// ConstantOf is Constant for C = B'B (d×d), d and m not Whole, where it has full rank beyond
// rounding: its least eigenvalue is more than 1e-11 of its largest diagonal entry. It returns nil
// where it has not. The cost is O(d³), for Cholesky factors of C with a shift.
func ConstantOf(ctx context.Context, c *mat.SymDense, m int) (*Solution, error) {
	d := c.SymmetricDim()
	var most float64
	for l := range d {
		most = max(most, c.At(l, l))
	}
	if !(most > 0) || math.IsInf(most, 1) {
		return nil, nil
	}
	q := make([]float64, d)
	for l := range q {
		q[l] = lowest * most
	}
	s, err := Smallest(ctx, Problem{C: c, Q: q}, m, nil)
	switch {
	case errors.Is(err, errNoConvergence):
		return nil, nil
	case err != nil:
		return nil, err
	case !s.Converged || !(s.Values[0] > 2*lowest*most):
		return nil, nil
	}
	for i := range s.Values {
		s.Values[i] -= lowest * most
	}
	s.Next -= lowest * most
	return s, nil
}
