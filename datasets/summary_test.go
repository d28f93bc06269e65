package datasets

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// The values are by hand: column a is 2, 4, 6 with mean 4 and sd 2, column b is
// constant.
func TestSummarizeByHand(t *testing.T) {
	d := must.Get(FromRows("s", [][]float64{{2, .5, 0}, {4, .5, 1}, {6, .5, 0}},
		[]string{"u", "v", "u"}, []string{"a", "b", "c"}))(t)
	d.History, d.Warnings = []string{"h"}, []string{"w"}
	got := must.Get(d.Summarize())(t)
	want := &Summary{
		Name: "s", N: 3, D: 3, Classes: []string{"u", "v"}, ClassCounts: []int{2, 1},
		Columns: []ColumnSummary{
			{Name: "a", Min: 2, Mean: 4, Max: 6, SD: 2},
			{Name: "b", Min: .5, Mean: .5, Max: .5, SD: 0},
			{Name: "c", Min: 0, Mean: 1. / 3, Max: 1, SD: math.Sqrt(1. / 3)},
		},
		Min: 0, Max: 6, Zeros: 2. / 9, Integers: false, Constant: []string{"b"},
		History: []string{"h"}, Warnings: []string{"w"},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-15, 0)); diff != "" {
		t.Error(diff)
	}
}

func TestSummarizeIntegers(t *testing.T) {
	for _, c := range []struct {
		rows     [][]float64
		integers bool
		zeros    float64
	}{
		{[][]float64{{1, -2}, {3e15, 0}}, true, .25},
		{[][]float64{{1, 2}, {3, 1e-300}}, false, 0},
		{[][]float64{{0, math.Copysign(0, -1)}}, true, 1},
	} {
		s := must.Get(must.Get(FromRows[int]("", c.rows, nil, nil))(t).Summarize())(t)
		if s.Integers != c.integers || s.Zeros != c.zeros || s.Classes != nil ||
			s.ClassCounts != nil {
			t.Errorf("%v: %+v", c.rows, s)
		}
	}
}

// One sample has a spread of 0, not 0/0.
func TestSummarizeOneSample(t *testing.T) {
	s := must.Get(must.Get(FromRows[int]("", [][]float64{{3, -1}}, nil, nil))(t).Summarize())(t)
	want := []ColumnSummary{{"f0", 3, 3, 3, 0}, {"f1", -1, -1, -1, 0}}
	if diff := cmp.Diff(want, s.Columns); diff != "" || len(s.Constant) != 2 {
		t.Errorf("%s; constant %v", diff, s.Constant)
	}
}

// The spread of -u, 0 and u is u, whatever the unit: the squares of these units
// overflow or vanish.
func TestSummarizeExtremeUnits(t *testing.T) {
	for _, u := range []float64{1e300, 1e-300, 1e-320, 1} {
		s := must.Get(
			must.Get(FromRows[int]("", [][]float64{{-u}, {0}, {u}}, nil, nil))(t).Summarize())(t)
		if got := s.Columns[0].SD; math.Abs(got/u-1) > 1e-3 {
			t.Errorf("unit %g: sd %g", u, got)
		}
	}
}

func TestSummarizeRefusesNaN(t *testing.T) {
	d := must.Get(FromRows[int]("", [][]float64{{3, -1}}, nil, nil))(t)
	d.X.Set(0, 1, math.NaN())
	_, err := d.Summarize()
	wantError(t, err,
		"row 0, column 1 (f1) is NaN; fill in a number, or drop the row or the column (rows and "+
			"columns counted from 0)")
}

// The summary of sparse data is that of the same dense data.
func TestSummarizeSparse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 30 {
		n, p := 1+rng.IntN(6), 1+rng.IntN(6)
		x := mat.NewDense(n, p, nil)
		entries := 0
		for j := range p {
			kind := rng.IntN(4) // zeros, full, constant, some
			for i := range n {
				switch v := rng.NormFloat64(); {
				case kind == 1, kind == 3 && rng.IntN(2) == 0:
					x.Set(i, j, v)
				case kind == 2:
					x.Set(i, j, 2)
				}
				if x.At(i, j) != 0 {
					entries++
				}
			}
		}
		want := must.Get(must.Get(New[int]("a", x, nil, nil))(t).Summarize())(t)
		got := must.Get(
			must.Get(NewStored[int]("a", storage.Compress(x), nil, nil))(t).Summarize())(t)
		want.Storage, want.NonZeros = "sparse", entries
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 1e-15)); diff != "" {
			t.Errorf("%v: %s", mat.Formatted(x), diff)
		}
	}
}

