package matfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"fsnb.example/internal/must"
)

// refused asserts that data give an error of one line that contains all of
// parts and matches kind alone, and no variables.
func refused(t *testing.T, data []byte, kind error, parts ...string) {
	t.Helper()
	vars, err := readFull(bytes.NewReader(data), nil)
	if err == nil || vars != nil {
		t.Fatalf("got %d variables and error %v, want an error", len(vars), err)
	}
	for _, part := range parts {
		must.Contain(t, err.Error(), part, err)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("error %q has several lines", err)
	}
	for _, k := range []error{ErrTruncated, ErrHDF5} {
		if errors.Is(err, k) != (k == kind) {
			t.Errorf("error %q: matches %q: %t", err, k, k != kind)
		}
	}
}

func TestNotLevel5(t *testing.T) {
	refused(t, nil, ErrTruncated, "empty (0 bytes)", "fetch it again")
	refused(t, []byte("a,b,c\n1,2,3\n"), nil, `not a MAT-file: it begins with "a,b,c\n1,2,3\n"`,
		"save(")
	refused(t, bytes.Repeat([]byte("1 2 3 4\n"), 100), nil, "not a MAT-file")
	refused(t, le.header(), ErrTruncated, "no variable")

	v73 := le.header()
	copy(v73, "MATLAB 7.3 MAT-file, Platform: GLNXA64")
	refused(t, v73, ErrHDF5, "HDF5", "save('out.mat', '-v7')", "h5py")
	v73 = le.header()
	v73[125] = 2
	refused(t, v73, ErrHDF5)
	refused(t, []byte("\x89HDF\r\n\x1a\n\x00\x00"), ErrHDF5)
	refused(t, append(make([]byte, 512), "\x89HDF\r\n\x1a\nrest"...), ErrHDF5)
	odd := le.header()
	odd[125] = 9
	refused(t, odd, nil, "version 0x0900")

	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var v4 []byte
		mopt := uint32(0)
		if order == binary.AppendByteOrder(binary.BigEndian) {
			mopt = 1000
		}
		for _, n := range []uint32{mopt, 20, 1, 0, 2} {
			v4 = order.AppendUint32(v4, n)
		}
		v4 = append(v4, "x\x00"...)
		refused(t, append(v4, make([]byte, 8)...), nil, "level 4", "save('out.mat', '-v7')")
		refused(t, append(v4, make([]byte, 160)...), nil, "level 4")
	}
}

// A file cut anywhere is refused, and so is a damaged one or it gives what it
// says; nothing panics.
func TestTruncated(t *testing.T) {
	t.Parallel()
	all := writers()
	for _, w := range []writer{all[0], all[3], all[5], all[6]} { // each choice twice
		for _, s := range []spec{
			full("X", 3, 2, 1, 2, 3, 4, 5, 6),
			sparseOf("S", 2, 2, 1, 0, 0, 2),
			str("t", "some text"),
			{name: "c", class: 1, dims: []int32{2, 1},
				cells: []spec{str("", "one"), str("", "two")}},
			{name: "st", class: 2, dims: []int32{1, 1}, noData: true},
			{name: "nd", class: 6, dims: []int32{2, 1, 2}, typ: miDOUBLE,
				values: []float64{1, 2, 3, 4}},
		} {
			data := w.file(s)
			mustRead(t, data)
			for n := range data {
				refused(t, data[:n], ErrTruncated)
				vars, err := readFull(bytes.NewReader(data[:n]),
					func(string, string, int, int) bool { return false })
				if err == nil || vars != nil {
					t.Fatalf("%d of %d bytes: passed over without an error", n, len(data))
				}
			}
			for i := range data {
				bad := bytes.Clone(data)
				bad[i] ^= 1 << (i % 8)
				vars, err := readFull(bytes.NewReader(bad), nil)
				sound(t, vars, err)
			}
		}
	}
	data := le.file(full("X", 100, 100, make([]float64, 10000)...))
	refused(t, data[:1136], ErrTruncated,
		`the file ends inside variable "X": 1,000 of 80,048 bytes; fetch it again`)
	refused(t, data[:140], ErrTruncated, "inside the variable at byte 128: 4 of 80,048 bytes")
	// Whole variables before the cut are no result either.
	refused(t, append(le.file(full("Y", 1, 1, 1)), data[128:300]...), ErrTruncated, `"X"`)
}

