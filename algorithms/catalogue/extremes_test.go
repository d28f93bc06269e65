package catalogue_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

func read(t *testing.T, file string) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.Load("../../datasets/testdata/cases/"+file, datasets.Options{}))(t)
}

// ranked is the answer of a method with parameters, such as "relieff neighbors=90".
func ranked(t *testing.T, d *datasets.Dataset, k int, text string) (*algorithms.Ranking, error) {
	t.Helper()
	words := strings.Fields(text)
	m := must.Get(catalogue.New(words[0], words[1:]...))(t)
	return algorithms.Run(t.Context(), m, d, algorithms.Options{K: k})
}

// A method whose weights are 0 for some of the features asked for says how many have one, and only
// then; one whose parameters decide nothing, or less than they say, warns.
func TestWarningsOfExtremes(t *testing.T) {
	wide, tiny := read(t, "wide.csv"), read(t, "tiny.csv")
	const near = "2 classes have no more samples than neighbors = "
	for _, test := range []struct {
		d       *datasets.Dataset
		k       int
		method  string
		warning string // its beginning, "" for none of any kind below
	}{
		{wide, 60, "hsic-lasso", "19 of the 60 features asked for have a weight: "},
		{wide, 60, "logistic-l1", "14 of the 60 features asked for have a weight: "},
		{wide, 60, "fsv", "3 of the 60 features asked for have a weight: "},
		{wide, 60, "qpfs", "8 of the 60 features asked for have a weight: "},
		{wide, 60, "lasso", "18 of the 60 features asked for "},
		{wide, 19, "hsic-lasso", ""},
		{wide, 14, "logistic-l1", ""},
		{wide, 3, "fsv", ""},
		{wide, 8, "qpfs", ""},
		{wide, 0, "logistic-l1", ""},
		{tiny, 0, "slap", "gamma alone decides: "},
		{tiny, 0, "ulap", "gamma alone decides: "},
		{wide, 5, "slap", ""},
		{wide, 5, "relieff neighbors=90", near + "90, the smallest 8"},
		{wide, 5, "relieff neighbors=3", ""},
	} {
		r, err := ranked(t, test.d, test.k, test.method)
		if err != nil {
			t.Errorf("%s: %v", test.method, err)
			continue
		}
		found := slices.ContainsFunc(r.Warnings, func(w string) bool {
			if test.warning != "" {
				return strings.HasPrefix(w, test.warning)
			}
			return strings.Contains(w, "asked for") || strings.Contains(w, "gamma alone") ||
				strings.Contains(w, "neighbors =")
		})
		if found != (test.warning != "") {
			t.Errorf("%s, K = %d: warnings %q, want %q", test.method, test.k, r.Warnings,
				test.warning)
		}
	}
}

// Where some of the features asked for score exactly 0, a warning says why they are in the answer.
// A negative estimate of mutual-info is 0, which is no tie of weights.
func TestZeroScoresAreWarnedOf(t *testing.T) {
	wide := read(t, "wide.csv")
	for _, e := range catalogue.All() {
		r, err := ranked(t, wide, 60, e.Name)
		if err != nil || e.Name == "mutual-info" {
			continue // it needs another target, or counts
		}
		warned := slices.ContainsFunc(r.Warnings, func(w string) bool {
			return strings.Contains(w, "of the 60 features asked for") ||
				strings.Contains(w, "features tie at the cut") || strings.Contains(w, "chooses")
		})
		if slices.Contains(r.Scores, 0) && !warned {
			t.Errorf("%s: scores of 0, and warnings %q", e.Name, r.Warnings)
		}
	}
}

// Columns whose squares overflow or underflow have the answer of other units, to the bit, where the
// method does not see the unit of a column, or of all columns. A method that does refuses.
func TestExtremeUnits(t *testing.T) {
	wide := read(t, "wide.csv")
	columns := make([]int, 12)
	for j := range columns {
		columns[j] = j
	}
	plain := must.Get(wide.Take(columns))(t)
	in := func(power func(j int) int) *datasets.Dataset {
		d := *plain
		d.X = mat.NewDense(d.N(), d.D(), nil)
		for i := range d.N() {
			for j := range d.D() {
				d.X.Set(i, j, math.Ldexp(plain.X.At(i, j), power(j)))
			}
		}
		return &d
	}
	one := func(e int) func(int) int {
		return func(j int) int {
			if j%5 == 3 {
				return e - j
			}
			return 0
		}
	}
	all := func(e int) func(int) int { return func(int) int { return e } }
	for _, method := range []string{"fisher", "t-score", "pearson", "lasso", "elastic-net", "hsic",
		"hsic-lasso", "logistic-l1", "ls-l21", "ll-l21", "fsv", "fsir2", "fohsic", "lgd", "grm"} {
		same(t, method, plain, in(one(-664)), in(one(664)), in(all(-664)), in(all(664)))
	}
	for _, method := range []string{"laplacian", "spec", "lda", "lfda", "mcfs", "pca", "hsfs"} {
		same(t, method, plain, in(all(-664)), in(all(664)))
	}
	for _, method := range []string{"laplacian", "pca", "variance", "trace-ratio", "rfs"} {
		if r, err := ranked(t, in(one(-664)), 4, method); err == nil {
			t.Errorf("%s sees the units of columns, and answers %v", method, r.Features)
		}
	}
}

func same(t *testing.T, method string, plain *datasets.Dataset, sets ...*datasets.Dataset) {
	t.Helper()
	want, err := ranked(t, plain, 4, method)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	for i, d := range sets {
		got, err := ranked(t, d, 4, method)
		if err != nil {
			t.Errorf("%s, set %d: %v", method, i, err)
			continue
		}
		close := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(a) }
		if !slices.Equal(got.Features, want.Features) ||
			!slices.EqualFunc(got.Scores, want.Scores, close) {
			t.Errorf("%s, set %d: %v %v, want %v %v", method, i, got.Features, got.Scores,
				want.Features, want.Scores)
		}
	}
}
