package rank

import (
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// frame is the shape of values that other processes read: of these the driver of a run reads single
// columns only.
type frame struct {
	n, d  int
	table *table
	take  []int // columns; nil for all
}

// Dims returns n and d.
func (f *frame) Dims() (n, d int) {
	if f.take != nil {
		return f.n, len(f.take)
	}
	return f.n, f.d
}

// At returns a value.
func (f *frame) At(i, j int) float64 { return f.Columns(j, j+1, new(storage.Buffer)).At(i, 0) }

// T returns the transpose.
func (f *frame) T() mat.Matrix { return mat.Transpose{Matrix: f} }

// Kind returns "on disk".
func (*frame) Kind() string { return "on disk" }

// NonZeros returns n·d.
func (f *frame) NonZeros() int {
	n, d := f.Dims()
	return n * d
}

// Columns reads columns, those of one file at a time.
func (f *frame) Columns(lo, hi int, _ *storage.Buffer) *mat.Dense {
	out := mat.NewDense(f.n, hi-lo, nil)
	var buf storage.Buffer
	for at := lo; at < hi; {
		c := f.table.part(f.column(at))
		var own []int
		end := at
		for ; end < hi; end++ {
			j := f.column(end) - c.lo
			if j < 0 || j >= c.layout.Columns {
				break
			}
			own = append(own, j)
		}
		m, err := c.whole()
		if err != nil {
			panic(&storage.ReadError{Err: err})
		}
		x := m.Take(own)
		if f.table.rows != nil {
			x = x.TakeRows(f.table.rows)
		}
		out.Slice(0, f.n, at-lo, end-lo).(*mat.Dense).Copy(x.Columns(0, len(own), &buf))
		at = end
	}
	return out
}

// column is the number of the j-th one among all.
func (f *frame) column(j int) int {
	if f.take != nil {
		return f.take[j]
	}
	return j
}

// Rows is not for a shape.
func (f *frame) Rows(lo, hi int, buf *storage.Buffer) *mat.Dense {
	_, d := f.Dims()
	return mat.DenseCopyOf(f.Columns(0, d, buf).Slice(lo, hi, 0, d))
}

// Take returns a view of the columns.
func (f *frame) Take(columns []int) storage.Matrix {
	out := *f
	out.take = make([]int, len(columns))
	for k, j := range columns {
		out.take[k] = f.column(j)
	}
	return &out
}

// TakeRows copies the rows.
func (f *frame) TakeRows(rows []int) storage.Matrix {
	_, d := f.Dims()
	return storage.Dense{Dense: f.Columns(0, d, nil)}.TakeRows(rows)
}
