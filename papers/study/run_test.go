package study_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/redundancy"
	"fsnb.example/papers/study"
)

// The accuracies are those of evaluation.Accuracy on the same splits, and the
// redundancies those of the features chosen on each training part.
func TestRunAgreesWithDirectComputation(t *testing.T) {
	s := small()
	r := run(t, s, "", 2)
	for set, name := range []string{"iris", "wine"} {
		d := methodtest.Load(t, name)
		counts := []int{1, 2, 4, 8}
		if name == "iris" {
			counts = counts[:3] // it has four features
		}
		if !slices.Equal(r.Sets[set].Counts, counts) || r.Sets[set].N != d.N() ||
			r.Sets[set].D != d.D() || r.Sets[set].Classes != 3 {
			t.Fatalf("%s: %+v", name, r.Sets[set])
		}
		want := must.Get(evaluation.Accuracy(t.Context(), d,
			evaluation.Protocol{Counts: counts, Repeats: 4,
				Seed: 3}, algorithms.Options{Seed: 3}, s.Methods[:3]...))(t)
		for m := range 3 {
			for i, k := range counts {
				if diff := cmp.Diff(want.Curves[m].Points[i],
					r.Cell(set, m, k, 0).Spread); diff != "" {
					t.Errorf("%s, %s, %d features: accuracy (-want +got):\n%s", name,
						r.Methods[m].Label, k, diff)
				}
			}
		}
		for _, k := range counts {
			if diff := cmp.Diff(want.All, r.Cell(set, 3, k, 0).Spread); diff != "" {
				t.Errorf("%s: all features (-want +got):\n%s", name, diff)
			}
		}
		splits := must.Get(learn.StratifiedSplits(d.Y, 0.5, 4, 3))(t)
		for number, split := range splits {
			train := must.Get(d.Rows(split.Train))(t)
			ranking := must.Get((traceratio.TraceRatio{}).Select(t.Context(), train,
				algorithms.Options{K: 4}))(t)
			m := must.Get(redundancy.Of(t.Context(), train, ranking.Features, 1))(t)
			if got := r.Cell(set, 1, 4, 1).Values[number]; got != m.SqCosCentered {
				t.Errorf("%s, split %d: redundancy %g, want %g", name, number, got, m.SqCosCentered)
			}
		}
	}
	if c := r.Cell(0, 0, 8, 0); c != nil {
		t.Errorf("iris has a cell of 8 features: %+v", c)
	}
}

func TestRunDoesNotDependOnWorkers(t *testing.T) {
	one := run(t, small(), "", 1)
	for _, workers := range []int{2, 8} {
		if diff := cmp.Diff(untimed(one), untimed(run(t, small(), "", workers))); diff != "" {
			t.Errorf("%d workers (-1 +%d):\n%s", workers, workers, diff)
		}
	}
}

// counter counts the selections of Fisher, which it is but for its name.
type counter struct {
	filter.Fisher
	times *atomic.Int64
}

func (c counter) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	c.times.Add(1)
	return c.Fisher.Select(ctx, d, opt)
}

