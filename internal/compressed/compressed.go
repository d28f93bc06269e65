// Package compressed holds sparse matrices as files have them: compressed rows or columns, or a
// list of entries. It checks them and turns them into sorted compressed columns.
package compressed

import (
	"fmt"
	"slices"
)

const (
	// MaxSide is the largest number of rows or columns.
	MaxSide = 1 << 26
	// SideMemory is the number of bytes that a row or a column takes: its name, where its entries
	// start, and its hash.
	SideMemory = 80
)

// CheckSides returns an error of one line unless both sides are from 0 to MaxSide.
func CheckSides(rows, cols int) error {
	if rows < 0 || cols < 0 || rows > MaxSide || cols > MaxSide {
		return fmt.Errorf("a matrix of %d×%d, and a side has 0 to %d; save fewer rows or columns",
			rows, cols, MaxSide)
	}
	return nil
}

// Memory is the number of bytes that a matrix counts: three times its entries, which Columns sorts,
// and SideMemory a row and a column. A reader compares it with the size of the file before it
// allocates for rows and columns, since a file only states their numbers.
func Memory(rows, cols int, entries int64) int64 {
	return 36*entries + SideMemory*(int64(rows)+int64(cols))
}

// Matrix is a sparse matrix in compressed columns or rows. Values that are not stored are 0.
type Matrix struct {
	Rows, Cols int
	// ByRow means compressed rows; Starts then has Rows+1 numbers and Index columns.
	ByRow bool
	// Starts says where each column begins among the entries, and where the last one ends: Cols+1
	// numbers.
	Starts []int
	// Index has the row of each entry.
	Index []int32
	// Values has the number of each entry.
	Values []float64
}

// major and minor are the lengths of Starts, without its last number, and the bound of Index.
func (m *Matrix) major() int { return m.side(m.Cols, m.Rows) }
func (m *Matrix) minor() int { return m.side(m.Rows, m.Cols) }

func (m *Matrix) side(byColumn, byRow int) int {
	if m.ByRow {
		return byRow
	}
	return byColumn
}

// what names the two sides in errors.
func (m *Matrix) what() (major, minor string) {
	if m.ByRow {
		return "row", "column"
	}
	return "column", "row"
}

// Check returns an error of one line unless the parts of m fit together: Starts begins with 0, does
// not fall and ends with the number of entries, and each entry is within the matrix. Rows and
// columns in errors count from 0. The cost is O(rows + columns + entries).
func (m *Matrix) Check() error {
	if err := CheckSides(m.Rows, m.Cols); err != nil {
		return err
	}
	major, minor := m.what()
	switch {
	case len(m.Starts) != m.major()+1:
		return fmt.Errorf("%d starts of %ss where %d %ss need %d", len(m.Starts), major, m.major(),
			major, m.major()+1)
	case len(m.Index) != len(m.Values):
		return fmt.Errorf("%d indices for %d values; give one index per value", len(m.Index),
			len(m.Values))
	case m.Starts[0] != 0:
		return fmt.Errorf("%s 0 starts at entry %d, not at 0", major, m.Starts[0])
	}
	for j := 1; j < len(m.Starts); j++ {
		if m.Starts[j] < m.Starts[j-1] {
			return fmt.Errorf("%s %d ends at entry %d, before it starts at entry %d", major, j-1,
				m.Starts[j], m.Starts[j-1])
		}
	}
	if last := m.Starts[len(m.Starts)-1]; last != len(m.Values) {
		return fmt.Errorf("the %ss have %d entries, and there are %d values", major, last,
			len(m.Values))
	}
	for k, i := range m.Index {
		if i < 0 || int(i) >= m.minor() {
			return fmt.Errorf("entry %d is in %s %d of %d", k, minor, i, m.minor())
		}
	}
	return nil
}

// FirstNonFinite returns the row and the column of the first entry that is NaN or infinite, in the
// order of the entries.
func (m *Matrix) FirstNonFinite() (row, col int, found bool) {
	k := slices.IndexFunc(m.Values, func(v float64) bool { return v-v != 0 })
	if k < 0 {
		return 0, 0, false
	}
	at, _ := slices.BinarySearchFunc(m.Starts, k, func(start, k int) int {
		if start <= k {
			return -1
		}
		return 1
	})
	if m.ByRow {
		return at - 1, int(m.Index[k]), true
	}
	return int(m.Index[k]), at - 1, true
}

