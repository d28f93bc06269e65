package study_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

var nan = math.NaN()

// tiny is a study of two splits with one number of features, 5, in which the mean of a measure for
// a method on a data set is values[set][method][measure], NaN for none.
func tiny(name string, sets, methods []string, measures []study.MeasureInfo,
	values ...[][]float64) *study.Result {
	r := &study.Result{Name: name, Title: "title of " + name, Measures: measures, Splits: 2}
	for _, m := range methods {
		r.Methods = append(r.Methods, study.Method{Label: m, All: m == "all features"})
	}
	for s, set := range sets {
		r.Sets = append(r.Sets, study.Set{Name: set, N: 10 + s, D: 20, Counts: []int{5}})
		for m := range methods {
			for i := range measures {
				c := study.Cell{Set: s, Method: m, K: 5, Measure: i}
				if r.Methods[m].All {
					c.K = 0
				}
				if v := values[s][m][i]; !math.IsNaN(v) {
					c.Splits = []int{0, 1}
					c.Spread = evaluation.Spread{Values: []float64{v - .25, v + .25}}
				} else {
					c.Failed = "it failed"
				}
				c.Summarize()
				r.Cells = append(r.Cells, c)
			}
		}
	}
	return r
}

var twoOfAKind = []study.MeasureInfo{{Label: "accuracy, a", Better: 1},
	{Label: "accuracy, b", Better: 1}, {Label: "seconds", Better: -1}}

// twoStudies have three data sets and, in the first, one that could not be run.
func twoStudies() (a, b *study.Result) {
	a = tiny("a", []string{"x", "gone", "y"}, []string{"fisher", "variance", "all features"},
		twoOfAKind,
		[][]float64{{.5, 1, 4}, {.25, .5, 1}, {1, nan, 0}},
		[][]float64{{9, 9, 9}, {9, 9, 9}, {9, 9, 9}},
		[][]float64{{.75, .75, 8}, {nan, nan, nan}, {.5, 1, 2}})
	a.Sets[1].Note = "it is not here"
	b = tiny("b", []string{"z"}, []string{"variance", "mrmr, coding=mdl"}, twoOfAKind[:2],
		[][]float64{{.5, 1}, {1, 1}})
	return a, b
}

// Methods of both studies, means of two measures of one kind by hand, missing values where a
// measure or the method is missing, and the families of the catalogue.
func TestOver(t *testing.T) {
	a, b := twoStudies()
	o := must.Get(study.Over([]*study.Result{a, b}, "accuracy", study.View{}))(t)
	want := &study.Overview{Measure: "accuracy", Better: 1,
		Sets: []study.OverviewSet{{Name: "x", Study: "title of a", N: 10, D: 20},
			{Name: "y", Study: "title of a", N: 12, D: 20},
			{Name: "z", Study: "title of b", N: 10, D: 20}},
		Methods:  []string{"fisher", "variance", "all features", "mrmr, coding=mdl"},
		Families: []string{"tests of one feature", "baselines", "", "information theory"},
		Values:   [][]float64{{.75, .375, 0, 0}, {.75, 0, .75, 0}, {0, .75, 0, 1}},
		Known: [][]bool{{true, true, false, false}, {true, false, true, false},
			{false, true, false, true}}}
	if d := cmp.Diff(want, o); d != "" {
		t.Error(d)
	}
	for _, name := range []string{"", "accuracy, a"} {
		one, err := study.Over([]*study.Result{a, b}, name, study.View{K: 5})
		if err != nil || one.Measure != "accuracy, a" || one.Values[0][2] != 1 ||
			one.Values[2][1] != .5 {
			t.Errorf("%q: %+v, %v", name, one, err)
		}
	}
	if none, err := study.Over([]*study.Result{a}, "sec", study.View{K: 6}); err != nil ||
		none.Measure != "seconds" || none.Better != -1 ||
		!slices.Equal(none.Known[0], []bool{false, false, true}) {
		t.Errorf("6 features, which only all features have: %+v, %v", none, err)
	}
}

