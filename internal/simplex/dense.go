package simplex

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// dense is a problem on a working set of w features. A Ratio is taken as
//
//	minimize f(z) = z'Hz / (z's · 1'z)  over z >= 0 with z's > 0
//
// which has its value and, scaled to 1'z = 1, its answers. On the line between two points with 1'z
// = 1 it is convex. Where every feature of a set P is free, the gradient is 0, or the same for all,
// at
//
//	Ratio      z ∝ u + √(s'u/1'v) v,      H_PP u = s,              H_PP v = 1
//	Quadratic  z = y + u - (1'u/1'v) v,   H_PP u = s - Hy + μ1
//
// from any y with 1'y = 1, so that no multiplier is searched for; of a Ratio f(z) = 2/(1'u +
// √(s'u·1'v)) there. Where H_PP is nearly singular u is large, and a second step from where the
// first one leads takes off its rounding. Newton steps to there, projected onto z >= 0, never raise
// f and end after finitely many.
type dense struct {
	kind  Kind
	h     [][]float64 // w×w; nil for a form alone
	form  Form        // of the w features; nil where h is stored
	at    func(places []int) Form
	s     []float64
	scale float64 // largest entry of the diagonal
	ridge float64 // added to the diagonal where H_PP is singular
	z     []float64
	hz    []float64 // the product of z
	steps int
	// factor is that of the matrix at places factored.
	factor   halves
	factored []int
	// bordering is the work of bordered since then.
	bordering int
	workers   int
}

const (
	// singular is the square of a pivot, relative to the largest entry of the diagonal, below which
	// a matrix counts as singular; LeastRidge is then added to its diagonal.
	singular   = 1e-11
	LeastRidge = 1e-10
	// enters is the relative distance of a gradient below μ from which a feature enters the
	// support.
	enters = 1e-11
)

// product sets out to (H + ridge I)z in O(w) for each entry of z that is not 0. For a Quadratic the
// ridge enters the steps only, which still converge to the minimum of H (the proximal point
// method).
func (q *dense) product(out, z []float64) {
	ridge := q.ridge
	if q.kind == Quadratic {
		ridge = 0
	}
	q.times(out, z)
	for j, v := range z {
		if v != 0 {
			out[j] += ridge * v
		}
	}
}

// times sets out to Hz.
func (q *dense) times(out, z []float64) {
	if q.h == nil {
		whole(q.form.Mul(context.Background(), out, z, q.workers))
		return
	}
	clear(out)
	for j, v := range z {
		if v != 0 {
			floats.AddScaled(out, v, q.h[j])
		}
	}
}

// value scales z to 1'z = 1, sets hz to its product, and returns f and μ. f is +Inf where z is not
// feasible.
func (q *dense) value(z, hz []float64) (f, mu float64) {
	sum, along := floats.Sum(z), floats.Dot(z, q.s)
	if !(sum > 0) || q.kind == Ratio && !(along > 0) {
		return math.Inf(1), 0
	}
	floats.Scale(1/sum, z)
	q.product(hz, z)
	square := floats.Dot(z, hz)
	if along = floats.Dot(z, q.s); q.kind == Quadratic {
		return square/2 - along, square - along
	}
	return square / along, square
}

// gradient is that of feature j, to be compared with μ.
func (q *dense) gradient(hz []float64, j int, f float64) float64 {
	if q.kind == Quadratic {
		return hz[j] - q.s[j]
	}
	return 2*hz[j] - f*q.s[j]
}

// size is the scale of differences of gradients.
func (q *dense) size(z, hz []float64, mu float64) float64 {
	if q.kind == Quadratic {
		mu = floats.Dot(z, hz) + math.Abs(floats.Dot(z, q.s))
	}
	return max(mu, leastScale*q.scale)
}

