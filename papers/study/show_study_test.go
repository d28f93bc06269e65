package study

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

// makeStudy is a study of made-up values: a method is worse the later it stands,
// and better with more features.
func makeStudy(sets, methods int, counts []int, splits int, set,
	method func(int) string) *Result {
	r := &Result{
		Name: "synthetic", Title: "Synthetic", Protocol: "random splits", Splits: splits,
		Measures: []MeasureInfo{{Label: "accuracy, 1-NN", Better: 1},
			{Label: "residue", Better: -1}, {Label: "a number"}, {Label: "seconds to choose",
				Better: -1, Time: true}, {Label: "stability", Better: 1, Overall: true}},
	}
	for m := range methods {
		r.Methods = append(r.Methods, Method{Label: method(m), All: m == methods-1 &&
			methods > 1})
	}
	for s := range sets {
		r.Sets = append(r.Sets, Set{Name: set(s), N: 100, D: 300, Classes: 2, Counts: counts,
			Train: 50, Test: 50})
		for m := range methods {
			ks := counts
			if r.Methods[m].All {
				ks = []int{0}
			}
			for _, k := range ks {
				for i := range r.Measures {
					c := Cell{Set: s, Method: m, K: k, Measure: i}
					for n := range splits {
						c.Splits = append(c.Splits, n)
						if !r.Measures[i].Overall || n == 0 {
							c.Values = append(c.Values, madeUp(i, s, m, max(k, 1), n))
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

func madeUp(measure, set, method, k, split int) float64 {
	noise := .004 * math.Sin(float64(7*set+13*method+29*split))
	v := .9 - .4/math.Sqrt(float64(k)) - .004*float64(method) + noise
	switch measure {
	case 1:
		return 150 * v
	case 2:
		return v - .7
	case 3:
		return 1e-4 * math.Pow(10, float64(method)) * (1 + 100*noise)
	}
	return v
}

// studySituations are studies in every state that their figures should survive.
func studySituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	set, method := numbered("set "), numbered("method ")
	for _, n := range []int{1, 2, 3, 4, 5, 12, 13} {
		for _, m := range []int{1, 2, 6, 12} {
			r := makeStudy(n, m, []int{1, 2, 5, 10, 20, 50}, 5, set, method)
			for i := range r.Measures {
				if f := r.Figure(i); f != nil {
					out[fmt.Sprintf("study, %d data sets, %d methods, measure %d", n, m, i)] = f
				}
			}
			if f := r.RanksFigure(0, View{}); f != nil {
				out[fmt.Sprintf("study ranks, %d data sets, %d methods", n, m)] = f
			}
		}
		out[fmt.Sprintf("study, %d panels of long data sets", n)] =
			makeStudy(n, 4, upTo(200), 3, long, long).Figure(0)
		out[fmt.Sprintf("study, %d data sets, one number", n)] =
			makeStudy(n, 5, []int{20}, 4, set, method).Figure(1)
		out[fmt.Sprintf("study, %d data sets, one split", n)] =
			makeStudy(n, 3, []int{10, 20}, 1, set, method).Figure(0)
	}
	return out
}

// spread is the mean and the deviation as a table has them.
func spread(s evaluation.Spread) string {
	return wording.Fixed(s.Mean, 3) + " ± " + wording.Fixed(s.SD, 3)
}

// The mean over the numbers, the best number and one number are those of the
// result; a method that is worse on all splits is not bold.
func TestStudyTable(t *testing.T) {
	r := makeStudy(3, 3, []int{1, 4}, 6, numbered("set "), numbered("method "))
	for _, c := range []struct {
		view  View
		title string
		cell  string
	}{
		{View{}, "Synthetic: accuracy, 1-NN, mean over the numbers of features",
			spread(r.Aggregate(1, 0, 0).Spread)},
		{View{K: 4}, "Synthetic: accuracy, 1-NN, with 4 features",
			spread(r.Cell(1, 0, 4, 0).Spread)},
		{View{Best: true}, "Synthetic: accuracy, 1-NN, with the best number of features",
			spread(r.Cell(1, 0, 4, 0).Spread) + " (4)"},
	} {
		table := r.Table(0, c.view)
		if table.Title != c.title || table.Rows[1][1] != c.cell {
			t.Errorf("%q, %q; want %q, %q", table.Title, table.Rows[1][1], c.title, c.cell)
		}
		for set := range 3 {
			marks := r.marks(set, 0, c.view)
			tells := slices.ContainsFunc(marks, func(k mark) bool { return !k.Good })
			for m, mark := range marks {
				if table.Strong[set][m+1] != (mark.Good && tells) ||
					strings.HasPrefix(table.Rows[set][m+1], "†") != mark.Plain {
					t.Errorf("%+v, set %d, method %d is %q, bold %v; want %+v", c.view, set, m,
						table.Rows[set][m+1], table.Strong[set][m+1], mark)
				}
			}
		}
		if names := []string{table.Rows[3][0], table.Rows[4][0], table.Rows[5][0]}; !slices.Equal(
			names, []string{"mean", "average rank", "better/neither/worse"}) {
			t.Errorf("the last rows are %q", names)
		}
	}
	mean := (r.Aggregate(0, 0, 0).Mean + r.Aggregate(1, 0, 0).Mean + r.Aggregate(2, 0, 0).Mean) / 3
	if got := r.Table(0, View{}).Rows[3][1]; got != wording.Fixed(mean, 3) {
		t.Errorf("mean %s, want %g", got, mean)
	}
	// Less is better: all features have the least residue here.
	if table := r.Table(1, View{K: 4}); !table.Strong[0][3] || table.Strong[0][1] ||
		!strings.Contains(strings.Join(table.Notes, " "), "Less is better.") {
		t.Errorf("residues:\n%s", table)
	}
	// Nothing stands out where nothing is better, and of times.
	for _, m := range []int{2, 3} {
		table := r.Table(m, View{})
		for _, row := range table.Strong {
			if slices.Contains(row, true) {
				t.Errorf("bold numbers in\n%s", table)
			}
		}
		if len(table.Rows) != 4 {
			t.Errorf("ranks in\n%s", table)
		}
	}
	if got := r.Table(3, View{}).Rows[0][2]; !strings.HasSuffix(got, " ms") {
		t.Errorf("a time is %q", got)
	}
	if got := r.Table(4, View{K: 4}).Rows[0][1]; strings.Contains(got, "±") {
		t.Errorf("one value for all splits is %q", got)
	}
}

// Many methods are rows, with the same cells.
func TestStudyTableIsTransposed(t *testing.T) {
	r := makeStudy(2, 9, []int{1, 4}, 3, numbered("set "), numbered("method "))
	table := r.Table(0, View{})
	if len(table.Rows) != 9 || len(table.Columns) != 1+2+3 || table.Columns[3].Name != "mean" {
		t.Fatalf("%d rows, columns %v", len(table.Rows), table.Columns)
	}
	for m := range 9 {
		if want := r.Aggregate(1, m, 0).Mean; !strings.HasPrefix(
			strings.TrimPrefix(table.Rows[m][2], "† "), wording.Fixed(want, 3)) ||
			table.Strong[m][2] != r.marks(1, 0, View{})[m].Good {
			t.Errorf("method %d: %v, bold %v, want %g", m, table.Rows[m], table.Strong[m], want)
		}
	}
	square := makeStudy(9, 9, []int{1}, 3, numbered("s"), numbered("m"))
	if len(square.Table(0, View{}).Columns) != 10 {
		t.Error("as many methods as data sets are rows")
	}
}

// What is missing is a dash and a number, and a note says why.
func TestStudyTableSaysWhatIsMissing(t *testing.T) {
	r := makeStudy(3, 3, []int{2}, 4, numbered("set "), numbered("method "))
	r.Sets[2].Note, r.Partial = "it cannot be read", true
	r.Cells = slices.DeleteFunc(r.Cells, func(c Cell) bool { return c.Set == 2 })
	r.Sets[0].Warnings = []string{"class a has 2 samples"}
	r.Warnings = []string{"Chosen on all samples."}
	for i := range r.Cells {
		if c := &r.Cells[i]; c.Method == 1 && c.Measure == 0 {
			c.Failed = "it broke"
			if c.Set == 0 {
				c.Values, c.Splits = nil, nil
			}
		}
	}
	table := r.Table(0, View{})
	if table.Rows[0][2] != "– [1]" || !strings.HasSuffix(table.Rows[1][2], " [1]") ||
		table.Rows[2][0] != "set 3 [2]" || table.Rows[2][1] != "–" {
		t.Errorf("rows %q", table.Rows)
	}
	notes := strings.Join(table.Notes, "\n")
	for _, want := range []string{
		"[1] it broke.", "[2] it cannot be read.", "Warning: Chosen on all samples.",
		"Warning: set 1: class a has 2 samples.",
		"Stopped before the end: 88 of 88 values, and what was not loaded.",
		"Protocol: random splits.",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("no note %q in\n%s", want, notes)
		}
	}
	if len(table.Rows) != 3 {
		t.Errorf("a mean over one whole data set:\n%s", table)
	}
	// The warning stands in every table.
	for m := range r.Measures {
		if !strings.Contains(r.Table(m, View{}).Text(),
			"Warning: Chosen on all samples.") {
			t.Errorf("measure %d has no warning", m)
		}
	}
}

// Folds of unlike size have a note with the sizes; a pooled view says what it shows.
func TestStudyTableOfUnlikeFolds(t *testing.T) {
	r := makeStudy(3, 2, []int{2}, 4, numbered("set "), numbered("method "))
	r.Folds, r.Measures[0].PerSample = 2, true
	r.Sets[0].Folds, r.Sets[1].Folds, r.Sets[2].Folds = []int{49, 51}, []int{30, 70}, []int{50, 50}
	const note = "Folds count alike, whatever their size, which differs most on set 2: 30 to 70 " +
		"test samples. LIBSVM's svm-train -v counts samples alike, and so does " +
		"StudyView{Pooled: true}."
	if table := r.Table(0, View{}); !slices.Contains(table.Notes, note) {
		t.Errorf("notes %q", table.Notes)
	}
	if table := r.Table(1, View{}); strings.Contains(table.Text(), "Folds") {
		t.Errorf("no share of the test samples:\n%s", table)
	}
	table := r.Table(0, View{K: 2, Pooled: true})
	v := r.Cell(1, 0, 2, 0).Values
	a, b := (30*v[0]+70*v[1])/100, (30*v[2]+70*v[3])/100
	if want := wording.Fixed((a+b)/2, 3) + " ± " + wording.Fixed(math.Abs(a-b)/math.Sqrt2,
		3); strings.TrimPrefix(table.Rows[1][1], "† ") != want {
		t.Errorf("pooled %q, want %s", table.Rows[1], want)
	}
	first := "Share of all held-out samples, folds weighted by their size; mean ± standard " +
		"deviation over 2 rounds of 2 folds. More is better."
	if table.Notes[0] != first ||
		table.Title != "Synthetic: accuracy, 1-NN, with 2 features, folds pooled" {
		t.Errorf("%q, notes %q", table.Title, table.Notes)
	}
	other := r.Table(1, View{Pooled: true})
	if !slices.Contains(other.Notes,
		"Folds count alike: the measure is no share of the test samples, which could be pooled.") ||
		strings.Contains(other.Title, "pooled") {
		t.Errorf("%q, notes %q", other.Title, other.Notes)
	}
	r.Folds, r.Splits = 4, 4
	r.Sets[0].Folds, r.Sets[1].Folds, r.Sets[2].Folds = []int{20, 25, 25, 30},
		[]int{20, 25, 25, 30}, []int{25, 25, 25, 25}
	if table = r.Table(0, View{Pooled: true}); table.Notes[0] !=
		"Share of all held-out samples of the folds, as LIBSVM's svm-train -v prints it. More "+
			"is better." {
		t.Errorf("notes %q", table.Notes)
	}
}

// What was interrupted before it had a value is a line in place of an empty table.
func TestNothingYet(t *testing.T) {
	r := makeStudy(2, 2, []int{2}, 3, numbered("set "), numbered("method "))
	r.Partial = true
	for i := range r.Cells {
		r.Cells[i].Values, r.Cells[i].Splits = nil, nil
	}
	want := "Synthetic: accuracy, 1-NN\nInterrupted: 0 of 48 values finished" +
		", so there is nothing to show yet. Run it again to go on.\n"
	if got := r.Table(0, View{}).Text(); got != want {
		t.Error(got)
	}
	r.Cells = nil
	want = "Synthetic: accuracy, 1-NN\nInterrupted before the first value was finished" +
		", so there is nothing to show yet. Run it again to go on.\n"
	if got := r.Table(0, View{}).Text(); got != want {
		t.Error(got)
	}
	table := r.Table(0, View{})
	if md := table.Markdown(); strings.Count(md, "\n") != 5 ||
		!strings.Contains(table.HTML(), "<td") {
		t.Errorf("Markdown:\n%s", md)
	}
}

func TestStudyIsRendered(t *testing.T) {
	r := makeStudy(3, 3, []int{2, 5}, 4, numbered("set "), numbered("method "))
	out := must.Get(display.Render(r))(t)
	kinds := ""
	for _, o := range out {
		if o.Figure == nil {
			kinds += "t"
		} else {
			kinds += "f"
		}
	}
	// Five tables, four curves (none of times), three plots of ranks (of those with a better).
	if kinds != "tttttfffffff" {
		t.Errorf("it is shown as %s", kinds)
	}
	if !strings.Contains(out[4].Text, "seconds") || !strings.HasPrefix(out[5].Text,
		"Synthetic: accuracy, 1-NN against the number of features: set 1: method 1 best ") {
		t.Errorf("%s\n%s", out[4].Text, out[5].Text)
	}
	if !strings.Contains(out[9].Text, "(few data sets: more than 10 are wanted)") {
		t.Errorf("%s", out[9].Text)
	}
	if f := (&Result{Measures: []MeasureInfo{{}}}).Figure(0); f != nil {
		t.Error("curves of nothing")
	}
}

// As comma-separated values a study can be read back.
func TestStudyCSV(t *testing.T) {
	r := makeStudy(2, 2, []int{2}, 3, numbered("set "), numbered("method "))
	r.Sets = append(r.Sets, Set{Name: "gone", Note: "no file"})
	write := must.Get(display.CSV(r))(t)
	var b bytes.Buffer
	must.Do(t, write(&b))
	if back, err := ReadCSV(&b); err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("%+v, %v, want %+v", back, err, r)
	}
}

// Bands end at 0 and 1 where values do, and nowhere else.
func TestValueLimits(t *testing.T) {
	for _, c := range []struct {
		values      []float64
		least, most float64
	}{
		{[]float64{0, 1}, 0, 1}, {[]float64{-.1, 1}, math.Inf(-1), 1}, {[]float64{.5, 3}, 0,
			math.Inf(1)},
	} {
		least, most := limits([]*Cell{{Spread: evaluation.Spread{Values: c.values}}})
		if least != c.least || most != c.most {
			t.Errorf("%v: %g to %g", c.values, least, most)
		}
	}
}

func TestMeasureNamed(t *testing.T) {
	r := &Result{Name: "s", Measures: []MeasureInfo{{Label: "accuracy, 1-NN"},
		{Label: "accuracy, SVC"}, {Label: "mean |correlation|"}}}
	const all = `name one of "accuracy, 1-NN", "accuracy, SVC", "mean |correlation|"`
	for _, test := range []struct {
		name  string
		place int
		err   string
	}{
		{"", 0, ""}, {"accuracy, SVC", 1, ""}, {"mean", 2, ""},
		{"accuracy", 0, `2 measures of s begin with "accuracy"; ` + all},
		{"speed", 0, `no measure "speed" of s; ` + all},
	} {
		place, err := r.MeasureNamed(test.name)
		if said := fmt.Sprint(err); place != test.place || err != nil && said != test.err ||
			err == nil && test.err != "" {
			t.Errorf("%q: %d, %v, want %d, %s", test.name, place, err, test.place, test.err)
		}
	}
}

func TestCountList(t *testing.T) {
	for want, counts := range map[string][]int{
		"1": {1}, "1, 2, 5": {1, 2, 5}, "10, 20, …, 60": {10, 20, 30, 40, 50, 60},
		"1, 2, 3, 5, 7, 10, …, 100, 150, 200": {1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100,
			150, 200},
	} {
		if got := countList(counts); got != want {
			t.Errorf("%v: %s, want %s", counts, got, want)
		}
	}
}

// tuned is a study whose methods differ in a parameter, the first in another one, too.
func tuned() *Result {
	r := &Result{Name: "tuned", Splits: 1, Sets: []Set{{Name: "s", Counts: []int{2}},
		{Name: "empty", Counts: []int{2}}}, Measures: []MeasureInfo{{Label: "accuracy",
		Better: 1}}}
	for m, key := range []string{"lgd(neighbors=3,x=2)", "lgd(neighbors=100,x=1)",
		"lgd(neighbors=0.5,x=1)", "fisher", "mcfs(neighbors=7,x=1)", "lgd(neighbors=all,x=1)"} {
		r.Methods = append(r.Methods, Method{Label: fmt.Sprint(m), Key: key})
		r.Cells = append(r.Cells, Cell{Method: m, K: 2, Splits: []int{0},
			Spread: evaluation.NewSpread([]float64{float64(m)})})
	}
	return r
}

func TestParameterChart(t *testing.T) {
	c := must.Get(tuned().ParameterChart(0, "neighbors"))(t)
	if len(c.Series) != 1 || !strings.HasSuffix(c.Title, ", by neighbors") ||
		c.X != "neighbors of lgd" || c.Y != "accuracy" || !c.LogX ||
		fmt.Sprint(c.Series[0].X, c.Series[0].Y) != "[0.5 100] [2 1]" {
		t.Errorf("%+v", c)
	}
	must.Fail(tuned().ParameterChart(0, "gamma"))(t,
		"tuned has no two methods that differ in gamma alone")
	none := tuned()
	none.Cells = nil
	must.Fail(none.ParameterChart(0, "neighbors"))(t, "tuned has no values of these methods")
}

var (
	numbered = displaytest.Numbered
	long     = displaytest.Long
	uneven   = displaytest.Uneven
	upTo     = displaytest.UpTo
)
