package datasets

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// small is a data set in which every value is known.
func small(t testing.TB) *Dataset {
	t.Helper()
	d := must.Get(
		FromRows("small", [][]float64{{0, 1, 2}, {10, 11, 12}, {20, 21, 22}, {30, 31, 32}},
			[]string{"x", "y", "x", "z"}, []string{"a", "b", "c"}))(t)
	d.History = []string{"made"}
	d.Truth = &Truth{Relevant: []int{0}}
	return d
}

func TestTake(t *testing.T) {
	d := small(t)
	got := must.Get(d.Take([]int{2, 0}))(t)
	must.Equal(t, matrixOf(got), [][]float64{{2, 0}, {12, 10}, {22, 20}, {32, 30}}, "matrixOf(got)")
	if !slices.Equal(got.Features, []string{"c", "a"}) ||
		!slices.Equal(got.History, []string{"made", "took 2 of 3 features"}) || got.Truth != nil ||
		got.Name != "small" {
		t.Errorf("took %+v", got)
	}
	if !slices.Equal(got.Y, d.Y) || !slices.Equal(got.Classes, d.Classes) {
		t.Errorf("labels %v of %v", got.Y, got.Classes)
	}
	got.X.Set(0, 0, -1)
	if d.X.At(0, 2) != 2 || len(d.History) != 1 || d.Truth == nil {
		t.Error("Take changed its data set")
	}
	for want, columns := range map[string][]int{
		"no features chosen; give at least one column index":                            {},
		"feature 3 is out of range: the data set has 3 features, numbered from 0 to 2":  {0, 3},
		"feature -1 is out of range: the data set has 3 features, numbered from 0 to 2": {-1},
		"feature 1 is listed twice; name each feature once":                             {1, 0, 1},
	} {
		_, err := d.Take(columns)
		wantError(t, err, want)
	}
}

func TestRows(t *testing.T) {
	d := small(t)
	got := must.Get(d.Rows([]int{3, 1, 3}))(t)
	must.Equal(t, matrixOf(got), [][]float64{{30, 31, 32}, {10, 11, 12}, {30, 31, 32}},
		"matrixOf(got)")
	if !slices.Equal(got.Y, []int{2, 1, 2}) ||
		!slices.Equal(got.Classes, []string{"x", "y", "z"}) ||
		!slices.Equal(got.ClassCounts(), []int{0, 1, 2}) {
		t.Errorf("labels %v of %q, counts %v", got.Y, got.Classes, got.ClassCounts())
	}
	if !slices.Equal(got.History, []string{"made", "took 3 of 4 samples"}) || got.Check() != nil {
		t.Errorf("rows %+v, %v", got, got.Check())
	}
	got.X.Set(0, 0, -1)
	got.Y[0] = 0
	if d.X.At(3, 0) != 30 || d.Y[3] != 2 || len(d.History) != 1 {
		t.Error("Rows changed its data set")
	}
	d.Y, d.Classes = nil, nil
	if unlabeled := must.Get(
		d.Rows([]int{1}))(t); unlabeled.Y != nil || unlabeled.X.At(0, 0) != 10 {
		t.Errorf("without labels: %+v", unlabeled)
	}
	for want, rows := range map[string][]int{
		"no samples chosen; give at least one row index":                           {},
		"row 4 is out of range: the data set has 4 samples, numbered from 0 to 3":  {0, 4},
		"row -1 is out of range: the data set has 4 samples, numbered from 0 to 3": {-1},
	} {
		_, err := d.Rows(rows)
		wantError(t, err, want)
	}
}

// The known answer of the features stays, and clusters are those of the samples.
func TestRowsKeepTruth(t *testing.T) {
	d := small(t)
	d.Truth = &Truth{Relevant: []int{0, 2}, Groups: [][]int{{1, 2}}, Clusters: []int{7, 8, 9, 6},
		Note: "made"}
	got := must.Get(d.Rows([]int{3, 1, 3}))(t)
	want := &Truth{Relevant: []int{0, 2}, Groups: [][]int{{1, 2}}, Clusters: []int{6, 8, 6},
		Note: "made"}
	must.Equal(t, got.Truth, want, "got.Truth")
	must.Equal(t, d.Truth.Clusters, []int{7, 8, 9, 6}, "Rows changed its data set")
	for what, clusters := range map[string][]int{"none": nil, "of other samples": {1, 2}} {
		d.Truth.Clusters = clusters
		want.Clusters = nil
		must.Equal(t, must.Get(d.Rows([]int{0}))(t).Truth, want, "clusters %s", what)
	}
	if got := must.Get(d.Take([]int{2}))(t); got.Truth != nil { // its indices would mean others
		t.Errorf("took %+v", got.Truth)
	}
	d.Truth = nil
	if got := must.Get(d.Rows([]int{0}))(t); got.Truth != nil {
		t.Errorf("the answer of data without one: %+v", got.Truth)
	}
	whole := Planted(1)
	few := must.Get(whole.Subsample(50, 1))(t)
	if diff := cmp.Diff(whole.Truth, few.Truth); diff != "" || few.Warnings != nil {
		t.Errorf("planted: %q\n%s", few.Warnings, diff)
	}
}

