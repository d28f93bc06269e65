package algorithms

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/wording"
)

// A Namer is a selector of a user with a name that is not in its facts.
type Namer interface{ Name() string }

// A resolver has a default that no tag can say; WithDefaults calls it first.
type resolver interface{ Resolve() Selector }

// A chooser is a parameter type (a string) with a fixed list of values; the empty string means the
// first.
type chooser interface{ Choices() []string }

// hashPrefix marks fields rendered as a hash.
const hashPrefix = "sha256:"

// Param is one parameter of a method: its field's name in snake_case and its value as text.
type Param struct{ Name, Value string }

// Name returns the name of a Namer, that in the facts of m, or its Go type.
func Name(m Selector) string {
	if n, ok := m.(Namer); ok {
		return n.Name()
	}
	if f, ok := FactsOf(m); ok && f.Name != "" {
		return f.Name
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", m), "*")
}

// Key is the canonical text of a configuration, such as
// laplacian(similarity=neighbors,neighbors=5,heat=0): the name, and every exported field with its
// default written out. Nested selectors appear by their keys, matrices by their sha256. Two
// configurations with the same key give the same answers. It returns an error for a field without
// canonical text, such as a function or a channel.
func Key(m Selector) (string, error) {
	if isNil(reflect.ValueOf(m)) {
		return "", errors.New("no method given")
	}
	fields, err := fieldsOf(m)
	if err != nil {
		return "", err
	}
	if len(fields) == 0 {
		return Name(m), nil
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = f.Name + "=" + f.Value
	}
	return Name(m) + "(" + strings.Join(parts, ",") + ")", nil
}

// Params returns the parameters of m in the order of its fields, with defaults written out; nil if
// one of them has no text.
func Params(m Selector) []Param {
	fields, err := fieldsOf(m)
	if err != nil {
		return nil
	}
	return fields
}

// Label is a short name for tables and figures: the method's name and the parameters that differ
// from the defaults, such as "trace-ratio, graph=neighbors" or "grm,
// scorer=laplacian(neighbors=7)". A method with a method Label gives its own.
func Label(m Selector) string {
	if l, ok := m.(interface{ Label() string }); ok {
		return l.Label()
	}
	return strings.Join(append([]string{Name(m)}, changes(m)...), ", ")
}

// changes are the parameters of m that differ from the defaults, as text. Those of a Variant
// are compared with the defaults of their kind.
func changes(m Selector) []string {
	v := reflect.Indirect(reflect.ValueOf(m))
	if v.Kind() != reflect.Struct {
		return nil
	}
	zero, ok := reflect.Zero(v.Type()).Interface().(Selector)
	if !ok {
		return nil
	}
	defaults := Params(zero)
	like, kinds := likeIn(m)
	for _, p := range Params(like) { // a kind itself is compared with the default kind
		if !slices.Contains(kinds, p.Name) {
			defaults = append(defaults, p)
		}
	}
	var out []string
	nested := nestedIn(m)
	for _, p := range Params(m) {
		if slices.Contains(defaults, p) {
			continue
		}
		value := shortened(p.Value)
		if inner, ok := nested[p.Name]; ok {
			value = Name(inner)
			if more := changes(inner); len(more) > 0 {
				value += "(" + strings.Join(more, ",") + ")"
			}
		}
		out = append(out, p.Name+"="+value)
	}
	return out
}

// shortened is a value for labels, with the first digits of a hash.
func shortened(value string) string {
	if strings.HasPrefix(value, hashPrefix) {
		return value[:len(hashPrefix)+8] + "…"
	}
	return value
}

// nestedIn finds the selectors among the parameters of m; none if m is not a struct.
func nestedIn(m Selector) map[string]Selector {
	out := make(map[string]Selector)
	v := reflect.Indirect(reflect.ValueOf(m))
	if v.Kind() != reflect.Struct {
		return out
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !isNil(v.Field(i)) {
			if inner, ok := v.Field(i).Interface().(Selector); ok {
				out[wording.SnakeCase(f.Name)] = inner
			}
		}
	}
	return out
}

func fieldsOf(m Selector) ([]Param, error) {
	v := reflect.Indirect(reflect.ValueOf(WithDefaults(m)))
	if v.Kind() != reflect.Struct {
		return nil, nil
	}
	var out []Param
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		if _, rare := f.Tag.Lookup("omitzero"); rare && v.Field(i).IsZero() {
			continue // keys are those of before the parameter
		}
		params, err := fieldParams(f, v.Field(i))
		if err != nil {
			return nil, fmt.Errorf("%s: field %s: %w", Name(m), f.Name, err)
		}
		out = append(out, params...)
	}
	return out, nil
}

