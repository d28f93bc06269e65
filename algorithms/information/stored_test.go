package information

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// columnsOfAllKinds returns columns that are mostly 0, full, of few or of many values, constant,
// without a sample of value 0, and of values of either sign; whole numbers from least to most if
// these are given.
func columnsOfAllKinds(rng *rand.Rand, n, d int, least, most float64) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	whole := most > least
	limit := func(v float64) float64 {
		if whole {
			return max(least, min(most, math.Round(v)))
		}
		return v
	}
	for j := range d {
		share, kind := rng.Float64(), rng.IntN(8)
		for i := range n {
			v := 0.
			switch kind {
			case 0: // genotypes
				v = float64(rng.IntN(3))
			case 1: // with a code for missing ones
				v = float64(rng.IntN(3))
				if rng.IntN(9) == 0 {
					v = -1
				}
			case 2: // a constant
				v = 7
			case 3: // no zeros
				v = 3 + 2*rng.NormFloat64()
			case 4: // zeros only
			case 5: // counts
				if rng.Float64() < share {
					v = 1 + math.Floor(3*rng.ExpFloat64())
				}
			default:
				if rng.Float64() < share {
					v = 5 * rng.NormFloat64()
				}
			}
			x.Set(i, j, limit(v))
		}
	}
	return x
}

func classes(rng *rand.Rand, n, c int) []int {
	y := make([]int, n)
	for i := range y {
		y[i] = rng.IntN(c)
		if i < c {
			y[i] = i
		}
	}
	return y
}

func dataset(t testing.TB, x *mat.Dense, y []int) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.New("table", x, y, nil))(t)
}

// codings are all codings, with bins.
var codings = []struct {
	Coding
	bins int
}{{Levels, 10}, {Width, 10}, {Width, 40}, {Frequency, 7}, {Frequency, 40}, {MDL, 10},
	{Values, 10}}

// Sparse values have the codes of dense ones.
func TestCodesOfSparseValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for trial := range 60 {
		n := 3 + rng.IntN(60)
		x := columnsOfAllKinds(rng, n, 12, 0, 0)
		if trial%2 == 0 { // decimals, whose sums round
			x.Scale(.1, columnsOfAllKinds(rng, n, 12, -9, 9))
		}
		d := dataset(t, x, classes(rng, n, 3))
		s := methodtest.Stored(t, d, storage.Compress(x))
		for _, c := range codings {
			sameCodes(t, fmt.Sprint(trial, c.Coding, c.bins), d, s, c.Coding, c.bins)
		}
	}
}

func sameCodes(t *testing.T, what string, a, b *datasets.Dataset, coding Coding, bins int) {
	t.Helper()
	want, got := coded(t, a, coding, bins), coded(t, b, coding, bins)
	if !slices.Equal(want.Count, got.Count) || !slices.Equal(want.Constant, got.Constant) ||
		!slices.Equal(want.sums, got.sums) {
		t.Errorf("%s: numbers of codes %v, constant %v, sums %v; want %v, %v, %v", what, got.Count,
			got.Constant, got.sums, want.Count, want.Constant, want.sums)
	}
	for j := range a.D() {
		if !slices.Equal(want.Column(j), got.Column(j)) {
			t.Errorf("%s: codes of column %d\n%v, want\n%v", what, j, got.Column(j), want.Column(j))
		}
	}
}

// A value so near to the threshold between two codes that the order of a sum could decide has the
// code that it has in dense data.
func TestSparseLevelsOnTheEdge(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	doubted := 0
	for trial := range 400 {
		n := 5 + rng.IntN(40)
		f := make([]float64, n)
		for i := range f {
			f[i] = .1 * float64(rng.IntN(4))
		}
		// The last sample goes to the threshold that the others give with it.
		f[0], f[1] = 0, 3
		v := 1.
		for range 200 {
			f[n-1] = v
			low, high := levelEdges(slices.Clone(f), 0, 3)
			if v = 3 * high; trial%2 == 0 {
				v = 3 * low
			}
		}
		for _, shift := range []float64{-1e-12, -1e-15, -5e-16, 0, 5e-16, 1e-15, 1e-12} {
			f[n-1] = v + shift
			d := table(t, classes(rng, n, 2), f)
			s := methodtest.Stored(t, d, storage.Compress(d.X))
			sameCodes(t, fmt.Sprint(trial, shift), d, s, Levels, 10)
			w := weighted{n: n, values: f, sizes: slices.Repeat([]int{1}, n),
				rule: rule{width: slices.Max(f) - slices.Min(f), least: slices.Min(f)}}
			if !w.levelEdges() {
				doubted++
			}
		}
	}
	if doubted < 400 {
		t.Errorf("%d of 2800 columns have a value near an edge; want at least 400", doubted)
	}
}

func ranked(t testing.TB, m algorithms.Selector, d *datasets.Dataset) *algorithms.Ranking {
	t.Helper()
	return must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{}))(t)
}

func identical(t testing.TB, what string, got, want *algorithms.Ranking) {
	t.Helper()
	ignored := cmpopts.IgnoreFields(algorithms.Ranking{}, "Elapsed", "Origin", "Dataset")
	if diff := cmp.Diff(want, got, ignored); diff != "" {
		t.Errorf("%s: want -, got +\n%s", what, diff)
	}
}

