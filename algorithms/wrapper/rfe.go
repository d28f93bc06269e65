package wrapper

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/ties"
)

// RFE is recursive feature elimination: it trains a model on all features, drops those that matter
// least, and trains it again, until one is left. The last dropped ranks first. Raw is what a
// feature mattered in its last round.
//
// Columns are centered and divided by their standard deviation (1/n). What a feature matters is
// Σ_c w_jc² over the classes for SVM, Logistic and Ridge; the impurity importance for Forest; for
// KNN the accuracy, or R², in 5 folds minus that with it permuted within the test part.
// Proportional columns share their Σ w². Values within 1e-12 of the largest, or of 1 if that is
// more, tie: the higher column goes. Constant ones rank last.
//
// Select returns an error for a parameter out of range, and for values beyond 1e100 standard
// deviations. A round of p features costs O(np·min(n,p) + min(n,p)³) for Logistic and Ridge,
// O(n²p) for KNN; all rounds cost 10 times the first. Those of SVM cost O(n²d) and steps of
// O(ns + s³), s samples with errors. The memory is two or three copies of X, for SVM also n², n up
// to 4096 and 2d.
//
// Source: Guyon, Weston, Barnhill, Vapnik 2002, section 3. See docs/methods-wrappers.md.
type RFE struct {
	// Model is SVM, Logistic, Ridge, KNN or Forest; nil means SVM, which needs classes.
	Model Model
	// Share is the part of the features left that a round drops, rounded down, one at least; 0
	// means .1.
	Share float64 `default:"0.1" range:"(0,1)"`
	// OfAll takes Share of all features instead, as scikit-learn does.
	OfAll bool
}

func eliminating() []algorithms.Variant {
	return []algorithms.Variant{SVM{}, Logistic{}, Ridge{}, KNN{}, Forest{}}
}

// Facts returns what is known of the method.
func (m RFE) Facts() algorithms.Facts {
	m.Model = withDefault(m.Model, eliminating())
	descent := false
	switch m.Model.(type) {
	case SVM, Logistic:
		descent = true
	}
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "rfe",
			Family: algorithms.Trees,
			Summary: "features that a model needs longest as it is trained again without those " +
				"that matter least to it",
			Source: "Guyon, Weston, Barnhill, Vapnik 2002", Revision: 3,
			Criterion: "importance when dropped",
			Variants:  eliminating(),
			Params: modelDocs(map[string]string{
				"share":  "part of the features left that a round drops, one at least; 0 means .1",
				"of_all": "take the share of all features instead, as scikit-learn does",
			}),
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: m.Model.targets(), Seeded: m.Model.seeded(),
			ColumnOrder: m.Model.seeded(), PerfectMayTrail: true, RoughSteps: descent,
		},
		Costs: algorithms.Costs{
			Memory: func(s algorithms.Shape) float64 {
				n, d, classes := s.Floats()
				if _, ok := m.Model.(KNN); ok { // distances of some samples for each worker
					return 8 * (2.2*n*d + nearestRows*n*float64(s.Workers))
				}
				return 8 * (3*n*d + 5*n*classes)
			},
			Cost: "n²d, and ns + s³ for a step of a machine with s errors; 10 times nd·min(n,d) " +
				"+ min(n,d)³ for the other linear models, n²d for model=knn; n√d log n a tree " +
				"for model=forest",
		},
	}
}

// Select returns the features in the order in which they are dropped, the last one first. The
// diagnostics have the number of rounds, and for SVM the largest duality gap relative to its
// objective, for Logistic the largest gradient relative to that at weights of 0.
func (m RFE) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		return m.run(ctx, d, opt)
	})
}

func (m RFE) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	s, constant, err := opened(ctx, d, opt)
	if err != nil || constant != nil {
		return constant, err
	}
	e, err := newElimination(ctx, s, d, m.Model, opt)
	if err != nil {
		return nil, err
	}
	err = e.run(ctx, m, opt)
	f := s.found(d, e.order(), e.raw)
	f.Diagnostics = algorithms.Diagnostics{Iterations: e.rounds, Converged: e.trained}
	f.Warnings = append(f.Warnings, e.warnings...)
	switch m.Model.(type) {
	case SVM:
		f.Diagnostics.Extra = []algorithms.Value{
			{Name: "largest relative gap", Value: algorithms.Number(e.gap)},
		}
	case Logistic:
		f.Diagnostics.Extra = []algorithms.Value{
			{Name: "largest relative gradient", Value: algorithms.Number(e.gap)},
		}
	}
	if !e.trained {
		f.Warnings = append(f.Warnings, "some models do not converge; give a smaller c")
	}
	return f, err
}

