package algorithms

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Range is the interval of the values of a parameter, apart from 0, which always means its default.
// A struct field declares it in its tag "range", in the notation of intervals with ends that may
// depend on the data, n samples of d features:
//
//	Neighbors int     `range:"[1,n-1]"`
//	Share     float64 `range:"(0,1)"`
//	Weight    float64 `range:"(0,inf)"`
//
// Check returns an error for a value outside. The zero Range is that of a field without the tag.
type Range struct {
	least, most         end
	openLeast, openMost bool
}

// end is value + (n or d)/over, the latter for a base of 'n' or 'd'.
type end struct {
	base        byte
	over, value float64
}

// rangeTag is the key of the tag of a field that declares a Range.
const rangeTag = "range"

// rangeOf reads the tag of a field.
func rangeOf(f reflect.StructField) (r Range, err error) {
	text, ok := f.Tag.Lookup(rangeTag)
	if !ok {
		return r, nil
	}
	fault := fmt.Errorf("the tag range:%q is no interval, such as [1,n-1] or (0,inf)", text)
	left, right, ok := strings.Cut(text, ",")
	if !ok || len(left) < 2 || len(right) < 2 || !strings.ContainsAny(left[:1], "[(") {
		return r, fault
	}
	last := len(right) - 1
	if r.openLeast, r.openMost = left[0] == '(', right[last] == ')'; !r.openMost &&
		right[last] != ']' {
		return r, fault
	}
	if r.least, err = parseEnd(left[1:]); err == nil {
		r.most, err = parseEnd(right[:last])
	}
	if err != nil {
		return r, fault
	}
	return r, nil
}

func parseEnd(text string) (e end, err error) {
	if e.base = text[0]; e.base != 'n' && e.base != 'd' {
		e.base = 0
		e.value, err = strconv.ParseFloat(text, 64)
		return e, err
	}
	e.over = 1
	switch rest := text[1:]; {
	case strings.HasPrefix(rest, "/"):
		e.over, err = strconv.ParseFloat(rest[1:], 64)
	case rest != "":
		e.value, err = strconv.ParseFloat(rest, 64)
	}
	return e, err
}

// at is the end for n samples of d features.
func (e end) at(n, d int) float64 {
	switch e.base {
	case 'n':
		return e.value + math.Floor(float64(n)/e.over)
	case 'd':
		return e.value + math.Floor(float64(d)/e.over)
	}
	return e.value
}

// powers writes 1e+07 as 1e7.
var powers = strings.NewReplacer("e+0", "e", "e+", "e")

// String is such as "n − 1", "n/2" or "0.5".
func (e end) String() string {
	if e.base == 0 {
		return powers.Replace(strconv.FormatFloat(e.value, 'g', -1, 64))
	}
	out := string(e.base)
	if e.over != 1 {
		out += fmt.Sprintf("/%g", e.over)
	}
	if e.value != 0 {
		out += fmt.Sprintf(" − %g", -e.value)
	}
	return out
}

// For returns the ends for n samples of d features; open says which of them do not belong to the
// range.
func (r Range) For(n, d int) (least, most float64, open [2]bool) {
	return r.least.at(n, d), r.most.at(n, d), [2]bool{r.openLeast, r.openMost}
}

// Has reports whether v is in the range for n samples of d features, or 0, the default.
func (r Range) Has(v float64, n, d int) bool {
	least, most, open := r.For(n, d)
	return v == 0 || v >= least && v <= most && !(open[0] && v == least) &&
		!(open[1] && v == most)
}

// String is such as "1 to n − 1", "above 0, below 1" or "2 or more"; "" for the zero Range.
func (r Range) String() string { return r.text(end.String) }

func (r Range) text(of func(end) string) string {
	if r == (Range{}) {
		return ""
	}
	least, most := of(r.least), of(r.most)
	infinite := math.IsInf(r.most.value, 1)
	switch {
	case infinite && r.openLeast && r.openMost:
		return "above " + least
	case infinite && r.openMost:
		return least + " or more"
	case infinite && r.openLeast:
		return "above " + least + ", also +Inf"
	case !r.openLeast && !r.openMost:
		return least + " to " + most
	}
	out, word := least+" or more", ", up to "
	if r.openLeast {
		out = "above " + least
	}
	if r.openMost {
		word = ", below "
	}
	return out + word + most
}

// CheckRanges returns an error of one line if a field of a struct, or of one in it, is outside the
// range that its tag declares, for n samples of d features. Check calls it for a method with its
// defaults written out.
func CheckRanges(params any, n, d int) error {
	v := reflect.Indirect(reflect.ValueOf(params))
	if v.Kind() != reflect.Struct {
		return nil
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		r, err := rangeOf(f)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", paramName(f), err)
		}
		if r != (Range{}) {
			if err := r.check(paramName(f), v.Field(i), n, d); err != nil {
				return err
			}
			continue
		}
		inner, ok := variantIn(v.Field(i))
		if _, method := v.Field(i).Interface().(Selector); !ok && !method &&
			f.Type.Kind() == reflect.Struct {
			inner, ok = v.Field(i), true
		}
		if ok {
			if err := CheckRanges(inner.Interface(), n, d); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r Range) check(name string, v reflect.Value, n, d int) error {
	var value float64
	switch {
	case v.CanInt():
		value = float64(v.Int())
	case v.CanFloat():
		value = v.Float()
	default:
		return fmt.Errorf("parameter %s is no number, and its tag declares a range", name)
	}
	if r.Has(value, n, d) {
		return nil
	}
	least, most, _ := r.For(n, d)
	if most < least {
		return fmt.Errorf("%s = %v; the range %s is empty for n = %d samples of d = %d features; "+
			"give more", name, v, r, n, d)
	}
	text := r.text(func(e end) string {
		if e.base == 0 {
			return e.String()
		}
		return fmt.Sprintf("%s = %g", e, e.at(n, d))
	})
	if strings.HasPrefix(text, "above") {
		text = "a number " + text
	}
	return fmt.Errorf("%s = %v; give %s", name, v, text)
}
