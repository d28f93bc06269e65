package study_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

func run(t *testing.T, s study.Study, store string, workers int) *study.Result {
	t.Helper()
	return must.Get(study.Run(t.Context(), s, store, algorithms.Options{Workers: workers}))(t)
}

// small is a study of a second.
func small() study.Study {
	return study.Study{
		Name: "small",
		Data: study.Named("iris", "wine"),
		Methods: []algorithms.Selector{filter.Fisher{}, traceratio.TraceRatio{}, filter.Random{},
			study.AllFeatures{}},
		Counts:   []int{1, 2, 4, 8},
		Splits:   study.Splits{Repeats: 4},
		Measures: []study.Measure{study.Accuracy{}, study.Redundancy{}, study.Seconds{}},
		Seed:     3,
	}
}

// untimed leaves out what differs from run to run.
func untimed(r *study.Result) *study.Result {
	out := *r
	out.Elapsed, out.Reused, out.Computed, out.Damaged = 0, 0, 0, 0
	out.Cells = slices.DeleteFunc(slices.Clone(r.Cells),
		func(c study.Cell) bool { return r.Measures[c.Measure].Time })
	return &out
}

func TestStudyErrors(t *testing.T) {
	for _, c := range []struct {
		want   string
		change func(*study.Study)
	}{
		{`a study is called "a/b"; name it with letters, digits and -_. only`,
			func(s *study.Study) { s.Name = "a/b" }},
		{`a study is called ""; name it with letters, digits and -_. only`,
			func(s *study.Study) { s.Name = "" }},
		{`the study small has no data set; give at least one, such as wdbc by its name`,
			func(s *study.Study) { s.Data = nil }},
		{`the study small has no method; give at least one, such as Fisher{}`,
			func(s *study.Study) { s.Methods = nil }},
		{`the study small has no measure; give at least one, such as Accuracy{}`,
			func(s *study.Study) { s.Measures = nil }},
		{`the study small has no number of features for iris; give at least one, or nil for ` +
			`those of the study`,
			func(s *study.Study) { s.Data[0].Counts = []int{} }},
		{`the study small has no number of features; give at least one`,
			func(s *study.Study) { s.Counts = []int{} }},
		{`the study small: method 1 is nil; give one, such as Fisher{}`,
			func(s *study.Study) { s.Methods[0] = nil }},
		{`the study small: measure 1 is nil; give one, such as Accuracy{}`,
			func(s *study.Study) { s.Measures[0] = nil }},
		{`the study small has the measure accuracy, 1-NN twice; give each once`,
			func(s *study.Study) {
				s.Measures = append(s.Measures, study.Accuracy{Classifier: study.KNN{Neighbors: 1}})
			}},
		{`the study small has the data set iris twice; give each once, or another name`,
			func(s *study.Study) { s.Data = study.Named("iris", "iris") }},
		{`the study small: data set 1 (x) has no way to be loaded; give it by name, or one that ` +
			`is in memory`,
			func(s *study.Study) { s.Data = []study.Data{{Name: "x"}} }},
		{`the study small: numbers of features [2 2]; give ascending numbers from 1`,
			func(s *study.Study) { s.Counts = []int{2, 2} }},
		{`the study small: numbers of features [0 2]; give ascending numbers from 1`,
			func(s *study.Study) { s.Counts = []int{0, 2} }},
		{`the study small: a choice may take -2 s; give a positive time, such as time.Minute, or ` +
			`0 for no limit`,
			func(s *study.Study) { s.Limit = -2 * time.Second }},
		{`training fraction 1.5; give a number between 0 and 1, such as 0.5`,
			func(s *study.Study) { s.Splits.Train = 1.5 }},
		{`splits of 0 a class, 1 folds; give 1 or more a class, 2 or more folds`,
			func(s *study.Study) { s.Splits.Folds = 1 }},
		{`-1 splits; give 1 to 1000000`,
			func(s *study.Study) { s.Splits.Repeats = -1 }},
		{`splits by more than one rule (4 random splits with 3 training samples a class; ` +
			`stratified 5-fold cross-validation, 4 times); set one of Train, PerClass, Folds ` +
			`and Whole`,
			func(s *study.Study) { s.Splits.PerClass, s.Splits.Folds = 3, 5 }},
	} {
		s := small()
		c.change(&s)
		must.Fail(study.Run(t.Context(), s, "", algorithms.Options{}))(t, c.want)
	}
	if _, err := study.Run(t.Context(), small(), t.TempDir(), algorithms.Options{}); err == nil ||
		!strings.HasSuffix(err.Error(),
			"is a directory; name another file for the results of the study") {
		t.Errorf("a folder for a store: %v", err)
	}
}

