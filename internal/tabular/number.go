package tabular

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/visible"
)

// powers holds the powers of ten that a float64 holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
	1e14, 1e15}

// ParseNumber reads a finite decimal number, as 12, -0.5 or 6.02e23; it refuses hexadecimal
// numbers, underscores and words, which strconv.ParseFloat accepts.
func ParseNumber(text []byte) (float64, bool) {
	if v, ok := parseShort(text); ok {
		return v, true
	}
	if len(text) == 0 || !decimal(text) {
		return 0, false
	}
	v, err := strconv.ParseFloat(string(text), 64)
	return v, err == nil
}

// parseShort reads numbers of up to 15 digits without an exponent. The digits and the power of ten
// are exact, so the quotient is rounded correctly.
func parseShort(text []byte) (float64, bool) {
	digits := text
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > 16 {
		return 0, false
	}
	var mantissa int64
	point := -1
	for i, c := range digits {
		switch {
		case '0' <= c && c <= '9':
			mantissa = mantissa*10 + int64(c-'0')
		case c == '.' && point < 0:
			point = i
		default:
			return 0, false
		}
	}
	v := float64(mantissa)
	switch {
	case point < 0 && len(digits) > 15, len(digits) == 1 && point == 0:
		return 0, false
	case point >= 0:
		v /= powers[len(digits)-1-point]
	}
	if text[0] == '-' {
		v = -v
	}
	return v, true
}

// decimal reports whether text has only characters of decimal numbers.
func decimal(text []byte) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return false
		}
	}
	return true
}

// errorCodes are written by spreadsheets in place of values that they cannot compute.
var errorCodes = []string{
	"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!",
	"#GETTING_DATA",
}

// isMissing reports whether a cell denotes a missing value.
func isMissing(cell string) bool {
	if len(cell) > 1 && cell[0] == '#' {
		return slices.Contains(errorCodes, cell)
	}
	switch len(cell) {
	case 0:
		return true
	case 1:
		return cell == "?"
	case 2:
		return strings.EqualFold(cell, "na")
	case 3:
		return strings.EqualFold(cell, "n/a") || strings.EqualFold(cell, "nan")
	case 4:
		return strings.EqualFold(cell, "null")
	}
	return false
}

// NumberOrMissing reports whether the first row of a table could hold text as a value rather than
// as a name: it is a number, even an invalid one, or a missing value.
func NumberOrMissing(text string) bool { return numberOrMissing(text) }

// numberOrMissing reports whether a cell is a number, even an invalid one, or a missing value.
func numberOrMissing(cell string) bool {
	switch strings.ToLower(strings.TrimLeft(cell, "+-")) {
	case "":
		return false
	case "inf", "infinity":
		return true
	}
	if isMissing(cell) {
		return true
	}
	if !decimal([]byte(cell)) {
		return false
	}
	_, err := strconv.ParseFloat(cell, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// badNumber describes a cell that should be a number, and how to correct it.
func badNumber(cell string) string {
	if isMissing(cell) {
		return missingText(cell, 1, "")
	}
	if v, err := strconv.ParseFloat(cell, 64); math.IsInf(v, 0) {
		if err != nil {
			return fmt.Sprintf("%q is beyond the range of numbers (±1.8e308); mend the cell",
				visible.Short(cell))
		}
		return fmt.Sprintf("%q is infinite; give a finite number, or drop the row or the column",
			cell)
	}
	if point := strings.Replace(cell, ",", ".", 1); point != cell {
		if _, ok := ParseNumber([]byte(point)); ok {
			return fmt.Sprintf("%q has a decimal comma; write %s%s",
				visible.Short(cell), visible.Short(point), orDecimal)
		}
	}
	return ""
}

const orDecimal = ", or set Decimal to ','"

// badFixed is badNumber for a format that defines how numbers are written.
func badFixed(cell string) string {
	if s, plain := thousandsOf(cell); s.thousands != 0 {
		return fmt.Sprintf("%q has a thousands separator; write %s", visible.Short(cell),
			visible.Short(plain))
	}
	return strings.TrimSuffix(badNumber(cell), orDecimal)
}

// sortClasses puts names into natural order: by value when all are numbers, else
// by text.
func sortClasses(classes []string) {
	values := make(map[string]float64, len(classes))
	numeric := true
	for _, c := range classes {
		v, ok := ParseNumber([]byte(c))
		numeric = numeric && ok
		values[c] = v
	}
	slices.SortFunc(classes, func(a, b string) int {
		if numeric {
			return cmp.Or(cmp.Compare(values[a], values[b]), compareDecimals(a, b),
				cmp.Compare(a, b))
		}
		return cmp.Compare(a, b)
	})
}

// maxPlain is the power of ten above which a number is written with an exponent.
const maxPlain = 21

// Canonical returns the shortest text of a number, so that 1, 1.0 and 1e0 are one class. It keeps
// the decimal number, not the nearest float64, so that labels of more digits than a float64 holds
// remain distinct.
func Canonical(label string) (string, bool) {
	if _, ok := ParseNumber([]byte(label)); !ok {
		return "", false
	}
	negative, digits, point, ok := cutDecimal(label)
	if !ok { // an exponent of more than 18 digits
		return label, true
	}
	if digits == "" {
		return "0", true
	}
	return writeDecimal(negative, digits, point), true
}

// CanonicalNumber is Canonical of the shortest decimal number that parses as v.
func CanonicalNumber(v float64) string {
	text, _ := Canonical(strconv.FormatFloat(v, 'e', -1, 64))
	return text
}

// cutDecimal returns the digits of a number without zeros at either end, "" for zero, and
// how many of them stand before the decimal point.
func cutDecimal(text string) (negative bool, digits string, point int, ok bool) {
	negative = strings.HasPrefix(text, "-")
	mantissa, exponent := strings.TrimLeft(text, "+-"), 0
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		var err error
		if exponent, err = strconv.Atoi(mantissa[i+1:]); err != nil || len(mantissa)-i > 19 {
			return false, "", 0, false
		}
		mantissa = mantissa[:i]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	point = len(whole) + exponent
	digits = whole + fraction
	short := strings.TrimLeft(digits, "0")
	point -= len(digits) - len(short)
	return negative, strings.TrimRight(short, "0"), point, true
}

// compareDecimals compares numbers that parse as the same float64.
func compareDecimals(a, b string) int {
	negative, digits, point, ok := cutDecimal(a)
	_, other, otherPoint, known := cutDecimal(b)
	if !ok || !known {
		return 0
	}
	c := cmp.Or(cmp.Compare(point, otherPoint), cmp.Compare(digits, other))
	if negative {
		return -c
	}
	return c
}

// writeDecimal writes a number as plain digits, or with an exponent when it is below
// .0001, or has more than 21 digits before the point.
func writeDecimal(negative bool, digits string, point int) string {
	var b bytes.Buffer
	if negative {
		b.WriteByte('-')
	}
	switch {
	case point <= -4 || point > maxPlain:
		b.WriteString(digits[:1])
		if len(digits) > 1 {
			b.WriteString("." + digits[1:])
		}
		sign := "+"
		if point < 1 {
			sign = "-"
		}
		size := strconv.Itoa(max(point-1, 1-point))
		b.WriteString("e" + sign + strings.Repeat("0", max(0, 2-len(size))) + size)
	case point <= 0:
		b.WriteString("0." + strings.Repeat("0", -point) + digits)
	case point < len(digits):
		b.WriteString(digits[:point] + "." + digits[point:])
	default:
		b.WriteString(digits + strings.Repeat("0", point-len(digits)))
	}
	return b.String()
}
