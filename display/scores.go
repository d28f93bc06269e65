package display

import (
	"fsnb.example/algorithms"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// ShowScores shows scores.
func (s *screen) ShowScores(scores *algorithms.Scores) {
	if s.begin(scores) {
		s.table(scoresTable(scores))
	}
}

// scoresTable is the table of every feature's score, and p-value if the method is a test, in the
// order of the columns.
func scoresTable(s *algorithms.Scores) *Table {
	t := &Table{Title: "Scores",
		Columns: []Column{{Name: "column", Align: Right}, {Name: "feature"},
			{Name: "score", Align: Right}, {Bar: true}}}
	shown := min(len(s.Values), maxRows)
	values := wording.FormatColumn(s.Values[:shown])
	largest := wording.LargestFinite(s.Values)
	var listed []wording.Feature
	for j, name := range s.Names[:min(len(s.Names), shown)] {
		listed = append(listed, wording.Feature{Name: name, Column: j})
	}
	names := wording.NameFeatures(listed, wording.InTable)
	for j := range shown {
		name := ""
		if j < len(s.Names) {
			name = names.Of(s.Names[j], j)
			t.SetWhole(j, 1, names.WholeOf(s.Names[j], j))
		}
		t.Rows = append(t.Rows,
			[]string{wording.Itoa(j), name, values[j], table.Bar(s.Values[j], largest, barWidth)})
	}
	addPValues(t, s.PValues, nil, "")
	if shown < len(s.Values) {
		t.Notes = append(t.Notes,
			"The first "+wording.Itoa(shown)+" of "+wording.Itoa(len(s.Values))+" are listed.")
	}
	if s.Partial {
		t.Notes = append(t.Notes, "Stopped before the end: scores as they were by then.")
	}
	t.Notes = append(t.Notes, wording.WarningNotes(s.Warnings)...)
	return t
}