func TestOnly(t *testing.T) {
	s, err := small().Only("WINE")
	if err != nil || len(s.Data) != 1 || s.Data[0].Name != "wine" {
		t.Errorf("%v, %v", s.Data, err)
	}
	must.Fail(small().Only("wine", "wdbc"))(t,
		`the study small has no data set "wdbc"; it has iris, wine`)
	if s, err := small().Only(); err != nil || len(s.Data) != 2 {
		t.Errorf("%v, %v", s.Data, err)
	}
}

// Aggregate is the mean over the numbers of features, Best the best of them.
func TestAggregateAndBest(t *testing.T) {
	r := run(t, small(), "", 0)
	for set := range r.Sets {
		for m := range r.Methods {
			counts := r.Sets[set].Counts
			var want []float64
			best := math.Inf(-1)
			for number := range 4 {
				sum := 0.0
				for _, k := range counts {
					sum += r.Cell(set, m, k, 0).Values[number]
				}
				want = append(want, sum/float64(len(counts)))
			}
			for _, k := range counts {
				best = max(best, r.Cell(set, m, k, 0).Mean)
			}
			got := r.Aggregate(set, m, 0)
			if !cmp.Equal(got.Values, want, cmpopts.EquateApprox(1e-14, 0)) ||
				!slices.Equal(got.Splits, []int{0, 1, 2, 3}) {
				t.Errorf("%s, %s: aggregate %v, want %v", r.Sets[set].Name, r.Methods[m].Label,
					got.Values, want)
			}
			if b := r.Best(set, m, 0); b.Mean != best {
				t.Errorf("%s, %s: best %g, want %g", r.Sets[set].Name, r.Methods[m].Label,
					b.Mean, best)
			}
		}
	}
	if b := r.Best(0, 0, 1); b.K != 1 || b.Mean != 0 { // one feature repeats nothing
		t.Errorf("the least redundancy: %+v", b)
	}
}

// A class smaller than the folds is a warning, an error when asked for.
func TestFoldsOfSmallClasses(t *testing.T) {
	d := must.Get(
		datasets.FromRows("tiny", [][]float64{{1, 2}, {2, 1}, {3, 5}, {4, 4}, {5, 1}, {6, 6},
			{7, 3}}, []string{"a", "a", "a", "a", "b", "b", "c"}, nil))(t)
	s := study.Study{
		Name: "folds", Data: study.Of(d), Methods: []algorithms.Selector{filter.Variance{}},
		Counts: []int{1},
		Splits: study.Splits{Folds: 3}, Measures: []study.Measure{study.Accuracy{}},
	}
	d.Warnings = []string{"look twice"} // those of the data come first
	r := run(t, s, "", 0)
	const text = "fewer samples than the 3 folds: class b (2), class c (1); "
	if want := []string{"look twice", text + learn.InTurn}; !slices.Equal(r.Sets[0].Warnings,
		want) {
		t.Errorf("warnings %q", r.Sets[0].Warnings)
	}
	if n := len(r.Cell(0, 0, 1, 0).Values); n != 3 {
		t.Errorf("%d folds, %+v", n, r.Cell(0, 0, 1, 0))
	}
	s.Splits.Strict = true
	if r = run(t, s, "", 0); r.Sets[0].Note != text+"take fewer folds, or leave the classes out" {
		t.Errorf("strict: %q", r.Sets[0].Note)
	}
	s.Splits = study.Splits{}
	if r = run(t, s, "",
		0); r.Sets[0].Note !=
		"class c has 1 sample, which leaves none for the test; leave the class out, or split by "+
			"folds" {
		t.Errorf("halves: %q", r.Sets[0].Note)
	}
}

func ExampleRun() {
	s := study.Study{
		Name:     "wine",
		Data:     study.Named("wine"),
		Methods:  []algorithms.Selector{filter.Fisher{}, filter.Variance{}},
		Counts:   []int{2, 4},
		Splits:   study.Splits{Folds: 10},
		Measures: []study.Measure{study.Accuracy{}},
	}
	r, err := study.Run(context.Background(), s, "", algorithms.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for m, method := range r.Methods {
		for _, k := range r.Sets[0].Counts {
			fmt.Printf("%s, %d features: %.2f\n", method.Label, k, r.Cell(0, m, k, 0).Mean)
		}
	}
	// Output:
	// fisher, 2 features: 0.86
	// fisher, 4 features: 0.92
	// variance, 2 features: 0.73
	// variance, 4 features: 0.88
}
