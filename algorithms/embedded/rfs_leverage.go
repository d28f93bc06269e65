package embedded

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

const (
	// rfsRows is the number of rows whose leverages are computed at a time.
	rfsRows = 64
	// rfsPerDigit is the number of products for a digit of a step above which the next one has
	// leverages of its own.
	rfsPerDigit = 4
	// rfsLeast is the least leverage.
	rfsLeast = 1e-14
)

// leverages returns the diagonal of Q, see newton. The cost is O(na² + a³).
//
//	1 - Q_ii = a_i'M⁻¹a_i/z_i,   1 - Q_jj = (M⁻¹)_jj/z_j
//
// for samples i that are not tiny and features j, with M⁻¹ - M⁻¹a_Z S⁻¹a_Z'M⁻¹ for M⁻¹ where there
// are tiny ones, whose Q_ii = z_i(S⁻¹)_ii.
func (f *border) leverages() []float64 {
	_, size := f.turned.Dims()
	out := make([]float64, f.n+size)
	parallel.Whole(0, f.n, rfsRows, func(lo, hi int) {
		rows := f.turned.Slice(lo, hi, 0, size).(*mat.Dense)
		half := mat.DenseCopyOf(rows)
		dense.DivideRows(f.upper, half)
		part := f.tinyPart(func() *mat.Dense { return dense.Cross(rows, f.solved) })
		for i := range hi - lo {
			out[lo+i] = 1 - squareLess(half.RawRowView(i), part, i)/f.z[lo+i]
		}
	})
	parallel.Whole(0, size, rfsRows, func(lo, hi int) {
		rest := f.upper // rows of U⁻¹ are 0 up to the diagonal
		rest.N, rest.Data = size-lo, rest.Data[lo*rest.Stride+lo:]
		half := mat.NewDense(hi-lo, size-lo, nil)
		for j := range hi - lo {
			half.Set(j, j, 1)
		}
		dense.DivideRows(rest, half)
		part := f.tinyPart(func() *mat.Dense {
			return mat.DenseCopyOf(f.solved.Slice(0, len(f.tiny), lo, hi).T())
		})
		for j := range hi - lo {
			k := f.n + lo + j
			out[k] = 1 - squareLess(half.RawRowView(j), part, j)/f.z[k]
		}
	})
	if f.tiny != nil {
		one := mat.NewDense(len(f.tiny), len(f.tiny), nil)
		for k := range f.tiny {
			one.Set(k, k, 1)
		}
		dense.DivideRows(f.small, one)
		for k, i := range f.tiny {
			v := one.RawRowView(k)
			out[i] = f.z[i] * floats.Dot(v, v)
		}
	}
	for k, v := range out {
		out[k] = min(1, max(rfsLeast, v))
	}
	return out
}

// tinyPart returns the rows that across makes, times the inverse of the triangle of S, or nil.
func (f *border) tinyPart(across func() *mat.Dense) *mat.Dense {
	if f.tiny == nil {
		return nil
	}
	rows := across()
	dense.DivideRows(f.small, rows)
	return rows
}

// squareLess returns v'v less the square of row i of part, unless that is nil.
func squareLess(v []float64, part *mat.Dense, i int) float64 {
	sum := floats.Dot(v, v)
	if part != nil {
		less := part.RawRowView(i)
		sum -= floats.Dot(less, less)
	}
	return sum
}

// restsOf returns z_k(1 - Q_kk)/Q_kk: they depend on the z of others, and not on z_k.
func (x *point) restsOf() []float64 {
	out := x.border.leverages()
	for k, q := range out {
		out[k] = x.z[k] * (1 - q) / q
	}
	return out
}

// diagonal returns about the diagonal of M, see newton, from the rests of this z or an earlier one.
func (x *point) diagonal(theta []float64) []float64 {
	out := make([]float64, len(x.z))
	for k, z := range x.z {
		out[k] = x.norm[k]*x.norm[k]*z/(z+x.rests[k]) + theta[k]*theta[k] + rfsRidge
	}
	return out
}
