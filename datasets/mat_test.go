package datasets

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/matfile"
	"fsnb.example/internal/must"
)

// matX is 3×2.
func matX(name string) matVar {
	return matVar{name: name, rows: 3, cols: 2, values: []float64{1, 2, 3, 4, 5, 6}}
}

var matRows = [][]float64{{1, 2}, {3, 4}, {5, 6}}

// A sparse matrix stays sparse, upright and transposed, and has the values of the full one.
func TestReadSparseMAT(t *testing.T) {
	y := matColumn("Y", 2, 10, 2)
	for name, rows := range map[string][][]float64{
		"upright": {{1, 0}, {0, 4}, {5, 0}}, "transposed": {{1, 0, 5}, {0, 4, 0}},
	} {
		x := matOf("X", rows...)
		want := must.Get(ReadMAT(bytes.NewReader(matFile(false, x, y)), "t", Options{}))(t)
		x.sparse = true
		full := must.Get(ReadMAT(bytes.NewReader(matFile(false, x, y)), "t", Options{}))(t)
		if full.X == nil || full.Hash() != want.Hash() {
			t.Errorf("%s: a small sparse matrix is held as %T", name, full.Stored)
		}
		d := must.Get(
			ReadMAT(bytes.NewReader(matFile(false, x, y)), "t", Options{Storage: "sparse"}))(
			t)
		s, ok := d.Stored.(*storage.Sparse)
		if !ok || s.NonZeros() != 3 || !mat.Equal(s, want.X) || !slices.Equal(d.Y, want.Y) {
			t.Errorf("%s: %T\n%v", name, d.Stored, mat.Formatted(d.Matrix()))
		}
		part := must.Get(ReadMAT(bytes.NewReader(matFile(false, x, y)), "t",
			Options{Storage: "sparse", Drop: []string{"f0"}}))(t)
		if part.D() != 1 || part.Features[0] != "f1" || part.Stored.At(1, 0) != 4 {
			t.Errorf("%s without f0: %v", name, part.Features)
		}
	}
}

