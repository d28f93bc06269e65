package storage

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Sparse holds the entries of an n×d matrix that are not 0, column by column: 12 bytes each, and 8
// bytes for each column. It is read-only, so matrices may share memory.
type Sparse struct {
	n      int
	starts []int     // d+1: the entries of column j are starts[j] to starts[j+1]-1
	rows   []int32   // ascending within a column
	values []float64 // not 0
}

// NewSparse makes a matrix of n rows and len(starts)-1 columns: the entries of column j are rows[p]
// and values[p] for starts[j] <= p < starts[j+1], the format that SciPy calls CSC. Rows may come in
// any order within a column, and entries of value 0 are left out. The slices are used and must not
// be modified afterwards.
//
// It returns an error if starts does not rise from 0 to len(rows), if a row is out of range or
// comes twice in a column, or if rows and values differ in length. The cost is O(d + entries), and
// a sort of each column that is not ordered.
func NewSparse(n int, starts []int, rows []int32, values []float64) (*Sparse, error) {
	switch {
	case n < 1 || len(starts) < 2:
		return nil, errors.New("no data: give at least one sample and one feature")
	case n > math.MaxInt32:
		return nil, fmt.Errorf("%d samples; sparse data have at most %d", n, math.MaxInt32)
	case len(rows) != len(values):
		return nil, fmt.Errorf("%d rows for %d values; give one row for each value", len(rows),
			len(values))
	case starts[0] != 0 || starts[len(starts)-1] != len(rows):
		return nil, fmt.Errorf("columns start at %d and end at %d; want 0 and %d, the number of "+
			"entries", starts[0], starts[len(starts)-1], len(rows))
	}
	m := &Sparse{n: n, starts: starts, rows: rows, values: values}
	zeros := false
	for j := range len(starts) - 1 {
		if starts[j] > starts[j+1] {
			return nil, fmt.Errorf("column %d starts at entry %d, after its end %d", j, starts[j],
				starts[j+1])
		}
	}
	for j := range len(starts) - 1 {
		r, v := m.Column(j)
		sorted, zero, err := checkColumn(j, n, r, v)
		if err != nil {
			return nil, err
		}
		if !sorted {
			sortColumn(r, v)
			for p := 1; p < len(r); p++ {
				if r[p] == r[p-1] {
					return nil, twice(j, r[p])
				}
			}
		}
		zeros = zeros || zero
	}
	if zeros {
		m.dropZeros()
	}
	return m, nil
}

func checkColumn(j, n int, rows []int32, values []float64) (sorted, zero bool, err error) {
	last := int32(-1)
	sorted = true
	for p, i := range rows {
		if i < 0 || int(i) >= n {
			return false, false, fmt.Errorf("column %d has an entry in row %d; there are %d rows, "+
				"the first is 0", j, i, n)
		}
		if i == last {
			return false, false, twice(j, i)
		}
		sorted = sorted && i > last
		zero = zero || values[p] == 0
		last = i
	}
	return sorted, zero, nil
}

func twice(j int, i int32) error {
	return fmt.Errorf("column %d has two entries in row %d; give each once", j, i)
}

// sortColumn orders the entries of a column by row.
func sortColumn(rows []int32, values []float64) {
	type entry struct {
		row   int32
		value float64
	}
	entries := make([]entry, len(rows))
	for p, i := range rows {
		entries[p] = entry{i, values[p]}
	}
	slices.SortFunc(entries, func(a, b entry) int { return int(a.row) - int(b.row) })
	for p, e := range entries {
		rows[p], values[p] = e.row, e.value
	}
}

func (m *Sparse) dropZeros() {
	kept, from := 0, 0
	for j := range len(m.starts) - 1 {
		to := m.starts[j+1]
		for p := from; p < to; p++ {
			if m.values[p] != 0 {
				m.rows[kept], m.values[kept] = m.rows[p], m.values[p]
				kept++
			}
		}
		from, m.starts[j+1] = to, kept
	}
	m.rows, m.values = m.rows[:kept], m.values[:kept]
}

