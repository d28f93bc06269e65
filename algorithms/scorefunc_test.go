package algorithms_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// welch is the absolute t statistic of two classes of unequal variance.
func welch(x []float64, y []int) float64 {
	var of [2][]float64
	for i, v := range x {
		of[y[i]] = append(of[y[i]], v)
	}
	a, va := stat.MeanVariance(of[0], nil)
	b, vb := stat.MeanVariance(of[1], nil)
	return math.Abs(a-b) / math.Sqrt(va/float64(len(of[0]))+vb/float64(len(of[1])))
}

// panicPlace is the end of an error about a panic, after the package of the function.
var panicPlace = regexp.MustCompile(`^\S+, scorefunc_test\.go:\d+\); mend it$`)

// samples makes a data set of two classes from columns.
func samples(t *testing.T, y []int, columns ...[]float64) *datasets.Dataset {
	t.Helper()
	x := mat.NewDense(len(y), len(columns), nil)
	for j, c := range columns {
		x.SetCol(j, c)
	}
	return must.Get(datasets.New("t", x, y, nil))(t)
}

// Welch's t by hand: of 1 2 3 and 5 7 9 the means are 2 and 7, the variances 1 and 4, and t is
// 5/√(1/3 + 4/3) = √15; of 0 2 4 and 1 1 4 it is 0.
func TestScoreFuncIsTheFunction(t *testing.T) {
	d := samples(t, []int{0, 0, 0, 1, 1, 1}, []float64{0, 2, 4, 1, 1, 4},
		[]float64{7, 7, 7, 7, 7, 7},
		[]float64{1, 2, 3, 5, 7, 9})
	m := algorithms.ScoreFunc("welch-t", welch)
	s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
	want := []float64{0, 0, math.Sqrt(15)}
	for j, v := range s.Values {
		if math.Abs(v-want[j]) > 1e-14 {
			t.Errorf("feature %d scores %v, want %v", j, v, want[j])
		}
	}
	if !slices.Equal(s.Constant, []int{1}) || !slices.Equal(s.Warnings,
		[]string{"1 constant column is ranked last: f1"}) || !s.Diagnostics.Converged {
		t.Errorf("constant %v, warnings %q", s.Constant, s.Warnings)
	}
	r := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{}))(t)
	if !slices.Equal(r.Features, []int{2, 0, 1}) || r.Label != "welch-t" || r.Key != "welch-t" {
		t.Errorf("%v, label %q, key %q", r.Features, r.Label, r.Key)
	}
}

// The same function as a method of the library gives the same bits, with any number of workers and
// whatever it does to its arguments.
func TestScoreFuncForAnyWorkers(t *testing.T) {
	d := must.Get(datasets.Load("digits", datasets.Options{}))(t)
	before := d.Hash()
	var calls atomic.Int64
	m := algorithms.ScoreFunc("spoiler", func(x []float64, y []int) float64 {
		calls.Add(1)
		v := 0.0
		for i, f := range x {
			v += f * float64(y[i])
		}
		slices.Sort(x)
		clear(y)
		return v
	})
	var first *algorithms.Scores
	for _, workers := range []int{1, 2, 7} {
		calls.Store(0)
		s := must.Get(m.Score(t.Context(), d, algorithms.Options{Workers: workers}))(t)
		if first == nil {
			first = s
		}
		if !slices.Equal(first.Values, s.Values) {
			t.Errorf("%d workers: other scores", workers)
		}
		if got := int(calls.Load()); got != d.D()-len(s.Constant) || len(s.Constant) == 0 {
			t.Errorf("%d calls for %d features, of which %d are constant", got, d.D(),
				len(s.Constant))
		}
	}
	for j, v := range first.Values {
		want := 0.0
		for i, c := range d.Y {
			want += d.X.At(i, j) * float64(c)
		}
		if !slices.Contains(first.Constant, j) && v != want {
			t.Errorf("feature %d: %v, want %v", j, v, want)
		}
	}
	if d.Hash() != before {
		t.Error("the data changed")
	}
}

