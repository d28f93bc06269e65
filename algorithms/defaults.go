package algorithms

import (
	"fmt"
	"reflect"
	"strconv"
)

// WithDefaults returns m with every default written out, so that a field of zero and its default
// have the same Key. A number of zero gets the default of its tag,
//
//	Neighbors int `default:"5"`
//
// a string with a method Choices the first of them, unless its tag has omitzero, and a Variant what
// FillVariant returns for the kinds of About.Variants. A method writes other defaults in Resolve()
// Selector.
func WithDefaults[T Selector](m T) T {
	given := reflect.ValueOf(m)
	if isNil(given) {
		return m
	}
	var full Selector = m
	if r, ok := full.(resolver); ok {
		full = r.Resolve()
	}
	v, ok := copyOf(full)
	if !ok {
		return m
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if kinds := variantsOf(full, f); len(kinds) > 0 {
			of, _ := v.Field(i).Interface().(Variant)
			v.Field(i).Set(reflect.ValueOf(FillVariant(of, kinds)))
		}
	}
	fill(v)
	if given.Kind() == reflect.Pointer {
		v = v.Addr()
	}
	return v.Interface().(T)
}

// FillVariant returns v with its defaults written out: the first of kinds for nil, that of its kind
// for a struct of zeros, and numbers of zero by their tags. A pointer becomes the struct. A
// Variant of another kind, for which Check returns an error, stays.
func FillVariant[V Variant](v V, kinds []V) V {
	inner, ok := variantIn(reflect.ValueOf(&v).Elem())
	switch {
	case !ok:
		inner = reflect.ValueOf(kinds[0])
	case inner.IsZero():
		for _, k := range kinds {
			if k.Kind() == v.Kind() {
				inner = reflect.ValueOf(k)
			}
		}
	}
	if !inner.IsValid() {
		return v
	}
	out := reflect.New(inner.Type()).Elem()
	out.Set(inner)
	fill(out)
	if full, ok := out.Interface().(V); ok {
		return full
	}
	return v
}

// fill writes the defaults of tags and choices to the fields of a struct.
func fill(v reflect.Value) {
	for i := range v.NumField() {
		f, at := v.Type().Field(i), v.Field(i)
		if !f.IsExported() {
			continue
		}
		if _, method := at.Interface().(Selector); at.Kind() == reflect.Struct && !method {
			fill(at)
		}
		if !at.IsZero() {
			continue
		}
		if c, ok := at.Interface().(chooser); ok && at.Kind() == reflect.String {
			choices := c.Choices()
			if _, rare := f.Tag.Lookup("omitzero"); !rare && len(choices) > 0 {
				at.SetString(choices[0])
			}
		}
		if text := f.Tag.Get("default"); text != "" {
			setDefault(at, f.Name, text)
		}
	}
}

func setDefault(at reflect.Value, name, text string) {
	number, err := strconv.ParseFloat(text, 64)
	switch {
	case err == nil && at.CanInt():
		at.SetInt(int64(number))
	case err == nil && at.CanFloat():
		at.SetFloat(number)
	default:
		panic(fmt.Sprintf("field %s, a %s, has no default %q", name, at.Type(), text))
	}
}
