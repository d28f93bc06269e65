// Package lasso follows the path of the lasso by least angle regression: the
// coefficients a that minimize
//
//	½‖y - Xa‖² + λ‖a‖₁
//
// as λ falls from where a = 0 (Efron, Hastie, Johnstone, Tibshirani 2004, section 3.1),
// up to a number of coefficients that are not 0.
package lasso

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Fit is a point of the path.
type Fit struct {
	// Features are the columns whose coefficient is not 0, in the order in which they
	// joined, and Coefficients theirs.
	Features     []int
	Coefficients []float64
	Lambda       float64 // λ at this point
	Start        float64 // λ where the path begins, the largest |x_j'y|
	Steps        int     // changes of direction
	Dropped      int     // columns that left the path again
	// Ended reports that λ has reached 0 within rounding: the columns can predict nothing more of
	// y.
	Ended bool
	// Residual is the largest violation of the conditions of optimality, relative to Start: of
	// x_j'r = λ sign a_j on the features, and of |x_j'r| <= λ elsewhere, r = y - Xa, all recomputed
	// at the end.
	Residual float64
	// Converged is false when the path was abandoned after too many steps, which only many exact
	// ties can cause. The point is on the path nevertheless.
	Converged bool
}

const (
	spanned = 1e-10 // squared distance of a column from the span of others, below which it is in it
	tie     = 1e-10 // 1 -+ x_j'u below which a column's correlation falls as those of the features
	same    = 1e-13 // step, relative to the start of λ, below which columns join together
	fitted  = 1e-9  // λ, relative to the start, below which it is 0
)

// Path returns the first point at which count columns have a coefficient and one more would join,
// or the end of the path when that comes first. Columns that join together, which takes exact ties,
// may be more than count. x are columns of unit length, a row of numbers each, y has as many; they
// should have mean 0 when the model has a constant. Equal correlations go to the lower column, and
// a column in the span of the features never joins.
//
// A step costs O(nd) for d columns, and O(nk + k²) for k features. It returns ctx.Err().
func Path(ctx context.Context, x [][]float64, y []float64, count, workers int) (*Fit, error) {
	p := newPath(inMemory{x, workers}, y)
	p.enough = func() bool { return p.nonZero() >= count }
	if count < 1 {
		p.fit.Ended = true
		return p.fit, ctx.Err()
	}
	if err := p.run(ctx); err != nil {
		return nil, err
	}
	p.polish()
	if err := p.certify(ctx); err != nil {
		return nil, err
	}
	p.clean()
	return p.fit, nil
}

type path struct {
	x       Columns
	y       []float64
	fit     *Fit        // its Features and Coefficients grow and shrink
	columns [][]float64 // of the features
	sign    []float64   // of the features' correlations
	chol    factor      // of the features' Gram matrix
	u, w    []float64   // direction of the fit, and of the coefficients
	c       []float64   // x_j'r; stale for features, whose it is λ·sign
	slope   []float64   // x_j'u of the others
	active  []bool
	banned  []bool // in the span of the features
	// enough reports whether the path is long enough, when one more column would join.
	enough func() bool
	course *Course  // nil for Path
	found  struct { // what fits has found of a column, for join
		column int
		v      []float64
		rest   float64
	}
}

func newPath(x Columns, y []float64) *path {
	d := x.Len()
	return &path{
		x: x, y: y, fit: &Fit{Converged: true}, c: make([]float64, d), slope: make([]float64, d),
		active: make([]bool, d), banned: make([]bool, d), u: make([]float64, len(y)),
	}
}

