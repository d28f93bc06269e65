package wrapper

import (
	"context"
	"errors"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// ForwardSelection adds one feature at a time: the one with which a model predicts best in
// stratified folds. Raw is how well it predicts with the features so far,
//
//	accuracy, or 1 - Σ(y_i - p_i)²/Σ(y_i - mean y)² for a continuous target,
//
// over all samples, each predicted by the model of the folds that it is not in, with columns
// centered and divided by their standard deviation (1/n), and missing values filled, in these.
// Folds part no group. Values within 1e-12 of the best, or of 1 if that is more, tie, and ties go
// to the lower column: accuracies are multiples of 1/n. Folds depend on the seed. Constant columns
// rank last.
//
// Select returns an error when a parameter is out of range, a class is in one group, and for a
// value more than 1e100 standard deviations from the mean. KNN costs O(n²k) for k features, and a
// look at the nearest of a few samples for each of dk candidates, O(n²dk) at worst; Ridge
// O(Folds·ndk); the others Folds·dk models. KNN keeps O(n(d + k)) and 64 MiB of distances, Ridge
// Folds + 1 copies of X.
//
// Source: Whitney 1971; Kohavi, John 1997. See docs/methods-wrappers.md.
type ForwardSelection struct {
	// Model is KNN, Ridge, SVM, Logistic or Forest; nil means KNN.
	Model Model
	// Folds is the number of folds, at most n or the number of groups; 0 means 5.
	Folds int `default:"5" range:"[2,inf)"`
}

// BackwardElimination begins with all features and drops one at a time: the one without which a
// model predicts best. Features rank by the step in which they are dropped, the last one first. Raw
// is how well the model predicts with a feature and those before it; it is what ForwardSelection
// describes. Of features that tie the higher column is dropped.
//
// Select returns the errors of ForwardSelection. The cost does not depend on k, since the first
// feature is known last: d²/2 times what ForwardSelection spends on one candidate, and O(n²d) for
// the distances of KNN. The memory is that of ForwardSelection.
//
// Source: Marill, Green 1963; Kohavi, John 1997. See docs/methods-wrappers.md.
type BackwardElimination struct {
	// Model is KNN, Ridge, SVM, Logistic or Forest; nil means KNN.
	Model Model
	// Folds is the number of folds, at most n or the number of groups; 0 means 5.
	Folds int `default:"5" range:"[2,inf)"`
}

// withDefault is a model with its defaults written out: the first of kinds for nil.
func withDefault(m Model, kinds []algorithms.Variant) Model {
	return algorithms.FillVariant[algorithms.Variant](m, kinds).(Model)
}

func searched() []algorithms.Variant {
	return []algorithms.Variant{KNN{}, Ridge{}, SVM{}, Logistic{}, Forest{}}
}

// Facts returns what is known of the method.
func (m ForwardSelection) Facts() algorithms.Facts {
	m.Model = withDefault(m.Model, searched())
	f := search(m).facts(false)
	f.Name = "forward-selection"
	f.Summary = "forward search for the features with which a model predicts best in folds"
	f.Source = "Whitney 1971; Kohavi, John 1997"
	f.Cost = "n²k and a few samples for each of dk candidates, n²dk at worst; ndk for " +
		"model=ridge; 5dk models for the others"
	if _, nearest := m.Model.(KNN); !nearest {
		f.Wide = algorithms.Wide{
			Why:     "each step predicts with each feature that is left",
			Instead: "choose fewer, or take the best 1000 of a filter first",
			Seconds: forwardGrowth(m.Model),
		}
	}
	return f
}

// Facts returns what is known of the method.
func (m BackwardElimination) Facts() algorithms.Facts {
	m.Model = withDefault(m.Model, searched())
	f := search(m).facts(true)
	f.Name = "backward-elimination"
	f.Summary = "backward elimination of the features without which a model predicts best in folds"
	f.Source = "Marill, Green 1963; Kohavi, John 1997"
	f.Cost = "n²d and a few samples for some of d²/2 candidates, n²d² at worst; nd² for " +
		"model=ridge; 5d²/2 models for the others"
	if _, nearest := m.Model.(KNN); !nearest {
		f.Wide = algorithms.Wide{
			Why: "it begins with all features and drops one at a time, whatever k is, for d²/2 " +
				"predictions",
			Instead: "take the best 500 of a filter first, or take rfe",
			Seconds: backwardGrowth(m.Model),
		}
	}
	return f
}

// Select returns the features in the order in which they are added.
func (m ForwardSelection) Select(ctx context.Context, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		return search(m).run(ctx, d, opt, false)
	})
}

