package fsir

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	maxSteps      = 5000
	refreshSteps  = 20
	patience      = 300 // steps without half the residual that end a search,
	impatience    = 8   // and when it is below 1e-10
	accuracySteps = 13  // progress is counted in digits
)

// search climbs g'u + ½u'Hu over ‖u‖ = radius, H = PAP; with g = 0 it finds the largest
// eigenvalue. Of every vector of its span it keeps H times that, so that a step costs one
// product, that of the gradient.
type search struct {
	*problem
	g                []float64
	radius           float64
	u, hu            []float64      // iterate
	r, hr            []float64      // gradient less λu, and the direction made of it
	x, hx            []float64      // room
	v, hv            []float64      // eigenvector in the span; nil for none
	near             Preconditioned // nil for none
	border           border
	span             *span
	begun            bool
	fresh            bool // hu is a product, not a sum of others
	lambda, residual float64
	value            float64
	steps            int
	trace            []float64
}

func (q *problem) newSearch(g []float64, radius float64, span *span) *search {
	room := make([]float64, 6*len(g))
	next := func() (v []float64) {
		v, room = room[:len(g):len(g)], room[len(g):]
		return v
	}
	return &search{
		problem: q, g: g, radius: radius, span: span,
		u: next(), hu: next(), r: next(), hr: next(), x: next(), hx: next(),
	}
}

// begin goes to the point of the sphere in direction u, which Algorithm 1 does from n0
// with the gradient there.
func (s *search) begin(ctx context.Context, u []float64) error {
	copy(s.u, u)
	s.begun = true
	s.span.n = 0
	return s.refresh(ctx)
}

// refresh projects u and recomputes hu, since steps accumulate rounding errors.
func (s *search) refresh(ctx context.Context) error {
	s.project(s.u)
	s.project(s.u)
	floats.Scale(s.radius/floats.Norm(s.u, 2), s.u)
	s.fresh = true
	return s.product(ctx, s.hu, s.u)
}

// with takes an eigenvector into the span.
func (s *search) with(ctx context.Context, v []float64) error {
	s.v, s.hv = v, make([]float64, len(v))
	s.span.n = 0 // what it has of v is not as near
	return s.product(ctx, s.hv, s.v)
}

// measure finds λ, the gradient's rest and the value at u.
func (s *search) measure() {
	uhu, ug := floats.Dot(s.u, s.hu), floats.Dot(s.u, s.g)
	s.value = ug + uhu/2
	s.lambda = (ug + uhu) / (s.radius * s.radius)
	for j, x := range s.hu {
		s.r[j] = x + s.g[j] - s.lambda*s.u[j]
	}
	s.project(s.r)
	s.scale = max(s.scale, math.Abs(s.lambda))
	s.residual = 0
	if norm := floats.Norm(s.r, 2); norm > 0 {
		s.residual = norm / (s.radius * s.scale)
	}
}

// climb steps until the residual is limit or less, has not become half in many steps,
// or enough says so.
func (s *search) climb(ctx context.Context, tick func(int), enough func(*search) bool,
	limit float64) error {
	best, since, told, from := math.Inf(1), 0, 0, s.steps
	for first := true; ; first = false {
		s.measure()
		if !first || s.v != nil || len(s.trace) == 0 {
			s.trace = append(s.trace, s.origin+s.value)
		}
		if s.residual < best/2 {
			best, since = s.residual, 0
		}
		if digits := min(accuracySteps, int(-math.Log10(max(best, limit)))); digits > told {
			tick(digits - told)
			told = digits
		}
		tired := since >= patience || since >= impatience && best <= 1e-10 ||
			s.steps-from >= maxSteps
		done := tired || s.residual <= limit || enough != nil && enough(s)
		if !s.fresh && (done || s.steps%refreshSteps == 0) {
			if err := s.refresh(ctx); err != nil {
				return err
			}
			s.measure()
			done = tired || s.residual <= 3*limit || enough != nil && enough(s)
		}
		if done {
			break
		}
		since++
		if err := s.step(ctx); err != nil {
			return err
		}
	}
	tick(accuracySteps - told)
	return nil
}

// step goes to the best point of the sphere in the span, after the direction of the gradient
// is taken into it.
func (s *search) step(ctx context.Context) error {
	if s.fresh {
		floats.ScaleTo(s.x, 1/s.radius, s.u)
		floats.ScaleTo(s.hx, 1/s.radius, s.hu)
		s.span.renew(s.x, s.hx)
		if s.v != nil {
			copy(s.x, s.v)
			copy(s.hx, s.hv)
			if s.span.n < s.span.most && s.span.orthonormal(s.x, s.hx, s.project) {
				s.span.add(s.x, s.hx)
			}
		}
	} else if s.span.n == s.span.most {
		s.span.compress()
	}
	if s.near != nil {
		if err := s.border.solve(ctx, s); err != nil {
			return err
		}
	}
	if s.span.n < min(s.span.most, len(s.u)-len(s.rows)) &&
		s.span.orthonormal(s.r, nil, s.project) {
		if err := s.product(ctx, s.hr, s.r); err != nil {
			return err
		}
		s.span.add(s.r, s.hr)
	}
	s.span.best(s.u, s.hu, s.g, s.radius)
	for _, theta := range s.span.values[:s.span.n] {
		s.scale = max(s.scale, math.Abs(theta), s.lambda-theta)
	}
	s.fresh = false
	s.steps++
	return nil
}
