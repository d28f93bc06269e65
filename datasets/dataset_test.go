package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
	"fsnb.example/internal/tabular"
)

// wantError fails unless err has exactly that text, on one line.
func wantError(t testing.TB, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s", want)
	}
	must.Is(t, err.Error(), want, "error got %s", err)
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the error has several lines: %q", err)
	}
}

// matrixOf returns the values of a data set, row by row.
func matrixOf(d *Dataset) [][]float64 {
	rows := make([][]float64, d.N())
	for i := range rows {
		rows[i] = mat.Row(nil, i, d.X)
	}
	return rows
}

func TestNewRefuses(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6})
	with := func(i, j int, v float64) *mat.Dense {
		y := mat.DenseCopyOf(x)
		y.Set(i, j, v)
		return y
	}
	long := strings.Repeat("x", 10_000)
	for name, c := range map[string]struct {
		x        mat.Matrix
		labels   []string
		features []string
		want     string
	}{
		"nil": {nil, nil, nil, "no data: x is nil; give a matrix with one row per sample"},
		"nil pointer": {(*mat.Dense)(nil), nil, nil,
			"no data: x is nil; give a matrix with one row per sample"},
		"empty": {&mat.Dense{}, nil, nil,
			"no data: x is 0×0; give at least one sample and one feature"},
		"few labels": {x, []string{"a", "b"}, nil,
			"2 labels for 3 samples; give one label per row"},
		"no labels": {x, []string{}, nil, "0 labels for 3 samples; give one label per row"},
		"empty label": {x, []string{"a", "", "b"}, nil,
			"row 1 has an empty class label; name its class"},
		"first label": {x, []string{"", "a", "b"}, nil,
			"row 0 has an empty class label; name its class"},
		"few names": {x, nil, []string{"a"},
			"1 feature names for 2 columns; give one name per column"},
		"empty name": {x, nil, []string{"a", ""}, "column 1 has no name; name it"},
		"twice": {x, nil, []string{"a", "a"},
			`columns 0 and 1 are both named "a"; rename one`},
		"long name twice": {x, nil, []string{long, long}, `columns 0 and 1 are both named "` +
			long[:40] + `…"; rename one`},
		"NaN": {with(2, 0, math.NaN()), nil, []string{"a", "b"},
			"row 2, column 0 (a) is NaN; fill in a number, or drop the row or the column (rows " +
				"and columns counted from 0)"},
		"infinite": {with(0, 1, math.Inf(1)), nil, nil,
			"row 0, column 1 (f1) is infinite; fill in a number, or drop the row or the column " +
				"(rows and columns counted from 0)"},
		"minus infinite": {with(1, 1, math.Inf(-1)), nil, nil,
			"row 1, column 1 (f1) is infinite; fill in a number, or drop the row or the column " +
				"(rows and columns counted from 0)"},
		"hostile name": {with(0, 0, math.NaN()), nil, []string{"a\nb\u202e", "c"},
			`row 0, column 0 ("a\nb\u202e") is NaN; fill in a number, or drop the row or the ` +
				`column (rows and columns counted from 0)`},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := New("", c.x, c.labels, c.features)
			wantError(t, err, c.want)
			if d != nil {
				t.Error("an error came with a data set")
			}
		})
	}
}

func TestFromRowsRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		rows [][]float64
		want string
	}{
		"no rows":  {nil, "no data: give at least one row with at least one number"},
		"no cells": {[][]float64{{}}, "no data: give at least one row with at least one number"},
		"ragged": {[][]float64{{1, 2}, {3, 4}, {5}},
			"row 2 has 1 values, row 0 has 2; give every row the same number"},
		"long row": {[][]float64{{1}, {3, 4}},
			"row 1 has 2 values, row 0 has 1; give every row the same number"},
		"NaN": {[][]float64{{1}, {math.NaN()}},
			"row 1, column 0 (f0) is NaN; fill in a number, or drop the row or the column (rows " +
				"and columns counted from 0)"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := FromRows[int]("", c.rows, nil, nil)
			wantError(t, err, c.want)
		})
	}
}

