//go:build unix

package storage

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
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
				t.Fatalf("%s: error %v", name, err)
			}
			if !strings.HasPrefix(err.Error(), m.Path()+": ") {
				t.Errorf("%s: error %v does not name the file", name, err)
			}
		}
		// What is left of it is of a file that was changed.
		wantError(t, "the rest", Guard(func() { m.At(0, 0) }),
			m.Path()+": the file was changed while it was read; load it again")
	}
}

// The digest of a file of many blocks that cannot be read finds no number that is not finite: it
// says that the file cannot be read.
func TestDigestOfAFileCutOff(t *testing.T) {
	itself.NeedRealMachine(t)
	path := filepath.Join(t.TempDir(), "zeros")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const n, d = 16, digestBlock / 8
	if err := os.Truncate(path, 8*n*d); err != nil {
		t.Fatal(err)
	}
	m, err := Map(path, Layout{Rows: n, Columns: d, Type: Float64})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	var failed *ReadError
	if err := m.Readable(); !errors.As(err, &failed) {
		t.Errorf("error %v", err)
	}
	if i, j, found := m.NonFinite(); found {
		t.Errorf("row %d, column %d is taken for a number that is not finite", i, j)
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

// A file of other numbers that is written in the same bytes, also with the time of the former, is
// an error; one that takes the name is not, and the numbers stay.
func TestFileWrittenAgain(t *testing.T) {
	for name, write := range map[string]func(path string) error{
		"in place": func(path string) error {
			return os.WriteFile(path, make([]byte, 8*6), 0o600)
		},
		"with the time of the former": func(path string) error {
			st, err := os.Stat(path)
			if err == nil {
				err = os.WriteFile(path, make([]byte, 8*6), 0o600)
			}
			if err != nil {
				return err
			}
			return os.Chtimes(path, st.ModTime(), st.ModTime())
		},
		"under the name": func(path string) error {
			if err := os.WriteFile(path+".new", make([]byte, 8*6), 0o600); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
	} {
		want := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
		m := mapped(t, want, Float64, false, 0)
		if err := write(m.Path()); err != nil {
			t.Fatal(err)
		}
		var got *mat.Dense
		err := EachBlock(t.Context(), m, 1, 8, func(b *mat.Dense, _, _ int) {
			got = mat.DenseCopyOf(b)
		})
		if name == "under the name" {
			if err != nil || !mat.Equal(got, want) {
				t.Errorf("%s: %v, %v", name, got, err)
			}
			continue
		}
		var failed *ReadError
		if !errors.As(err, &failed) || !strings.HasPrefix(err.Error(), m.Path()+": ") {
			t.Errorf("%s: %v, error %v", name, got, err)
		}
	}
}