func methodsOfCodes() []algorithms.Selector {
	var out []algorithms.Selector
	for _, c := range codings {
		out = append(out, InfoGain{Coding: c.Coding, Bins: c.bins},
			MRMR{Coding: c.Coding, Bins: c.bins},
			MRMR{Coding: c.Coding, Bins: c.bins, Scheme: MIQ},
			QPFS{Coding: c.Coding, Bins: c.bins}, CIFE{Coding: c.Coding, Bins: c.bins})
	}
	out = append(out, MIFS{}, CMIM{Coding: Width}, CMI{Coding: Values}, JMI3{}, JIM{Coding: MDL},
		JMI{Coding: Frequency})
	return out
}

// Rankings of sparse values and of values on disk are those of the same values in memory, to the
// last bit.
func TestStoredRankings(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for _, test := range []struct {
		kind        storage.Type
		least, most float64
	}{
		{storage.Float64, 0, 0}, {storage.Float32, -9, 9}, {storage.Int32, -9, 9},
		{storage.Int16, -9, 9}, {storage.Uint16, 0, 9}, {storage.Int8, -9, 9},
		{storage.Int8, -128, 127}, {storage.Uint8, 0, 255}, {storage.Uint8, 0, 2},
	} {
		n := 20 + rng.IntN(60)
		d := dataset(t, columnsOfAllKinds(rng, n, 30, test.least, test.most), classes(rng, n, 3))
		others := map[string]*datasets.Dataset{
			"sparse":  methodtest.Stored(t, d, storage.Compress(d.X)),
			"C":       methodtest.Stored(t, d, methodtest.Mapped(t, d.X, test.kind, false)),
			"Fortran": methodtest.Stored(t, d, methodtest.Mapped(t, d.X, test.kind, true)),
		}
		for _, m := range methodsOfCodes() {
			want := ranked(t, m, d)
			for name, other := range others {
				identical(t, fmt.Sprintf("%s %s: %#v", test.kind, name, m),
					ranked(t, m, other), want)
			}
		}
	}
}

// Rows of a redundancy, and codes on disk, that take too much memory are refused before they are
// made; dense data are not.
func TestStoredQPFSNeedsRoom(t *testing.T) {
	x := columnsOfAllKinds(rand.New(rand.NewPCG(9, 9)), 10, 4, 0, 2)
	dense := dataset(t, x, classes(rand.New(rand.NewPCG(9, 9)), 10, 2))
	disk := methodtest.Stored(t, dense, methodtest.Mapped(t, x, storage.Uint8, false))
	for _, test := range []struct {
		d       *datasets.Dataset
		rows, p int
		ok      bool
	}{
		{disk, 512, 1 << 17, true}, {disk, 512, 1<<17 + 1, false},
		{disk, 11585, 11585, true}, {disk, 11586, 11586, false}, // p² numbers
		{dense, 512, 1 << 20, true},
	} {
		q := quadratic{d: test.d}
		if err := q.checkRoom(test.rows, test.p); (err == nil) != test.ok {
			t.Errorf("%d rows of %d features: %v", test.rows, test.p, err)
		}
	}
	if err := checkHeld(disk, limits{codes: 40}); err != nil {
		t.Error(err)
	}
	if err := checkHeld(disk, limits{codes: 39}); err == nil {
		t.Error("40 codes in 39 bytes")
	}
	for _, m := range []QPFS{{Measure: AbsCorrelation}, {Measure: SquaredCorrelation}} {
		if m.Facts().Storage != algorithms.InMemory {
			t.Errorf("%s takes values %s", m.Measure, m.Facts().Storage)
		}
	}
	if s := (QPFS{}).Facts().Storage; s != algorithms.AnyStorage {
		t.Errorf("qpfs takes values %s", s)
	}
}

// A canceled search of a file returns the features so far; an overflow of a range names the column,
// and codes that do not fit are refused where all are needed.
func TestStoredMistakes(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{0, 1, 0, -1.5e308, 2, 3, 1, 1.5e308})
	d := dataset(t, x, []int{0, 1, 0, 1})
	for _, other := range []storage.Matrix{
		storage.Compress(x), methodtest.Mapped(t, x, storage.Float64, false),
	} {
		for _, m := range []algorithms.Selector{InfoGain{}, MRMR{}, QPFS{}, CMIM{}} {
			_, want := m.Select(t.Context(), d, algorithms.Options{})
			if scorer, ok := m.(algorithms.Scorer); ok { // Select divides such values in memory
				_, want = scorer.Score(t.Context(), d, algorithms.Options{})
			}
			_, err := m.Select(t.Context(), methodtest.Stored(t, d, other), algorithms.Options{})
			if err == nil || want == nil || err.Error() != want.Error() {
				t.Errorf("%s: %v, want %v", other.Kind(), err, want)
			}
		}
	}
	disk := methodtest.Mapped(t, columnsOfAllKinds(rand.New(rand.NewPCG(6, 6)), 30, 20, 0, 2),
		storage.Uint8, false)
	s := &search{m: algorithms.WithDefaults(MRMR{}), limits: limits{table: 1 << 10}}
	s.d = &datasets.Dataset{Stored: disk, Y: classes(rand.New(rand.NewPCG(6, 6)), 30, 2),
		Classes: []string{"a", "b"}, Features: make([]string, 20)}
	ctx, stop := context.WithCancel(t.Context())
	s.opt.Workers = 1
	s.opt.Progress = func(p algorithms.Progress) {
		if p.Done == 2 {
			stop()
		}
	}
	order, _, err := s.run(ctx)
	if diff := cmp.Diff(2, len(order)); diff != "" || err != context.Canceled {
		t.Errorf("%v, %v; want two features, and %v", order, err, context.Canceled)
	}
}
