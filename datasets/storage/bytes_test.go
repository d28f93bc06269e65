package storage

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/internal/must"
)

// The raw numbers of rows and columns are those of At, of the whole file and of a view of it, and
// blocks cover each column once.
func TestRawBytes(t *testing.T) {
	const n, d = 11, 29
	rng := rand.New(rand.NewPCG(8, 8))
	data := make([]byte, n*d)
	for k := range data {
		data[k] = byte(rng.Uint32())
	}
	path := filepath.Join(t.TempDir(), "bytes")
	must.Do(t, os.WriteFile(path, append([]byte("head"), data...), 0o600))
	for _, kind := range []Type{Int8, Uint8} {
		for _, fortran := range []bool{false, true} {
			m := must.Get(Map(path, Layout{Rows: n, Columns: d, Type: kind, Fortran: fortran,
				Offset: 4}))(t)
			rawAsAt(t, fmt.Sprint(kind, fortran), m)
			rawAsAt(t, fmt.Sprint(kind, fortran, " rows"), m.TakeRows([]int{7, 2, 2}).(*Mapped))
			rawAsAt(t, fmt.Sprint(kind, fortran, " both"),
				m.Take([]int{3, 28, 0, 4, 5}).TakeRows([]int{10, 1}).(*Mapped))
		}
	}
}

func rawAsAt(t *testing.T, what string, m *Mapped) {
	t.Helper()
	n, d := m.Dims()
	seen := make([]int, d)
	err := m.EachBytes(t.Context(), 1, 4, func(lo, hi int) {
		row, column := make([]byte, hi-lo), make([]byte, n)
		for j := lo; j < hi; j++ {
			seen[j]++
			for i, b := range m.RawColumn(j, column) {
				must.Is(t, m.Value(b), m.At(i, j), "%s: column %d has in row %d", what, j, i)
			}
		}
		for i := range n {
			for k, b := range m.RawRow(i, lo, hi, row) {
				must.Is(t, m.Value(b), m.At(i, lo+k), "%s: row %d has in column %d", what, i, lo+k)
			}
		}
	})
	for j, count := range seen {
		if count != 1 || err != nil {
			t.Errorf("%s: column %d was seen %d times, %v", what, j, count, err)
		}
	}
}

// Numbers of more than a byte have no raw ones.
func TestRawBytesOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "numbers")
	must.Do(t, os.WriteFile(path, make([]byte, 8), 0o600))
	m := must.Get(Map(path, Layout{Rows: 2, Columns: 2, Type: Int16}))(t)
	defer func() {
		if recover() == nil || m.OneByte() {
			t.Errorf("OneByte is %v, and EachBytes did not panic", m.OneByte())
		}
	}()
	_ = m.EachBytes(context.Background(), 1, 1, func(int, int) {})
}
