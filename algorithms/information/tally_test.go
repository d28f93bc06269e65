package information

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// The sums of a tally are those of a count sample by sample, from a table, by walking, and from
// entries, with blocks left out or not.
func TestTallies(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 34))
	walked, tabled, planes, paired := 0, 0, 0, 0
	for trial := range 600 {
		n := 1 + rng.IntN(400)
		levels, outers, classes := 1+rng.IntN(256), 1+rng.IntN(300), 1+rng.IntN(6)
		if trial%3 > 0 {
			levels, outers, classes = 1+rng.IntN(6), 1+rng.IntN(6), 1+rng.IntN(3)
		}
		y, outer, f := make([]int, n), make([]uint32, n), make([]uint8, n)
		for i := range n {
			y[i], outer[i] = rng.IntN(classes), uint32(rng.IntN(outers))
			if rng.IntN(3) == 0 {
				f[i] = uint8(rng.IntN(levels))
			}
		}
		e := newExact(n)
		if trial%2 == 0 {
			e.pair()
		}
		c := codedColumn{count: levels, all: f}
		lifted := c
		if levels <= mostPlanes {
			lifted.planes = make([]uint64, (levels-1)*planeSize(n))
			lift(lifted.planes, f, levels-1)
		}
		entries := codedColumn{count: levels}
		for i, v := range f {
			if v != 0 {
				entries.rows, entries.codes = append(entries.rows, int32(i)),
					append(entries.codes, v)
			}
		}
		for _, mixed := range []bool{false, true} {
			g := group(e, newLabels(n, y, classes), outer, outers, mixed)
			in := func(i int) bool { // its block takes part
				return !mixed || slices.ContainsFunc(indices(n), func(k int) bool {
					return outer[k] == outer[i] && y[k] != y[i]
				})
			}
			for _, gini := range []bool{false, true} {
				cells, sums := map[[3]int]uint32{}, map[[2]int]uint32{}
				for i := range n {
					if in(i) {
						cells[[3]int{int(f[i]), int(outer[i]), y[i]}]++
						sums[[2]int{int(f[i]), int(outer[i])}]++
					}
				}
				var groups, blocks int64
				squares := map[[2]int]uint64{}
				for k, v := range cells {
					groups += e.terms[v]
					squares[[2]int{k[0], k[1]}] += uint64(v) * uint64(v)
				}
				for k, v := range sums {
					if gini {
						blocks += e.purity(v, squares[k])
					} else {
						blocks += e.terms[v]
					}
				}
				w := &tally{counter: newCounter(e), gini: gini}
				for range 2 { // the tables are 0 again
					for _, column := range []codedColumn{c, entries, lifted} {
						got, b := w.of(g, &column)
						if column.planes != nil && len(g.order) > 0 &&
							g.faster(&column, false, levels*g.width()) {
							planes++
						}
						if mixed && !gini && b != blocks && got-b == groups-blocks {
							paired++
							continue
						}
						if b != blocks || !gini && got != groups {
							t.Fatalf("n %d, codes %d, outer %d: %d, %d; want %d, %d", n, levels,
								outers, got, b, groups, blocks)
						}
					}
				}
				if w.sparse != nil {
					walked++
				} else {
					tabled++
				}
			}
		}
	}
	if walked < 100 || tabled < 100 || planes < 100 || paired < 60 {
		t.Errorf("%d walked, %d by table, %d by planes, %d by pairs; want each", walked, tabled,
			planes, paired)
	}
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Blocks that do not fit are walked one after the other.
func TestTallyOfManyGroups(t *testing.T) {
	const n = 3000
	rng := rand.New(rand.NewPCG(6, 34))
	y, outer, f := make([]int, n), make([]uint32, n), make([]uint8, n)
	for i := range n {
		y[i], outer[i], f[i] = rng.IntN(3), uint32(i/2), uint8(rng.IntN(256))
	}
	e := newExact(n)
	g := group(e, newLabels(n, y, 3), outer, n/2, false)
	if g.count*256 <= walkCells {
		t.Fatalf("%d groups fit", g.count)
	}
	var groups, blocks int64
	for i := 0; i < n; i += 2 {
		if f[i] == f[i+1] {
			blocks += e.terms[2]
			if y[i] == y[i+1] {
				groups += e.terms[2]
			}
		}
	}
	w := &tally{counter: newCounter(e)}
	a, b := w.of(g, &codedColumn{count: 256, all: f})
	if a != groups || b != blocks || blocks == 0 {
		t.Errorf("%d, %d; want %d, %d", a, b, groups, blocks)
	}
	if len(w.sparse) > walkCells {
		t.Errorf("a table of %d cells, want at most %d", len(w.sparse), walkCells)
	}
}

// counted counts the readings of all columns.
type counted struct {
	features
	readings *int
}

func (c counted) codes(ctx context.Context, columns []int,
	use func(j int, c codedColumn)) error {
	*c.readings++
	return c.features.codes(ctx, columns, use)
}

// passesOf returns the passes of joint counts that a ranking tells of.
func passesOf(t *testing.T, r *algorithms.Ranking) float64 {
	t.Helper()
	for _, v := range r.Diagnostics.Extra {
		if v.Name == "passes of joint counts" {
			return float64(v.Value)
		}
	}
	t.Errorf("%s does not tell its passes", r.Method)
	return 0
}

// k features take k passes of joint counts at most, of COIL20 too, and none beyond the first if
// nothing has a weight.
func TestForwardPasses(t *testing.T) {
	d := methodtest.Unrelated(40, 60, 10)
	for label, m := range searches() {
		want := 50.
		switch m := m.(type) {
		case LCSI:
			if m.Beta == 0 {
				want = 1
			}
		case JMI3: // a pass for each pair of the chosen ones but the last
			want = 2 + 48*49/2
		}
		r := must.Get(withCoding(t, m, Width).Select(t.Context(), d, algorithms.Options{K: 50}))(t)
		if got := passesOf(t, r); got > want || label != "jmi3" && got != want {
			t.Errorf("%s: %v passes, want %v", label, got, want)
		}
	}

	realdata.Need(t, "COIL20.mat")
	coil := must.Get(datasets.Load("COIL20", datasets.Options{}))(t)
	s, rest, err := newJoint(t.Context(), coil, Width, 10, 2, onDiskLimits)
	must.Do(t, err)
	readings := 1 // by newJoint
	s.features = counted{s.features, &readings}
	order, _, err := forward(t.Context(), sumOfShares.search().criterion(s), s.relevant, rest, 50,
		func(int) {})
	if len(order) != 50 || err != nil || readings != 50 || s.passes != 50 {
		t.Errorf("COIL20: %d features, %d readings, %d passes, %v; want 50 each", len(order),
			readings, s.passes, err)
	}
}
