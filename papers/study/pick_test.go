package study_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// byHand is two methods and all features on two data sets and one that was not run, by two
// measures, of which the second has one value for all splits.
func byHand() *study.Result {
	r := &study.Result{Name: "by-hand", Title: "By hand", Splits: 3,
		Sets: []study.Set{{Name: "a", D: 9, Counts: []int{1, 2, 3}, Train: 50, Test: 50,
			Warnings: []string{"x: one", "about the data", "y, best of 4: two",
				"y, gamma=3: three"}},
			{Name: "missing", Note: "not here"},
			{Name: "b", D: 9, Counts: []int{2, 3}, Train: 30, Test: 10}},
		Methods: []study.Method{{Label: "x", Key: "x"}, {Label: "y, best of 4", Key: "y"},
			{Label: "all features", Key: "all", All: true}},
		Measures: []study.MeasureInfo{{Label: "accuracy, 1-NN", Better: 1},
			{Label: "stability", Better: 1, Overall: true}},
		Grids: []study.Grid{{Set: 0, Measure: 1, Name: "y"}, {Set: 2, Measure: 0, Name: "y"}},
	}
	for s, set := range r.Sets {
		if set.Note != "" {
			continue
		}
		for m := range r.Methods {
			counts := set.Counts
			if r.Methods[m].All {
				counts = []int{0}
			}
			for _, k := range counts {
				for i := range r.Measures {
					c := study.Cell{Set: s, Method: m, K: k, Measure: i, Splits: []int{0, 1, 2}}
					for n := range 3 {
						if i == 0 || n == 0 {
							c.Values = append(c.Values,
								float64(100*s+10*k)+.1*float64(m*(k-2))+.01*float64(n*n*(m+1)))
						}
					}
					c.Summarize()
					r.Cells = append(r.Cells, c)
				}
			}
		}
	}
	return r
}

