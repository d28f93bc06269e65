package display

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/wording"
)

const (
	maxColumns  = 12     // features that a summary lists
	maxAll      = 50_000 // features that it lists of all: 30 MB, which a browser still shows
	maxConstant = 5      // constant columns that it names
)

// ShowDataset shows the summary of a data set, with its warnings.
func (s *screen) ShowDataset(d *datasets.Dataset) {
	if !s.begin(d) {
		return
	}
	summary, err := d.Summarize()
	if err != nil {
		s.fail(err)
		return
	}
	s.shown = append(s.shown, d.Warnings...)
	s.table(SummaryTable(summary))
}

// ShowSummary shows the summary of a data set.
func (s *screen) ShowSummary(summary *datasets.Summary) {
	if s.begin(summary) {
		s.table(SummaryTable(summary))
	}
}

// SummaryTable is the table of a data set at a glance: its size and classes in the
// title and notes, and the range of each of its first features.
func SummaryTable(s *datasets.Summary) *Table {
	name := "data set"
	if s.Name != "" {
		name = wording.Clean(s.Name)
	}
	t := &Table{
		Title: fmt.Sprintf("%s: %s × %s", name, wording.Plural(s.N, "sample", "samples"),
			wording.Plural(s.D, "feature", "features")),
		Columns: []Column{{Name: "column", Align: Right}, {Name: "feature"},
			{Name: "min", Align: Right}, {Name: "mean", Align: Right}, {Name: "max", Align: Right},
			{Name: "sd", Align: Right}},
	}
	if s.Target != nil {
		t.Title += ", continuous target"
	}
	if len(s.Classes) > 0 {
		t.Title += ", " + wording.Plural(len(s.Classes), "class", "classes")
	}
	shown := min(len(s.Columns), maxAll)
	if !s.AllColumns {
		shown = min(shown, maxColumns)
	}
	var listed []wording.Feature
	for j, c := range s.Columns[:shown] {
		listed = append(listed, wording.Feature{Name: c.Name, Column: j})
	}
	for _, name := range constantShown(s) {
		listed = append(listed, wording.Feature{Name: name, Column: columnNamed(s, name)})
	}
	names := wording.NameFeatures(listed, wording.InTable)
	for j, c := range s.Columns[:shown] {
		numbers := wording.FormatColumn([]float64{c.Min, c.Mean, c.Max, c.SD})
		t.Rows = append(t.Rows, append([]string{wording.Itoa(j), names.Of(c.Name, j)}, numbers...))
		t.SetWhole(j, 1, names.WholeOf(c.Name, j))
	}
	if shown < len(s.Columns) {
		t.Notes = append(t.Notes,
			fmt.Sprintf("The first %d of %d features are listed.", shown, len(s.Columns)))
	}
	t.Notes = append(t.Notes, classNote(s), rangeNote(s, names))
	if s.Image.Pixels() > 0 {
		t.Notes = append(t.Notes,
			fmt.Sprintf("Samples are pictures of %d×%d pixels.", s.Image.Height, s.Image.Width))
	}
	if s.Codes != "" {
		t.Notes = append(t.Notes, s.Codes+".")
	}
	for _, h := range s.History {
		t.Notes = append(t.Notes, "History: "+wording.CleanSentence(h)+".")
	}
	t.Notes = append(t.Notes, wording.WarningNotes(s.Warnings)...)
	return t
}

func classNote(s *datasets.Summary) string {
	if y := s.Target; y != nil {
		numbers := wording.FormatColumn([]float64{y.Min, y.Max, y.Mean, y.SD})
		name := ""
		if y.Name != "" {
			name = " " + wording.Clean(y.Name)
		}
		return fmt.Sprintf("Continuous target%s: %s to %s, mean %s, sd %s.", name,
			strings.TrimSpace(numbers[0]), strings.TrimSpace(numbers[1]),
			strings.TrimSpace(numbers[2]), strings.TrimSpace(numbers[3]))
	}
	if len(s.Classes) == 0 {
		return "No class labels."
	}
	parts := make([]string, min(len(s.Classes), 20))
	names := wording.Distinct(s.Classes[:len(parts)], nil)
	for c := range parts {
		parts[c] = fmt.Sprintf("%s (%d)", names[c], s.ClassCounts[c])
	}
	text := strings.Join(parts, ", ")
	if more := len(s.Classes) - len(parts); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return "Samples per class: " + text + "."
}

// constantShown are the constant columns that a summary names.
func constantShown(s *datasets.Summary) []string {
	return s.Constant[:min(len(s.Constant), maxConstant)]
}

// columnNamed is the column of that name.
func columnNamed(s *datasets.Summary, name string) int {
	isNamed := func(c datasets.ColumnSummary) bool { return c.Name == name }
	return slices.IndexFunc(s.Columns, isNamed)
}

func rangeNote(s *datasets.Summary, names wording.FeatureNames) string {
	kind := "Values"
	if s.Integers {
		kind = "Whole numbers"
	}
	text := fmt.Sprintf("%s from %s to %s", kind,
		wording.Minus(strconv.FormatFloat(s.Min, 'g', 4, 64)),
		wording.Minus(strconv.FormatFloat(s.Max, 'g', 4, 64)))
	switch {
	case s.Storage != "" && s.NonZeros > 0:
		text += fmt.Sprintf(", %s: %d other than 0 (%s%%)", s.Storage, s.NonZeros,
			strconv.FormatFloat(100*float64(s.NonZeros)/float64(s.N)/float64(s.D), 'g', 2, 64))
	case s.Storage != "":
		text += ", " + s.Storage
	case s.Zeros >= 0.005:
		text += ", " + wording.Percent(s.Zeros) + " zeros"
	}
	if s.Filled == "" {
		text += ", none missing"
	} else {
		text += ", filled in: " + s.Filled
	}
	if len(s.Constant) == 0 {
		return text + "; no constant column."
	}
	var constant []string
	for _, c := range constantShown(s) {
		constant = append(constant, names.Of(c, columnNamed(s, c)))
	}
	count := wording.Plural(len(s.Constant), "constant column", "constant columns")
	return text + "; " + count + ": " + listSome(constant, len(s.Constant)) + "."
}
