package projection

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// differentiable is an objective over W'AW = I.
type differentiable interface {
	// at returns the objective, and a function that returns the gradient, which it owns.
	at(w *mat.Dense) (float64, func() *mat.Dense)
	// metric returns Av, and inverse a product with a positive definite matrix that is near the
	// inverse of the Hessian, but for a factor.
	metric(v *mat.Dense) *mat.Dense
	inverse(v *mat.Dense) *mat.Dense
}

const (
	// quasiMemory is the number of steps that are remembered.
	quasiMemory = 10
	// firstShare is the length of the first step, relative to W.
	firstShare = .05
	// restSteps are those of which the fall is judged.
	restSteps = 5
	// quasiTries bounds the points of a search.
	quasiTries = 20
)

// quasi minimizes an objective by the quasi-Newton method of limited memory (Liu, Nocedal 1989) for
// that of the nearest W'AW = I of any matrix, W(W'AW)^-½, of which its points are on the
// constraint.
type quasi struct {
	problem differentiable
	steps   int     // a bound; 0 means none
	rest    float64 // a fall of the objective that ends the search, the mean of restSteps
	spent   func() bool
	took    func(w *mat.Dense) // after a step; nil for none
	taken   int

	moves, turns []*mat.Dense // changes of W, and of the gradient
	products     []float64    // of both
	scale        float64      // of the inverse
}

// point is a W, AW, and the objective and its gradient along the constraint.
type point struct {
	w, image *mat.Dense
	value    float64
	slope    func() *mat.Dense
	gradient *mat.Dense
}

// from descends from w and returns the last W.
func (q *quasi) from(ctx context.Context, w *mat.Dense) (*mat.Dense, error) {
	p := &point{w: w, image: q.problem.metric(w)}
	p.value, p.slope = q.problem.at(w)
	p.level()
	var falls []float64
	for (q.steps == 0 || q.taken < q.steps) && !q.spent() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := q.direction(p)
		next := q.search(p, v)
		if next == nil {
			if len(q.moves) == 0 {
				break
			}
			q.moves, q.turns, q.products = nil, nil, nil
			continue
		}
		next.level()
		q.remember(p, next)
		q.taken++
		falls = append(falls, p.value-next.value)
		p = next
		if q.took != nil {
			q.took(p.w)
		}
		if n := len(falls); n >= restSteps &&
			floats.Sum(falls[n-restSteps:]) <= restSteps*q.rest {
			break
		}
	}
	return p.w, nil
}

// level takes from the gradient what leads off the constraint: AW times the symmetric part of W'G.
func (p *point) level() {
	g := p.slope()
	p.slope = nil
	_, m := p.w.Dims()
	var inner, less mat.Dense
	inner.Mul(p.w.T(), g)
	for a := range m {
		for c := range a {
			v := (inner.At(a, c) + inner.At(c, a)) / 2
			inner.Set(a, c, v)
			inner.Set(c, a, v)
		}
	}
	less.Mul(p.image, &inner)
	g.Sub(g, &less)
	p.gradient = g
}

// direction is the gradient times the estimate of the inverse Hessian, turned round.
func (q *quasi) direction(p *point) *mat.Dense {
	v := mat.DenseCopyOf(p.gradient)
	data := v.RawMatrix().Data
	along := make([]float64, len(q.moves))
	for k := len(q.moves) - 1; k >= 0; k-- {
		along[k] = frobenius(q.moves[k], v) / q.products[k]
		floats.AddScaled(data, -along[k], q.turns[k].RawMatrix().Data)
	}
	v = q.problem.inverse(v)
	data = v.RawMatrix().Data
	if len(q.moves) > 0 {
		floats.Scale(q.scale, data)
	}
	for k, move := range q.moves {
		back := frobenius(q.turns[k], v) / q.products[k]
		floats.AddScaled(data, along[k]-back, move.RawMatrix().Data)
	}
	floats.Scale(-1, data)
	return v
}

// search shortens a step until the objective falls; nil if it does not.
func (q *quasi) search(p *point, v *mat.Dense) *point {
	slope := frobenius(v, p.gradient)
	if !(slope < 0) {
		return nil
	}
	step := 1.
	if len(q.moves) == 0 {
		step = firstShare * mat.Norm(p.w, 2) / mat.Norm(v, 2)
	}
	image := q.problem.metric(v)
	for range quasiTries {
		next := onto(p, step, v, image)
		if next == nil {
			step /= 2
			continue
		}
		next.value, next.slope = q.problem.at(next.w)
		if next.value <= p.value+1e-4*step*slope {
			return next
		}
		// the minimum of the parabola through both
		lowest := -slope * step * step / (2 * (next.value - p.value - step*slope))
		step = max(step/10, min(step/2, lowest))
	}
	return nil
}

// onto is the point of the constraint that is nearest to W + step·V, with AV = image.
func onto(p *point, step float64, v, image *mat.Dense) *point {
	next := &point{w: mat.DenseCopyOf(p.w), image: mat.DenseCopyOf(p.image)}
	floats.AddScaled(next.w.RawMatrix().Data, step, v.RawMatrix().Data)
	floats.AddScaled(next.image.RawMatrix().Data, step, image.RawMatrix().Data)
	for range 2 { // again for the rounding that is left
		var gram, w, b mat.Dense
		gram.Mul(next.w.T(), next.image)
		root := inverseRoot(symmetrical(&gram))
		if root == nil {
			return nil
		}
		w.Mul(next.w, root)
		b.Mul(next.image, root)
		next.w, next.image = &w, &b
	}
	return next
}

// remember keeps a step along which the objective is convex.
func (q *quasi) remember(p, next *point) {
	var move, turn mat.Dense
	move.Sub(next.w, p.w)
	turn.Sub(next.gradient, p.gradient)
	product := frobenius(&move, &turn)
	if !(product > 1e-8*mat.Norm(&move, 2)*mat.Norm(&turn, 2)) {
		return
	}
	if q.taken < quasiMemory {
		q.scale = product / frobenius(&turn, q.problem.inverse(&turn))
	}
	if len(q.moves) == quasiMemory {
		q.moves, q.turns, q.products = q.moves[1:], q.turns[1:], q.products[1:]
	}
	q.moves, q.turns = append(q.moves, &move), append(q.turns, &turn)
	q.products = append(q.products, product)
}
