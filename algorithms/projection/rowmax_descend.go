package projection

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/optimize"
)

const (
	// rowMaxSteps bounds the steps from a start.
	rowMaxSteps = 1000
	// blindSteps bounds the steps on which rounding hides the fall of the objective, so that only
	// the conditions of a stationary point tell better from worse.
	blindSteps = 20
	// rounding is the fall of the objective, relative, that its rounding hides.
	rounding = 1e-13
	// wholeSteps bounds the steps that are tried without a search.
	wholeSteps = 3
	// mostUnknowns is the number of entries of W from which fewer searches are made.
	mostUnknowns = 3000
	// mostWork bounds the work of the softened problems from a start, and newtonWork that up to the
	// end of a search on faces that follows. A search on faces from the start itself may double it,
	// and take up to fewWork where the unknowns are few and the first search has no certificate.
	mostWork, newtonWork, fewWork = 2e9, 1e10, 6e10
)

// descent minimizes f(W) + λ Σ_j max_k |w_jk| over W'AW = I.
type descent struct {
	f      smooth
	lambda float64
	steps  int
	soft   int     // steps on softened problems
	length float64 // of the first proximal step; 0 means a tenth of W along the gradient
	limit  float64 // of the work
	trace  []float64
	// frees says that after a Newton step that ends on a smaller face the next step is a proximal
	// one, which frees the rows and entries that should not have joined it.
	frees bool
	// shift makes the objective positive.
	shift float64
	tick  func(int)
}

func (s *descent) value(f smooth, w *mat.Dense) float64 {
	return s.shift + f.value(w) + s.lambda*rowMax(w)
}

// search descends from w: by softened problems, and on faces where these were solved. With several
// axes a search on faces from w itself then follows, with as much work, or with more where all
// unknowns are few and the first search has no certificate; the better of both is kept.
func (s *descent) search(ctx context.Context, w *mat.Dense) (*proximal, error) {
	d, m := w.Dims()
	if m == 1 {
		s.limit *= newtonWork / mostWork
		return s.on(ctx, s.f, w)
	}
	plain := *s
	soft, solved, err := s.soften(ctx, w)
	if err != nil {
		return nil, err
	}
	if !solved {
		return s.proximal(s.f, soft, 0, mat.NewDense(m, m, nil)), nil
	}
	s.limit *= newtonWork / mostWork
	last, err := s.on(ctx, s.f, soft)
	if err != nil {
		return nil, err
	}
	if last.residual() > learnedTolerance && d*m <= mostUnknowns {
		plain.limit *= fewWork / mostWork
	} else {
		plain.limit = 2 * s.f.work()
	}
	other, err := plain.on(ctx, s.f, w)
	if err != nil {
		return nil, err
	}
	if s.better(other, last) {
		*s = plain
		return other, nil
	}
	return last, nil
}

// better reports whether a is certified and b is not, or has the lower objective where both are or
// neither is.
func (s *descent) better(a, b *proximal) bool {
	certified := a.residual() <= learnedTolerance
	if certified != (b.residual() <= learnedTolerance) {
		return certified
	}
	least := s.value(s.f, b.w)
	return s.value(s.f, a.w) < least-1e-9*math.Abs(least)
}

