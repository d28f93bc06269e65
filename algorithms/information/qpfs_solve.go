package information

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/simplex"
	"fsnb.example/internal/spectrum"
	"fsnb.example/internal/suggest"
)

// quadratic is the state of one QPFS.
type quadratic struct {
	m   QPFS
	d   *datasets.Dataset
	opt algorithms.Options

	columns    []int     // features that take part
	times      []float64 // number of duplicates of each, itself included
	duplicated []int     // columns that are duplicates of an earlier one
	idle       []int     // columns of one code
	constant   []int

	form     simplex.Form
	f        []float64
	meanQ    float64
	meanF    float64
	alpha    float64
	shift    float64 // added to the diagonal
	extra    []algorithms.Value
	warnings []string
	coded    features // nil if no column is coded
}

func (q *quadratic) run(ctx context.Context) (*algorithms.Found, error) {
	p, unit, err := q.problem(ctx)
	if err != nil {
		return nil, err
	}
	var sol *simplex.Solution
	tick := q.opt.Meter("rounds", simplex.MaxRounds)
	if len(q.columns) > 0 {
		sol, err = p.Solve(ctx, tick)
		if sol == nil {
			return nil, err
		}
	}
	features, scores := q.ranked(sol, err == nil)
	raw := make(algorithms.Numbers, len(features))
	for a, j := range features {
		i, _ := slices.BinarySearch(q.columns, j)
		raw[a] = sol.Z[i]
	}
	warnings := append(caution.Constant(q.d, q.constant), q.warnings...)
	if err == nil && sol != nil {
		weighted := 0
		for _, v := range sol.Z {
			if v > 0 {
				weighted++
			}
		}
		if weighted < q.d.D()-len(q.constant) {
			warnings = append(warnings, caution.Asked(weighted, q.opt.K, "a weight",
				", of score 0 or less, follow by their gradient, duplicates last")...)
		}
	}
	return &algorithms.Found{
		Features: features, Scores: scores, Raw: raw, Last: slices.Concat(q.duplicated, q.idle,
			q.constant),
		Warnings:    warnings,
		Diagnostics: q.diagnostics(sol, unit, err == nil),
	}, err
}

// problem sets the columns that take part, F, Q and α. unit is the unit of the objective.
func (q *quadratic) problem(ctx context.Context) (p *simplex.Problem, unit float64, err error) {
	dep, err := q.dependence(ctx)
	if err != nil || len(q.columns) == 0 {
		return nil, 1, err
	}
	if err := q.withoutDuplicates(ctx, dep); err != nil {
		return nil, 0, err
	}
	q.f = make([]float64, len(q.columns))
	if v := q.m.Relevance; v != nil {
		for a, j := range q.columns {
			q.f[a] = v.AtVec(j)
		}
	} else if err := q.relevance(ctx, dep); err != nil {
		return nil, 0, err
	}
	if err := q.redundancy(ctx, dep); err != nil {
		return nil, 0, err
	}
	total := floats.Sum(q.times)
	q.meanF = floats.Dot(q.f, q.times) / total
	switch q.alpha = q.m.Alpha; {
	case q.alpha > 0:
	case q.meanF == 0 && floats.Norm(q.f, 1) == 0:
		q.warnings = append(q.warnings,
			"the relevance of all features is 0: they are ranked by redundancy alone")
	case !(q.meanQ > 0 && q.meanF > 0):
		return nil, 0,
			fmt.Errorf("cannot derive alpha from a mean redundancy of %g and a mean relevance of "+
				"%g; set alpha", q.meanQ, q.meanF)
	default:
		q.alpha = q.meanQ / (q.meanQ + q.meanF)
	}
	// Scaled so that the larger part is about 1.
	diagonal := make([]float64, len(q.columns))
	dep.diagonal(diagonal)
	unit = max((1-q.alpha)*(slices.Max(diagonal)+q.shift), q.alpha*floats.Norm(q.f, math.Inf(1)))
	if !(unit > 0) {
		return nil, 0,
			errors.New("the diagonal of the redundancy is 0; give positive numbers, such as 1")
	}
	s := make([]float64, len(q.f))
	floats.ScaleTo(s, q.alpha/unit, q.f)
	form := scaled{q.form, (1 - q.alpha) / unit, (1 - q.alpha) / unit * q.shift}
	return &simplex.Problem{M: form, S: s, Kind: simplex.Quadratic, Workers: q.opt.Workers},
		unit, nil
}

