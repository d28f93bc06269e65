package table

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/internal/visible"
	"fsnb.example/internal/wording"
)

// BoldGroups chooses the bold cells of a table, group by group: a group is the cells that are
// compared with one best, such as a row of accuracies or the methods on a data set. Where every
// cell of a group would be bold, none is. All tables of results use it, so that the rule is the
// same everywhere.
type BoldGroups struct {
	Some  bool // whether a group has bold cells
	Alike bool // whether a group of two or more has none, since all would be
}

// Of returns the bold cells of a group: those that are good, unless all are. Cells for which there
// is false are ignored; nil means that all exist.
func (b *BoldGroups) Of(good, there []bool) []bool {
	bold, cells, marked := make([]bool, len(good)), 0, 0
	for i, g := range good {
		if there != nil && !there[i] {
			continue
		}
		cells++
		if g {
			bold[i] = true
			marked++
		}
	}
	switch {
	case marked < cells:
		b.Some = b.Some || marked > 0
	case cells > 0:
		clear(bold)
		b.Alike = b.Alike || cells > 1
	}
	return bold
}

// Note explains bold and its absence, as far as both occur: meaning where a group has bold cells,
// then without where another has none; none where no group has any.
func (b *BoldGroups) Note(meaning, without, none string) []string {
	switch {
	case b.Some && b.Alike:
		return []string{meaning + " " + without}
	case b.Some:
		return []string{meaning}
	case b.Alike:
		return []string{none}
	}
	return nil
}

// NothingYet is a one-line message in place of a table, when no part was finished before an
// interrupt.
func NothingYet(title, part string, of int) *Table {
	line := fmt.Sprintf("Interrupted: 0 of %s finished, so there is nothing to show yet.",
		wording.Plural(of, part, part+"s"))
	if of == 0 {
		line = "Interrupted before the first " + part + " was finished, so there is nothing to " +
			"show yet."
	}
	return &Table{Title: title, Columns: []Column{{}}, Rows: [][]string{{line}}}
}

// Notes renders notes without a table, a line a note.
func Notes(notes []string) (text, markdown, page string) {
	var t, m, h strings.Builder
	for _, n := range notes {
		t.WriteString(shown(n) + "\n")
		m.WriteString(escapeParagraph(n) + "\n\n")
		h.WriteString("<p style=\"margin:.3em 0\"><small style=\"font-size:85%\">" +
			escapeHTML(n) + "</small></p>\n")
	}
	return t.String(), m.String(), h.String()
}

// shown escapes invisible characters: see visible.Text.
func shown(s string) string { return visible.Text(s) }

// Bar draws v as a row of blocks, full for largest; a negative value has none.
func Bar(v, largest float64, width int) string {
	share := v / largest
	switch {
	case math.IsInf(v, 1):
		share = 1
	case !(v > 0) || !(largest > 0):
		return ""
	}
	n := max(1, int(math.Round(min(share, 1)*float64(8*width)))) // there is something
	text := strings.Repeat("█", n/8)
	if rest := n % 8; rest > 0 {
		text += string(blocks[rest-1])
	}
	return text
}

var blocks = []rune("▏▎▍▌▋▊▉█")

// eighths is the length of a bar in eighths of a block.
func eighths(bar string) int {
	n := 0
	for _, r := range bar {
		n += slices.Index(blocks, r) + 1
	}
	return n
}