// A second run computes nothing, a changed one only what is new: each number is
// how many pieces there are, a choice or a measure of one.
func TestRunComputesOnlyWhatIsNew(t *testing.T) {
	store := filepath.Join(t.TempDir(), "small.study")
	s := study.Study{
		Name: "small", Data: study.Named("wine"), Methods: []algorithms.Selector{filter.Fisher{},
			traceratio.TraceRatio{}},
		Counts: []int{2, 4}, Splits: study.Splits{Repeats: 3},
		Measures: []study.Measure{study.Accuracy{}},
	}
	steps := []struct {
		what     string
		change   func()
		computed int
	}{
		// Fisher chooses once a split, trace ratio at each number
		{"first", func() {}, 3*(1+2) + 3*(2+2)},
		{"again", func() {}, 0},
		{"another measure", func() {
			s.Measures = append(s.Measures, study.Redundancy{})
		}, 3*2 + 3*2},
		{"more splits", func() { s.Splits.Repeats = 5 }, 2*(1+4) + 2*(2+4)},
		{"fewer splits", func() { s.Splits.Repeats = 2 }, 0},
		{"a number in between", func() { s.Counts = []int{2, 3, 4} }, 2*2 + 2*(1+2)},
		{"a larger number", func() { s.Counts = []int{2, 3, 4, 5} }, 2*(1+2) + 2*(1+2)},
		{"another parameter", func() {
			s.Methods[1] = traceratio.TraceRatio{Graph: graph.Neighbors{}}
		}, 2 * 4 * (1 + 2)},
		{"the former again", func() { s.Methods[1] = traceratio.TraceRatio{} }, 0},
		{"another seed", func() { s.Seed = 1 }, 2*(1+8) + 2*(4+8)},
		{"another classifier", func() {
			s.Measures[0] = study.Accuracy{Classifier: study.KNN{Neighbors: 3}}
		}, 2 * 2 * 4},
		{"standardized", func() { s.Standardize = true }, 2*(1+8) + 2*(4+8)},
		{"on all", func() { s.OnAll = true }, 2*(1+8) + 2*(4+8)},
		{"other data", func() {
			d := methodtest.Load(t, "wine")
			d.X.Set(0, 0, d.X.At(0, 0)+1)
			s.Data = study.Of(d)
		}, 2*(1+8) + 2*(4+8)},
	}
	for _, step := range steps {
		step.change()
		r := run(t, s, store, 2)
		if r.Computed != step.computed {
			t.Errorf("%s: %d pieces were computed, want %d", step.what, r.Computed, step.computed)
		}
		if diff := cmp.Diff(untimed(run(t, s, "", 1)), untimed(r)); diff != "" {
			t.Errorf("%s: with a store (-without +with):\n%s", step.what, diff)
		}
	}

	// A method that is not of the catalogue is asked each time.
	var times atomic.Int64
	s = study.Study{
		Name: "own", Data: study.Named("wine"), Methods: []algorithms.Selector{
			counter{times: &times}},
		Counts: []int{2}, Splits: study.Splits{Repeats: 3},
		Measures: []study.Measure{study.Accuracy{}},
	}
	run(t, s, store, 2)
	if r := run(t, s, store, 2); times.Load() != 6 || r.Reused != 0 {
		t.Errorf("it was asked %d times, and %d pieces were reused", times.Load(), r.Reused)
	}
}

// failing fails on data with more than four features, or on the second split.
type failing struct{ seed bool }

func (failing) Name() string { return "failing" }

func (f failing) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	if d.D() > 4 || f.seed && opt.Seed == 1 {
		return nil, errors.New("this does not work")
	}
	return filter.Fisher{}.Select(ctx, d, opt)
}

func TestRunGoesOnAfterFailures(t *testing.T) {
	s := study.Study{
		Name: "failures",
		Data: append(study.Named("iris", "no-such-data", "wine"),
			study.Of(methodtest.Load(t, "lap-d1"))...),
		Methods: []algorithms.Selector{failing{}, filter.Fisher{}},
		Counts:  []int{2}, Splits: study.Splits{Repeats: 2},
		Measures: []study.Measure{study.Accuracy{}, study.Redundancy{Kind: "nonsense"}},
	}
	r := run(t, s, "", 2)
	if len(r.Cell(0, 0, 2, 0).Values) != 2 || r.Cell(0, 0, 2, 0).Failed != "" {
		t.Errorf("iris: %+v", r.Cell(0, 0, 2, 0))
	}
	if c := r.Cell(2, 0, 2, 0); len(c.Values) != 0 || c.Failed != "this does not work" {
		t.Errorf("wine: %+v", c)
	}
	if c := r.Cell(2, 1, 2, 0); len(c.Values) != 2 {
		t.Errorf("wine by fisher: %+v", c)
	}
	if c := r.Cell(0, 1, 2, 1); len(c.Values) != 0 ||
		c.Failed != `redundancy of the kind "nonsense"; choose squared, absolute, signed or `+
			`cosine` {
		t.Errorf("a measure that fails: %+v", c)
	}
	if !strings.HasPrefix(r.Sets[1].Note, `no data set "no-such-data"`) || r.Sets[0].Note != "" ||
		r.Cell(1, 1, 2, 0) != nil {
		t.Errorf("notes %q and %q", r.Sets[0].Note, r.Sets[1].Note)
	}
	s.Data, s.Methods = study.Named("iris"), []algorithms.Selector{failing{seed: true}}
	if c := run(t, s, "", 2).Cell(0, 0, 2, 0); !slices.Equal(c.Splits, []int{0}) ||
		c.Failed != "this does not work" {
		t.Errorf("a split that fails: %+v", c)
	}
}

