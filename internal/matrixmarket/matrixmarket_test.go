package matrixmarket

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/must"
)

func written(m *compressed.Matrix) []float64 {
	out := make([]float64, m.Rows*m.Cols)
	for j := range m.Cols {
		for k := m.Starts[j]; k < m.Starts[j+1]; k++ {
			out[int(m.Index[k])*m.Cols+j] += m.Values[k]
		}
	}
	return out
}

// Every file that SciPy wrote has the values that SciPy reads, to the bit.
func TestReadAsSciPy(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/values.json"))(t)
	var all map[string]struct {
		Rows, Cols int
		Values     []string
	}
	must.Do(t, json.Unmarshal(text, &all))
	if len(all) != 7 {
		t.Errorf("%d files, want 7", len(all))
	}
	for name, want := range all {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		must.Do(t, err)
		m, err := Read(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if m.Rows != want.Rows || m.Cols != want.Cols || slices.Contains(m.Values, 0) {
			t.Errorf("%s: %d×%d, values %v", name, m.Rows, m.Cols, m.Values)
		}
		for k, v := range written(m) {
			if w, err := strconv.ParseFloat(want.Values[k], 64); err != nil || w != v {
				t.Errorf("%s: value %d is %v, want %v (%v)", name, k, v, w, err)
			}
		}
	}
}

// By hand: letter case, comments, blank lines, entries at one place, an upper triangle.
func TestRead(t *testing.T) {
	for text, want := range map[string]*compressed.Matrix{
		"%%matrixmarket MATRIX Coordinate Real General\r\n% a comment\r\n\r\n2 3 4\r\n" +
			"2 3 2\r\n1 1 .75\r\n%\r\n1 1 .25\r\n1 2 0": {Rows: 2, Cols: 3,
			Starts: []int{0, 1, 1, 2}, Index: []int32{0, 1}, Values: []float64{1, 2}},
		"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n1 2\n3 3\n": {Rows: 3, Cols: 3,
			Starts: []int{0, 1, 2, 3}, Index: []int32{1, 0, 2}, Values: []float64{1, 1, 1}},
		"%%MatrixMarket matrix coordinate integer general\n2 2 0\n": {Rows: 2, Cols: 2,
			Starts: []int{0, 0, 0}, Index: []int32{}, Values: []float64{}},
		"%%MatrixMarket matrix array real general\n2 2\n1\n0\n3\n4\n": {Rows: 2, Cols: 2,
			Starts: []int{0, 1, 3}, Index: []int32{0, 0, 1}, Values: []float64{1, 3, 4}},
	} {
		m, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, m); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestRefused(t *testing.T) {
	const real = "%%MatrixMarket matrix coordinate real general\n"
	for text, want := range map[string]string{
		"": `not a Matrix Market file: it begins with ""; the first line is %%MatrixMarket ` +
			`matrix ` +
			`coordinate real general`,
		"1 2 3\n": `not a Matrix Market file: it begins with "1 2 3"; the first line is ` +
			`%%MatrixMarket matrix coordinate real general`,
		"%%MatrixMarket matrix coordinate real\n": `row 1: "%%matrixmarket matrix coordinate ` +
			`real" ` +
			`has not the five words of %%MatrixMarket matrix coordinate real general; mend the ` +
			`line`,
		"%%MatrixMarket matrix sparse real general\n": `row 1: no format "sparse"; write ` +
			`coordinate or array`,
		"%%MatrixMarket matrix coordinate complex general\n": `row 1: complex numbers are not ` +
			`read; save real ones: scipy.io.mmwrite("x.mtx", x.real)`,
		"%%MatrixMarket matrix coordinate words general\n": `row 1: no field "words"; write ` +
			`real, ` +
			`integer or pattern`,
		"%%MatrixMarket matrix coordinate real skew-symmetric\n": `row 1: skew-symmetric ` +
			`matrices ` +
			`are not read; save all entries: scipy.io.mmwrite("x.mtx", x, symmetry="general")`,
		"%%MatrixMarket matrix coordinate real lower\n": `row 1: no symmetry "lower"; write ` +
			`general or symmetric`,
		"%%MatrixMarket matrix array pattern general\n": "row 1: a pattern has no values to " +
			"write " +
			"in full; write coordinate",
		real: "the file ends before its sizes (rows, columns and entries); fetch it again",
		real + "2 3\n": `row 2: "2 3" is no line of sizes; write whole numbers for rows, columns ` +
			`and entries`,
		real + "2 -3 1\n": `row 2: "2 -3 1" is no line of sizes; write whole numbers for rows, ` +
			`columns and entries`,
		real + "2 3 1 1\n": `row 2: "2 3 1 1" is no line of sizes; write whole numbers for rows, ` +
			`columns and entries`,
		real + "2147483648 3 1\n": "row 2: a matrix of 2147483648×3, and a side has " +
			"0 to 67108864; save fewer rows or columns",
		"%%MatrixMarket matrix array real symmetric\n2 3\n": "row 2: a symmetric matrix of 2×3; " +
			"write general, or give it as many rows as columns",
		real + "2 3 2\n1 1 4\n": "the file is cut short: its sizes claim 2 entries, and it has " +
			"1; " +
			"fetch it again",
		real + "2 3 1\n1 1 4\n1 2 4\n": "row 4: more than the 1 entries of the sizes; mend the " +
			"sizes",
		real + "2 3 1\n1 1\n": `row 3: "1 1" is no entry; write row, column and value`,
		real + "2 3 1\n0 1 5\n": "row 3: no row 0, column 1 in a matrix of 2×3, whose rows and " +
			"columns count from 1",
		real + "2 3 1\n\x1b1 1 5\n": `row 3: no row "\x1b1", column 1 in a matrix of 2×3, whose rows ` +
			"and columns count from 1",
		real + "2 3 1\n1 4 5\n": "row 3: no row 1, column 4 in a matrix of 2×3, whose rows and " +
			"columns count from 1",
		real + "2 3 1\n1 3 NaN\n": "row 3: the value in row 1, column 3 is NaN; fill in a " +
			"number, " +
			"or take the entry out",
		real + "2 3 1\n1 3 1e999\n": "row 3: the value in row 1, column 3 is 1e999; fill in a " +
			"number, or take the entry out",
		real + "2 3 2\n1 3 1e308\n1 3 1e308\n": "the entries in row 1, column 3 add up to more " +
			"than a float64 holds; write one entry there",
		real + "2 3 1\n1 3 x\n": `row 3: the value in row 1, column 3, "x", is not a number; ` +
			`mend it`,
		"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n": "the file is cut short: it " +
			"ends after 3 values of a matrix of 2×2; fetch it again",
		"%%MatrixMarket matrix array real general\n1 1\n1\n2\n": "row 4: more than the 1×1 " +
			"values " +
			"of the sizes; mend the sizes",
		real + strings.Repeat("1", maxLine+1): "row 2: the line is longer than 65536 bytes; look " +
			"at the line ends",
	} {
		_, err := Read(strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%v, want\n%s", err, want)
		}
	}
}

// Sides and entries that the file does not have take no memory.
func TestClaims(t *testing.T) {
	const real = "%%MatrixMarket matrix coordinate real general\n"
	for text, want := range map[string]string{
		real + "67108864 67108864 1\n1 1 5\n": "a matrix of 67108864×67108864: 72 bytes " +
			"of the file become 1342177284 values, which take more than 1000 times as much " +
			"memory; if that is right, load the file unpacked, or written out in full",
		real + "3 3 9000000000000000000\n1 1 5\n": "the file is cut short: its sizes claim " +
			"9000000000000000000 entries, and it has 1; fetch it again",
		"%%MatrixMarket matrix array real general\n67108864 67108864\n5\n": "the file is cut " +
			"short: it ends after 1 values of a matrix of 67108864×67108864; fetch it again",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(strings.NewReader(text))
		runtime.ReadMemStats(&after)
		if err == nil || err.Error() != want {
			t.Errorf("%v, want\n%s", err, want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
			t.Errorf("%q: %d bytes", text, used)
		}
	}
}

// FuzzRead reads anything; what is read is a sound matrix of finite numbers.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"real.mtx", "pattern.mtx", "symmetric.mtx", "array.mtx",
		"array_symmetric.mtx", "packed.mtx.gz"} {
		data := must.Get(os.ReadFile(filepath.Join("testdata", name)))(f)
		f.Add(data)
	}
	f.Add([]byte("%%MatrixMarket matrix coordinate real general\n2 3 2\n2 3 2\n1 1 .75\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Read(bytes.NewReader(data))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
			return
		}
		must.Do(t, m.Check())
		for _, v := range m.Values {
			if v == 0 || math.IsNaN(v) {
				t.Fatalf("the value %v is stored", v)
			}
		}
	})
}
