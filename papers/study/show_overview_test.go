package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/table"
)

// makeOverview has random accuracies, those of later methods higher, and one value in ten missing.
func makeOverview(sets, methods int, name func(int) string) *Overview {
	rng := rand.New(rand.NewPCG(1, 2))
	o := &Overview{Measure: name(0), Better: 1}
	for m := range methods {
		o.Methods = append(o.Methods, name(m)+strings.Repeat("x", m%9))
		o.Families = append(o.Families, []string{name(1), name(2), ""}[m%3])
	}
	for s := range sets {
		o.Sets = append(o.Sets, OverviewSet{Name: name(s), Study: name(0)})
		values, known := make([]float64, methods), make([]bool, methods)
		for m := range values {
			if known[m] = rng.Float64() < .9; known[m] {
				values[m] = .5 + .3*rng.Float64() + .2*float64(m)/float64(methods)
			}
		}
		o.Values, o.Known = append(o.Values, values), append(o.Known, known)
	}
	return o
}

func overviewOf(o *Overview) *table.Table {
	t, err := o.table()
	if err != nil {
		panic(err)
	}
	return t
}

// overviewSituations are heat maps of overviews of all sizes.
func overviewSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	for what, name := range map[string]func(int) string{"short": numbered("m"), "long": long,
		"uneven": uneven} {
		for _, size := range [][2]int{{2, 2}, {2, 70}, {30, 2}, {30, 70}, {100, 3}} {
			out[fmt.Sprintf("overview, %s names, %d data sets, %d methods", what, size[0],
				size[1])] = makeOverview(size[0], size[1], name).figure()
		}
	}
	equal := makeOverview(3, 3, numbered("m"))
	for s := range equal.Values {
		clear(equal.Values[s])
	}
	out["overview, all equal"] = equal.figure()
	return out
}

// handmade is an overview in which first is the best on six data sets, second has values on the
// three others alone, third is worse than first throughout, and fourth is without any value.
func handmade() *Overview {
	o := &Overview{Measure: "accuracy", Better: 1,
		Methods:  []string{"third", "second", "first", "fourth"},
		Families: []string{"one", "", "two", "one"}}
	for s := range 9 {
		o.Sets = append(o.Sets, OverviewSet{Name: fmt.Sprint("set ", s)})
		v := .5 + float64(s)/32
		if s < 6 {
			o.Values = append(o.Values, []float64{v - .25, 0, v, 0})
			o.Known = append(o.Known, []bool{true, false, true, false})
		} else {
			o.Values = append(o.Values, []float64{v - .25, v, 0, 0})
			o.Known = append(o.Known, []bool{true, true, false, false})
		}
	}
	return o
}

func TestOverviewTable(t *testing.T) {
	shown := overviewOf(handmade())
	// first: rank 1 on six, 3 on three; third: 2 on nine; second: 3 on six, 1 on three. Medians
	// are between two values .25 apart. Wilcoxon's exact p of 6 of 6 is 2/2^6.
	want := [][]string{
		{"first", "two", "6", "1.7", "6", "+0.125", "–", "–", "–"},
		{"third", "one", "9", "2.0", "0", "−0.125", "0", "6", "0.031"},
		{"second", "", "3", "2.3", "3", "+0.125", "–", "–", "–"},
	}
	if !reflect.DeepEqual(shown.Rows, want) {
		t.Errorf("%q", shown.Rows)
	}
	if strong := []bool{shown.Strong[0][0], shown.Strong[1][0], shown.Strong[2][0]}; !slices.Equal(
		strong, []bool{true, false, false}) {
		t.Errorf("bold %v", strong)
	}
	notes := strings.Join(shown.Notes, "\n")
	for _, want := range []string{"Rank 1 is the best on a data set; more is better.",
		"\nWithout any value: fourth.\n", "\nBold (* in text): does not differ significantly from " +
			"the first (Wilcoxon's"} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q is not in\n%s", want, notes)
		}
	}
	if shown.Title != "3 methods over 9 data sets: accuracy" {
		t.Error(shown.Title)
	}
	// Less is better: the order turns, and the differences stay.
	o := handmade()
	o.Better = -1
	shown = overviewOf(o)
	if shown.Rows[0][0] != "third" || shown.Rows[0][5] != "−0.125" || shown.Rows[1][6] != "0" ||
		!strings.Contains(shown.Notes[0], "less is better") {
		t.Errorf("%q, %q", shown.Rows, shown.Notes)
	}
	// Five data sets show no difference: p is at least 1/16.
	o = handmade()
	o.Sets, o.Values, o.Known = o.Sets[:5], o.Values[:5], o.Known[:5]
	shown = overviewOf(o)
	if len(shown.Rows) != 2 || shown.Strong[0][0] || shown.Strong[1][0] ||
		!strings.Contains(strings.Join(shown.Notes, "\n"), "No method is bold: none differs") ||
		!strings.Contains(strings.Join(shown.Notes, "\n"), "Without any value: second, fourth.") {
		t.Errorf("%q %v\n%q", shown.Rows, shown.Strong, shown.Notes)
	}
	// Families in place of methods have no column of their own.
	if shown = overviewOf(handmade().ByFamily()); shown.Columns[1].Name != "data sets" ||
		shown.Groups[0].Span != 5 || len(shown.Rows[0]) != 8 {
		t.Errorf("%v %q", shown.Columns, shown.Rows)
	}
}

