package storage

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/zeebo/xxh3"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
	"fsnb.example/internal/plainfile"
	"fsnb.example/internal/rawfloat"
)

// Type is the type of the numbers of a file, little-endian.
type Type string

// The types of numbers, by the names of NumPy.
const (
	Float64 Type = "float64"
	Float32 Type = "float32"
	Int8    Type = "int8"
	Uint8   Type = "uint8"
	Int16   Type = "int16"
	Uint16  Type = "uint16"
	Int32   Type = "int32"
)

// kinds are the numbers of each type in a file.
var kinds = map[Type]rawfloat.Kind{
	Float64: rawfloat.Float64, Float32: rawfloat.Float32, Int8: rawfloat.Int8,
	Uint8: rawfloat.Uint8, Int16: rawfloat.Int16, Uint16: rawfloat.Uint16, Int32: rawfloat.Int32,
}

// Size returns the number of bytes of a number; 0 for an unknown type.
func (t Type) Size() int { return kinds[t].Size() }

// Layout says where the numbers of an n×d matrix stand in a file.
type Layout struct {
	Rows, Columns int
	Type          Type
	// Fortran: column by column; else row by row, as in C.
	Fortran bool
	// Offset is the number of bytes before the first number.
	Offset int64
}

// Mapped is an n×d matrix in a file that is mapped into memory: the system reads what is asked for,
// and may drop it again. Views of some rows or columns share the file. It is closed when it is no
// longer used.
type Mapped struct {
	file          *mapping
	layout        Layout
	rows, columns []int // those of a view; nil for all
	// shift and width, by column of the view, turn a number v into (v - shift)/width, or into 0
	// where width is 0; nil for v itself.
	shift, width []float64
}

// mapping is the bytes of a file, which is open to see whether it changes.
type mapping struct {
	open    *os.File
	version plainfile.Version
	kind    rawfloat.Kind
	data    []byte
	once    sync.Once
	found   digest
}

func (f *mapping) digest(m *Mapped) digest {
	f.once.Do(func() { f.found = m.readDigest() })
	return f.found
}

// Map maps the numbers of the file of a name, as MapFile does.
func Map(path string, l Layout) (*Mapped, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	m, err := MapFile(f, l)
	if err != nil {
		f.Close()
	}
	return m, err
}

// MapFile maps the numbers of an open file, and keeps and closes it, unless it returns an error:
// when the layout is not that of a matrix of a known type, when the file is shorter than it says or
// is being written, and those of the system. It allocates nothing for the numbers.
func MapFile(f *os.File, l Layout) (*Mapped, error) {
	fail := func(err error) (*Mapped, error) { return nil, fmt.Errorf("%s: %w", f.Name(), err) }
	end, err := l.end()
	if err != nil {
		return fail(err)
	}
	version, err := plainfile.Settled(f)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() < end {
		return fail(fmt.Errorf("%d bytes, and %d×%d numbers of type %s end at byte %d; the "+
			"file is cut off: copy it again", info.Size(), l.Rows, l.Columns, l.Type, end))
	}
	data, release, err := mapFile(f, end)
	if err != nil {
		return fail(err)
	}
	m := &mapping{open: f, version: version, kind: kinds[l.Type], data: data[l.Offset:end]}
	runtime.AddCleanup(m, func(release func() error) { _ = release() }, release)
	return &Mapped{file: m, layout: l}, nil
}

// end returns the byte after the last number.
func (l Layout) end() (int64, error) {
	size := int64(l.Type.Size())
	switch {
	case size == 0:
		return 0, fmt.Errorf(
			"numbers of type %q; give float64, float32, int8, uint8, int16, uint16 "+
				"or int32", l.Type)
	case l.Rows < 1 || l.Columns < 1:
		return 0, fmt.Errorf("%d×%d numbers; give at least one sample and one feature", l.Rows,
			l.Columns)
	case l.Offset < 0 || int64(l.Rows) > (math.MaxInt64-l.Offset)/size/int64(l.Columns):
		return 0, fmt.Errorf("%d×%d numbers of type %s are more than a file can hold", l.Rows,
			l.Columns, l.Type)
	}
	return l.Offset + size*int64(l.Rows)*int64(l.Columns), nil
}

// Dims returns n and d.
func (m *Mapped) Dims() (n, d int) {
	n, d = m.layout.Rows, m.layout.Columns
	if m.rows != nil {
		n = len(m.rows)
	}
	if m.columns != nil {
		d = len(m.columns)
	}
	return n, d
}

