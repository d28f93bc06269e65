package stationary

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// flatSteps bounds the Lanczos steps of Least.
const flatSteps = 30

// Least returns the least eigenvalue of the Hessian on the manifold relative to M, at most 1: the
// least ratio of the curvature of f to that of the majorizer. 0 is a flat direction, along which W
// is not determined, and less than 0 a saddle. It is exact for up to 30 tangent dimensions, and
// otherwise an upper bound by 30 Lanczos steps, each of a product with the Hessian and one with
// M⁻¹; 1 where W is the only one.
func Least(ctx context.Context, f Function, w *mat.Dense) (float64, error) {
	p := f.At(w)
	t := tangentAt(f, p, w)
	s, err := newSolve(f, p, t)
	if err != nil {
		return 0, err
	}
	rng := rand.New(rand.NewPCG(5, 6))
	m, d := w.Dims()
	r := mat.NewDense(m, d, nil)
	r.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, r)
	whole := dot(r, s.inverse(r).v)
	s.cut(r)
	var basis, images []*mat.Dense // z, and Mz
	var diagonal, beside []float64
	for range min(flatSteps, m*(d-m)) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for range 2 { // again for the rounding that is left
			for i, z := range basis {
				add(r, -dot(z, r), images[i])
			}
		}
		s.cut(r) // its remainder would grow from step to step
		z := s.tangent(r)
		square := dot(r, z.v)
		if !(square > 1e-12*whole) { // no dimension is left
			break
		}
		whole = 1
		size := math.Sqrt(square)
		r.Scale(1/size, r)
		z.scale(1 / size)
		if len(basis) > 0 {
			beside = append(beside, size)
		}
		basis, images = append(basis, z.v), append(images, r)
		r = s.hessian(z)
		diagonal = append(diagonal, dot(z.v, r))
	}
	k := len(diagonal)
	if k == 0 {
		return 1, nil
	}
	tri := mat.NewSymDense(k, nil)
	for i, v := range diagonal {
		tri.SetSym(i, i, v)
		if i+1 < k {
			tri.SetSym(i, i+1, beside[i])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(tri, false) {
		return math.NaN(), nil
	}
	return eigen.Values(nil)[0], nil
}
