//go:build unix

package storage

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/itself"
)

// A file that is cut off while it is mapped is an error of one line wherever it is read, not the
// end of the process.
func TestFileCutOff(t *testing.T) {
	itself.NeedRealMachine(t)
	for _, fortran := range []bool{false, true} {
		m := mapped(t, mat.NewDense(300, 200, nil), Float64, fortran, 128)
		if err := os.Truncate(m.Path(), 4096); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		for name, read := range map[string]func() error{
			"a block": func() error {
				return EachBlock(t.Context(), m, 2, 8, func(*mat.Dense, int, int) {})
			},
			"columns": func() error {
				return Guard(func() { m.Columns(150, 200, new(Buffer)) })
			},
			"rows": func() error {
				return Guard(func() { m.TakeRows([]int{299, 298}).Rows(0, 2, new(Buffer)) })
			},
			"a value": func() error { return Guard(func() { m.At(299, 199) }) },
			"a copy":  func() error { return Guard(func() { ToDense(m) }) },
			"digest":  func() error { return m.WriteDigest(&out) },
		} {
			err := read()
			var failed *ReadError
			if !errors.As(err, &failed) || errors.Unwrap(err) == nil {
				t.Errorf("%s: error %v", name, err)
				continue
			}
			wantError(t, name, err, m.Path()+": the numbers cannot be read any more; was the file "+
				"changed or cut off? load it again")
		}
		// What is left of it is read.
		if err := Guard(func() { m.At(0, 0) }); err != nil {
			t.Error(err)
		}
	}
}

// Other panics pass.
func TestGuardPassesPanics(t *testing.T) {
	defer func() {
		if recover() != "other" {
			t.Error("the panic is gone")
		}
	}()
	_ = Guard(func() { panic("other") })
}