// fieldParams are the parameters of a field: for a Variant its kind, if there is a choice, and the
// parameters that have an effect with that kind.
func fieldParams(f reflect.StructField, v reflect.Value) ([]Param, error) {
	inner, ok := variantIn(v)
	if _, method := v.Interface().(Selector); !ok && !method && v.Kind() == reflect.Struct {
		return structParams(v)
	}
	if !ok {
		text, err := fieldText(v)
		return []Param{{paramName(f), text}}, err
	}
	params, err := variantParams(inner)
	if f.Type.Kind() == reflect.Interface {
		kind := Param{paramName(f), inner.Interface().(Variant).Kind()}
		params = append([]Param{kind}, params...)
	}
	return params, err
}

// structParams are those of the exported fields of a struct, in their order.
func structParams(v reflect.Value) (out []Param, err error) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			params, err := fieldParams(f, v.Field(i))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			out = append(out, params...)
		}
	}
	return out, nil
}

func fieldText(v reflect.Value) (string, error) {
	if isNil(v) {
		return "none", nil
	}
	if v.CanInterface() {
		switch x := v.Interface().(type) {
		case Selector:
			return Key(x)
		case mat.Matrix:
			return hashMatrix(x), nil
		}
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10), nil
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64), nil
	case reflect.String:
		if _, ok := v.Interface().(chooser); ok {
			return v.String(), nil
		}
		return strconv.Quote(v.String()), nil
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			text, err := fieldText(v.Index(i))
			if err != nil {
				return "", err
			}
			parts[i] = text
		}
		text := "[" + strings.Join(parts, " ") + "]"
		if len(text) > 200 {
			sum := sha256.Sum256([]byte(text))
			text = hashPrefix + hex.EncodeToString(sum[:])
		}
		return text, nil
	case reflect.Interface, reflect.Pointer:
		return fieldText(v.Elem())
	}
	return "", fmt.Errorf("a %s has no canonical text", v.Type())
}

// isNil reports whether v is nil, or an interface or pointer that leads to nil.
func isNil(v reflect.Value) bool {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return true
		}
		v = v.Elem()
	}
	return !v.IsValid()
}

// rower is a matrix that computes rows faster than single entries.
type rower interface {
	EachRow(use func(row []float64))
}

func hashMatrix(m mat.Matrix) string {
	h := sha256.New()
	r, c := m.Dims()
	fmt.Fprintf(h, "%d %d\n", r, c)
	buf := make([]byte, 0, 8*c)
	add := func(row []float64) {
		buf = buf[:0]
		for _, v := range row {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
		}
		h.Write(buf)
	}
	if rows, ok := m.(rower); ok {
		rows.EachRow(add)
	} else {
		row := make([]float64, c)
		for i := range r {
			for j := range row {
				row[j] = m.At(i, j)
			}
			add(row)
		}
	}
	return hashPrefix + hex.EncodeToString(h.Sum(nil))
}

func choose(choices []string, text string) error {
	for _, c := range choices {
		if c == text {
			return nil
		}
	}
	return fmt.Errorf("%q is none of %s", text, strings.Join(choices, ", "))
}

// checkChoices returns an error if the text of a field is none of its choices.
func checkChoices(m Selector) error {
	v := reflect.Indirect(reflect.ValueOf(m))
	if v.Kind() != reflect.Struct {
		return nil
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() || f.Type.Kind() != reflect.String {
			continue
		}
		c, ok := v.Field(i).Interface().(chooser)
		if text := v.Field(i).String(); ok && text != "" {
			if err := choose(c.Choices(), text); err != nil {
				return fmt.Errorf("parameter %s: %w", wording.SnakeCase(f.Name), err)
			}
		}
	}
	return checkVariants(m)
}
