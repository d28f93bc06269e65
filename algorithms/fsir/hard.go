package fsir

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// above leads s from a saddle to the optimum, and returns an upper bound of the largest eigenvalue.
//
// An eigenvector along which the gradient has a part need not be accurate: it only leads away from
// the saddle. That λ is then above the bound proves that this was not the hard case. Otherwise an
// accurate one is computed.
func (q *problem) above(ctx context.Context, s *search, o *Optimum, flat bool, solver Solver,
	tick func(int), meter func(stage string, total int) func(int)) (float64, error) {
	for exact := flat; ; exact = true {
		largest, v, rough, err := q.largest(ctx, s.lambda, flat, exact, meter)
		if err != nil {
			return 0, err
		}
		switch {
		case v != nil:
			err = q.hard(ctx, s, o, v, flat, tick)
		case solver != Power:
			err = s.ascend(ctx, tick, nil, stop)
		default:
			tick(accuracySteps)
		}
		if err != nil {
			s.report(o)
			return 0, err
		}
		if !rough || s.lambda > largest+same*q.scale {
			return largest, nil
		}
		tick = func(int) {}
	}
}

// hard continues with the eigenvector v of the largest eigenvalue from a saddle, or from n0 if the
// gradient there is 0 (flat).
func (q *problem) hard(ctx context.Context, s *search, o *Optimum, v []float64, flat bool,
	tick func(int)) error {
	if !o.Hard {
		o.Hard, o.Saddle = true, s.origin
		if !flat {
			o.Saddle += s.value
		}
	}
	if err := s.with(ctx, v); err != nil {
		return err
	}
	theta := floats.Dot(v, s.hv)
	// If the part of g along v is rounding, it must not decide the sign.
	if along := math.Abs(floats.Dot(q.g, v)); along <= 1e-11*(floats.Norm(q.g, 2)+q.scale*q.gamma) {
		done, err := s.fill(ctx, theta)
		if done || err != nil {
			tick(accuracySteps)
			return err
		}
	}
	if err := s.refresh(ctx); err != nil {
		return err
	}
	s.measure()
	if err := s.step(ctx); err != nil { // leaves the saddle, where the residual is 0
		return err
	}
	return s.ascend(ctx, tick, nil, stop)
}

// fill solves (θ - H)x = g orthogonally to v by conjugate gradients from 0, along which ‖x‖ grows,
// and sets u = x + τv. f rises from one such u to the next. If ‖x‖ exceeds the radius, fill returns
// false and leaves u unchanged: there is an optimum with λ > θ.
func (s *search) fill(ctx context.Context, theta float64) (bool, error) {
	x, rest, p, hp := make([]float64, len(s.u)), s.r, s.x, s.hx
	away := func(w []float64) {
		s.project(w)
		floats.AddScaled(w, -floats.Dot(w, s.v), s.v)
	}
	copy(rest, s.g)
	away(rest)
	copy(p, rest)
	square := floats.Dot(rest, rest)
	best, since := math.Inf(1), 0
	for from := s.steps; s.steps-from < maxSteps; s.steps++ {
		tau2 := s.radius*s.radius - floats.Dot(x, x)
		if tau2 < 0 {
			return false, nil
		}
		// f = g'x + ½x'Hx + ½θτ², with Hx = θx - (g - rest)
		value := (floats.Dot(s.g, x)+floats.Dot(rest, x)+theta*s.radius*s.radius)/2 + s.origin
		if n := len(s.trace); n == 0 || value > s.trace[n-1] { // above the saddle
			s.trace = append(s.trace, value)
		}
		size := math.Sqrt(square) / (s.radius * max(s.scale, math.SmallestNonzeroFloat64))
		if size < best/2 {
			best, since = size, 0
		}
		if size <= stop || since >= patience || since >= impatience && best <= doubt {
			break
		}
		since++
		if err := s.product(ctx, hp, p); err != nil {
			return false, err
		}
		for j := range hp {
			hp[j] = theta*p[j] - hp[j]
		}
		away(hp)
		curvature := floats.Dot(p, hp)
		if !(curvature > 0) {
			break
		}
		alpha := square / curvature
		floats.AddScaled(x, alpha, p)
		floats.AddScaled(rest, -alpha, hp)
		away(rest)
		next := floats.Dot(rest, rest)
		floats.Scale(next/square, p)
		floats.Add(p, rest)
		square = next
	}
	floats.AddScaled(x, math.Sqrt(max(0, s.radius*s.radius-floats.Dot(x, x))), s.v)
	err := s.begin(ctx, x)
	s.measure()
	return true, err
}

