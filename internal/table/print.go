package table

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printStyle is for paper, which does not scroll: a table is printed in letters so small that its
// columns fit the page, and stays whole if a page holds it, while its notes may go on to the next.
// On screens it has one effect: long lines of code wrap in a page of nbconvert, which would cut
// them. Jupyter's own editors, which scroll, have no .highlight.
const printStyle = "<style>" +
	".jp-InputArea .highlight pre{white-space:pre-wrap!important;overflow-wrap:anywhere}" +
	"@media print{" +
	".fsnb-table{overflow:visible!important;container-type:inline-size}" +
	".fsnb-table table{font-size:min(12px,100cqw/var(--fsnb-em))!important}" +
	".fsnb-table{break-inside:avoid}" +
	".fsnb-wide td{white-space:normal!important}" +
	".fsnb-wide td,.fsnb-wide th{padding-right:.2em!important}" +
	".jp-OutputArea-child:has(.fsnb-table){break-inside:auto!important}" +
	".fsnb-table span{print-color-adjust:exact;-webkit-print-color-adjust:exact}" +
	".jp-InputArea pre{white-space:pre-wrap!important;overflow-wrap:anywhere}" +
	"}</style>"

// Widths in ems of a table's letters.
const (
	paddingEms = 1.3 // on both sides of a cell
	narrowEms  = 0.9 // the same where cells wrap
	groupEms   = 1.4 // before a group of columns
	proseEms   = 12  // of a column of text that wraps
	boldEms    = 1.1 // of a bold letter
	printEms   = 85  // of the widest table that is printed without line breaks in its cells
)

// printWidth is the ems in which a table fits on paper: with its cells on one line if that is
// readable, else with cells that wrap between words.
func (t *Table) printWidth() (ems int, wrap bool) {
	apart := groupEms * float64(max(len(t.groups())-1, 0))
	lines, words := apart, apart
	for j, c := range t.Columns {
		line, word := t.columnWidths(j)
		lines += max(line, float64(c.Room)) + paddingEms
		words += max(word, float64(c.Room)) + narrowEms
	}
	if lines <= printEms {
		return int(math.Ceil(lines)), false
	}
	return max(int(math.Ceil(words)), printEms), true
}

// columnWidths are the ems of a column's longest cell, less if it wraps on screens, and of its
// longest part that does not wrap on paper.
func (t *Table) columnWidths(j int) (line, word float64) {
	word = boldEms * longestWord(strings.ReplaceAll(t.Columns[j].Name, "_", "_ "))
	line = word
	for i := range t.Rows {
		whole, part := t.cellWidths(t.Columns[j], t.cell(i, j))
		if t.strong(i, j) {
			whole, part = boldEms*whole, boldEms*part
		}
		line, word = max(line, whole), max(word, part)
	}
	return line, word
}

// cellWidths are the widths of a cell and of its longest part, in ems.
func (t *Table) cellWidths(c Column, text string) (whole, part float64) {
	whole, part = textEms(text), longestWord(text)
	switch {
	case c.Bar:
		return barEms(text), barEms(text)
	case t.crowded(c):
		part = longestWord(strings.ReplaceAll(text, "_", "_ "))
		return part, part
	case c.parts(text):
		mean, sd, _ := strings.Cut(text, deviation)
		return whole, max(textEms(mean), textEms("± "+sd))
	case c.Prose || utf8.RuneCountInString(text) > maxNowrap:
		room := max(min(whole, proseEms), part)
		return room, room
	}
	return whole, part
}

func longestWord(text string) float64 {
	ems := 0.
	for word := range strings.FieldsSeq(text) {
		ems = max(ems, textEms(word))
	}
	return ems
}

// textEms is about the width of a text in a wide font, in ems.
func textEms(text string) float64 {
	ems := 0.
	for _, r := range text {
		switch {
		case strings.ContainsRune(" .,:;|'!()[]/-ijlftrI", r):
			ems += .4
		case r >= 0x2E80 || strings.ContainsRune("mwMW→…±−", r):
			ems += 1
		case unicode.IsUpper(r):
			ems += .72
		default:
			ems += .64
		}
	}
	return ems
}

func barEms(bar string) float64 { return float64(eighths(bar)) / 12 }

// scroller begins the element in which a table scrolls on screens and fits on paper. Numbers do not
// break inside, as words of Jupyter's outputs do on a narrow page.
func (t *Table) scroller() string {
	ems, wrap := t.printWidth()
	class := "fsnb-table"
	if wrap {
		class += " fsnb-wide"
	}
	return fmt.Sprintf("<div class=\"%s\" style=\"overflow-x:auto;contain:inline-size;"+
		"word-break:normal;overflow-wrap:normal;--fsnb-em:%d\">", class, ems)
}