func (p *path) run(ctx context.Context) error {
	if err := p.x.Dots(ctx, p.c, p.y, p.active); err != nil {
		return err
	}
	first := p.largest()
	noise := 1e-13 * floats.Norm(p.y, 2)
	if first < 0 || math.Abs(p.c[first]) <= 10*noise {
		p.fit.Ended = true
		return ctx.Err()
	}
	p.fit.Start = math.Abs(p.c[first])
	p.fit.Lambda = p.fit.Start
	least := max(fitted*p.fit.Start, noise)
	if err := p.join(first); err != nil {
		return err
	}
	if !p.begin() {
		return nil
	}
	for limit := 20*min(p.x.Len(), len(p.y)) + 100; ; p.fit.Steps++ {
		if p.fit.Steps >= limit {
			p.fit.Converged = false
			return nil
		}
		if err := p.refresh(ctx); err != nil {
			return err
		}
		p.direct()
		if err := p.x.Dots(ctx, p.slope, p.u, p.active); err != nil {
			return err
		}
		next, join := p.nextJoin()
		out, drop := p.nextDrop()
		lambda := p.fit.Lambda
		switch {
		case out >= 0 && drop <= min(join, lambda):
			p.move(drop)
			p.leave(out)
			if p.atKnot() {
				return nil
			}
		case next < 0 || join >= lambda-least:
			if err := p.last(ctx); err != nil {
				return err
			}
			p.move(lambda)
			p.fit.Lambda, p.fit.Ended = 0, true
			p.atKnot()
			return nil
		default:
			p.move(join)
			if p.atKnot() {
				return nil
			}
			fits, err := p.fits(next)
			if err != nil {
				return err
			}
			if !fits {
				continue
			}
			if p.enough() {
				return nil
			}
			if err := p.join(next); err != nil {
				return err
			}
		}
		if len(p.fit.Features) == 0 { // caused by ties only
			p.fit.Converged = false
			return nil
		}
	}
}

// direct finds the direction along which the correlations of all features fall alike: X_A'u = sign
// for u = X_A w. One refinement step corrects the rounding of the factor.
func (p *path) direct() {
	p.w = slices.Clone(p.sign)
	p.chol.solve(p.w)
	p.combine(p.u, p.w)
	rest := make([]float64, len(p.w))
	for i, f := range p.columns {
		rest[i] = p.sign[i] - floats.Dot(f, p.u)
	}
	if p.course != nil && floats.Norm(rest, math.Inf(1)) <= precise {
		return
	}
	p.chol.solve(rest)
	floats.Add(p.w, rest)
	p.combine(p.u, p.w)
}

// combine sets out to X_A a.
func (p *path) combine(out, a []float64) {
	clear(out)
	for i, f := range p.columns {
		floats.AddScaled(out, a[i], f)
	}
}

// largest returns the column with the largest correlation; -1 if there is none.
func (p *path) largest() int {
	first, most := -1, 0.0
	for j, c := range p.c {
		if first < 0 || math.Abs(c) > most {
			first, most = j, math.Abs(c)
		}
	}
	for j, c := range p.c {
		if p.course != nil && math.Abs(c) >= most*(1-equal) {
			return j
		}
	}
	return first
}

// nextJoin returns the first column whose correlation equals that of the features, and the step to
// it; -1 if none.
func (p *path) nextJoin() (next int, step float64) {
	next, step = -1, math.Inf(1)
	snap := same * p.fit.Start
	if p.course != nil {
		snap = equal * p.fit.Start
	}
	for j, c := range p.c {
		if p.active[j] || p.banned[j] {
			continue
		}
		if at := p.stepTo(j, c, snap); at < step {
			next, step = j, at
		}
	}
	if p.course == nil || next < 0 {
		return next, step
	}
	for j, c := range p.c[:next] {
		if !p.active[j] && !p.banned[j] && p.stepTo(j, c, snap) <= step+snap {
			return j, step
		}
	}
	return next, step
}

// stepTo is the step to where the correlation c of column j equals that of the features, +Inf if
// none; below snap it is 0.
func (p *path) stepTo(j int, c, snap float64) float64 {
	step := math.Inf(1)
	for _, s := range [2]float64{1, -1} {
		if falls := 1 - s*p.slope[j]; falls > tie {
			at := (p.fit.Lambda - s*c) / falls
			if at < snap {
				at = 0
			}
			step = min(step, at)
		}
	}
	return step
}

// nextDrop returns the place of the first feature whose coefficient becomes 0, and the step to it;
// -1 if none.
func (p *path) nextDrop() (out int, step float64) {
	out, step = -1, math.Inf(1)
	for i, a := range p.fit.Coefficients {
		at := math.Inf(1)
		switch {
		case a == 0 && p.w[i]*p.sign[i] < 0: // it joined at a tie, and should not have
			at = 0
		case a*p.w[i] < 0:
			at = -a / p.w[i]
		}
		if at < step {
			out, step = i, at
		}
	}
	return out, step
}

// nonZero counts the coefficients; those of features that joined just now are 0.
func (p *path) nonZero() int {
	count := 0
	for _, a := range p.fit.Coefficients {
		if a != 0 {
			count++
		}
	}
	return count
}

