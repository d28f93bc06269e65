package display

import (
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// TradeoffTable is the table of what the features of several methods are worth, a row for each:
// accuracy at the first number of features of a, the mean squared correlation of the chosen in r,
// and how many features of each ranking are among those of the first. The curves of a, the rows of
// r and the rankings are of the same methods, in the same order.
func TradeoffTable(a *evaluation.AccuracyCurves, r *evaluation.RedundancyReport,
	rankings []*algorithms.Ranking) *Table {
	title := fmt.Sprintf("Accuracy and redundancy of the best %s",
		wording.Plural(a.Protocol.Counts[0], "feature", "features"))
	title = ofData(title, a.Dataset)
	if a.Done == 0 {
		return table.NothingYet(title, "split", a.Protocol.Repeats)
	}
	labels := curveLabels(a.Curves)
	t := &Table{Title: title, Columns: []Column{{Name: "method"},
		{Name: wording.Clean(a.Protocol.Measure.Text() + " of " + a.Protocol.Predictor()),
			Align: Right},
		{Name: "redundancy", Align: Right}, {Name: "shared with " + labels[0], Align: Right}}}
	var bold table.BoldGroups
	strong := boldCurves(a, 0, &bold)
	for i, c := range a.Curves {
		t.Rows = append(t.Rows, []string{labels[i], spread(c.Points[0], a.Done),
			wording.Fixed(r.Rows[i].SqCosCentered, 3), shared(rankings[i], rankings[0])})
		if strong != nil {
			t.Strong = append(t.Strong, []bool{false, strong[1+i], false, false})
		}
	}
	t.Notes = append([]string{levelsNote(a),
		"Redundancy: mean squared correlation over all pairs of the features that are chosen from " +
			"all samples; 0 when they are uncorrelated, 1 when they are duplicates."},
		measureNote(a.Protocol)...)
	t.Notes = append(t.Notes, protocolNote(a))
	t.Notes = append(t.Notes, accuracyBold(&bold, a.Done)...)
	t.Notes = append(t.Notes, wording.WarningNotes(a.Warnings)...)
	if a.Partial {
		t.Notes = append(t.Notes, stoppedNote(a.Done, a.Protocol))
	}
	return t
}

// shared counts the features of a ranking that are also in another.
func shared(r, other *algorithms.Ranking) string {
	in := make(map[int]bool)
	for _, j := range other.Features {
		in[j] = true
	}
	n := 0
	for _, j := range r.Features {
		if in[j] {
			n++
		}
	}
	return fmt.Sprintf("%d of %d", n, len(r.Features))
}
