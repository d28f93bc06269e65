// Package storage holds the values of a data set, n×d with samples as rows: dense in memory, sparse
// in compressed columns, or in a file that is mapped into memory.
//
// A kernel takes a mat.Matrix. It asks for a block of columns or rows and loops over that; where
// the zeros of Sparse save work, it has a loop over the entries of a column beside it. gonum has no
// sparse matrices; github.com/james-bowman/sparse has no row or column blocks and no limits on what
// a product allocates, so the few operations that the methods need stand here.
package storage

import (
	"context"
	"fmt"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// Matrix holds the values of a data set, n×d. Its methods may be called from several goroutines.
// Callers must not modify what they return.
type Matrix interface {
	mat.Matrix
	// Kind returns the name of the storage, such as "sparse".
	Kind() string
	// Columns returns columns lo to hi-1 as an n×(hi-lo) matrix, a view or numbers in buf, which
	// are valid until buf is used again.
	Columns(lo, hi int, buf *Buffer) *mat.Dense
	// Rows returns rows lo to hi-1 in the same way.
	Rows(lo, hi int, buf *Buffer) *mat.Dense
	// NonZeros returns the number of values that take memory, at most n·d.
	NonZeros() int
	// Take returns a matrix of the given columns, in that order. The indices must be in range.
	Take(columns []int) Matrix
	// TakeRows returns a matrix of the given rows, in that order; they may repeat. The indices must
	// be in range.
	TakeRows(rows []int) Matrix
}

// Buffer is memory that calls reuse. The zero value is ready. One goroutine at a time may use it.
type Buffer struct {
	data   []float64
	column []float64
}

func (b *Buffer) columnOf(n int) []float64 {
	if cap(b.column) < n {
		b.column = make([]float64, n)
	}
	return b.column[:n]
}

// dense returns an r×c matrix in the memory of b, of unknown values.
func (b *Buffer) dense(r, c int) *mat.Dense {
	if cap(b.data) < r*c {
		b.data = make([]float64, r*c)
	}
	return mat.NewDense(r, c, b.data[:r*c])
}

// Dense is a matrix in memory.
type Dense struct{ *mat.Dense }

// Kind returns "dense".
func (Dense) Kind() string { return "dense" }

// Columns returns a view.
func (m Dense) Columns(lo, hi int, _ *Buffer) *mat.Dense {
	n, _ := m.Dims()
	return m.Slice(0, n, lo, hi).(*mat.Dense)
}

// Rows returns a view.
func (m Dense) Rows(lo, hi int, _ *Buffer) *mat.Dense {
	_, d := m.Dims()
	return m.Slice(lo, hi, 0, d).(*mat.Dense)
}

// NonZeros returns n·d: zeros take memory as well.
func (m Dense) NonZeros() int {
	n, d := m.Dims()
	return n * d
}

// Take copies the columns.
func (m Dense) Take(columns []int) Matrix {
	n, _ := m.Dims()
	out := mat.NewDense(n, len(columns), nil)
	for i := range n {
		src, dst := m.RawRowView(i), out.RawRowView(i)
		for k, j := range columns {
			dst[k] = src[j]
		}
	}
	return Dense{out}
}

// TakeRows copies the rows.
func (m Dense) TakeRows(rows []int) Matrix {
	_, d := m.Dims()
	out := mat.NewDense(len(rows), d, nil)
	for k, i := range rows {
		copy(out.RawRowView(k), m.RawRowView(i))
	}
	return Dense{out}
}

// Of returns x as a Matrix: itself, or a *mat.Dense as Dense. It panics if x is another type.
func Of(x mat.Matrix) Matrix {
	switch m := x.(type) {
	case Matrix:
		return m
	case *mat.Dense:
		return Dense{m}
	}
	panic(fmt.Sprintf("storage: no blocks of a %T", x))
}

// ToDense copies x into memory.
func ToDense(x Matrix) *mat.Dense {
	if m, ok := x.(Dense); ok {
		return mat.DenseCopyOf(m.Dense)
	}
	n, d := x.Dims()
	out := mat.NewDense(n, d, nil)
	if s, ok := x.(*Sparse); ok {
		s.fill(out, 0, d)
		return out
	}
	var buf Buffer
	block := width(n)
	for lo := 0; lo < d; lo += block {
		hi := min(lo+block, d)
		out.Slice(0, n, lo, hi).(*mat.Dense).Copy(x.Columns(lo, hi, &buf))
	}
	return out
}

// blockValues is the number of values of a block that a worker converts at a time: 8 MiB.
const blockValues = 1 << 20

// width returns the number of columns of a block of n rows that is converted.
func width(n int) int { return max(1, blockValues/max(n, 1)) }

// EachBlock calls use(b, lo, hi) for consecutive blocks of columns that cover x (n×d), on at most
// workers goroutines: b is columns lo to hi-1, n×(hi-lo). Blocks have at most block columns; those
// of a matrix that must be converted first have fewer if n is large. What use computes for a column
// must not depend on the block. It returns a *ReadError, and ctx.Err().
func EachBlock(ctx context.Context, x mat.Matrix, workers, block int,
	use func(b *mat.Dense, lo, hi int)) error {
	m := Of(x)
	n, d := m.Dims()
	if _, dense := m.(Dense); !dense {
		block = min(max(block, fewest), width(n))
	}
	var buffers sync.Pool
	return readable(func() error {
		return parallel.For(ctx, workers, d, block, func(lo, hi int) {
			buf, _ := buffers.Get().(*Buffer)
			if buf == nil {
				buf = new(Buffer)
			}
			use(m.Columns(lo, hi, buf), lo, hi)
			buffers.Put(buf)
		})
	})
}

// fewest is the number of columns of a block of a file at which a page is read once: an int8 has
// 4,096 in a page.
const fewest = 512

// ReadError is an error of a file whose values cannot be read any more.
type ReadError struct{ Err error }

// Error returns the text of the error.
func (e *ReadError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the system.
func (e *ReadError) Unwrap() error { return e.Err }

// Guard calls work, and returns the *ReadError with which a method of Mapped panics when its file
// cannot be read.
func Guard(work func()) error {
	return readable(func() error { work(); return nil })
}

// readable turns the panic of a file that cannot be read into an error.
func readable(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			failed, ok := p.(*ReadError)
			if !ok {
				panic(p)
			}
			err = failed
		}
	}()
	return work()
}
