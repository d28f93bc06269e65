// Package number has floating-point numbers whose JSON form includes infinite numbers and NaN.
package number

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number is a float64 whose JSON form is "inf" or "-inf" if it is infinite and null if it is NaN;
// reading restores the value. The methods do not use encoding/json, which would make every notebook
// cell slower to link.
type Number float64

// MarshalJSON writes the shortest decimal that reads back to the same bits.
func (x Number) MarshalJSON() ([]byte, error) { return appendNumber(nil, float64(x)), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (x *Number) UnmarshalJSON(b []byte) error {
	v, err := parseNumber(string(b))
	*x = Number(v)
	return err
}

// GobEncode writes the bits of x. Without it gob would omit a zero behind a pointer, and
// Diagnostics.Objective would become nil.
func (x Number) GobEncode() ([]byte, error) {
	return binary.LittleEndian.AppendUint64(nil, math.Float64bits(float64(x))), nil
}

// GobDecode reads what GobEncode writes.
func (x *Number) GobDecode(b []byte) error {
	if len(b) != 8 {
		return fmt.Errorf("number has %d bytes, want 8", len(b))
	}
	*x = Number(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	return nil
}

// Numbers is a []float64 with the JSON form of Number.
type Numbers []float64

// MarshalJSON writes an array of what Number writes; a nil slice is null.
func (x Numbers) MarshalJSON() ([]byte, error) {
	if x == nil {
		return []byte("null"), nil
	}
	out := []byte{'['}
	for i, v := range x {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendNumber(out, v)
	}
	return append(out, ']'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (x *Numbers) UnmarshalJSON(b []byte) error {
	text := strings.TrimSpace(string(b))
	if text == "null" {
		*x = nil
		return nil
	}
	text, open := strings.CutPrefix(text, "[")
	text, shut := strings.CutSuffix(text, "]")
	if !open || !shut {
		return fmt.Errorf("%.20q is not an array of numbers", b)
	}
	out := Numbers{}
	for cell := range strings.SplitSeq(text, ",") {
		if cell = strings.TrimSpace(cell); cell == "" && len(out) == 0 {
			continue
		}
		v, err := parseNumber(cell)
		if err != nil {
			return err
		}
		out = append(out, v)
	}
	*x = out
	return nil
}

func appendNumber(b []byte, v float64) []byte {
	switch {
	case math.IsNaN(v):
		return append(b, "null"...)
	case math.IsInf(v, 1):
		return append(b, `"inf"`...)
	case math.IsInf(v, -1):
		return append(b, `"-inf"`...)
	}
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}

func parseNumber(s string) (float64, error) {
	switch s {
	case "null":
		return math.NaN(), nil
	case `"inf"`:
		return math.Inf(1), nil
	case `"-inf"`:
		return math.Inf(-1), nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, fmt.Errorf(`%.20q is not a number, "inf", "-inf" or null`, s)
	}
	return v, nil
}

// Text writes a number with all its digits; infinite ones are inf and -inf.
func Text(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
