package spfs

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	// spanned is the squared distance from the span of others below which a unit feature counts as
	// in the span.
	spanned = 1e-12
	// fitted is the correlation, relative to the first, below which the residual is rounding.
	fitted = 1e-7
	// Products are recomputed after recomputeSteps steps, or when the correlation has fallen to the
	// part recomputeLevel, because their rounding errors are relative to their former size.
	recomputeSteps, recomputeLevel = 64, 0.3
)

// path is the path of group least angle regression (Algorithm 3). All active features have the same
// correlation ‖f'R‖ with the residual R = Y - XW, which is the largest. R moves along U, its
// projection onto the active features, which lowers their correlations at the same rate, f'(R - αU)
// = (1-α) f'R, until the correlation of another feature is equal.
type path struct {
	*regression
	workers    int
	r, u       [][]float64 // l×n
	active     []int
	basis      [][]float64 // orthonormal, of the active features in their order
	room       int         // numbers of the basis for values that are not in memory
	joined     []float64   // correlation at which each joined
	alpha      []float64   // by place in candidates: α at which it joins; +Inf for never
	moved      moved       // the last step
	aa         []float64   // by place: ‖f'R‖²
	ab         []float64   // by place: f'R·f'U
	bb         []float64   // by place: ‖f'U‖²
	recomputed int         // number of active features when these were computed from R and U
	rest       []float64   // by place: squared distance from the span of the basis
	// by place: how far its correlation is above that of the active ones, relative
	excess []float64
	worst  float64 // maximum of excess and of the differences between active features
	ended  string  // reason why the path has ended; "" if it has not
}

// moved is a step by α, after which q joins the basis: t = q'R, and the products of t with R and
// with the former U.
type moved struct {
	alpha  float64
	tt     float64   // ‖t‖²
	rt, ut []float64 // n
}

func newPath(g *regression, workers int) *path {
	n := len(g.candidates)
	p := &path{
		regression: g, workers: workers, r: clone(g.y), u: clone(g.y), alpha: make([]float64, n),
		rest: make([]float64, n), excess: make([]float64, n), room: held,
		aa: make([]float64, n), ab: make([]float64, n), bb: make([]float64, n),
	}
	for _, u := range p.u {
		clear(u)
	}
	for i := range p.rest {
		p.rest[i] = 1
	}
	return p
}

// next adds the next feature and returns false if the path has ended.
func (p *path) next(ctx context.Context) (bool, error) {
	if p.ended != "" {
		return false, nil
	}
	if err := p.measure(ctx); err != nil {
		return false, err
	}
	for {
		best := -1
		for i, a := range p.alpha {
			if !math.IsInf(a, 1) && (best < 0 || a < p.alpha[best]) {
				best = i
			}
		}
		if best < 0 {
			p.ended = "their span holds every other column"
			return false, nil
		}
		if p.data == nil && (len(p.basis)+1)*p.n > max(p.room, p.n) {
			p.ended = "a longer path of values that are not in memory would take more than 256 MiB"
			return false, nil
		}
		extended, err := p.extend(p.candidates[best])
		if err != nil {
			return false, err
		}
		if !extended {
			p.alpha[best], p.rest[best] = math.Inf(1), 0
			continue
		}
		p.move(best)
		p.active = append(p.active, p.candidates[best])
		level, err := p.level()
		if err != nil {
			return false, err
		}
		if len(p.joined) == 0 && level == 0 {
			p.basis, p.active = nil, nil
			p.ended = "no column varies with the similarity"
			return false, nil
		}
		if len(p.joined) > 0 && level <= fitted*p.joined[0] {
			p.basis, p.active = p.basis[:len(p.basis)-1], p.active[:len(p.active)-1]
			p.ended = "they predict all of the similarity that the columns can predict"
			return false, nil
		}
		p.joined = append(p.joined, level)
		return true, nil
	}
}

// extend adds the part of feature j outside the span of the basis to the basis. It returns false if
// there is none.
func (p *path) extend(j int) (bool, error) {
	q := make([]float64, p.n)
	if err := p.vector(q, j); err != nil {
		return false, err
	}
	for range 2 { // twice because of rounding
		for _, b := range p.basis {
			floats.AddScaled(q, -floats.Dot(b, q), b)
		}
	}
	norm := floats.Norm(q, 2)
	if norm*norm < spanned {
		return false, nil
	}
	floats.Scale(1/norm, q)
	p.basis = append(p.basis, q)
	return true, nil
}

// move takes the step at which the candidate joins that has just extended the basis, and updates U
// to the projection of the new R: along the old basis it is (1-α)U, along the new direction that of
// R.
func (p *path) move(best int) {
	m := moved{rt: make([]float64, p.n), ut: make([]float64, p.n)}
	if len(p.active) > 0 {
		m.alpha = p.alpha[best]
	}
	q := p.basis[len(p.basis)-1]
	for k, u := range p.u {
		r := p.r[k]
		floats.AddScaled(r, -m.alpha, u)
		t := floats.Dot(q, r)
		m.tt += t * t
		floats.AddScaled(m.rt, t, r)
		floats.AddScaled(m.ut, t, u)
		floats.Scale(1-m.alpha, u)
		floats.AddScaled(u, t, q)
	}
	p.moved = m
}