func TestCheckRefuses(t *testing.T) {
	good := func() *Dataset {
		return &Dataset{X: mat.NewDense(2, 1, []float64{1, 2}), Features: []string{"a"},
			Classes: []string{"x", "y"}, Y: []int{0, 1}}
	}
	must.Do(t, good().Check())
	wantError(t, (*Dataset)(nil).Check(),
		"no data: the data set is empty; give at least one sample and one feature")
	for want, spoil := range map[string]func(*Dataset){
		"no data: the data set is empty; give at least one sample and one feature": func(
			d *Dataset) {
			d.X = nil
		},
		"2 feature names for 1 columns; give one name per column": func(d *Dataset) {
			d.Features = []string{"a", "b"}
		},
		"column 0 has no name; name it": func(d *Dataset) {
			d.Features[0] = ""
		},
		"1 labels for 2 samples; give one label per row":    func(d *Dataset) { d.Y = []int{0} },
		"row 1 has class 2 of 2; class indices run from 0":  func(d *Dataset) { d.Y[1] = 2 },
		"row 0 has class -1 of 2; class indices run from 0": func(d *Dataset) { d.Y[0] = -1 },
		"class 1 has no name; name it":                      func(d *Dataset) { d.Classes[1] = "" },
		"class 0 has no name; name it":                      func(d *Dataset) { d.Classes[0] = "" },
		`classes 0 and 1 are both named "x"; rename one`: func(d *Dataset) {
			d.Classes[1] = "x"
		},
	} {
		d := good()
		spoil(d)
		wantError(t, d.Check(), want)
		must.Fail(d.Summarize())(t, want)
		must.Error(t, d.WriteCSV(&strings.Builder{}), want)
	}
}

// The earliest pair is named, whatever the hashes do.
func TestFirstDuplicate(t *testing.T) {
	names := tabular.NumberedNames(1001)
	if i, j, found := tabular.FirstDuplicate(names); found {
		t.Errorf("f0 to f1000: %d and %d", i, j)
	}
	names[900], names[300] = "f5", "f7"
	if i, j, found := tabular.FirstDuplicate(names); i != 7 || j != 300 || !found {
		t.Errorf("got %d, %d, %v, want 7, 300", i, j, found)
	}
	for j, name := range tabular.NumberedNames(1001) {
		must.Is(t, name, fmt.Sprintf("f%d", j), "feature %d is called", j)
	}
}

func TestNewCopies(t *testing.T) {
	x, names := mat.NewDense(1, 2, []float64{1, 2}), []string{"a", "b"}
	d := must.Get(New("n", x, []int{7}, names))(t)
	x.Set(0, 0, 99)
	names[0] = "z"
	want := &Dataset{Name: "n", X: mat.NewDense(1, 2, []float64{1, 2}),
		Features: []string{"a", "b"}, Classes: []string{"7"}, Y: []int{0}}
	want.Origin = want.Hash()
	if !mat.Equal(d.X, want.X) {
		t.Errorf("x is %v", mat.Formatted(d.X))
	}
	d.X = want.X
	if diff := cmp.Diff(want, d, cmp.AllowUnexported(mat.Dense{})); diff != "" {
		t.Error(diff)
	}
	unlabeled := must.Get(FromRows[string]("", [][]float64{{3}, {4}}, nil, nil))(t)
	if unlabeled.Labeled() || unlabeled.ClassCounts() != nil || unlabeled.Features[0] != "f0" ||
		unlabeled.X.At(1, 0) != 4 {
		t.Errorf("without labels: %+v", unlabeled)
	}
}

type species int

func (s species) String() string { return [...]string{"cat", "ape"}[s] }

