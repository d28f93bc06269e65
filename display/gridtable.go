package display

import (
	"fmt"

	"fsnb.example/evaluation/study"
	"fsnb.example/internal/wording"
)

// GridTable shows the results of a study with Grids by one of its measures: for each data set and
// method the number of configurations, the value and the parameters of the best, the value with the
// best at each number of features, and the values of the median and the worst. It is nil for other
// studies.
func GridTable(r *study.Result, measure int) *Table {
	t := &Table{
		Title: studyTitle(r, measure) + ": the best of each grid",
		Columns: []Column{{Name: "data set"}, {Name: "method"}, {Name: "tried", Align: Right},
			{Name: "best", Align: Right}, {Name: "with"}, {Name: "at each", Align: Right},
			{Name: "median", Align: Right}, {Name: "worst", Align: Right}},
		Notes: []string{
			"Each value is the mean over the numbers of features and the splits; at each: with " +
				"the best configuration at each number of features.",
			"The best is chosen after the fact, on the values that are shown: it is too good " +
				"for new data. What the choice is worth is how far it lies above the median of " +
				"the same grid.",
		},
	}
	set := -1
	for _, g := range r.Grids {
		if g.Measure != measure {
			continue
		}
		name := ""
		if g.Set != set {
			set, name = g.Set, r.Sets[g.Set].Name
		}
		t.Rows = append(t.Rows,
			[]string{name, g.Name, wording.Itoa(g.Tried), gridNumber(g.Best), g.With,
				gridNumber(g.Each), gridNumber(g.Median), gridNumber(g.Last)})
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

func gridNumber(v float64) string { return fmt.Sprintf("%.3f", v) }
