package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/internal/wording"
)

// rangePolls is the number of polls of the context after which a run at an end of a range is
// canceled: thousands of restarts are an answer, and take too long here.
const rangePolls = 500

// checkRanges: each number has a range. At its ends, and at extreme values in it, there is an
// answer or one line; a value outside is refused by one line with the parameter's name and value,
// wherever it comes from.
func checkRanges(t reporter, s subject) {
	d := little()
	for _, p := range algorithms.Parameters(s.method) {
		kind := p.Type.Kind()
		if kind != reflect.Int && kind != reflect.Float64 {
			continue
		}
		if p.Range == (algorithms.Range{}) {
			t.Errorf("parameter %s has no tag \"range\"", p.Name)
			continue
		}
		name, choice, needs := strings.Cut(p.Needs, "=")
		if s.heavy || needs && !slices.Contains(algorithms.Params(s.method),
			algorithms.Param{Name: name, Value: choice}) {
			continue // the subject of the kind has it
		}
		for _, v := range extremes(p, d.N(), d.D()) {
			s.checkExtreme(t, p, v)
		}
	}
}

// extremes are the ends of a range, the numbers beyond them, and those that overflow something.
func extremes(p algorithms.Parameter, n, d int) []float64 {
	least, most, _ := p.Range.For(n, d)
	if p.Type.Kind() == reflect.Int {
		most = min(most, math.MaxInt)
		return []float64{least, least - 1, most, most + 1, -1, 0x1p31, 0x1p31 - 1, 0x1p62,
			math.MaxInt, math.MinInt}
	}
	return []float64{least, math.Nextafter(least, math.Inf(-1)),
		math.Nextafter(least, math.Inf(1)), most, math.Nextafter(most, 0),
		math.Nextafter(most, math.Inf(1)), math.NaN(), math.Inf(1), math.Inf(-1), -1, 5e-324,
		1e-160, 1e150, 1e308}
}

// checkExtreme sets a parameter, after the kind that it needs.
func (s subject) checkExtreme(t reporter, p algorithms.Parameter, v float64) {
	m := s.method
	if name, kind, needs := strings.Cut(p.Needs, "="); needs {
		var err error
		if m, err = set(m, algorithms.Param{Name: name, Value: kind}); err != nil {
			t.Errorf("%s: %v", p.Needs, err)
			return
		}
	}
	changed := reflect.New(reflect.TypeOf(m)).Elem()
	changed.Set(reflect.ValueOf(m))
	if !setNumber(changed, p.Name, v) {
		t.Errorf("parameter %s was not found", p.Name)
		return
	}
	m = changed.Interface().(algorithms.Selector)
	own := asSubjects(s.entry, m)
	s = own[max(0, slices.IndexFunc(own, func(o subject) bool {
		return o.continuous == s.continuous
	}))]
	d := s.data(little())
	opt := algorithms.Options{K: s.ks(d.D())[0], Workers: 1}
	r, err := m.Select(newPolled(rangePolls), d, opt)
	what := fmt.Sprintf("%s = %g", p.Name, v)
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil && p.Range.Has(v, d.N(), d.D()):
		s.refusal(t, what, r, err)
	case err != nil:
		s.refusal(t, what, r, err, p.Name+" = ", "; give ")
	case !p.Range.Has(v, d.N(), d.D()):
		t.Errorf("%s: no error, and the range is %s", what, p.Range)
	default:
		s.valid(t, what, r, d, opt)
	}
}

// setNumber sets the parameter in a struct, or in what it holds.
func setNumber(v reflect.Value, name string, to float64) bool {
	for i := range v.NumField() {
		f, field := v.Type().Field(i), v.Field(i)
		own := f.Tag.Get("param")
		if own == "" {
			own = wording.SnakeCase(f.Name)
		}
		switch {
		case !f.IsExported():
		case own == name && field.CanInt():
			field.SetInt(toInt(to))
			return true
		case own == name && field.CanFloat():
			field.SetFloat(to)
			return true
		case field.Kind() == reflect.Struct && setNumber(field, name, to):
			return true
		case field.Kind() == reflect.Interface && field.Elem().Kind() == reflect.Struct:
			inner := reflect.New(field.Elem().Type()).Elem()
			inner.Set(field.Elem())
			if setNumber(inner, name, to) {
				field.Set(inner)
				return true
			}
		}
	}
	return false
}

// toInt is the nearest integer.
func toInt(v float64) int64 {
	switch {
	case v >= math.MaxInt:
		return math.MaxInt
	case v <= math.MinInt:
		return math.MinInt
	}
	return int64(v)
}
