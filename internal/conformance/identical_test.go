package conformance

import (
	"math"
	"reflect"
	"testing"

	"fsnb.example/algorithms"
)

// whole is an answer with something in every field.
func whole() *algorithms.Ranking {
	r := new(algorithms.Ranking)
	fill(reflect.ValueOf(r).Elem())
	return r
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0))
		fill(v.Index(1))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.String:
		v.SetString("text")
	case reflect.Float64:
		v.SetFloat(0)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	}
}

// leaves calls f for each value that is no struct, slice or pointer.
func leaves(v reflect.Value, name string, f func(string, reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(v.Field(i), name+"."+v.Type().Field(i).Name, f)
		}
	case reflect.Slice:
		f(name, v)
		for i := range v.Len() {
			leaves(v.Index(i), name, f)
		}
	case reflect.Pointer:
		f(name, v)
		leaves(v.Elem(), name, f)
	default:
		f(name, v)
	}
}

// A change of any field, down to the sign of a zero, is noticed; that of the time is not.
func TestIdenticalNoticesEveryField(t *testing.T) {
	if !identical(whole(), whole()) {
		t.Fatal("equal answers differ")
	}
	count := 0
	r := whole()
	leaves(reflect.ValueOf(r).Elem(), "", func(name string, v reflect.Value) {
		before := reflect.New(v.Type()).Elem()
		before.Set(v)
		switch v.Kind() {
		case reflect.Float64:
			v.SetFloat(math.Copysign(0, -1))
		case reflect.String:
			v.SetString("other")
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Int, reflect.Int64:
			v.SetInt(8)
		default:
			v.SetZero()
		}
		if same := identical(whole(), r); same != (name == ".Elapsed") {
			t.Errorf("%s changed to %v: identical is %v", name, v, same)
		}
		v.Set(before)
		count++
	})
	if count < 40 {
		t.Errorf("%d fields", count)
	}
}
