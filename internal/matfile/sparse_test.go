package matfile

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/must"
)

// The sparse arrays of a file of SciPy are those that SciPy reads, entry by entry.
func TestReadSparseAsSciPy(t *testing.T) {
	data := must.Get(os.ReadFile("testdata/sparse.mat"))(t)
	text := must.Get(os.ReadFile("testdata/sparse.json"))(t)
	var want map[string]struct {
		Rows, Cols int
		Starts     []int
		Index      []int32
		Values     []string
	}
	must.Do(t, json.Unmarshal(text, &want))
	vars := must.Get(Read(bytes.NewReader(data), nil))(t)
	sparse := 0
	for _, v := range vars {
		w, ok := want[v.Name]
		if ok != (v.Sparse != nil) || ok && v.Values != nil {
			t.Fatalf("%s: sparse %t, values %v", v.Name, v.Sparse != nil, v.Values)
		}
		if !ok {
			continue
		}
		sparse++
		m := &compressed.Matrix{Rows: w.Rows, Cols: w.Cols, Starts: w.Starts, Index: w.Index,
			Values: []float64{}}
		for _, text := range w.Values {
			value := must.Get(strconv.ParseFloat(text, 64))(t)
			m.Values = append(m.Values, value)
		}
		if diff := cmp.Diff(m, v.Sparse, cmp.Transformer("len", func(x []int32) []int32 {
			return append([]int32{}, x...)
		})); diff != "" {
			t.Errorf("%s: %s", v.Name, diff)
		}
	}
	must.Is(t, sparse, 3, "sparse arrays")
}

// readFull is Read with the zeros of sparse arrays written out. Entries at one place add up.
func readFull(r io.Reader, want func(name, class string, rows, cols int) bool) ([]Variable, error) {
	vars, err := Read(r, want)
	return writtenOut(vars), err
}

func writtenOut(vars []Variable) []Variable {
	for i := range vars {
		v := &vars[i]
		v.Cells = writtenOut(v.Cells)
		m := v.Sparse
		if m == nil {
			continue
		}
		v.Values, v.Sparse = make([]float64, m.Rows*m.Cols), nil
		for j := range m.Cols {
			for k := m.Starts[j]; k < m.Starts[j+1]; k++ {
				v.Values[int(m.Index[k])*m.Cols+j] += m.Values[k]
			}
		}
	}
	return vars
}

// Sparse arrays stay sparse as they are stored, in cells, too.
func TestReadSparseStays(t *testing.T) {
	for _, w := range writers() {
		repeated := spec{name: "R", class: 5, dims: []int32{3, 2}, typ: miDOUBLE,
			rowOf: []float64{2, 0, 2}, starts: []float64{0, 3, 3}, values: []float64{1, 2, 4}}
		data := w.file(sparseOf("S", 2, 3, 1, 0, 0, 2, 3, 0), full("X", 1, 2, 4, 5), repeated,
			spec{name: "c", class: 1, dims: []int32{1, 2},
				cells: []spec{full("", 2, 1, 1, 2), sparseOf("", 2, 2, 0, 3, 0, 0)}})
		sparse := must.Get(Read(bytes.NewReader(data), nil))(t)
		if sparse[0].Sparse == nil || sparse[1].Sparse != nil || sparse[2].Sparse == nil ||
			sparse[3].Cells[1].Sparse == nil {
			t.Error("another array is sparse")
		}
		must.Equal(t, sparse[2].Sparse.Index, []int32{2, 0, 2}, "sparse[2].Sparse.Index")
	}
}

// Rows without entries are read up to their memory, and refused beyond it before any is taken.
func TestReadSparseLarge(t *testing.T) {
	s := sparseOf("X", 1, 3, 0, 7, 0)
	s.dims[0] = 1 << 19
	vars, err := Read(bytes.NewReader(le.file(s)), nil)
	must.Do(t, err)
	want := &compressed.Matrix{Rows: 1 << 19, Cols: 3, Starts: []int{0, 0, 1, 1},
		Index: []int32{0}, Values: []float64{7}}
	must.Equal(t, vars[0].Sparse, want, "vars[0].Sparse")
	s.dims[0] = 1 << 26
	_, err = Read(bytes.NewReader(le.file(s)), nil)
	must.FailWith(t, err, "more than 1,000 times the file's size")
	s.dims[0]++
	refused(t, le.file(s), nil, "a matrix of 67108865×3, and a side has 0 to 67108864")
}
