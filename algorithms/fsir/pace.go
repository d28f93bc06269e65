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
}

// pace decides how well a search solves Newton's equation: through M alone, until slowSteps steps
// have not taken the residual to slowPart; then well, until paceTries such steps in succession have
// not halved it.
type pace struct {
	goal  float64
	last  []float64 // residuals, the latest first
	quick bool
	level int // of parts
	poor  int
}

const (
	paceTries = 3
	// pacePart is the part of a residual that the solution leaves if the residual is to fall to its
	// hundredth: it is that of another norm.
	pacePart = 1e-3
)

// parts are the accuracies of the first solutions; λ is not accurate then.
var parts = [...]float64{1e-2, 1e-3, 1e-4}

func (p *pace) begin(goal float64) { *p = pace{goal: goal, last: p.last[:0], quick: p.quick} }

// note takes the residual before a step.
func (p *pace) note(residual float64) {
	if p.quick && p.level > 0 {
		p.poor++
		if len(p.last) > 0 && residual < p.last[0]/2 {
			p.poor = 0
		}
		if p.poor >= paceTries {
			p.quick, p.level, p.poor, p.last = false, 0, 0, p.last[:0]
		}
	}
	if len(p.last) == slowSteps {
		if !p.quick {
			p.quick = residual > slowPart*p.last[slowSteps-1]
		}
		p.last = p.last[:slowSteps-1]
	}
	p.last = slices.Insert(p.last, 0, residual)
}

// part is the accuracy of the next solution.
func (p *pace) part(residual float64) float64 {
	least := parts[min(p.level, len(parts)-1)]
	p.level++
	return max(least, min(pacePart, pacePart*p.goal/residual))
}

// direct replaces r by the direction of the step.
func (s *search) direct(ctx context.Context) error {
	if to, ok := s.near.(accurate); ok && s.pace.quick {
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
