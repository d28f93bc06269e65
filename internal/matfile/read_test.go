package matfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/must"
)

// storage are the ranges of the number types: what a test may store in them.
var storage = map[uint32][2]float64{
	miINT8: {-128, 127}, miUINT8: {0, 255}, miINT16: {-1 << 15, 1<<15 - 1},
	miUINT16: {0, 1<<16 - 1},
	miINT32:  {math.MinInt32, math.MaxInt32}, miUINT32: {0, math.MaxUint32}, miSINGLE: {-1.5, 3.25},
	miDOUBLE: {-1e300, math.Inf(1)}, miINT64: {-1 << 62, 1 << 53}, miUINT64: {0, 1 << 63},
}

func mustRead(t testing.TB, data []byte) []Variable {
	t.Helper()
	return must.Get(readFull(bytes.NewReader(data), nil))(t)
}

func check(t testing.TB, got, want []Variable) {
	t.Helper()
	if reflect.DeepEqual(got, want) { // quicker than cmp, but NaN ≠ NaN
		return
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("variables (-want +got):\n%s", diff)
	}
}

// Every class in every storage type, both byte orders, with and without
// compression and small elements.
func TestReadClasses(t *testing.T) {
	t.Parallel()
	for _, w := range writers() {
		for class := byte(6); class <= 15; class++ {
			for typ, lim := range storage {
				lo, hi := lim[0], lim[1]
				s := spec{name: "X", class: class, dims: []int32{2, 3}, typ: typ,
					values: []float64{lo, 1, hi, 2, 0, 3}}
				got := mustRead(t, w.file(s, full("after", 1, 1, 7)))
				check(t, got, []Variable{
					{Name: "X", Class: classes[class], Rows: 2, Cols: 3,
						Values: []float64{lo, hi, 0, 1, 2, 3}},
					{Name: "after", Class: "double", Rows: 1, Cols: 1, Values: []float64{7}},
				})
			}
		}
		got := mustRead(t, w.file(spec{name: "G", class: 9, flags: flagLogical, dims: []int32{3, 1},
			typ: miUINT8, values: []float64{0, 1, 1}}))
		check(t, got, []Variable{{Name: "G", Class: "logical", Rows: 3, Cols: 1,
			Values: []float64{0, 1, 1}}})
	}
}

func TestReadNaN(t *testing.T) {
	got := mustRead(t, le.file(full("x", 1, 3, math.NaN(), math.Inf(-1), 5e-324)))
	check(t, got, []Variable{{Name: "x", Class: "double", Rows: 1, Cols: 3,
		Values: []float64{math.NaN(), math.Inf(-1), 5e-324}}})
}

func TestReadDimensions(t *testing.T) {
	for _, c := range []struct {
		dims []int32
		n    int
		want Variable
	}{
		{[]int32{0, 0}, 0, Variable{Values: []float64{}}},
		{[]int32{0, 5}, 0, Variable{Cols: 5, Values: []float64{}}},
		{[]int32{5, 0}, 0, Variable{Rows: 5, Values: []float64{}}},
		{[]int32{2, 1, 1, 1}, 2, Variable{Rows: 2, Cols: 1, Values: []float64{0, 1}}},
		{[]int32{2, 2, 3}, 12, Variable{Rows: 2, Cols: 6}},
		{[]int32{2, 2, 0}, 0, Variable{Rows: 2, Cols: 0}},
	} {
		s := spec{name: "x", class: 6, dims: c.dims, typ: miUINT8}
		for i := range c.n {
			s.values = append(s.values, float64(i))
		}
		c.want.Name, c.want.Class = "x", "double"
		for _, w := range writers() {
			check(t, mustRead(t, w.file(s)), []Variable{c.want})
		}
	}
}

