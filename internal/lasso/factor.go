package lasso

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// factor is the Cholesky factor L of a Gram matrix G = LL' of unit columns, which can
// grow by a column and lose any, in O(k²).
type factor struct {
	rows [][]float64 // row i has i+1 numbers
}

// project solves Lv = g; the squared distance of a unit column with products g from
// the span of the others is rest = 1 - ‖v‖².
func (f *factor) project(g []float64) (v []float64, rest float64) {
	v = slices.Clone(g)
	for i, row := range f.rows {
		v[i] = (v[i] - floats.Dot(row[:i], v[:i])) / row[i]
	}
	return v, 1 - floats.Dot(v, v)
}

// add extends G by a column, which must be outside the span, with what project has found for it.
func (f *factor) add(v []float64, rest float64) {
	f.rows = append(f.rows, append(v, math.Sqrt(rest)))
}

// solve sets b to G⁻¹b.
func (f *factor) solve(b []float64) {
	f.forward(b)
	f.back(b)
}

// forward sets b to the solution of Lx = b.
func (f *factor) forward(b []float64) {
	for i, row := range f.rows {
		b[i] = (b[i] - floats.Dot(row[:i], b[:i])) / row[i]
	}
}

// back sets b to the solution of L'x = b.
func (f *factor) back(b []float64) {
	for i := len(f.rows) - 1; i >= 0; i-- {
		b[i] /= f.rows[i][i]
		floats.AddScaled(b[:i], -b[i], f.rows[i][:i])
	}
}

// remove removes column k from G. The rows below it are then one number too long, which rotations
// of neighboring columns repair.
func (f *factor) remove(k int) {
	f.rows = slices.Delete(f.rows, k, k+1)
	for i := k; i < len(f.rows); i++ {
		p, q := f.rows[i][i], f.rows[i][i+1]
		r := math.Hypot(p, q)
		c, s := p/r, q/r
		for _, row := range f.rows[i:] {
			row[i], row[i+1] = c*row[i]+s*row[i+1], c*row[i+1]-s*row[i]
		}
		f.rows[i] = f.rows[i][:i+1]
	}
}
