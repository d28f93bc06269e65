package linear

import (
	"context"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Logits is how LogisticL1 models more than two classes.
type Logits string

const (
	// Multinomial models all classes together.
	Multinomial Logits = "multinomial"
	// OneVsRest models each class against the others, on its own.
	OneVsRest Logits = "one-vs-rest"
)

// Choices lists the values, the default first.
func (Logits) Choices() []string { return []string{string(Multinomial), string(OneVsRest)} }

// LogisticL1 orders features as they enter a logistic regression with an ℓ1 penalty, as λ falls:
//
//	minimize (1/n) Σ_i log(1 + exp(-y_i (w'x_i + b))) + λ‖w‖₁              two classes, y = ±1
//	minimize (1/n) Σ_i (log Σ_c exp z_ic - z_i,class) + λ Σ_jc |w_jc|      more, z_c = w_c'x + b_c
//
// The columns of X (n×d) are centered and divided by their standard deviation (1/n); the intercepts
// are free. The score of a feature is the largest λ at which a coefficient of it is not 0, down to
// 1e-4 of the largest; leaving changes nothing. With OneVsRest each class has its own path,
// and the score is the largest λ/λmax of a class. Features that never enter, such as duplicates,
// follow by the largest |x_j'r_c|/n at the end. Constant columns rank last.
//
// The certificate is the largest duality gap along the path over the objective at w = 0. Select
// returns an error unless there are two classes, and when the squares of a column overflow or
// underflow. An entry costs a few passes of O(ndc) and Newton steps of O(na²c), a features taking
// part. Memory is a copy of X.
//
// Source: Friedman, Hastie, Tibshirani 2010. See docs/methods-linear-logistic.md.
type LogisticL1 struct {
	// Logits is the model of more than two classes; "" means Multinomial.
	Logits Logits
}

// glmMemory is that of so many numbers for each sample and model of a class, beside X.
func glmMemory(s algorithms.Shape, numbers float64) float64 {
	n, d, models := s.Floats()
	if models <= 2 {
		models = 1
	}
	return 8 * (1.25*float64(s.Entries) + models*(numbers*n+2*d))
}

// Facts returns what is known of the method.
func (m LogisticL1) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "logistic-l1",
			Family:  algorithms.Linear,
			Summary: "order of entry into a logistic regression with an ℓ1 penalty",
			Source:  "Friedman, Hastie, Tibshirani 2010", Revision: 1,
			Params: map[string]string{
				"logits": "model of more than two classes: all together, or each against the rest",
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes, Instead: "lasso",
			PerfectMayTrail: true, ColumnOrder: m.Logits == OneVsRest,
		},
		Costs: algorithms.Costs{
			Cost: "ndck", Storage: algorithms.AnyStorage,
			Memory: func(s algorithms.Shape) float64 { return glmMemory(s, 10.5) },
		},
	}
}

// Select follows the path until K features have entered, or to its end. The diagnostics have the
// largest λ ("lambda max"), the last one ("lambda") and how many features have entered.
func (m LogisticL1) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		return algorithms.WithDefaults(m).run(ctx, d, opt)
	})
}

func (m LogisticL1) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	cols, err := newGLMColumns(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	class, classes := glmClasses(d)
	want := d.D() - len(cols.constant)
	if opt.K > 0 {
		want = min(want, opt.K)
	}
	e := &glmEntries{entered: make([]bool, d.D())}
	switch {
	case classes == 2:
		err = e.add(ctx, cols, glmAgainst(class, 0))
	case m.Logits == OneVsRest:
		e.relative = true
		for c := 0; c < classes && err == nil; c++ {
			err = e.add(ctx, cols, glmAgainst(class, c))
		}
	default:
		err = e.add(ctx, cols, &glmLoss{kind: glmMultinomial, n: d.N(), q: classes, class: class})
	}
	tick, ticked := opt.Meter("features", want), 0
	for more := true; more && err == nil && len(e.columns) < want; {
		if more, err = e.next(ctx); len(e.columns) > ticked {
			ticked++
			tick(1)
		}
	}
	entered := len(e.columns)
	if err == nil {
		tick(want - ticked)
		if entered < want {
			e.rest(cols)
		}
	}
	f := &algorithms.Found{Features: e.columns, Scores: e.scores, Last: cols.constant}
	f.Warnings = algorithms.ConstantWarning(d, cols.constant)
	if err == nil && entered < d.D()-len(cols.constant) {
		f.Warnings = append(f.Warnings, algorithms.AskedWarning(entered, opt.K, "a weight",
			" follow by the largest λ at which they would enter, as far as the path goes")...)
	}
	f.Diagnostics = e.diagnostics(ticked)
	return f, err
}

// glmClasses numbers the classes that have samples from 0, and returns the class of each sample.
func glmClasses(d *datasets.Dataset) (class []int, classes int) {
	place := make([]int, len(d.Classes))
	for c, count := range d.ClassCounts() {
		if count > 0 {
			place[c] = classes
			classes++
		}
	}
	class = make([]int, d.N())
	for i, c := range d.Y {
		class[i] = place[c]
	}
	return class, classes
}

