package krylov

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// extendIn is extend in the inner product of M. Products with M are of all rows together: one pass
// through its values serves them.
func (s *space) extendIn(metric func(*mat.Dense) (*mat.Dense, error), block *mat.Dense) error {
	before := s.basis.count
	block = mat.DenseCopyOf(block)
	inside := s.less(block)
	floats.Add(inside, s.less(block)) // rounding of long rows
	for pass := range passes {
		images, err := metric(block)
		if err != nil {
			return err
		}
		again := false
		count, _ := block.Dims()
		for c := range count {
			if s.basis.count >= s.most {
				break
			}
			v, image := block.RawRowView(c), images.RawRowView(c)
			square := floats.Dot(v, image)
			if pass == 0 && !(square >= lost*lost*(square+inside[c])) {
				continue
			}
			norm := s.lessLast(v, image, before)
			if !(norm >= lost) {
				continue
			}
			again = again || norm <= kept
			s.basis.add(v)
			s.weighed.add(image)
		}
		if !again || s.basis.count == before {
			break
		}
		// Images have lost digits.
		block = mat.DenseCopyOf(s.basis.view(before, s.basis.count))
		s.basis.count, s.weighed.count = before, before
		s.less(block)
	}
	return nil
}

// less subtracts from rows their projections on the space in the inner product of M, and returns
// the squared lengths of these.
func (s *space) less(block *mat.Dense) (inside []float64) {
	count, _ := block.Dims()
	inside = make([]float64, count)
	if s.basis.count == 0 {
		return inside
	}
	parts := dense.Cross(block, s.weighed.view(0, s.basis.count))
	block.Sub(block, dense.Times(parts, s.basis.view(0, s.basis.count)))
	for c := range inside {
		inside[c] = floats.Dot(parts.RawRowView(c), parts.RawRowView(c))
	}
	return inside
}

// lessLast makes v, whose image is Mv, orthogonal to the vectors of the space from one on, and of
// unit length. It returns the part of the length that was left, NaN of none.
func (s *space) lessLast(v, image []float64, from int) float64 {
	norm := math.Sqrt(floats.Dot(v, image))
	floats.Scale(1/norm, v)
	floats.Scale(1/norm, image)
	if s.basis.count == from {
		return norm / norm
	}
	x := blas64.Vector{N: len(v), Inc: 1, Data: v}
	y := blas64.Vector{N: len(v), Inc: 1, Data: image}
	basis := s.basis.view(from, s.basis.count).RawMatrix()
	weighed := s.weighed.view(from, s.basis.count).RawMatrix()
	parts := blas64.Vector{N: basis.Rows, Inc: 1, Data: make([]float64, basis.Rows)}
	blas64.Gemv(blas.NoTrans, 1, weighed, x, 0, parts)
	blas64.Gemv(blas.Trans, -1, basis, parts, 1, x)
	blas64.Gemv(blas.Trans, -1, weighed, parts, 1, y)
	norm = math.Sqrt(floats.Dot(v, image))
	floats.Scale(1/norm, v)
	floats.Scale(1/norm, image)
	return norm
}