// What a method takes a scorer for, or a selector, takes a function.
func TestScoreFuncIsTakenEverywhere(t *testing.T) {
	d := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	byVariance := algorithms.ScoreFunc("spread", func(x []float64, _ []int) float64 {
		mean := stat.Mean(x, nil)
		v := 0.0
		for _, f := range x {
			v += (f - mean) * (f - mean) / float64(len(x))
		}
		return v
	})
	for _, c := range []struct{ got, want algorithms.Selector }{
		{byVariance, filter.Variance{}},
		{grm.GRM{Scorer: byVariance}, grm.GRM{Scorer: filter.Variance{}}},
	} {
		got := must.Get(algorithms.Run(t.Context(), c.got, d, algorithms.Options{K: 5}))(t)
		want := must.Get(algorithms.Run(t.Context(), c.want, d, algorithms.Options{K: 5}))(t)
		if !slices.Equal(got.Features, want.Features) {
			t.Errorf("%s: %v, want %v", got.Label, got.Features, want.Features)
		}
	}
	s := must.Get(byVariance.Score(t.Context(), d, algorithms.Options{}))(t)
	if _, err := algorithms.Run(t.Context(), information.MRMR{Relevance: mat.NewVecDense(d.D(),
		s.Values)}, d, algorithms.Options{K: 3}); err != nil {
		t.Error(err)
	}
	p := evaluation.Protocol{Repeats: 3, Counts: []int{2, 5}}
	a := must.Get(evaluation.Accuracy(t.Context(), d, p, algorithms.Options{}, byVariance,
		filter.Variance{}))(t)
	b := must.Get(evaluation.Stability(t.Context(), d, p, algorithms.Options{},
		byVariance, filter.Variance{}))(t)
	for i := range 2 {
		if c := a.Curves; !slices.Equal(c[0].Points[i].Values, c[1].Points[i].Values) {
			t.Errorf("accuracy %v, of variance %v", c[0].Points[i], c[1].Points[i])
		}
		if m := b.Points[i].Methods; m[0] != m[1] {
			t.Errorf("stability %v, of variance %v", m[0], m[1])
		}
	}
}

// Of a continuous target: the absolute correlation is that of pearson.
func TestTargetScoreFunc(t *testing.T) {
	iris := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	d := must.Get(iris.WithTarget("width", mat.Col(nil, 3, iris.X)))(t)
	m := algorithms.TargetScoreFunc("correlation", func(x, y []float64) float64 {
		v := math.Abs(stat.Correlation(x, y, nil))
		clear(y)
		return v
	})
	got := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
	want := must.Get(statistics.Pearson{}.Score(t.Context(), d, algorithms.Options{}))(t)
	for j, v := range got.Values {
		if math.Abs(v-want.Values[j]) > 1e-12 {
			t.Errorf("feature %d: %v, want %v", j, v, want.Values[j])
		}
	}
	spread := func(x []float64,
		y []int) float64 {
		return slices.Max(x) - slices.Min(x) + float64(len(y))
	}
	unlabeled := *d
	unlabeled.Target = nil
	for want, c := range map[string]struct {
		m algorithms.Scorer
		d *datasets.Dataset
	}{
		"correlation: the data set has classes, and the method takes a continuous target; use " +
			"ScoreFunc": {m, iris},
		"range: the data set has a continuous target, and the method takes classes; use " +
			"TargetScoreFunc of package algorithms": {algorithms.ScoreFunc("range", spread), d},
		"range: the data set has no class labels, which the method needs; name the label column, " +
			"or use an unsupervised method": {algorithms.ScoreFunc("range", spread), &unlabeled},
	} {
		if _, err := c.m.Score(t.Context(), c.d, algorithms.Options{}); err == nil ||
			err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	free := algorithms.ScoreFunc("range", spread, algorithms.FuncOptions{Unlabeled: true})
	if s, err := free.Score(t.Context(), &unlabeled, algorithms.Options{}); err != nil ||
		math.Abs(s.Values[0]-3.6) > 1e-12 {
		t.Errorf("unlabeled: %v, %v", s, err)
	}
}

func TestScoreFuncRefuses(t *testing.T) {
	d := samples(t, []int{0, 0, 1, 1}, []float64{1, 2, 3, 4}, []float64{5, 5, 5, 5},
		[]float64{-1, 2, 3, 4}, []float64{-2, 2, 3, 4})
	one := func([]float64, []int) float64 { return 1 }
	negative := func(then func() float64) func([]float64, []int) float64 {
		return func(x []float64, _ []int) float64 {
			if x[0] < 0 {
				return then()
			}
			return 1
		}
	}
	for want, m := range map[string]algorithms.Scorer{
		`score function: the name is empty; give one, such as "welch-t"`: algorithms.ScoreFunc("",
			one),
		`a,b: the name "a,b" has a mark that keys use, or blanks around it; give letters, digits ` +
			`and hyphens`: algorithms.ScoreFunc("a,b", one),
		" t: the name \" t\" has a mark that keys use, or blanks around it; give letters, digits " +
			"and hyphens": algorithms.ScoreFunc(" t", one),
		"fisher: a method of the library is called fisher; give another name": algorithms.ScoreFunc(
			"fisher", one),
		"t: the function is nil; give one that returns the score of a " +
			"feature": algorithms.ScoreFunc("t", nil),
		"u: the function is nil; give one that returns the score of a feature": algorithms.
			TargetScoreFunc("u", nil),
		"t: revision -1; give 0 or more": algorithms.ScoreFunc("t", one,
			algorithms.FuncOptions{Revision: -1}),
		"t: 2 FuncOptions; give at most one": algorithms.ScoreFunc("t", one,
			algorithms.FuncOptions{}, algorithms.FuncOptions{}),
		"nan: feature 2 (f2): the score is NaN; return a finite or infinite number": algorithms.
			ScoreFunc("nan", negative(math.NaN)),
		"broken: feature 2 (f2): the function panicked: runtime error: index out of range [1] " +
			"with length 0 (": algorithms.ScoreFunc("broken", negative(func() float64 {
			var none []float64
			return none[len("x")]
		})),
		"lines: feature 2 (f2): the function panicked: two lines (": algorithms.ScoreFunc(
			"lines", negative(func() float64 { panic("two\nlines") })),
	} {
		for _, workers := range []int{1, 4} {
			s, err := m.Score(t.Context(), d, algorithms.Options{Workers: workers})
			text, place := fmt.Sprint(err), ""
			if strings.HasSuffix(want, "(") { // a panic
				text, place, _ = strings.Cut(text, "(fsnb.example/algorithms_test.Test")
				text += "("
			}
			if err == nil || text != want || s != nil || place != "" &&
				!panicPlace.MatchString(place) {
				t.Errorf("%v, error %v, want %s", s, err, want)
			}
		}
	}
	gone := algorithms.ScoreFunc("gone", negative(func() float64 { runtime.Goexit(); return 1 }))
	_, err := gone.Score(t.Context(), d, algorithms.Options{Workers: 4})
	if want := "gone: feature 2 (f2): the function did not return; return a number"; err == nil ||
		err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	canceled, cancel := context.WithCancel(t.Context())
	stopping := algorithms.ScoreFunc("stopping", func(x []float64, _ []int) float64 {
		cancel()
		return 1
	})
	if s, err := stopping.Score(canceled, d, algorithms.Options{Workers: 1}); s != nil ||
		!errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v, %v", s, err)
	}
}