// panicking is a method, a classifier and a measure with a fault.
type panicking struct{ study.KNN }

func (panicking) Name() string { return "panicking" }

func (panicking) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	panic("a fault\nin Select")
}

func (panicking) Train(context.Context, *mat.Dense, []int, int, uint64) (*study.Model, error) {
	panic("a fault in Train")
}

func (panicking) Label() string { return "panicking" }

func (panicking) Better() int { return 1 }

func (panicking) Value(context.Context, *study.Trial) (float64, error) {
	panic("a fault in Value")
}

func (panicking) Overall([][]int, int) (float64, error) { panic("a fault in Overall") }

// valued is panicking without Overall.
type valued struct{ study.Measure }

func (valued) Key() string { return "valued" }

// Methods, classifiers, measures and data sets that panic are notes of their pieces, and the others
// are computed and kept.
func TestRunGoesOnAfterPanics(t *testing.T) {
	s := study.Study{
		Name: "panics",
		Data: append(study.Named("iris"), study.Data{Name: "none", Load: func() (*datasets.Dataset,
			error) {
			panic("a fault in Load")
		}}),
		Methods: []algorithms.Selector{panicking{}, filter.Fisher{}},
		Counts:  []int{2}, Splits: study.Splits{Repeats: 2},
		Measures: []study.Measure{study.Accuracy{}, study.Accuracy{Classifier: panicking{}},
			valued{panicking{}}, panicking{}},
	}
	store := filepath.Join(t.TempDir(), "s")
	r := run(t, s, store, 2)
	if c := r.Cell(0, 1, 2, 0); len(c.Values) != 2 || c.Failed != "" {
		t.Errorf("fisher: %+v", c)
	}
	for want, got := range map[string]string{
		"panicking panicked: a fault in Select (":  r.Cell(0, 0, 2, 0).Failed,
		" panicked: a fault in Train (":            r.Cell(0, 1, 2, 1).Failed,
		"panicking panicked: a fault in Value (":   r.Cell(0, 1, 2, 2).Failed,
		"panicking panicked: a fault in Overall (": r.Cell(0, 1, 2, 3).Failed,
		"loading it panicked: a fault in Load (":   r.Sets[1].Note,
	} {
		if !strings.Contains(got, want) || !strings.Contains(got, "run_test.go:") {
			t.Errorf("%q does not say %q", got, want)
		}
	}
	s.Measures = s.Measures[:1]
	if again := run(t, s, store, 2); again.Computed != 0 || again.Reused == 0 {
		t.Errorf("%d pieces were computed again, %d reused", again.Computed, again.Reused)
	}
}

func TestRunStops(t *testing.T) {
	store := filepath.Join(t.TempDir(), "s")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s := small()
	r, err := study.Run(ctx, s, store, algorithms.Options{Workers: 1,
		Progress: func(p algorithms.Progress) {
			if p.Total != 2*4*4 {
				t.Errorf("%d steps in all", p.Total)
			}
			if p.Done == 7 {
				stop()
			}
		}})
	if !errors.Is(err, context.Canceled) || !r.Partial {
		t.Fatalf("error %v, partial %v", err, r.Partial)
	}
	values := 0
	for _, c := range r.Cells {
		values += len(c.Values)
	}
	if values == 0 || r.Computed == 0 {
		t.Error("nothing was kept")
	}
	again := run(t, s, store, 1)
	if again.Reused < values || again.Partial {
		t.Errorf("%d pieces reused after %d values", again.Reused, values)
	}
	if diff := cmp.Diff(untimed(run(t, s, "", 1)), untimed(again)); diff != "" {
		t.Errorf("stopped and continued (-undisturbed +continued):\n%s", diff)
	}
}