// largest returns an upper bound of the largest eigenvalue of PAP. If that is not below level, or
// if wanted is true, it also returns an eigenvector. That is rough, with a residual of at most
// roughly, if the gradient clearly has a part along it and exact is false.
func (q *problem) largest(ctx context.Context, level float64, wanted, exact bool,
	meter func(stage string, total int) func(int)) (
	theta float64, v []float64, rough bool, err error) {
	rng := rand.New(rand.NewPCG(2016, 9))
	start := make([]float64, len(q.n0))
	for j := range start {
		start[j] = rng.NormFloat64()
	}
	tick := meter("largest eigenvalue, by accuracy", accuracySteps)
	above := func(s *search) bool { return wanted || s.lambda >= level-same*q.scale }
	slope := floats.Norm(q.g, 2)
	plain := func(s *search) bool {
		return !exact && s.residual <= roughly && s.lambda > level+same*q.scale &&
			math.Abs(floats.Dot(q.g, s.u)) > 100*roughly*slope
	}
	enough := func(s *search) bool {
		return s.steps >= 20 && (plain(s) || s.residual <= roughly && !above(s) &&
			s.lambda+s.residual*q.scale <= level)
	}
	s, err := q.eigenvector(ctx, start, tick, enough, true)
	if err != nil {
		return 0, nil, false, err
	}
	theta = s.lambda + s.residual*q.scale
	if !above(s) {
		return theta, nil, false, nil
	}
	if plain(s) {
		return theta, s.u, true, nil
	}
	// The first coordinate with a projection on the eigenvectors, which no basis changes.
	first, most := 0, floats.Norm(s.u, math.Inf(1))
	for math.Abs(s.u[first]) <= 1e-6*most {
		first++
	}
	for j := range start { // the first start's part in the eigenspace is in s.u
		start[j] = rng.NormFloat64()
	}
	alone, err := q.unique(ctx, s, start)
	if err != nil {
		return 0, nil, false, err
	}
	if !alone {
		clear(start)
		start[first] = 1
		canonical, err := q.eigenvector(ctx, start, func(int) {}, nil, false)
		if err != nil {
			return 0, nil, false, err
		}
		theta = max(theta, canonical.lambda)
		if canonical.lambda >= s.lambda-1e-10*q.scale {
			s = canonical
		}
	}
	if s.u[first] < 0 {
		floats.Scale(-1, s.u)
	}
	return theta, s.u, false, nil
}

// unique reports whether the eigenvalue of the eigenvector s.u is simple.
func (q *problem) unique(ctx context.Context, s *search, start []float64) (bool, error) {
	if len(q.rows)+1 == len(start) {
		return true, nil
	}
	rest := *q
	rest.rows = append(slices.Clip(slices.Clone(q.rows)), s.u)
	below := func(o *search) bool { return o.lambda+o.residual*o.scale < s.lambda-10*same*o.scale }
	o, err := rest.eigenvector(ctx, start, func(int) {}, func(o *search) bool {
		return o.steps >= 20 && o.residual <= 1e-7 && below(o) ||
			o.lambda >= s.lambda-same*o.scale
	}, true)
	q.products, q.scale = rest.products, max(q.scale, rest.scale)
	return err == nil && below(o), err
}

func (q *problem) eigenvector(ctx context.Context, start []float64, tick func(int),
	enough func(*search) bool, near bool) (*search, error) {
	if q.spare == nil {
		q.spare = newSubspace(len(q.n0))
	}
	s := q.newSearch(make([]float64, len(q.n0)), 1, q.spare)
	if near { // a preconditioner leaves the Krylov space of start
		s.near, _ = q.a.(Preconditioned)
	}
	if err := s.begin(ctx, start); err != nil {
		return nil, err
	}
	return s, s.ascend(ctx, tick, enough, stop)
}
