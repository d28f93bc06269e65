package optimize

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Problem is an objective that is minimized over W'AW = I.
type Problem interface {
	// At returns the objective, and a function that returns the gradient, which the caller owns.
	At(w *mat.Dense) (float64, func() *mat.Dense)
	// Metric returns Av, and Inverse a product with a positive definite matrix that is near the
	// inverse of the Hessian, but for a factor.
	Metric(v *mat.Dense) *mat.Dense
	Inverse(v *mat.Dense) *mat.Dense
}

const (
	// lbfgsMemory is the number of steps that are remembered.
	lbfgsMemory = 10
	// firstLength is the length of the first step, relative to W.
	firstLength = .05
	// meanSteps are those of which the fall is judged.
	meanSteps = 5
	// backtracks bounds the points of a line search.
	backtracks = 20
)

// LBFGS minimizes an objective by the quasi-Newton method of limited memory (Liu, Nocedal 1989) for
// that of the nearest W'AW = I of any matrix, W(W'AW)^-½, of which its points are on the
// constraint. A step costs a gradient, a product with the metric and one with the inverse, and an
// objective for each point of its line search.
type LBFGS struct {
	Problem   Problem
	MaxSteps  int                // 0 means any number
	Tolerance float64            // the mean fall of 5 steps at which the search ends
	Exhausted func() bool        // ends the search before a step
	Stepped   func(w *mat.Dense) // after a step; nil for none
	Steps     int

	moves, changes []*mat.Dense // of W, and of the gradient
	products       []float64    // of both
	scale          float64      // of the inverse
}

// point is a W, AW, and the objective and its gradient along the constraint.
type point struct {
	w, image *mat.Dense
	value    float64
	slope    func() *mat.Dense
	gradient *mat.Dense
}

// From descends from w and returns the last W, or ctx.Err().
func (q *LBFGS) From(ctx context.Context, w *mat.Dense) (*mat.Dense, error) {
	p := &point{w: w, image: q.Problem.Metric(w)}
	p.value, p.slope = q.Problem.At(w)
	p.project()
	var falls []float64
	for (q.MaxSteps == 0 || q.Steps < q.MaxSteps) && !q.Exhausted() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := q.direction(p)
		next := q.search(p, v)
		if next == nil {
			if len(q.moves) == 0 {
				break
			}
			q.moves, q.changes, q.products = nil, nil, nil
			continue
		}
		next.project()
		q.remember(p, next)
		q.Steps++
		falls = append(falls, p.value-next.value)
		p = next
		if q.Stepped != nil {
			q.Stepped(p.w)
		}
		if n := len(falls); n >= meanSteps &&
			floats.Sum(falls[n-meanSteps:]) <= meanSteps*q.Tolerance {
			break
		}
	}
	return p.w, nil
}

// project takes from the gradient what leads off the constraint: AW times the symmetric part of
// W'G.
func (p *point) project() {
	g := p.slope()
	p.slope = nil
	var inner, less mat.Dense
	inner.Mul(p.w.T(), g)
	less.Mul(p.image, mat.DenseCopyOf(Symmetrical(&inner)))
	g.Sub(g, &less)
	p.gradient = g
}

// direction is the negative gradient times the estimate of the inverse Hessian.
func (q *LBFGS) direction(p *point) *mat.Dense {
	v := mat.DenseCopyOf(p.gradient)
	data := v.RawMatrix().Data
	along := make([]float64, len(q.moves))
	for k := len(q.moves) - 1; k >= 0; k-- {
		along[k] = Dot(q.moves[k], v) / q.products[k]
		floats.AddScaled(data, -along[k], q.changes[k].RawMatrix().Data)
	}
	v = q.Problem.Inverse(v)
	data = v.RawMatrix().Data
	if len(q.moves) > 0 {
		floats.Scale(q.scale, data)
	}
	for k, move := range q.moves {
		back := Dot(q.changes[k], v) / q.products[k]
		floats.AddScaled(data, along[k]-back, move.RawMatrix().Data)
	}
	floats.Scale(-1, data)
	return v
}

