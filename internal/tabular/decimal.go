package tabular

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
)

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