// sound asserts what holds of every result.
func sound(t testing.TB, vars []Variable, err error) {
	t.Helper()
	if err != nil {
		if vars != nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("error %q with %d variables", err, len(vars))
		}
		return
	}
	for _, v := range vars {
		if v.Sparse != nil {
			if err := v.Sparse.Check(); err != nil {
				t.Error(err)
			}
		}
		for _, c := range v.Cells {
			if c.Name != "" || c.Values == nil && c.Sparse == nil ||
				c.Values != nil && len(c.Values) != c.Rows*c.Cols || c.Rows < 0 ||
				c.Cols < 0 || v.Values != nil || v.Text != nil {
				t.Errorf("a cell of variable %q, %d×%d, has %d values", v.Name, c.Rows, c.Cols,
					len(c.Values))
			}
		}
		if v.Values != nil && len(v.Values) != v.Rows*v.Cols || v.Values != nil && v.Text != nil ||
			v.Name == "" || v.Rows < 0 || v.Cols < 0 {
			t.Errorf("variable %q %s %d×%d has %d values and %d strings", v.Name, v.Class, v.Rows,
				v.Cols, len(v.Values), len(v.Text))
		}
	}
}

func TestComplex(t *testing.T) {
	for _, s := range []spec{full("Z", 1, 2, 1, 2), sparseOf("Z", 1, 2, 1, 2)} {
		s.flags = flagComplex
		refused(t, le.file(s), nil, `variable "Z" holds complex numbers`, "real(X)")
	}
}

// Files that contradict themselves.
func TestDamaged(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"too few values": {le.file(spec{name: "x", class: 6, dims: []int32{2, 2}, typ: miDOUBLE,
			values: []float64{1, 2, 3}}), "24 bytes of numbers where 2×2 need 32"},
		"too many values": {le.file(spec{name: "x", class: 6, dims: []int32{2, 1}, typ: miDOUBLE,
			values: []float64{1, 2, 3}}), "24 bytes of numbers where 2×1 need 16"},
		"negative size": {le.file(spec{name: "x", class: 6, dims: []int32{-2, 1}, typ: miDOUBLE}),
			"dimension 1 is -2"},
		"one dimension": {le.file(spec{name: "x", class: 6, dims: []int32{2}, typ: miDOUBLE}),
			"dimensions are 4 bytes"},
		"class 99": {le.file(spec{name: "x", class: 99, dims: []int32{1, 1}, typ: miDOUBLE}),
			"class 99"},
		"text as numbers": {le.file(spec{name: "x", class: 6, dims: []int32{1, 1}, typ: miUTF8,
			values: []float64{1}}), "numbers are of type 16"},
		"long name": {le.file(full(strings.Repeat("x", 300), 1, 1, 1)), "its name is 300 bytes"},
		"no numbers": {le.file(spec{name: "x", class: 6, dims: []int32{1, 1}, noData: true}),
			"too early"},
		"no array": {le.deflated(le.element(miDOUBLE, make([]byte, 8))), "not an array"},
		"type 99":  {le.element(99, make([]byte, 8)), "element type 99"},
		"size beyond": {append(le.order.AppendUint32(le.order.AppendUint32(nil, miMATRIX), 16),
			le.element(miUINT32, make([]byte, 16))[:16]...), "states 16 bytes where 8 are left"},
		"text too short": {le.file(spec{name: "x", class: 4, dims: []int32{2, 3}, typ: miUINT16,
			text: "abc"}), "not 2×3 characters"},
		"sparse row": {le.file(spec{name: "x", class: 5, dims: []int32{2, 1}, typ: miDOUBLE,
			rowOf: []float64{2}, starts: []float64{0, 1}, values: []float64{1}}),
			"none of the 2 rows"},
		"sparse order": {le.file(spec{name: "x", class: 5, dims: []int32{2, 2}, typ: miDOUBLE,
			rowOf: []float64{0}, starts: []float64{0, 1, 0}, values: []float64{1}}),
			"out of order"},
		"sparse start": {le.file(spec{name: "x", class: 5, dims: []int32{2, 1}, typ: miDOUBLE,
			rowOf: []float64{0}, starts: []float64{0, 9}, values: []float64{1}}), "out of order"},
		"sparse columns": {le.file(spec{name: "x", class: 5, dims: []int32{2, 3}, typ: miDOUBLE,
			rowOf: []float64{0}, starts: []float64{0, 1}, values: []float64{1}}),
			"2 column starts where 3 columns need 4"},
		"sparse values": {le.file(spec{name: "x", class: 5, dims: []int32{2, 1}, typ: miDOUBLE,
			rowOf: []float64{0, 1}, starts: []float64{0, 2}, values: []float64{1}}),
			"1 numbers for 2 entries"},
		"not zlib": {le.element(miCOMPRESSED, make([]byte, 64)),
			"the compressed data are wrong"},
		"zlib too short": {le.deflated(le.matrix(full("x", 1, 1, 1))[:40]), "end too early"},
		"zlib too long": {le.deflated(append(le.matrix(full("x", 1, 1, 1)),
			make([]byte, 1<<17)...)), "go on after the array"},
	} {
		t.Run(name, func(t *testing.T) {
			data := c.data
			if !bytes.HasPrefix(data, []byte("MATLAB")) {
				data = append(le.header(), data...)
			}
			refused(t, data, nil, c.says)
		})
	}
	// The checksum of compressed data counts.
	z := writer{order: le.order, compress: true}.file(full("x", 1, 1, 1))
	z[len(z)-1] ^= 1
	refused(t, z, nil, `variable "x"`, "checksum")
}