func TestClassOrder(t *testing.T) {
	column := func(n int) [][]float64 {
		rows := make([][]float64, n)
		for i := range rows {
			rows[i] = []float64{float64(i)}
		}
		return rows
	}
	for name, c := range map[string]struct {
		labels  []string
		classes []string
		y       []int
	}{
		"by value": {[]string{"10", "9", "-1", "2.5", "1e1", "9"},
			[]string{"-1", "2.5", "9", "10", "1e1"}, []int{3, 2, 0, 1, 4, 2}},
		"by text": {[]string{"b", "a", "B", "é", "b"}, []string{"B", "a", "b", "é"},
			[]int{2, 1, 0, 3, 2}},
		"mixed": {[]string{"10", "9", "x"}, []string{"10", "9", "x"}, []int{0, 1, 2}},
		"words": {[]string{"NaN", "Inf", "2", "1"}, []string{"1", "2", "Inf", "NaN"},
			[]int{3, 2, 1, 0}},
		"as they stand": {[]string{"1.0", "1", "+1"}, []string{"+1", "1", "1.0"}, []int{2, 1, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			d := must.Get(FromRows("", column(len(c.labels)), c.labels, nil))(t)
			if !slices.Equal(d.Classes, c.classes) || !slices.Equal(d.Y, c.y) {
				t.Errorf("%q are %q %v, want %q %v", c.labels, d.Classes, d.Y, c.classes, c.y)
			}
		})
	}
	ints := must.Get(FromRows("", column(3), []int{10, -2, 9}, nil))(t)
	if !slices.Equal(ints.Classes, []string{"-2", "9", "10"}) ||
		!slices.Equal(ints.Y, []int{2, 0, 1}) || !slices.Equal(ints.ClassCounts(), []int{1, 1, 1}) {
		t.Errorf("integers: %q %v", ints.Classes, ints.Y)
	}
	named := must.Get(FromRows("", column(3), []species{0, 1, 0}, nil))(t)
	if !slices.Equal(named.Classes, []string{"ape", "cat"}) ||
		!slices.Equal(named.ClassCounts(), []int{1, 2}) {
		t.Errorf("integers with names: %q %v", named.Classes, named.ClassCounts())
	}
}

func TestRegressionTargetWarning(t *testing.T) {
	for _, c := range []struct{ n, classes, warnings int }{{10, 6, 1}, {10, 5, 0}, {9, 9, 0},
		{11, 6, 1}, {11, 5, 0}} {
		rows, labels := make([][]float64, c.n), make([]int, c.n)
		for i := range rows {
			rows[i], labels[i] = []float64{1}, i%c.classes
		}
		d := must.Get(FromRows("", rows, labels, nil))(t)
		var want []string
		if c.warnings > 0 {
			want = []string{
				fmt.Sprintf("%d classes for %d samples: the label column looks like a "+
					"regression target; set Target to continuous, or to classes if they are",
					c.classes, c.n)}
		}
		must.Items(t, d.Warnings, want, "n = %d, c = %d: warnings", c.n, c.classes)
	}
}

// A value that is not finite is found wherever it stands, and no finite one is
// taken for it.
func TestNonFiniteIsFound(t *testing.T) {
	for p := 1; p <= 9; p++ {
		x := mat.NewDense(3, p, nil)
		for i := range 3 {
			for j := range p {
				x.Set(i, j, []float64{math.MaxFloat64, -math.MaxFloat64,
					math.SmallestNonzeroFloat64, 0}[(i+j)%4])
			}
		}
		d := &Dataset{X: x, Features: tabular.NumberedNames(p)}
		if _, _, found := d.FirstNonFinite(); found || !d.FiniteRows(0, 3) ||
			d.CheckFinite() != nil {
			t.Errorf("p = %d: finite values are refused", p)
		}
		for i := range 3 {
			for j := range p {
				for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
					old := x.At(i, j)
					x.Set(i, j, bad)
					row, col, found := d.FirstNonFinite()
					if !found || row != i || col != j || d.FiniteRows(i, i+1) ||
						!d.FiniteRows(0, i) || !d.FiniteRows(i+1, 3) {
						t.Errorf("p = %d: %v at %d, %d is found at %d, %d", p, bad, i, j, row, col)
					}
					x.Set(i, j, old)
				}
			}
		}
	}
}
