package tabular

import (
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
