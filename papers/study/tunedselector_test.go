package study_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// The tuned selector takes the parameter that cross-validation by hand prefers, and
// the features that it selects on the whole training part.
func TestTunedSelector(t *testing.T) {
	d := methodtest.Load(t, "wine")
	among := []algorithms.Selector{filter.Random{}, filter.Variance{}, filter.Fisher{}}
	tuned := study.TunedSelector{Among: among, Folds: 4}
	for _, k := range []int{1, 3} {
		folds := must.Get(learn.NewFolds(d.Y, 4, 9))(t)
		right := make([]int, len(among))
		for f := range 4 {
			s := folds.Split(f)
			train, _ := d.Rows(s.Train)
			test, _ := d.Rows(s.Test)
			for i, m := range among {
				r := must.Get(m.Select(t.Context(), train, algorithms.Options{K: k, Seed: 9}))(t)
				a, _ := train.Take(r.Features)
				b, _ := test.Take(r.Features)
				scaling := learn.FitScaling(a.X)
				predicted := must.Get(learn.KNN(t.Context(), scaling.Apply(a.X), a.Y, 3,
					scaling.Apply(b.X), 1))(t)
				right[i] += int(math.Round(learn.Accuracy(predicted, b.Y) * float64(len(b.Y))))
			}
		}
		best := slices.Index(right, slices.Max(right))
		want := must.Get(among[best].Select(t.Context(), d, algorithms.Options{K: k, Seed: 9}))(t)
		got := must.Get(tuned.Select(t.Context(), d, algorithms.Options{K: k, Seed: 9}))(t)
		if !slices.Equal(got.Features, want.Features) || len(got.Diagnostics.Extra) < 2 {
			t.Errorf("k = %d: %v, want %v by %v", k, got.Features, want.Features, among[best])
		}
	}
	for want, do := range map[string]func() (*algorithms.Ranking, error){
		"tuned: no selector to choose among; give at least one": func() (
			*algorithms.Ranking, error) {
			return study.TunedSelector{}.Select(t.Context(), d, algorithms.Options{K: 1})
		},
		"tuned: selector 1 is nil; give one, such as Fisher{}": func() (
			*algorithms.Ranking, error) {
			return study.TunedSelector{Among: []algorithms.Selector{nil}}.Select(t.Context(), d,
				algorithms.Options{K: 1})
		},
		"tuned: k is missing: the method chooses a subset, whose best k features are not the " +
			"first k of more; give k": func() (*algorithms.Ranking, error) {
			return tuned.Select(t.Context(), d, algorithms.Options{})
		},
	} {
		must.Fail(do())(t, want)
	}
}

// In a study its choices are kept, unless one of its methods is a user's own.
func TestTunedSelectorIsKept(t *testing.T) {
	s := study.Study{
		Name: "tuned", Data: study.Named("iris"), Counts: []int{1, 2},
		Splits: study.Splits{Repeats: 2}, Measures: []study.Measure{study.Accuracy{}},
		Methods: []algorithms.Selector{
			study.TunedSelector{Among: []algorithms.Selector{filter.Laplacian{},
				filter.Laplacian{Similarity: graph.Neighbors{K: 9}}}},
			study.TunedSelector{Among: []algorithms.Selector{filter.Laplacian{},
				filter.Laplacian{Similarity: graph.Neighbors{K: 11}}}},
		},
	}
	store := filepath.Join(t.TempDir(), "s")
	first := run(t, s, store, 2)
	if first.Methods[0].Label != "laplacian, tuned" ||
		first.Methods[0].Key == first.Methods[1].Key {
		t.Errorf("methods %+v", first.Methods)
	}
	if first.Computed != 2*2*2*(1+1) {
		t.Errorf("%d pieces", first.Computed)
	}
	again := run(t, s, store, 1)
	if again.Computed != 0 {
		t.Errorf("%d pieces were computed once more", again.Computed)
	}
	if diff := cmp.Diff(untimed(first), untimed(again)); diff != "" {
		t.Error(diff)
	}
	s.Methods = []algorithms.Selector{
		study.TunedSelector{Among: []algorithms.Selector{filter.Fisher{}, failing{}}}}
	run(t, s, store, 2)
	if r := run(t, s, store, 2); r.Reused != 0 || r.Methods[0].Label != "tuned among 2" {
		t.Errorf("%d pieces of a user's own method were kept; it is called %s", r.Reused,
			r.Methods[0].Label)
	}
}

