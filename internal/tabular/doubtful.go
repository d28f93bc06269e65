package tabular

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"fsnb.example/internal/visible"
)

// commasOrBlanks reports whether the rows of a text, which have commas and no semicolons or tabs,
// are numbers with decimal commas separated by blanks. sure means that splitting at the commas
// would give cells of two numbers, as 5 2 in 1,5 2,5; 1,5 yes may be either.
func commasOrBlanks(head []byte) (blank, sure bool, example string) {
	width := 0
	for rows := 0; ; rows++ {
		row, rest := firstRow(head)
		fields := bytes.Fields(row)
		if len(rest) == 0 && rows > 0 || len(row) == 0 { // the last row may be incomplete
			return width > 1, sure, example
		}
		if rows == 0 {
			width, example = len(fields), visible.Short(string(row))
		}
		commas := 0
		for _, field := range fields {
			if bytes.IndexByte(field, ',') >= 0 {
				if !isDecimalComma(field) {
					return false, false, ""
				}
				commas++
			}
		}
		if len(fields) != width || rows == 0 && commas == 0 {
			return false, false, ""
		}
		for cell := range bytes.SplitSeq(row, []byte{','}) {
			numbers := 0
			for _, part := range bytes.Fields(cell) {
				if _, ok := ParseNumber(part); ok {
					numbers++
				}
			}
			sure = sure || numbers > 1
		}
		head = rest
	}
}

// isDecimalComma reports whether a cell is a number with digits on both sides of a comma.
func isDecimalComma(cell []byte) bool {
	i := bytes.IndexByte(cell, ',')
	if i < 1 || i+1 == len(cell) || !isDigits(cell[i-1:i]) || !isDigits(cell[i+1:i+2]) {
		return false
	}
	_, ok := parseComma(cell)
	return ok
}

// mixedDecimals returns the first cell of a text that is a number with a decimal comma,
// and none with a thousand, and the first with a decimal point; "" unless it has both.
func mixedDecimals(head []byte, comma byte) (withComma, withPoint string) {
	for cell := range roughCells(head, comma) {
		switch {
		case withComma == "" && isDecimalComma(cell) && !isThousand(cell):
			withComma = visible.Short(string(cell))
		case withPoint == "" && bytes.IndexByte(cell, '.') >= 0:
			if _, ok := ParseNumber(cell); ok {
				withPoint = visible.Short(string(cell))
			}
		}
		if withComma != "" && withPoint != "" {
			return withComma, withPoint
		}
	}
	return "", ""
}

// classNames are common names of the label column, and oftenClasses names that other columns have
// too.
var (
	classNames = strings.Fields("class classes label labels target targets classlabel classlabels")

	oftenClasses = strings.Fields("survived species outcome diagnosis y type group response status " +
		"category")
)

// otherClass warns when the last column is taken for the label and another one has such a name; ""
// otherwise.
func otherClass(opt Options, label int, names []string, dropped []bool) string {
	if opt.Label != "" || names == nil || label < 0 || isClassName(names[label]) {
		return ""
	}
	often := func(j int) bool {
		name := strings.ToLower(names[j])
		// A y behind an x is a coordinate.
		return slices.Contains(oftenClasses, name) &&
			!(name == "y" && j > 0 && strings.EqualFold(names[j-1], "x"))
	}
	other := -1
	for j, name := range names {
		switch {
		case j == label || dropped != nil && dropped[j]:
		case isClassName(name):
			return sayOther(names, label, j)
		case other < 0 && often(j):
			other = j
		}
	}
	if other < 0 || often(label) {
		return ""
	}
	return sayOther(names, label, other)
}

// saysLast is part of the warnings that another column may be the label.
const saysLast = ", the last one, is taken for the classes, although"

func sayOther(names []string, label, other int) string {
	return fmt.Sprintf("column %s%s another is called %s; set Label to one of the two",
		visible.Name(names[label]), saysLast, visible.Name(names[other]))
}

// maybeClass reports whether a column of that name may well be the label.
func maybeClass(name string) bool {
	return isClassName(name) || slices.Contains(oftenClasses, strings.ToLower(name))
}

func isClassName(name string) bool {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	return slices.Contains(classNames, letters)
}

// doubtLabel warns when the last column, of numbers, is taken for the label, and one other column
// has words, which repeat.
func (g *grid) doubtLabel() {
	if g.lastLabel == "" || g.classes.numeric || maybeClass(g.lastLabel) {
		return
	}
	if slices.ContainsFunc(g.warnings, func(w string) bool {
		return strings.Contains(w, saysLast)
	}) {
		return
	}
	only := -1
	for j, levels := range g.levels {
		switch {
		case levels == nil:
		case only >= 0:
			return
		default:
			only = j
		}
	}
	if only < 0 || len(g.levels[only]) < 2 || 2*len(g.levels[only]) > g.n {
		return
	}
	for _, name := range g.classes.names {
		if _, ok := ParseNumber([]byte(name)); !ok {
			return
		}
	}
	g.warn(fmt.Sprintf("column %s%s %s is the only column of words; set Label to one of the two",
		visible.Name(g.lastLabel), saysLast, visible.Name(g.names[only])))
}

// sayNames warns of columns of words of which more than half are different.
func (g *grid) sayNames() {
	if g.n < leastNamed {
		return
	}
	for j, levels := range g.levels {
		if 2*len(levels) <= g.n {
			continue
		}
		used, count := make([]bool, len(levels)), 0
		for i := j; i < len(g.cells); i += g.p() {
			if v := g.cells[i]; !isMissingCell(v) && !used[int(v)] {
				used[int(v)] = true
				count++
			}
		}
		if 2*count > g.n {
			g.warn(fmt.Sprintf("column %s has %d different words in %d rows: it looks like an "+
				"identifier; set Drop, or ID if it names the samples", visible.Name(g.names[j]),
				count, g.n))
		}
	}
}

// leastNamed is the least number of samples for a warning about their names.
const leastNamed = 10

// repeatsName notes a cell that equals the name of its column, where only its words suggest that
// the first row is a header.
func (t *tableReader) repeatsName(line, j int, text []byte) {
	if t.guessed && t.repeated.line == 0 && string(text) == t.names[j] &&
		!t.numberOrMissing(t.names[j]) {
		t.repeated = place{line, j, visible.Short(string(text))}
	}
}

// doubtHeader warns of a first row of names that may be a sample; "" otherwise.
func (t *tableReader) doubtHeader() string {
	if t.repeated.line == 0 {
		return ""
	}
	return fmt.Sprintf("row %d is taken for the names of the columns, and row %d has %q in the "+
		"column of that name: row %d may be a sample; set Header to no, or to yes",
		t.firstRow, t.repeated.line, t.repeated.text, t.firstRow)
}
