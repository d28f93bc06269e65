package compressed

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
)

// dense writes m out, adding up what stands at one place.
func dense(m *Matrix) []float64 {
	out := make([]float64, m.Rows*m.Cols)
	for j := range m.major() {
		for k := m.Starts[j]; k < m.Starts[j+1]; k++ {
			i, j := int(m.Index[k]), j
			if m.ByRow {
				i, j = j, i
			}
			out[i*m.Cols+j] += m.Values[k]
		}
	}
	return out
}

// The matrix
//
//	1 0 5
//	0 0 2
//
// with its first value in two parts and a stored zero, in both forms and as entries.
func TestColumns(t *testing.T) {
	want := &Matrix{Rows: 2, Cols: 3, Starts: []int{0, 1, 1, 3}, Index: []int32{0, 0, 1},
		Values: []float64{1, 5, 2}}
	for name, m := range map[string]*Matrix{
		"sorted": want,
		"rows": {Rows: 2, Cols: 3, ByRow: true, Starts: []int{0, 4, 5},
			Index: []int32{2, 0, 1, 0, 2}, Values: []float64{5, .75, 0, .25, 2}},
		"columns": {Rows: 2, Cols: 3, Starts: []int{0, 2, 3, 5}, Index: []int32{0, 0, 1, 1, 0},
			Values: []float64{.75, .25, 0, 2, 5}},
		"canceled": {Rows: 2, Cols: 3, Starts: []int{0, 1, 3, 5}, Index: []int32{0, 1, 1, 0, 1},
			Values: []float64{1, 4, -4, 5, 2}},
	} {
		before := *m
		before.Starts, before.Index, before.Values = slices.Clone(m.Starts), slices.Clone(m.Index),
			slices.Clone(m.Values)
		if err := m.Check(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, m.Columns()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(&before, m); diff != "" {
			t.Errorf("%s was changed: %s", name, diff)
		}
	}
	m := must.Get(FromEntries(2, 3, []int32{1, 0, 0, 0, 1}, []int32{2, 2, 0, 0, 0},
		[]float64{2, 5, .75, .25, 0}))(t)
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
}

// Random entries give the same matrix in every form as written out one by one.
func TestFormsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 6).Draw(t, "rows"), rapid.IntRange(0, 6).Draw(t, "cols")
		n := 0
		if rows*cols > 0 {
			n = rapid.IntRange(0, 20).Draw(t, "n")
		}
		row, col, values := make([]int32, n), make([]int32, n), make([]float64, n)
		want := make([]float64, rows*cols)
		for k := range n {
			row[k] = int32(rapid.IntRange(0, rows-1).Draw(t, "row"))
			col[k] = int32(rapid.IntRange(0, cols-1).Draw(t, "col"))
			values[k] = float64(rapid.IntRange(-2, 2).Draw(t, "v"))
			want[int(row[k])*cols+int(col[k])] += values[k]
		}
		m := must.Get(FromEntries(rows, cols, row, col, values))(t)
		for _, form := range []*Matrix{m, m.turned(), m.turned().Columns(), m.turned().turned()} {
			must.Do(t, form.Check())
			if diff := cmp.Diff(want, dense(form)); diff != "" {
				t.Fatal(diff)
			}
		}
		if !m.tidy() {
			t.Fatal("the columns are not sorted, or have zeros")
		}
	})
}

func TestCheck(t *testing.T) {
	good := func() *Matrix {
		return &Matrix{Rows: 2, Cols: 3, Starts: []int{0, 1, 1, 3}, Index: []int32{0, 0, 1},
			Values: []float64{1, 5, 2}}
	}
	for want, change := range map[string]func(m *Matrix){
		"a matrix of -1×3, and a side has 0 to 67108864; save fewer rows or columns": func(m *Matrix) {
			m.Rows = -1
		},
		"4 starts of columns where 4 columns need 5": func(m *Matrix) { m.Cols = 4 },
		"4 starts of rows where 2 rows need 3":       func(m *Matrix) { m.ByRow = true },
		"3 indices for 2 values; give one index per value": func(m *Matrix) {
			m.Values = m.Values[:2]
		},
		"column 0 starts at entry 1, not at 0": func(m *Matrix) {
			m.Starts[0] = 1
		},
		"column 1 ends at entry 1, before it starts at entry 2": func(m *Matrix) {
			m.Starts[1] = 2
		},
		"the columns have 2 entries, and there are 3 values": func(m *Matrix) {
			m.Starts[3] = 2
		},
		"the columns have 9 entries, and there are 3 values": func(m *Matrix) {
			m.Starts[3] = 9
		},
		"entry 1 is in row 2 of 2": func(m *Matrix) {
			m.Index[1] = 2
		},
		"entry 2 is in row -1 of 2": func(m *Matrix) {
			m.Index[2] = -1
		},
		"column 0 ends at entry -1, before it starts at entry 0": func(m *Matrix) {
			m.Starts[1] = -1
		},
		"0 starts of columns where 3 columns need 4": func(m *Matrix) {
			m.Starts = nil
		},
		"column 1 ends at entry -9, before it starts at entry 1": func(m *Matrix) {
			m.Starts[2] = -9
		},
		"column 2 ends at entry 0, before it starts at entry 1": func(m *Matrix) {
			m.Starts[3] = 0
		},
		"2 indices for 3 values; give one index per value": func(m *Matrix) {
			m.Index = m.Index[:2]
		},
		"column 0 starts at entry 9223372036854775807, not at 0": func(m *Matrix) {
			m.Starts[0] = math.MaxInt64
		},
		"column 2 ends at entry 1, before it starts at entry 100": func(m *Matrix) {
			m.Starts[2] = 100
			m.Starts[3] = 1
		},
	} {
		m := good()
		change(m)
		if err := m.Check(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := good().Check(); err != nil {
		t.Error(err)
	}
	for want, err := range map[string]error{
		"entry 0 is in row 1, column 3 of a matrix of 2×3": entryError(2, 3, 1, 3),
		"entry 0 is in row 2, column 0 of a matrix of 2×3": entryError(2, 3, 2, 0),
		"entry 0 is in row -1, column 0 of a matrix of 2×3": entryError(2, 3, -1,
			0),
		"a matrix of 2×-3, and a side has 0 to 67108864; save fewer rows or columns": entryError(2,
			-3, 0, 0),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func entryError(rows, cols int, row, col int32) error {
	_, err := FromEntries(rows, cols, []int32{row}, []int32{col}, []float64{1})
	return err
}

func TestFirstNonFinite(t *testing.T) {
	m := &Matrix{Rows: 2, Cols: 4, Starts: []int{0, 1, 1, 3, 3}, Index: []int32{0, 0, 1},
		Values: []float64{1, 5, math.NaN()}}
	if i, j, found := m.FirstNonFinite(); i != 1 || j != 2 || !found {
		t.Errorf("row %d, column %d, %t; want 1, 2, true", i, j, found)
	}
	r := m.turned()
	if i, j, found := r.FirstNonFinite(); i != 1 || j != 2 || !found {
		t.Errorf("by rows: row %d, column %d, %t; want 1, 2, true", i, j, found)
	}
	m.Values[2], m.Values[0] = 1, math.Inf(-1)
	if i, j, found := m.FirstNonFinite(); i != 0 || j != 0 || !found {
		t.Errorf("row %d, column %d, %t; want 0, 0, true", i, j, found)
	}
	m.Values[0] = 1
	if _, _, found := m.FirstNonFinite(); found {
		t.Error("found one among finite values")
	}
}