// At returns the value of row i and column j.
func (m *Mapped) At(i, j int) float64 {
	out := mat.NewDense(1, 1, nil)
	m.guarded(func() { m.read(out.RawRowView(0), m.row(i), m.column(j), 1) })
	m.scale(out, j)
	return out.At(0, 0)
}

func (m *Mapped) row(i int) int {
	if m.rows != nil {
		return m.rows[i]
	}
	if i < 0 || i >= m.layout.Rows {
		panic(mat.ErrIndexOutOfRange)
	}
	return i
}

func (m *Mapped) column(j int) int {
	if m.columns != nil {
		return m.columns[j]
	}
	if j < 0 || j >= m.layout.Columns {
		panic(mat.ErrIndexOutOfRange)
	}
	return j
}

// T returns the transpose.
func (m *Mapped) T() mat.Matrix { return mat.Transpose{Matrix: m} }

// Kind returns "on disk".
func (*Mapped) Kind() string { return "on disk" }

// Path returns the name of the file.
func (m *Mapped) Path() string { return m.file.open.Name() }

// Layout returns how the whole file is laid out.
func (m *Mapped) Layout() Layout { return m.layout }

// Whole reports whether m is the whole file rather than a view of some rows or columns.
func (m *Mapped) Whole() bool { return m.rows == nil && m.columns == nil }

// NonZeros returns n·d: zeros take memory as well.
func (m *Mapped) NonZeros() int {
	n, d := m.Dims()
	return n * d
}

// Take returns a view of the columns.
func (m *Mapped) Take(columns []int) Matrix {
	out := *m
	out.columns = make([]int, len(columns))
	if m.shift != nil {
		out.shift, out.width = make([]float64, len(columns)), make([]float64, len(columns))
	}
	for k, j := range columns {
		out.columns[k] = m.column(j)
		if m.shift != nil {
			out.shift[k], out.width[k] = m.shift[j], m.width[j]
		}
	}
	return &out
}

// TakeRows returns a view of the rows.
func (m *Mapped) TakeRows(rows []int) Matrix {
	out := *m
	out.rows = make([]int, len(rows))
	for k, i := range rows {
		out.rows[k] = m.row(i)
	}
	return &out
}

// Scaled returns a view of the numbers (x_ij - shift_j) / width_j, or 0 where width_j is 0. The
// slices are used.
func (m *Mapped) Scaled(shift, width []float64) *Mapped {
	out := *m
	out.shift, out.width = shift, width
	if m.shift != nil {
		panic("storage: Scaled twice")
	}
	return &out
}

// scale applies Scaled to columns of x from lo on.
func (m *Mapped) scale(x *mat.Dense, lo int) {
	if m.shift == nil {
		return
	}
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for k, v := range row {
			j := lo + k
			if row[k] = 0; m.width[j] != 0 {
				row[k] = (v - m.shift[j]) / m.width[j]
			}
		}
	}
}

// Columns converts the columns.
func (m *Mapped) Columns(lo, hi int, buf *Buffer) *mat.Dense {
	n, _ := m.Dims()
	out := buf.dense(n, hi-lo)
	m.guarded(func() { m.convert(out, buf, 0, n, lo, hi) })
	m.scale(out, lo)
	return out
}

// Rows converts the rows.
func (m *Mapped) Rows(lo, hi int, buf *Buffer) *mat.Dense {
	_, d := m.Dims()
	out := buf.dense(hi-lo, d)
	m.guarded(func() { m.convert(out, buf, lo, hi, 0, d) })
	m.scale(out, 0)
	return out
}

// convert writes rows and columns of m to out.
func (m *Mapped) convert(out *mat.Dense, buf *Buffer, rowLo, rowHi, lo, hi int) {
	if m.layout.Fortran {
		column := buf.columnOf(m.layout.Rows)
		for j := lo; j < hi; j++ {
			m.read(column, 0, m.column(j), m.layout.Rows)
			for i := rowLo; i < rowHi; i++ {
				out.Set(i-rowLo, j-lo, column[m.row(i)])
			}
		}
		return
	}
	for i := rowLo; i < rowHi; i++ {
		to, row := out.RawRowView(i-rowLo), m.row(i)
		for j := lo; j < hi; {
			// Adjacent columns are read at once.
			run, first := 1, m.column(j)
			if m.columns == nil {
				run = hi - j
			} else {
				for j+run < hi && m.columns[j+run] == first+run {
					run++
				}
			}
			m.read(to[j-lo:][:run], row, first, run)
			j += run
		}
	}
}

