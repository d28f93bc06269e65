package fsir

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/parallel"
)

// An Operator is a symmetric matrix of which only products are needed.
type Operator interface {
	// Dim is the number d of rows and columns.
	Dim() int
	// Mul sets dst to Av (d numbers each).
	Mul(ctx context.Context, dst, v []float64) error
}

// A Bounded operator knows a number that none of its eigenvalues exceeds. Where the
// multiplier of an optimum is no less, that proves it without a search for the largest
// eigenvalue.
type Bounded interface {
	Operator
	Bound() float64
}

// A Preconditioned operator knows how to solve (λ - A)x = v nearly, in a symmetric and
// positive definite way, which spares iterations. An iteration asks for it 2 + m times, m
// being the number of constraints.
type Preconditioned interface {
	Operator
	// Solve sets v to x.
	Solve(ctx context.Context, lambda float64, v []float64) error
}

// Sphere is the problem, not convex but solved globally,
//
//	maximize f(z) = ½z'Az + b'z over ‖z‖ = r, Bz = c
//
// (FSIR², eq. 9; A need not be semidefinite here). With n0 = B'(BB')⁻¹c, P = I -
// B'(BB')⁻¹B, γ² = r² - ‖n0‖² and z = n0 + u, a point is stationary when
//
//	P(Az + b) = λu, Pu = u, ‖u‖ = γ
//
// and it is a global optimum if, and only if, λ is no less than the largest eigenvalue θ of
// PAP on the null space of B as well: then f(z) - f(z') = ½(u - u')'(λ - PAP)(u - u').
//
// An iteration goes to the global optimum within a span of up to 12 dimensions: the iterate,
// the steps of Algorithm 1 before and the one from it, and what was kept when the span was
// full, which is the iterate, the one before, and the directions of the largest eigenvalues in
// it (Davidson's method with a thick restart). That is one product with A. So f rises by as
// much as a step of Algorithm 1 from there at least, and no shift of A is needed. (With a
// Preconditioned A the step is Newton's, nearly.) Where the top eigenvectors are orthogonal to
// P(An0 + b) and all that A makes of it, the iteration may come to rest at a saddle, as Algorithm 1
// does: the hard case, in which λ < θ. Then a top eigenvector v is looked for, and the optimum is
//
//	z = n0 + (θ - PAP)⁺P(An0 + b) + τv, ‖z - n0‖ = γ
//
// with τ > 0 and v the direction in which the projection of e_i on the top eigenvectors
// points, i being the first coordinate with one: where v is unique, its first entry other
// than 0 is positive. z is then one of several optima.
type Sphere struct {
	A Operator
	// Linear is b, d numbers; nil for 0.
	Linear []float64
	// B is m×d, its rows independent, and C has m numbers; nil for no constraint.
	B mat.Matrix
	C []float64
	// Radius is r.
	Radius float64
	// Solver is Subspace, or Power for Algorithm 1 as printed; "" means Subspace.
	Solver Solver
	// Eta is what Power adds to the diagonal of A, so that it is positive semidefinite
	// where Bz = 0; 0 means just enough. The optimum does not depend on it, the number
	// of iterations does.
	Eta float64
}

// Optimum is what Maximize finds.
type Optimum struct {
	Z          []float64
	Value      float64 // f(z)
	Multiplier float64 // λ
	Largest    float64 // a number that θ does not exceed
	Residual   float64 // the certificate: what is missing for a global optimum, relative
	// f after each iteration, in the hard case of those that are above the saddle
	Trace      []float64
	Iterations int
	Products   int     // with A
	Eta        float64 // of Power
	// Hard says that an eigenvector had to lead on from a stationary point with λ < θ, or λ = θ
	// but for rounding, of which f was Saddle.
	Hard      bool
	Saddle    float64
	Converged bool // Residual is at most Tolerance
}

const (
	// Tolerance is what the certificate of an optimum allows.
	Tolerance = 1e-8
	// stop is the residual at which the iteration stops, and stopPower Algorithm 1.
	stop      = 1e-12
	stopPower = 1e-11
	// doubt is the residual at which it is asked whether a stationary point is a saddle, and
	// same how near two eigenvalues are that count as one, relative.
	doubt = 1e-10
	same  = 1e-9
	// noise is the part of b that is left of it by rounding.
	noise = 1e-13
)

// Maximize solves the problem. It returns an error when shapes disagree, numbers are
// not finite, the rows of B depend on each other, or no point is feasible, those of
// A, and ctx.Err() together with the last iterate, if there is one. Meter, which may
// be nil, hears how far it has come. The cost is one product with A for each iteration
// and some more, some hundred operations on d numbers beside, and O(d(m + 60)) memory.
func (p Sphere) Maximize(ctx context.Context, meter func(stage string, total int) func(int)) (
	*Optimum, error) {
	q, err := p.reduce(ctx)
	if err != nil {
		return nil, err
	}
	if meter == nil {
		meter = algorithms.Options{}.Meter
	}
	s := q.newSearch(q.g, q.gamma, newSpan(len(q.n0)))
	s.near, _ = p.A.(Preconditioned)
	o := &Optimum{Eta: p.Eta}
	err = p.run(ctx, q, s, o, meter)
	if err != nil {
		if !parallel.Stopped(ctx, err) || !s.begun {
			return nil, err
		}
	}
	o.Z = make([]float64, len(q.n0))
	floats.AddTo(o.Z, q.n0, s.u)
	o.Products = q.products
	return o, err
}

func (p Sphere) run(ctx context.Context, q *problem, s *search, o *Optimum,
	meter func(stage string, total int) func(int)) error {
	d := len(q.n0)
	if q.gamma == 0 || len(q.rows) == d { // there is no other point
		s.begun = true
		o.Value, o.Converged, o.Trace = q.origin, true, []float64{q.origin}
		return nil
	}
	bound := math.Inf(1)
	if b, ok := p.A.(Bounded); ok {
		bound = b.Bound()
	}
	climbing := meter("iterations, by accuracy", 2*accuracySteps)
	flat := floats.Norm(q.g, 2) == 0
	if !flat {
		var err error
		if p.Solver == Power {
			err = p.power(ctx, q, s, o, climbing)
		} else if err = s.begin(ctx, q.g); err == nil {
			// A saddle is not stable: rounding leads away from it before long.
			saddle := func(s *search) bool {
				return s.residual <= doubt && s.lambda < bound+same*q.scale
			}
			err = s.climb(ctx, climbing, saddle, stop)
		}
		if s.report(o); err != nil {
			return err
		}
	} else {
		climbing(accuracySteps)
	}
	if o.Largest = bound; flat || s.lambda < bound+same*q.scale {
		largest, v, err := q.largest(ctx, s.lambda, flat, meter)
		if err != nil {
			return err
		}
		if v != nil {
			err = q.hard(ctx, s, o, v, flat, climbing)
		} else if p.Solver != Power {
			err = s.climb(ctx, climbing, nil, stop)
		} else {
			climbing(accuracySteps)
		}
		if err != nil {
			s.report(o)
			return err
		}
		o.Largest = min(bound, largest)
	} else {
		climbing(accuracySteps)
	}
	s.report(o)
	o.Residual = s.residual
	if q.scale > 0 {
		o.Residual = max(o.Residual, (o.Largest-s.lambda)/q.scale)
	}
	o.Converged = o.Residual <= Tolerance
	return nil
}

// report copies what is known of the iterate.
func (s *search) report(o *Optimum) {
	o.Value, o.Multiplier = s.origin+s.value, s.lambda
	o.Trace, o.Iterations = s.trace, s.steps
}
