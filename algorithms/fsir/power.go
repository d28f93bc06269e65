package fsir

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Solver is the algorithm that solves the relaxed problem.
type Solver string

const (
	// Subspace moves to the best point in the span of several steps: tens to hundreds of
	// iterations.
	Subspace Solver = "subspace"
	// Power is Algorithm 1 as printed: hundreds to thousands of iterations.
	Power Solver = "power"
)

// Choices returns the solvers, the default first.
func (Solver) Choices() []string { return []string{string(Subspace), string(Power)} }

// maxPower bounds Algorithm 1.
const maxPower = 50000

// power is Algorithm 1: u ← γ P((A + ηI)z + b)/‖P((A + ηI)z + b)‖ from z = n0, where the gradient
// is g for any η.
func (p Sphere) power(ctx context.Context, q *problem, s *search, o *Optimum,
	tick func(int)) error {
	eta := p.Eta
	if eta == 0 {
		negative := q.negative()
		least, err := negative.leastShift(ctx)
		if err != nil {
			return err
		}
		q.products += negative.products
		eta = least
	}
	o.Eta = eta
	if err := s.begin(ctx, q.g); err != nil {
		return err
	}
	reported := 0
	best, since := math.Inf(1), 0
	for {
		s.measure()
		s.trace = append(s.trace, s.origin+s.value)
		s.scale = max(s.scale, s.lambda+eta)
		if s.residual < best/2 {
			best, since = s.residual, 0
		}
		if digits := min(accuracySteps, int(-math.Log10(max(best, stop)))); digits > reported {
			tick(digits - reported)
			reported = digits
		}
		if s.steps++; s.residual <= stopPower || since > maxPower/10 || s.steps >= maxPower {
			break
		}
		since++
		floats.AddScaled(s.hu, eta, s.u)
		floats.Add(s.hu, s.g)
		copy(s.u, s.hu)
		if err := s.refresh(ctx); err != nil {
			return err
		}
	}
	tick(accuracySteps - reported)
	return nil
}

// negative is the problem with -A, and without a linear term.
func (q *problem) negative() *problem {
	return &problem{a: minus{q.a}, rows: q.rows, n0: q.n0, g: make([]float64, len(q.g)), gamma: 1}
}

// leastShift is a number just above the largest eigenvalue of PAP, or 0 if that is negative.
func (q *problem) leastShift(ctx context.Context) (float64, error) {
	theta, _, _, err := q.largest(ctx, math.Inf(1), false, true,
		func(string, int) func(int) { return func(int) {} })
	return max(0, theta+1e-3*q.scale), err
}

// minus is -A.
type minus struct{ a Operator }

// Dim is that of A.
func (m minus) Dim() int { return m.a.Dim() }

// Mul sets dst to -Av.
func (m minus) Mul(ctx context.Context, dst, v []float64) error {
	err := m.a.Mul(ctx, dst, v)
	floats.Scale(-1, dst)
	return err
}