func TestIndex(t *testing.T) {
	d := small(t)
	if j, ok := d.Index("b"); j != 1 || !ok {
		t.Errorf("b is %d, %v", j, ok)
	}
	if j, ok := d.Index("B"); j != -1 || ok {
		t.Errorf("B is %d, %v", j, ok)
	}
	if d.N() != 4 || d.D() != 3 {
		t.Errorf("%d×%d", d.N(), d.D())
	}
}

// The golden hash is sha256 of the names, the XXH3 of 1, -0.5, 2, 0.1 as
// little-endian float64 (one block of rows) and the labels, by testdata/hash.py.
func TestHashGolden(t *testing.T) {
	d := must.Get(FromRows("any", [][]float64{{1, -0.5}, {2, 0.1}}, []string{"y", "x"},
		[]string{"a", "é"}))(t)
	const want = "92eb6716f2cad42033b1cfcae07261cc4dafb306f9ada26b3a991adda66f073d"
	must.Is(t, d.Hash(), want, "hash")
}

func TestHashSees(t *testing.T) {
	base := small(t).Hash()
	for name, change := range map[string]func(*Dataset){
		"name":     func(d *Dataset) { d.Name = "other" },
		"history":  func(d *Dataset) { d.History = append(d.History, "x") },
		"warnings": func(d *Dataset) { d.Warnings = append(d.Warnings, "x") },
		"truth":    func(d *Dataset) { d.Truth = nil },
	} {
		d := small(t)
		change(d)
		must.Is(t, d.Hash(), base, "the hash depends on the %s", name)
	}
	seen := map[string]string{base: "nothing"}
	check := func(what string, d *Dataset) {
		h := d.Hash()
		if other, ok := seen[h]; ok {
			t.Errorf("changing %s gives the hash of changing %s", what, other)
		}
		seen[h] = what
	}
	for bit := range 64 {
		d := small(t)
		d.X.Set(2, 1, math.Float64frombits(math.Float64bits(21)^1<<bit))
		check("bit "+string(rune('0'+bit)), d)
	}
	for what, change := range map[string]func(*Dataset){
		"zero to minus zero": func(d *Dataset) { d.X.Set(0, 0, math.Copysign(0, -1)) },
		"a label":            func(d *Dataset) { d.Y[3] = 1 },
		"two labels":         func(d *Dataset) { d.Y[0], d.Y[1] = d.Y[1], d.Y[0] },
		"a feature's name":   func(d *Dataset) { d.Features[1] = "B" },
		"names' borders":     func(d *Dataset) { d.Features[0], d.Features[1] = "a b", "" },
		"a class's name":     func(d *Dataset) { d.Classes[2] = "w" },
		"labels to none":     func(d *Dataset) { d.Y, d.Classes = nil, nil },
		"the shape":          func(d *Dataset) { d.X = mat.NewDense(3, 4, d.X.RawMatrix().Data) },
	} {
		d := small(t)
		change(d)
		check(what, d)
	}
}

// Rows are hashed in blocks of a megabyte; every block counts, and their order.
func TestHashSeesEveryBlock(t *testing.T) {
	const n, p = 300, 1000 // three blocks
	d := must.Get(New("", mat.NewDense(n, p, nil), []string(nil), nil))(t)
	seen := map[string]bool{d.Hash(): true}
	for _, i := range []int{0, 130, 131, 262, 299} {
		d.X.Set(i, 7, 1)
		if h := d.Hash(); seen[h] {
			t.Errorf("a change in row %d is not seen", i)
		} else {
			seen[h] = true
		}
		d.X.Set(i, 7, 0)
	}
}