func TestOverMistakes(t *testing.T) {
	a, b := twoStudies()
	twice, other := *a, *b
	twice.Methods = append(slices.Clone(a.Methods), study.Method{Label: "fisher"})
	other.Measures = []study.MeasureInfo{{Label: "accuracy, a", Better: -1},
		{Label: "accuracy, b", Better: -1}}
	mixed := *a
	mixed.Measures = slices.Clone(twoOfAKind)
	mixed.Measures[1].Better = -1
	for want, of := range map[string]struct {
		results []*study.Result
		measure string
	}{
		"no studies; give one at least, as lab.Read reads them": {nil, "accuracy"},
		`no measure "acuracy" of a; name one of "accuracy, a", "accuracy, b", "seconds"`: {
			[]*study.Result{a}, "acuracy"},
		`no measure "seconds" of b; name one of "accuracy, a", "accuracy, b"`: {
			[]*study.Result{a, b}, "seconds"},
		`a and b: "accuracy" is better in different directions; give a longer beginning of one ` +
			`measure`: {[]*study.Result{a, &other}, "accuracy"},
		`a: "accuracy, a" and "accuracy, b" are not better in one direction; give a longer ` +
			`beginning than "accuracy"`: {[]*study.Result{&mixed}, "accuracy"},
		"a: two methods are called fisher; rename one": {[]*study.Result{&twice}, "accuracy"},
		"a: the data set x is there twice, or in another of the studies; keep one by Pick": {
			[]*study.Result{a, a}, "accuracy"},
		" has no measure; give another study": {[]*study.Result{{}}, ""},
	} {
		must.Fail(study.Over(of.results, of.measure, study.View{}))(t, want)
	}
}

// three is an overview of four methods over three data sets, of which one value is missing.
func three() *study.Overview {
	return &study.Overview{Measure: "accuracy", Better: 1,
		Sets: []study.OverviewSet{{Name: "x", Study: "A"}, {Name: "y", Study: "B"},
			{Name: "z", Study: "A"}},
		Methods: []string{"f", "g", "h", "all"}, Families: []string{"one", "two", "one", ""},
		Values: [][]float64{{1, 2, 4, 8}, {3, 0, 5, 5}, {0, 0, 0, 6}},
		Known: [][]bool{{true, true, true, true}, {true, false, true, true},
			{false, false, false, true}}}
}

