package linear

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// glmFit minimizes
//
//	F(W, b) = loss(b + ZW) + λ Σ_j Ω(w_j)
//
// over the rows w_j of W (d×q) of the columns that take part, and the intercepts b. Ω is the sum of
// the absolute values, or the norm (group). The others have w_j = 0.
//
// A round is some Newton steps for the numbers that are not 0, each with a line search along which
// numbers that would change their sign (rows that would turn round) become 0, and a pass of block
// coordinate descent over all columns that take part, of which each step is that of the proximal
// gradient with a bound of the curvature, so that F falls, whatever the steps before it were.
type glmFit struct {
	cols   *glmColumns
	loss   *glmLoss
	group  bool
	lambda float64

	work   []int // columns that take part
	inWork []bool
	z      [][]float64 // theirs
	w      [][]float64 // rows of W
	b      []float64

	now, trial *glmState
	zero       float64 // F at w = 0
	max        float64 // the smallest λ at which w = 0
	tol        float64 // violation of the conditions of optimality at which rounds end
	steps      int     // of Newton, in all
	u          []float64
}

const (
	glmNewton = 8    // Newton steps of a round after which no number becomes 0, at most
	glmRounds = 2000 // of one λ, at most
	glmStall  = 8    // rounds without progress after which rounding is the limit
	glmGap    = 1e-8
)

// newGLMFit starts at w = 0.
func newGLMFit(cols *glmColumns, loss *glmLoss, group bool) *glmFit {
	loss.workers = cols.workers
	f := &glmFit{
		cols: cols, loss: loss, group: group && loss.q > 1, inWork: make([]bool, cols.d),
		b: loss.start(), now: loss.newState(), trial: loss.newState(), u: make([]float64, loss.q),
	}
	f.refresh()
	f.zero = f.now.value
	return f
}

// refresh computes the state from W and b.
func (f *glmFit) refresh() {
	for c, eta := range f.now.eta {
		for i := range eta {
			eta[i] = f.b[c]
		}
		for a, w := range f.w {
			if w[c] != 0 {
				floats.AddScaled(eta, w[c], f.z[a])
			}
		}
	}
	f.loss.evaluate(f.now)
}

// add lets column j take part.
func (f *glmFit) add(j int) error {
	z, err := f.cols.column(j)
	if err != nil {
		return err
	}
	f.work, f.z = append(f.work, j), append(f.z, z)
	f.w = append(f.w, make([]float64, f.loss.q))
	f.inWork[j] = true
	return nil
}

// size is Ω of a row.
func (f *glmFit) size(w []float64) float64 {
	switch {
	case len(w) == 1:
		return math.Abs(w[0])
	case f.group:
		return floats.Norm(w, 2)
	}
	return floats.Norm(w, 1)
}

// dualNorm is the dual norm of a row of Z'R/n.
func (f *glmFit) dualNorm(u []float64) float64 {
	switch {
	case len(u) == 1:
		return math.Abs(u[0])
	case f.group:
		return floats.Norm(u, 2)
	}
	return floats.Norm(u, math.Inf(1))
}

// objective is F.
func (f *glmFit) objective() float64 {
	var penalty float64
	for _, w := range f.w {
		penalty += f.size(w)
	}
	return f.now.value + f.lambda*penalty
}

// slope sets u to the row of Z'R/n of the a-th column that takes part.
func (f *glmFit) slope(u []float64, a int) []float64 {
	for c, r := range f.now.r {
		u[c] = floats.Dot(f.z[a], r) / float64(f.loss.n)
	}
	return u
}

// violation is the largest violation of the conditions of optimality: of Z_j'R/n = λ∂Ω(w_j) among
// the columns that take part, and of Σ_i R_i = 0.
func (f *glmFit) violation() float64 {
	var worst float64
	for a, w := range f.w {
		worst = max(worst, f.off(f.slope(f.u, a), w))
	}
	if f.loss.intercept() {
		for _, r := range f.now.r {
			worst = max(worst, math.Abs(floats.Sum(r))/float64(f.loss.n))
		}
	}
	return worst
}

// off is the violation of a row.
func (f *glmFit) off(u, w []float64) (worst float64) {
	if f.group {
		norm := floats.Norm(w, 2)
		if norm == 0 {
			return max(0, f.dualNorm(u)-f.lambda)
		}
		for c, v := range w {
			worst = max(worst, math.Abs(u[c]-f.lambda*v/norm))
		}
		return worst
	}
	for c, v := range w {
		if v == 0 {
			worst = max(worst, math.Abs(u[c])-f.lambda)
		} else {
			worst = max(worst, math.Abs(u[c]-math.Copysign(f.lambda, v)))
		}
	}
	return worst
}

