//go:build unix

package storage

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
	"fsnb.example/internal/plainfile"
	"fsnb.example/internal/testenv"
)

// A file that is cut off while it is mapped is an error of one line wherever it is read, not the
// end of the process.
func TestFileCutOff(t *testing.T) {
	testenv.NeedRealMachine(t)
	for _, fortran := range []bool{false, true} {
		m := mapped(t, mat.NewDense(300, 200, nil), Float64, fortran, 128)
		must.Do(t, os.Truncate(m.Path(), 4096))
		var out bytes.Buffer
		for name, read := range map[string]func() error{
			"a block": func() error {
				return EachBlock(t.Context(), m, 2, 8, func(*mat.Dense, int, int) {})
			},
			"columns": func() error { return Guard(func() { m.Columns(150, 200, new(Buffer)) }) },
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
			wantError(t, name, err, m.Path()+": the file was changed while it was read; load it "+
				"again")
		}
	}
}

// A file that is written again in its place, as numpy.save does, is an error wherever it is read,
// also when the numbers are as before. One that gets another name, or whose name another file
// takes, is read on.
func TestFileWrittenAgain(t *testing.T) {
	testenv.NeedRealMachine(t)
	x := mat.NewDense(30, 20, nil)
	x.Set(29, 19, 7)
	for _, fortran := range []bool{false, true} {
		replaced := mapped(t, x, Float64, fortran, 128)
		beside := replaced.Path() + ".new"
		must.Do(t, errors.Join(os.WriteFile(beside, nil, 0o600),
			os.Rename(beside, replaced.Path())))
		again := mapped(t, x, Float64, fortran, 128)
		link := again.Path() + ".link"
		must.Do(t, os.Link(again.Path(), link))
		for _, m := range []*Mapped{replaced, again} {
			must.Is(t, m.At(29, 19), 7, "the number")
		}
		text, err := os.ReadFile(link)
		must.Do(t, err)
		must.Do(t, os.WriteFile(link, text, 0o600))
		var failed *ReadError
		err = EachBlock(t.Context(), again, 2, 8, func(*mat.Dense, int, int) {})
		if !errors.As(err, &failed) || !errors.Is(err, plainfile.ErrChanged) {
			t.Errorf("error %v", err)
		}
		if err := again.Readable(); err == nil {
			t.Error("the sum of a file that was written again is believed")
		}
	}
}

// The digest of a file of many blocks that cannot be read finds no number that is not finite: it
// says that the file cannot be read.
func TestDigestOfAFileCutOff(t *testing.T) {
	testenv.NeedRealMachine(t)
	path := filepath.Join(t.TempDir(), "zeros")
	must.Do(t, os.WriteFile(path, nil, 0o600))
	const n, d = 16, digestBlock / 8
	must.Do(t, os.Truncate(path, 8*n*d))
	m := must.Get(Map(path, Layout{Rows: n, Columns: d, Type: Float64}))(t)
	must.Do(t, os.Truncate(path, 0))
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
	defer func() { must.Is(t, recover(), "other", "the panic is gone") }()
	_ = Guard(func() { panic("other") })
}