// What is kept is by name and leaves the overview as it was; unknown names are errors.
func TestOverviewParts(t *testing.T) {
	o := three()
	from, err := o.From("A")
	if err != nil || len(from.Sets) != 2 || from.Sets[1].Name != "z" || from.Values[1][3] != 6 ||
		from.Known[1][0] {
		t.Errorf("%+v, %v", from, err)
	}
	kept, err := o.Keep("h", "f")
	if err != nil || !slices.Equal(kept.Methods, []string{"h", "f"}) ||
		!slices.Equal(kept.Values[1], []float64{5, 3}) || kept.Families[0] != "one" ||
		!slices.Equal(kept.Known[2], []bool{false, false}) {
		t.Errorf("%+v, %v", kept, err)
	}
	without, err := o.Without("all", "g")
	if err != nil || !slices.Equal(without.Methods, []string{"f", "h"}) {
		t.Errorf("%+v, %v", without, err)
	}
	// g has a value on 1 of 3, f and h on 2, all on 3.
	for share, want := range map[float64]string{0: "f g h all", .33: "f g h all", .5: "f h all",
		2. / 3: "f h all", .67: "all", 1: "all", 1.1: ""} {
		if got := strings.Join(o.Complete(share).Methods, " "); got != want {
			t.Errorf("%g keeps %q, want %q", share, got, want)
		}
	}
	// 55 of 100 are a share of .55, though .55·100 > 55.
	many := &study.Overview{Methods: []string{"f"}, Families: []string{""},
		Sets: make([]study.OverviewSet, 100)}
	for s := range many.Sets {
		many.Values, many.Known = append(many.Values, []float64{0}), append(many.Known,
			[]bool{s < 55})
	}
	if len(many.Complete(.55).Methods) != 1 || len(many.Complete(.56).Methods) != 0 {
		t.Error("a share of .55 of 100 is not 55")
	}
	best, err := o.Best(1, "g", "all")
	if err != nil || !slices.Equal(best.Methods, []string{"all", "g"}) {
		t.Errorf("%+v, %v", best, err)
	}
	column, err := o.Column("f")
	if err != nil || column[0] != 1 || column[1] != 3 || !math.IsNaN(column[2]) {
		t.Errorf("%v, %v", column, err)
	}
	if d := cmp.Diff(three(), o); d != "" {
		t.Error(d)
	}
	fail := func(_ any, err error) string { return fmt.Sprint(err) }
	for want, got := range map[string]string{
		`no study "C"; did you mean "A"?`:            fail(o.From("A", "C")),
		`no method "all_"; did you mean "all"?`:      fail(o.Keep("all_")),
		"the method f is named twice; name it once":  fail(o.Keep("f", "g", "f")),
		`no method "All_"; did you mean "all"?`:      fail(o.Without("All_")),
		`no method "xyz"; known: all, f, g, h`:       fail(o.Column("xyz")),
		`no method "allx"; did you mean "all"?`:      fail(o.Best(2, "allx")),
		`no method "xyz"; known: all, f, g, h` + " ": fail(o.Against("xyz")) + " ",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// By hand: medians of 4, 3 and 1 values, means over the known ones, and means over the methods of a
// family.
func TestOverviewNumbers(t *testing.T) {
	o := three()
	relative := o.Relative()
	want := [][]float64{{-2, -1, 1, 5}, {-2, 0, 0, 0}, {0, 0, 0, 0}}
	if d := cmp.Diff(want, relative.Values); d != "" || relative.Measure !=
		"accuracy, less the median" {
		t.Errorf("%s: %s", relative.Measure, d)
	}
	none := three()
	none.Known[2][3] = false
	if got := none.Relative().Values[2]; !slices.Equal(got, []float64{0, 0, 0, 0}) {
		t.Errorf("without any value: %v", got)
	}
	if got := o.Means(); !slices.Equal(got, []float64{2, 2, 4.5, 19. / 3}) {
		t.Errorf("means %v", got)
	}
	none.Known[0][1] = false
	if got := none.Means(); !math.IsNaN(got[1]) || got[3] != 6.5 {
		t.Errorf("means %v", got)
	}
	family := o.ByFamily()
	if !slices.Equal(family.Methods, []string{"one", "two"}) ||
		!slices.Equal(family.Families, family.Methods) {
		t.Errorf("families %q", family.Methods)
	}
	if d := cmp.Diff([][]float64{{2.5, 2}, {4, 0}, {0, 0}}, family.Values); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([][]bool{{true, true}, {true, false}, {false, false}}, family.Known); d != "" {
		t.Error(d)
	}
}

// A missing value shares the last rank, whichever direction is better and however large values are.
func TestOverviewRanks(t *testing.T) {
	for better, want := range map[int][]float64{
		// x: 4 3 2 1, y: 3 4 1.5 1.5, z: 3 3 3 1
		1: {10. / 3, 10. / 3, 6.5 / 3, 3.5 / 3},
		// x: 1 2 3 4, y: 1 4 2.5 2.5, z: 3 3 3 1
		-1: {5. / 3, 3, 8.5 / 3, 7.5 / 3},
	} {
		for _, scale := range []float64{1, 1e20, 1e-20} {
			o := three()
			o.Better = better
			for _, row := range o.Values {
				for m := range row {
					row[m] *= scale
				}
			}
			r := must.Get(o.Ranks(evaluation.RankOptions{}))(t)
			if d := cmp.Diff(want, r.Friedman.Average, cmpopts.EquateApprox(0, 1e-12)); d != "" ||
				r.Smaller != (better < 0) || r.Score != "accuracy" || r.Datasets[2] != "z" {
				t.Errorf("better %d, values around %g: %s", better, scale, d)
			}
		}
	}
	o := three()
	o.Better = 0
	must.Fail(o.Ranks(evaluation.RankOptions{}))(t,
		"neither more nor less of accuracy is better; give another measure")
	must.Fail(o.Against("f"))(t,
		"neither more nor less of accuracy is better; give another measure")
	if _, err := new(study.Overview).Ranks(evaluation.RankOptions{}); err == nil {
		t.Error("an empty overview is ranked")
	}
}

// randomOverview has values in steps, so that many are equal, and some missing.
func randomOverview(sets, methods, steps, better int, seed uint64) *study.Overview {
	rng := rand.New(rand.NewPCG(seed, 1))
	o := &study.Overview{Measure: "random", Better: better}
	for m := range methods {
		o.Methods, o.Families = append(o.Methods, fmt.Sprint("m", m)), append(o.Families, "")
	}
	for s := range sets {
		o.Sets = append(o.Sets, study.OverviewSet{Name: fmt.Sprint("s", s)})
		values, known := make([]float64, methods), make([]bool, methods)
		for m := range values {
			if known[m] = rng.Float64() < .9; known[m] {
				values[m] = float64(rng.IntN(steps))
			}
		}
		o.Values, o.Known = append(o.Values, values), append(o.Known, known)
	}
	return o
}

// Against is Wilcoxon's test and Holm's adjustment by direct calls, on the data sets of both.
func TestOverviewAgainst(t *testing.T) {
	for _, better := range []int{1, -1} {
		o := randomOverview(12, 6, 8, better, 3)
		for s := range o.Known { // m5 has no data set in common with m0, m4 has one
			o.Known[s][5] = o.Known[s][5] && !o.Known[s][0]
			o.Known[s][4] = s == 2 || s == 3
		}
		o.Known[2][0], o.Known[3][0] = true, false
		got, err := o.Against("m0")
		if err != nil || len(got) != 5 {
			t.Fatalf("%+v, %v", got, err)
		}
		var p []float64
		for i, v := range got {
			m := i + 1
			var a, b []float64
			won, lost, sum := 0, 0, 0.
			for s := range o.Sets {
				if !o.Known[s][0] || !o.Known[s][m] {
					continue
				}
				x, y := o.Values[s][0], o.Values[s][m]
				a, b = append(a, x), append(b, y)
				sum += (x - y) * float64(better)
				if x != y {
					if (y > x) == (better > 0) {
						won++
					} else {
						lost++
					}
				}
			}
			want := 1.
			if len(a) > 1 {
				w := must.Get(stats.Wilcoxon(a, b))(t)
				want = w.P
			}
			mean := 0.
			if len(a) > 0 {
				mean = sum / float64(len(a))
				p = append(p, want)
			}
			if v.Method != o.Methods[m] || v.Sets != len(a) || v.Won != won || v.Lost != lost ||
				math.Abs(v.Difference-mean) > 1e-12 || v.P != want {
				t.Errorf("%+v: want %d sets, %d won, %d lost, mean %g, p %g", v, len(a), won,
					lost, mean, want)
			}
		}
		if got[3].Sets != 1 || got[4].Sets != 0 || got[4].Adjusted != 1 || len(p) != 4 {
			t.Errorf("sets in common: %+v", got[3:])
		}
		adjusted := must.Get(adjust.Holm(p))(t)
		for i, want := range adjusted {
			if got[i].Adjusted != want {
				t.Errorf("%s: adjusted p %g, want %g", got[i].Method, got[i].Adjusted, want)
			}
		}
	}
	alone := must.Get(three().Keep("f"))(t)
	if got, err := alone.Against("f"); err != nil || len(got) != 0 {
		t.Errorf("one method: %v, %v", got, err)
	}
}

// The front by its definition, with many equal means: a method is on it unless another is at least
// as good in both and better in one. Equal points are on it together.
func TestOverviewFront(t *testing.T) {
	several := 0
	for seed := range uint64(200) {
		a, b := randomOverview(2, 9, 3, 1, seed), randomOverview(3, 9, 3, -1, seed+1000)
		b.Sets[0], b.Sets[1] = b.Sets[1], b.Sets[0]
		front := must.Get(a.Front(b))(t)
		point := func(m int) (x, y float64, ok bool) {
			n := 0.
			for s := range a.Sets { // data set s of a is 1-s of b
				if a.Known[s][m] && b.Known[1-s][m] {
					x, y, n = x+a.Values[s][m], y-b.Values[1-s][m], n+1
				}
			}
			return x / n, y / n, n > 0
		}
		var want []string
		for m := range a.Methods {
			x, y, ok := point(m)
			for n := range a.Methods {
				u, v, has := point(n)
				ok = ok && !(has && u >= x && v >= y && (u != x || v != y))
			}
			if ok {
				want = append(want, a.Methods[m])
			}
		}
		if !slices.Equal(front, want) {
			t.Fatalf("seed %d: %q, want %q", seed, front, want)
		}
		seen := map[[2]float64]bool{}
		for _, name := range front {
			x, y, _ := point(slices.Index(a.Methods, name))
			if seen[[2]float64{x, y}] {
				several++
			}
			seen[[2]float64{x, y}] = true
		}
	}
	if several < 20 {
		t.Errorf("only %d equal points on the fronts", several)
	}
	a, b := three(), three()
	b.Better = 0
	must.Fail(a.Front(b))(t, "neither more nor less of accuracy is better; give another measure")
	b.Methods = b.Methods[:3]
	must.Fail(a.Front(b))(t, "the two overviews have different methods; keep the same in both")
	b = three()
	for s := range b.Sets {
		b.Sets[s].Name += "2"
	}
	must.Fail(a.Front(b))(t,
		"the two overviews have no data set in common; make both of the same studies")
}

// An overview is plain data, without NaN.
func TestOverviewIsPlainData(t *testing.T) {
	a, b := twoStudies()
	o := must.Get(study.Over([]*study.Result{a, b}, "accuracy", study.View{}))(t)
	for _, v := range []*study.Overview{o, three(), o.Relative(), o.ByFamily(), o.Complete(.5)} {
		var fromGob, fromJSON study.Overview
		var buf bytes.Buffer
		must.Do(t, gob.NewEncoder(&buf).Encode(v))
		must.Do(t, gob.NewDecoder(&buf).Decode(&fromGob))
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err) // NaN is no JSON
		}
		must.Do(t, json.Unmarshal(text, &fromJSON))
		for _, got := range []*study.Overview{&fromGob, &fromJSON} {
			if d := cmp.Diff(v, got, cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		}
	}
}
