package algorithms

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fsnb.example/internal/wording"
)

// A Variant is the value of a parameter that is one of several kinds, each with its own parameters,
// such as a similarity of the samples. It is a struct. Its exported fields are also parameters of
// the method, under their names in snake_case or their tag "param":
// hsic(similarity=rbf,percentile=20,unscaled=false). If the field of a method has the type of one
// kind instead of an interface, the kind is omitted.
type Variant interface {
	// Kind is the name of the kind.
	Kind() string
}

// idler is a Variant with parameters that have no effect beside others. Keys and labels omit them.
type idler interface {
	Variant
	Idle(param string) bool
}

// aliased is a Variant whose kind has other names that SetParams takes.
type aliased interface {
	Variant
	Aliases() []string
}

// Parameter describes a parameter of a method. Param has its name and its value; the value of a
// parameter without effect is the default.
type Parameter struct {
	Param
	Choices []string     // possible values, the default first; nil for any value
	Needs   string       // setting without which it has no effect, such as similarity=rbf; or ""
	Range   Range        // of a number
	Type    reflect.Type // of its field
}

// Parameters returns all parameters of m, with those that have no effect; nil if one of them has no
// text.
func Parameters(m Selector) []Parameter {
	v := reflect.Indirect(reflect.ValueOf(WithDefaults(m)))
	if v.Kind() != reflect.Struct {
		return nil
	}
	var out []Parameter
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		more, err := parametersOf(m, f, v.Field(i))
		if err != nil {
			return nil
		}
		out = append(out, more...)
	}
	return out
}

