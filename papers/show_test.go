package papers_test

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/must"
	"fsnb.example/papers"
)

func TestGoldenTables(t *testing.T) {
	five := table(t, "grm-2015", 5)
	compared := must.Get(papers.Compare(five,
		papers.Result{Dataset: "COIL20", Method: "fisher", Value: .4444, SD: .0123},
		papers.Result{Dataset: "COIL20", Method: "grm, scorer=fisher", Value: .85468},
		papers.Result{Dataset: "MFEAT", Method: "fisher", Value: .9612},
		papers.Result{Dataset: "LUNG_1543_substitute", Method: "fisher", Value: .8},
	))(t)
	forms := make(map[string]displaytest.Forms)
	for name, v := range map[string]display.Showable{
		"paper_bold": five, "paper_parts": table(t, "spfs-2013", 5),
		"paper_stars":      table(t, "lap-2018", 2),
		"paper_comparison": compared, "papers": papers.List(papers.Tables()),
		"verdicts": papers.Verdicts{
			{Claim: "the set is globally optimal", Ours: "certified, and by trying all",
				Verdict: papers.Holds, Why: "f(λ) falls, in straight pieces"},
			{Claim: "more accurate in most cases", Printed: "curves", Ours: "5 of 6 | 0 of 2",
				Verdict: papers.InPart},
			{Claim: "least on <faces>", Verdict: papers.Not, Why: "one unit"}},
	} {
		out, err := display.Render(v)
		if err != nil {
			t.Fatal(name, err)
		}
		forms[name] = displaytest.Forms{Text: out[0].Text, Markdown: out[0].Markdown,
			HTML: out[0].HTML}
	}
	displaytest.GoldenTables(t, forms, "verdicts") // prose with | and <, in some columns
}

// The pictures that the examples make.
func TestPictures(t *testing.T) {
	displaytest.Pictures(t, map[string]func(){
		"paper_agreement.png":   ExampleComparison_AgreementChart,
		"paper_differences.png": ExampleComparison_DifferencesFigure,
	})
}

// Every table shows every number, in as many columns as the paper has.
func TestPaperTablesAreWhole(t *testing.T) {
	for _, p := range papers.Tables() {
		shown := p.Shown()
		cells := map[string]int{}
		for _, row := range shown.Rows {
			if len(row) != len(shown.Columns) {
				t.Errorf("%s: %d cells in the row of %s, %d columns", p.Name(), len(row), row[0],
					len(shown.Columns))
			}
			for _, c := range row[1:] {
				cells[strings.TrimPrefix(c, "• ")]++
			}
		}
		for _, e := range p.Entries {
			cells[e.Text()]--
		}
		for text, n := range cells {
			if n < 0 || n > 0 && p.Entries[0].Section == "" {
				t.Errorf("%s: %q is shown %+d times too often", p.Name(), text, n)
			}
		}
	}
}

// As comma-separated values a table is the file that it came from.
func TestRecords(t *testing.T) {
	for _, p := range papers.Tables() {
		write := must.Get(display.CSV(&p))(t)
		var got bytes.Buffer
		must.Do(t, write(&got))
		want := must.Get(os.ReadFile("tables/" + p.Paper + "-table-" +
			strconv.Itoa(p.Number) + ".csv"))(t)
		if got.String() != string(want) {
			t.Errorf("%s as CSV is not its file", p.Name())
		}
	}
	c, err := papers.Compare(table(t, "grm-2015", 5),
		papers.Result{Dataset: "COIL20", Method: "fisher", Value: .5, SD: .25},
		papers.Result{Dataset: "COIL20", Method: "lgd-unknown"})
	if c != nil || err == nil {
		t.Errorf("an unknown method gives %v", c)
	}
	c = must.Get(papers.Compare(table(t, "grm-2015", 5),
		papers.Result{Dataset: "COIL20", Method: "fisher", Value: .5, SD: .25},
		papers.Result{Dataset: "COIL20", Method: "relieff", Value: .5, K: "7"}))(t)
	write := must.Get(display.CSV(c))(t)
	var got bytes.Buffer
	must.Do(t, write(&got))
	for _, line := range []string{
		"grm-2015,5,,COIL20,Fscore,accuracy,COIL20,fisher,20,45.45,50,25,4.549999999999997,true,\n",
		"grm-2015,5,,COIL20,RF,accuracy,COIL20,relieff,20,59.14,50,,,false,\"k = 20, ours 7\"\n",
		"grm-2015,5,,COIL20,GRF,accuracy,COIL20,\"grm, scorer=relieff\",20,82.88,,,,,\n",
	} {
		if !strings.Contains(got.String(), line) {
			t.Errorf("no line %s in\n%s", line, &got)
		}
	}
}

