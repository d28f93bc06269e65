package linear

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	glmFloor = 1e-4 // the smallest λ of a path, relative to the largest
	glmTie   = 1e-9 // distance of λ within which features enter together, relative
	glmRoot  = 1e-13
	glmTries = 100 // trials for one entry

	// Shares of λ by which it falls where nothing enters.
	glmFirstStep, glmLeastStep, glmMostStep = .02, .002, .5
)

// glmEntry is a column and the largest λ at which its row is not 0.
type glmEntry struct {
	column int
	lambda float64
}

// glmPath follows the solutions of a glmFit with Ω = ‖·‖₁ as λ falls from the smallest one at which
// W = 0 to glmFloor of it, and finds when columns enter: only those that have entered take part,
// and λ is accepted if the conditions of optimality hold for all others. If some do not hold, the
// largest λ between, at which the first of these columns reaches its condition, is searched for,
// and there all columns are looked at again. A column that has entered takes part ever after.
type glmPath struct {
	f         *glmFit
	products  []float64 // Z'R/n at at, d×q
	dualNorms []float64 // their largest sizes, by column
	trial     []float64 // the same elsewhere
	at        float64   // λ, for which all conditions hold
	step      float64
	entries   int
	gap       float64 // the largest
}

// newGLMPath fits the intercepts.
func newGLMPath(ctx context.Context, cols *glmColumns, loss *glmLoss) (*glmPath, error) {
	p := &glmPath{
		f: newGLMFit(cols, loss, false), products: make([]float64, cols.d*loss.q),
		dualNorms: make([]float64, cols.d), trial: make([]float64, cols.d), step: glmFirstStep,
	}
	return p, p.f.begin(ctx, p.products, p.dualNorms)
}

// begin sets the smallest λ at which W = 0, and the tolerance.
func (f *glmFit) begin(ctx context.Context, products, dualNorms []float64) error {
	if err := f.dualNorms(ctx, products, dualNorms); err != nil {
		return err
	}
	f.max = slices.Max(dualNorms)
	if f.max < glmNothing {
		f.max = 0
	}
	f.tol = 1e-13*f.max + 1e-15
	f.lambda = f.max
	return nil
}

// glmNothing is the dual norm below which a column has nothing to do with the target but rounding.
// That of a column that predicts it is near .5 for classes of equal size, or for a target of
// deviation 1.
const glmNothing = 1e-12

// next returns the next column that enters; ok is false at the end of the path.
func (p *glmPath) next(ctx context.Context) (e glmEntry, ok bool, err error) {
	if p.f.max == 0 {
		return e, false, ctx.Err()
	}
	if p.entries == 0 {
		p.at = p.f.max
		first := slices.IndexFunc(p.dualNorms, func(v float64) bool { return v >= p.at*(1-glmTie) })
		return p.enter(first)
	}
	for floor := glmFloor * p.f.max; p.at > floor; {
		lambda := max(floor, p.at*(1-p.step))
		if err := p.look(ctx, lambda); err != nil {
			return e, false, err
		}
		found := p.above(lambda)
		if found == nil {
			p.accept(lambda)
			p.step = min(1.5*p.step, glmMostStep)
			continue
		}
		if len(found) > 2 {
			p.step = max(p.step/2, glmLeastStep)
		}
		j, err := p.first(ctx, lambda, found)
		if err != nil {
			return e, false, err
		}
		return p.enter(j)
	}
	return e, false, ctx.Err()
}

// enter lets column j take part from λ on.
func (p *glmPath) enter(j int) (glmEntry, bool, error) {
	p.entries++
	return glmEntry{j, p.at}, true, p.f.add(j)
}

// look solves for λ over the columns that have entered, and sets the trial norms of all.
func (p *glmPath) look(ctx context.Context, lambda float64) error {
	if err := p.f.minimize(ctx, lambda); err != nil {
		return err
	}
	return p.f.dualNorms(ctx, p.products, p.trial)
}

// above lists the other columns whose trial norms are above λ.
func (p *glmPath) above(lambda float64) (found []int) {
	for j, v := range p.trial {
		if v > lambda*(1+glmTie) && !p.f.inWork[j] {
			found = append(found, j)
		}
	}
	return found
}

// accept makes λ, for which all conditions hold, the end of what is known.
func (p *glmPath) accept(lambda float64) {
	p.at = lambda
	p.dualNorms, p.trial = p.trial, p.dualNorms
	p.gap = max(p.gap, p.f.gap(slices.Max(p.dualNorms)))
}

// first moves to the largest λ at which the dual norm of one of the columns found, which are above
// it at low, is as large as λ, and returns the column, the lowest of those that tie.
func (p *glmPath) first(ctx context.Context, low float64, found []int) (int, error) {
	high := p.at
	for {
		j, err := p.reach(ctx, low, high, found)
		if err != nil {
			return 0, err
		}
		lambda := p.f.lambda
		if err := p.f.dualNorms(ctx, p.products, p.trial); err != nil {
			return 0, err
		}
		more := p.above(lambda)
		if more == nil || lambda >= high {
			p.accept(lambda)
			return j, nil
		}
		// Others reach their condition before, and leave it again.
		found, low = more, lambda
	}
}

// reach finds a zero of the largest dual norm of the columns found less λ between low and high by
// the method of Illinois, and returns the lowest of the columns that reach it.
func (p *glmPath) reach(ctx context.Context, low, high float64, found []int) (j int, err error) {
	excess := func(lambda float64) float64 {
		if err = p.f.minimize(ctx, lambda); err != nil {
			return 0
		}
		worst := math.Inf(-1)
		for _, j := range found {
			worst = max(worst, p.dualNormOf(j)-lambda)
		}
		return worst
	}
	above := math.Inf(-1)
	for _, j := range found {
		above = max(above, p.dualNorms[j]-high)
	}
	var below float64
	for _, j := range found {
		below = max(below, p.trial[j]-low)
	}
	if above >= 0 {
		low = high
	}
	side, lambda := 0, high
	for range glmTries {
		if high-low <= glmRoot*high {
			break
		}
		lambda = (low*above - high*below) / (above - below)
		if !(lambda > low && lambda < high) {
			lambda = low + (high-low)/2
		}
		v := excess(lambda)
		if err != nil {
			return 0, err
		}
		if math.Abs(v) <= 2*p.f.tol {
			low, high = lambda, lambda
			break
		}
		if v > 0 {
			low, below = lambda, v
			if side > 0 {
				above /= 2
			}
			side = 1
		} else {
			high, above = lambda, v
			if side < 0 {
				below /= 2
			}
			side = -1
		}
	}
	lambda = high
	if excess(lambda); err != nil {
		return 0, err
	}
	largest := math.Inf(-1)
	norms := make([]float64, len(found))
	for i, j := range found {
		norms[i] = p.dualNormOf(j)
		largest = max(largest, norms[i])
	}
	for i, j := range found {
		if norms[i] >= largest-glmTie*lambda {
			return j, nil
		}
	}
	return found[0], nil
}

// dualNormOf is that of one column.
func (p *glmPath) dualNormOf(j int) float64 {
	z, err := p.f.cols.column(j)
	if err != nil {
		return math.Inf(1)
	}
	var norm float64
	for _, r := range p.f.now.r {
		norm = max(norm, math.Abs(floats.Dot(z, r))/float64(p.f.cols.n))
	}
	return norm
}