func TestReadMAT(t *testing.T) {
	y := matColumn("Y", 2, 10, 2)
	labels := []string{"2", "10", "2"}
	names := []string{"f0", "f1"}
	sparse := matX("X")
	sparse.sparse = true
	uint8s := matX("X")
	uint8s.class = 9
	row := matVar{name: "gnd", rows: 1, cols: 3, values: []float64{2, 10, 2}}
	other := matVar{name: "other", rows: 1, cols: 1, values: []float64{7}}
	structure := matVar{name: "X", cells: []string{"a"}}
	transposed := matVar{name: "fea", rows: 2, cols: 3, values: []float64{1, 3, 5, 2, 4, 6}}
	turned := []string{"transposed fea: the file has one column per sample"}
	square := matVar{name: "X", rows: 2, cols: 2, values: []float64{1, 2, 3, 4}}
	for name, c := range map[string]struct {
		vars []matVar
		opt  Options
		want content
	}{
		"X and Y": {[]matVar{matX("X"), y}, Options{},
			content{names, matRows, labels, nil, nil}},
		"Y before X": {[]matVar{y, other, matX("X")}, Options{},
			content{names, matRows, labels, nil, nil}},
		"x and y": {[]matVar{matX("x"), matColumn("y", 2, 10, 2)}, Options{},
			content{names, matRows, labels, nil, nil}},
		"fea and a row": {[]matVar{matX("fea"), row}, Options{},
			content{names, matRows, labels, nil, nil}},
		"data, label": {[]matVar{matX("data"), matColumn("label", 2, 10, 2)}, Options{},
			content{names, matRows, labels, nil, nil}},
		"features, labels": {[]matVar{matX("features"), matColumn("labels", 2, 10, 2)}, Options{},
			content{names, matRows, labels, nil, nil}},
		"sparse": {[]matVar{sparse, y}, Options{},
			content{names, matRows, labels, nil, nil}},
		"uint8": {[]matVar{uint8s, y}, Options{},
			content{names, matRows, labels, nil, nil}},
		"X before data": {
			[]matVar{{name: "data", rows: 3, cols: 1, values: []float64{7, 8, 9}}, matX("X"), y},
			Options{}, content{names, matRows, labels, nil, nil}},
		"no data after X": {[]matVar{matX("X"),
			{name: "data", rows: 3, cols: 1, values: []float64{7, 8, 9}}, y}, Options{},
			content{names, matRows, labels, nil, nil}},
		"X holds no numbers": {[]matVar{structure, matX("fea"), y}, Options{},
			content{names, matRows, labels, nil, nil}},
		"Y before gnd": {[]matVar{row, matX("X"), matColumn("Y", 1, 1, 2)}, Options{},
			content{names, matRows, []string{"1", "1", "2"}, nil, nil}},
		"other numbers": {[]matVar{matX("X"), matColumn("Y", -1, 2.5, 1e20)}, Options{},
			content{names, matRows, []string{"-1", "2.5", "100000000000000000000"}, nil, nil}},
		"char rows": {[]matVar{matX("X"),
			{name: "Y", text: []string{"cat ", "lion", "cat "}}}, Options{},
			content{names, matRows, []string{"cat", "lion", "cat"}, nil, nil}},
		"cells": {[]matVar{matX("X"),
			{name: "Y", cells: []string{" cat", "lion", "cat"}}}, Options{},
			content{names, matRows, []string{"cat", "lion", "cat"}, nil, nil}},
		"named label": {[]matVar{matX("X"), y, matColumn("target", 5, 5, 6)},
			Options{Label: "target"}, content{names, matRows, []string{"5", "5", "6"}, nil, nil}},
		"label is data": {[]matVar{matX("X"), matColumn("data", 5, 5, 6)},
			Options{Label: "data"}, content{names, matRows, []string{"5", "5", "6"}, nil, nil}},
		"label is X": {[]matVar{matColumn("X", 5, 5, 6), matX("fea")}, Options{Label: "X"},
			content{names, matRows, []string{"5", "5", "6"}, nil, nil}},
		"no labels wanted": {[]matVar{matX("X"), y}, Options{Label: NoLabel},
			content{names, matRows, nil, nil, nil}},
		"no labels there": {[]matVar{matX("X")}, Options{Label: NoLabel},
			content{names, matRows, nil, nil, nil}},
		"transposed": {[]matVar{transposed, y}, Options{},
			content{names, matRows, labels, turned, nil}},
		"transposed, none": {[]matVar{transposed, y}, Options{Label: NoLabel},
			content{names, matRows, nil, turned, nil}},
		"transposed, row": {[]matVar{transposed, row}, Options{Label: NoLabel},
			content{names, matRows, nil, turned, nil}},
		"labels of others": {[]matVar{matX("X"), matColumn("Y", 1, 2, 3, 4, 5)},
			Options{Label: NoLabel}, content{names, matRows, nil, nil, nil}},
		"labels in a matrix": {[]matVar{matX("X"),
			{name: "Y", rows: 2, cols: 2, values: []float64{1, 0, 0, 1}}}, Options{Label: NoLabel},
			content{names, matRows, nil, nil, nil}},
		"one column": {[]matVar{{name: "X", rows: 3, cols: 1, values: []float64{1, 3, 5}},
			y}, Options{}, content{[]string{"f0"}, [][]float64{{1}, {3}, {5}}, labels, nil, nil}},
		"one row": {[]matVar{{name: "X", rows: 1, cols: 2, values: []float64{1, 3}},
			matColumn("Y", 4)}, Options{},
			content{names, [][]float64{{1, 3}}, []string{"4"}, nil, nil}},
		"transposed, text": {[]matVar{transposed, {name: "y", text: []string{"ab", "cd", "ab"}}},
			Options{Label: NoLabel}, content{names, matRows, nil, turned, nil}},
		"square stays": {[]matVar{square, matColumn("Y", 1, 2)}, Options{},
			content{names, [][]float64{{1, 2}, {3, 4}}, []string{"1", "2"}, nil, nil}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, compress := range []bool{false, true} {
				d := must.Get(
					ReadMAT(bytes.NewReader(matFile(compress, c.vars...)), "t.mat", c.opt))(t)
				if diff := cmp.Diff(c.want, contentOf(d)); diff != "" {
					t.Errorf("compressed %v: %s", compress, diff)
				}
			}
		})
	}
}