// Every method of a data set works on sparse values as on dense ones, or says in one line that it
// needs values in memory.
func TestMethodsOfSparseData(t *testing.T) {
	x := mat.NewDense(6, 4, []float64{
		0, 2, 0, 1,
		1, 0, 0, 1,
		0, 3, 0, 1,
		0, 0, 4, 1,
		2, 0, 0, 1,
		0, 1, 0, 1,
	})
	labels := []string{"a", "b", "a", "b", "a", "b"}
	dense := must.Get(New("x", x, labels, []string{"the", "of", "and", "one"}))(t)
	sparse := must.Get(NewStored("x", storage.Compress(x), labels, dense.Features))(t)
	dense.Image, sparse.Image = ImageShape{2, 2, true}, ImageShape{2, 2, true}
	for name, of := range map[string]func(d *Dataset) (*Dataset, error){
		"Take":         func(d *Dataset) (*Dataset, error) { return d.Take([]int{3, 1}) },
		"Rows":         func(d *Dataset) (*Dataset, error) { return d.Rows([]int{5, 0, 0}) },
		"TakeClasses":  func(d *Dataset) (*Dataset, error) { return d.TakeClasses("b") },
		"TakeFeatures": func(d *Dataset) (*Dataset, error) { return d.TakeFeatures("and", "of") },
		"Subsample":    func(d *Dataset) (*Dataset, error) { return d.Subsample(3, 1) },
		"SubsampleFeatures": func(d *Dataset) (*Dataset, error) {
			return d.SubsampleFeatures(2, 1)
		},
		"UnitNorm": (*Dataset).UnitNorm,
		"Dense":    (*Dataset).Dense,
		"WithTarget": func(d *Dataset) (*Dataset, error) {
			return d.WithTarget("y", []float64{1, 2, 3, 4, 5, 6})
		},
		"WithGroups": func(d *Dataset) (*Dataset, error) {
			return d.WithGroups("g", []string{"u", "u", "v", "v", "w", "w"})
		},
		"held": func(d *Dataset) (*Dataset, error) { return d.held(Options{Storage: "sparse"}) },
	} {
		want, got := must.Get(of(dense))(t), must.Get(of(sparse))(t)
		if err := got.Check(); err != nil || !mat.EqualApprox(got.Matrix(), want.Matrix(), 1e-15) ||
			strings.Join(got.Features, " ") != strings.Join(want.Features, " ") ||
			got.Image != want.Image {
			t.Errorf("%s: %v, got\n%v\nwant\n%v", name, err, mat.Formatted(got.Matrix()),
				mat.Formatted(want.Matrix()))
		}
	}
	const refusal = "the 6×4 values are sparse, and this takes values in memory only; "
	for name, of := range map[string]func() error{
		"Standardize": func() error { _, err := sparse.Standardize(); return err },
		"Center":      func() error { _, err := sparse.Center(); return err },
		"MinMax":      func() error { _, err := sparse.MinMax(); return err },
		"Downscale":   func() error { _, err := sparse.Downscale(1, 1); return err },
		"WriteCSV":    func() error { return sparse.WriteCSV(new(strings.Builder)) },
		"NeedDense":   sparse.NeedDense,
	} {
		if err := of(); err == nil || !strings.Contains(err.Error(), refusal) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s := sparse.AllColumns(); s == nil || !s.AllColumns || s.Storage != "sparse" {
		t.Errorf("AllColumns: %+v", s)
	}
	if j, ok := sparse.Index("and"); j != 2 || !ok {
		t.Errorf("Index: %d, %v", j, ok)
	}
}
