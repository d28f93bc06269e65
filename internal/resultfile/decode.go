package resultfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// decode reads the output of JSON into v, a pointer. Unknown members are ignored, as are letter
// case and underscores of names.
func decode(data []byte, v any) error {
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return syntax(data, err)
	}
	return read("", whole, reflect.ValueOf(v).Elem())
}

// syntax locates a syntax error of JSON.
func syntax(data []byte, err error) error {
	var s *json.SyntaxError
	if !errors.As(err, &s) {
		return err
	}
	if int(s.Offset) >= len(data) {
		return fmt.Errorf("line %d: the file ends too early", lineAt(data, len(data)))
	}
	return fmt.Errorf("line %d: %s", lineAt(data, int(s.Offset)), err)
}

func lineAt(data []byte, offset int) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), len(data))], []byte{'\n'})
}

// wrong is an error with its place.
func wrong(path string, raw json.RawMessage, want string) error {
	if path == "" {
		path = "the file"
	}
	return fmt.Errorf("%s is %.40q; want %s", path, raw, want)
}

func read(path string, raw json.RawMessage, v reflect.Value) error {
	null := string(raw) == "null"
	if v.Type() == durationType {
		return readSeconds(path, raw, v)
	}
	if u, ok := v.Addr().Interface().(json.Unmarshaler); ok {
		if err := u.UnmarshalJSON(raw); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if v.Kind() == reflect.Slice && v.Len() == 0 {
			v.SetZero()
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		if null {
			v.SetZero()
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return read(path, raw, v.Elem())
	case reflect.Struct:
		return readStruct(path, raw, v)
	case reflect.Slice:
		v.SetZero()
		if null {
			return nil
		}
		if isPairs(v.Type()) && raw[0] == '{' {
			return readPairs(path, raw, v)
		}
		return readList(path, raw, v)
	}
	if null || json.Unmarshal(raw, v.Addr().Interface()) != nil {
		return wrong(path, raw, kindName(v.Kind()))
	}
	return nil
}

func kindName(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	}
	return "a whole number"
}

func readSeconds(path string, raw json.RawMessage, v reflect.Value) error {
	s, err := strconv.ParseFloat(string(raw), 64)
	if ns := math.Round(s * 1e9); err == nil && math.Abs(ns) < 1<<63 {
		v.SetInt(int64(time.Duration(ns)))
		return nil
	}
	return wrong(path, raw, "a number of seconds")
}

// named is a member of an object.
type named struct {
	name string
	raw  json.RawMessage
}

// object returns the members of an object in their order.
func object(path string, raw json.RawMessage) ([]named, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, wrong(path, raw, "an object")
	}
	var out []named
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		out = append(out, named{key.(string), value})
	}
	return out, nil
}

func folded(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

func readStruct(path string, raw json.RawMessage, v reflect.Value) error {
	given, err := object(path, raw)
	if err != nil {
		return err
	}
	fields := make(map[string]member)
	for _, m := range membersOf(v.Type()) {
		fields[folded(m.name)] = m
	}
	for _, g := range given {
		m, known := fields[folded(g.name)]
		if !known {
			continue
		}
		if err := read(strings.TrimPrefix(path+"."+m.name, "."), g.raw,
			v.FieldByIndex(m.index)); err != nil {
			return err
		}
	}
	return nil
}

func readList(path string, raw json.RawMessage, v reflect.Value) error {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return wrong(path, raw, "a list")
	}
	if len(list) == 0 {
		return nil
	}
	v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	for i, one := range list {
		if err := read(fmt.Sprintf("%s[%d]", path, i), one, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// readPairs reads names and values. A string is kept, where JSON has a number or a truth value.
func readPairs(path string, raw json.RawMessage, v reflect.Value) error {
	given, err := object(path, raw)
	if err != nil {
		return err
	}
	for _, g := range given {
		pair := reflect.New(v.Type().Elem()).Elem()
		pair.Field(0).SetString(g.name)
		if value := pair.Field(1); value.Kind() == reflect.String && isLiteral(string(g.raw)) {
			value.SetString(string(g.raw))
		} else if err := read(path+"."+g.name, g.raw, value); err != nil {
			return err
		}
		v.Set(reflect.Append(v, pair))
	}
	return nil
}