func TestReadMATRefuses(t *testing.T) {
	y := matColumn("Y", 1, 2, 1)
	with := func(v matVar, k int, x float64) matVar {
		v.values = append([]float64(nil), v.values...)
		v.values[k] = x
		return v
	}
	turned := matVar{name: "X", rows: 2, cols: 3, values: []float64{1, 3, 5, 2, 4, 6}}
	for name, c := range map[string]struct {
		vars []matVar
		opt  Options
		want string
	}{
		"no matrix": {[]matVar{y, matColumn("weight", 1)}, Options{},
			"no variable X, x, fea, data or features: the file holds Y, weight; save the n×d " +
				"matrix of the samples as X"},
		"hostile name": {[]matVar{matColumn("a\nb", 1)}, Options{},
			`no variable X, x, fea, data or features: the file holds "a\nb"; save the n×d ` +
				`matrix of the samples as X`},
		"X is text": {[]matVar{{name: "X", text: []string{"abc"}}, y}, Options{},
			"variable X is a char array, not a matrix of numbers; save the n×d matrix of the " +
				"samples as X"},
		"X is cells": {[]matVar{{name: "X", cells: []string{"a", "b"}}, y}, Options{},
			"variable X is a cell array, not a matrix of numbers; save the n×d matrix of the " +
				"samples as X"},
		"X is deep": {
			[]matVar{{name: "X", rows: 1, cols: 2, deep: 2, values: []float64{1, 2, 3, 4}}, y},
			Options{}, "variable X has more than two dimensions; save the n×d matrix of the " +
				"samples as X"},
		"X is empty": {[]matVar{{name: "X", rows: 0, cols: 2}, y}, Options{},
			"variable X is empty (0×2); save the n×d matrix of the samples as X"},
		"X has no column": {[]matVar{{name: "X", rows: 2, cols: 0}, y}, Options{},
			"variable X is empty (2×0); save the n×d matrix of the samples as X"},
		"minus infinite": {[]matVar{with(matX("X"), 0, math.Inf(-1)), y}, Options{},
			"variable X, row 1, column 1 is -Inf; fill in a number, or drop the row or the column"},
		"no label": {[]matVar{matX("X"), matColumn("target", 1, 2, 1)}, Options{},
			"no label variable Y, y, gnd, label or labels: the file holds X, target; name it, " +
				"or read the file without labels (label none)"},
		"misspelled label": {[]matVar{matX("X"), matColumn("target", 1, 2, 1)},
			Options{Label: "tarket"}, `no label variable "tarket"; did you mean "target"?`},
		"unlike any label": {[]matVar{matX("X"), matColumn("target", 1, 2, 1)},
			Options{Label: "species"}, `no label variable "species"; known: X, target`},
		"long label": {[]matVar{matX("X")}, Options{Label: strings.Repeat("x", 5000)},
			`no label variable "` + strings.Repeat("x", 40) + `…"; known: X`},
		"few labels": {[]matVar{matX("X"), matColumn("Y", 1)}, Options{},
			"variable Y has 1 labels, X is 3×2; give one label per row"},
		"many labels": {[]matVar{matX("X"), matColumn("Y", 1, 2, 3, 4)}, Options{},
			"variable Y has 4 labels, X is 3×2; give one label per row"},
		"one-hot labels": {[]matVar{matX("X"),
			{name: "Y", rows: 3, cols: 2, values: []float64{1, 0, 0, 1, 1, 0}}}, Options{},
			"variable Y is a 3×2 double array; give a vector with one label per sample"},
		"labels are deep": {[]matVar{matX("X"),
			{name: "Y", rows: 1, cols: 1, deep: 3, values: []float64{1, 2, 3}}}, Options{},
			"variable Y is a 1×3 double array; give a vector with one label per sample"},
		"label is NaN": {[]matVar{matX("X"), matColumn("Y", 1, math.NaN(), 1)}, Options{},
			"variable Y, element 2: the class label is NaN; name the class or drop the sample"},
		"label is infinite": {[]matVar{matX("X"), matColumn("Y", 1, 1, math.Inf(-1))}, Options{},
			"variable Y, element 3: the class label is -Inf; name the class or drop the sample"},
		"label is blank": {[]matVar{matX("X"), {name: "Y", text: []string{"a", " ", "b"}}},
			Options{}, "variable Y, row 2: the class label is missing; name the class or drop " +
				"the sample"},
		"NaN": {[]matVar{with(matX("X"), 3, math.NaN()), y}, Options{},
			"variable X, row 2, column 2 is NaN; set Missing, fill in a number, or drop the row " +
				"or the column"},
		"infinite": {[]matVar{with(matX("fea"), 4, math.Inf(1)), y}, Options{},
			"variable fea, row 3, column 1 is +Inf; fill in a number, or drop the row or the " +
				"column"},
		"NaN, transposed": {[]matVar{with(turned, 2, math.NaN()), y}, Options{},
			"variable X, row 1, column 3 is NaN; set Missing, fill in a number, or drop the row " +
				"or the column"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := ReadMAT(bytes.NewReader(matFile(false, c.vars...)), "t.mat", c.opt)
			wantError(t, err, "t.mat: "+c.want)
			if d != nil {
				t.Error("an error came with a data set")
			}
		})
	}
}