// Select returns the features in the order in which they are dropped, the last one first.
func (m BackwardElimination) Select(ctx context.Context, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		return search(m).run(ctx, d, opt, true)
	})
}

// search are the parameters of either direction.
type search struct {
	Model Model
	Folds int
}

// memory is that of KNN: the columns and their orders, the lists, and the distances that are kept;
// or of Ridge: what is kept of each fold and, backward, what its solution needs.
func (m search) memory(backward bool) func(algorithms.Shape) float64 {
	folds := float64(m.Folds)
	if _, ridge := m.Model.(Ridge); ridge {
		return func(s algorithms.Shape) float64 {
			n, d, classes := s.Floats()
			need := 8 * (folds + 2) * n * (d + 2*max(1, classes))
			if least := min(n, d); backward {
				need += 8 * min(folds, float64(s.Workers)) *
					(2*least*least + 3*n*d + 2*least*classes)
			}
			return need
		}
	}
	model, nearest := m.Model.(KNN)
	if !nearest {
		return nil
	}
	return func(s algorithms.Shape) float64 {
		n, d := float64(s.N), float64(s.D)
		distances := n * n * (1 - 1/folds)
		columns := 12 * n * d
		if room := float64(nearestRoom); distances > room {
			distances = room
			columns += 8 * n * d
		}
		return columns + 16*n*min(n, nearestKept+8*float64(model.Neighbors)) + 8*distances
	}
}

func (m search) facts(backward bool) algorithms.Facts {
	memory := m.memory(backward)
	if memory != nil { // Facts of a method with kinds of models cannot ask for its defaults
		memory = func(s algorithms.Shape) float64 {
			return search(algorithms.WithDefaults(ForwardSelection(m))).memory(backward)(s)
		}
	}
	return algorithms.Facts{
		About: algorithms.About{
			Family: algorithms.Trees, Revision: 2,
			Criterion: "accuracy or R² so far", Variants: searched(),
			Params: modelDocs(map[string]string{
				"folds": "stratified folds in which sets of features are compared; 0 means 5",
			}),
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true, Targets: m.Model.targets(), Seeded: true,
			ColumnOrder: true, PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{Memory: memory},
	}
}

// An evaluator knows a set of columns and judges it with one more, or one less.
type evaluator interface {
	// judge writes accuracy, or R², for each of the candidates, or -Inf for one that is not the
	// best: bestOf takes another, the last one if last is true.
	judge(ctx context.Context, candidates []int, last bool, to []float64) error
	// take adds the column to the set, or takes it out.
	take(ctx context.Context, column int) error
	// whole is accuracy, or R², with all columns, of a backward search.
	whole() float64
}

// run searches in one direction.
func (m search) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
	backward bool) (*algorithms.Found, error) {
	s, constant, err := opened(ctx, d, opt)
	if err != nil || constant != nil {
		return constant, err
	}
	s, folds, warnings, err := s.folds(ctx, d, m.Folds, opt)
	if err != nil {
		return nil, err
	}
	e, err := m.evaluator(ctx, s, folds, opt, backward)
	if err != nil {
		return nil, err
	}
	w := &walk{e: e, left: make([]int, len(s.live))}
	for c := range w.left {
		w.left[c] = c
	}
	if backward {
		err = w.backward(ctx, opt)
	} else {
		err = w.forward(ctx, opt)
	}
	if w.steps == 0 && err != nil {
		return nil, err
	}
	f := s.found(d, w.order, w.raw)
	f.Diagnostics = algorithms.Diagnostics{Iterations: w.steps, Converged: err == nil}
	f.Warnings = append(f.Warnings, warnings...)
	f.Warnings = caution.AddChosen(f.Warnings, d, "what the folds measure is too good",
		"search among all features")
	return f, err
}

