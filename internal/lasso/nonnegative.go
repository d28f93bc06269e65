package lasso

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// MadeColumns are the columns of a problem with coefficients of at least 0, made when they are
// needed. No column is longer than 1, and no two have a negative product.
type MadeColumns struct {
	Count, Size int
	// Fill sets out (Size) to column j. It is called from several goroutines.
	Fill func(out []float64, j int)
	// Capacity is how many numbers of columns are kept; others are made again.
	Capacity int
}

// Until says where a path is left, unless it ends before.
type Until struct {
	// Entered is the number of columns that have ever entered; 0 means any.
	Entered int
	// Active is the number of coefficients that are not 0 when one more would join; 0 means any.
	Active int
}

// NonNegative is a point of the path of the a ≥ 0 that minimize
//
//	½‖y - Xa‖² + λ Σ_j a_j
//
// as λ falls from where a = 0.
type NonNegative struct {
	// Entered are the columns that have entered, in the order of their first time, and Levels the
	// λ at which each did. Leaving changes nothing.
	Entered []int
	Lambdas []float64
	// Features are the columns whose coefficient is not 0, and Coefficients theirs.
	Features     []int
	Coefficients []float64
	Lambda       float64 // λ at this point
	Start        float64 // λ where the path begins, the largest x_j'y
	Steps        int     // changes of direction
	Dropped      int     // columns that left the path again
	Made         int     // columns made before the last pass over all of them
	// Ended reports that λ has reached 0 within rounding: no correlation is positive.
	Ended bool
	// Correlations are x_j'r of every column, r = y - Xa, and Rest is ‖r‖².
	Correlations []float64
	Rest         float64
	// Residual is the largest violation of the conditions of optimality, relative to Start: of
	// x_j'r = λ on the features, and of x_j'r <= λ elsewhere.
	Residual float64
	// Converged is false when the path was abandoned after too many steps, which only many exact
	// ties can cause. The point is on the path nevertheless.
	Converged bool
}

// repair is the number of steps after which the rounding of coefficients and residual is removed.
const repair = 64

// NonNegativePath follows the path by least angle regression. Equal correlations go to the lower
// column, and a column in the span of the features never joins. tick is called for each column that
// enters.
//
// A step makes only the columns that may join by what is known of them (bounds), usually some
// dozens. Its cost is theirs, O(d) for d columns, and O(k·Size + k²) for k features. The first and
// the last correlations take a pass over all columns each. With ctx.Err() it returns the columns
// entered so far.
func NonNegativePath(ctx context.Context, c MadeColumns, y []float64, until Until, workers int,
	tick func(int)) (*NonNegative, error) {
	p := newWalk(c, y, workers)
	err := p.run(ctx, until, tick)
	if err == nil {
		err = p.finish(ctx)
	}
	return p.fit, err
}

// walk is the state of NonNegativePath.
type walk struct {
	*shelf
	y, r        []float64
	fit         *NonNegative // its Features and Coefficients grow and shrink
	gram        [][]float64  // products of the features, row i has i+1
	lengths     []float64    // of the features
	chol        factor       // of the products of the features, scaled to unit length
	u, w        []float64    // direction of the fit, and of the coefficients
	entered     []bool
	firstLambda []float64 // λ at the first entry
	waiting     *bounds
}

func newWalk(c MadeColumns, y []float64, workers int) *walk {
	return &walk{
		shelf: newShelf(c, workers), y: y, r: slices.Clone(y),
		fit: &NonNegative{Converged: true}, u: make([]float64, len(y)),
		entered: make([]bool, c.Count), firstLambda: make([]float64, c.Count),
	}
}

func (p *walk) run(ctx context.Context, until Until, tick func(int)) error {
	first := make([]float64, p.Count)
	if err := p.correlate(ctx, first); err != nil {
		return err
	}
	p.waiting = newBounds(first, p.Size, p.Capacity)
	next := -1
	if p.Count > 0 {
		top := slices.Max(first)
		next = slices.IndexFunc(first, func(c float64) bool { return c >= top-equal })
		p.fit.Start, p.fit.Lambda = max(0, top), max(0, top)
	}
	noise := 1e-13 * floats.Norm(p.y, 2)
	if next < 0 || p.fit.Start <= 10*noise {
		p.fit.Lambda, p.fit.Ended = 0, true
		return ctx.Err()
	}
	least := max(fitted*p.fit.Start, noise)
	p.waiting.out[next] = true
	for limit := 20*min(p.Count, p.Size) + 100; p.fit.Steps < limit; {
		if next >= 0 {
			full, err := p.join(ctx, next, until, tick)
			if full || err != nil {
				return err
			}
		}
		if len(p.fit.Features) == 0 { // caused by ties only
			p.fit.Converged = false
			return nil
		}
		p.fit.Steps++
		if err := p.direct(ctx); err != nil {
			return err
		}
		out, drop := p.nextDrop()
		lambda := p.fit.Lambda
		var join float64
		var err error
		if next, join, err = p.nextJoin(ctx, min(drop, lambda)); err != nil {
			return err
		}
		switch {
		case out >= 0 && drop <= min(join, lambda):
			next = -1
			p.move(drop)
			p.leave(out)
		case next < 0 || join >= lambda-least:
			p.move(lambda)
			p.fit.Lambda, p.fit.Ended = 0, true
			return nil
		default:
			p.move(join)
			p.waiting.out[next] = true
		}
		if p.fit.Steps%repair == 0 {
			if err := p.polish(ctx); err != nil {
				return err
			}
		}
	}
	p.fit.Converged = false
	return nil
}

