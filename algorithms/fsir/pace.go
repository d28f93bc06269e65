package fsir

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// accurate is an operator that solves Newton's equation well, for searches that are slow otherwise.
type accurate interface {
	Newton(ctx context.Context, lambda float64, v []float64, c [][]float64, part float64) (int,
		error)
	// Lead is the coordinate of the largest diagonal entry of A, or -1 if top eigenvectors need not
	// be looked for.
	Lead(ctx context.Context) (int, error)
}

// pace decides how well a search solves Newton's equation: through M alone, until slowSteps steps
// have not taken the residual to slowPart; then well, until paceTries such steps in succession have
// not halved it.
type pace struct {
	goal  float64
	warm  bool      // quick after warmSteps steps
	last  []float64 // residuals, the latest first
	steps int
	quick bool
	begun bool // a solution has been made
	poor  int
}

const (
	// A search is slow if slowSteps - 1 steps do not take the residual to slowPart.
	slowSteps = 4
	slowPart  = .45
	paceTries = 3
	warmSteps = 6
	// firstPart is the part of the residual that the first solution leaves, when λ is not accurate,
	// and leastPart the least: a better solution costs more than it saves.
	firstPart = 1e-2
	leastPart = 1e-4
)

func (p *pace) begin(goal float64) {
	*p = pace{goal: goal, warm: p.warm, last: p.last[:0], quick: p.quick}
}

// note takes the residual before a step.
func (p *pace) note(residual float64) {
	if p.quick && p.begun {
		p.poor++
		if len(p.last) > 0 && residual < p.last[0]/2 {
			p.poor = 0
		}
		if p.poor >= paceTries {
			p.quick, p.begun, p.poor, p.last = false, false, 0, p.last[:0]
		}
	}
	if len(p.last) == slowSteps {
		if !p.quick {
			p.quick = residual > slowPart*p.last[slowSteps-1]
		}
		p.last = p.last[:slowSteps-1]
	}
	p.last = slices.Insert(p.last, 0, residual)
	p.steps++
	if p.warm && p.steps == warmSteps {
		p.quick = true
	}
}

// part is the accuracy of the next solution.
func (p *pace) part(residual float64) float64 {
	if !p.begun {
		p.begun = true
		return firstPart
	}
	return max(leastPart, min(firstPart, .1*p.goal/residual))
}

// direct replaces r by the direction of the step.
func (s *search) direct(ctx context.Context) error {
	if to, ok := s.near.(accurate); ok && s.pace.quick {
		if err := s.lead(ctx, to); err != nil {
			return err
		}
		c := [][]float64{slices.Clone(s.u)}
		floats.Scale(1/s.radius, c[0])
		products, err := to.Newton(ctx, s.lambda, s.r, append(c, s.rows...),
			s.pace.part(s.residual))
		s.products += products
		s.inner += products
		if err != nil || products > 0 {
			return err
		}
	}
	return s.border.solve(ctx, s)
}