// on descends from w on the features of f, and returns the last proximal step, which is V = 0 at a
// stationary point. A proximal step frees rows and entries that a better W needs, and Newton steps
// on its face do the rest.
func (s *descent) on(ctx context.Context, f smooth, w *mat.Dense) (*proximal, error) {
	_, m := w.Dims()
	multiplier := mat.NewDense(m, m, nil)
	now := s.value(f, w)
	t := s.length
	if t == 0 {
		t = 0.1 * mat.Norm(w, 2) / (mat.Norm(f.gradient(w), 2) + s.lambda)
	}
	var best *proximal // once rounding hides the fall of the objective
	for blind, stalls := 0, 0; ; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := s.proximal(f, w, t, multiplier)
		multiplier = p.multiplier
		if blind > 1 && p.residual() > best.residual()/2 {
			stalls++
		}
		if blind == 0 || p.residual() < best.residual() {
			best = p
		}
		if p.residual() <= learnedRest || s.exhausted() || blind > blindSteps ||
			stalls > 2 {
			return best, nil
		}
		residual := p.residual()
		next, v := s.free(f, p, now)
		if next == nil {
			blind, t = blind+1, 0
			next, v = s.land(f, s.proximal(f, w, 0, multiplier).moved), now
			if next == nil || s.value(f, next) > now+1e-12*math.Abs(now) {
				next = w
			}
		} else {
			t = 2 * p.t
			s.record(v)
		}
		w, now = next, v
		at, v, err := s.newtonSteps(ctx, f, w, now, residual/100)
		if err != nil {
			return nil, err
		}
		if at != nil {
			w, now = at, v
		}
	}
}

// exhausted reports whether a limit is reached.
func (s *descent) exhausted() bool { return s.steps >= rowMaxSteps || s.f.work() >= s.limit }

func (s *descent) record(value float64) {
	s.steps++
	s.tick(1)
	s.trace = append(s.trace, value)
}

// recordSoft is record for a step on a softened problem.
func (s *descent) recordSoft(value float64) {
	s.soft++
	s.tick(1)
	s.trace = append(s.trace, value)
}

// proximal is the step of length t from w, or of a shorter one for which multipliers are found;
// t = 0 means the shortest, that of the certificate.
func (s *descent) proximal(f smooth, w *mat.Dense, t float64, multiplier *mat.Dense) *proximal {
	p := &proximal{w: w, g: f.gradient(w), b: f.metric(w), lambda: s.lambda, count: f.count}
	p.t = max(t, 1e-4*mat.Norm(w, 2)/(mat.Norm(p.g, 2)+s.lambda))
	for tries := 0; !p.solve(multiplier) && tries < 30; tries++ {
		p.t /= 4
	}
	return p
}

// free shortens a proximal step until the objective falls; nil if it does not.
func (s *descent) free(f smooth, p *proximal, now float64) (*mat.Dense, float64) {
	for range 40 {
		var v mat.Dense
		v.Sub(p.moved, p.w)
		fall := optimize.Dot(&v, &v) / (2 * p.t)
		if fall < 1e-15*math.Abs(now) {
			break
		}
		if next := s.land(f, p.moved); next != nil {
			if value := s.value(f, next); value < now-1e-4*fall {
				return next, value
			}
		}
		p.t /= 4
		p.solve(p.multiplier)
	}
	return nil, 0
}

// land restores the constraint with the zeros and the largest entries of w if it can.
func (s *descent) land(f smooth, w *mat.Dense) *mat.Dense {
	rows, part, small := restricted(f, w)
	out := restore(part, small)
	if out == nil {
		return polar(f, w)
	}
	return spread(out, rows, w)
}

// restricted is the problem of the rows of w that are not 0.
func restricted(f smooth, w *mat.Dense) ([]int, smooth, *mat.Dense) {
	d, _ := w.Dims()
	var rows []int
	for j := range d {
		if floats.Norm(w.RawRowView(j), math.Inf(1)) > 0 {
			rows = append(rows, j)
		}
	}
	if len(rows) == d {
		return rows, f, w
	}
	return rows, f.part(rows), rowsOf(w, rows)
}

// spread puts rows at their places in a matrix of the shape of w.
func spread(small *mat.Dense, rows []int, w *mat.Dense) *mat.Dense {
	out := mat.NewDense(w.RawMatrix().Rows, w.RawMatrix().Cols, nil)
	for r, j := range rows {
		out.SetRow(j, small.RawRowView(r))
	}
	return out
}