func TestReadMATOtherFiles(t *testing.T) {
	whole := matFile(false, matX("X"), matColumn("Y", 1, 2, 1))
	hdf5 := append(bytes.Repeat([]byte{' '}, 512), "\x89HDF\r\n\x1a\n"...)
	copy(hdf5, "MATLAB 7.3 MAT-file, Platform: GLNXA64")
	for name, c := range map[string]struct {
		data []byte
		want string
		kind error
	}{
		"empty": {nil, "the file is empty (0 bytes); fetch it again", matfile.ErrTruncated},
		"no header": {whole[:60],
			"the file ends inside its header: 60 of 128 bytes; fetch it again",
			matfile.ErrTruncated},
		"no array": {whole[:128],
			"the file holds a header and no variable; save a variable, or fetch the file again",
			matfile.ErrTruncated},
		"cut": {whole[:200],
			`the file ends inside variable "X": 64 of 104 bytes; fetch it again`,
			matfile.ErrTruncated},
		"v7.3": {hdf5,
			"the file is of MATLAB version 7.3, which is HDF5 and not read here; convert it in " +
				"MATLAB: load('in.mat'); save('out.mat', '-v7'), or in Python: read the arrays " +
				"with h5py, transpose them, write them with scipy.io.savemat", matfile.ErrHDF5},
		"a table": {[]byte(strings.Repeat(tinyCSV, 10)),
			`not a MAT-file: it begins with "a,b,class\n1,2,x\n"; give a file saved with ` +
				`save('out.mat', '-v7')`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadMAT(bytes.NewReader(c.data), "t.mat", Options{})
			wantError(t, err, "t.mat: "+c.want)
			if c.kind != nil && !errors.Is(err, c.kind) {
				t.Errorf("%v is not %v", err, c.kind)
			}
		})
	}
	// Wherever the file is cut, it is refused or the cut is between variables.
	for size := range len(whole) {
		if d, err := ReadMAT(bytes.NewReader(whole[:size]), "t.mat", Options{}); err == nil ||
			d != nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("cut to %d bytes: %v, %v", size, d, err)
		}
	}
}