// descend moves z towards the minimum by coordinate descent, with s + τ1 in place of the free
// scale. Its sweeps of O(w) a change cost less than one factorization and find the support from
// which Newton steps start.
func (q *dense) descend(sweeps int) {
	if q.kind == Quadratic {
		q.descendOnto(sweeps)
		return
	}
	z := slices.Clone(q.z)
	r := make([]float64, len(z))
	q.product(r, z)
	along := floats.Dot(z, q.s)
	scale := 2 * along / floats.Dot(z, r) // of the best point on the ray
	floats.Scale(scale, z)
	floats.Scale(scale, r)
	for range sweeps {
		tau := floats.Dot(z, q.s) / floats.Sum(z)
		if !(tau > 0) {
			break
		}
		var most, change float64
		for j, v := range z {
			diagonal := q.h[j][j] + q.ridge
			if diagonal <= 0 {
				continue
			}
			to := max(0, v+(q.s[j]+tau-r[j])/diagonal)
			if to != v {
				floats.AddScaled(r, to-v, q.h[j])
				r[j] += q.ridge * (to - v)
				z[j] = to
			}
			most, change = max(most, to), max(change, math.Abs(to-v))
		}
		if change <= 1e-4*most {
			break
		}
	}
	q.take(z)
}

// descendOnto is descend for a Quadratic: of ½z'Hz - s'z + ρ/2(1'z - 1)² - τ(1'z - 1), whose
// minimum over z >= 0 has 1'z = 1 for the right τ, corrected after each sweep.
func (q *dense) descendOnto(sweeps int) {
	z := slices.Clone(q.z)
	floats.Scale(1/floats.Sum(z), z)
	r := make([]float64, len(z))
	q.product(r, z)
	var tau float64
	rho := q.scale
	sum := 1.0
	for range sweeps {
		var most, change float64
		for j, v := range z {
			diagonal := q.h[j][j] + rho
			to := max(0, v+(q.s[j]+tau+rho*(1-sum)-r[j])/diagonal)
			if to != v {
				floats.AddScaled(r, to-v, q.h[j])
				sum += to - v
				z[j] = to
			}
			most, change = max(most, to), max(change, math.Abs(to-v))
		}
		if change <= 1e-4*most {
			break
		}
		tau += rho * (1 - sum)
	}
	q.take(z)
}

// take keeps the current point as z, if it is better.
func (q *dense) take(z []float64) {
	hz := make([]float64, len(z))
	before, _ := q.value(q.z, q.hz)
	if f, _ := q.value(z, hz); f < before {
		q.z, q.hz = z, hz
	}
}

// minimize takes z to the minimum over the working set, up to rounding.
func (q *dense) minimize(ctx context.Context) error {
	w := len(q.s)
	if q.h != nil {
		q.descend(30)
	}
	if done, err := q.exchange(ctx); done || err != nil {
		return err
	}
	most := w       // how many features may enter: all, then one, then none
	stable := false // the support is unchanged since the last step
	still := false  // the gradient of the support is 0
	again := 0      // steps since then, to reduce rounding
	strict := false
	stepped := func() { // the value fell
		switch {
		case strict:
			most, stable = 0, false
		case most > 0:
			most, stable = w, false
		}
	}
	quick := 100 + w
loop:
	for round := range 4 * quick {
		if err := ctx.Err(); err != nil {
			return err
		}
		// Steps that are long where H is nearly singular, and cut where a feature leaves, can let
		// two features take turns: from here on one enters where the support is at its minimum
		// only, of which there are finitely many.
		if round == quick && most > 0 {
			strict, most, stable = true, 0, false
		}
		f, mu := q.value(q.z, q.hz)
		places, entering := q.free(f, mu, most)
		if still && entering == 0 {
			if most == 0 {
				most = 1
				continue
			}
			again++
			off := q.residual(q.z, q.hz, f, mu)
			if q.kind == Ratio || off < enters/10 || again > 3 && off < Tolerance/10 {
				break
			}
		}
		t, ok := q.closed(places)
		if !ok {
			if !q.raise() {
				return nil // the certificate reports the distance to the optimum
			}
			still = false
			continue
		}
		q.steps++
		if slices.Min(t) > 0 {
			next, hz := make([]float64, w), make([]float64, w)
			for a, i := range places {
				next[i] = t[a]
			}
			g, m := q.value(next, hz)
			if entering > 0 && g >= f || again > 0 &&
				q.residual(next, hz, g, m) > q.residual(q.z, q.hz, f, mu) {
				// Pivots that are rounding alone may pass as regular where others are small too.
				if q.kind == Quadratic && q.residual(q.z, q.hz, f, mu) > Tolerance/10 && q.raise() {
					still = false
					continue
				}
				break // only rounding is left
			}
			q.z, q.hz, still = next, hz, true
			stepped()
			continue
		}
		still = false
		switch {
		case q.search(places, t, f):
			stepped()
		case entering > 1:
			most = 1
		case !stable:
			most, stable = 0, true
		case most == 0:
			most = 1
		default:
			break loop
		}
	}
	q.polish()
	return nil
}

