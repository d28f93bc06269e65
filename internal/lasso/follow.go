package lasso

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/parallel"
)

// Columns are columns of unit length, which should have mean 0 when the model has a constant.
type Columns interface {
	Len() int
	// Dots sets out[j] to x_j'v for every column j that is not in skip.
	Dots(ctx context.Context, out, v []float64, skip []bool) error
	// Column returns column j, which is not modified.
	Column(j int) ([]float64, error)
}

// inMemory are columns in memory.
type inMemory struct {
	x       [][]float64
	workers int
}

func (m inMemory) Len() int { return len(m.x) }

func (m inMemory) Column(j int) ([]float64, error) { return m.x[j], nil }

func (m inMemory) Dots(ctx context.Context, out, v []float64, skip []bool) error {
	return parallel.For(ctx, m.workers, len(m.x), 64, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			if !skip[j] {
				out[j] = floats.Dot(m.x[j], v)
			}
		}
	})
}

// Entry is the λ at which a column gets its first coefficient.
type Entry struct {
	Column int
	Lambda float64
}

// Course is a path as Follow has followed it.
type Course struct {
	Entries []Entry // in their order
	Start   float64 // λ where the path begins, the largest |x_j'y|
	// Lambda is the last point with λ > 0 at which the direction changed, or at which the path was
	// left, Correlations are the x_j'r there, and Gap is the duality gap relative to ½‖y‖², the
	// objective of a = 0.
	Lambda       float64
	Correlations []float64
	Gap          float64
	Steps        int // changes of direction
	Dropped      int // columns that left
	// Ended reports that λ has reached 0, within rounding.
	Ended bool
	// Objective is ½‖r‖² + λ‖a‖₁ at Lambda.
	Objective float64
	// Converged is false when the path was abandoned after too many steps.
	Converged bool

	entered []bool
	pending []Entry // that have joined, still with coefficient 0
	want    int
	counted func()
	knot    func(lambda float64, features []int, a []float64) bool
}

const (
	// nearlySpanned is the squared distance from the span of others below which a column never
	// joins a Course. It is computed from the column's residual, which has these digits.
	nearlySpanned = 1e-14
	// equal is the difference of λ, relative to its start, below which columns of a Course join
	// together, the lower one first. For NonNegativePath it is relative to the larger of 1 and λ.
	equal = 1e-12
	// cancels is the squared distance below which it is.
	cancels = 1e-3
	// precise is the residual of a direction of a Course, of correlations that all are 1, that is
	// not corrected.
	precise = 1e-13
	// renewed is the number of steps after which a Course computes the correlations and, if they
	// are not reported, the coefficients again.
	renewed = 32
)

// Follow follows the path of Path over columns that may be held in any way, until want columns have
// had a coefficient (0 means no limit), knot returns false, or λ is 0. entered, unless it is nil,
// is called for each of these columns, and knot receives each change of direction, from λ = Start
// and a = 0 on, and the end: coefficients a of features, which it must copy. In between they are
// linear in λ.
//
// Columns whose λ are equal within 1e-12 of the start join in their order; columns within 1e-7 of
// the span of the features do not join. If ctx is canceled, Follow returns the course so far
// together with ctx.Err(). The cost of a step is that of Dots, and O(nk + k²) for k features.
func Follow(ctx context.Context, x Columns, y []float64, want int,
	entered func(), knot func(lambda float64, features []int, a []float64) bool) (*Course, error) {
	p := newPath(x, y)
	if entered == nil {
		entered = func() {}
	}
	p.course = &Course{entered: make([]bool, x.Len()), want: want, counted: entered, knot: knot}
	p.enough = func() bool { return false }
	err := p.run(ctx)
	if err == nil && p.course.Correlations == nil {
		err = p.measure(ctx)
	}
	c := p.course
	c.Start, c.Steps, c.Dropped = p.fit.Start, p.fit.Steps, p.fit.Dropped
	c.Ended, c.Converged = p.fit.Ended, p.fit.Converged
	return c, err
}

// begin reports the start of the path to knot, and whether to go on.
func (p *path) begin() bool {
	return p.course == nil || p.course.knot == nil || p.course.knot(p.fit.Start, nil, nil)
}

// atKnot is called where the direction changes, and reports whether the course is complete.
func (p *path) atKnot() bool {
	c := p.course
	if c == nil {
		return false
	}
	c.confirm(p.fit)
	if c.knot != nil || p.fit.Steps%renewed == renewed-2 {
		p.correct()
	}
	if c.knot != nil && !c.knot(p.fit.Lambda, p.fit.Features, p.fit.Coefficients) {
		return true
	}
	return c.want > 0 && len(c.Entries) >= c.want
}