// read converts count numbers of the file from row i and column j on, in its order.
func (m *Mapped) read(out []float64, i, j, count int) {
	at := i*m.layout.Columns + j
	if m.layout.Fortran {
		at = j*m.layout.Rows + i
	}
	kind := m.file.kind
	size := kind.Size()
	kind.Decode(out, m.file.data[at*size:(at+count)*size])
}

// guarded runs work, which reads the file. A file that was written since it was mapped, and a page
// that cannot be read, since the file was cut off or the disk fails, is a panic of a *ReadError,
// which EachBlock returns.
func (m *Mapped) guarded(work func()) {
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		if p := recover(); p != nil {
			if _, ok := p.(interface{ Addr() uintptr }); !ok {
				panic(p)
			}
			m.unchanged()
			panic(&ReadError{fmt.Errorf("%s: the numbers cannot be read any more; copy the file "+
				"to another disk, and load it again", m.Path())})
		}
	}()
	work()
	m.unchanged()
	runtime.KeepAlive(m.file)
}

// unchanged panics with a *ReadError if the file was written since it was mapped.
func (m *Mapped) unchanged() {
	if err := m.file.version.Check(m.file.open); err != nil {
		panic(&ReadError{err})
	}
}

// digest is what one pass over a file finds: the sum of its bytes, and the first number that is not
// finite, in its order; -1 for none.
type digest struct {
	sum   []byte
	first int
	err   error
}

// digestBlock is the number of bytes that a worker reads at a time.
const digestBlock = 1 << 22

// digest reads the whole file, the first time that it is called.
func (m *Mapped) digest() digest { return m.file.digest(m) }

func (m *Mapped) readDigest() digest {
	floats := m.layout.Type == Float64 || m.layout.Type == Float32
	data, size := m.file.data, m.layout.Type.Size()
	blocks := (len(data) + digestBlock - 1) / digestBlock
	sums, firsts := make([][16]byte, blocks), make([]int, blocks)
	for b := range firsts {
		firsts[b] = -1
	}
	err := Guard(func() {
		// Without a deadline there is no error.
		_ = parallel.For(context.Background(), 0, len(data), digestBlock, func(lo, hi int) {
			b := lo / digestBlock
			m.guarded(func() {
				sums[b] = xxh3.Hash128(data[lo:hi]).Bytes()
				if !floats {
					return
				}
				values := make([]float64, (hi-lo)/size)
				m.file.kind.Decode(values, data[lo:hi])
				if k := slices.IndexFunc(values, notFinite); k >= 0 {
					firsts[b] = lo/size + k
				}
			})
		})
	})
	out := digest{first: -1, err: err}
	for b := range sums {
		out.sum = append(out.sum, sums[b][:]...)
		if out.first < 0 {
			out.first = firsts[b]
		}
	}
	return out
}

func notFinite(v float64) bool { return v-v != 0 }

// Readable returns a *ReadError if the file cannot be read. The first call reads it.
func (m *Mapped) Readable() error { return m.digest().err }

// NonFinite returns the place of a NaN or infinite number, the first in the order of the file. The
// first call reads the file.
func (m *Mapped) NonFinite() (row, column int, found bool) {
	first := m.digest().first
	if first < 0 {
		return 0, 0, false
	}
	if !m.Whole() {
		return m.scan()
	}
	if m.layout.Fortran {
		return first % m.layout.Rows, first / m.layout.Rows, true
	}
	return first / m.layout.Columns, first % m.layout.Columns, true
}

// scan is NonFinite of a view of a file that has such numbers, by columns.
func (m *Mapped) scan() (row, column int, found bool) {
	n, d := m.Dims()
	var buf Buffer
	for lo := 0; lo < d; lo += width(n) {
		hi := min(lo+width(n), d)
		x := m.Columns(lo, hi, &buf)
		for i := range n {
			if k := slices.IndexFunc(x.RawRowView(i), notFinite); k >= 0 {
				return i, lo + k, true
			}
		}
	}
	return 0, 0, false
}

// WriteDigest writes what identifies the numbers: a hash of the file's, its layout, and the rows
// and columns of a view. The first call for a file reads it, in parallel, at the speed of the disk
// or of memory. It returns a *ReadError.
func (m *Mapped) WriteDigest(w io.Writer) error {
	d := m.digest()
	if d.err != nil {
		return d.err
	}
	l := m.layout
	fmt.Fprintln(w, l.Rows, l.Columns, l.Type, l.Fortran, m.rows, m.columns)
	_, err := w.Write(d.sum)
	return err
}