// Shapes about the limits of the blocks of the transposition.
func TestReadShapes(t *testing.T) {
	for _, c := range [][2]int{{1, 300000}, {300000, 1}, {2, 140000}, {140000, 2}, {1 << 17, 2},
		{1<<17 + 1, 3}, {(1<<17)/2 + 1, 3}, {362, 363}, {70000, 3}} {
		rows, cols := c[0], c[1]
		s := spec{name: "x", class: 12, dims: []int32{int32(rows), int32(cols)}, typ: miINT32}
		for j := range cols {
			for i := range rows {
				s.values = append(s.values, float64(i*cols+j))
			}
		}
		v := mustRead(t, le.file(s))[0]
		if v.Rows != rows || v.Cols != cols || len(v.Values) != rows*cols {
			t.Fatalf("%d×%d became %d×%d with %d values", rows, cols, v.Rows, v.Cols, len(v.Values))
		}
		for i, got := range v.Values {
			if got != float64(i) {
				t.Fatalf("%d×%d: value %d is %v", rows, cols, i, got)
			}
		}
	}
}

// A result that is too large to be allocated on the file's word: the memory
// used is that of the result and little more.
func TestReadLarge(t *testing.T) {
	const rows, cols = 2900, 2900
	s := spec{name: "x", class: 9, dims: []int32{rows, cols}, typ: miUINT8,
		values: make([]float64, rows*cols)}
	for i := range s.values {
		s.values[i] = float64(i % 251)
	}
	for _, w := range []writer{le, {order: le.order, compress: true}} {
		data := w.file(s)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		v := mustRead(t, data)[0]
		runtime.ReadMemStats(&after)
		if used, most := after.TotalAlloc-before.TotalAlloc,
			uint64(8*rows*cols+4<<20); used > most {
			t.Errorf("%d bytes were allocated, want at most %d", used, most)
		}
		for i := range rows {
			for j := range cols {
				if got := v.Values[i*cols+j]; got != float64((j*rows+i)%251) {
					t.Fatalf("value %d, %d is %v", i, j, got)
				}
			}
		}
	}
}

func TestReadSparse(t *testing.T) {
	dense := []float64{0, 1.5, 0, 0, -2, 0, 0, 3, 0, 0, 0, 4}
	for _, w := range writers() {
		s := sparseOf("S", 3, 4, dense...)
		check(t, mustRead(t, w.file(s)),
			[]Variable{{Name: "S", Class: "sparse", Rows: 3, Cols: 4, Values: dense}})

		// Room for more entries than are used, filled with anything.
		s.rowOf = append(s.rowOf, -7, 1<<30, 99)
		s.values = append(s.values, 8, 8, 8)
		check(t, mustRead(t, w.file(s)),
			[]Variable{{Name: "S", Class: "sparse", Rows: 3, Cols: 4, Values: dense}})
	}
	ones := []float64{1, 0, 1, 1, 1, 1, 0, 0}
	logical := sparseOf("L", 2, 4, ones...)
	logical.flags, logical.typ = flagLogical, miUINT8
	want := []Variable{{Name: "L", Class: "sparse", Rows: 2, Cols: 4, Values: ones}}
	data := le.file(logical)
	check(t, mustRead(t, data), want)
	// MATLAB writes bytes and calls them doubles.
	tag := le.order.AppendUint32(le.order.AppendUint32(nil, miUINT8), 5)
	at := bytes.LastIndex(data, tag)
	data[at] = miDOUBLE
	check(t, mustRead(t, data), want)

	for _, c := range [][2]int{{0, 0}, {3, 0}, {0, 3}, {2, 2}} {
		n := c[0] * c[1]
		got := mustRead(t, le.file(sparseOf("e", c[0], c[1], make([]float64, n)...)))
		check(t, got, []Variable{{Name: "e", Class: "sparse", Rows: c[0], Cols: c[1],
			Values: make([]float64, n)}})
	}
}