// confirm moves the columns that have a coefficient from pending to the entries.
func (c *Course) confirm(f *Fit) {
	kept := c.pending[:0]
	for _, e := range c.pending {
		if i := slices.Index(f.Features, e.Column); i >= 0 && f.Coefficients[i] != 0 {
			c.entered[e.Column] = true
			c.Entries = append(c.Entries, e)
			c.counted()
		} else {
			kept = append(kept, e)
		}
	}
	c.pending = kept
}

// forget drops a column from pending.
func (c *Course) forget(j int) {
	c.pending = slices.DeleteFunc(c.pending, func(e Entry) bool { return e.Column == j })
}

// last measures the last point of a course before λ = 0.
func (p *path) last(ctx context.Context) error {
	if p.course == nil {
		return nil
	}
	return p.measure(ctx)
}

// measure sets the gap and the correlations of a course. θ is the residual r = y - Xa, corrected so
// that x_j'θ = λ·sign for the features where large coefficients a have cost r its digits, and
// scaled so that |x_j'θ| <= λ for all columns. The gap is ½‖r‖² + λ‖a‖₁ - θ'y + ½‖θ‖².
func (p *path) measure(ctx context.Context) error {
	c := p.course
	p.polish()
	r := p.residual()
	theta, part := slices.Clone(r), make([]float64, len(r))
	for range 2 {
		e := p.excess(theta)
		p.combine(part, e)
		floats.Sub(theta, part)
	}
	c.Lambda, c.Correlations = p.fit.Lambda, make([]float64, p.x.Len())
	if err := p.x.Dots(ctx, c.Correlations, theta, make([]bool, p.x.Len())); err != nil {
		return err
	}
	if most := floats.Norm(c.Correlations, math.Inf(1)); most > c.Lambda {
		floats.Scale(c.Lambda/most, theta)
	}
	yy := floats.Dot(p.y, p.y)
	c.Objective = floats.Dot(r, r)/2 + c.Lambda*floats.Norm(p.fit.Coefficients, 1)
	if p.fit.Start > 0 && yy > 0 {
		gap := c.Objective - floats.Dot(theta, p.y) + floats.Dot(theta, theta)/2
		c.Gap = max(0, gap) / (yy / 2)
	}
	return nil
}

// excess is G⁻¹(X_A'r - λ sign): what is to be added to the coefficients of the features.
func (p *path) excess(r []float64) []float64 {
	e := make([]float64, len(p.columns))
	for i, f := range p.columns {
		e[i] = floats.Dot(f, r) - p.fit.Lambda*p.sign[i]
	}
	p.chol.solve(e)
	return e
}

func (p *path) residual() []float64 {
	r := make([]float64, len(p.y))
	p.combine(r, p.fit.Coefficients)
	floats.SubTo(r, p.y, r)
	return r
}

// refresh computes the correlations again, from time to time.
func (p *path) refresh(ctx context.Context) error {
	if p.course == nil || p.fit.Steps%renewed != renewed-1 {
		return nil
	}
	return p.x.Dots(ctx, p.c, p.residual(), p.active)
}

// correct removes the rounding of the last steps from the coefficients, whose correlations must be
// λ·sign.
func (p *path) correct() {
	if slices.Contains(p.fit.Coefficients, 0) { // columns have joined together, just now
		return
	}
	rest := p.excess(p.residual())
	for i, a := range p.fit.Coefficients {
		if (a+rest[i])*p.sign[i] < 0 {
			return
		}
	}
	floats.Add(p.fit.Coefficients, rest)
}

// refine corrects v of project by the products of the column's residual with the features, and
// returns the squared length of that residual, which keeps its digits where 1 - ‖v‖² has none.
func (p *path) refine(f, v []float64) ([]float64, float64) {
	e, b := slices.Clone(f), slices.Clone(v)
	part := make([]float64, len(f))
	for range 2 {
		p.chol.back(b)
		p.combine(part, b)
		floats.Sub(e, part)
		for i, g := range p.columns {
			b[i] = floats.Dot(g, e)
		}
		p.chol.forward(b)
		floats.Add(v, b)
	}
	p.chol.back(b)
	p.combine(part, b)
	floats.Sub(e, part)
	return v, floats.Dot(e, e)
}
