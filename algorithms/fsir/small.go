package fsir

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// small is the problem in a few dimensions:
//
//	maximize ½t'Ht + g't over ‖t‖ = radius
//
// solved by the eigenvectors of H and the secular equation. After newSmall it allocates nothing.
type small struct {
	h       blas64.General
	g       []float64
	values  []float64      // eigenvalues of H, ascending
	vectors blas64.General // eigenvectors, one a column
	t       []float64      // the answer

	c, gap, x, work []float64
}

// newSmall allocates memory for most dimensions.
func newSmall(most int) small {
	square := func() blas64.General {
		return blas64.General{Rows: most, Cols: most, Stride: most,
			Data: make([]float64, most*most)}
	}
	line := func() []float64 { return make([]float64, most) }
	return small{
		h: square(), vectors: square(), g: line(), values: line(), t: line(),
		c: line(), gap: line(), x: line(), work: make([]float64, 64*most),
	}
}

// solve sets t to the global maximum in n dimensions. There (λI - H)t = g with λ at least the
// largest eigenvalue θ. In the hard case g is orthogonal to the eigenvectors of θ, and the solution
// for λ = θ is shorter than the radius; the eigenvector is then added, with t_0 > 0 if possible.
func (s *small) solve(n int, radius float64) {
	for i := range n {
		copy(s.vectors.Data[i*s.h.Stride:i*s.h.Stride+n], s.h.Data[i*s.h.Stride:])
	}
	lapack64.Syev(lapack.EVCompute, blas64.Symmetric{N: n, Stride: s.h.Stride, Data: s.vectors.Data,
		Uplo: blas.Lower}, s.values[:n], s.work, len(s.work))
	// In the eigenvectors' coordinates, with δ = λ - θ: x_i = c_i/(δ + gap_i).
	var norm, lo float64
	for i := range n {
		s.c[i] = 0
		for k := range n {
			s.c[i] += s.vectors.Data[k*s.h.Stride+i] * s.g[k]
		}
		s.x[i] = 0
		s.gap[i] = s.values[n-1] - s.values[i]
		norm += s.c[i] * s.c[i]
		lo = max(lo, math.Abs(s.c[i])/radius-s.gap[i])
	}
	delta, hi := lo, math.Sqrt(norm)/radius
	length, slope := s.size(n, delta)
	if delta == 0 && length < radius { // the hard case
		s.x[n-1] += math.Copysign(math.Sqrt(max(0, radius*radius-length*length)),
			s.vectors.Data[n-1])
	}
	// Newton's method on 1/‖x‖, which is nearly linear in δ, between lo and hi.
	for range 100 {
		if !(length > radius*(1+1e-15)) {
			break
		}
		lo = delta
		next := delta + (length/radius-1)*length*length/slope
		if !(next > lo && next <= hi) {
			next = lo + (hi-lo)/2
		}
		if next == delta {
			break
		}
		delta = next
		length, slope = s.size(n, delta)
	}
	for k := range n {
		s.t[k] = floats.Dot(s.vectors.Data[k*s.h.Stride:k*s.h.Stride+n], s.x[:n])
	}
	floats.Scale(radius/floats.Norm(s.t[:n], 2), s.t[:n])
}

// size sets x for δ and returns its length and Σ x_i²/(δ + gap_i).
func (s *small) size(n int, delta float64) (length, slope float64) {
	for i := range n {
		if s.c[i] != 0 {
			s.x[i] = s.c[i] / (delta + s.gap[i])
			length += s.x[i] * s.x[i]
			slope += s.x[i] * s.x[i] / (delta + s.gap[i])
		}
	}
	return math.Sqrt(length), slope
}