func (m search) evaluator(ctx context.Context, s *samples, folds []fold, opt algorithms.Options,
	backward bool) (evaluator, error) {
	switch model := m.Model.(type) {
	case KNN:
		return newNearestSets(ctx, s, folds, model, opt, backward)
	case Ridge:
		return newRidgeSets(ctx, s, folds, model, opt, backward)
	}
	return newFittedSets(ctx, s, folds, m.Model, opt, backward)
}

// walk is the state of a search.
type walk struct {
	e     evaluator
	left  []int // candidates, ascending
	order []int // best first
	raw   []float64
	steps int
}

// forward adds columns until K of them, or all, are in the set.
func (w *walk) forward(ctx context.Context, opt algorithms.Options) error {
	want := len(w.left)
	if opt.K > 0 {
		want = min(want, opt.K)
	}
	tick := opt.Meter("features", want)
	for len(w.order) < want {
		values := make([]float64, len(w.left))
		if err := w.e.judge(ctx, w.left, false, values); err != nil {
			return err
		}
		at := bestOf(values, false)
		if at < 0 {
			return errNoNumber
		}
		c := w.left[at]
		w.order, w.raw = append(w.order, c), append(w.raw, values[at])
		w.left = slices.Delete(w.left, at, at+1)
		w.steps++
		if len(w.order) < want {
			if err := w.e.take(ctx, c); err != nil {
				return err
			}
		}
		tick(1)
	}
	return nil
}

// backward drops columns until one is left. If it is stopped, those left follow each other by
// column, before those dropped.
func (w *walk) backward(ctx context.Context, opt algorithms.Options) (err error) {
	tick := opt.Meter("features", len(w.left))
	var dropped []int
	var without []float64 // how well the model predicts without each
	for len(w.left) > 1 {
		values := make([]float64, len(w.left))
		if err = w.e.judge(ctx, w.left, true, values); err != nil {
			break
		}
		at := bestOf(values, true)
		if at < 0 {
			err = errNoNumber
			break
		}
		c := w.left[at]
		if err = w.e.take(ctx, c); err != nil {
			break
		}
		dropped, without = append(dropped, c), append(without, values[at])
		w.left = slices.Delete(w.left, at, at+1)
		w.steps++
		tick(1)
	}
	w.order = slices.Clone(w.left)
	slices.Reverse(dropped)
	w.order = append(w.order, dropped...)
	w.raw = make([]float64, len(w.order))
	// The set of the first p columns is what was left when column p was dropped.
	slices.Reverse(without)
	for k, v := range without {
		w.raw[len(w.left)-1+k] = v
	}
	if err == nil {
		tick(1)
		w.raw[len(w.raw)-1] = w.e.whole()
		w.steps++
	}
	return err
}

var errNoNumber = errors.New("the model predicts no finite numbers; drop columns with extreme " +
	"values, or give a larger lambda")

// bestOf is the place of the largest value; of those that tie the first, or the last. It is -1 if
// no value is finite.
func bestOf(values []float64, last bool) int {
	best := math.Inf(-1)
	for _, v := range values {
		if v > best {
			best = v
		}
	}
	at, least := -1, best-tie*max(1, math.Abs(best))
	for k, v := range values {
		if v >= least && !math.IsInf(v, 0) && (at < 0 || last) {
			at = k
		}
	}
	return at
}