// Overviews that cannot be ranked are errors of one line, and have no figure.
func TestOverviewMistakes(t *testing.T) {
	one := handmade()
	one.Sets, one.Values, one.Known = one.Sets[:1], one.Values[:1], one.Known[:1]
	alone := must.Get(handmade().Keep("first"))(t)
	neither := handmade()
	neither.Better = 0
	missing := handmade()
	for s := range missing.Known {
		clear(missing.Known[s])
	}
	for want, o := range map[string]*Overview{
		"0 data sets; give at least 2": {Better: 1},
		"1 data set":                   one,
		"1 method":                     alone,
		"neither more nor less of accuracy is better; give another measure": neither,
		"0 methods": missing,
	} {
		_, err := o.table()
		if err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, want)
		}
		if _, again := display.Render(o); fmt.Sprint(again) != fmt.Sprint(err) {
			t.Errorf("shown: %v, want %v", again, err)
		}
		if o.figure() != nil {
			t.Errorf("%s: there is a figure", want)
		}
	}
}

func TestOverviewFigure(t *testing.T) {
	f := handmade().figure()
	if f.Alt != "3 methods over 9 data sets: accuracy: heat map of differences to the median of "+
		"the methods; best average ranks: first, third, second" {
		t.Error(f.Alt)
	}
	if !strings.Contains(f.Caption.Text, "Better than the median is orange. Gray: no value, ") {
		t.Error(f.Caption.Text)
	}
	o := must.Get(handmade().Keep("third", "first"))(t)
	o.Sets, o.Values, o.Known, o.Better = o.Sets[:2], o.Values[:2], o.Known[:2], -1
	if f = o.figure(); !strings.HasSuffix(f.Caption.Text, "the median is blue.") {
		t.Error(f.Caption.Text)
	}
	spec := fmt.Sprint(f.VegaLite())
	for _, want := range []string{"median", "value", "0.375", "0.500", "0.250", "+.125", "−.125"} {
		if !strings.Contains(spec, want) {
			t.Errorf("%q is not in the tooltips", want)
		}
	}
	if makeOverview(100, 50, numbered("m")).figure() == nil {
		t.Error("5,000 cells have no figure")
	}
	if makeOverview(100, 51, numbered("m")).figure() != nil {
		t.Error("5,100 cells have a figure")
	}
}

// On the front of accuracy against seconds are the fast one, the accurate one, and two equal ones
// between; means are over data sets where a method has both.
func TestFrontChart(t *testing.T) {
	methods := []string{"accurate", "slow", "equal 1", "equal 2", "fast", "unknown"}
	accuracy := &Overview{Measure: "accuracy", Better: 1, Methods: methods,
		Families: make([]string, 6),
		Sets:     []OverviewSet{{Name: "x"}, {Name: "y"}, {Name: "other"}},
		Values: [][]float64{{1, .5, .75, .75, .5, 1}, {1, .5, .75, .75, 0, 1},
			make([]float64, 6)},
		Known: [][]bool{{true, true, true, true, true, true},
			{true, true, true, true, false, true}, {true, true, true, true, true, true}}}
	seconds := &Overview{Measure: "seconds", Better: -1, Methods: methods,
		Families: make([]string, 6), Sets: []OverviewSet{{Name: "y"}, {Name: "x"}},
		Values: [][]float64{{4, 4, 2, 2, 99, 0}, {4, 4, 2, 2, 1, 0}},
		Known: [][]bool{{true, true, true, true, true, false},
			{true, true, true, true, true, false}}}
	c := must.Get(FrontChart(seconds, accuracy, "slow"))(t)
	if c.X != "seconds" || c.Y != "accuracy" || c.Title != "5 methods over 2 data sets" ||
		len(c.Series) != 2 {
		t.Fatalf("%+v", c)
	}
	rest, best := c.Series[0], c.Series[1]
	if !slices.Equal(rest.Labels, []string{"slow"}) || !rest.Points || rest.X[0] != 4 ||
		rest.Y[0] != .5 {
		t.Errorf("%+v", rest)
	}
	if !slices.Equal(best.Labels, []string{"fast", "equal 1", "equal 2", "accurate"}) ||
		!slices.Equal(best.X, []float64{1, 2, 2, 4}) ||
		!slices.Equal(best.Y, []float64{.5, .75, .75, 1}) || best.Points {
		t.Errorf("%+v", best)
	}
	if _, err := display.Render(c); err != nil {
		t.Error(err)
	}
	// All are on the front: there are no others.
	two := func(o *Overview) *Overview {
		return must.Get(o.Keep("accurate", "fast"))(t)
	}
	if c, err := FrontChart(two(seconds), two(accuracy)); err != nil || len(c.Series) != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	for want, f := range map[string]func() (*display.Chart, error){
		`no method "sloww"; did you mean "slow"?`: func() (*display.Chart, error) {
			return FrontChart(seconds, accuracy, "sloww")
		},
		"the two overviews have different methods; keep the same in both": func() (
			*display.Chart, error) {
			return FrontChart(two(seconds), accuracy)
		},
		"no method has values of both seconds and accuracy on a data set; give other measures": func() (
			*display.Chart, error) {
			a, err := seconds.Keep("unknown")
			if err != nil {
				return nil, err
			}
			b, err := accuracy.Keep("unknown")
			if err != nil {
				return nil, err
			}
			return FrontChart(a, b)
		},
	} {
		if _, err := f(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, s := range c.Series {
		for _, v := range append(slices.Clone([]float64(s.X)), s.Y...) {
			if math.IsNaN(v) {
				t.Errorf("%s has NaN", s.Name)
			}
		}
	}
}