// Variables that are not wanted are passed over, whatever they are; want hears
// of each.
func TestReadWant(t *testing.T) {
	for _, w := range writers() {
		complexX := full("z", 1, 2, 1, 2)
		complexX.flags = flagComplex
		data := w.file(
			complexX,
			spec{name: "s", class: 2, dims: []int32{1, 1}, noData: true},
			full("X", 2, 2, 1, 2, 3, 4),
			str("t", "abc"),
			// the workspace of objects
			spec{name: "", class: 9, dims: []int32{1, 2}, typ: miUINT8, values: []float64{1, 2}},
			full("Y", 2, 1, 5, 6),
		)
		var heard []string
		got, err := readFull(bytes.NewReader(data), func(name, class string, rows, cols int) bool {
			heard = append(heard, fmt.Sprintf("%s %s %d×%d", name, class, rows, cols))
			return name == "X" || name == "Y"
		})
		must.Do(t, err)
		check(t, got, []Variable{
			{Name: "X", Class: "double", Rows: 2, Cols: 2, Values: []float64{1, 2, 3, 4}},
			{Name: "Y", Class: "double", Rows: 2, Cols: 1, Values: []float64{5, 6}},
		})
		must.Items(t, heard,
			[]string{"z double 1×2", "s struct 1×1", "X double 2×2", "t char 1×3", "Y double 2×1"},
			"want heard")
		got, err = readFull(bytes.NewReader(data),
			func(string, string, int, int) bool { return false })
		if err != nil || got != nil {
			t.Errorf("nothing wanted: got %v, %v", got, err)
		}
	}
}

// Classes without numbers and text are told of.
func TestReadOther(t *testing.T) {
	for class, want := range map[byte]string{2: "struct", 3: "object", 16: "function"} {
		s := spec{name: "v", class: class, dims: []int32{1, 1}, noData: true}
		check(t, mustRead(t, le.file(s)), []Variable{{Name: "v", Class: want, Rows: 1, Cols: 1}})
	}
	// An opaque array has a name where others have dimensions.
	b := le.element(miUINT32, []byte{17, 0, 0, 0, 0, 0, 0, 0})
	for _, name := range []string{"tbl", "MCOS", "table"} {
		b = append(b, le.element(miINT8, []byte(name))...)
	}
	b = append(b, le.matrix(full("", 1, 1, 1))...)
	check(t, mustRead(t, append(le.header(), le.element(miMATRIX, b)...)),
		[]Variable{{Name: "tbl", Class: "opaque"}})
}

// Any matrices, full or sparse, written in any way, come back as they were.
func TestReadProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom(writers()).Draw(t, "writer")
		var specs []spec
		var want []Variable
		for i := range rapid.IntRange(1, 4).Draw(t, "variables") {
			name := fmt.Sprintf("v%d", i)
			rows, cols := rapid.IntRange(0, 9).Draw(t, "rows"), rapid.IntRange(0, 9).Draw(t, "cols")
			values := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
				return float64(rapid.IntRange(-3, 100).Draw(t, "value"))
			}), rows*cols, rows*cols).Draw(t, "values")
			if rapid.Bool().Draw(t, "sparse") {
				for i := range values {
					values[i] = max(values[i]-50, 0)
				}
				specs = append(specs, sparseOf(name, rows, cols, values...))
				want = append(want, Variable{Name: name, Class: "sparse", Rows: rows, Cols: cols,
					Values: values})
				continue
			}
			s := full(name, rows, cols, values...)
			s.typ = rapid.SampledFrom([]uint32{miINT8, miINT16, miINT32, miSINGLE, miDOUBLE,
				miINT64}).Draw(t, "type")
			s.class = byte(rapid.IntRange(6, 15).Draw(t, "class"))
			specs = append(specs, s)
			want = append(want, Variable{Name: name, Class: classes[s.class], Rows: rows,
				Cols: cols, Values: values})
		}
		got := must.Get(readFull(bytes.NewReader(w.file(specs...)), nil))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("variables (-want +got):\n%s", diff)
		}
	})
}

