package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/display"
	"fsnb.example/internal/number"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// ShowOn shows methods compared in pairs, by data set.
func (h *HeadToHead) ShowOn(screen any) {
	p := display.Parts{Tables: display.OneTable(h.table), CSV: display.CSVOf(h.records)}
	p.ShowOf(h, screen)
}

// tested reports whether there are splits to test over.
func (h *HeadToHead) tested() bool { return !h.Overall && h.Splits > 1 }

// table has a row for each pair on each data set: for how many numbers of features the
// first method is higher, equal or lower, where there are several numbers, then the means, their
// difference and its significance.
func (h *HeadToHead) table() *table.Table {
	t := &table.Table{Title: fmt.Sprintf("%s: %s, head to head", h.Title, h.Measure)}
	several := slices.ContainsFunc(h.Duels, func(d Duel) bool { return d.Counts > 1 })
	t.Columns = []table.Column{{Name: "data set"}, {Name: "A"}, {Name: "B"}}
	if several {
		t.Columns = append(t.Columns, table.Numbers("A higher", "equal", "A lower")...)
		t.Notes = h.notes("Higher, equal and lower count numbers of features; means are over them.")
	} else {
		t.Notes = h.notes("")
	}
	t.Columns = append(t.Columns, table.Numbers("mean of A", "of B", "A − B")...)
	if h.tested() {
		t.Columns = append(t.Columns, table.Numbers("p")...)
		t.Notes = append(t.Notes, fmt.Sprintf("p: paired t-test of the means over %d splits, "+
			"corrected for overlapping training parts (Nadeau, Bengio 2003).", h.Splits))
	}
	last := ""
	for i, d := range h.Duels {
		row := []string{d.Set, d.A, d.B}
		if i > 0 && d.Set == last {
			row[0] = ""
		}
		last = d.Set
		if several {
			row = append(row, wording.Itoa(d.Higher), wording.Itoa(d.Equal), wording.Itoa(d.Lower))
		}
		row = append(row, wording.Fixed(d.MeanA, 3), wording.Fixed(d.MeanB, 3),
			wording.Signed(d.Difference, 4))
		switch {
		case !h.tested():
		case d.P < .001:
			row = append(row, "< 0.001")
		default:
			row = append(row, wording.Fixed(d.P, 3))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// notes is one note of what is counted and which side is better.
func (h *HeadToHead) notes(counted string) []string {
	note := strings.TrimSpace(counted + betterNote(h.Better))
	if h.Partial {
		note = strings.TrimSpace(note + " Stopped before the end.")
	}
	if note == "" {
		return nil
	}
	return []string{note}
}

// betterNote says which values of a measure are better, behind a space.
func betterNote(better int) string {
	return map[int]string{1: " More is better.", -1: " Less is better."}[better]
}

// CountsTable sums each pair up over the data sets: on how many the first method is
// higher, equal or lower by its mean, the means over them, and on how many the difference is
// significant.
func (h *HeadToHead) CountsTable() *table.Table {
	t := &table.Table{
		Title: fmt.Sprintf("%s: %s, head to head over the data sets", h.Title, h.Measure),
		Columns: append([]table.Column{{Name: "A"}, {Name: "B"}},
			table.Numbers("data sets", "A higher", "equal", "A lower", "mean of A", "of B")...),
		Notes: h.notes("Higher, equal and lower count data sets."),
	}
	if h.tested() {
		t.Columns = append(t.Columns, table.Numbers("significant")...)
		t.Notes = append(t.Notes, fmt.Sprintf("Significant: data sets on which the paired "+
			"t-test over %d splits, corrected for overlapping training parts (Nadeau, Bengio "+
			"2003), finds a difference at 5%%.", h.Splits))
	}
	for _, c := range h.Counts() {
		row := []string{c.A, cmp.Or(c.B, "best of the others"), wording.Itoa(c.Sets),
			wording.Itoa(c.Higher), wording.Itoa(c.Equal), wording.Itoa(c.Lower),
			wording.Fixed(c.MeanA, 3), wording.Fixed(c.MeanB, 3)}
		if h.tested() {
			row = append(row, fmt.Sprintf("%d higher, %d lower", c.SignificantlyHigher,
				c.SignificantlyLower))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// records returns the pairs on each data set, one a line, with all digits.
func (h *HeadToHead) records() [][]string {
	rows := [][]string{strings.Fields("dataset a b counts higher equal lower mean_a mean_b " +
		"difference p plain_p counts_p")}
	for _, d := range h.Duels {
		rows = append(rows, []string{d.Set, d.A, d.B, wording.Itoa(d.Counts),
			wording.Itoa(d.Higher), wording.Itoa(d.Equal), wording.Itoa(d.Lower),
			number.Text(d.MeanA), number.Text(d.MeanB), number.Text(d.Difference), number.Text(d.P),
			number.Text(d.PlainP), number.Text(d.CountsP)})
	}
	return rows
}
