package projection

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// rowMaxSteps bounds the steps from a start.
	rowMaxSteps = 1000
	// restsFor is the number of steps with the same face after which Newton's method is tried.
	restsFor = 5
	// manyFeatures is the number of features that are searched at a time.
	manyFeatures = 200
)

// descent minimizes f(W) + λ Σ_j max_k |w_jk| over W'AW = I.
type descent struct {
	f      smooth
	lambda float64
	steps  int
	trace  []float64
	// shift makes the objective positive.
	shift float64
	tick  func(int)
}

func (s *descent) value(f smooth, w *mat.Dense) float64 {
	return s.shift + f.value(w) + s.lambda*rowMax(w)
}

// on descends from w on the features of f, and returns the last proximal step, which is V = 0 at a
// stationary point.
func (s *descent) on(ctx context.Context, f smooth, w *mat.Dense) (*proximal, error) {
	_, m := w.Dims()
	multiplier := mat.NewDense(m, m, nil)
	now := s.value(f, w)
	t, same, patience := 0., 0, restsFor
	var last *face
	var before, p *proximal
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g, b := f.gradient(w), f.metric(w)
		p = &proximal{w: w, g: g, b: b, lambda: s.lambda}
		if p.t = t; t == 0 {
			p.t = mat.Norm(w, 2) / (mat.Norm(g, 2) + s.lambda) / 10
		} else if before != nil {
			p.t = stepLength(p, before, multiplier)
		}
		for tries := 0; !p.solve(multiplier) && tries < 30; tries++ {
			p.t /= 4
		}
		t, multiplier = p.t, p.multiplier
		if p.residual() <= learnedRest || s.steps >= rowMaxSteps {
			return p, nil
		}
		s.steps++
		s.tick(1)
		here := newFace(p)
		if same++; last == nil || !slices.EqualFunc(here.cells, last.cells, slices.Equal) {
			same = 0
		}
		last = here
		if same >= patience {
			same, patience = 0, 2*patience
			if next := polish(f, p); next != nil {
				if v := s.value(f, next); v <= now+1e-12*math.Abs(now) {
					q := &proximal{w: next, g: f.gradient(next), b: f.metric(next), t: t,
						lambda: s.lambda}
					if q.solve(multiplier) && q.residual() < p.residual()/10 {
						w, now, multiplier, before = next, min(v, now), q.multiplier, nil
						s.trace = append(s.trace, now)
						if q.residual() <= learnedTolerance/100 {
							return q, nil
						}
						continue
					}
				}
			}
		}
		next, v := s.search(f, p, now)
		if next == nil { // only rounding is left to gain
			return p, nil
		}
		before = p
		w, now = next, v
		s.trace = append(s.trace, now)
	}
}

// search halves the step until the objective falls; nil if it does not.
func (s *descent) search(f smooth, p *proximal, now float64) (*mat.Dense, float64) {
	var v mat.Dense
	v.Sub(p.moved, p.w)
	fall := frobenius(&v, &v) / (2 * p.t)
	for step := 1.; step > 1e-8; step /= 2 {
		moved := mat.DenseCopyOf(p.w)
		floats.AddScaled(moved.RawMatrix().Data, step, v.RawMatrix().Data)
		if step == 1 {
			moved = p.moved
		}
		if next := polar(f, moved); next != nil {
			if value := s.value(f, next); value < now-1e-4*step*fall {
				return next, value
			}
		}
	}
	return nil, 0
}

// stepLength is that of Barzilai and Borwein for the gradient of the Lagrangian, within factors of
// 10 of the one before.
func stepLength(p, before *proximal, multiplier *mat.Dense) float64 {
	var dw, dg, db mat.Dense
	dw.Sub(p.w, before.w)
	dg.Sub(p.g, before.g)
	db.Sub(p.b, before.b)
	var pull mat.Dense
	pull.Mul(&db, multiplier)
	dg.Sub(&dg, &pull)
	dg.Sub(&dg, &pull)
	bend := math.Abs(frobenius(&dw, &dg))
	if !(bend > 0) {
		return before.t
	}
	return min(10*before.t, max(before.t/10, frobenius(&dw, &dw)/bend))
}

// run descends on all features: first on those of first, then with those that violate the
// conditions, until none does.
func (s *descent) run(ctx context.Context, w *mat.Dense, first []int) (*mat.Dense, *proximal,
	error) {
	d, m := w.Dims()
	features := first
	for {
		part, f := rowsOf(w, features), s.f
		if len(features) < d {
			f = s.f.part(features)
		}
		p, err := s.on(ctx, f, part)
		if err != nil {
			return nil, nil, err
		}
		w = mat.NewDense(d, m, nil)
		for r, j := range features {
			w.SetRow(j, p.w.RawRowView(r))
		}
		if len(features) == d {
			return w, p, nil
		}
		whole := &proximal{w: w, g: s.f.gradient(w), b: s.f.metric(w), t: p.t, lambda: s.lambda}
		whole.set(p.multiplier)
		if whole.residual() <= learnedTolerance/10 || s.steps >= rowMaxSteps {
			return w, whole, nil
		}
		more := s.violating(whole, features)
		if len(more) == len(features) {
			return w, whole, nil
		}
		features = more
	}
}

// pull is ‖(∇f - 2AWΛ)_j‖₁/λ for each row: at most 1 where a row is 0.
func (p *proximal) pull() []float64 {
	d, _ := p.w.Dims()
	var out mat.Dense
	out.Mul(p.b, p.multiplier)
	out.Scale(-2, &out)
	out.Add(&out, p.g)
	pull := make([]float64, d)
	for j := range d {
		pull[j] = floats.Norm(out.RawRowView(j), 1) / p.lambda
	}
	return pull
}

// violating adds the features of the largest pulls above 1, half as many as there are.
func (s *descent) violating(p *proximal, features []int) []int {
	pull := p.pull()
	for _, j := range features {
		pull[j] = 0
	}
	most := max(manyFeatures/2, len(features)/2)
	sorted := slices.Clone(pull)
	slices.Sort(sorted)
	least := max(1+learnedTolerance/100, sorted[max(0, len(sorted)-most)]*(1-1e-9))
	out := slices.Clone(features)
	for j, v := range pull {
		if v >= least {
			out = append(out, j)
		}
	}
	slices.Sort(out)
	return out
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