// FromRows makes a matrix of d columns from entries in the order of rows, the format that SciPy
// calls CSR: those of row i are columns[p] and values[p] for starts[i] <= p < starts[i+1]. Columns
// may come in any order within a row. The errors are those of NewSparse, of transposed places. The
// cost is O(n + d + entries).
func FromRows(d int, starts []int, columns []int32, values []float64) (*Sparse, error) {
	if d < 1 || len(starts) < 2 {
		return nil, errors.New("no data: give at least one sample and one feature")
	}
	if len(columns) != len(values) || starts[0] != 0 || starts[len(starts)-1] != len(columns) {
		return nil, fmt.Errorf("rows start at %d and end at %d, with %d columns and %d values; "+
			"want 0 and the number of entries", starts[0], starts[len(starts)-1], len(columns),
			len(values))
	}
	for i := range len(starts) - 1 {
		if starts[i] > starts[i+1] {
			return nil, fmt.Errorf("row %d starts at entry %d, after its end %d", i, starts[i],
				starts[i+1])
		}
	}
	for i := range len(starts) - 1 { // now all are within columns
		for _, j := range columns[starts[i]:starts[i+1]] {
			if j < 0 || int(j) >= d {
				return nil, fmt.Errorf("row %d has an entry in column %d; there are %d columns, "+
					"the first is 0", i, j, d)
			}
		}
	}
	s, r, v := transpose(d, starts, columns, values)
	return NewSparse(len(starts)-1, s, r, v)
}

// transpose turns compressed rows of d columns into compressed columns, or the other way round.
func transpose(d int, starts []int, columns []int32, values []float64) ([]int, []int32,
	[]float64) {
	to := make([]int, d+1)
	for _, j := range columns {
		to[j+1]++
	}
	for j := range d {
		to[j+1] += to[j]
	}
	next := slices.Clone(to[:d])
	rows, out := make([]int32, len(columns)), make([]float64, len(columns))
	for i := range len(starts) - 1 {
		for p := starts[i]; p < starts[i+1]; p++ {
			at := next[columns[p]]
			rows[at], out[at] = int32(i), values[p]
			next[columns[p]]++
		}
	}
	return to, rows, out
}

// Dims returns n and d.
func (m *Sparse) Dims() (n, d int) { return m.n, len(m.starts) - 1 }

// At returns the value of row i and column j, in the logarithm of the column's entries.
func (m *Sparse) At(i, j int) float64 {
	if i < 0 || i >= m.n || j < 0 || j >= len(m.starts)-1 {
		panic(mat.ErrIndexOutOfRange)
	}
	rows, values := m.Column(j)
	if p, found := slices.BinarySearch(rows, int32(i)); found {
		return values[p]
	}
	return 0
}

// T returns the transpose.
func (m *Sparse) T() mat.Matrix { return mat.Transpose{Matrix: m} }

// Kind returns "sparse".
func (*Sparse) Kind() string { return "sparse" }

// NonZeros returns the number of entries.
func (m *Sparse) NonZeros() int { return len(m.values) }

// Column returns the entries of column j: their rows, ascending, and values. Callers must not
// modify them.
func (m *Sparse) Column(j int) (rows []int32, values []float64) {
	lo, hi := m.starts[j], m.starts[j+1]
	return m.rows[lo:hi:hi], m.values[lo:hi:hi]
}

// ByRow returns the same entries in the order of rows: those of row i are columns[p], ascending,
// and values[p] for starts[i] <= p < starts[i+1]. The cost is O(n + d + entries).
func (m *Sparse) ByRow() (starts []int, columns []int32, values []float64) {
	return transpose(m.n, m.starts, m.rows, m.values)
}

// Columns fills buf with the columns, zeros included.
func (m *Sparse) Columns(lo, hi int, buf *Buffer) *mat.Dense {
	out := buf.dense(m.n, hi-lo)
	out.Zero()
	m.fill(out, lo, hi)
	return out
}

// fill writes the entries of columns lo to hi-1 to a matrix of zeros.
func (m *Sparse) fill(out *mat.Dense, lo, hi int) {
	raw := out.RawMatrix()
	for j := lo; j < hi; j++ {
		rows, values := m.Column(j)
		for p, i := range rows {
			raw.Data[int(i)*raw.Stride+j-lo] = values[p]
		}
	}
}

// Rows fills buf with the rows, zeros included. The cost is that of a search in each column.
func (m *Sparse) Rows(lo, hi int, buf *Buffer) *mat.Dense {
	_, d := m.Dims()
	out := buf.dense(hi-lo, d)
	out.Zero()
	for j := range d {
		rows, values := m.Column(j)
		p, _ := slices.BinarySearch(rows, int32(lo))
		for ; p < len(rows) && int(rows[p]) < hi; p++ {
			out.Set(int(rows[p])-lo, j, values[p])
		}
	}
	return out
}

