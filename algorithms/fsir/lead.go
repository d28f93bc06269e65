package fsir

import (
	"context"

	"gonum.org/v1/gonum/floats"
)

// leadRounds is the number of vectors by which a slow search finds the top eigenvector.
const leadRounds = 2

// lead adds vectors that lead to the top eigenvectors to the subspace, once in a slow search. The
// gradient may have almost nothing of them: the search would then end at a saddle.
func (s *search) lead(ctx context.Context, to accurate) error {
	if s.led {
		return nil
	}
	from, err := to.Lead(ctx)
	if err != nil || from < 0 {
		return err
	}
	s.led = true
	b := s.space
	if s.warm != nil {
		for k := range min(subspaceTops, s.warm.n) {
			s.warm.top(s.x, s.hx, k)
			if b.n < b.most-1 && b.orthonormal(s.x, s.hx, s.project) {
				b.add(s.x, s.hx)
			}
		}
		b.best(s.u, s.hu, s.g, s.radius)
	} else if err := s.invert(ctx, to, from); err != nil {
		return err
	}
	if b.n == b.most {
		b.compress()
		b.best(s.u, s.hu, s.g, s.radius)
	}
	s.fresh = false
	s.measure()
	return nil
}

// invert adds a step of inverse iteration from the coordinate from, in which eigenvectors of large
// eigenvalues are concentrated, and one from the best approximation that results.
func (s *search) invert(ctx context.Context, to accurate, from int) error {
	b, v := s.space, make([]float64, len(s.u))
	for round := range leadRounds {
		shift, c := s.lambda, s.rows
		if round == 0 {
			clear(s.x)
			s.x[from] = 1
		} else {
			shift = b.values[b.n-1]
			b.top(v, s.x, 0)
			floats.AddScaled(s.x, -shift, v)
			c = append([][]float64{v}, s.rows...)
		}
		s.project(s.x)
		products, err := to.Newton(ctx, shift, s.x, c, firstPart)
		s.products += products
		s.inner += products
		if err != nil || products == 0 {
			return err
		}
		if b.n == b.most {
			b.compress()
		}
		if !b.orthonormal(s.x, nil, s.project) {
			return nil
		}
		if err := s.product(ctx, s.hx, s.x); err != nil {
			return err
		}
		b.add(s.x, s.hx)
		b.best(s.u, s.hu, s.g, s.radius)
	}
	return nil
}
