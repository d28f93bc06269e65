package fsir

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// problem is a Sphere in terms of u = z - n0: maximize g'u + ½u'PAPu over ‖u‖ = γ.
type problem struct {
	a        Operator
	rows     [][]float64 // orthonormal, spanning those of B
	n0, g    []float64
	gamma    float64
	origin   float64 // f(n0)
	products int
	scale    float64   // largest eigenvalue, or difference of two eigenvalues, met so far
	spare    *subspace // reused by the searches for eigenvectors
}

// project projects v on the null space of B.
func (q *problem) project(v []float64) {
	for _, row := range q.rows {
		floats.AddScaled(v, -floats.Dot(row, v), row)
	}
}

// product sets dst to PAv.
func (q *problem) product(ctx context.Context, dst, v []float64) error {
	q.products++
	if err := q.a.Mul(ctx, dst, v); err != nil {
		return err
	}
	q.project(dst)
	return nil
}

// reduce checks the problem and writes it in terms of u.
func (p Sphere) reduce(ctx context.Context) (*problem, error) {
	d := p.A.Dim()
	if d == 0 || p.Linear != nil && len(p.Linear) != d {
		return nil, fmt.Errorf(
			"the vector Linear has length %d, and A has %d rows; give one linear term for each "+
				"row, and at least one row", len(p.Linear), d)
	}
	if !(p.Radius >= 0) || math.IsInf(p.Radius, 1) {
		return nil, fmt.Errorf("radius = %g; give a number of 0 or more", p.Radius)
	}
	for j, v := range p.Linear {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("linear term %d is %g; give finite numbers", j, v)
		}
	}
	q := &problem{a: p.A, n0: make([]float64, d), g: make([]float64, d)}
	if err := p.constrain(q); err != nil {
		return nil, err
	}
	rest := p.Radius*p.Radius - floats.Dot(q.n0, q.n0)
	if rest < -1e-12*p.Radius*p.Radius {
		return nil, fmt.Errorf(
			"no point is feasible: the constraints lie %g from the origin, beyond radius = %g",
			floats.Norm(q.n0, 2), p.Radius)
	}
	if rest > 1e-14*p.Radius*p.Radius {
		q.gamma = math.Sqrt(rest)
	}
	if len(q.rows) == d && q.gamma > 0 {
		return nil, fmt.Errorf(
			"no point is feasible: the constraints have one solution, at %g from the origin, "+
				"and radius = %g", floats.Norm(q.n0, 2), p.Radius)
	}
	if len(q.rows) > 0 {
		q.products++
		if err := p.A.Mul(ctx, q.g, q.n0); err != nil {
			return nil, err
		}
	}
	q.origin = floats.Dot(q.n0, q.g) / 2
	size := floats.Norm(q.g, 2)
	if p.Linear != nil {
		q.origin += floats.Dot(q.n0, p.Linear)
		size += floats.Norm(p.Linear, 2)
		floats.Add(q.g, p.Linear)
	}
	q.project(q.g)
	q.project(q.g)
	if floats.Norm(q.g, 2) <= noise*size {
		clear(q.g)
	}
	return q, nil
}

// constrain orthogonalizes the rows of B, by Gram and Schmidt, and finds n0.
func (p Sphere) constrain(q *problem) error {
	if p.B == nil {
		if len(p.C) > 0 {
			return errors.New("right-hand sides C without constraints B; give both")
		}
		return nil
	}
	m, d := p.B.Dims()
	if d != len(q.n0) || len(p.C) != m {
		return fmt.Errorf(
			"the constraints B are %d×%d and C has length %d, for %d unknowns; give one column "+
				"of B for each unknown and one number in C for each row", m, d, len(p.C), len(q.n0))
	}
	for i := range m {
		row, c := make([]float64, d), p.C[i]
		for j := range row {
			row[j] = p.B.At(i, j)
		}
		before := floats.Norm(row, 2)
		if math.IsNaN(before) || math.IsInf(before, 0) || math.IsNaN(c) || math.IsInf(c, 0) {
			return fmt.Errorf("row %d of B, or its entry in C, is not finite; give finite numbers",
				i)
		}
		for range 2 {
			for _, other := range q.rows {
				along := floats.Dot(row, other)
				floats.AddScaled(row, -along, other)
				c -= along * floats.Dot(q.n0, other)
			}
		}
		length := floats.Norm(row, 2)
		if !(length > 1e-10*before) {
			return fmt.Errorf("row %d of B depends on the rows before; leave it out", i)
		}
		floats.Scale(1/length, row)
		floats.AddScaled(q.n0, c/length, row)
		q.rows = append(q.rows, row)
	}
	return nil
}
