package fsir

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// border is Newton's equation on the sphere and the constraints, with M for λ - A:
//
//	Mx = r + αu + Σ β_i b_i, x orthogonal to u and to the rows b_i of B
//
// α is needed near the hard case: M is almost singular along u, and without α, x would be almost
// parallel to u.
type border struct {
	near  [][]float64 // M⁻¹u, M⁻¹b_1, …
	small []float64   // products of u, b_1, … with near
	right []float64
}

// solve replaces s.r by x.
func (b *border) solve(ctx context.Context, s *search) error {
	m := 1 + len(s.rows)
	if b.near == nil {
		for range m {
			b.near = append(b.near, make([]float64, len(s.u)))
		}
		b.small, b.right = make([]float64, m*m), make([]float64, m)
	}
	of := func(i int) []float64 {
		if i == 0 {
			return s.u
		}
		return s.rows[i-1]
	}
	if err := s.near.Solve(ctx, s.lambda, s.r); err != nil {
		return err
	}
	for i, x := range b.near {
		copy(x, of(i))
		if i == 0 {
			floats.Scale(1/s.radius, x)
		}
		if err := s.near.Solve(ctx, s.lambda, x); err != nil {
			return err
		}
	}
	for i := range m {
		scale := 1.0
		if i == 0 {
			scale = 1 / s.radius
		}
		for j, x := range b.near[:i+1] {
			b.small[i*m+j] = scale * floats.Dot(of(i), x)
		}
		b.right[i] = scale * floats.Dot(of(i), s.r)
	}
	factor, ok := lapack64.Potrf(blas64.Symmetric{N: m, Stride: m, Data: b.small, Uplo: blas.Lower})
	if !ok {
		return nil
	}
	lapack64.Potrs(factor, blas64.General{Rows: m, Cols: 1, Stride: 1, Data: b.right})
	for i, x := range b.near {
		floats.AddScaled(s.r, -b.right[i], x)
	}
	return nil
}
