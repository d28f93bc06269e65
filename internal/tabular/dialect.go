package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
)

// blanks is the separator that stands for runs of spaces and tabs.
const blanks = ' '

// dialect is the separator and the decimal sign of a table.
type dialect struct {
	comma byte
	signs
	columns []form // at the beginning; nil for none
	doubt   string
}

// findDialect detects, from the beginning of a text, what the options leave open.
func findDialect(head []byte, opt Options) (dialect, error) {
	if bytes.IndexByte(head, 0) >= 0 {
		return dialect{}, errors.New("this is not a text table (it holds zero bytes); give a " +
			".csv, .csv.gz or .mat file, or set Encoding to utf16 if it is text")
	}
	d := dialect{comma: byte(opt.Comma), signs: signs{decimal: byte(opt.Decimal),
		thousands: canonicalThousands(opt.Thousands)}}
	if d.decimal == 0 && d.thousands != 0 {
		d.decimal = otherSign(d.thousands)
		if d.thousands != ',' && d.thousands != '.' {
			d.decimal = 0 // either
		}
	}
	if opt.Comma == 0 {
		d.comma = findComma(head, d.signs)
		if d.comma == ',' && d.decimal == 0 {
			d.blanksFor(head)
		}
	}
	auto := d.decimal == 0
	if auto {
		d.decimal = '.'
		if d.comma != ',' && d.hasDecimalCommas(head) {
			d.decimal = ','
		}
		if d.comma != ',' && d.decimal == '.' {
			d.doubtDecimal(head)
		}
	}
	d.columns = d.forms(head)
	if auto && d.thousands == 0 && d.doubt == "" && d.comma != ',' && d.comma != blanks {
		d.doubtThousands(d.columns)
	}
	return d, nil
}

// separatorLine returns the separator that the first line of a text declares, as Excel's sep=;
// does, and the length of that line; 0 for none.
func separatorLine(head []byte) (length int, comma byte) {
	i := bytes.IndexAny(head, "\r\n")
	if i < 0 {
		return 0, 0
	}
	line := bytes.Trim(head[:i], `"`)
	if len(line) != 5 || !bytes.EqualFold(line[:4], []byte("sep=")) ||
		(Options{Comma: rune(line[4])}).Check() != nil {
		return 0, 0
	}
	if length = i + 1; bytes.HasPrefix(head[i:], []byte("\r\n")) {
		length++
	}
	return length, line[4]
}

// blanksFor uses blanks as separators in place of commas where commas are decimal signs.
func (d *dialect) blanksFor(head []byte) {
	first, _ := firstRow(head)
	count := countOutside(first)
	if count[','] == 0 || count[';'] > 0 || count['\t'] > 0 || count['"'] > 0 {
		return
	}
	switch blank, sure, example := commasOrBlanks(head); {
	case blank && sure:
		d.comma = blanks
		d.doubt = fmt.Sprintf("cells are cut at blanks and commas are decimal signs, as %q looks; "+
			"set Comma to ' ', or to ','", example)
	case blank:
		d.doubt = fmt.Sprintf("cells are cut at commas, and %q may be cells between blanks with "+
			"decimal commas; set Comma to ',', or to ' '", example)
	}
}

// doubtDecimal warns that cells with a point may be thousands.
func (d *dialect) doubtDecimal(head []byte) {
	if comma, point := mixedDecimals(head, d.comma); comma != "" {
		d.doubt = fmt.Sprintf("%q is read with a decimal point, and %q has a decimal comma; set "+
			"Decimal to '.', or to ','", point, comma)
	}
}