func TestReadChar(t *testing.T) {
	const greek = "αβγ 😀x" // 7 UTF-16 units, 6 characters
	for _, w := range writers() {
		for _, typ := range []uint32{miUINT16, miUTF16, miUTF8, miUTF32} {
			s := str("t", greek)
			s.typ = typ
			check(t, mustRead(t, w.file(s)),
				[]Variable{{Name: "t", Class: "char", Rows: 1, Cols: 7, Text: []string{greek}}})

			// Three rows, column by column: one, två, III4.
			s = spec{name: "r", class: 4, dims: []int32{3, 4}, typ: typ, text: "otInvIeåI  4"}
			check(t, mustRead(t, w.file(s)),
				[]Variable{{Name: "r", Class: "char", Rows: 3, Cols: 4,
					Text: []string{"one", "två", "III4"}}})
		}
		// Rows of characters outside the 16-bit plane, counted as MATLAB does
		// (units: the halves of each are one row apart) and as scipy does.
		s := spec{name: "u", class: 4, dims: []int32{2, 1}, typ: miUTF8, text: "😀x"}
		check(t, mustRead(t, w.file(s)),
			[]Variable{{Name: "u", Class: "char", Rows: 2, Cols: 1, Text: []string{"😀", "x"}}})
		// Bytes, Latin-1; and the same claimed to be UTF-8.
		for _, typ := range []uint32{miUINT8, miINT8, miUTF8} {
			s := spec{name: "b", class: 4, dims: []int32{1, 2}, typ: typ, text: "\xe9\xe8"}
			if typ != miUTF8 {
				s.text = "éè"
			}
			check(t, mustRead(t, w.file(s)),
				[]Variable{{Name: "b", Class: "char", Rows: 1, Cols: 2, Text: []string{"éè"}}})
		}
	}
}

func TestReadCharEmpty(t *testing.T) {
	for _, c := range []struct {
		dims []int32
		want []string
	}{
		{[]int32{0, 0}, []string{}},
		{[]int32{0, 5}, []string{}},
		{[]int32{1, 0}, []string{""}},
		{[]int32{2, 0}, nil},
		{[]int32{2, 2, 2}, nil},
	} {
		s := spec{name: "c", class: 4, dims: c.dims, typ: miUINT16, noData: true}
		v := mustRead(t, le.file(s))
		if (v[0].Text == nil) != (c.want == nil) || len(v[0].Text) != len(c.want) {
			t.Errorf("%v: text %#v, want %#v", c.dims, v[0].Text, c.want)
		}
	}
}

func TestReadCell(t *testing.T) {
	empty := spec{class: 4, dims: []int32{0, 0}, typ: miUINT16}
	two := spec{class: 4, dims: []int32{2, 1}, typ: miUINT16, text: "ab"}
	for _, w := range writers() {
		for _, c := range []struct {
			dims  []int32
			cells []spec
			want  []string
		}{
			{[]int32{3, 1}, []spec{str("", "ALL"), str("", "AML "), empty},
				[]string{"ALL", "AML ", ""}},
			{[]int32{1, 2}, []spec{str("", "ä"), str("", "long enough")},
				[]string{"ä", "long enough"}},
			{[]int32{0, 0}, nil, []string{}},
			{[]int32{2, 1}, []spec{str("", "a"), full("", 1, 1, 3)}, nil},
			{[]int32{2, 1}, []spec{str("", "a"), two}, nil},
			{[]int32{2, 1}, []spec{str("", "a"),
				{class: 1, dims: []int32{1, 1}, cells: []spec{str("", "b")}}}, nil},
			{[]int32{2, 2}, []spec{str("", "a"), str("", "b"), str("", "c"), str("", "d")}, nil},
		} {
			s := spec{name: "c", class: 1, dims: c.dims, cells: c.cells}
			got := mustRead(t, w.file(s, full("after", 1, 1, 7)))
			check(t, got, []Variable{
				{Name: "c", Class: "cell", Rows: int(c.dims[0]), Cols: int(c.dims[1]),
					Text: c.want},
				{Name: "after", Class: "double", Rows: 1, Cols: 1, Values: []float64{7}},
			})
		}
	}
	// A cell never written is an array of no bytes.
	b := le.element(miUINT32, []byte{1, 0, 0, 0, 0, 0, 0, 0})
	b = append(b, le.element(miINT32, []byte{1, 0, 0, 0, 1, 0, 0, 0})...)
	b = append(b, le.element(miINT8, []byte("c"))...)
	b = append(b, miMATRIX, 0, 0, 0, 0, 0, 0, 0)
	check(t, mustRead(t, append(le.header(), le.element(miMATRIX, b)...)),
		[]Variable{{Name: "c", Class: "cell", Rows: 1, Cols: 1}})
}

