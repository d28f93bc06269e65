package storage

import (
	"context"

	"fsnb.example/internal/parallel"
)

// OneByte reports whether the numbers are of type int8 or uint8 and not those of Scaled, so that
// EachBytes hands them out.
func (m *Mapped) OneByte() bool { return m.layout.Type.Size() == 1 && m.shift == nil }

// Value returns the number of a byte of the file, for numbers of one byte.
func (m *Mapped) Value(b byte) float64 {
	if m.layout.Type == Int8 {
		return float64(int8(b))
	}
	return float64(b)
}

// EachBytes calls use(lo, hi) for consecutive blocks of columns that cover m, on at most workers
// goroutines, as EachBlock does, and without converting the numbers: use reads them by RawRow and
// RawColumn, which may be called in it only. It returns a *ReadError, and ctx.Err(). It panics if
// the numbers are not of one byte.
func (m *Mapped) EachBytes(ctx context.Context, workers, block int, use func(lo, hi int)) error {
	if !m.OneByte() {
		panic("storage: the bytes of numbers of type " + string(m.layout.Type))
	}
	_, d := m.Dims()
	return readable(func() error {
		return parallel.For(ctx, workers, d, block, func(lo, hi int) {
			m.guarded(func() { use(lo, hi) })
		})
	})
}

// RawRow returns the numbers of row i in columns lo to hi-1: a view of the file if they are
// adjacent there, else a copy in buf, of at least hi-lo bytes.
func (m *Mapped) RawRow(i, lo, hi int, buf []byte) []byte {
	row, adjacent := m.row(i), m.columns == nil
	if adjacent && !m.layout.Fortran {
		at := row * m.layout.Columns
		return m.file.data[at+lo : at+hi : at+hi]
	}
	buf = buf[:hi-lo]
	for j := range buf {
		buf[j] = m.file.data[m.place(row, m.column(lo+j))]
	}
	return buf
}

// RawColumn returns the numbers of column j: a view of the file if they are adjacent there, else a
// copy in buf, of at least n bytes.
func (m *Mapped) RawColumn(j int, buf []byte) []byte {
	column := m.column(j)
	if m.rows == nil && m.layout.Fortran {
		at := column * m.layout.Rows
		return m.file.data[at : at+m.layout.Rows : at+m.layout.Rows]
	}
	n, _ := m.Dims()
	buf = buf[:n]
	for i := range buf {
		buf[i] = m.file.data[m.place(m.row(i), column)]
	}
	return buf
}

// place is the byte of the number of a row and a column of the file.
func (m *Mapped) place(row, column int) int {
	if m.layout.Fortran {
		return column*m.layout.Rows + row
	}
	return row*m.layout.Columns + column
}