// dependence sets the columns that take part and those that do not.
func (q *quadratic) dependence(ctx context.Context) (dependence, error) {
	varies, err := varying(ctx, q.d, q.opt.Workers)
	if err != nil {
		return nil, err
	}
	for j, is := range varies {
		if is {
			q.columns = append(q.columns, j)
		} else {
			q.constant = append(q.constant, j)
		}
	}
	switch {
	case q.m.Redundancy != nil:
		return &byMatrix{q.m.Redundancy, q.m.Relevance, q.opt.Workers, slices.Clone(q.columns)}, nil
	case q.m.Measure != MutualInformation:
		return newByCorrelation(ctx, q.d, q.columns, q.m.Measure == SquaredCorrelation,
			q.opt.Workers)
	}
	c, idle, err := newByCodes(ctx, q.m, q.d, q.opt.Workers)
	if err != nil {
		return nil, err
	}
	q.coded = &held{Codes: c.codes, d: q.d, workers: q.opt.Workers}
	q.columns = slices.Clone(c.columns)
	if q.idle = idle; len(idle) > 0 {
		q.warnings = append(q.warnings,
			q.named(idle, "feature has a single code, which carries no information, and is",
				"features have a single code, which carries no information, and are"))
	}
	return c, nil
}

// varying reports which columns have more than one value.
func varying(ctx context.Context, d *datasets.Dataset, workers int) ([]bool, error) {
	out := make([]bool, d.D())
	if x, ok := d.Stored.(*storage.Sparse); ok {
		for j := range out {
			rows, values := x.Column(j)
			other := func(v float64) bool { return v != values[0] }
			out[j] = len(rows) > 0 && (len(rows) < d.N() || slices.ContainsFunc(values, other))
		}
		return out, ctx.Err()
	}
	err := storage.EachBlock(ctx, d.Matrix(), workers, 128, func(b *mat.Dense, lo, _ int) {
		first := b.RawRowView(0)
		for i := range d.N() {
			for j, v := range b.RawRowView(i) {
				out[lo+j] = out[lo+j] || v != first[j]
			}
		}
	})
	return out, err
}

func (q *quadratic) named(columns []int, one, many string) string {
	return rankedLast(q.d, columns, one, many)
}

// rankedLast is the warning that names columns that are ranked after the others.
func rankedLast(d *datasets.Dataset, columns []int, one, many string) string {
	names := make([]string, len(columns))
	for i, j := range columns {
		names[i] = d.Features[j]
	}
	if len(names) > 1 {
		one = many
	}
	return fmt.Sprintf("%d %s ranked after the others: %s", len(names), one, suggest.List(names, 5))
}

// withoutDuplicates keeps the first of each set of duplicate columns, with their number in times.
func (q *quadratic) withoutDuplicates(ctx context.Context, dep dependence) error {
	of, err := dep.duplicates(ctx)
	if err != nil {
		return err
	}
	count := make([]float64, len(of))
	var keep, columns []int
	for j, i := range of {
		if count[i]++; i == j {
			keep, columns = append(keep, j), append(columns, q.columns[j])
		} else {
			q.duplicated = append(q.duplicated, q.columns[j])
		}
	}
	for _, j := range keep {
		q.times = append(q.times, count[j])
	}
	dep.keep(keep)
	q.columns = columns
	if len(q.duplicated) > 0 {
		q.warnings = append(q.warnings,
			q.named(q.duplicated, "feature is a duplicate of another to this measure, and is",
				"features are duplicates of others to this measure, and are"))
	}
	return nil
}

// relevance computes F by Measure, also with a precomputed Redundancy.
func (q *quadratic) relevance(ctx context.Context, dep dependence) error {
	if q.m.Redundancy != nil {
		var err error
		if q.m.Measure == MutualInformation {
			var c *byCodes
			if c, _, err = newByCodes(ctx, q.m, q.d, q.opt.Workers); err == nil {
				q.coded = &held{Codes: c.codes, d: q.d, workers: q.opt.Workers}
				all := make([]float64, len(c.columns))
				if err = c.relevance(ctx, all); err == nil {
					for a, j := range q.columns {
						// the relevance of a feature of one code is 0
						if i, ok := slices.BinarySearch(c.columns, j); ok {
							q.f[a] = all[i]
						}
					}
				}
			}
			return err
		}
		return (&byCorrelation{d: q.d, workers: q.opt.Workers, columns: q.columns,
			squared: q.m.Measure == SquaredCorrelation}).relevance(ctx, q.f)
	}
	return dep.relevance(ctx, q.f)
}