// search shortens a step until the objective falls; nil if it does not.
func (q *LBFGS) search(p *point, v *mat.Dense) *point {
	slope := Dot(v, p.gradient)
	if !(slope < 0) {
		return nil
	}
	step := 1.
	if len(q.moves) == 0 {
		step = firstLength * mat.Norm(p.w, 2) / mat.Norm(v, 2)
	}
	image := q.Problem.Metric(v)
	for range backtracks {
		next := retract(p, step, v, image)
		if next == nil {
			step /= 2
			continue
		}
		next.value, next.slope = q.Problem.At(next.w)
		if next.value <= p.value+1e-4*step*slope {
			return next
		}
		// the minimum of the parabola through both
		lowest := -slope * step * step / (2 * (next.value - p.value - step*slope))
		step = max(step/10, min(step/2, lowest))
	}
	return nil
}

// retract is the point of the constraint that is nearest to W + step·V, with AV = image.
func retract(p *point, step float64, v, image *mat.Dense) *point {
	next := &point{w: mat.DenseCopyOf(p.w), image: mat.DenseCopyOf(p.image)}
	floats.AddScaled(next.w.RawMatrix().Data, step, v.RawMatrix().Data)
	floats.AddScaled(next.image.RawMatrix().Data, step, image.RawMatrix().Data)
	for range 2 { // again for the rounding that is left
		root := InverseRoot(next.w, next.image)
		if root == nil {
			return nil
		}
		var w, b mat.Dense
		w.Mul(next.w, root)
		b.Mul(next.image, root)
		next.w, next.image = &w, &b
	}
	return next
}

// remember keeps a step along which the objective is convex.
func (q *LBFGS) remember(p, next *point) {
	var move, change mat.Dense
	move.Sub(next.w, p.w)
	change.Sub(next.gradient, p.gradient)
	product := Dot(&move, &change)
	if !(product > 1e-8*mat.Norm(&move, 2)*mat.Norm(&change, 2)) {
		return
	}
	if q.Steps < lbfgsMemory {
		q.scale = product / Dot(&change, q.Problem.Inverse(&change))
	}
	if len(q.moves) == lbfgsMemory {
		q.moves, q.changes, q.products = q.moves[1:], q.changes[1:], q.products[1:]
	}
	q.moves, q.changes = append(q.moves, &move), append(q.changes, &change)
	q.products = append(q.products, product)
}

// Dot is the sum of the products of the entries of two matrices of the same shape.
func Dot(a, b *mat.Dense) float64 { return floats.Dot(a.RawMatrix().Data, b.RawMatrix().Data) }

// Symmetrical is the symmetric part of a.
func Symmetrical(a *mat.Dense) *mat.SymDense {
	d, _ := a.Dims()
	out := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			out.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return out
}

// InverseRoot is (W'B)^-½ for a W'B that is symmetric but for rounding, nil where it is not
// positive definite.
func InverseRoot(w, b *mat.Dense) *mat.Dense {
	var gram mat.Dense
	gram.Mul(w.T(), b)
	positive := true
	root := Spectral(Symmetrical(&gram), func(v, _ float64) float64 {
		positive = positive && v > 0
		return 1 / math.Sqrt(v)
	})
	if !positive {
		return nil
	}
	return root
}

// Spectral is the function of a symmetric matrix that has its eigenvectors, with f of an eigenvalue
// and of the largest in size. It is nil where these are not found.
func Spectral(a *mat.SymDense, f func(v, most float64) float64) *mat.Dense {
	var eigen mat.EigenSym
	if !eigen.Factorize(a, true) {
		return nil
	}
	values := eigen.Values(nil)
	most := floats.Norm(values, math.Inf(1))
	var vectors, scaled, out mat.Dense
	eigen.VectorsTo(&vectors)
	scaled.Apply(func(_, k int, v float64) float64 { return v * f(values[k], most) }, &vectors)
	out.Mul(&scaled, vectors.T())
	return &out
}
