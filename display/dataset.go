package display

import (
	"fmt"
	"strconv"
	"strings"

	"fsnb.example/datasets"
)

const maxColumns = 12 // features that a summary lists

// Summary is the table of a data set at a glance: its size and classes in the
// title and notes, and the range of each of its first features.
func Summary(s *datasets.Summary) *Table {
	name := "data set"
	if s.Name != "" {
		name = clean(s.Name)
	}
	t := &Table{
		Title:   fmt.Sprintf("%s: %s × %s", name, plural(s.N, "sample", "samples"), plural(s.D, "feature", "features")),
		Columns: []Column{{Name: "column", Align: Right}, {Name: "feature"}, {Name: "min", Align: Right}, {Name: "mean", Align: Right}, {Name: "max", Align: Right}, {Name: "sd", Align: Right}},
	}
	if len(s.Classes) > 0 {
		t.Title += ", " + plural(len(s.Classes), "class", "classes")
	}
	shown := min(len(s.Columns), maxColumns)
	for j, c := range s.Columns[:shown] {
		numbers := formatColumn([]float64{c.Min, c.Mean, c.Max, c.SD})
		t.Rows = append(t.Rows, append([]string{itoa(j), clean(c.Name)}, numbers...))
	}
	if shown < len(s.Columns) {
		t.Notes = append(t.Notes, fmt.Sprintf("The first %d of %d features are listed.", shown, len(s.Columns)))
	}
	t.Notes = append(t.Notes, classNote(s), rangeNote(s))
	if s.Image.Pixels() > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("Samples are pictures of %d×%d pixels.", s.Image.Height, s.Image.Width))
	}
	for _, h := range s.History {
		t.Notes = append(t.Notes, "History: "+cleanSentence(h)+".")
	}
	t.Notes = append(t.Notes, warningNotes(s.Warnings)...)
	return t
}

func classNote(s *datasets.Summary) string {
	if len(s.Classes) == 0 {
		return "No class labels."
	}
	parts := make([]string, min(len(s.Classes), 20))
	for c := range parts {
		parts[c] = fmt.Sprintf("%s (%d)", clean(s.Classes[c]), s.ClassCounts[c])
	}
	text := strings.Join(parts, ", ")
	if more := len(s.Classes) - len(parts); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return "Samples per class: " + text + "."
}

func rangeNote(s *datasets.Summary) string {
	kind := "Values"
	if s.Integers {
		kind = "Whole numbers"
	}
	text := fmt.Sprintf("%s from %s to %s", kind, minus(strconv.FormatFloat(s.Min, 'g', 4, 64)), minus(strconv.FormatFloat(s.Max, 'g', 4, 64)))
	if s.Zeros >= 0.005 {
		text += ", " + percent(s.Zeros) + " zeros"
	}
	text += ", none missing"
	if len(s.Constant) == 0 {
		return text + "; no constant column."
	}
	names := make([]string, len(s.Constant))
	for i, c := range s.Constant {
		names[i] = clean(c)
	}
	return text + "; " + plural(len(names), "constant column", "constant columns") + ": " + listNames(names, 5) + "."
}
