package algorithms

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/suggest"
)

// SetParams returns a copy of m with some parameters, named in snake_case, set from text. If a name
// is repeated, the last value counts; otherwise the order has no effect: a kind (similarity=rbf) is
// set before the parameters that need it (percentile=30). method finds the selector of a nested
// parameter (scorer=NAME); it may be nil if there is none. It returns an error for a parameter that
// needs another kind than is set, for an unknown parameter, with the known ones, and for a wrong
// value.
func SetParams(
	m Selector, params []Param, method func(name string) (Selector, error),
) (Selector, error) {
	v, ok := copyOf(m)
	if !ok {
		if len(params) > 0 {
			return nil, fmt.Errorf("%s has no parameters", Name(m))
		}
		return m, nil
	}
	s := setter{m, v, method}
	var rest []Param
	for _, p := range params {
		known, err := s.setOwn(p)
		if err != nil {
			return nil, fmt.Errorf("parameter %s of %s: %w", p.Name, Name(m), err)
		}
		if !known {
			rest = append(rest, p)
		}
	}
	for _, p := range rest {
		if err := s.setInner(p); err != nil {
			return nil, err
		}
	}
	return selectorOf(v), nil
}

// setter sets fields of v, a copy of the struct m.
type setter struct {
	m      Selector
	v      reflect.Value
	method func(name string) (Selector, error)
}

// setOwn sets a field of the method; known is false if it has no field of that name.
func (s setter) setOwn(p Param) (known bool, err error) {
	for i := range s.v.NumField() {
		f := s.v.Type().Field(i)
		if !f.IsExported() || paramName(f) != p.Name || isKind(f.Type) {
			continue
		}
		if f.Type.Implements(variantType) {
			kind, err := kindOf(variantsOf(s.m, f), p.Value)
			if err != nil {
				return true, err
			}
			t := reflect.TypeOf(kind)
			if now, ok := variantIn(s.v.Field(i)); !ok || now.Type() != t {
				s.v.Field(i).Set(reflect.Zero(t))
			}
			return true, nil
		}
		return true, setField(s.v.Field(i), p.Value, s.method)
	}
	return false, nil
}

// isKind reports whether a type is one kind of a Variant.
func isKind(t reflect.Type) bool {
	return t.Implements(variantType) && t.Kind() != reflect.Interface
}

// setInner sets a parameter of a Variant in the method.
func (s setter) setInner(p Param) error {
	for i := range s.v.NumField() {
		f := s.v.Type().Field(i)
		if !f.IsExported() || !f.Type.Implements(variantType) {
			continue
		}
		now, ok := variantIn(s.v.Field(i))
		kinds := variantsOf(s.m, f)
		if !ok && len(kinds) > 0 {
			now, ok = reflect.Zero(reflect.TypeOf(kinds[0])), true
		}
		if !ok {
			continue
		}
		if at := innerField(now.Type(), p.Name); at >= 0 {
			changed := reflect.New(now.Type()).Elem()
			changed.Set(now)
			if err := setField(changed.Field(at), p.Value, s.method); err != nil {
				return fmt.Errorf("parameter %s of %s: %w", p.Name, Name(s.m), err)
			}
			s.v.Field(i).Set(changed)
			return nil
		}
		for _, kind := range kinds {
			if innerField(reflect.TypeOf(kind), p.Name) >= 0 {
				name := paramName(f)
				return fmt.Errorf("parameter %s needs %s=%s; %s is %s", p.Name, name, kind.Kind(),
					name, now.Interface().(Variant).Kind())
			}
		}
	}
	return unknownParam(s.m, p.Name)
}

// innerField is the index of the struct field of a parameter, -1 if there is none.
func innerField(t reflect.Type, name string) int {
	for i := range t.NumField() {
		if paramName(t.Field(i)) == name {
			return i
		}
	}
	return -1
}

func unknownParam(m Selector, name string) error {
	known := knownParams(m)
	if len(known) == 0 {
		return fmt.Errorf("no parameter %q: %s has none", name, Name(m))
	}
	if c, ok := suggest.Nearest(name, known); ok {
		return fmt.Errorf("no parameter %q; did you mean %q? %s has %s", name, c, Name(m),
			strings.Join(known, ", "))
	}
	return fmt.Errorf("no parameter %q; %s has %s", name, Name(m), strings.Join(known, ", "))
}

// knownParams are the names of all parameters of m.
func knownParams(m Selector) []string {
	var known []string
	add := func(f reflect.StructField) {
		if name := paramName(f); f.IsExported() && !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	addAll := func(t reflect.Type) {
		for i := range t.NumField() {
			add(t.Field(i))
		}
	}
	t := reflect.Indirect(reflect.ValueOf(m)).Type()
	for i := range t.NumField() {
		f := t.Field(i)
		if f.IsExported() && isKind(f.Type) {
			addAll(f.Type)
			continue
		}
		add(f)
		if f.IsExported() && f.Type.Implements(variantType) {
			for _, kind := range variantsOf(m, f) {
				addAll(reflect.TypeOf(kind))
			}
		}
	}
	return known
}

func setField(f reflect.Value, text string, method func(string) (Selector, error)) error {
	switch f.Kind() {
	case reflect.Bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is not true or false", text)
		}
		f.SetBool(v)
	case reflect.Int, reflect.Int64:
		v, err := strconv.ParseInt(text, 10, 64)
		if errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("%q is too large", text)
		}
		if err != nil || f.OverflowInt(v) {
			return fmt.Errorf("%q is not a whole number", text)
		}
		f.SetInt(v)
	case reflect.Float64:
		v, err := strconv.ParseFloat(text, 64)
		if errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("%q is too large", text)
		}
		if err != nil || math.IsNaN(v) {
			return fmt.Errorf("%q is not a number", text)
		}
		f.SetFloat(v)
	case reflect.String:
		if c, ok := f.Interface().(chooser); ok {
			if err := choose(c.Choices(), text); err != nil {
				return err
			}
		}
		f.SetString(text)
	case reflect.Interface:
		if method == nil || !f.Type().Implements(reflect.TypeFor[Selector]()) {
			return errors.New("it cannot be set from text")
		}
		s, err := method(text)
		if err != nil {
			return err
		}
		v := reflect.ValueOf(s)
		if !v.Type().AssignableTo(f.Type()) {
			return fmt.Errorf("%s does not score single features; name a method that does", text)
		}
		f.Set(v)
	default:
		return errors.New("it cannot be set from text")
	}
	return nil
}