// findComma finds the separator; decimal commas and those between thousands are none.
func findComma(head []byte, s signs) byte {
	first, rest := firstRow(head)
	count := countOutside(first)
	if s.decimal == ',' {
		count[','] = 0
	}
	best := byte(',')
	for _, c := range []byte{';', '\t'} {
		if count[c] > count[best] || count[c] > 0 && commasAreInNumbers(first, c) {
			best = c
		}
	}
	if count[best] > 0 {
		return best
	}
	second, _ := firstRow(rest)
	n := countFields(first)
	below := countFields(second)
	// One cell more: the first row of R's tables has none for the names of the rows.
	if n > 1 && (len(second) == 0 || below == n || below == n+1) {
		return blanks
	}
	above := head[:len(head)-len(first)-len(rest)]
	if n == 1 && bytes.HasSuffix(above, []byte{'\t'}) && countOutside(second)['\t'] == 1 {
		return '\t' // an empty first cell, as data frames write it above the names of the rows
	}
	if n == 1 && len(second) > 0 && second[0] == '"' {
		count := countOutside(second)
		for _, c := range []byte{',', ';', '\t'} {
			if count[c] == 1 {
				return c
			}
		}
		if below == 2 {
			return blanks
		}
	}
	return best
}

// firstRow returns the first row of a text and the rest; blank lines and comments are skipped.
func firstRow(text []byte) (row, rest []byte) {
	for {
		text = bytes.TrimLeft(text, " \t\r\n")
		if len(text) == 0 || !isComment(text[0]) {
			break
		}
		end := bytes.IndexAny(text, "\r\n")
		if end < 0 {
			return nil, nil
		}
		text = text[end:]
	}
	quoted := false
	for i, c := range text {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted && (c == '\n' || c == '\r') {
			return text[:i], text[i:]
		}
	}
	return text, nil
}

// countFields counts the cells between runs of blanks outside quotes.
func countFields(row []byte) (n int) {
	quoted, inside := false, false
	for _, c := range row {
		quoted = quoted != (c == '"')
		blank := !quoted && (c == ' ' || c == '\t')
		if !blank && !inside {
			n++
		}
		inside = !blank
	}
	return n
}

// countOutside counts the characters outside quotes.
func countOutside(row []byte) (count [256]int) {
	quoted := false
	for _, c := range row {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted {
			count[c]++
		}
	}
	return count
}

// commasAreInNumbers reports whether every cell of a row that has a comma is a number with a
// decimal comma, or with commas between its thousands.
func commasAreInNumbers(row []byte, comma byte) bool {
	for cell := range bytes.SplitSeq(row, []byte{comma}) {
		if bytes.IndexByte(cell, ',') >= 0 {
			cell = bytes.Trim(cell, " \t\"")
			_, number := parseComma(cell)
			if grouped, _ := thousandsOf(string(cell)); !number && grouped.thousands == 0 {
				return false
			}
		}
	}
	return true
}

// hasDecimalCommas reports whether cells of a text are numbers with a decimal comma, some not of
// the form 1,000, and none has a decimal point.
func (d *dialect) hasDecimalCommas(head []byte) bool {
	found := false
	for cell := range roughCells(head, d.comma) {
		if bytes.IndexByte(cell, ',') < 0 {
			if _, number := ParseNumber(cell); number && bytes.IndexByte(cell, '.') >= 0 {
				return false
			}
			continue
		}
		if _, number := (signs{',', d.thousands}).parse(cell); !number {
			continue
		}
		found = found || !isThousand(cell)
	}
	return found
}

// roughCells yields what stands between separators and line ends, without quotes and blanks.
func roughCells(head []byte, comma byte) iter.Seq[[]byte] {
	isEnd := func(r rune) bool {
		return r == '\n' || r == '\r' || r == rune(comma) || comma == blanks && r == '\t'
	}
	return func(yield func([]byte) bool) {
		for cell := range bytes.FieldsFuncSeq(head, isEnd) {
			if !yield(bytes.Trim(cell, " \t\"")) {
				return
			}
		}
	}
}

// isThousand reports whether a number with a comma may be a thousand: 1,000.
func isThousand(cell []byte) bool {
	whole, fraction, _ := bytes.Cut(cell, []byte{','})
	whole = bytes.TrimLeft(whole, "+-")
	return len(fraction) == 3 && 1 <= len(whole) && len(whole) <= 3 && whole[0] != '0'
}

// parseComma reads a number with a decimal comma; one with a point is none.
func parseComma(text []byte) (float64, bool) { return signs{decimal: ','}.parse(text) }