// Every name of the catalogue is refused, and a function is cached only with a revision, apart from
// methods of the library and of users.
func TestScoreFuncNames(t *testing.T) {
	one := func([]float64, []int) float64 { return 1 }
	d := samples(t, []int{0, 1}, []float64{1, 2})
	for _, e := range catalogue.All() {
		_, err := algorithms.ScoreFunc(e.Name, one).Score(t.Context(), d, algorithms.Options{})
		if err == nil || !strings.Contains(err.Error(), "a method of the library is called") {
			t.Errorf("%s: %v; put the name into catalogued", e.Name, err)
		}
	}
	if _, ok := catalogue.Identity(algorithms.ScoreFunc("t", one)); ok {
		t.Error("a function without a revision is cached")
	}
	first, ok := catalogue.Identity(algorithms.ScoreFunc("t", one,
		algorithms.FuncOptions{Revision: 1, Summary: "one"}))
	if want := `t revisions ["fsnb.example/algorithms.scoreFunc"@1]`; !ok || first != want {
		t.Errorf("identity %s, %v; want %s", first, ok, want)
	}
	m := grm.GRM{Scorer: algorithms.ScoreFunc("t", one, algorithms.FuncOptions{Revision: 2})}
	if text, ok := catalogue.Identity(m); !ok || !strings.Contains(text, "scorer=t,") ||
		!strings.Contains(text, `"fsnb.example/algorithms.scoreFunc"@2`) {
		t.Errorf("identity %s, %v", text, ok)
	}
	if f, _ := algorithms.FactsOf(algorithms.ScoreFunc("t", one,
		algorithms.FuncOptions{Summary: "one"})); f.Summary != "one" || !f.Nested || f.Targets !=
		algorithms.Classes {
		t.Errorf("facts %+v", f)
	}
}

// A function sees the columns of sparse values with their zeros.
func TestScoreFuncOfSparseValues(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{0, 2, 0, 5, 0, 0, 0, 1, 0, 0, 0, 0})
	labels := []string{"a", "a", "b", "b"}
	dense := must.Get(datasets.New("d", x, labels, nil))(t)
	sparse := must.Get(datasets.NewStored("d", storage.Compress(x), labels, nil))(t)
	m := algorithms.ScoreFunc("first less third", func(x []float64, y []int) float64 {
		return x[0] - x[2] + float64(10*y[3])
	})
	want := must.Get(m.Score(t.Context(), dense, algorithms.Options{}))(t)
	got, err := m.Score(t.Context(), sparse, algorithms.Options{})
	if err != nil || !slices.Equal(got.Values, want.Values) ||
		!slices.Equal(got.Values, []float64{10, 11, 0}) {
		t.Errorf("%v, %v, want %v", got, err, want.Values)
	}
}