// What a header claims costs no memory before the data are there.
func TestClaims(t *testing.T) {
	claim := func(s spec, size uint32) []byte {
		b := le.matrix(s)
		le.order.(binary.ByteOrder).PutUint32(b[4:], size)
		return b
	}
	// A full array whose own sizes agree: 2^31 bytes, or what fits into 32 bits.
	const cols = MaxElements >> 16
	agreed := claim(spec{name: "X", class: 9, dims: []int32{1 << 16, cols}, typ: miUINT8,
		noData: true}, cols<<16+100)
	agreed = le.order.AppendUint32(le.order.AppendUint32(agreed, miUINT8), cols<<16)
	// What inflates to the same claim, and enough of it to be possible.
	bomb := le.deflated(append(agreed, make([]byte, 1<<20)...))
	for name, c := range map[string]struct {
		data []byte
		kind error
		says string
	}{
		"2^40 elements": {
			le.matrix(spec{name: "X", class: 6, dims: []int32{1 << 20, 1 << 20}, typ: miDOUBLE}),
			nil, "above the limit of " + count(MaxElements) + " elements"},
		"all dimensions large": {
			le.matrix(spec{name: "X", class: 6, dims: []int32{math.MaxInt32, math.MaxInt32, 1},
				typ: miDOUBLE}), nil, "2,147,483,647×2,147,483,647"},
		"sparse": {
			le.matrix(spec{name: "X", class: 5, dims: []int32{1 << 30, 1 << 10}, typ: miDOUBLE}),
			nil, "and a side has 0 to 67108864"},
		"void": {le.matrix(sparseOf("X", 3, 2, 1, 2, 3, 4, 5, 6)), nil,
			"more than 1,000 times the file's size"},
		"sparse columns": {
			le.matrix(spec{name: "X", class: 5, dims: []int32{0, math.MaxInt32}, typ: miDOUBLE}),
			nil, "and a side has 0 to 67108864"},
		"more than the data": {le.matrix(spec{name: "X", class: 6, dims: []int32{1 << 15, cols},
			typ: miDOUBLE}), nil, "0 bytes of numbers"},
		"more than the file": {agreed, ErrTruncated, "of " + count(cols<<16+100) + " bytes"},
		"more than deflate":  {bomb, nil, "cannot hold"},
		"cells": {
			le.matrix(spec{name: "X", class: 1, dims: []int32{math.MaxInt32, 1}}), nil,
			"too early"},
		"text": {
			le.matrix(spec{name: "X", class: 4, dims: []int32{1 << 20, 1 << 20}, typ: miUINT16}),
			nil, "above the limit"},
	} {
		t.Run(name, func(t *testing.T) {
			data := append(le.header(), c.data...)
			if name == "void" { // state more rows
				at := bytes.Index(data, []byte{3, 0, 0, 0, 2, 0, 0, 0})
				data[at+3] = 3
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			refused(t, data, c.kind, c.says)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
				t.Errorf("%d bytes were allocated", used)
			}
		})
	}
}