// parametersOf describes a field of m, whose value is that of the resolved method.
func parametersOf(m Selector, f reflect.StructField, v reflect.Value) ([]Parameter, error) {
	name := paramName(f)
	if !f.Type.Implements(variantType) {
		text, err := fieldText(v)
		p := Parameter{Param: Param{name, text}, Type: f.Type}
		if err == nil {
			p.Range, err = rangeOf(f)
		}
		if c, ok := v.Interface().(chooser); ok {
			p.Choices = c.Choices()
		}
		return []Parameter{p}, err
	}
	if f.Type.Kind() != reflect.Interface {
		return variantParameters(v, "")
	}
	out := []Parameter{{Param: Param{name, "none"}, Type: f.Type}}
	now, ok := variantIn(v)
	if ok {
		out[0].Value = now.Interface().(Variant).Kind()
	}
	for _, kind := range variantsOf(m, f) {
		word := kind.Kind()
		out[0].Choices = append(out[0].Choices, word)
		own := now
		if word != out[0].Value {
			own = reflect.Indirect(reflect.ValueOf(WithDefaults(withVariant(m, f, kind))))
			own, _ = variantIn(own.FieldByIndex(f.Index))
		}
		more, err := variantParameters(own, name+"="+word)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// variantParameters describes all fields of a Variant.
func variantParameters(v reflect.Value, needs string) ([]Parameter, error) {
	var out []Parameter
	for i := range v.NumField() {
		f := v.Type().Field(i)
		text, err := fieldText(v.Field(i))
		if err != nil {
			return nil, err
		}
		p := Parameter{Param: Param{paramName(f), text}, Needs: needs, Type: f.Type}
		if p.Range, err = rangeOf(f); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

var variantType = reflect.TypeFor[Variant]()

// paramName is the name of the parameter of a field.
func paramName(f reflect.StructField) string {
	if name := f.Tag.Get("param"); name != "" {
		return name
	}
	return wording.SnakeCase(f.Name)
}

// variantIn returns the struct that a field of a method holds as a Variant; ok is false for
// other fields, and for nil.
func variantIn(v reflect.Value) (inner reflect.Value, ok bool) {
	if !v.IsValid() || !v.Type().Implements(variantType) || isNil(v) {
		return reflect.Value{}, false
	}
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v, v.Kind() == reflect.Struct
}

// variantsOf are the kinds that the parameter of a field takes.
func variantsOf(m Selector, f reflect.StructField) (kinds []Variant) {
	if !f.IsExported() || f.Type.Kind() != reflect.Interface || !f.Type.Implements(variantType) {
		return nil
	}
	facts, _ := FactsOf(m)
	for _, v := range facts.Variants {
		if reflect.TypeOf(v).AssignableTo(f.Type) {
			kinds = append(kinds, v)
		}
	}
	return kinds
}

// variantParams are the parameters of a Variant that have an effect.
func variantParams(v reflect.Value) ([]Param, error) {
	all, err := variantParameters(v, "")
	idle, ok := v.Interface().(idler)
	var out []Param
	for _, p := range all {
		if !ok || !idle.Idle(p.Name) {
			out = append(out, p.Param)
		}
	}
	return out, err
}

// VariantChanges returns, as text for labels, the parameters of a Variant that differ from those of
// its kind in taken. It returns an error if the kind is not in taken, or if a field has no text.
func VariantChanges(name string, of Variant, taken []Variant) ([]string, error) {
	inner, ok := variantIn(reflect.ValueOf(of))
	if !ok {
		return nil, fmt.Errorf("no %s given", name)
	}
	kind, err := kindOf(taken, of.Kind())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	params, err := variantParams(inner)
	if err != nil {
		return nil, err
	}
	defaults, err := variantParams(reflect.Indirect(reflect.ValueOf(kind)))
	var out []string
	for _, p := range params {
		if !slices.Contains(defaults, p) {
			out = append(out, p.Name+"="+shortened(p.Value))
		}
	}
	return out, err
}

// copyOf returns a copy of the struct m, which can be modified.
func copyOf(m Selector) (v reflect.Value, ok bool) {
	old := reflect.Indirect(reflect.ValueOf(m))
	if old.Kind() != reflect.Struct {
		return reflect.Value{}, false
	}
	v = reflect.New(old.Type()).Elem()
	v.Set(old)
	return v, true
}

// selectorOf returns a struct, or the pointer to it, as a Selector.
func selectorOf(v reflect.Value) Selector {
	if s, ok := v.Interface().(Selector); ok {
		return s
	}
	return v.Addr().Interface().(Selector) // its methods are those of the pointer
}

// withVariant is a copy of m with the zero value of a kind in a field.
func withVariant(m Selector, f reflect.StructField, kind Variant) Selector {
	v, ok := copyOf(m)
	if ok {
		v.FieldByIndex(f.Index).Set(reflect.Zero(reflect.TypeOf(kind)))
	}
	return selectorOf(v)
}

// likeIn is the zero value of m's type with variants of the same kinds as in m; labels show the
// parameters that differ from its own. kinds names the parameters that hold variants.
func likeIn(m Selector) (like Selector, kinds []string) {
	old := reflect.Indirect(reflect.ValueOf(m))
	v := reflect.New(old.Type()).Elem()
	for i := range old.NumField() {
		if f := old.Type().Field(i); f.IsExported() && f.Type.Kind() == reflect.Interface {
			if inner, ok := variantIn(old.Field(i)); ok {
				v.Field(i).Set(reflect.Zero(inner.Type()))
				kinds = append(kinds, paramName(f))
			}
		}
	}
	return selectorOf(v), kinds
}

// checkVariants returns an error if a parameter holds a Variant of a kind that m does not take.
func checkVariants(m Selector) error {
	v := reflect.Indirect(reflect.ValueOf(m))
	if v.Kind() != reflect.Struct {
		return nil
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() || f.Type.Kind() != reflect.Interface {
			continue
		}
		inner, ok := variantIn(v.Field(i))
		kinds := variantsOf(m, f)
		if !ok || kinds == nil {
			continue
		}
		if err := choose(kindsOf(kinds), inner.Interface().(Variant).Kind()); err != nil {
			return fmt.Errorf("parameter %s: %w", paramName(f), err)
		}
	}
	return nil
}

func kindsOf(variants []Variant) []string {
	out := make([]string, len(variants))
	for i, v := range variants {
		out[i] = v.Kind()
	}
	return out
}

// kindOf finds the kind of a name or alias.
func kindOf(variants []Variant, word string) (Variant, error) {
	for _, v := range variants {
		if v.Kind() == word {
			return v, nil
		}
	}
	for _, v := range variants {
		if a, ok := v.(aliased); ok && slices.Contains(a.Aliases(), word) {
			return v, nil
		}
	}
	return nil, fmt.Errorf("%q is none of %s", word, strings.Join(kindsOf(variants), ", "))
}