// level is the correlation of the active features. It records the largest relative difference
// between them in p.worst.
func (p *path) level() (float64, error) {
	least, most := math.Inf(1), 0.0
	sums := sumsOf(p.r)
	err := p.some(p.active, func(_ int, fs []column) {
		for a := range fs {
			sum := correlation(&fs[a].offsets, p.r, sums)
			least, most = min(least, sum), max(most, sum)
		}
	})
	if err != nil {
		return 0, err
	}
	least, most = math.Sqrt(least), math.Sqrt(most)
	if most > 0 && (len(p.joined) == 0 || most > fitted*p.joined[0]) {
		p.worst = max(p.worst, (most-least)/most)
	}
	return most, nil
}

// measure computes the direction U, and for each candidate the step α at which it would join: the
// root in [0, 1] of
//
//	‖f'R - α f'U‖² = (1-α)² C,  C = ‖f_s'R‖² of the active s.
//
// The root exists because the left side is at most the right at 0 and at least the right at 1. At
// the first step α orders the candidates by correlation. The products follow from those of the step
// before and three products of f with vectors of length n, in O(nd). At some steps they are
// computed from R and U, in O(ndl).
func (p *path) measure(ctx context.Context) error {
	var at direction
	recompute := len(p.active) == 0
	if a := len(p.active); a > 0 {
		c := p.joined[a-1]
		at.last = p.basis[len(p.basis)-1]
		at.sum, at.sumR, at.sumU = floats.Sum(at.last), floats.Sum(p.moved.rt),
			floats.Sum(p.moved.ut)
		if a-p.recomputed >= recomputeSteps || c < recomputeLevel*p.joined[max(p.recomputed-1, 0)] {
			p.recomputed, recompute = a, true
			for t, r := range p.r {
				clear(p.u[t])
				for _, b := range p.basis {
					floats.AddScaled(p.u[t], floats.Dot(b, r), b)
				}
			}
		}
		at.c = c * c
	}
	if recompute {
		at.sumsR, at.sumsU = sumsOf(p.r), sumsOf(p.u)
	}
	err := p.each(ctx, p.candidates, p.workers, func(i int, f *column) { p.measureOne(i, f, &at) })
	if err != nil {
		return err
	}
	for _, v := range p.excess {
		p.worst = max(p.worst, v)
	}
	return nil
}

// direction is what measureOne needs of the present step.
type direction struct {
	c            float64   // ‖f_s'R‖² of the active s
	last         []float64 // the last vector of the basis; nil at the first step
	sum          float64   // of last
	sumR, sumU   float64   // of the products with R and U of moved
	sumsR, sumsU []float64 // of R and U, if the products are computed from them
}

// measureOne is measure for one candidate.
func (p *path) measureOne(i int, f *column, at *direction) {
	var v float64
	if at.last != nil {
		v = f.product(at.last, at.sum)
		p.rest[i] -= v * v
	}
	if p.rest[i] < spanned { // active, or a double root at 1
		p.alpha[i] = math.Inf(1)
		return
	}
	aa, ab, bb := 0.0, 0.0, 0.0
	if at.sumsR != nil {
		for t, r := range p.r {
			a := f.dot(r, at.sumsR[t])
			aa += a * a
			if at.last != nil {
				b := f.dot(p.u[t], at.sumsU[t])
				ab += a * b
				bb += b * b
			}
		}
	} else {
		m, left := &p.moved, 1-p.moved.alpha
		x, y := f.product(m.ut, at.sumU), f.product(m.rt, at.sumR)
		aa, ab, bb = p.aa[i], p.ab[i], p.bb[i]
		aa, ab, bb = aa-m.alpha*(2*ab-m.alpha*bb), left*(ab-m.alpha*bb)+v*y, left*left*bb+
			v*(2*left*x+v*m.tt)
	}
	p.aa[i], p.ab[i], p.bb[i] = aa, ab, bb
	if at.last == nil {
		p.alpha[i] = -aa
		return
	}
	if aa > at.c {
		p.excess[i] = max(p.excess[i], math.Sqrt(aa/at.c)-1)
	}
	p.alpha[i] = root(bb-at.c, ab-at.c, min(aa-at.c, 0))
}

// root is the root in [0, 1] of pα² - 2mα + e, e <= 0, at which the polynomial rises. A negative
// discriminant is rounding and counts as 0.
func root(p, m, e float64) float64 {
	s := math.Sqrt(max(m*m-p*e, 0))
	var x float64
	switch {
	case m > 0:
		x = (m + s) / p
	case e < 0:
		x = e / (m - s)
	}
	return max(0, min(1, x))
}

// outside lists the candidates that have not joined and are outside the span of those that have, or
// inside it if inside is true.
func (p *path) outside(inside bool) []int {
	joined := make(map[int]bool, len(p.active))
	for _, j := range p.active {
		joined[j] = true
	}
	var out []int
	for i, j := range p.candidates {
		if !joined[j] && (p.rest[i] < spanned) == inside {
			out = append(out, j)
		}
	}
	return out
}