func (p *path) move(step float64) {
	floats.AddScaled(p.fit.Coefficients, step, p.w)
	p.fit.Lambda -= step
	for j := range p.c {
		if !p.active[j] {
			p.c[j] -= step * p.slope[j]
		}
	}
}

// fits reports whether a column is outside the span of the features, and otherwise excludes it
// until a feature is removed.
func (p *path) fits(j int) (bool, error) {
	f, err := p.x.Column(j)
	if err != nil {
		return false, err
	}
	least := spanned
	if p.course != nil {
		least = nearlySpanned
	}
	p.found.v, p.found.rest = p.project(f)
	p.banned[j] = p.found.rest < least
	p.found.column = j
	return !p.banned[j], nil
}

// gram are the products of a column with the features.
func (p *path) gram(f []float64) []float64 {
	g := make([]float64, len(p.columns))
	for i, other := range p.columns {
		g[i] = floats.Dot(f, other)
	}
	return g
}

// project is that of the factor for a column.
func (p *path) project(f []float64) (v []float64, rest float64) {
	v, rest = p.chol.project(p.gram(f))
	if p.course == nil || rest > cancels {
		return v, rest
	}
	return p.refine(f, v)
}

func (p *path) join(j int) error {
	f, err := p.x.Column(j)
	if err != nil {
		return err
	}
	if p.found.v == nil || p.found.column != j {
		p.found.v, p.found.rest = p.project(f)
	}
	p.chol.add(p.found.v, p.found.rest)
	p.found.v = nil
	p.active[j] = true
	p.columns = append(p.columns, f)
	p.fit.Features = append(p.fit.Features, j)
	p.fit.Coefficients = append(p.fit.Coefficients, 0)
	p.sign = append(p.sign, math.Copysign(1, p.c[j]))
	if p.course != nil && !p.course.entered[j] {
		p.course.pending = append(p.course.pending, Entry{j, p.fit.Lambda})
	}
	return nil
}

func (p *path) leave(i int) {
	j := p.fit.Features[i]
	if p.course != nil {
		p.course.confirm(p.fit)
		p.course.forget(j)
	}
	p.active[j] = false
	p.c[j] = p.fit.Lambda * p.sign[i]
	p.columns = slices.Delete(p.columns, i, i+1)
	p.fit.Features = slices.Delete(p.fit.Features, i, i+1)
	p.fit.Coefficients = slices.Delete(p.fit.Coefficients, i, i+1)
	p.sign = slices.Delete(p.sign, i, i+1)
	p.chol.remove(i)
	p.fit.Dropped++
	clear(p.banned) // the span is smaller
}

// polish recomputes the coefficients from the features and signs of the path, X_A'(y - X_A a) = λ
// sign, which removes the rounding of its steps.
func (p *path) polish() {
	a, r := make([]float64, len(p.columns)), make([]float64, len(p.y))
	for range 3 {
		p.combine(r, a)
		floats.SubTo(r, p.y, r)
		floats.Add(a, p.excess(r))
	}
	for i, v := range a {
		if v*p.sign[i] < 0 && p.fit.Coefficients[i] != 0 {
			return
		}
	}
	for i, v := range p.fit.Coefficients {
		if v == 0 { // it joined at a tie, just now
			a[i] = 0
		}
	}
	p.fit.Coefficients = a
}

// certify sets the residual.
func (p *path) certify(ctx context.Context) error {
	if p.fit.Start == 0 {
		return nil
	}
	r := make([]float64, len(p.y))
	p.combine(r, p.fit.Coefficients)
	floats.SubTo(r, p.y, r)
	clear(p.active)
	if err := p.x.Dots(ctx, p.c, r, p.active); err != nil {
		return err
	}
	var worst float64
	for _, c := range p.c {
		worst = max(worst, math.Abs(c)-p.fit.Lambda)
	}
	for i, j := range p.fit.Features {
		if a := p.fit.Coefficients[i]; a != 0 {
			worst = max(worst, math.Abs(p.c[j]-math.Copysign(p.fit.Lambda, a)))
		}
	}
	p.fit.Residual = worst / p.fit.Start
	return nil
}

// clean removes features whose coefficient is 0.
func (p *path) clean() {
	at := 0
	for i, a := range p.fit.Coefficients {
		if a != 0 {
			p.fit.Features[at], p.fit.Coefficients[at] = p.fit.Features[i], a
			at++
		}
	}
	p.fit.Features, p.fit.Coefficients = p.fit.Features[:at], p.fit.Coefficients[:at]
}