// glmAgainst is the binary loss of class c, 1, and all others, -1.
func glmAgainst(class []int, c int) *glmLoss {
	return &glmLoss{kind: glmBinary, n: len(class), q: 1, y: [][]float64{glmSigns(class, c)}}
}

func glmSigns(class []int, c int) []float64 {
	y := make([]float64, len(class))
	for i, v := range class {
		if y[i] = -1; v == c {
			y[i] = 1
		}
	}
	return y
}

// glmEntries are the entries of one or more paths in the order of λ, or of λ over the largest of
// the path. Each column counts once.
type glmEntries struct {
	paths    []*glmPath
	heads    []glmEntry // of each path, the next one, whose λ is -1 at the end
	taken    []bool     // of each path, the head is to be replaced
	relative bool
	entered  []bool
	columns  []int
	scores   algorithms.Numbers
	last     float64
}

func (e *glmEntries) add(ctx context.Context, cols *glmColumns, loss *glmLoss) error {
	p, err := newGLMPath(ctx, cols, loss)
	if err != nil {
		return err
	}
	e.paths, e.heads = append(e.paths, p), append(e.heads, glmEntry{})
	e.taken = append(e.taken, true)
	return nil
}

// advance finds the next entry of a path.
func (e *glmEntries) advance(ctx context.Context, i int) error {
	p := e.paths[i]
	entry, ok, err := p.next(ctx)
	if err != nil {
		return err
	}
	if !ok {
		entry.lambda = -1
	} else if e.relative {
		entry.lambda /= p.f.max
	}
	e.heads[i], e.taken[i] = entry, false
	return nil
}

// next takes the entry of the largest λ; of those that tie, the lowest column. It reports false if
// all paths are at their end.
func (e *glmEntries) next(ctx context.Context) (bool, error) {
	best := -1
	for i := range e.heads {
		if e.taken[i] {
			if err := e.advance(ctx, i); err != nil {
				return false, err
			}
		}
	}
	for i, h := range e.heads {
		if h.lambda < 0 {
			continue
		}
		if best < 0 || h.lambda > e.heads[best].lambda*(1+glmTie) ||
			h.lambda >= e.heads[best].lambda*(1-glmTie) && h.column < e.heads[best].column {
			best = i
		}
	}
	if best < 0 {
		return false, nil
	}
	h := e.heads[best]
	e.last = h.lambda
	if !e.entered[h.column] {
		if k := len(e.scores); k > 0 { // within a tie the order is that of the columns
			h.lambda = min(h.lambda, e.scores[k-1])
		}
		e.entered[h.column] = true
		e.columns, e.scores = append(e.columns, h.column), append(e.scores, h.lambda)
	}
	e.taken[best] = true
	return true, nil
}

// rest appends the columns that have not entered.
func (e *glmEntries) rest(cols *glmColumns) {
	largest := make([]float64, cols.d)
	for _, p := range e.paths {
		if p.f.max == 0 {
			continue
		}
		for j, v := range p.dualNorms {
			v = min(v, p.at)
			if e.relative {
				v /= p.f.max
			}
			largest[j] = max(largest[j], v)
		}
	}
	var others []int
	for j, in := range e.entered {
		if !in && cols.sd[j] > 0 {
			others = append(others, j)
		}
	}
	values := glmOrder(others, largest)
	limit := math.Inf(1)
	if k := len(e.scores); k > 0 {
		limit = e.scores[k-1]
	}
	for i, j := range others {
		e.columns, e.scores = append(e.columns, j), append(e.scores, min(limit, values[i]))
	}
}

// glmOrder sorts columns by their values, largest first, and returns these. Values within 1e-12 of
// the one before them, relative to the largest or to 1, tie: their columns ascend, and have the
// largest of them.
func glmOrder(columns []int, values []float64) []float64 {
	slices.SortFunc(columns, func(a, b int) int {
		switch {
		case values[a] > values[b]:
			return -1
		case values[a] < values[b]:
			return 1
		}
		return a - b
	})
	out := make([]float64, len(columns))
	for lo := 0; lo < len(columns); {
		hi := lo
		near := 1e-12 * max(1, math.Abs(values[columns[0]]))
		for ; hi < len(columns) && (hi == lo ||
			values[columns[hi-1]]-values[columns[hi]] <= near); hi++ {
			out[hi] = values[columns[lo]]
		}
		slices.Sort(columns[lo:hi])
		lo = hi
	}
	return out
}

func (e *glmEntries) diagnostics(entered int) algorithms.Diagnostics {
	g := algorithms.Diagnostics{}
	var gap, most, objective float64
	for _, p := range e.paths {
		gap, most = max(gap, p.gap), max(most, p.f.max)
		objective = p.f.objective()
		g.Iterations += p.f.steps
	}
	if !e.relative {
		g.Objective = algorithms.NewObjective(objective)
	}
	g.Certificate = &algorithms.Certificate{
		Name:  "duality gap over the objective at w = 0",
		Value: algorithms.Number(gap), Tolerance: glmGap,
		Of: "the problem of each λ",
	}
	g.Converged = g.Certificate.Holds()
	g.Extra = []algorithms.Value{
		{Name: "lambda max", Value: algorithms.Number(most)},
		{Name: "lambda", Value: algorithms.Number(e.last)},
		{Name: "entered", Value: algorithms.Number(entered)},
	}
	return g
}