// minimize solves the problem for λ over the columns that take part, to rounding. It ends after
// glmRounds, too, or when glmStall rounds gain nothing; the gap tells.
func (f *glmFit) minimize(ctx context.Context, lambda float64) error {
	f.lambda = lambda
	f.refresh()
	best, lowest, idle := math.Inf(1), math.Inf(1), 0
	for range glmRounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.newton()
		worst, value := f.violation(), f.objective()
		if worst <= f.tol {
			return nil
		}
		if worst < .7*best || value < lowest-1e-12*math.Abs(lowest) {
			idle = 0
		} else if idle++; idle >= glmStall {
			return nil
		}
		// Newton's steps move the columns whose conditions hold.
		// Where columns nearly depend on each other linearly, only the worst one moves: of several
		// all but one would have to leave again.
		least := f.tol
		if worst >= .7*best {
			least = worst
		}
		best, lowest = min(best, worst), min(lowest, value)
		f.sweep(least)
	}
	return nil
}

// sweep is a pass of block coordinate descent over the columns whose conditions are violated by at
// least so much.
func (f *glmFit) sweep(least float64) {
	bound := f.loss.bound()
	next := make([]float64, f.loss.q)
	for a, w := range f.w {
		if f.off(f.slope(f.u, a), w) < least {
			continue
		}
		for c, v := range w {
			next[c] = v + f.u[c]/bound
		}
		f.shrink(next, f.lambda/bound)
		changed := false
		for c, v := range next {
			if v != w[c] {
				floats.AddScaled(f.now.eta[c], v-w[c], f.z[a])
				w[c], changed = v, true
			}
		}
		if changed {
			f.loss.evaluate(f.now)
		}
	}
	if f.loss.intercept() {
		for c, r := range f.now.r {
			step := floats.Sum(r) / float64(f.loss.n) / bound
			f.b[c] += step
			floats.AddConst(step, f.now.eta[c])
		}
		f.loss.evaluate(f.now)
	}
	f.recenter()
}

// recenter moves rows of a multinomial fit with Ω = ‖·‖₁ to a median of their numbers, along which
// the loss does not change and Ω falls, or does not change if the number of classes is even: then
// one number becomes 0, since a row without a 0 has equal solutions beside it.
func (f *glmFit) recenter() {
	if f.loss.kind != glmMultinomial || f.group {
		return
	}
	q := f.loss.q
	sorted := make([]float64, q)
	for a, w := range f.w {
		copy(sorted, w)
		slices.Sort(sorted)
		low, high := sorted[(q-1)/2], sorted[q/2]
		var t float64
		switch {
		case low >= 0:
			t = low
		case high <= 0:
			t = high
		case slices.Contains(w, 0):
		case -low < high:
			t = low
		default:
			t = high
		}
		if t == 0 {
			continue
		}
		for c := range w {
			w[c] -= t
			floats.AddScaled(f.now.eta[c], -t, f.z[a])
		}
	}
}

// shrink is the proximal map of t·Ω.
func (f *glmFit) shrink(v []float64, t float64) {
	if f.group {
		keep := max(0, 1-t/floats.Norm(v, 2))
		for c := range v {
			v[c] = max(keep, 0) * v[c]
		}
		return
	}
	for c, x := range v {
		v[c] = math.Copysign(max(0, math.Abs(x)-t), x)
		if v[c] == 0 {
			v[c] = 0 // not -0
		}
	}
}

// gap is the duality gap over F at w = 0, for the largest dual norm of all columns. What the
// residuals of a class add up to, which is rounding, counts as much as the intercept is large.
func (f *glmFit) gap(largest float64) float64 {
	share := 1.0
	if largest > f.lambda {
		share = f.lambda / largest
	}
	gap := f.objective() - f.loss.dual(f.now, share)
	if f.loss.intercept() {
		for c, r := range f.now.r {
			gap += math.Abs(floats.Sum(r)) / float64(f.loss.n) * (1 + math.Abs(f.b[c]))
		}
	}
	return max(0, gap) / f.zero
}

// dualNorms sets out to those of all columns at the present state. products is of d·q numbers.
func (f *glmFit) dualNorms(ctx context.Context, products, out []float64) error {
	if err := f.cols.products(ctx, f.now.r, products); err != nil {
		return err
	}
	q := f.loss.q
	for j := range out {
		out[j] = f.dualNorm(products[j*q : (j+1)*q])
	}
	return nil
}

// rows counts the columns with a row that is not 0.
func (f *glmFit) rows() (count int) {
	for _, w := range f.w {
		if f.size(w) > 0 {
			count++
		}
	}
	return count
}

// snapshot copies W and b.
type glmPoint struct {
	w [][]float64
	b []float64
}

func (f *glmFit) point() *glmPoint {
	p := &glmPoint{w: glmZeros(len(f.w), f.loss.q), b: append([]float64(nil), f.b...)}
	for a, w := range f.w {
		copy(p.w[a], w)
	}
	return p
}

// moveTo sets W and b; the state follows with the next refresh.
func (f *glmFit) moveTo(p *glmPoint) {
	for a, w := range f.w {
		clear(w)
		if a < len(p.w) {
			copy(w, p.w[a])
		}
	}
	copy(f.b, p.b)
}