// The numbers are held once, beside buffers; twice when they are transposed.
func TestReadMATMemory(t *testing.T) {
	const n, d = 800, 500
	values := make([]float64, n*d)
	for k := range values {
		values[k] = float64(k % 977)
	}
	labels := make([]float64, n)
	for _, c := range []struct {
		x     matVar
		limit float64
	}{
		{matVar{name: "X", rows: n, cols: d, values: values}, 1},
		{matVar{name: "X", rows: d, cols: n, values: values}, 2},
	} {
		for _, compress := range []bool{false, true} {
			data := matFile(compress, c.x, matColumn("Y", labels...))
			var err error
			took := allocated(func() {
				_, err = ReadMAT(bytes.NewReader(data), "t.mat", Options{})
			})
			must.Do(t, err)
			if took > int64(c.limit*8*n*d)+2<<20 {
				t.Errorf("%d×%d, compressed %v: %d bytes for %d numbers", c.x.rows, c.x.cols,
					compress, took, n*d)
			}
		}
	}
}

// What is not used is passed over, not held.
func TestReadMATPassesOver(t *testing.T) {
	const n, d = 800, 500
	large := make([]float64, n*d)
	for name, vars := range map[string][]matVar{
		"another variable": {{name: "other", rows: n, cols: d, values: large}, matX("X"),
			matColumn("Y", 1, 2, 1)},
		"a second features": {matX("X"), {name: "data", rows: n, cols: d, values: large},
			matColumn("Y", 1, 2, 1)},
		"a third": {matX("fea"), {name: "features", rows: n, cols: d, values: large},
			matColumn("Y", 1, 2, 1)},
	} {
		data := matFile(false, vars...)
		var err error
		took := allocated(func() { _, err = ReadMAT(bytes.NewReader(data), "t.mat", Options{}) })
		if err != nil || took > 1<<20 {
			t.Errorf("%s: %d bytes taken; %v", name, took, err)
		}
	}
}

// Sizes that a file only claims take no memory.
func TestReadMATClaims(t *testing.T) {
	claim := matVar{name: "X", rows: 1 << 20, cols: 1 << 20}
	_, err := ReadMAT(bytes.NewReader(matFile(false, claim)), "t.mat", Options{})
	limit := "2,147,483,648"
	if strconv.IntSize == 32 {
		limit = "268,435,455"
	}
	wantError(t, err, `t.mat: variable "X" is 1,048,576×1,048,576, above the limit of `+limit+
		` elements; save fewer rows or columns`)
	var bytes int = 8 * MaxElements // the values that a table may have can be addressed
	if bytes < 1<<31-8 {
		t.Errorf("%d bytes of values at most", bytes)
	}
}

// A file of some bytes can announce a sparse array that no memory holds with its zeros.
func TestReadMATSparseBomb(t *testing.T) {
	sparse := matX("X")
	sparse.sparse = true
	file := matFile(false, matVar{name: "X", matrices: []matVar{sparse, sparse}},
		matColumn("Y", 1, 2, 1))
	size := func(rows, cols byte) []byte { return []byte{5, 0, 0, 0, 8, 0, 0, 0, rows, 0, 0, cols} }
	at := bytes.Index(file, size(byte(sparse.rows), 0))
	if at < 0 {
		t.Fatal("no array of that size in the file")
	}
	copy(file[at:], size(byte(sparse.rows), 3)) // 50 million rows more
	_, err := ReadMAT(bytes.NewReader(file), "t", Options{})
	if err == nil || !strings.Contains(err.Error(), "more than 1,000 times the file's size") {
		t.Error(err)
	}
}