// A cell array of matrices, full and sparse, is read as such; what is mixed,
// nested, square or has more than two dimensions is left alone.
func TestReadCellsOfMatrices(t *testing.T) {
	text, nested := str("", "a"), spec{class: 1, dims: []int32{1, 1},
		cells: []spec{full("", 1, 1, 3)}}
	deep := spec{class: 6, dims: []int32{1, 1, 2}, typ: miDOUBLE, values: []float64{1, 2}}
	octets := spec{class: 9, dims: []int32{2, 1}, typ: miUINT8, values: []float64{8, 9}}
	first, second := Variable{Class: "double", Rows: 2, Cols: 3,
		Values: []float64{1, 2, 3, 4, 5, 6}},
		Variable{Class: "sparse", Rows: 2, Cols: 2, Values: []float64{0, 7, 0, 0}}
	for name, c := range map[string]struct {
		dims  []int32
		cells []spec
		want  []Variable
	}{
		"row": {[]int32{1, 2}, []spec{full("", 2, 3, 1, 2, 3, 4, 5, 6),
			sparseOf("", 2, 2, 0, 7, 0, 0)}, []Variable{first, second}},
		"column": {[]int32{2, 1}, []spec{sparseOf("", 2, 2, 0, 7, 0, 0), octets},
			[]Variable{second, {Class: "uint8", Rows: 2, Cols: 1, Values: []float64{8, 9}}}},
		"one": {[]int32{1, 1}, []spec{octets},
			[]Variable{{Class: "uint8", Rows: 2, Cols: 1, Values: []float64{8, 9}}}},
		"empty": {[]int32{1, 1}, []spec{full("", 0, 3)},
			[]Variable{{Class: "double", Rows: 0, Cols: 3, Values: []float64{}}}},
		"and text": {[]int32{2, 1}, []spec{octets, text}, nil},
		"nested":   {[]int32{2, 1}, []spec{octets, nested}, nil},
		"deep":     {[]int32{2, 1}, []spec{octets, deep}, nil},
		"square":   {[]int32{2, 2}, []spec{octets, octets, octets, octets}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, w := range writers() {
				s := spec{name: "X", class: 1, dims: c.dims, cells: c.cells}
				check(t, mustRead(t, w.file(s, full("after", 1, 1, 7))), []Variable{
					{Name: "X", Class: "cell", Rows: int(c.dims[0]), Cols: int(c.dims[1]),
						Cells: c.want},
					{Name: "after", Class: "double", Rows: 1, Cols: 1, Values: []float64{7}},
				})
			}
		})
	}
}

func TestCellErrors(t *testing.T) {
	complexes := full("", 1, 2, 1, 2)
	complexes.flags = flagComplex
	refused(t, le.file(spec{name: "X", class: 1, dims: []int32{2, 1},
		cells: []spec{full("", 1, 1, 1), complexes}}), nil, `variable "X{2}" holds complex numbers`,
		"real(X)")
	short := full("", 2, 2, 1, 2, 3, 4)
	short.values = short.values[:3]
	refused(t, le.file(spec{name: "X", class: 1, dims: []int32{1, 1}, cells: []spec{short}}), nil,
		`variable "X{1}"`, "24 bytes of numbers where 2×2 need 32")
	whole := le.file(spec{name: "X", class: 1, dims: []int32{2, 1},
		cells: []spec{full("", 1, 1, 1), full("", 1, 1, 1)}})
	refused(t, whole[:len(whole)-8], ErrTruncated, `the file ends inside variable "X{2}"`)
	// Too many matrices for views are passed over, whatever they hold.
	many := spec{name: "X", class: 1, dims: []int32{1, maxCells + 1}}
	for range maxCells + 1 {
		many.cells = append(many.cells, full("", 1, 1, 1))
	}
	if v := mustRead(t, le.file(many)); v[0].Cells != nil {
		t.Errorf("%d cells", len(v[0].Cells))
	}
}

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
	must.ErrorWith(t, err, "more than 1,000 times the file's size")
	s.dims[0]++
	refused(t, le.file(s), nil, "a matrix of 67108865×3, and a side has 0 to 67108864")
}
