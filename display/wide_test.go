package display_test

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// What a method takes on wide data stands in its table, and in that of all such methods, where
// those of one reason share a row.
func TestWideTable(t *testing.T) {
	entry := func(name string, w algorithms.Wide) catalogue.Entry {
		return catalogue.Entry{Name: name, Method: filter.Fisher{},
			Facts: algorithms.Facts{
				Costs: algorithms.Costs{
					Cost: "nd", Wide: w,
					Memory: func(s algorithms.Shape) float64 {
						return 100 * float64(s.N) * float64(s.D)
					},
				},
			}}
	}
	counts := algorithms.Wide{Why: "it counts", Instead: "take ten",
		Seconds: algorithms.Growth{Factor: 1e-6, D: 1, K: 1}}
	whole := algorithms.Wide{Why: "it drops", Instead: "filter",
		Seconds: algorithms.Growth{Factor: 1, D: 1}}
	holds := algorithms.Wide{Why: "it holds", Instead: "share"}
	entries := []catalogue.Entry{entry("a", counts), entry("b", algorithms.Wide{}),
		entry("c", whole), entry("d", counts), entry("e", holds)}
	want := [][]string{
		{"a, d", "on 100 × 20,000 all features take 6.7 minutes of one processor, the best 50 1 " +
			"s: it counts; take ten"},
		{"c", "100 × 20,000 take 5.6 hours of one processor: it drops; filter"},
		{"e", "100 × 20,000 take 200 MB of memory, beside the data: it holds; share"},
	}
	if got := display.WideTable(entries).Rows; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %q, want %q", got, want)
	}
	const note = "100 × 20,000 take 5.6 hours of one processor: it drops; filter."
	if got := display.MethodTable(entries[2]).Notes; !slices.Contains(got, note) {
		t.Errorf("the table of a method has the notes %q, and not %q", got, note)
	}
	if with, without := display.MethodTable(entries[0]).Notes,
		display.MethodTable(entries[1]).Notes; len(with) != len(without)+1 {
		t.Errorf("%q and %q", with, without)
	}
}

// Tables of results of samples in groups say that no split parts them, and those of data with
// missing values what fills them; others do not.
func TestGroupNotes(t *testing.T) {
	const want = "The samples are in 31 groups by patient: no split parts a group."
	points := []evaluation.Spread{{Mean: .9, SD: .1, Values: []float64{.8, 1}}}
	const filled = "7 missing values in 2 columns by the mean"
	fills := map[string]string{
		"accuracy":  "Filled from the training part of each split: " + filled + ".",
		"stability": "Filled from each subsample: " + filled + ".",
	}
	for _, groups := range []string{"", "31 groups by patient"} {
		missing := ""
		if groups == "" { // one or the other
			missing = filled
		}
		splits := evaluation.Splits{
			Run:  evaluation.Run{About: evaluation.About{N: 90, D: 5}, Filled: missing},
			Done: 2, Groups: groups,
			Protocol: evaluation.Protocol{Counts: []int{2}, Repeats: 2, Train: .5, Neighbors: 1},
		}
		accuracy := &evaluation.AccuracyCurves{Splits: splits, All: points[0],
			Curves: []evaluation.Curve[evaluation.Spread]{{Label: "fisher", Points: points}}}
		stability := &evaluation.StabilityReport{Splits: splits, Labels: []string{"fisher"},
			Keys: []string{"fisher"}}
		for name, table := range map[string]*display.Table{
			"accuracy":  display.AccuracyTable(accuracy),
			"stability": first(t, stability),
		} {
			notes := strings.Join(table.Notes, "\n")
			if strings.Contains(notes, want) != (groups != "") ||
				strings.Contains(notes, fills[name]) != (missing != "") {
				t.Errorf("%s of groups %q, filled %q, has the notes\n%s", name, groups, missing,
					notes)
			}
		}
	}
}

// first is the first table of a result.
func first(t *testing.T, result display.Showable) *display.Table {
	t.Helper()
	tables := must.Get(display.Tables(result))(t)
	return tables[0]
}

// The summary of a data set counts missing values and says what fills them.
func TestSummaryOfMissing(t *testing.T) {
	for text, want := range map[string]string{
		"a,b,class\n1,2,x\n3,?,x\n5,8,y\n": "Whole numbers from 1 to 8, filled in: 1 missing " +
			"value in 1 column by the mean; no constant column.",
		"a,b,class\n1,2,x\n3,5,x\n5,8,y\n": "Whole numbers from 1 to 8, none missing; no " +
			"constant column.",
	} {
		d, err := datasets.ReadCSV(strings.NewReader(text), "t", datasets.Options{Missing: "mean"})
		must.Do(t, err)
		s := must.Get(d.Summarize())(t)
		if notes := display.SummaryTable(s).Notes; !slices.Contains(notes, want) {
			t.Errorf("notes %q, want %q", notes, want)
		}
	}
}
