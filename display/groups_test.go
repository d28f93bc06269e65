package display_test

import (
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/study"
)

// Tables of results of samples in groups say that no split parts them; others do not.
func TestGroupNotes(t *testing.T) {
	const want = "The samples are in 31 groups by patient: no split parts a group."
	points := []evaluation.Spread{{Mean: .9, SD: .1, Values: []float64{.8, 1}}}
	for _, groups := range []string{"", "31 groups by patient"} {
		accuracy := &evaluation.AccuracyCurves{N: 90, D: 5, Done: 2, Groups: groups,
			Protocol: evaluation.Protocol{Counts: []int{2}, Repeats: 2, Train: .5, Neighbors: 1},
			Curves:   []evaluation.Curve{{Label: "fisher", Points: points}}, All: points[0]}
		stability := &evaluation.StabilityReport{N: 90, D: 5, Done: 2, Groups: groups,
			Protocol: evaluation.Protocol{Counts: []int{2}, Repeats: 2, Train: .5},
			Labels:   []string{"fisher"}, Keys: []string{"fisher"}}
		result := &study.Result{Name: "s", Splits: 2,
			Sets:     []study.Set{{Name: "visits", Counts: []int{2}, Groups: groups}},
			Methods:  []study.Method{{Label: "fisher"}},
			Measures: []study.MeasureInfo{{Label: "accuracy", Better: 1}},
			Cells:    []study.Cell{{K: 2, Spread: points[0], Splits: []int{0, 1}}}}
		for name, table := range map[string]*display.Table{
			"accuracy": display.AccuracyTable(accuracy), "study": display.StudyTable(result, 0,
				study.View{K: 2}), "stability": display.StabilityTable(stability),
		} {
			if notes := strings.Join(table.Notes, "\n"); strings.Contains(notes,
				want) != (groups != "") {
				t.Errorf("%s of groups %q has the notes\n%s", name, groups, notes)
			}
		}
	}
}
