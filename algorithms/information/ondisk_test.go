package information

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// A search that reads the file at each step finds what one with codes in memory does, with cuts and
// without them.
func TestSearchOnDisk(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for _, test := range []struct {
		kind        storage.Type
		n, d        int
		least, most float64
		classes     int
	}{
		{storage.Float64, 40, 25, 0, 0, 3},
		{storage.Int16, 61, 25, -9, 9, 2},
		{storage.Int8, 130, 40, -1, 2, 2},  // four values
		{storage.Int8, 64, 700, -9, 2, 3},  // two blocks of columns
		{storage.Uint8, 300, 29, 0, 3, 20}, // more samples than a byte counts, and many classes
		{storage.Uint8, 70, 70, 0, 255, 2}, // many values
		{storage.Int8, 1100, 9, -128, 127, 2},
	} {
		x := columnsOfAllKinds(rng, test.n, test.d, test.least, test.most)
		d := dataset(t, x, classes(rng, test.n, test.classes))
		for _, c := range codings {
			m := algorithms.WithDefaults(MRMR{Coding: c.Coding, Bins: c.bins})
			opt := algorithms.Options{K: 5}
			want := &search{m: m, d: d, opt: opt}
			order, raw, err := want.run(t.Context())
			must.Do(t, err)
			all := []limits{{cuts: 1 << 20, table: 1 << 10}, {table: 1 << 10}}
			if test.kind.Size() == 1 { // counted at first, and coded if there are many values
				all = append(all, limits{codes: 1 << 20, table: 1 << 10})
			}
			for _, l := range all {
				for _, fortran := range []bool{false, true} {
					disk := methodtest.Stored(t, d, methodtest.Mapped(t, x, test.kind, fortran))
					got := &search{m: m, d: disk, opt: opt, limits: l}
					o, r, err := got.run(t.Context())
					what := fmt.Sprint(test.kind, test.n, " ", c.Coding, c.bins, l, fortran)
					if err != nil || !slices.Equal(o, order) || !slices.Equal(r, raw) {
						t.Errorf("%s: %v %v, %v; want %v %v", what, o, r, err, order, raw)
					}
					if !slices.Equal(got.constant, want.constant) {
						t.Errorf("%s: constant %v, want %v", what, got.constant, want.constant)
					}
					if _, ok := got.features.(*onDisk); !ok {
						t.Errorf("%s: %T", what, got.features)
					}
				}
			}
		}
	}
}

// The searches with joint counts find on disk what they find in memory, with codes that are kept,
// with cuts, and without.
func TestJointSearchOnDisk(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 34))
	for _, test := range []struct {
		kind        storage.Type
		n, d        int
		least, most float64
	}{
		{storage.Float64, 40, 25, 0, 0}, {storage.Int8, 64, 700, -9, 2},
		{storage.Uint8, 300, 29, 0, 255},
	} {
		x := columnsOfAllKinds(rng, test.n, test.d, test.least, test.most)
		d := dataset(t, x, classes(rng, test.n, 3))
		for _, c := range codings {
			for _, b := range []jointSearch{linear(1, 1).search(), {criterion: newTriples},
				{criterion: newJointly}} {
				opt := algorithms.Options{K: 5}
				want := must.Get(b.found(t.Context(), d, opt, c.Coding, c.bins, onDiskLimits))(t)
				for _, l := range []limits{onDiskLimits, {cuts: 1 << 20}, {}} {
					disk := methodtest.Stored(t, d,
						methodtest.Mapped(t, x, test.kind, l.codes == 0))
					got, err := b.found(t.Context(), disk, opt, c.Coding, c.bins, l)
					if diff := cmp.Diff(want, got); diff != "" || err != nil {
						t.Errorf("%s %d×%d, %s %d, %v: %v, want -, got +\n%s", test.kind, test.n,
							test.d, c.Coding, c.bins, l, err, diff)
					}
				}
			}
		}
	}
}

// A value of a column of bytes that is on an edge in exact arithmetic, and so near to the threshold
// that the order of a sum could decide, has the code of dense data: of 2564 samples 481 are 1, 80
// are 2 and the rest 0, so that mean = 641/2564, sd/2 is the same, and 0 is on the edge.
func TestBytesOnTheEdge(t *testing.T) {
	const n = 2564
	rng := rand.New(rand.NewPCG(7, 7))
	x := mat.NewDense(n, 1, nil)
	for at, i := range rng.Perm(n) {
		switch {
		case at < 481:
			x.Set(i, 0, 1)
		case at < 481+80:
			x.Set(i, 0, 2)
		}
	}
	w := weighted{n: n, values: []float64{0, 1, 2}, sizes: []int{n - 481 - 80, 481, 80},
		rule: rule{width: 2}}
	if w.levelEdges() {
		t.Fatalf("edges %v, %v leave no doubt", w.rule.low, w.rule.high)
	}
	d := dataset(t, x, classes(rng, n, 2))
	if codes := coded(t, d, Levels, 10); slices.Min(codes.bytes) != 1 {
		t.Errorf("codes from %d; want 0 on the edge, which is code 1", slices.Min(codes.bytes))
	}
	want := ranked(t, InfoGain{}, d)
	for _, fortran := range []bool{false, true} {
		disk := methodtest.Stored(t, d, methodtest.Mapped(t, x, storage.Uint8, fortran))
		identical(t, fmt.Sprint(fortran), ranked(t, InfoGain{}, disk), want)
		f, err := newOnDisk(t.Context(), disk, disk.Stored.(*storage.Mapped), Levels, 10, 0,
			1, onDiskLimits)
		if err == nil {
			err = f.look(t.Context())
		}
		if err != nil || f.cutsOf(0)[0] != 0 || f.cutsOf(0)[1] != 1 {
			t.Errorf("cuts %v, %v; want 0 and 1", f.cutsOf(0), err)
		}
	}
}

// Views of some rows and columns of a file, in any order, are tables of their own.
func TestViewsOnDisk(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	const n, p = 90, 60
	x := columnsOfAllKinds(rng, n, p, -1, 2)
	rows, columns := rng.Perm(n)[:70], rng.Perm(p)[:41]
	part := storage.Dense{Dense: x}.TakeRows(rows).Take(columns).(storage.Dense)
	d := dataset(t, part.Dense, classes(rng, 70, 3))
	for _, fortran := range []bool{false, true} {
		for _, kind := range []storage.Type{storage.Int8, storage.Int16} {
			view := methodtest.Mapped(t, x, kind, fortran).TakeRows(rows).Take(columns)
			for _, m := range []algorithms.Selector{InfoGain{}, InfoGain{Coding: MDL}} {
				identical(t, fmt.Sprint(kind, fortran), ranked(t, m, methodtest.Stored(t, d, view)),
					ranked(t, m, d))
			}
		}
	}
}