// Of any classifier and measure Accuracy is evaluation.Accuracy on the same splits.
func TestMeasuresOfClassifiers(t *testing.T) {
	const k = 3
	classifiers := map[study.Classifier]evaluation.Protocol{
		study.KNN{Neighbors: 5}:           {Neighbors: 5},
		study.LinearSVM{}:                 {Classifier: "linear-svm"},
		study.Logistic{C: 2}:              {Classifier: "logistic", C: 2},
		study.RidgeClassifier{Penalty: 3}: {Classifier: "ridge", Ridge: 3},
		study.Forest{Trees: 9}:            {Classifier: "forest", Trees: 9},
	}
	for c, p := range classifiers {
		for _, measure := range p.Measure.Choices() {
			p.Measure, p.Counts, p.Repeats = evaluation.ClassMeasure(measure), []int{k}, 1
			a := study.Accuracy{Classifier: c, Measure: p.Measure}
			r := run(t, study.Study{Name: "models", Data: study.Named("wdbc"),
				Methods: []algorithms.Selector{filter.Fisher{}}, Counts: []int{k},
				Splits: study.Splits{Repeats: 1}, Measures: []study.Measure{a}}, "", 1)
			want := must.Get(evaluation.Accuracy(t.Context(), methodtest.Load(t, "wdbc"),
				evaluation.AccuracyOptions{Protocol: p}, filter.Fisher{}))(t)
			got, expected := r.Cells[0].Values[0], want.Curves[0].Points[0].Values[0]
			slack := 0.
			if c == (study.LinearSVM{}) {
				slack = .02 // evaluation goes on to the optimum
			}
			if math.Abs(got-expected) > slack {
				t.Errorf("%s: %g, want %g", a.Label(), got, expected)
			}
		}
	}
}

// Stored pieces of accuracy keep their keys; other measures have their own, and are no means over
// samples. A classifier without scores has no AUC.
func TestAccuracyByMeasure(t *testing.T) {
	for _, c := range []struct {
		a          study.Accuracy
		key, label string
		perSample  bool
	}{
		{study.Accuracy{}, "accuracy 1 (1-NN 2) raw=false", "accuracy, 1-NN", true},
		{study.Accuracy{Measure: evaluation.ShareRight}, "accuracy 1 (1-NN 2) raw=false",
			"accuracy, 1-NN", true},
		{study.Accuracy{Measure: evaluation.AUC, Classifier: study.Logistic{}},
			"auc 1 (logistic regression, C=1) raw=false", "AUC, logistic regression, C=1", false},
		{study.Accuracy{Measure: evaluation.MacroF1, Classifier: study.Forest{}, Raw: true},
			"macro-f1 1 (random forest, trees=100) raw=true",
			"macro F1, random forest, trees=100, raw features", false},
	} {
		if c.a.Key() != c.key || c.a.Label() != c.label || c.a.PerSample() != c.perSample {
			t.Errorf("%q, %q, %v, want %q, %q", c.a.Key(), c.a.Label(), c.a.PerSample(), c.key,
				c.label)
		}
	}
	for _, c := range []struct {
		a    study.Accuracy
		want string
	}{
		{study.Accuracy{Measure: evaluation.AUC, Classifier: study.SVC{}},
			"AUC: the classifier RBF SVC, C=1, gamma=1/d has no scores"},
		{study.Accuracy{Measure: "f2"}, `no measure "f2"`},
	} {
		s := study.Study{Name: "mistake", Data: study.Named("iris"),
			Methods: []algorithms.Selector{filter.Fisher{}}, Counts: []int{2},
			Splits: study.Splits{Repeats: 1}, Measures: []study.Measure{c.a}}
		r, err := study.Run(t.Context(), s, "", algorithms.Options{Workers: 1})
		said := ""
		if err != nil {
			said = err.Error()
		} else if len(r.Cells) > 0 {
			said = r.Cells[0].Failed
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("%s: %q, want %q", c.a.Label(), said, c.want)
		}
	}
	// A tuned classifier has the scores of the one that it chooses.
	tuned := study.Tuned{Among: []study.Classifier{study.Logistic{C: .1}, study.Logistic{C: 1}}}
	r := run(t, study.Study{Name: "tuned", Data: study.Named("iris"),
		Methods: []algorithms.Selector{filter.Fisher{}}, Counts: []int{2},
		Splits: study.Splits{Repeats: 1}, Measures: []study.Measure{
			study.Accuracy{Classifier: tuned, Measure: evaluation.AUC}}}, "", 1)
	if v := r.Cells[0].Mean; !(v > .95 && v <= 1) {
		t.Errorf("AUC of a tuned classifier: %g, %s", v, r.Cells[0].Failed)
	}
}
