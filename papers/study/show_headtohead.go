package study

import (
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

// theBest is how a pair without a second method is called.
const theBest = "best of the others"

// table has a row for each pair on each data set: for how many numbers of features the
// first method is higher, equal or lower, where there are several numbers, then the means, their
// difference and its significance.
func (h *HeadToHead) table() *table.Table {
	t := &table.Table{Title: fmt.Sprintf("%s: %s, head to head", h.Title, h.Measure)}
	several := slices.ContainsFunc(h.Duels, func(d Duel) bool { return d.Counts > 1 })
	t.Columns = []table.Column{{Name: "data set"}, {Name: "A"}, {Name: "B"}}
	if several {
		t.Columns = append(t.Columns, table.Column{Name: "A higher", Align: table.Right},
			table.Column{Name: "equal", Align: table.Right},
			table.Column{Name: "A lower", Align: table.Right})
	}
	t.Columns = append(t.Columns, table.Column{Name: "mean of A", Align: table.Right},
		table.Column{Name: "of B", Align: table.Right},
		table.Column{Name: "A − B", Align: table.Right})
	tested := !h.Overall && h.Splits > 1
	if tested {
		t.Columns = append(t.Columns, table.Column{Name: "p", Align: table.Right})
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
		if tested {
			row = append(row, pText(d.P))
		}
		t.Rows = append(t.Rows, row)
	}
	counted := ""
	if several {
		counted = "Higher, equal and lower count numbers of features; means are over them."
	}
	t.Notes = headToHeadNotes(h, counted)
	if tested {
		t.Notes = append(t.Notes, fmt.Sprintf("p: paired t-test of the means over %d splits, "+
			"corrected for overlapping training parts (Nadeau, Bengio 2003).", h.Splits))
	}
	return t
}

// pText is a p-value.
func pText(p float64) string {
	if p < .001 {
		return "< 0.001"
	}
	return wording.Fixed(p, 3)
}

// headToHeadNotes is one note of what is counted and which side is better.
func headToHeadNotes(h *HeadToHead, counted string) []string {
	var parts []string
	if counted != "" {
		parts = append(parts, counted)
	}
	switch h.Better {
	case 1:
		parts = append(parts, "More is better.")
	case -1:
		parts = append(parts, "Less is better.")
	}
	if h.Partial {
		parts = append(parts, "Stopped before the end.")
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{strings.Join(parts, " ")}
}

// CountsTable sums each pair up over the data sets: on how many the first method is
// higher, equal or lower by its mean, the means over them, and on how many the difference is
// significant.
func (h *HeadToHead) CountsTable() *table.Table {
	t := &table.Table{
		Title: fmt.Sprintf("%s: %s, head to head over the data sets", h.Title, h.Measure),
		Columns: []table.Column{{Name: "A"}, {Name: "B"}, {Name: "data sets", Align: table.Right},
			{Name: "A higher", Align: table.Right}, {Name: "equal", Align: table.Right},
			{Name: "A lower", Align: table.Right}, {Name: "mean of A", Align: table.Right},
			{Name: "of B", Align: table.Right}, {Name: "significant", Align: table.Right}},
	}
	tested := !h.Overall && h.Splits > 1
	if !tested {
		t.Columns = t.Columns[:len(t.Columns)-1]
	}
	for _, c := range h.Counts() {
		b := c.B
		if b == "" {
			b = theBest
		}
		row := []string{c.A, b, wording.Itoa(c.Sets), wording.Itoa(c.Higher),
			wording.Itoa(c.Equal), wording.Itoa(c.Lower), wording.Fixed(c.MeanA, 3),
			wording.Fixed(c.MeanB, 3)}
		if tested {
			row = append(row, fmt.Sprintf("%d higher, %d lower", c.SignificantlyHigher,
				c.SignificantlyLower))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = headToHeadNotes(h, "Higher, equal and lower count data sets.")
	if tested {
		t.Notes = append(t.Notes, fmt.Sprintf("Significant: data sets on which the paired "+
			"t-test over %d splits, corrected for overlapping training parts (Nadeau, Bengio "+
			"2003), finds a difference at 5%%.", h.Splits))
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
