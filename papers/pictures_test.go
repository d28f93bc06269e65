package papers

import (
	"reflect"
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// twoParts is a printed table of two methods in two parts, whose columns have other headings in the
// second; set 1 has no number of ours, nor has method "none".
func twoParts() *Comparison {
	c := &Comparison{Paper: "p", Table: "I", Caption: "c", Units: "share",
		Better: "higher"}
	for s, section := range []string{"upper", "lower"} {
		for m, method := range []string{"one", "two", "none"} {
			for j, set := range []string{"set 0", "set 1", "set 2"} {
				e := Entry{Section: section, Row: method,
					Column: set + strings.Repeat("'", s), Dataset: set, Method: method,
					Measure: section, Printed: "0.50"}
				r := Compared{Entry: e}
				if j != 1 && method != "none" {
					r.Found, r.Comparable = true, true
					r.Difference = .1*float64(m) - .02*float64(j) - .3*float64(s*m)
					r.Ours = .5 + r.Difference
				}
				c.Rows = append(c.Rows, r)
			}
		}
	}
	c.Rows = append(c.Rows, Compared{Entry: Entry{Section: "lower", Row: "two",
		Column: "mean", Summary: "mean", Printed: "0.50"}, Found: true, Comparable: true, Ours: 9,
		Difference: 8.5})
	return c
}

func TestAgreementChart(t *testing.T) {
	c := must.Get(twoParts().AgreementChart())(t)
	if !c.Diagonal || len(c.Series) != 2 || c.Series[1].Name != "two" || !c.Series[1].Points {
		t.Fatalf("%+v", c)
	}
	if x, y := c.Series[1].X, c.Series[1].Y; len(x) != 4 || x[0] != .5 || y[0] != .6 {
		t.Errorf("points of two: %v, %v", x, y)
	}
	// The fifth is the first of one's two of −.04.
	want := [][]string{{"", "set 2", "", ""}, {"set 0", "set 2", "set 0'", "set 2'"}}
	for i, s := range c.Series {
		if !reflect.DeepEqual(s.Labels, want[i]) {
			t.Errorf("labels of %s: %q, want %q", s.Name, s.Labels, want[i])
		}
	}
	if !strings.HasPrefix(c.Note, "8 numbers: mean absolute difference 0.085, mean difference "+
		"−0.045. ") || !strings.Contains(c.Note, "Furthest from the diagonal: two on set 2' "+
		"(−0.24), two on set 0' (−0.20), two on set 0 (+0.10), two on set 2 (+0.06), one on "+
		"set 2 (−0.04).") {
		t.Error(c.Note)
	}
	if _, err := display.Render(c); err != nil {
		t.Error(err)
	}
}

func TestDifferences(t *testing.T) {
	c := twoParts()
	mark := differencesOf(c, c.points())
	if !reflect.DeepEqual(mark.Rows, []string{"one, upper", "two, upper", "one, lower",
		"two, lower"}) || !reflect.DeepEqual(mark.Columns, []string{"set 0", "set 2"}) {
		t.Errorf("%q %q", mark.Rows, mark.Columns)
	}
	var text []string
	for _, row := range mark.Cells {
		for _, cell := range row {
			text = append(text, cell.Text)
		}
	}
	if got := strings.Join(text, " "); got != ".00 −.04 +.10 +.06 .00 −.04 −.20 −.24" {
		t.Error(got)
	}
}

func TestMeansTable(t *testing.T) {
	shown := must.Get(twoParts().MeansTable())(t)
	want := [][]string{
		{"one", "upper", "2", "0.500", "0.480", "−0.020", "2", "0"},
		{"two", "upper", "2", "0.500", "0.580", "+0.080", "2", "2"},
		{"one", "lower", "2", "0.500", "0.480", "−0.020", "2", "2"},
		{"two", "lower", "2", "0.500", "0.280", "−0.220", "2", "0"},
	}
	if !reflect.DeepEqual(shown.Rows, want) {
		t.Errorf("%q", shown.Rows)
	}
}

// Tables without comparable numbers, and those that count samples and features, have no pictures.
func TestNothingToCompare(t *testing.T) {
	table := must.Get(Find("grm-2015", 1))(t)
	counts := must.Get(Compare(table, Result{Dataset: "GLIOMA", Measure: "samples",
		Value: 50}))(t)
	for _, c := range []*Comparison{{Paper: "p", Table: "I"}, counts} {
		_, chart := c.AgreementChart()
		_, heat := c.DifferencesFigure()
		_, means := c.MeansTable()
		for what, err := range map[string]error{"draw": chart, "subtract": heat,
			"methods": means} {
			if err == nil || !strings.Contains(err.Error(), what) ||
				!strings.Contains(err.Error(), c.Paper+", Table "+c.Table) {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

// The description of the figure says what it shows, then what is drawn below it.
func TestDifferencesAreDescribed(t *testing.T) {
	f := must.Get(twoParts().DifferencesFigure())(t)
	displaytest.CheckDescriptions(t, []*figure.Figure{f}, []string{f.Description() + "\n"},
		[]string{"p, Table I: c: heat map of ours less the printed numbers; largest −0.24 (two, " +
			"set 2'). Ours less the printed number; white: no difference. Share; higher is " +
			"better."})
	displaytest.CheckFigure(t, "differences", f)
}
