// Package terminal is what programs of the project share: errors of usage, JSON, lines of progress
// and of the version.
package terminal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// usageError is a mistake in the command line.
type usageError struct{ error }

// Usage marks an error as a mistake in the command line.
func Usage(err error) error { return usageError{err} }

// BadUsage is a mistake in the command line.
func BadUsage(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// FindUsage returns the mistake in the command line that an error wraps, nil for none.
func FindUsage(err error) error {
	var usage usageError
	if errors.As(err, &usage) {
		return usage
	}
	return nil
}

// Is reports whether w is a terminal. Tests replace it.
var Is = func(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0 && filepath.Base(f.Name()) != "null"
}

// Object is a JSON object whose members keep their order.
type Object []Member

// Member is a member of an Object.
type Member = struct {
	Name  string
	Value any
}

// MarshalJSON implements json.Marshaler.
func (o Object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := plainJSON(m.Name)
		if err != nil {
			return nil, err
		}
		value, err := plainJSON(m.Value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	return append(out, '}'), nil
}

// plainJSON is json.Marshal, but leaves <, > and & as they are.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// WriteJSON writes v indented, with names such as a<b as they are.
func WriteJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// EmptyNotNull is v, but for nil an empty slice, which is [] in JSON.
func EmptyNotNull[T any](v []T) []T {
	if v == nil {
		return []T{}
	}
	return v
}
