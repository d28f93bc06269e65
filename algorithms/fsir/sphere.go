package fsir

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/parallel"
)

// An Operator is a symmetric matrix A (d×d), used through its products.
type Operator interface {
	// Dim is d.
	Dim() int
	// Mul sets dst to Av, both of length d.
	Mul(ctx context.Context, dst, v []float64) error
}

// A Bounded operator has an upper bound of its eigenvalues. If the multiplier of a stationary point
// is not below it, the point is a global optimum, and Maximize does not compute the largest
// eigenvalue.
type Bounded interface {
	Operator
	Bound() float64
}

// A Preconditioned operator solves (λ - A)x = v approximately, by a symmetric positive definite
// operator, which saves iterations. Each iteration calls Solve 2 + m times with m constraints.
type Preconditioned interface {
	Operator
	// Solve sets v to x.
	Solve(ctx context.Context, lambda float64, v []float64) error
}

// Sphere is the problem
//
//	maximize f(z) = ½z'Az + b'z over ‖z‖ = r, Bz = c
//
// with A (d×d) symmetric, possibly indefinite, and B m×d. It is not convex, but Maximize solves it
// globally. Write n0 = B'(BB')⁻¹c, P = I - B'(BB')⁻¹B, γ² = r² - ‖n0‖² and z = n0 + u. A point is
// stationary if
//
//	P(Az + b) = λu, Pu = u, ‖u‖ = γ
//
// and a global optimum if and only if λ is also at least θ, the largest eigenvalue of PAP on the
// null space of B. In the hard case, λ = θ at the optimum, which is then not unique; Maximize
// returns the one in which the eigenvector has positive sign.
//
// Source: FSIR², (9) and Algorithm 1. See docs/fsir2.md.
type Sphere struct {
	A Operator
	// Linear is b, of length d; nil means 0.
	Linear []float64
	// B is m×d with independent rows, and C has length m; nil means no constraint.
	B mat.Matrix
	C []float64
	// Radius is r.
	Radius float64
	// Solver is Subspace, or Power for Algorithm 1 as printed; "" means Subspace.
	Solver Solver
	// Eta is η of Power, which iterates with A + ηI. That should be positive semidefinite where Bz
	// = 0; 0 means the least such η. It changes the number of iterations, not the optimum.
	Eta float64
}

// Optimum is the result of Maximize.
type Optimum struct {
	Z          []float64 // of length d
	Value      float64   // f(z)
	Multiplier float64   // λ
	Largest    float64   // upper bound of θ
	Residual   float64   // the certificate: violation of the optimality conditions, relative
	// f after each iteration; in the hard case only values above the saddle
	Trace      []float64
	Iterations int
	Products   int     // with A
	Eta        float64 // of Power
	// Hard reports that the iteration reached a stationary point with λ < θ, or λ = θ up to
	// rounding, and continued with an eigenvector. Saddle is f at that point.
	Hard      bool
	Saddle    float64
	Converged bool // Residual is at most Tolerance
}

const (
	// Tolerance is the largest residual of a certified optimum.
	Tolerance = 1e-8
	// stop is the residual at which the iteration stops, stopPower that of Algorithm 1.
	stop      = 1e-12
	stopPower = 1e-11
	// doubt is the residual at which a stationary point is tested for being a saddle, and same the
	// relative difference up to which two eigenvalues count as equal.
	doubt = 1e-10
	same  = 1e-9
	// roughly is the residual of an eigenvector that need not be accurate.
	roughly = 1e-7
	// noise is the relative size up to which a gradient counts as rounding error.
	noise = 1e-13
)

// Maximize solves the problem. It returns an error if shapes disagree, if numbers are not finite,
// if the rows of B are dependent, or if no point is feasible, and the errors of A. If ctx is
// canceled, it returns the last iterate, if there is one, with ctx.Err(). meter, which may be nil,
// receives the progress.
//
// An iteration costs one product with A and some hundred operations for each of the d unknowns. The
// search for the largest eigenvalue takes further products. The memory is O(d(m + 60)).
func (p Sphere) Maximize(ctx context.Context, meter func(stage string, total int) func(int)) (
	*Optimum, error) {
	q, err := p.reduce(ctx)
	if err != nil {
		return nil, err
	}
	if meter == nil {
		meter = algorithms.Options{}.Meter
	}
	s := q.newSearch(q.g, q.gamma, newSubspace(len(q.n0)))
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
	if q.gamma == 0 || len(q.rows) == d { // n0 is the only feasible point
		s.begun = true
		o.Value, o.Converged, o.Trace = q.origin, true, []float64{q.origin}
		return nil
	}
	bound := math.Inf(1)
	if b, ok := p.A.(Bounded); ok {
		bound = b.Bound()
	}
	tick := meter("iterations, by accuracy", 2*accuracySteps)
	flat := floats.Norm(q.g, 2) == 0
	if !flat {
		var err error
		if p.Solver == Power {
			err = p.power(ctx, q, s, o, tick)
		} else if err = s.begin(ctx, q.g); err == nil {
			// A saddle is unstable: rounding leads away from it after some steps.
			saddle := func(s *search) bool {
				return s.residual <= doubt && s.lambda < bound+same*q.scale
			}
			err = s.ascend(ctx, tick, saddle, stop)
		}
		if s.report(o); err != nil {
			return err
		}
	} else {
		tick(accuracySteps)
	}
	if o.Largest = bound; flat || s.lambda < bound+same*q.scale {
		largest, err := q.above(ctx, s, o, flat, p.Solver, tick, meter)
		if err != nil {
			return err
		}
		o.Largest = min(bound, largest)
	} else {
		tick(accuracySteps)
	}
	s.report(o)
	o.Residual = s.residual
	if q.scale > 0 {
		o.Residual = max(o.Residual, (o.Largest-s.lambda)/q.scale)
	}
	o.Converged = o.Residual <= Tolerance
	return nil
}

// report copies the figures of the iterate to o.
func (s *search) report(o *Optimum) {
	o.Value, o.Multiplier = s.origin+s.value, s.lambda
	o.Trace, o.Iterations = s.trace, s.steps
}
