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
	isEnd := func(r rune) bool {
		return r == '\n' || r == '\r' || r == rune(comma) || comma == blanks && r == '\t'
	}
	for cell := range bytes.FieldsFuncSeq(head, isEnd) {
		cell = bytes.Trim(cell, " \t\"")
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

// classNames are common names of the label column.
var classNames = strings.Fields("class classes label labels target targets classlabel classlabels")

// otherClass warns when the last column is taken for the label and another one has such a name; ""
// otherwise.
func otherClass(opt Options, label int, names []string, dropped []bool) string {
	if opt.Label != "" || names == nil || label < 0 || isClassName(names[label]) {
		return ""
	}
	for j, name := range names {
		if isClassName(name) && (dropped == nil || !dropped[j]) {
			return fmt.Sprintf("column %s, the last one, is taken for the classes, although "+
				"another is called %s; set Label to one of the "+
				"two", visible.Name(names[label]), visible.Name(name))
		}
	}
	return ""
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
