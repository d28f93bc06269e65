package stationary

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	// mostSteps and mostProducts bound a descent.
	mostSteps    = 500
	mostProducts = 50000
	mostFailures = 30 // in a row
	// leastRatio is the least ratio of the actual to the predicted fall of an accepted step.
	leastRatio = 1e-3
	// mostPolish is the number of steps after the tolerance; the first nearly squares the residual.
	mostPolish = 2
	// leastFall is the factor to which a step must reduce the residual where values are equal
	// within rounding.
	leastFall = .9
	// Rounding is the relative difference within which values of the objective count as equal.
	Rounding = 1e-13
)

// Options are the choices of Descend.
type Options struct {
	Tolerance float64 // of the residual
	Steps     int     // at most; 0 means 500
	// Polish continues from there to rounding, so that rows agree in any order of features and
	// samples.
	Polish bool
	// Stepped is called after each accepted step, with the objective.
	Stepped func(value float64)
}

// Result is the end of a descent.
type Result struct {
	W         *mat.Dense
	Point     Point
	Value     float64
	Residual  float64
	Steps     int // accepted steps
	Products  int // of the Hessian and a vector
	Converged bool
}

// Descend minimizes f from w by Newton's method in a trust region: each step minimizes the
// quadratic model of f on the tangent space by conjugate gradients, preconditioned with M⁻¹ and
// stopped at negative curvature or at the radius in the norm of M, where a step of gradient length
// never fails (Absil, Baker, Gallivan 2007; Steihaug 1983). The objective never rises: a step that
// does not lower it is rejected, and the radius divided by 4, unless values agree to 1e-13 and the
// residual falls to at most .9 of itself. It ends at the tolerance, after 30 failures in a row, or
// after the limit of steps or 50,000 products; Polish adds at most two steps, while each reduces
// the residual to a tenth. On a canceled context it returns the current point and ctx.Err(). The
// cost of a step is the setup of M⁻¹, and one product with it and the Hessian per iteration of the
// conjugate gradients.
func Descend(ctx context.Context, f Function, w *mat.Dense, opt Options) (*Result, error) {
	if opt.Steps == 0 {
		opt.Steps = mostSteps
	}
	r := &Result{W: w, Point: f.At(w)}
	r.Value = r.Point.Value()
	t := tangentAt(f, r.Point, w)
	r.Residual = t.size(r.Value)
	var s *solve
	radius, failed, polish := -1., 0, 0
	if opt.Polish {
		polish = mostPolish
	}
	for r.Steps < opt.Steps && r.Products < mostProducts && failed < mostFailures &&
		ctx.Err() == nil {
		polishing := r.Residual <= opt.Tolerance
		if polishing {
			if polish == 0 {
				break
			}
			polish--
		}
		if s == nil {
			var err error
			if s, err = newSolve(f, r.Point, t); err != nil {
				return r, err
			}
			if !(s.slope > 0) || math.IsInf(s.slope, 0) {
				break
			}
		}
		if radius < 0 {
			radius = 2 * math.Sqrt(s.slope)
		}
		s.run(ctx, radius)
		r.Products += s.products
		next := retract(f, r.Point, t, s.step)
		if next.v == nil {
			radius, failed = radius/4, failed+1
			continue
		}
		p := at(f, next)
		value := p.Value()
		equal := math.Abs(value-r.Value) <= Rounding*r.Value
		ratio := (r.Value - value) / s.gain
		var there *tangent
		var size float64
		if equal || ratio >= leastRatio {
			there = tangentAt(f, p, next.v)
			size = there.size(value)
		}
		if polishing && (there == nil || !equal || size > r.Residual/10) {
			break // only rounding is left
		}
		switch {
		case equal && size <= r.Residual*leastFall:
			value = min(value, r.Value)
			ratio = 1
		case there == nil || !(value < r.Value):
			radius = math.Min(radius, s.length()) / 4
			failed++
			continue
		}
		failed = 0
		switch {
		case ratio < .1:
			radius = math.Min(radius, s.length()) / 4
		case ratio > .25 && s.bounded:
			radius *= 2
		}
		radius = math.Min(radius, math.Sqrt(r.Value))
		r.W, r.Point, r.Value, r.Residual = next.v, p, value, size
		t, s = there, nil
		r.Steps++
		if opt.Stepped != nil {
			opt.Stepped(r.Value)
		}
	}
	r.Converged = r.Residual <= opt.Tolerance
	return r, ctx.Err()
}

// at is f at w.
func at(f Function, w imaged) Point {
	if f, ok := f.(Imaged); ok && w.image != nil {
		return f.AtImage(w.v, w.image)
	}
	return f.At(w.v)
}

// retract returns the orthonormal rows, WCW' = I, that span W + V, W those of p; nil when rounding
// forbids it.
func retract(f Function, p Point, t *tangent, v imaged) imaged {
	w := imaged{v: mat.DenseCopyOf(t.w)}
	if p, ok := p.(ImagedPoint); ok && v.image != nil {
		w.image = mat.DenseCopyOf(p.Own())
	}
	w.add(1, v)
	f.Project(w.v)
	if !orthonormalize(f, w) {
		return imaged{}
	}
	if i, ok := f.(Imaged); ok {
		w.image = i.Image(w.v)
	}
	if !orthonormalize(f, w) { // again for the rounding that is left
		return imaged{}
	}
	return w
}

// orthonormalize makes WCW' = I and keeps the span of the rows.
func orthonormalize(f Function, w imaged) bool {
	m, _ := w.v.Dims()
	var gram mat.Dense
	if w.image != nil {
		gram.Mul(w.image, w.image.T())
	} else {
		gram.Mul(w.v, f.Constraint(w.v).T())
	}
	sym := mat.NewSymDense(m, nil)
	for i := range m {
		for j := i; j < m; j++ {
			sym.SetSym(i, j, (gram.At(i, j)+gram.At(j, i))/2)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(sym) {
		return false
	}
	var lower mat.TriDense
	chol.LTo(&lower)
	ok := true
	w.each(w, func(w, _ *mat.Dense) {
		var out mat.Dense
		if err := out.Solve(&lower, w); err != nil {
			if _, ill := err.(mat.Condition); !ill {
				ok = false
				return
			}
		}
		w.Copy(&out)
	})
	return ok
}