// Columns returns m, which must pass Check, in compressed columns with ascending rows, without
// stored zeros. Entries at one place add up, in their order. m is not changed; the result may share
// its memory. The cost is O(rows + columns + entries).
func (m *Matrix) Columns() *Matrix {
	if !m.ByRow && m.tidy() {
		return m
	}
	t := m
	if !m.ByRow { // twice turned, entries are sorted
		t = m.turned()
	}
	return t.turned().squeezed()
}

// tidy reports whether the entries of each column ascend without zeros.
func (m *Matrix) tidy() bool {
	for j := range m.major() {
		index := m.Index[m.Starts[j]:m.Starts[j+1]]
		for k := 1; k < len(index); k++ {
			if index[k] <= index[k-1] {
				return false
			}
		}
	}
	return !slices.Contains(m.Values, 0)
}

// turned returns m compressed along its other side, in ascending order of this one. Entries at one
// place keep their order.
func (m *Matrix) turned() *Matrix {
	t := &Matrix{
		Rows: m.Rows, Cols: m.Cols, ByRow: !m.ByRow,
		Index: make([]int32, len(m.Index)), Values: make([]float64, len(m.Values)),
	}
	next := starts(m.Index, m.minor())
	for j := range m.major() {
		for k := m.Starts[j]; k < m.Starts[j+1]; k++ {
			at := &next[m.Index[k]+1]
			t.Index[*at], t.Values[*at] = int32(j), m.Values[k]
			*at++
		}
	}
	t.Starts = next[:m.minor()+1]
	return t
}

// starts returns where each of n groups starts, with a 0 in front: who writes the entries of group
// i counts number i+1 up, and has the starts with the end of the last one in the first n+1.
func starts(group []int32, n int) []int {
	out := make([]int, n+2)
	for _, i := range group {
		out[i+2]++
	}
	for i := range n {
		out[i+2] += out[i+1]
	}
	return out
}

// squeezed adds up neighbors at one place and removes zeros, in place.
func (m *Matrix) squeezed() *Matrix {
	kept := 0
	for j := range m.major() {
		begin, end := m.Starts[j], m.Starts[j+1]
		m.Starts[j] = kept
		for k := begin; k < end; {
			i, sum := m.Index[k], m.Values[k]
			for k++; k < end && m.Index[k] == i; k++ {
				sum += m.Values[k]
			}
			if sum != 0 {
				m.Index[kept], m.Values[kept] = i, sum
				kept++
			}
		}
	}
	m.Starts[m.major()] = kept
	m.Index, m.Values = m.Index[:kept:kept], m.Values[:kept:kept]
	return m
}

// FromEntries returns the matrix of rows×cols with values[k] in row[k] and col[k], in compressed
// columns with ascending rows, without stored zeros; entries at one place add up, in their order.
// It returns an error of one line when the lengths differ or an entry is outside. Rows and columns
// in errors count from 0. The cost is O(rows + columns + entries).
func FromEntries(rows, cols int, row, col []int32, values []float64) (*Matrix, error) {
	if err := CheckSides(rows, cols); err != nil {
		return nil, err
	}
	switch {
	case len(row) != len(values) || len(col) != len(values):
		return nil, fmt.Errorf("%d rows and %d columns for %d values; give one of each per value",
			len(row), len(col), len(values))
	}
	for k := range values {
		if row[k] < 0 || int(row[k]) >= rows || col[k] < 0 || int(col[k]) >= cols {
			return nil, fmt.Errorf("entry %d is in row %d, column %d of a matrix of %d×%d", k,
				row[k], col[k], rows, cols)
		}
	}
	m := &Matrix{Rows: rows, Cols: cols, ByRow: true, Index: make([]int32, len(values)),
		Values: make([]float64, len(values))}
	next := starts(row, rows)
	for k, i := range row {
		at := &next[i+1]
		m.Index[*at], m.Values[*at] = col[k], values[k]
		*at++
	}
	m.Starts = next[:rows+1]
	return m.Columns(), nil
}