// raise adds to the ridge, and returns false when it is large already.
func (q *dense) raise() bool {
	if q.ridge > 1e-3*q.scale {
		return false
	}
	q.ridge = max(10*q.ridge, LeastRidge*q.scale)
	return true
}

// free are the places of the support and of the features that enter it: those of least gradient
// below μ, at most as many as the support has, and at most most.
func (q *dense) free(f, mu float64, most int) (places []int, entering int) {
	var outside []int
	gradient := func(j int) float64 { return q.gradient(q.hz, j, f) }
	limit := mu - enters*q.size(q.z, q.hz, mu)
	for j, v := range q.z {
		if v > 0 {
			places = append(places, j)
		} else if gradient(j) < limit {
			outside = append(outside, j)
		}
	}
	slices.SortStableFunc(outside, func(a, b int) int {
		switch x, y := gradient(a), gradient(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return a - b
	})
	outside = outside[:min(most, max(32, len(places)), len(outside))]
	places = append(places, outside...)
	slices.Sort(places)
	return places, len(outside)
}

// search finds the least f between z and t, projected onto z >= 0, and returns false when none is
// below that of z.
func (q *dense) search(places []int, t []float64, f float64) bool {
	w := len(q.z)
	boundary := 1.0 // the step at which the first feature of the support leaves it
	for a, i := range places {
		if v := q.z[i]; v > 0 && t[a] <= 0 {
			boundary = min(boundary, v/(v-t[a]))
		}
	}
	best, bestHz, least := make([]float64, w), make([]float64, w), f
	y, hy := make([]float64, w), make([]float64, w)
	try := func(step float64) {
		clear(y)
		for a, i := range places {
			v := q.z[i]
			if to := v + step*(t[a]-v); to > 0 &&
				!(step == boundary && t[a] <= 0 && v/(v-t[a]) <= boundary) {
				y[i] = to
			}
		}
		if g, _ := q.value(y, hy); g < least {
			best, bestHz, y, hy, least = y, hy, best, bestHz, g
		}
	}
	try(boundary)
	for step := 1.0; step > 1e-9; step /= 2 {
		if step < 1.0/16 && least < f {
			break
		}
		try(step)
	}
	if least >= f {
		return false
	}
	q.z, q.hz = best, bestHz
	return true
}

// polish solves on the support without a ridge.
func (q *dense) polish() {
	if q.ridge == 0 || q.kind == Quadratic {
		return
	}
	kept := *q
	q.ridge = 0
	f, mu := q.value(q.z, q.hz)
	worst := q.residual(q.z, q.hz, f, mu)
	var places []int
	for j, v := range q.z {
		if v > 0 {
			places = append(places, j)
		}
	}
	if t, ok := q.closed(places); ok && slices.Min(t) > 0 {
		z, hz := make([]float64, len(q.z)), make([]float64, len(q.z))
		for a, i := range places {
			z[i] = t[a]
		}
		f, mu := q.value(z, hz)
		if q.residual(z, hz, f, mu) < worst {
			q.z, q.hz = z, hz
			return
		}
	}
	q.ridge = kept.ridge
	q.value(q.z, q.hz)
}

// residual is the violation of the conditions, relative.
func (q *dense) residual(z, hz []float64, f, mu float64) float64 {
	g := make([]float64, len(z))
	for j := range g {
		g[j] = q.gradient(hz, j, f)
	}
	return violation(z, g, mu) / q.size(z, hz, mu)
}