func TestPick(t *testing.T) {
	r := byHand()
	p := must.Get(r.Pick(study.Choice{Sets: []string{"b", "a"}, Methods: []string{"y", "x"},
		Counts: []int{1, 3}, Measures: []string{"stability"}}))(t)
	if len(p.Sets) != 2 || p.Sets[0].Name != "b" || fmt.Sprint(p.AllCounts()) != "[1 3]" ||
		p.Methods[0].Label != "y, best of 4" || len(p.Methods) != 2 || len(p.Measures) != 1 ||
		len(p.Cells) != 6 {
		t.Errorf("%+v", p)
	}
	if got, want := p.Cell(1, 0, 3, 0).Mean, r.Cell(0, 1, 3, 1).Mean; got != want {
		t.Errorf("a cell is %g, want %g", got, want)
	}
	if p.Cell(0, 0, 1, 0) != nil || p.Cell(0, 0, 2, 0) != nil {
		t.Error("it has numbers of features that were not picked, or that b has not")
	}
	if !reflect.DeepEqual(p.Grids, []study.Grid{{Set: 1, Measure: 0, Name: "y"}}) {
		t.Errorf("grids %+v", p.Grids)
	}
	one := must.Get(r.Pick(study.Choice{Methods: []string{"x", "all features"}}))(t)
	if w := one.Sets[0].Warnings; !reflect.DeepEqual(w, []string{"x: one", "about the data"}) {
		t.Errorf("warnings %q", w)
	}
	if len(r.Sets[0].Warnings) != 4 || one.Cell(0, 1, 2, 0).Mean != r.Cell(0, 2, 0, 0).Mean {
		t.Error("the result itself has changed, or all features are lost")
	}
	whole, err := r.Pick(study.Choice{})
	if err != nil || !reflect.DeepEqual(whole.Cells, r.Cells) || len(whole.Sets) != 3 {
		t.Errorf("of no choice: %v", err)
	}
	for want, c := range map[string]study.Choice{
		`no data set "c"`:                     {Sets: []string{"c"}},
		`no method "z"`:                       {Methods: []string{"z"}},
		"the method x is given twice":         {Methods: []string{"x", "x"}},
		`no measure "speed"`:                  {Measures: []string{"speed"}},
		"by-hand did not try [7] features on": {Counts: []int{7}},
	} {
		if _, err := r.Pick(c); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestRename(t *testing.T) {
	r := byHand()
	n := must.Get(r.Rename(map[string]string{"x": "X", "y": "Y", "b": "set B",
		"elsewhere": "E"}))(t)
	if n.Methods[0].Label != "X" || n.Methods[1].Label != "Y" || n.Sets[2].Name != "set B" ||
		r.Methods[0].Label != "x" || r.Sets[2].Name != "b" {
		t.Errorf("%+v %+v", n.Methods, r.Methods)
	}
	for want, names := range map[string]map[string]string{
		"by-hand has none of the names to replace; it has x, y, best of 4, all features, a, " +
			"missing, b": {"z": "Z"},
		"two methods of by-hand would have one name; give each its own":   {"x": "all features"},
		"two data sets of by-hand would have one name; give each its own": {"a": "b"},
	} {
		if _, err := r.Rename(names); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestMeanOverSets(t *testing.T) {
	r := byHand()
	m := must.Get(r.MeanOverSets())(t)
	if len(m.Sets) != 1 || m.Sets[0].Name != "mean over 2 data sets" || m.Sets[0].Train != 40 ||
		m.Sets[0].Test != 30 || fmt.Sprint(m.Sets[0].Counts) != "[2 3]" {
		t.Errorf("%+v", m.Sets)
	}
	for method := range 2 {
		for n := range 3 {
			a, b := r.Cell(0, method, 3, 0), r.Cell(2, method, 3, 0)
			want := (a.Values[n] + b.Values[n]) / 2
			if got := m.Cell(0, method, 3, 0).Values[n]; math.Abs(got-want) > 1e-12 {
				t.Errorf("split %d is %g, want %g", n, got, want)
			}
		}
	}
	if c := m.Cell(0, 0, 2, 1); len(c.Values) != 1 || math.Abs(c.Mean-120) > 1e-12 {
		t.Errorf("of all splits: %+v", c)
	}
	if c := m.Cell(0, 2, 3, 0); len(c.Values) != 3 {
		t.Errorf("all features: %+v", c)
	}
	// A method without a value on one data set has none; splits that one lacks are left out.
	last := r.Cell(2, 0, 3, 0)
	last.Values, last.Splits = last.Values[1:], last.Splits[1:]
	gone := r.Cell(2, 1, 3, 0)
	gone.Values, gone.Splits, gone.Failed = nil, nil, "why"
	m = must.Get(r.MeanOverSets())(t)
	if c := m.Cell(0, 0, 3, 0); fmt.Sprint(c.Splits) != "[1 2]" {
		t.Errorf("%+v", c)
	}
	if c := m.Cell(0, 1, 3, 0); len(c.Values) != 0 || c.Failed != "why" {
		t.Errorf("%+v", c)
	}
	r.Sets[2].Counts = []int{8}
	if _, err := r.MeanOverSets(); err == nil || !strings.Contains(err.Error(), "in common") {
		t.Error(err)
	}
	r.Sets = r.Sets[1:2]
	must.Fail(r.MeanOverSets())(t, "by-hand has no data set with results")
}

func TestHeadToHead(t *testing.T) {
	r := byHand()
	h := must.Get(r.HeadToHead(0, study.View{}, study.Pair{A: "y", B: "x"}, study.Pair{A: "x"}))(t)
	if len(h.Duels) != 4 || h.Title != "By hand" || h.Measure != "accuracy, 1-NN" {
		t.Fatalf("%+v", h)
	}
	// y less x is .1(k - 2) + .01n²: higher at 3, and at 2 by .05/3; lower at 1.
	d := h.Duels[0]
	if d.Set != "a" || d.A != "y, best of 4" || d.Counts != 3 || d.Higher != 2 || d.Equal != 0 ||
		d.Lower != 1 || math.Abs(d.Difference-.05/3) > 1e-12 || d.Ahead() != 1 {
		t.Errorf("%+v", d)
	}
	x, y := r.Aggregate(0, 1, 0).Values, r.Aggregate(0, 0, 0).Values
	plain := must.Get(stats.PairedT(x, y))(t)
	corrected := must.Get(stats.CorrectedPairedT(x, y, 50, 50))(t)
	if math.Abs(d.P-corrected.P) > 1e-12 || math.Abs(d.PlainP-plain.P) > 1e-12 {
		t.Errorf("p %g and %g, want %g and %g", d.P, d.PlainP, corrected.P, plain.P)
	}
	var as, bs []float64
	for _, k := range []int{1, 2, 3} {
		as, bs = append(as, r.Cell(0, 1, k, 0).Mean), append(bs, r.Cell(0, 0, k, 0).Mean)
	}
	if over, err := stats.PairedT(as, bs); err != nil || math.Abs(d.CountsP-over.P) > 1e-12 {
		t.Errorf("over the numbers %g, want %v, %v", d.CountsP, over, err)
	}
	// The best other of x on a, beside y, is the mean over all features.
	if o := h.Duels[1]; o.B != "all features" || o.Of != 1 || o.Counts != 3 {
		t.Errorf("%+v", o)
	}
	at2 := must.Get(r.HeadToHead(0, study.View{K: 2}, study.Pair{A: "y", B: "x"}))(t)
	if d := at2.Duels[0]; d.Counts != 1 || d.Higher != 1 || d.CountsP != 1 {
		t.Errorf("%+v", d)
	}
	for want, pairs := range map[string][]study.Pair{
		"no pairs of methods":         nil,
		`no method "z"`:               {{A: "z", B: "x"}},
		`no method "w"`:               {{A: "x", B: "w"}},
		"x is compared with itself":   {{A: "x", B: "x"}},
		"there is no best method bes": {{A: "x"}, {A: "y"}, {A: "all features"}},
	} {
		if _, err := r.HeadToHead(0, study.View{}, pairs...); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// By hand: differences that are significant, one of rounding, and data sets without a value.
func TestHeadToHeadCounts(t *testing.T) {
	r := &study.Result{Splits: 4, Methods: []study.Method{{Label: "x"}, {Label: "y"}},
		Measures: []study.MeasureInfo{{Label: "redundancy", Better: -1}}}
	for s, y := range [][]float64{{.1, .2, .15, .12}, {.9, .8, .85, .86}, {.5, .5, .5, .5},
		{.5, .5, .5, .5 + 1e-14}, nil} {
		r.Sets = append(r.Sets, study.Set{Name: fmt.Sprint(s), Counts: []int{20}, Train: 50,
			Test: 50})
		for m, values := range [][]float64{{.5, .5, .5, .5}, y} {
			c := study.Cell{Set: s, Method: m, K: 20, Spread: evaluation.NewSpread(values)}
			for n := range values {
				c.Splits = append(c.Splits, n)
			}
			r.Cells = append(r.Cells, c)
		}
	}
	h := must.Get(r.HeadToHead(0, study.View{}, study.Pair{A: "y", B: "x"}))(t)
	c := h.Counts()[0]
	if c.Sets != 4 || c.Higher != 1 || c.Equal != 2 || c.Lower != 1 ||
		c.SignificantlyHigher != 1 || c.SignificantlyLower != 1 ||
		math.Abs(c.MeanB-.5) > 1e-15 || math.Abs(c.MeanA-(.1425+.8525+1)/4) > 1e-12 {
		t.Errorf("%+v", c)
	}
	if got := h.Summary(); got != "y higher than x on 1 of 4 data sets (1 significant), lower on 1 "+
		"(1)" {
		t.Error(got)
	}
	none := study.PairCount{Pair: study.Pair{A: "x"}, Sets: 2, Equal: 1, Lower: 1}
	if got := none.String(); got != "x higher than the best of the others on 0 of 2 data sets (0 "+
		"significant), lower on 1 (0)" {
		t.Error(got)
	}
}
