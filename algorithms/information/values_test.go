package information

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// Values makes a code of each value, in their order; 0 and −0 are one, and no range overflows.
func TestValuesByHand(t *testing.T) {
	d := table(t, []int{0, 0, 0, 1, 1, 1},
		[]float64{7, -1, 7, 300, -1, 2},
		[]float64{4, 4, 4, 4, 4, 4},
		[]float64{0, math.Copysign(0, -1), 0, 1, 1, 1},
		[]float64{-math.MaxFloat64, 0, math.MaxFloat64, 0, 0, 5e-324})
	c := coded(t, d, Values, 10)
	for j, want := range [][]uint8{{2, 0, 2, 3, 0, 1}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 1, 1, 1},
		{0, 1, 3, 1, 1, 2}} {
		if got := c.Column(j); !slices.Equal(got, want) {
			t.Errorf("column %d: codes %v, want %v", j, got, want)
		}
	}
	if !slices.Equal(c.Count, []int{4, 1, 2, 4}) || !slices.Equal(c.Constant, []int{1}) {
		t.Errorf("numbers of codes %v, constant %v", c.Count, c.Constant)
	}
}

// Values takes 256 values, and refuses 257 of a column or of a target in one line, however the data
// are held.
func TestTooManyValues(t *testing.T) {
	const n = 300
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.Set(i, 0, float64(i%256))
		x.Set(i, 1, float64(max(0, i-43)))
	}
	d := dataset(t, x, classes(rand.New(rand.NewPCG(1, 1)), n, 2))
	if c := coded(t, part(t, d, 0), Values, 10); c.Count[0] != 256 || c.Column(0)[255] != 255 {
		t.Errorf("%d codes, the last %d; want 256, 255", c.Count[0], c.Column(0)[255])
	}
	const tooMany = "column 1 (f1) has more than 256 distinct values, and coding=values takes " +
		"columns as they are; round it, or choose another coding, such as width"
	sets := map[string]*datasets.Dataset{
		"dense": d, "sparse": methodtest.Stored(t, d, storage.Compress(x)),
		"disk": methodtest.Stored(t, d, methodtest.Mapped(t, x, storage.Float64, false)),
	}
	for how, set := range sets {
		for _, m := range []algorithms.Selector{InfoGain{Coding: Values}, MRMR{Coding: Values},
			QPFS{Coding: Values}, JMI{Coding: Values}, JMI3{Coding: Values}} {
			_, err := m.Select(t.Context(), set, algorithms.Options{})
			if want := algorithms.Name(m) + ": " + tooMany; err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", how, err, want)
			}
		}
	}
	f, err := newOnDisk(t.Context(), sets["disk"], sets["disk"].Stored.(*storage.Mapped), Values,
		10, 0, 1, limits{})
	if err == nil {
		_, err = f.constant()
	}
	if err == nil || err.Error() != tooMany {
		t.Errorf("on disk: %v", err)
	}

	numbers := must.Get(part(t, d, 0).WithTarget("dose", mat.Col(nil, 1, x)))(t)
	const target = "cmim: the target has more than 256 distinct values, and coding=values takes " +
		"it as it is; round it, or choose another coding, such as width"
	if _, err := (CMIM{Coding: Values}).Select(t.Context(), numbers,
		algorithms.Options{}); err == nil || err.Error() != target {
		t.Errorf("%v, want %s", err, target)
	}
}

// part is one column of d.
func part(t *testing.T, d *datasets.Dataset, j int) *datasets.Dataset {
	t.Helper()
	return must.Get(d.Take([]int{j}))(t)
}

// A continuous target is coded as the features are: searches find what they find with the codes as
// classes.
func TestSearchesOfTargets(t *testing.T) {
	d := random(t, 3, 60, 8)
	y := mat.Col(nil, 2, d.X)
	numbers := must.Get(d.WithTarget("dose", y))(t)
	for _, coding := range []Coding{Levels, Width, Frequency} {
		codes := must.Get(codedTarget(context.Background(), numbers, coding, 10))(t)
		for label, m := range searches() {
			m = withCoding(t, m, coding)
			got, want := ranked(t, m, numbers), ranked(t, m, codes)
			if !slices.Equal(got.Features, want.Features) || !slices.Equal(got.Raw, want.Raw) {
				t.Errorf("%s, %s: %v, want %v", label, coding, got.Features, want.Features)
			}
		}
	}
}

// A feature of one code is named.
func TestFeaturesOfOneCode(t *testing.T) {
	// Columns 0 and 2 have no cut, column 1 is constant: these come last.
	y := []int{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}
	cut := table(t, y, []float64{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, make([]float64, 12),
		[]float64{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1}, []float64{1, 1, 1, 1, 1, 1, 5, 5, 5,
			5, 5, 5})
	r := ranked(t, CMIM{Coding: MDL}, cut)
	if !slices.Equal(r.Features, []int{3, 0, 2, 1}) ||
		!slices.Equal(r.Raw, algorithms.Numbers{1, 0, 0, 0}) {
		t.Errorf("order %v, criteria %v", r.Features, r.Raw)
	}
	want := "2 features have a single code, which carries no information, and are ranked after " +
		"the others: f0, f2"
	if !slices.Contains(r.Warnings, want) {
		t.Errorf("warnings %q, want %q", r.Warnings, want)
	}
}

// Triples that would take days are refused before anything is counted.
func TestTooManyTriples(t *testing.T) {
	d := &datasets.Dataset{X: mat.NewDense(100, 20000, nil), Features: make([]string, 20000)}
	const want = "20000 of 20000 features take 1e+12 joint counts of 100 samples, days; choose " +
		"fewer, such as k = 50, or take jmi"
	for _, k := range []int{0, 20000, 30000} {
		if err := tooManyTriples(d, k); err == nil || err.Error() != want {
			t.Errorf("k = %d: %v, want %s", k, err, want)
		}
	}
	if err := tooManyTriples(d, 50); err != nil {
		t.Error(err)
	}
}

// Codes that are sparse or on disk are those in memory.
func TestStoredCodes(t *testing.T) {
	d := must.Get(datasets.Load("../../datasets/testdata/cases/words.csv",
		datasets.Options{Code: "ordinal"}))(t)
	round := *d
	round.X = mat.DenseCopyOf(d.X)
	round.X.Apply(func(_, j int, v float64) float64 {
		if j == 2 {
			return math.Round(20*v) + 60
		}
		return v
	}, round.X)
	for _, m := range []algorithms.Selector{InfoGain{}, MRMR{},
		JMI{}, CFS{}, InfoGain{Coding: MDL}} {
		want := must.Get(algorithms.Run(t.Context(), m, &round, algorithms.Options{K: 3}))(t)
		for what, x := range map[string]storage.Matrix{"sparse": storage.Compress(round.X),
			"float64": methodtest.Mapped(t, round.X, storage.Float64, true),
			"uint8":   methodtest.Mapped(t, round.X, storage.Uint8, false)} {
			other := round
			other.X, other.Stored = nil, x
			got, err := algorithms.Run(t.Context(), m, &other, algorithms.Options{K: 3})
			if err != nil {
				t.Errorf("%s, %s: %v", algorithms.Label(m), what, err)
				continue
			}
			if !slices.Equal(got.Names, want.Names) || !slices.Equal(got.Raw, want.Raw) ||
				!slices.Equal(got.Scores, want.Scores) {
				t.Errorf("%s, %s: %v %v, want %v %v", algorithms.Label(m), what, got.Names,
					got.Scores, want.Names, want.Scores)
			}
		}
	}
}
