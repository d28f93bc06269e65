package display

import (
	"fmt"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
)

const (
	maxRows  = 20 // features that a table lists
	barWidth = 12 // blocks of a full bar
)

// Ranking is the table of a ranking: rank, feature, score and a bar scaled to
// the best.
func Ranking(r *algorithms.Ranking) *Table {
	t := comparisonTable([]*algorithms.Ranking{r})
	t.Title, t.Groups = cleanTitle(r), nil
	t.Notes = append(t.Notes, rankingNotes(r)...)
	return t
}

// Comparison is the table of several rankings side by side, row by row.
func Comparison(c *evaluation.Comparison) *Table {
	t := comparisonTable(c.Rankings)
	names := make([]string, len(c.Common))
	for i, n := range c.Common {
		names[i] = clean(n)
	}
	switch {
	case len(c.Overlaps) == 1:
		o := c.Overlaps[0]
		note := fmt.Sprintf("%d of %d in common", o.Common, o.Of)
		if len(names) > 0 {
			note += ": " + listNames(names, 10)
		}
		t.Notes = append(t.Notes, note+".")
	case len(c.Overlaps) > 1:
		parts := make([]string, len(c.Overlaps))
		for i, o := range c.Overlaps {
			parts[i] = fmt.Sprintf("%s and %s %d of %d", clean(o.A), clean(o.B), o.Common, o.Of)
		}
		note := "In common: " + strings.Join(parts, "; ")
		if len(names) > 0 {
			note += fmt.Sprintf("; all of them %d: %s", len(names), listNames(names, 10))
		}
		t.Notes = append(t.Notes, note+".")
	}
	for _, r := range c.Rankings {
		for _, n := range rankingNotes(r) {
			t.Notes = append(t.Notes, clean(r.Label)+": "+n)
		}
	}
	return t
}

func listNames(names []string, limit int) string {
	if len(names) > limit {
		return strings.Join(names[:limit], ", ") + fmt.Sprintf(" and %d more", len(names)-limit)
	}
	return strings.Join(names, ", ")
}

func cleanTitle(r *algorithms.Ranking) string {
	title := fmt.Sprintf("%s: %d of %d", clean(r.Label), r.K, r.D)
	if r.Dataset != "" {
		title += ", " + clean(r.Dataset)
	}
	return title
}

// comparisonTable puts rankings into one table, so that their rows share their
// height whatever renders them.
func comparisonTable(rankings []*algorithms.Ranking) *Table {
	t := &Table{Columns: []Column{{Name: "rank", Align: Right}}, Groups: []Group{{"", 1}}}
	rows := 0
	for _, r := range rankings {
		t.Groups = append(t.Groups, Group{cleanTitle(r), 3})
		t.Columns = append(t.Columns, Column{Name: "feature"}, Column{Name: "score", Align: Right}, Column{Bar: true})
		rows = max(rows, min(len(r.Features), maxRows))
	}
	for i := range rows {
		t.Rows = append(t.Rows, []string{itoa(i + 1)})
	}
	for _, r := range rankings {
		shown := min(len(r.Features), maxRows)
		scores := formatColumn(r.Scores[:shown])
		largest := largestFinite(r.Scores)
		for i := range rows {
			if i >= shown {
				t.Rows[i] = append(t.Rows[i], "", "", "")
				continue
			}
			t.Rows[i] = append(t.Rows[i], clean(r.Names[i]), scores[i], bar(r.Scores[i], largest, barWidth))
		}
	}
	return t
}

// rankingNotes is what a sceptic asks: is the optimum certified, is the answer
// whole, what does the method warn of.
func rankingNotes(r *algorithms.Ranking) []string {
	var notes []string
	if r.Partial {
		notes = append(notes, fmt.Sprintf("Stopped before the end: %s.", plural(r.K, "feature", "features")))
	}
	if len(r.Features) > maxRows {
		notes = append(notes, fmt.Sprintf("The first %d of %d are listed.", maxRows, r.K))
	}
	if o := r.Diagnostics.Objective; o != nil {
		text := "Objective " + formatNumber(float64(*o), float64(*o))
		if c := r.Diagnostics.Certificate; c != nil {
			if c.Holds() {
				text += fmt.Sprintf(", global optimum (residual %.0e)", float64(c.Value))
			} else {
				text += fmt.Sprintf(", not certified as the optimum (residual %.0e)", float64(c.Value))
			}
		}
		if n := r.Diagnostics.Iterations; n > 0 {
			text += ", " + plural(n, "iteration", "iterations")
		}
		notes = append(notes, text+".")
	}
	for _, w := range r.Warnings {
		notes = append(notes, "Warning: "+cleanSentence(w))
	}
	return notes
}

// cleanSentence is clean without the limit on length.
func cleanSentence(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		words[i] = clean(w)
	}
	return strings.Join(words, " ")
}
