package npy

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/must"
)

// known is what NumPy makes of a file, as testdata/write.py wrote it.
type known struct {
	Shape  []int
	Values []string // hexadecimal floats, row by row
	Text   []string
}

func knownValues(t *testing.T) map[string]known {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/values.json"))(t)
	var all map[string]known
	must.Do(t, json.Unmarshal(text, &all))
	return all
}

func (k known) numbers(t *testing.T) []float64 {
	t.Helper()
	out := make([]float64, len(k.Values))
	for i, text := range k.Values {
		var err error
		if out[i], err = strconv.ParseFloat(text, 64); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// same compares an array with what NumPy says, to the bit.
func same(t *testing.T, name string, got *Array, want known) {
	t.Helper()
	if diff := cmp.Diff(want.Shape, append([]int{}, got.Shape...)); diff != "" {
		t.Errorf("%s: shape %s", name, diff)
	}
	if diff := cmp.Diff(want.Text, got.Text); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
	if want.Text == nil {
		sameBits(t, name, got.Values, want.numbers(t))
	}
}

func sameBits(t *testing.T, name string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", name, len(got), len(want))
	}
	for i, v := range want {
		if math.Float64bits(got[i]) != math.Float64bits(v) {
			t.Errorf("%s: value %d is %v, want %v", name, i, got[i], v)
		}
	}
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	data := must.Get(os.ReadFile(filepath.Join("testdata", name)))(t)
	return data
}

// Every file that NumPy wrote has NumPy's values, in one piece, byte by byte, and with a size that
// is not known.
func TestReadAsNumPy(t *testing.T) {
	read := 0
	for name, want := range knownValues(t) {
		if filepath.Ext(name) != ".npy" || name == "cube.npy" {
			continue
		}
		read++
		data := file(t, name)
		for _, r := range []io.Reader{bytes.NewReader(data),
			iotest.OneByteReader(bytes.NewReader(data)),
			iotest.DataErrReader(bytes.NewReader(data))} {
			for _, size := range []int64{int64(len(data)), -1} {
				if size < 0 {
					r = bytes.NewReader(data)
				}
				got, err := Read(r, size, nil)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				same(t, name, got, want)
			}
		}
	}
	if read != 30 {
		t.Errorf("%d files, want 30", read)
	}
}

func TestReadHeader(t *testing.T) {
	data := file(t, "i2_f.npy")
	h := must.Get(ReadHeader(bytes.NewReader(data), int64(len(data))))(t)
	want := Header{Type: Int16, Fortran: true, Shape: []int{5, 3}, Offset: 128}
	if diff := cmp.Diff(want, h); diff != "" {
		t.Error(diff)
	}
	first := make([]float64, 1)
	h.Type.Decode(first, data[h.Offset:])
	if first[0] != math.MinInt16 {
		t.Errorf("the first value is %v", first[0])
	}
	// Python 2 wrote sizes with an L; the order of the keys is free.
	for _, text := range []string{
		"{'descr': '<i2', 'fortran_order': True, 'shape': (5L, 3L), }\n",
		`{"shape":(5,3),"fortran_order":True,"descr":"<i2"}`,
	} {
		h := must.Get(ReadHeader(bytes.NewReader(withHeader(1, text)), -1))(t)
		want.Offset = int64(10 + len(text))
		if diff := cmp.Diff(want, h); diff != "" {
			t.Error(diff)
		}
	}
}

// withHeader is a file of that version and header without elements.
func withHeader(version byte, text string, data ...byte) []byte {
	out := append([]byte(magic), version, 0, byte(len(text)), byte(len(text)>>8))
	if version > 1 {
		out = append(out, byte(len(text)>>16), byte(len(text)>>24))
	}
	return append(append(out, text...), data...)
}

func header(descr, fortran, shape string) string {
	return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n"
}

func TestRefused(t *testing.T) {
	whole := file(t, "f8_c.npy")
	big := file(t, "big.npy")
	f8 := func(shape string) []byte { return withHeader(1, header("'<f8'", "False", shape)) }
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty": {nil, "the file is empty (0 bytes); fetch it again"},
		"text": {[]byte("a,b,c\n1,2,3\n"),
			`not a NumPy array: it begins with "a,b,c\n1,2,"; give a file that numpy.save wrote`},
		"magic only": {[]byte(magic), "the file ends inside its header; fetch it again"},
		"version 4": {withHeader(4, header("'<f8'", "False", "(1,)")),
			"version 4.0 of the .npy format is not known; save the array again with numpy.save"},
		"cut in the header": {whole[:60],
			"the file ends inside its header of 118 bytes; fetch it again"},
		"cut in the data": {whole[:200], "the file is cut short: 5×3 values of 8 bytes need 120 " +
			"bytes after the header, and it has 72; fetch it again"},
		"too long": {append(bytes.Clone(whole), 1, 2, 3), "3 bytes follow the 5×3 values of the " +
			"header; save the array again, one array a file"},
		"2^40 rows": {f8("(1099511627776, 2)"),
			"the file is cut short: 1099511627776×2 values of " +
				"8 bytes need 17592186044416 bytes after the header, and it has 0; fetch it again"},
		"overflow": {f8("(4294967296, 4294967296)"), "the header claims 4294967296×4294967296 " +
			"values, more than any file holds; the file is damaged, fetch it again"},
		"overflow in bytes": {f8("(2305843009213693952,)"), "the header claims " +
			"2305843009213693952 values, more than any file holds; the file is damaged, fetch " +
			"it again"},
		"beyond 64 bits": {f8("(18446744073709551616,)"), `the header has ` +
			`"18446744073709551616,), }\n" where whole numbers from 0 to 9223372036854775807 in ` +
			`the shape belongs; save the array again with numpy.save`},
		"negative": {f8("(-1, 3)"), `the header has "-1, 3), }\n" where whole numbers from 0 to ` +
			`9223372036854775807 in the shape belongs; save the array again with numpy.save`},
		"big-endian": {big, `the array holds big-endian elements (>f8); save numbers of a type ` +
			`that is read: np.save("x.npy", x.astype("<f8"))`},
		"big-endian integers": {file(t, "bigint.npy"), `the array holds big-endian elements ` +
			`(>i2); save numbers of a type that is read: np.save("x.npy", x.astype("<i2"))`},
		"objects": {file(t, "object.npy"), `the array holds Python objects (|O); save numbers: ` +
			`np.save("x.npy", x.astype("<f8")), or text: np.save("x.npy", x.astype(str))`},
		"complex": {file(t, "complex.npy"),
			`the array holds complex numbers (<c16); save numbers ` +
				`of a type that is read: np.save("x.npy", x.real.astype("<f8"))`},
		"half": {file(t, "half.npy"), `the array holds elements of type (<f2); save numbers of a ` +
			`type that is read: np.save("x.npy", x.astype("<f8"))`},
		"times": {file(t, "time.npy"), `the array holds times (<M8[D]); save numbers of a type ` +
			`that is read: np.save("x.npy", x.astype("<i8").astype("<f8"))`},
		"fields": {file(t, "fields.npy"), `the elements of the array have named fields; save the ` +
			`fields as a matrix: np.save("x.npy", np.column_stack([x[f] for f in ` +
			`x.dtype.names]).astype("<f8"))`},
		"text elements": {file(t, "text.npy"),
			`the array holds text (<U8), not numbers; save the ` +
				`numbers that it stands for: np.save("x.npy", x.astype("<f8"))`},
		"a wrong Fortran flag": {withHeader(1, header("'<f8'", "Maybe", "(1, 1)")), `the header ` +
			`has "Maybe, 'shape': (1, 1), }\n" where True or False for fortran_order belongs; ` +
			`save ` +
			`the array again with numpy.save`},
		"a number as Fortran flag": {withHeader(2, header("'<f8'", "1", "(1, 1)")), `the header ` +
			`has "1, 'shape': (1, 1), }\n" where True or False for fortran_order belongs; save ` +
			`the ` +
			`array again with numpy.save`},
		"code": {withHeader(1, "__import__('os').system('true')"), `the header has ` +
			`"__import__('os').system('true')" where a dictionary belongs; save the array again ` +
			`with numpy.save`},
		"twice": {withHeader(1, "{'descr': '<f8', 'descr': '<f8'}"), `the header has "descr" ` +
			`twice; the file is damaged, fetch it again`},
		"no shape": {withHeader(1, "{'descr': '<f8', 'fortran_order': False}"), `the header has ` +
			`no "shape"; the file is damaged, fetch it again`},
		"another key": {withHeader(1, "{'order': 1}"), `the header has a key "order" that the ` +
			`format does not have; save the array again with numpy.save`},
		"one size without a comma": {f8("(3)"), `the header has "), }\n" where a comma after the ` +
			`one size of the shape belongs; save the array again with numpy.save`},
		"sizes without a comma": {f8("(3, 3 3)"), `the header has "3), }\n" where a comma in the ` +
			`shape belongs; save the array again with numpy.save`},
		"more after the header": {withHeader(1, header("'<f8'", "False", "(0,)")+"x"), `the ` +
			`header has "x" where the end of the header belongs; save the array again with ` +
			`numpy.save`},
		"a long header": {withHeader(2, strings.Repeat(" ", maxHeader+1)), "the header has 65537 " +
			"bytes, above the 65536 of a plain array; " + adviceFields},
	} {
		_, err := ReadHeader(bytes.NewReader(c.data), int64(len(c.data)))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n%v, want\n%s", name, err, c.want)
		}
	}
	broken := errors.New("the line is dead")
	for n := range whole {
		r := io.MultiReader(bytes.NewReader(whole[:n]), iotest.ErrReader(broken))
		if _, err := Read(r, int64(len(whole)), nil); !errors.Is(err, broken) {
			t.Fatalf("after %d bytes: %v", n, err)
		}
		_, err := Read(bytes.NewReader(whole[:n]), -1, nil)
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Fatalf("%d bytes are read: %v", n, err)
		}
	}
	_, err := Read(bytes.NewReader(file(t, "cube.npy")), -1, nil)
	if want := `the array has 3 dimensions (2×3×2); save a matrix of one row per sample: ` +
		`np.save("x.npy", x.reshape(len(x), -1))`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = Read(bytes.NewReader(append(bytes.Clone(whole), 0)), -1, nil)
	if want := "more bytes follow the 5×3 values of the header; save the array again, one array " +
		"a file"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = Read(bytes.NewReader(whole[:200]), -1, nil)
	if want := "the file is cut short: it ends inside the 5×3 values that its header claims; " +
		"fetch it again"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Nothing is allocated on a claim, whether the size of the file is known or not.
func TestClaimsTakeNoMemory(t *testing.T) {
	for _, shape := range []string{"(1099511627776, 2)", "(1073741824, 1)", "(16777216, 8)"} {
		for _, descr := range []string{"'<f8'", "'|i1'", "'<U9'"} {
			data := withHeader(1, header(descr, "False", shape), make([]byte, 1000)...)
			for _, size := range []int64{int64(len(data)), -1} {
				used := allocated(func() {
					if _, err := Read(bytes.NewReader(data), size, nil); err == nil {
						t.Errorf("%s of %s is read", shape, descr)
					}
				})
				if used > 4<<20 {
					t.Errorf("%s of %s: %d bytes", shape, descr, used)
				}
			}
		}
	}
}

// allocated is how many bytes f takes from the heap in all.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// written is a sparse matrix as a dense one.
func written(m *compressed.Matrix) []float64 {
	m = m.Columns()
	out := make([]float64, m.Rows*m.Cols)
	for j := range m.Cols {
		for k := m.Starts[j]; k < m.Starts[j+1]; k++ {
			out[int(m.Index[k])*m.Cols+j] = m.Values[k]
		}
	}
	return out
}
