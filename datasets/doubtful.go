package datasets

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// commasOrBlanks reports whether the rows of a text, which have commas and no semicolons or
// tabs, are numbers with decimal commas between blanks. sure tells that cutting them at the
// commas would leave cells of two numbers, as 5 2 in 1,5 2,5; else 1,5 yes may be either.
func commasOrBlanks(head []byte) (blank, sure bool, example string) {
	width := 0
	for rows := 0; ; rows++ {
		row, rest := firstRow(head)
		fields := bytes.Fields(row)
		if len(rest) == 0 && rows > 0 || len(row) == 0 { // the last row may be cut
			return width > 1, sure, example
		}
		if rows == 0 {
			width, example = len(fields), shortened(string(row))
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
				if _, ok := parseNumber(part); ok {
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
			withComma = shortened(string(cell))
		case withPoint == "" && bytes.IndexByte(cell, '.') >= 0:
			if _, ok := parseNumber(cell); ok {
				withPoint = shortened(string(cell))
			}
		}
		if withComma != "" && withPoint != "" {
			return withComma, withPoint
		}
	}
	return "", ""
}

// classNames are what the column of the classes is often called.
var classNames = strings.Fields("class classes label labels target targets classlabel classlabels")

// otherClass warns of a last column that is taken for the classes where another one is
// called so; "" when there is none.
func otherClass(opt Options, label int, names []string, dropped []bool) string {
	if opt.Label != "" || names == nil || label < 0 || isClassName(names[label]) {
		return ""
	}
	for j, name := range names {
		if isClassName(name) && (dropped == nil || !dropped[j]) {
			return fmt.Sprintf("column %s, the last one, is taken for the classes, although "+
				"another is called %s; set Label to one of the two", shown(names[label]), shown(name))
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

// repeatsName notes a cell that is what its column is called, where nothing but its words says
// that the first row is a header.
func (t *table) repeatsName(line, j int, text []byte) {
	if t.guessed && t.repeated.line == 0 && string(text) == t.names[j] &&
		!t.numberOrMissing(t.names[j]) {
		t.repeated = place{line, j, shortened(string(text))}
	}
}

// doubtHeader warns of a first row of names that may be a sample; "" of none.
func (t *table) doubtHeader() string {
	if t.repeated.line == 0 {
		return ""
	}
	return fmt.Sprintf("row %d is taken for the names of the columns, and row %d has %q in the "+
		"column of that name: row %d may be a sample; set Header to no, or to yes",
		t.firstRow, t.repeated.line, t.repeated.text, t.firstRow)
}

// warnHeader warns of a first sample that may be a header: no other is of its class, which
// is a word, or no word among words; or the sample is far from all others, and alone in its
// class or an even count as 1990, 1991, 1992.
func (d *Dataset) warnHeader(line int) {
	alone, about := false, "it is far from all others"
	if d.Labelled() {
		counts := d.ClassCounts()
		class := d.Classes[d.Y[0]]
		alone = counts[d.Y[0]] == 1 && slices.Max(counts) > 1
		if alone {
			about = fmt.Sprintf("no other is of its class %q", shortened(class))
		}
		isWord := func(name string) bool { _, ok := canonical(name); return !ok }
		if alone && (isWord(class) || slices.ContainsFunc(d.Classes, isWord)) {
			d.sayHeader(line, about)
			return
		}
	}
	if (alone || d.countsEvenly()) && d.firstIsFar() {
		d.sayHeader(line, about)
	}
}

func (d *Dataset) sayHeader(line int, about string) {
	d.Warnings = append(d.Warnings, fmt.Sprintf("row %d is taken for a sample, and %s: it may "+
		"be a header; set Header to yes, or to no", line, about))
}

// countsEvenly reports whether the first sample is three whole numbers or more of one
// distance, its class among them where that goes on with them.
func (d *Dataset) countsEvenly() bool {
	row := d.X.RawRowView(0)
	if len(row) == 2 && d.Labelled() {
		class, ok := parseNumber([]byte(d.Classes[d.Y[0]]))
		if step := row[1] - row[0]; ok && class == row[1]+step {
			row = []float64{row[0], row[1], class}
		} else if ok && class == row[0]-step {
			row = []float64{class, row[0], row[1]}
		}
	}
	if len(row) < 3 || row[1] == row[0] {
		return false
	}
	for j, v := range row {
		if v != math.Trunc(v) || j > 0 && v-row[j-1] != row[1]-row[0] {
			return false
		}
	}
	return true
}

// firstIsFar reports whether in more than half of the columns the first of five samples or
// more is farther from the others than these are from each other.
func (d *Dataset) firstIsFar() bool {
	n, p := d.X.Dims()
	if n < 5 {
		return false
	}
	least, most := slices.Clone(d.X.RawRowView(1)), slices.Clone(d.X.RawRowView(1))
	for i := 2; i < n; i++ {
		for j, v := range d.X.RawRowView(i) {
			least[j], most[j] = min(least[j], v), max(most[j], v)
		}
	}
	far := 0
	for j, v := range d.X.RawRowView(0) {
		if width := most[j] - least[j]; v > most[j]+width || v < least[j]-width {
			far++
		}
	}
	return 2*far > p
}
