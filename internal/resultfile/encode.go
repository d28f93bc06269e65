// Package resultfile writes results as JSON and reads rankings back.
//
// The JSON of a result has its exported fields under their names in snake_case; a tag
// plain:"name,omitempty" gives another name, and leaves out what is empty; the options first and
// last put a member before or after the others. Embedded structs are inlined, but for the members
// that their tag lists with a minus sign, as plain:",-elapsed" does. Durations are in seconds,
// lists of names and values are objects, matrices are lists of rows, a certificate also says
// whether it holds. Infinite numbers are the texts "inf" and "-inf", as in CSV, and NaN is null.
package resultfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/wording"
)

// JSON returns v as indented JSON with a newline at the end. Fields that JSON cannot
// hold, such as functions, are an error.
func JSON(v any) ([]byte, error) {
	var b, out bytes.Buffer
	if err := encode(&b, reflect.ValueOf(v)); err != nil {
		return nil, err
	}
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

var durationType = reflect.TypeFor[time.Duration]()

func encode(b *bytes.Buffer, v reflect.Value) error {
	if !v.IsValid() {
		b.WriteString("null")
		return nil
	}
	if v.Kind() == reflect.Slice && v.IsNil() {
		empty := "[]"
		if isPairs(v.Type()) {
			empty = "{}"
		}
		b.WriteString(empty)
		return nil
	}
	if v.Type() == durationType {
		b.Write(number(v.Interface().(time.Duration).Seconds()))
		return nil
	}
	if m, ok := v.Interface().(json.Marshaler); ok && !isNil(v) {
		text, err := m.MarshalJSON()
		b.Write(text)
		return err
	}
	if m, ok := v.Interface().(mat.Matrix); ok && !isNil(v) {
		return encodeMatrix(b, m)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return encode(b, v.Elem())
	case reflect.Struct:
		return encodeStruct(b, v)
	case reflect.Slice, reflect.Array:
		if isPairs(v.Type()) {
			return encodePairs(b, v)
		}
		return encodeList(b, v)
	case reflect.Map:
		return encodeMap(b, v)
	case reflect.Float32, reflect.Float64:
		b.Write(number(v.Float()))
	case reflect.Bool:
		b.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.String:
		return text(b, v.String())
	default:
		switch {
		case v.CanInt():
			b.WriteString(strconv.FormatInt(v.Int(), 10))
		case v.CanUint():
			b.WriteString(strconv.FormatUint(v.Uint(), 10))
		default:
			return fmt.Errorf("a %s cannot be written as JSON", v.Type())
		}
	}
	return nil
}

func isNil(v reflect.Value) bool {
	return (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil()
}

// number is v as algorithms.Number writes it.
func number(v float64) []byte {
	text, _ := algorithms.Number(v).MarshalJSON()
	return text
}

// text writes a string, with names such as a<b as they are.
func text(b *bytes.Buffer, s string) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	err := e.Encode(s)
	b.Truncate(b.Len() - 1) // the newline
	return err
}

// member is a field of a struct, or of one that it embeds, and its name in JSON.
type member struct {
	name  string
	empty bool // may be left out
	place int  // before or after the other members, or 0
	index []int
}

// membersOf returns the exported fields of a struct in the order of JSON.
func membersOf(t reflect.Type) (out []member) {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		options := strings.Split(f.Tag.Get("plain"), ",")
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			for _, m := range membersOf(f.Type) {
				if !slices.Contains(options, "-"+m.name) {
					m.index = append([]int{i}, m.index...)
					out = append(out, m)
				}
			}
			continue
		}
		m := member{name: cmp.Or(options[0], wording.SnakeCase(f.Name)), index: []int{i}}
		for _, option := range options[1:] {
			switch option {
			case "omitempty":
				m.empty = true
			case "first":
				m.place = -1
			case "last":
				m.place = 1
			}
		}
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b member) int { return a.place - b.place })
	return out
}

// holder says whether it holds: a certificate.
type holder interface{ Holds() bool }

func encodeStruct(b *bytes.Buffer, v reflect.Value) error {
	exported := func(f reflect.StructField) bool { return f.IsExported() }
	if v.NumField() > 0 && !slices.ContainsFunc(reflect.VisibleFields(v.Type()), exported) {
		return fmt.Errorf("a %s cannot be written as JSON: it has no exported field", v.Type())
	}
	b.WriteByte('{')
	first := true
	for _, m := range membersOf(v.Type()) {
		field := v.FieldByIndex(m.index)
		if m.empty && (field.IsZero() || field.Kind() == reflect.Slice && field.Len() == 0) {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		if err := text(b, m.name); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := encode(b, field); err != nil {
			return err
		}
	}
	if v.CanAddr() {
		if c, ok := v.Addr().Interface().(holder); ok {
			fmt.Fprintf(b, `,"holds":%v`, c.Holds())
		}
	}
	b.WriteByte('}')
	return nil
}

// encodeMatrix writes a list of rows.
func encodeMatrix(b *bytes.Buffer, m mat.Matrix) error {
	rows, cols := m.Dims()
	b.WriteByte('[')
	for i := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('[')
		for j := range cols {
			if j > 0 {
				b.WriteByte(',')
			}
			b.Write(number(m.At(i, j)))
		}
		b.WriteByte(']')
	}
	b.WriteByte(']')
	return nil
}

func encodeList(b *bytes.Buffer, v reflect.Value) error {
	b.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encode(b, v.Index(i)); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

func encodeMap(b *bytes.Buffer, v reflect.Value) error {
	byName := make(map[string]reflect.Value)
	for _, key := range v.MapKeys() {
		byName[fmt.Sprint(key.Interface())] = v.MapIndex(key)
	}
	b.WriteByte('{')
	for i, name := range slices.Sorted(maps.Keys(byName)) {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := text(b, name); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := encode(b, byName[name]); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// isPairs reports whether a list is one of names and values, algorithms.Param or Value.
func isPairs(list reflect.Type) bool {
	t := list.Elem()
	if t.Kind() != reflect.Struct || t.NumField() != 2 {
		return false
	}
	name, value := t.Field(0), t.Field(1)
	return name.Name == "Name" && name.Type.Kind() == reflect.String && value.Name == "Value" &&
		(value.Type.Kind() == reflect.String || value.Type.Kind() == reflect.Float64)
}

func encodePairs(b *bytes.Buffer, v reflect.Value) error {
	b.WriteByte('{')
	for i := range v.Len() {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := text(b, v.Index(i).Field(0).String()); err != nil {
			return err
		}
		b.WriteByte(':')
		value := v.Index(i).Field(1)
		if value.Kind() == reflect.String && isLiteral(value.String()) {
			b.WriteString(value.String())
			continue
		}
		if err := encode(b, value); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// isLiteral reports whether a text is a number or a truth value of JSON as it stands.
func isLiteral(s string) bool {
	if s == "true" || s == "false" {
		return true
	}
	v, err := strconv.ParseFloat(s, 64)
	return err == nil && !math.IsInf(v, 0) && json.Valid([]byte(s)) && strings.TrimSpace(s) == s
}