// direct finds the direction along which the correlations of all features fall alike: G w = 1 for
// their products G, and u = X_A w. One refinement step corrects the rounding of the factor.
func (p *walk) direct(ctx context.Context) error {
	k := len(p.fit.Features)
	p.w = make([]float64, k)
	rest := make([]float64, k)
	for range 2 {
		for i, row := range p.gram {
			rest[i] = 1 - floats.Dot(row, p.w[:i+1])
			for j := i + 1; j < k; j++ {
				rest[i] -= p.gram[j][i] * p.w[j]
			}
		}
		p.solve(rest)
		floats.Add(p.w, rest)
	}
	clear(p.u)
	if err := p.combine(ctx, p.u, p.fit.Features, p.w); err != nil {
		return err
	}
	fall := 0.0
	for i, w := range p.w {
		fall += max(0, -w) * p.lengths[i]
	}
	p.waiting.begin(p.u, fall)
	return nil
}

// solve sets b to G⁻¹b.
func (p *walk) solve(b []float64) {
	floats.Div(b, p.lengths)
	p.chol.solve(b)
	floats.Div(b, p.lengths)
}

// nextDrop returns the place of the first feature whose coefficient becomes 0, and the step to it;
// -1 if none.
func (p *walk) nextDrop() (out int, step float64) {
	out, step = -1, math.Inf(1)
	for i, a := range p.fit.Coefficients {
		if p.w[i] < 0 && a/-p.w[i] < step {
			out, step = i, a/-p.w[i]
		}
	}
	return out, step
}

// nextJoin returns the first column whose correlation equals that of the features, and the step to
// it, if that is at most limit; else -1 and +Inf. It measures only the columns that may be it.
func (p *walk) nextJoin(ctx context.Context, limit float64) (next int, step float64, err error) {
	lambda, rounding := p.fit.Lambda, same*p.fit.Start
	slack := equal * max(1, lambda)
	step = limit
	var seen []int
	batch := p.waiting.nearest(lambda, rounding, 8)
	for more := []int(nil); len(batch) > 0; batch, more = more[:min(64, len(more))],
		more[min(64, len(more)):] {
		if p.waiting.reach[batch[0]] > step+slack {
			break
		}
		if err := p.measure(ctx, batch); err != nil {
			return -1, 0, err
		}
		for _, j := range batch {
			step = min(step, p.waiting.earliest(j, lambda, rounding))
		}
		if seen == nil {
			more = p.waiting.within(step + slack)
		}
		seen = append(seen, batch...)
	}
	next = -1
	for _, j := range seen {
		at := p.waiting.earliest(j, lambda, rounding)
		if at <= min(step+slack, limit) && (next < 0 || j < next) {
			next = j
		}
	}
	if next < 0 {
		return -1, math.Inf(1), nil
	}
	return next, step, nil
}

// measure finds the correlations of some columns, and their slopes.
func (p *walk) measure(ctx context.Context, columns []int) error {
	correlations, slopes := make([]float64, len(columns)), make([]float64, len(columns))
	err := p.both(ctx, columns, p.r, p.u, correlations, slopes)
	for i, j := range columns {
		p.waiting.set(j, correlations[i], slopes[i])
	}
	return err
}

func (p *walk) move(step float64) {
	floats.AddScaled(p.fit.Coefficients, step, p.w)
	floats.AddScaled(p.r, -step, p.u)
	p.fit.Lambda -= step
	p.waiting.move(step)
}