// NaN in a MATLAB file is a missing value, with which the same is done as in a
// table; columns are left out by the names that the features have.
func TestReadMATGaps(t *testing.T) {
	nan := math.NaN()
	x := matOf("X", []float64{1, nan, 3}, []float64{4, 5, 6}, []float64{nan, 7, 9},
		[]float64{2, 5, 0})
	y := matColumn("Y", 1, 2, 3, 2)
	labels := []string{"1", "2", "3", "2"}
	names := []string{"f0", "f1", "f2"}
	for name, c := range map[string]struct {
		vars []matVar
		opt  Options
		want content
	}{
		"rows": {[]matVar{x, y}, Options{Missing: "drop-rows"},
			content{names, [][]float64{{4, 5, 6}, {2, 5, 0}}, []string{"2", "2"},
				[]string{"left out 2 of 4 rows, which have missing values"}, nil}},
		"columns": {[]matVar{x, y}, Options{Missing: "drop-columns"},
			content{[]string{"f2"}, [][]float64{{3}, {6}, {9}, {0}}, labels,
				[]string{"left out 2 of 3 columns, which have missing values: f0, f1"}, nil}},
		"median": {[]matVar{x, y}, Options{Missing: "median"},
			content{names, [][]float64{{1, 5, 3}, {4, 5, 6}, {2, 7, 9}, {2, 5, 0}}, labels,
				[]string{"put the median of the column for 2 missing values in 2 columns"}, nil}},
		"a number": {[]matVar{x}, Options{Missing: "-1", Label: NoLabel},
			content{names, [][]float64{{1, -1, 3}, {4, 5, 6}, {-1, 7, 9}, {2, 5, 0}}, nil,
				[]string{"put -1 for 2 missing values in 2 columns"}, nil}},
		"dropped": {[]matVar{x, y}, Options{Drop: []string{"f1", "0"}},
			content{[]string{"f2"}, [][]float64{{3}, {6}, {9}, {0}}, labels,
				[]string{"left out 2 columns: f0, f1"}, nil}},
		"of views": {[]matVar{matOf("view_1", viewA...), matOf("view_2", viewB...)},
			Options{Label: NoLabel, Drop: []string{"view_1_2"}},
			content{[]string{"view_1_1", "view_2_1"}, [][]float64{{1, 7}, {3, 8}, {5, 9}}, nil,
				[]string{"joined 2 views: view_1 (2), view_2 (1)", "left out column view_1_2"},
				nil}},
	} {
		t.Run(name, func(t *testing.T) {
			d := must.Get(ReadMAT(bytes.NewReader(matFile(false, c.vars...)), "t.mat", c.opt))(t)
			if diff := cmp.Diff(c.want, contentOf(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
	for want, c := range map[string]struct {
		x   matVar
		opt Options
	}{
		`no policy "guess" for missing values; give drop-rows, drop-columns, median, mean, ` +
			`most-frequent or a number`: {
			x, Options{Missing: "guess"}},
		`no column "f7"; did you mean "f0"?`: {
			x, Options{Drop: []string{"f7"}}},
		"row 0, column 0 (f1) is NaN; fill in a number, or drop the row or the column (rows and " +
			"columns counted from 0)": {x, Options{Drop: []string{"f0"}}},
		"variable X, row 1, column 1 is +Inf; fill in a number, or drop the row or the column": {
			matOf("X", []float64{math.Inf(1)}, []float64{1}, []float64{2}, []float64{3}),
			Options{Missing: "median"}},
		"column f0 has no value at all, and so no median; set Drop for it, or Missing to " +
			"drop-columns or a number": {matOf("X", []float64{nan, 1}, []float64{nan, 1},
			[]float64{nan, 2}, []float64{nan, 3}), Options{Missing: "median"}},
	} {
		_, err := ReadMAT(bytes.NewReader(matFile(false, c.x, y)), "t.mat", c.opt)
		wantError(t, err, "t.mat: "+want)
	}
}
