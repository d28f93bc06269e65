package linear

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// glmRows solves problems with an ℓ2,1 penalty over all columns: a working set takes in the
// columns whose conditions of optimality do not hold, the worst first, until all hold. Before, the
// sequential strong rule proposes columns.
type glmRows struct {
	f         *glmFit
	products  []float64
	dualNorms []float64
	copied    []bool // columns equal to ± another one, once standardized
	gap       float64
}

const (
	glmCopy    = 1e-10 // 1 - |correlation| of columns that are copies
	glmFewest  = 32    // columns that are taken in at a time, at least
	glmRefills = 1000  // times, at most, that columns are taken in for one λ
	glmLambdas = 64    // λ that halving takes, at most, for the count of progress
)

func newGLMRows(ctx context.Context, cols *glmColumns, loss *glmLoss) (*glmRows, error) {
	s := &glmRows{
		f: newGLMFit(cols, loss, true), products: make([]float64, cols.d*loss.q),
		dualNorms: make([]float64, cols.d), copied: make([]bool, cols.d),
	}
	return s, s.f.begin(ctx, s.products, s.dualNorms)
}

// solve finds the solution for λ and its gap.
func (s *glmRows) solve(ctx context.Context, lambda float64) error {
	few := max(glmFewest, s.f.rows())
	if err := s.takeIn(2*lambda-s.f.lambda, few); err != nil { // the strong rule
		return err
	}
	for range glmRefills {
		if err := s.f.minimize(ctx, lambda); err != nil {
			return err
		}
		if err := s.f.dualNorms(ctx, s.products, s.dualNorms); err != nil {
			return err
		}
		before := len(s.f.work)
		if err := s.takeIn(lambda*(1+glmTie), max(glmFewest, s.f.rows())); err != nil {
			return err
		}
		if len(s.f.work) == before {
			break
		}
	}
	s.gap = s.f.gap(slices.Max(s.dualNorms))
	return nil
}

// takeIn lets columns take part whose dual norm is above a bound, the highest first:
// few of them, and those of an equal one. Of copies the lowest column takes part, and no other.
func (s *glmRows) takeIn(bound float64, few int) error {
	var more []int
	for j, v := range s.dualNorms {
		if v > bound && !s.f.inWork[j] && !s.copied[j] {
			more = append(more, j)
		}
	}
	slices.SortFunc(more, func(a, b int) int {
		switch {
		case s.dualNorms[a] > s.dualNorms[b]:
			return -1
		case s.dualNorms[a] < s.dualNorms[b]:
			return 1
		}
		return a - b
	})
	if few < len(more) {
		least := s.dualNorms[more[few-1]] * (1 - glmTie)
		for few < len(more) && s.dualNorms[more[few]] >= least {
			few++
		}
		more = more[:few]
	}
	slices.Sort(more)
	for _, j := range more {
		if s.copied[j] || s.f.inWork[j] {
			continue
		}
		if err := s.takeFirst(j); err != nil {
			return err
		}
	}
	return nil
}

// takeFirst lets j take part, or the lowest copy of it, and marks the others.
func (s *glmRows) takeFirst(j int) error {
	z, err := s.f.cols.column(j)
	if err != nil {
		return err
	}
	same := func(other []float64) bool {
		return math.Abs(floats.Dot(z, other)) >= float64(s.f.cols.n)*(1-glmCopy)
	}
	for a, i := range s.f.work {
		if s.near(i, j) && same(s.f.z[a]) {
			s.copied[j] = true
			return nil
		}
	}
	first := j
	for i := range s.dualNorms {
		if i == j || s.f.inWork[i] || s.copied[i] || !s.near(i, j) || s.f.cols.sd[i] == 0 {
			continue
		}
		other, err := s.f.cols.column(i)
		if err != nil {
			return err
		}
		if same(other) {
			if s.copied[max(first, i)] = true; i < first {
				first = i
			}
		}
	}
	return s.f.add(first)
}

// near reports whether two norms are so close that their columns may be copies. A correlation of 1
// - ε lets them differ by √(2ε).
func (s *glmRows) near(i, j int) bool {
	return math.Abs(s.dualNorms[i]-s.dualNorms[j]) <= 2*math.Sqrt(2*glmCopy)
}

// byHalving halves λ from the smallest at which W = 0 until k rows or more are not 0, then halves
// the interval that is left until there are k. If no λ gives k, it ends within glmTie of a λ at
// which there are more. It ends at glmFloor of the start if there are fewer.
func (s *glmRows) byHalving(ctx context.Context, k int, tick func(int)) error {
	remaining := glmLambdas
	defer func() { tick(remaining) }()
	if s.f.max == 0 {
		return ctx.Err()
	}
	high, low := s.f.max, s.f.max
	for floor := glmFloor * s.f.max; s.f.rows() < k && low > floor; {
		high = low
		low = max(floor, low/2)
		if err := s.solve(ctx, low); err != nil {
			return err
		}
		remaining = glmTick(remaining, tick)
	}
	for s.f.rows() > k && high-low > glmTie*low {
		many := s.f.point()
		middle := low + (high-low)/2
		if err := s.solve(ctx, middle); err != nil {
			return err
		}
		remaining = glmTick(remaining, tick)
		if s.f.rows() >= k {
			low = middle
			continue
		}
		high = middle
		if high-low <= glmTie*low {
			s.f.moveTo(many)
			return s.solve(ctx, low)
		}
		s.f.moveTo(many)
		s.f.refresh()
	}
	return nil
}

// glmTick reports one of the steps that are left, if any, and returns how many are left then.
func glmTick(remaining int, tick func(int)) int {
	if remaining == 0 {
		return 0
	}
	tick(1)
	return remaining - 1
}

// norms returns ‖w_j‖ of all columns.
func (s *glmRows) norms() []float64 {
	out := make([]float64, s.f.cols.d)
	for a, j := range s.f.work {
		out[j] = floats.Norm(s.f.w[a], 2)
	}
	return out
}