// Readers that give little at a time, fail, or give nothing.
func TestReaders(t *testing.T) {
	for _, w := range writers() {
		data := w.file(full("X", 3, 2, 1, 2, 3, 4, 5, 6))
		want := mustRead(t, data)
		for _, wrap := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader,
			iotest.DataErrReader} {
			got := must.Get(readFull(wrap(bytes.NewReader(data)), nil))(t)
			check(t, got, want)
		}
		broken := errors.New("the line is dead")
		for n := range data {
			for _, e := range []error{broken, io.ErrNoProgress} {
				end := iotest.ErrReader(e)
				if e == io.ErrNoProgress {
					end = nothing{}
				}
				vars, err := readFull(io.MultiReader(bytes.NewReader(data[:n]), end), nil)
				if vars != nil || !errors.Is(err, e) || errors.Is(err, ErrTruncated) {
					t.Fatalf("after %d bytes: got %v, want %v", n, err, e)
				}
			}
		}
	}
}

// nothing returns no bytes and no error, for ever.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, nil }

// zeros is a compressed file of variables X1, X2, … of n×n zeros of one byte each, and its
// memory would be eight thousand times its size.
func zeros(names []string, n int32) []byte {
	var specs []spec
	for _, name := range names {
		specs = append(specs, spec{name: name, class: 9, dims: []int32{n, n}, typ: miUINT8,
			values: make([]float64, int(n)*int(n))})
	}
	return writer{order: le.order, compress: true}.file(specs...)
}

// Compressed zeros are refused before the memory for them is taken: in one variable, and
// in several of which each is below what is trusted.
func TestZerosDoNotGrow(t *testing.T) {
	for name, data := range map[string][]byte{
		"one":     zeros([]string{"X"}, 3500),
		"several": zeros([]string{"X1", "X2", "X3", "X4", "X5"}, 1500),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readFull(bytes.NewReader(data), nil)
		runtime.ReadMemStats(&after)
		must.ErrorWith(t, err, "more than 1,000 times the file's size in memory", name, len(data))
		// 64 MiB, 1000 times the file, and a quarter for the transposition and buffers.
		if took, most := int64(after.TotalAlloc-before.TotalAlloc),
			int64(trusted+maxGrowth*len(data))*5/4+4<<20; took > most {
			t.Errorf("%s, %d bytes: %d MiB taken, want at most %d", name, len(data), took>>20,
				most>>20)
		}
	}
}

// A file that states more compressed bytes than it has is cut short, which is found before
// the memory for its variable is taken.
func TestStatedSizeIsNotTrusted(t *testing.T) {
	data := zeros([]string{"X"}, 3500)
	binary.LittleEndian.PutUint32(data[headerSize+4:], 1<<30)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	refused(t, data, ErrTruncated, `the file ends inside variable "X"`)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
		t.Errorf("%d MiB taken", took>>20)
	}
}

// What is read ahead is read again: numbers that compress to a two hundredth, so that the
// file is asked for, come out as they went in.
func TestReadAheadLosesNothing(t *testing.T) {
	const n = 3000
	rng := rand.New(rand.NewPCG(4, 1))
	s := spec{name: "X", class: 9, dims: []int32{n, n}, typ: miUINT8, values: make([]float64, n*n)}
	for range n * n / 400 {
		s.values[rng.IntN(n*n)] = float64(1 + rng.IntN(200))
	}
	data := writer{order: le.order, compress: true}.file(s, full("y", 1, 2, 3, 4))
	got := mustRead(t, data)
	if len(data) > 8*n*n/400 || len(got) != 2 {
		t.Fatalf("%d bytes, %d variables", len(data), len(got))
	}
	for i := range n {
		for j := range n {
			if v := got[0].Values[i*n+j]; v != s.values[j*n+i] {
				t.Fatalf("row %d, column %d is %v, want %v", i, j, v, s.values[j*n+i])
			}
		}
	}
	if got[1].Values[0] != 3 || got[1].Values[1] != 4 {
		t.Errorf("the variable behind it is %v", got[1].Values)
	}
}

// Text counts as numbers do.
func TestTextDoesNotGrow(t *testing.T) {
	long := str("", strings.Repeat("a", 1<<20))
	cells := spec{name: "Y", class: 1, dims: []int32{16, 1}}
	for range 16 {
		cells.cells = append(cells.cells, long)
	}
	data := writer{order: le.order, compress: true}.file(cells)
	refused(t, data, nil, `variable "Y{`, "makes more than 1,000 times the file's size in memory")
}