// redundancy computes Q, or a form that replaces it, and its mean.
func (q *quadratic) redundancy(ctx context.Context, dep dependence) error {
	p := len(q.columns)
	total := floats.Sum(q.times)
	if c, ok := dep.(*byCorrelation); ok && c.squared && !fits(q.d.N(), p) {
		q.form = c.squares
		return q.mean(ctx, total)
	}
	rows := p
	switch {
	case q.m.Redundancy != nil:
	case q.m.Rate > 0:
		rows = min(p, int(math.Ceil(q.m.Rate*float64(p))))
	case p > wholeMatrix:
		rows = nystromRows
	}
	if c, ok := dep.(*byCorrelation); ok && c.squared {
		rows = p
	}
	if err := q.checkRoom(rows, p); err != nil {
		return err
	}
	tick := q.opt.Meter("redundancy", rows)
	if rows < p {
		return q.approximate(ctx, dep, rows, total, tick)
	}
	a := mat.NewDense(p, p, nil)
	if err := dep.whole(ctx, a, tick); err != nil {
		return err
	}
	dense := simplex.Dense{A: a}
	q.form = dense
	if err := q.mean(ctx, total); err != nil {
		return err
	}
	if c, ok := dep.(*byCorrelation); ok && c.squared { // by Schur's theorem
		return nil
	}
	least, size, err := spectrum.Least(ctx, mat.NewSymDense(p, a.RawMatrix().Data),
		func(dst, v []float64) error {
			return dense.Mul(ctx, dst, v, q.opt.Workers)
		})
	if err != nil {
		return err
	}
	if least < -1e-12*size {
		q.shift = -least
		q.warnings = append(q.warnings,
			fmt.Sprintf("the redundancy is not positive semidefinite: %.3g is added to its "+
				"diagonal, the size of its least eigenvalue", q.shift))
	}
	return nil
}

// storedRoom is the number of bytes of a form of features that are sparse or on disk.
const storedRoom = 1 << 30

// checkRoom returns an error if the rows of Q of p features that are sparse or on disk do not fit.
func (q *quadratic) checkRoom(rows, p int) error {
	numbers := 2 * rows // of each feature, with as many to spare
	if rows == p {
		numbers = p
	}
	if q.d.Stored == nil || p <= storedRoom/8/numbers {
		return nil
	}
	return fmt.Errorf("%d rows of the redundancy of %d features take more than %d MiB; take the "+
		"best 5000 by infogain first, or use mrmr", rows, p, storedRoom>>20)
}

// mean sets the mean of all entries of Q, including duplicate columns.
func (q *quadratic) mean(ctx context.Context, total float64) error {
	product := make([]float64, len(q.times))
	err := q.form.Mul(ctx, product, q.times, q.opt.Workers)
	q.meanQ = floats.Dot(product, q.times) / total / total
	return err
}

// approximate is redundancy by the Nyström method.
func (q *quadratic) approximate(ctx context.Context, dep dependence, rows int, total float64,
	tick func(int)) error {
	p := len(q.columns)
	names := make([]string, p)
	for a, j := range q.columns {
		names[a] = q.d.Features[j]
	}
	at := drawn(names, rows, q.opt.Seed)
	c, part := mat.NewDense(p, rows, nil), mat.NewDense(min(rows, nystromBlock), p, nil)
	var weight float64
	for lo := 0; lo < rows; lo += nystromBlock {
		some := at[lo:min(lo+nystromBlock, rows)]
		b := part.Slice(0, len(some), 0, p).(*mat.Dense)
		if err := dep.block(ctx, b, some, tick); err != nil {
			return err
		}
		for a, i := range some {
			q.meanQ += q.times[i] * floats.Dot(b.RawRowView(a), q.times)
			weight += q.times[i]
		}
		c.Slice(0, p, lo, lo+len(some)).(*mat.Dense).Copy(b.T())
	}
	q.meanQ /= weight * total
	diagonal := make([]float64, p)
	dep.diagonal(diagonal)
	n, err := newNystrom(ctx, c, at, diagonal, q.opt.Workers)
	if err != nil {
		return err
	}
	q.extra = append(q.extra,
		algorithms.Value{Name: "nystrom rate",
			Value: algorithms.Number(float64(rows) / float64(p))},
		algorithms.Value{Name: "nystrom rank", Value: algorithms.Number(len(n.gv))},
		algorithms.Value{Name: "diagonal left out",
			Value: algorithms.Number(floats.Sum(n.rest) / floats.Sum(diagonal))})
	if q.m.Plain {
		clear(n.rest)
	}
	q.form = n
	return nil
}