// Take copies the entries of the columns.
func (m *Sparse) Take(columns []int) Matrix {
	out := &Sparse{n: m.n, starts: make([]int, len(columns)+1)}
	for k, j := range columns {
		out.starts[k+1] = out.starts[k] + m.starts[j+1] - m.starts[j]
	}
	out.rows = make([]int32, 0, out.starts[len(columns)])
	out.values = make([]float64, 0, out.starts[len(columns)])
	for _, j := range columns {
		rows, values := m.Column(j)
		out.rows, out.values = append(out.rows, rows...), append(out.values, values...)
	}
	return out
}

// TakeRows copies the entries of the rows, in O(n + d + entries) of time and memory; if there are
// more rows than entries and rows taken, without the n and with a search for each entry.
func (m *Sparse) TakeRows(rows []int) Matrix {
	ordered := slices.IsSorted(rows)
	var places func(i int32) []int32
	if m.n <= len(rows)+len(m.rows) {
		places = placesByRow(rows, m.n)
	} else {
		places = placesBySearch(rows)
	}
	out := &Sparse{n: len(rows), starts: make([]int, len(m.starts))}
	count := 0
	for _, i := range m.rows {
		count += len(places(i))
	}
	out.rows, out.values = make([]int32, 0, count), make([]float64, 0, count)
	for j := range len(m.starts) - 1 {
		old, values := m.Column(j)
		for p, i := range old {
			for _, k := range places(i) {
				out.rows, out.values = append(out.rows, k), append(out.values, values[p])
			}
		}
		out.starts[j+1] = len(out.rows)
		if !ordered {
			sortColumn(out.rows[out.starts[j]:], out.values[out.starts[j]:])
		}
	}
	return out
}

// placesByRow returns the function of the places at which a row below n stands in rows.
func placesByRow(rows []int, n int) func(i int32) []int32 {
	first := make([]int, n+1) // the places of row i are at[first[i]:first[i+1]]
	for _, i := range rows {
		first[i+1]++
	}
	for i := range n {
		first[i+1] += first[i]
	}
	next, at := slices.Clone(first[:n]), make([]int32, len(rows))
	for k, i := range rows {
		at[next[i]] = int32(k)
		next[i]++
	}
	return func(i int32) []int32 { return at[first[i]:first[i+1]] }
}

// placesBySearch is placesByRow for rows that are few: it has no memory for the others.
func placesBySearch(rows []int) func(i int32) []int32 {
	at := make([]int32, len(rows))
	for k := range at {
		at[k] = int32(k)
	}
	slices.SortStableFunc(at, func(a, b int32) int { return cmp.Compare(rows[a], rows[b]) })
	before := func(k int32, i int) int { return cmp.Compare(rows[k], i) }
	return func(i int32) []int32 {
		lo, _ := slices.BinarySearchFunc(at, int(i), before)
		hi, _ := slices.BinarySearchFunc(at[lo:], int(i)+1, before)
		return at[lo : lo+hi]
	}
}

// Map returns a matrix of the values f(i, v) for the entries v, with their rows i. Those must not
// be 0, as those of a zero are not asked for.
func (m *Sparse) Map(f func(i int32, v float64) float64) *Sparse {
	out := *m
	out.values = make([]float64, len(m.values))
	for p, i := range m.rows {
		out.values[p] = f(i, m.values[p])
	}
	return &out
}

// DivideColumns returns a matrix of the values x_ij / by_j, or 0 where by_j is 0.
func (m *Sparse) DivideColumns(by []float64) *Sparse {
	out := &Sparse{n: m.n, starts: slices.Clone(m.starts), rows: m.rows,
		values: make([]float64, len(m.values))}
	zeros := false
	for j, v := range by {
		for p := m.starts[j]; p < m.starts[j+1]; p++ {
			if v != 0 {
				out.values[p] = m.values[p] / v
			}
			zeros = zeros || out.values[p] == 0
		}
	}
	if zeros {
		out.rows = slices.Clone(out.rows)
		out.dropZeros()
	}
	return out
}

// Compress returns the entries of a dense matrix that are not 0.
func Compress(x *mat.Dense) *Sparse {
	n, d := x.Dims()
	out := &Sparse{n: n, starts: make([]int, d+1)}
	for j := range d {
		for i := range n {
			if v := x.At(i, j); v != 0 {
				out.rows, out.values = append(out.rows, int32(i)), append(out.values, v)
			}
		}
		out.starts[j+1] = len(out.rows)
	}
	return out
}

// Largest returns the largest absolute value.
func (m *Sparse) Largest() (most float64) {
	for _, v := range m.values {
		most = max(most, math.Abs(v))
	}
	return most
}