// elimination is the state of the rounds.
type elimination struct {
	s       *samples
	d       *datasets.Dataset
	model   Model
	opt     algorithms.Options
	z       *scaling // over all samples
	first   []int    // by column, the first that is proportional to it
	folds   []fold   // of KNN
	rounds  int
	trained bool
	gap     float64 // or gradient, the largest relative
	svm     machines

	left     []int     // columns, ascending
	values   []float64 // their importance in the last round, nil before
	dropped  []int     // the first one dropped first
	raw      []float64 // of order
	was      []float64 // of dropped
	warnings []string
}

func newElimination(ctx context.Context, s *samples, d *datasets.Dataset, model Model,
	opt algorithms.Options) (*elimination, error) {
	e := &elimination{s: s, d: d, model: model, opt: opt, trained: true}
	all := make([]int, len(s.rows))
	for i := range all {
		all[i] = i
	}
	var err error
	if e.z, err = s.scalingOf(d, all, 0, len(all)); err != nil {
		return nil, err
	}
	e.left = make([]int, len(s.live))
	for c := range e.left {
		e.left[c] = c
	}
	switch model.(type) {
	case KNN:
		e.s, e.folds, e.warnings, err = s.folds(ctx, d, defaultFolds, opt)
	case SVM, Logistic, Ridge:
		rule := duplicates.Rule{Sign: true, Scale: true, Tolerance: 1e-10}
		e.first, err = duplicates.Find(ctx, len(all), len(s.live),
			func(buf []float64, c int) []float64 { return e.z.column(buf, s, c, all) }, nil, rule,
			opt.Workers)
	}
	return e, err
}

// run drops columns until one is left.
func (e *elimination) run(ctx context.Context, m RFE, opt algorithms.Options) error {
	all := len(e.left)
	tick := opt.Meter("features", all)
	for len(e.left) > 1 {
		values, err := e.importances(ctx)
		if err != nil {
			return err
		}
		e.rounds++
		e.values = values
		of := len(e.left)
		if m.OfAll {
			of = all
		}
		count := min(max(1, int(m.Share*float64(of))), len(e.left)-1)
		e.drop(count)
		tick(count)
	}
	values, err := e.importances(ctx)
	if err == nil {
		e.values = values
		tick(1)
	}
	return err
}

// drop takes out the columns of least importance.
func (e *elimination) drop(count int) {
	order := falling(e.values)
	gone := order[len(order)-count:]
	for _, at := range slices.Backward(gone) {
		e.dropped, e.was = append(e.dropped, e.left[at]), append(e.was, e.values[at])
	}
	stay := slices.Sorted(slices.Values(order[:len(order)-count]))
	left, values := make([]int, len(stay)), make([]float64, len(stay))
	for k, at := range stay {
		left[k], values[k] = e.left[at], e.values[at]
	}
	e.svm.drop(e, order[len(order)-count:], stay)
	e.left, e.values = left, values
}

// falling is the order of values, the largest first; ties go to the lower one.
func falling(values []float64) []int {
	return ties.Falling(values, 0, tie*max(1, slices.Max(values)))
}

// tie is the difference at which scores are equal, relative to the best, or to 1.
const tie = 1e-12

// order is that of all columns, best first: those left by their importance in the last round, then
// those dropped. It is empty if no round was done.
func (e *elimination) order() []int {
	if e.values == nil {
		return nil
	}
	var out []int
	e.raw = nil
	for _, at := range falling(e.values) {
		out, e.raw = append(out, e.left[at]), append(e.raw, e.values[at])
	}
	for k, c := range slices.Backward(e.dropped) {
		out, e.raw = append(out, c), append(e.raw, e.was[k])
	}
	return out
}

// matrix are the standardized columns left (n×p).
func (e *elimination) matrix() *mat.Dense { return e.columns(e.left) }

// columns are some standardized columns.
func (e *elimination) columns(which []int) *mat.Dense {
	n := len(e.s.rows)
	x := mat.NewDense(n, len(which), nil)
	for k, c := range which {
		column, mean, sd := e.s.x.RawRowView(c), e.z.mean[c], e.z.sd[c]
		for i, v := range column {
			x.Set(i, k, (v-mean)/sd)
		}
	}
	return x
}