func TestPaperDifferences(t *testing.T) {
	c := &papers.Comparison{Paper: "p", Table: "I", Caption: "c", Units: "u", Protocol: "q"}
	for _, d := range []float64{0.004, -0.004, 0.006, -1.5} {
		c.Rows = append(c.Rows, papers.Compared{Entry: papers.Entry{Row: "r", Column: "c",
			Printed: "1.00"}, Found: true, Comparable: true, Ours: 1 + d, Difference: d})
	}
	shown := c.Shown()
	for i, want := range []string{"0.00", "0.00", "+0.01", "−1.50"} {
		if got := shown.Rows[i][4]; got != want {
			t.Errorf("difference %d is %s, want %s", i, got, want)
		}
	}
	if len(shown.Columns) != 5 ||
		shown.Notes[0] !=
			"4 of 4 printed numbers have one of ours; the difference is ours less the paper's." {
		t.Errorf("%v %v", shown.Columns, shown.Notes)
	}
}

// Many numbers stand in the rows and columns of the printed table, those of which
// there are any; parts keep their headings.
func TestPaperGrid(t *testing.T) {
	c := &papers.Comparison{Paper: "p", Table: "I", Caption: "c", Units: "u", Protocol: "q",
		Better: "higher"}
	for _, section := range []string{"upper", "lower"} {
		for i := range 5 {
			for j := range 4 {
				e := papers.Entry{Section: section, Row: fmt.Sprint("method ", i),
					Column: fmt.Sprint("set ", j), Dataset: fmt.Sprint(j), Method: fmt.Sprint(i),
					Printed: fmt.Sprintf("0.%d%d", i, j)}
				r := papers.Compared{Entry: e}
				if i != 3 && j != 2 && !(i == 1 && j == 1) { // none of method 3, none on set 2
					v, _ := e.Value()
					r.Found, r.Comparable, r.Ours, r.Difference = true, true, v+0.02, 0.02
				}
				if i == 0 && j == 0 {
					r.Comparable, r.Why = false, "k = 20, ours 7"
				}
				c.Rows = append(c.Rows, r)
			}
		}
	}
	// 22 numbers are a list.
	if shown := c.Shown(); len(shown.Rows) != 22 ||
		shown.Columns[3].Name != "paper" {
		t.Errorf("%d rows, %v", len(shown.Rows), shown.Columns)
	}
	for i := range c.Rows { // two more, and one
		if e := c.Rows[i].Entry; e.Method == "1" && e.Dataset == "1" {
			c.Rows[i].Found, c.Rows[i].Comparable, c.Rows[i].Ours, c.Rows[i].Difference = true,
				true, 0.51, 0.4
		}
		if e := c.Rows[i].Entry; e.Section == "lower" && e.Method == "3" && e.Dataset == "3" {
			c.Rows[i].Found, c.Rows[i].Comparable, c.Rows[i].Ours, c.Rows[i].Difference = true,
				true, 0.03, -0.3
		}
	}
	shown := c.Shown()
	want := [][]string{
		{"upper"}, {"method 0", "0.00 → (0.02)", "0.01 → 0.03", "0.03 → 0.05"},
		{"method 1", "0.10 → 0.12", "0.11 → 0.51", "0.13 → 0.15"},
		{"method 2", "0.20 → 0.22", "0.21 → 0.23", "0.23 → 0.25"}, {"method 4", "0.40 → 0.42",
			"0.41 → 0.43", "0.43 → 0.45"},
	}
	if !reflect.DeepEqual(shown.Rows[:5], want) || !reflect.DeepEqual(shown.Rows[9],
		[]string{"method 3", "0.30 → –", "0.31 → –", "0.33 → 0.03"}) || len(shown.Rows) != 11 {
		t.Errorf("%q", shown.Rows)
	}
	notes := strings.Join(shown.Notes, "\n")
	for _, line := range []string{
		"In parentheses what cannot be compared: k = 20, ours 7.",
		"25 of 40 printed numbers have one of ours; the cells are paper → ours.",
		"2 are not comparable",
		"Ours less the paper's, 23 numbers: +0.039 on average, from −0.30 (method 3, set 3, " +
			"lower) to +0.40 (method 1, set 1, upper).",
		"The paper's best method is the best here, too, in 4 of 6 comparisons of methods on a " +
			"data set.",
	} {
		if !strings.Contains(notes, line) {
			t.Errorf("%q is not in\n%s", line, notes)
		}
	}
}
