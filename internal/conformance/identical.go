package conformance

import (
	"math"
	"reflect"
	"slices"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
)

// difference says how two answers differ in anything but time: nothing where they do not.
func difference(want, got *algorithms.Ranking) string {
	if identical(want, got) {
		return ""
	}
	return cmp.Diff(want, got, bits)
}

// identical reports whether two answers have the same bits, the time apart. Where it reports false,
// cmp decides, which takes far longer.
func identical(a, b *algorithms.Ranking) bool {
	x, y := *a, *b
	x.Elapsed, y.Elapsed = 0, 0
	return sameValue(reflect.ValueOf(x), reflect.ValueOf(y))
}

func sameValue(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float64:
		return math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		return a.Elem().Type() == b.Elem().Type() && sameValue(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !sameValue(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() || a.IsNil() != b.IsNil() {
			return false
		}
		if a.CanInterface() {
			switch v := a.Interface().(type) {
			case algorithms.Numbers:
				return slices.EqualFunc(v, b.Interface().(algorithms.Numbers), equalBits)
			case []int:
				return slices.Equal(v, b.Interface().([]int))
			}
		}
		for i := range a.Len() {
			if !sameValue(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int64:
		return a.Equal(b)
	}
	return false
}