// join adds column j to the features, unless they span it. It reports whether the path has come to
// where it is left.
func (p *walk) join(ctx context.Context, j int, until Until, tick func(int)) (full bool,
	err error) {
	column := p.keep(j)
	length := floats.Norm(column, 2)
	own := make([]float64, len(p.fit.Features), len(p.fit.Features)+1)
	if err := p.products(ctx, own, column, p.fit.Features); err != nil {
		return false, err
	}
	scaled := slices.Clone(own)
	for i := range scaled {
		scaled[i] /= length * p.lengths[i]
	}
	v, rest := p.chol.project(scaled)
	if rest < spanned {
		p.waiting.ban(j)
		return false, nil
	}
	if !p.entered[j] {
		p.entered[j], p.firstLambda[j] = true, p.fit.Lambda
		p.fit.Entered = append(p.fit.Entered, j)
		p.fit.Lambdas = append(p.fit.Lambdas, p.fit.Lambda)
		tick(1)
	}
	if len(p.fit.Entered) == until.Entered || p.nonZero() >= until.Active && until.Active > 0 {
		return true, nil
	}
	p.chol.add(v, rest)
	p.gram = append(p.gram, append(own, length*length))
	p.lengths = append(p.lengths, length)
	p.fit.Features = append(p.fit.Features, j)
	p.fit.Coefficients = append(p.fit.Coefficients, 0)
	p.pinned[j] = true
	return false, nil
}

// nonZero counts the coefficients; those of features that joined just now are 0.
func (p *walk) nonZero() int {
	count := 0
	for _, a := range p.fit.Coefficients {
		if a != 0 {
			count++
		}
	}
	return count
}

// leave removes the feature at place i. One that joined at a tie and has never had a coefficient
// has not entered.
func (p *walk) leave(i int) {
	j := p.fit.Features[i]
	if n := len(p.fit.Entered); p.fit.Coefficients[i] == 0 && p.fit.Entered[n-1] == j &&
		p.firstLambda[j] == p.fit.Lambda {
		p.entered[j] = false
		p.fit.Entered, p.fit.Lambdas = p.fit.Entered[:n-1], p.fit.Lambdas[:n-1]
	}
	p.fit.Features = slices.Delete(p.fit.Features, i, i+1)
	p.fit.Coefficients = slices.Delete(p.fit.Coefficients, i, i+1)
	p.lengths = slices.Delete(p.lengths, i, i+1)
	p.gram = slices.Delete(p.gram, i, i+1)
	for k := i; k < len(p.gram); k++ {
		p.gram[k] = slices.Delete(p.gram[k], i, i+1)
	}
	p.chol.remove(i)
	p.pinned[j] = false
	p.fit.Dropped++
	p.waiting.put(j, p.fit.Lambda)
	p.waiting.unban(p.fit.Lambda) // the span is smaller
}

// polish recomputes the coefficients from the features, X_A'(y - X_A a) = λ, and the residual,
// which removes the rounding of the steps.
func (p *walk) polish(ctx context.Context) error {
	features := p.fit.Features
	a := slices.Clone(p.fit.Coefficients)
	r, rest := make([]float64, p.Size), make([]float64, len(features))
	for range 2 {
		if err := p.residual(ctx, r, a); err != nil {
			return err
		}
		if err := p.products(ctx, rest, r, features); err != nil {
			return err
		}
		floats.AddConst(-p.fit.Lambda, rest)
		p.solve(rest)
		floats.Add(a, rest)
	}
	for i, v := range p.fit.Coefficients {
		if v == 0 { // it joined just now, or leaves
			a[i] = 0
		}
		a[i] = max(0, a[i])
	}
	p.fit.Coefficients = a
	return p.residual(ctx, p.r, a)
}

// residual sets r to y - X_A a.
func (p *walk) residual(ctx context.Context, r, a []float64) error {
	clear(r)
	err := p.combine(ctx, r, p.fit.Features, a)
	floats.SubTo(r, p.y, r)
	return err
}

// finish polishes the point and checks its conditions of optimality on all columns.
func (p *walk) finish(ctx context.Context) error {
	f := p.fit
	f.Made = p.made
	if err := p.polish(ctx); err != nil {
		return err
	}
	f.Rest = floats.Dot(p.r, p.r)
	f.Correlations = make([]float64, p.Count)
	if err := p.correlate(ctx, f.Correlations); err != nil {
		return err
	}
	var worst float64
	for _, c := range f.Correlations {
		worst = max(worst, c-f.Lambda)
	}
	at := 0
	for i, a := range f.Coefficients {
		if a != 0 {
			worst = max(worst, math.Abs(f.Correlations[f.Features[i]]-f.Lambda))
			f.Features[at], f.Coefficients[at] = f.Features[i], a
			at++
		}
	}
	f.Features, f.Coefficients = f.Features[:at], f.Coefficients[:at]
	if f.Start > 0 {
		f.Residual = worst / f.Start
	}
	return nil
}

// correlate sets out to x_j'r for every column.
func (p *walk) correlate(ctx context.Context, out []float64) error {
	return p.each(ctx, p.Count, 16, func(j int, buf []float64) {
		out[j] = floats.Dot(p.column(buf, j), p.r)
	})
}
