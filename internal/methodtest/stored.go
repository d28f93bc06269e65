package methodtest

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// Mapped writes x to a file of the given layout and maps it.
func Mapped(t testing.TB, x *mat.Dense, kind storage.Type, fortran bool) *storage.Mapped {
	t.Helper()
	n, d := x.Dims()
	numbers := map[storage.Type]func(v float64) any{
		storage.Float64: func(v float64) any { return v },
		storage.Float32: func(v float64) any { return float32(v) },
		storage.Int32:   func(v float64) any { return int32(v) },
		storage.Int16:   func(v float64) any { return int16(v) },
		storage.Uint16:  func(v float64) any { return uint16(v) },
		storage.Int8:    func(v float64) any { return int8(v) },
		storage.Uint8:   func(v float64) any { return uint8(v) },
	}
	var out bytes.Buffer
	for a := range n * d {
		i, j := a/d, a%d
		if fortran {
			i, j = a%n, a/n
		}
		must.Do(t, binary.Write(&out, binary.LittleEndian, numbers[kind](x.At(i, j))))
	}
	path := filepath.Join(t.TempDir(), "values")
	must.Do(t, os.WriteFile(path, out.Bytes(), 0o600))
	m, err := storage.Map(path, storage.Layout{Rows: n, Columns: d, Type: kind, Fortran: fortran})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Stored returns d with values held in another way.
func Stored(t testing.TB, d *datasets.Dataset, x storage.Matrix) *datasets.Dataset {
	t.Helper()
	out := *d
	out.X, out.Stored = nil, x
	must.Do(t, out.Check())
	return &out
}