// newtonSteps takes Newton steps on the face of w, and on faces at its border, until the force on
// it is small; nil without any step.
func (s *descent) newtonSteps(ctx context.Context, f smooth, w *mat.Dense, now, rest float64) (
	*mat.Dense,
	float64, error) {
	rows, part, at := restricted(f, w)
	t := s.tangent(part, at)
	moved := false
	rest = max(rest, learnedRest/100)
	for cut := false; !(cut && s.frees) && t.rest() > rest && !s.exhausted(); {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		v := t.direction(min(.1, math.Sqrt(t.rest())))
		next, value := s.ahead(t, v, now)
		if next == nil {
			next, value = s.along(t, v, now)
		}
		if next == nil {
			break
		}
		at, now, moved = next, min(now, value), true
		s.record(now)
		before := t.face.unknowns()
		t = s.tangent(part, at)
		cut = t.face.unknowns() < before
	}
	if !moved {
		return nil, 0, nil
	}
	return spread(at, rows, w), now, nil
}

// ahead takes some whole steps, of which the first may raise the objective: many entries that
// arrive at the border of their face at once need another step there. It returns the first W of a
// lower objective; nil without one.
func (s *descent) ahead(t *tangent, v []float64, now float64) (*mat.Dense, float64) {
	d, _ := t.w.Dims()
	slope := floats.Dot(t.force, v)
	if -slope < rounding*math.Abs(now) {
		return nil, 0
	}
	for range wholeSteps {
		u := t.face.along(t.w)
		floats.Add(u, v)
		w := restore(t.s, t.face.nearest(u, d))
		if w == nil {
			return nil, 0
		}
		if value := s.value(t.s, w); value < now+1e-4*slope {
			return w, value
		}
		t = s.tangent(t.s, w)
		v = t.direction(.1)
	}
	return nil, 0
}

// along shortens a step in a direction until the objective falls, or, where rounding hides that,
// the force; nil if neither does.
func (s *descent) along(t *tangent, v []float64, now float64) (*mat.Dense, float64) {
	d, _ := t.w.Dims()
	slope := floats.Dot(t.force, v)
	if !(slope < 0) {
		return nil, 0
	}
	u := t.face.along(t.w)
	at := func(step float64) (*mat.Dense, float64) {
		to := make([]float64, len(u))
		floats.AddScaledTo(to, u, step, v)
		w := restore(t.s, t.face.nearest(to, d))
		if w == nil {
			return nil, math.Inf(1)
		}
		return w, s.value(t.s, w)
	}
	if -slope < rounding*math.Abs(now) {
		w, value := at(1)
		if value <= now+1e-12*math.Abs(now) {
			if s.tangent(t.s, w).rest() < t.rest()/2 {
				return w, value
			}
		}
		return nil, 0
	}
	for step := 1.; step > 1e-9 && -step*slope > 1e-3*rounding*math.Abs(now); step /= 2 {
		w, value := at(step)
		if value < now+1e-4*step*slope {
			for longer := 2 * step; step == 1 && longer < 1e6; longer *= 2 {
				next, less := at(longer)
				if !(less < value+1e-4*longer*slope) {
					break
				}
				w, value = next, less
			}
			return w, value
		}
	}
	for step := 1e-12; step < 1e-5; step *= 10 {
		w, value := at(step)
		if value <= now+1e-12*math.Abs(now) && faceOf(w).unknowns() < len(u) {
			return w, value
		}
	}
	return nil, 0
}

// pull is ‖(∇f - 2AWΛ)_j‖₁/λ for each row: at most 1 where a row is 0, and 1, but for rounding,
// elsewhere.
func (p *proximal) pull() []float64 {
	d, _ := p.w.Dims()
	var out mat.Dense
	out.Mul(p.b, p.multiplier)
	out.Scale(-2, &out)
	out.Add(&out, p.g)
	pull := make([]float64, d)
	for j := range d {
		if pull[j] = 1; p.largest[j] == 0 {
			pull[j] = floats.Norm(out.RawRowView(j), 1) / p.lambda
		}
	}
	return pull
}

// rowsOf are some rows of w.
func rowsOf(w *mat.Dense, rows []int) *mat.Dense {
	_, m := w.Dims()
	out := mat.NewDense(len(rows), m, nil)
	for r, j := range rows {
		out.SetRow(r, w.RawRowView(j))
	}
	return out
}