// fits reports whether a p×p matrix is not much larger than n×p and n×n ones.
func fits(n, p int) bool { return p*p <= 3*(n*p+n*n) }

// scaled is a form times a number, plus another number on its diagonal.
type scaled struct {
	simplex.Form
	by, shift float64
}

// Mul sets dst to the product with v.
func (f scaled) Mul(ctx context.Context, dst, v []float64, workers int) error {
	err := f.Form.Mul(ctx, dst, v, workers)
	floats.Scale(f.by, dst)
	floats.AddScaled(dst, f.shift, v)
	return err
}

// Block sets dst to the matrix at the given rows and columns.
func (f scaled) Block(ctx context.Context, dst *mat.Dense, rows, cols []int, workers int) error {
	err := f.Form.Block(ctx, dst, rows, cols, workers)
	dst.Scale(f.by, dst)
	place := make(map[int]int, len(cols))
	for b, j := range cols {
		place[j] = b
	}
	for a, i := range rows {
		if b, ok := place[i]; ok {
			dst.Set(a, b, dst.At(a, b)+f.shift)
		}
	}
	return err
}

// ranked returns the columns that take part and their scores; of an unfinished solution only those
// with weight.
func (q *quadratic) ranked(
	sol *simplex.Solution, finished bool,
) (features []int, scores algorithms.Numbers) {
	if sol != nil {
		var inside, outside []int
		for a, v := range sol.Z {
			if v > 0 {
				inside = append(inside, a)
			} else {
				outside = append(outside, a)
			}
		}
		var places []int
		places, scores = simplex.Descending(inside, func(a int) float64 { return sol.Z[a] })
		if finished {
			more, below := simplex.Descending(outside,
				func(a int) float64 { return min(0, (sol.Mu-sol.G[a])/sol.Scale) })
			places, scores = append(places, more...), append(scores, below...)
		}
		for _, a := range places {
			features = append(features, q.columns[a])
		}
	}
	return features, scores
}

func (q *quadratic) diagnostics(sol *simplex.Solution, unit float64,
	finished bool) algorithms.Diagnostics {
	if sol == nil {
		return algorithms.Diagnostics{Converged: finished}
	}
	g := algorithms.Diagnostics{Iterations: len(sol.Trace), Certificate: &algorithms.Certificate{
		Name:  "residual of the optimality conditions, relative",
		Value: algorithms.Number(sol.Residual), Tolerance: simplex.Tolerance,
	}}
	g.Converged = finished && g.Certificate.Holds()
	added := (1 - q.alpha) * q.shift / 2 * floats.Dot(sol.Z, sol.Z)
	g.Objective = algorithms.NewObjective(sol.Objective*unit - added)
	for _, v := range sol.Trace {
		g.Trace = append(g.Trace, v*unit)
	}
	support := 0
	for _, v := range sol.Z {
		if v > 0 {
			support++
		}
	}
	number := func(name string, v float64) algorithms.Value {
		return algorithms.Value{Name: name, Value: algorithms.Number(v)}
	}
	g.Extra = append([]algorithms.Value{
		number("alpha", q.alpha), number("mean redundancy", q.meanQ), number("mean relevance",
			q.meanF), number("support", float64(support)),
		number("features that take part", float64(len(q.columns))),
		number("steps", float64(sol.Steps)), number("added to the diagonal", q.shift),
	}, q.extra...)
	return g
}
