package display

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
)

const (
	maxRows  = 20 // features that a table lists
	barWidth = 12 // blocks of a full bar
)

// barRoom is the blocks of a full bar in a table of several rankings: three of
// them still stand side by side in a cell.
func barRoom(rankings int) int { return max(4, min(barWidth, 24/max(rankings, 1))) }

// Ranking is the table of a ranking: rank, feature, score and a bar scaled to
// the best.
func Ranking(r *algorithms.Ranking) *Table {
	t := comparisonTable([]*algorithms.Ranking{r})
	t.Title, t.Groups = cleanTitle(r), nil
	t.Notes = append(t.Notes, rankingNotes(r)...)
	return t
}

// maxPairs is the number of pairs of rankings whose overlap a comparison lists.
const maxPairs = 6

// Comparison is the table of several rankings side by side, row by row.
func Comparison(c *evaluation.Comparison) *Table {
	t := comparisonTable(c.Rankings)
	if note := overlapNote(c); note != "" {
		t.Notes = append(t.Notes, note)
	}
	labels := rankingLabels(c.Rankings)
	for i, r := range c.Rankings {
		for _, n := range rankingNotes(r) {
			t.Notes = append(t.Notes, labels[i]+": "+n)
		}
	}
	return t
}

func overlapNote(c *evaluation.Comparison) string {
	if len(c.Overlaps) == 0 {
		return ""
	}
	names := make([]string, len(c.Common))
	for i, n := range c.Common {
		names[i] = clean(n)
	}
	if o := c.Overlaps[0]; len(c.Overlaps) == 1 {
		note := fmt.Sprintf("%d of %d in common", o.Common, o.Of)
		if len(names) > 0 {
			note += ": " + listNames(names, 10)
		}
		return note + "."
	}
	labels := rankingLabels(c.Rankings)
	var parts []string
	for a := range labels {
		for b := a + 1; b < len(labels) && len(parts) < min(maxPairs, len(c.Overlaps)); b++ {
			o := c.Overlaps[len(parts)]
			parts = append(parts, fmt.Sprintf("%s and %s %d of %d", labels[a], labels[b], o.Common, o.Of))
		}
	}
	note := "In common: " + strings.Join(parts, "; ")
	if more := len(c.Overlaps) - len(parts); more > 0 {
		note += fmt.Sprintf(" and %s more", plural(more, "pair", "pairs"))
	}
	note += fmt.Sprintf("; all of them %d", len(names))
	if len(names) > 0 {
		note += ": " + listNames(names, 10)
	}
	return note + "."
}

// rankingLabels names rankings so that no two look alike.
func rankingLabels(rankings []*algorithms.Ranking) []string {
	labels, features := make([]string, len(rankings)), make([]int, len(rankings))
	for i, r := range rankings {
		labels[i], features[i] = r.Label, r.K
	}
	return distinct(labels, features)
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
		scores := r.Scores[:min(len(r.Scores), shown)]
		written, largest := formatColumn(scores), largestFinite(r.Scores)
		for i := range rows {
			var name, score, blocks string
			if i < shown {
				name = featureName(r, i)
			}
			if i < len(scores) {
				score, blocks = written[i], bar(scores[i], largest, barRoom(len(rankings)))
			}
			t.Rows[i] = append(t.Rows[i], name, score, blocks)
		}
	}
	return t
}

// featureName is the name of the i-th best; a ranking made by hand may have none.
func featureName(r *algorithms.Ranking, i int) string {
	if i < len(r.Names) {
		return clean(r.Names[i])
	}
	return fmt.Sprintf("column %d", r.Features[i])
}

// rankingNotes is what a sceptic asks: is the answer whole, is the optimum
// certified, what else does the method say, what does it warn of.
func rankingNotes(r *algorithms.Ranking) []string {
	var notes []string
	if r.Partial {
		notes = append(notes, fmt.Sprintf("Stopped before the end: %s.", plural(len(r.Features), "feature", "features")))
	}
	if r.Cached {
		notes = append(notes, cachedNote)
	}
	if len(r.Features) > maxRows {
		notes = append(notes, fmt.Sprintf("The first %d of %d are listed.", maxRows, len(r.Features)))
	}
	if text := diagnosticsNote(&r.Diagnostics); text != "" {
		notes = append(notes, text)
	}
	return append(notes, warningNotes(r.Warnings)...)
}

func diagnosticsNote(d *algorithms.Diagnostics) string {
	var parts []string
	if o := d.Objective; o != nil {
		parts = append(parts, "objective "+formatNumber(float64(*o), math.Abs(float64(*o))))
	}
	if c := d.Certificate; c != nil {
		name := "residual"
		if c.Name != "" {
			name = cleanSentence(c.Name)
		}
		value := "0"
		if c.Value != 0 {
			value = minus(fmt.Sprintf("%.0e", float64(c.Value)))
		}
		parts = append(parts, fmt.Sprintf("%s (%s: %s)", clean(c.Claim()), name, value))
	}
	if n := d.Iterations; n > 0 {
		text := plural(n, "iteration", "iterations")
		if !d.Converged {
			text = "not converged after " + text
		}
		parts = append(parts, text)
	}
	for _, v := range d.Extra[:min(len(d.Extra), 4)] {
		name := strings.ReplaceAll(clean(v.Name), "_", " ")
		parts = append(parts, name+" "+minus(strconv.FormatFloat(float64(v.Value), 'g', 4, 64)))
	}
	if parts == nil {
		return ""
	}
	text := strings.Join(parts, "; ")
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// cachedNote tells an answer that an earlier cell computed.
const cachedNote = "Cached: read from the disk, where an earlier run left it."
