package datasets

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// matOf is a matrix of a file, given by its rows.
func matOf(name string, rows ...[]float64) matVar {
	return matVar{name: name, rows: len(rows), cols: len(rows[0]), values: slices.Concat(rows...)}
}

// Three samples in a view of two features and one of a single feature.
var (
	viewA  = [][]float64{{1, 2}, {3, 4}, {5, 6}}
	viewB  = [][]float64{{7}, {8}, {9}}
	joined = [][]float64{{1, 2, 7}, {3, 4, 8}, {5, 6, 9}}
)

func TestReadMATViews(t *testing.T) {
	y := matColumn("Y", 2, 10, 2)
	labels := []string{"2", "10", "2"}
	group := matVar{name: "G", rows: 3, cols: 1, values: []float64{0, 1, 0}}
	a, b := matOf("view_1", viewA...), matOf("view_2", viewB...)
	turnedA, turnedB := matOf("X1", []float64{1, 3, 5}, []float64{2, 4, 6}),
		matOf("X2", []float64{7, 8, 9})
	names := func(a, b string) []string { return []string{a + "_1", a + "_2", b + "_1"} }
	history := func(a,
		b string) []string {
		return []string{fmt.Sprintf("joined 2 views: %s (2), %s (1)", a, b)}
	}
	turned := "transposed X1, X2: the file has one column per sample"
	sparse := matOf("", viewA...)
	sparse.sparse = true
	cells := matVar{name: "X", matrices: []matVar{sparse, matOf("", viewB...)}}
	for name, c := range map[string]struct {
		vars []matVar
		opt  Options
		want content
	}{
		"both": {[]matVar{group, a, b, y}, Options{},
			content{names("view_1", "view_2"), joined, labels, history("view_1", "view_2"), nil}},
		"order of numbers": {[]matVar{matOf("View10", viewB...), matOf("View2", viewA...), y},
			Options{}, content{names("View2", "View10"), joined, labels, history("View2", "View10"),
				nil}},
		"fea": {[]matVar{matOf("fea1", viewA...), matOf("fea2", viewB...), y},
			Options{}, content{names("fea1", "fea2"), joined, labels,
				history("fea1", "fea2"), nil}},
		"one": {[]matVar{a, b, y}, Options{View: "view_1"},
			content{[]string{"view_1_1", "view_1_2"}, viewA, labels,
				[]string{"took the matrix view_1 of the file"}, nil}},
		"only one there": {[]matVar{b, y}, Options{}, content{[]string{"view_2_1"}, viewB,
			labels, []string{"took the one view view_2 (1)"}, nil}},
		"any matrix": {[]matVar{a, matOf("genes", viewB...), y}, Options{View: "genes"},
			content{[]string{"genes_1"}, viewB, labels,
				[]string{"took the matrix genes of the file"}, nil}},
		"X is better": {[]matVar{a, b, matOf("X", viewB...), y}, Options{},
			content{[]string{"f0"}, viewB, labels, nil, nil}},
		"not beside X": {[]matVar{matOf("X", viewB...), a, b, y}, Options{},
			content{[]string{"f0"}, viewB, labels, nil, nil}},
		"beside X, named": {[]matVar{matOf("X", viewB...), a, b, y}, Options{View: "view_1"},
			content{[]string{"view_1_1", "view_1_2"}, viewA, labels,
				[]string{"took the matrix view_1 of the file"}, nil}},
		"label is numbered": {[]matVar{a, b, matColumn("view_3", 1, 1, 2)},
			Options{Label: "view_3"}, content{names("view_1", "view_2"), joined,
				[]string{"1", "1", "2"}, history("view_1", "view_2"), nil}},
		"no labels": {[]matVar{a, b}, Options{Label: NoLabel},
			content{names("view_1", "view_2"), joined, nil, history("view_1", "view_2"), nil}},
		"transposed": {[]matVar{turnedA, turnedB, y}, Options{},
			content{names("X1", "X2"), joined, labels,
				append([]string{turned}, history("X1", "X2")...), nil}},
		"transposed, hint": {[]matVar{turnedA, turnedB, y}, Options{Label: NoLabel},
			content{names("X1", "X2"), joined, nil,
				append([]string{turned}, history("X1", "X2")...), nil}},
		"transposed, none": {[]matVar{turnedA, turnedB}, Options{Label: NoLabel},
			content{names("X1", "X2"), joined, nil,
				append([]string{turned}, history("X1", "X2")...), nil}},
		"transposed, said": {[]matVar{turnedA},
			Options{Label: NoLabel, Transposed: true, View: "X1"}, content{[]string{"X1_1", "X1_2"},
				viewA, nil, []string{"transposed X1: the file has one column per sample",
					"took the matrix X1 of the file"}, nil}},
		"square, said": {[]matVar{matOf("X", []float64{1, 2}, []float64{3, 4}),
			matColumn("Y", 1, 2)}, Options{Transposed: true},
			content{[]string{"f0", "f1"}, [][]float64{{1, 3}, {2, 4}}, []string{"1", "2"},
				[]string{"transposed X: the file has one column per sample"}, nil}},
		"one transposed": {[]matVar{matOf("X1", viewA...), turnedB, y}, Options{},
			content{names("X1", "X2"), joined, labels,
				append([]string{"transposed X2: the file has one column per sample"},
					history("X1", "X2")...), nil}},
		"cells": {[]matVar{cells, y}, Options{},
			content{names("X1", "X2"), joined, labels, history("X1", "X2"), nil}},
		"one cell": {[]matVar{cells, y}, Options{View: "X2"},
			content{[]string{"X2_1"}, viewB, labels, []string{"took the matrix X2 of the file"},
				nil}},
		"numbers over cells": {[]matVar{cells, matOf("fea", viewB...), y}, Options{},
			content{[]string{"f0"}, viewB, labels, nil, nil}},
		"cells over views": {[]matVar{a, b, cells, y}, Options{},
			content{names("X1", "X2"), joined, labels, history("X1", "X2"), nil}},
		"views over text": {[]matVar{{name: "X", text: []string{"abc"}}, a, b, y}, Options{},
			content{names("view_1", "view_2"), joined, labels, history("view_1", "view_2"), nil}},
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

func TestReadMATViewsRefuses(t *testing.T) {
	y := matColumn("Y", 1, 2, 1)
	a, b := matOf("view_1", viewA...), matOf("view_2", viewB...)
	long := matOf("view_2", []float64{1}, []float64{2}, []float64{3}, []float64{4})
	cells := matVar{name: "X", matrices: []matVar{matOf("", viewA...), matOf("", viewB...)}}
	nan := matOf("view_2", []float64{1}, []float64{math.NaN()}, []float64{3})
	for name, c := range map[string]struct {
		vars []matVar
		opt  Options
		want string
	}{
		"misspelled": {[]matVar{a, b, y}, Options{View: "view_3"},
			`no view "view_3"; did you mean "view_1"?`},
		"unlike any": {[]matVar{a, b, y}, Options{View: "fourier"},
			`no view "fourier"; known: Y, view_1, view_2`},
		"no such cell": {[]matVar{cells, y}, Options{View: "X30"},
			`no view "X30"; known: X1, X2`},
		"samples differ": {[]matVar{a, long, y}, Options{},
			"variable Y has 3 labels, view_2 is 4×1; give one label per row"},
		"without labels": {[]matVar{a, long}, Options{Label: NoLabel},
			"view view_1 is 3×2, view_2 is 4×1; give every view the same samples, or read one " +
				"of them"},
		"transposed, said": {[]matVar{a, y}, Options{Transposed: true},
			"variable Y has 3 labels, view_1 is 3×2; give one label per column of a transposed " +
				"file"},
		"a view is text": {[]matVar{a, {name: "view_2", text: []string{"abc"}}, y}, Options{},
			"variable view_2 is a char array, not a matrix of numbers; save the n×d matrix of " +
				"the samples as X"},
		"the view is text": {[]matVar{a, {name: "words", text: []string{"abc"}}, y},
			Options{View: "words"},
			"variable words is a char array, not a matrix of numbers; save the n×d matrix of " +
				"the samples as X"},
		"a view is empty": {[]matVar{a, {name: "view_2", rows: 3, cols: 0}, y}, Options{},
			"variable view_2 is empty (3×0); save the n×d matrix of the samples as X"},
		"NaN": {[]matVar{a, nan, y}, Options{},
			"variable view_2, row 2, column 1 is NaN; set Missing, fill in a number, or drop " +
				"the row or the column"},
		"NaN in a cell": {[]matVar{{name: "X", matrices: []matVar{matOf("", viewA...), nan}}, y},
			Options{}, "variable X2, row 2, column 1 is NaN; set Missing, fill in a number, or " +
				"drop the row or the column"},
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

// Joining takes the memory of the views and of the result.
func TestReadMATViewsMemory(t *testing.T) {
	const n, d, views = 300, 400, 3
	var vars []matVar
	for v := range views {
		m := matVar{name: fmt.Sprintf("view_%d", v+1), rows: n, cols: d,
			values: make([]float64, n*d)}
		if v == 1 {
			m.rows, m.cols = d, n // is transposed
		}
		vars = append(vars, m)
	}
	data := matFile(false, append(vars, matColumn("y", make([]float64, n)...))...)
	var got *Dataset
	took := allocated(func() {
		got = must.Get(
			ReadMAT(bytes.NewReader(data), "t.mat", Options{}))(t)
	})
	if got.D() != views*d {
		t.Fatalf("%d features", got.D())
	}
	if size := float64(8 * n * got.D()); float64(took) > 2.1*size+4<<20 {
		t.Errorf("%.2f times the size of the numbers taken", float64(took)/size)
	}
}

func TestWithViews(t *testing.T) {
	read := func(opt Options) (*Dataset, error) {
		return ReadMAT(bytes.NewReader(matFile(false, matOf("view_1", viewA...),
			matOf("view_2", viewB...))), "t.mat", opt)
	}
	names := []viewName{{"view_1", "fac"}, {"view_2", "fou"}}
	d := must.Get(withViews(names, Options{Label: NoLabel}, read))(t)
	want := content{[]string{"fac_1", "fac_2", "fou_1"}, joined, nil,
		[]string{"joined 2 views: fac (2), fou (1)"}, nil}
	if diff := cmp.Diff(want, contentOf(d)); diff != "" {
		t.Error(diff)
	}
	d = must.Get(withViews(names, Options{Label: NoLabel, View: "fou"}, read))(t)
	want = content{[]string{"fou_1"}, viewB, nil, []string{"took the matrix fou of the file"}, nil}
	if diff := cmp.Diff(want, contentOf(d)); diff != "" {
		t.Error(diff)
	}
	_, err := withViews(names, Options{View: "view_1"}, read)
	wantError(t, err, `no view "view_1"; known: fac, fou`)
}

// mfeat's six views, joined and one by one; G is no label.
func TestRealViews(t *testing.T) {
	dir := realdata.Need(t, "mfeat.mat")
	read := func(opt Options) (*Dataset, error) { return Load(dir+"/mfeat.mat", opt) }
	views := viewNames["MFEAT"]
	all := must.Get(withViews(views, Options{}, read))(t)
	if all.N() != 2000 || all.D() != 649 || len(all.Classes) != 10 ||
		slices.Min(all.ClassCounts()) != 200 {
		t.Errorf("%d×%d, classes %v", all.N(), all.D(), all.ClassCounts())
	}
	if want := "joined 6 views: fac (216), fou (76), kar (64), mor (6), pix (240), zer " +
		"(47)"; !slices.Equal(all.History, []string{want}) {
		t.Errorf("history %q", all.History)
	}
	at := 0
	for _, v := range views {
		one := must.Get(withViews(views, Options{View: v.name}, read))(t)
		if !strings.HasPrefix(one.Features[0], v.name+"_") ||
			!slices.Equal(one.Features, all.Features[at:at+one.D()]) {
			t.Fatalf("view %s has %d features, the first called %s", v.name, one.D(),
				one.Features[0])
		}
		for i := range one.N() {
			if !slices.Equal(one.X.RawRowView(i), all.X.RawRowView(i)[at:at+one.D()]) {
				t.Fatalf("view %s, row %d differs", v.name, i)
			}
		}
		at += one.D()
	}
}

// FuzzReadMATViews reads MAT-files of several matrices of any shapes, as variables and as cells,
// upright and turned. What loads has the sizes of its views, side by side.
func FuzzReadMATViews(f *testing.F) {
	for _, view := range []string{"", "view_1", "X2", "0", "none"} {
		for how := range byte(16) {
			f.Add([]byte{3, 2, 3, 1}, byte(3), how, view)
			f.Add([]byte{2, 3, 4, 3, 1, 3}, byte(3), how, view)
			f.Add([]byte{3, 3, 3, 3}, byte(0), how, view)
			f.Add([]byte{0, 3, 3, 0}, byte(3), how, view)
			f.Add([]byte{3, 2}, byte(2), how, view)
			// A shape of 2^31 is what the file of some bytes says, not what it has.
			f.Add([]byte{255, 2, 3, 255}, byte(3), how, view)
		}
	}
	defer func(was int64) { maxZeros = was }(maxZeros)
	maxZeros = 1 << 16
	f.Fuzz(func(t *testing.T, shapes []byte, labels, how byte, view string) {
		shapes = shapes[:min(len(shapes), 12)&^1]
		compress, cells, sparse, unlabeled := how&1 != 0, how&2 != 0, how&4 != 0, how&8 != 0
		side := func(b byte) int {
			if b == 255 {
				return 1<<31 - 1
			}
			return int(b % 6)
		}
		var views, vars []matVar
		lies := false
		for k := 0; k < len(shapes); k += 2 {
			v := matVar{name: fmt.Sprintf("view_%d", k/2+1), rows: side(shapes[k]),
				cols: side(shapes[k+1]), sparse: sparse}
			if v.rows > 5 || v.cols > 5 {
				lies, v.sparse = true, false
			} else {
				for i := range v.rows * v.cols {
					v.values = append(v.values, float64(k*100+i+1))
				}
			}
			views = append(views, v)
		}
		if vars = views; cells {
			vars = []matVar{{name: "X", matrices: views}}
		}
		opt := Options{View: view}
		if unlabeled {
			opt.Label = NoLabel
		} else {
			y := matVar{name: "Y", rows: int(labels % 6), cols: 1}
			for i := range y.rows {
				y.values = append(y.values, float64(i%2+1))
			}
			vars = append(vars, y)
		}
		data := matFile(compress, vars...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, err := ReadMAT(bytes.NewReader(data), "t", opt)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 32<<20 {
			t.Errorf("%d bytes for a file of %d", took, len(data))
		}
		sound(t, d, err)
		if err != nil {
			return
		}
		if lies && view == "" {
			t.Errorf("%d×%d of %+v", d.N(), d.D(), views)
		}
		numbers := 0
		for _, v := range views {
			numbers += v.rows * v.cols
		}
		// The view may be the labels.
		if got := d.N() * d.D(); view == "" && got != numbers || got > numbers+int(labels%6) {
			t.Errorf("%d×%d of %d numbers", d.N(), d.D(), numbers)
		}
		if !unlabeled && d.N() != int(labels%6) {
			t.Errorf("%d samples, %d labels", d.N(), labels%6)
		}
	})
}
