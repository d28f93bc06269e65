package graphs

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/ties"
)

// hostile are dense values whose rough distances round in different ways.
func hostile() map[string]*mat.Dense {
	const n, d = tileRows + 11, tileColumns + 7
	shifted := gaussian(2, n, d)
	shifted.Apply(func(_, _ int, v float64) float64 { return v + 1e9 }, shifted)
	outlier := gaussian(3, n, d)
	for j := range d {
		outlier.Set(5, j, 1e7*outlier.At(5, j))
		outlier.Set(6, j, 1e7*outlier.At(6, j))
	}
	ranges := gaussian(4, n, d)
	ranges.Apply(func(_, j int, v float64) float64 { return v * math.Pow(10, float64(j%13-6)) },
		ranges)
	twins := gaussian(5, n, d)
	for i := 1; i < n; i += 2 {
		twins.SetRow(i, twins.RawRowView(i-1))
		twins.Set(i, i%d, twins.At(i, i%d)*(1+1e-9*float64(i%3)))
	}
	return map[string]*mat.Dense{
		"noise": gaussian(1, n, d), "shifted": shifted, "outliers": outlier, "ranges": ranges,
		"twins": twins, "grid": scaledBy(grid(6, n, d, 4), .1), "codes": grid(7, n, 3, 4),
		"tiny": scaledBy(gaussian(8, n, 9), 1e-160), "large": scaledBy(gaussian(9, n, 9), 1e160),
		"column": gaussian(10, n, 1), "equal": mat.NewDense(n, 2, slices.Repeat(
			[]float64{3, -.1}, n)),
	}
}

// searches are those of both distances.
func searches(x *mat.Dense, classes int) map[string]*search {
	n, _ := x.Dims()
	sizes := make([]float64, n)
	for i := range sizes {
		for _, v := range x.RawRowView(i) {
			sizes[i] += math.Abs(v)
		}
	}
	y := randomClasses(3, n, classes)
	return map[string]*search{
		"squares": {x: x, distance: squaredDistance, rangeOf: ties.SquaredRange,
			values: ties.Norms(x), groups: classes, group: y, kept: mostKept},
		"manhattan": {x: x, distance: manhattanDistance, manhattan: true, rangeOf: ties.Range,
			values: sizes, groups: classes, group: y, kept: mostKept},
	}
}

// roughOf is what runDense takes, nil if it is none.
func roughOf(t *testing.T, s *search) *rough {
	if !s.manhattan {
		return s.products(2)
	}
	return must.Get(s.codes(t.Context(), 2))(t)
}

// bigDistance is the distance of rows i and j without rounding.
func bigDistance(s *search, i, j int) *big.Float {
	sum := new(big.Float).SetPrec(2200)
	for c, v := range s.x.RawRowView(i) {
		r := new(big.Float).SetPrec(1200).SetFloat64(v)
		r.Sub(r, new(big.Float).SetFloat64(s.x.At(j, c)))
		if s.manhattan {
			r.Abs(r)
		} else {
			r = new(big.Float).SetPrec(2200).Mul(r, r)
		}
		sum.Add(sum, r)
	}
	return sum
}

// Rough distances are within the losses of both rows of the sums with which they are compared, and
// of the distances without rounding. Those of noise are a small part of the distances.
func TestRoughDistancesAreWithinTheirMargins(t *testing.T) {
	for name, x := range hostile() {
		n, d := x.Dims()
		for kind, s := range searches(x, 1) {
			r := roughOf(t, s)
			if r == nil {
				if name != "large" && name != "equal" {
					t.Errorf("%s, %s: no rough distances", name, kind)
				}
				continue
			}
			for i := range 12 {
				var dist tile
				r.add.all([]int{i}, 0, tileRows, d, &dist)
				r.finish(i, 0, dist[0][:])
				for j, got := range dist[0] {
					margin := r.loss[i] + r.loss[j]
					sum := s.exact(i, j)
					if math.Abs(got-sum) > margin {
						t.Errorf("%s, %s, rows %d and %d: %g is not within %g of %g", name, kind, i,
							j, got, margin, sum)
					}
					if far, _ := bigDistance(s, i, j).Float64(); math.Abs(got-far) > margin {
						t.Errorf("%s, %s, rows %d and %d: %g is not within %g of %g", name, kind, i,
							j, got, margin, far)
					}
					part := map[string]float64{"squares": 1e-12, "manhattan": 2e-3}[kind]
					if name == "noise" && i != j && margin > part*sum {
						t.Errorf("%s, rows %d and %d of %d: the margin is %g of %g", kind, i, j, n,
							margin, sum)
					}
				}
			}
		}
	}
}

// The lists of rough distances are those of the sums themselves, bit for bit, with ties and with
// few rows in memory; where only the rows count these are the same.
func TestRoughListsAreThoseOfSums(t *testing.T) {
	settled, opened := 0, 0
	for name, x := range hostile() {
		n, _ := x.Dims()
		for _, classes := range []int{1, 3} {
			for kind, s := range searches(x, classes) {
				r := roughOf(t, s)
				if r == nil {
					continue
				}
				for _, k := range longtest.And([]int{1, 6}, 2, n-1) {
					for _, kept := range []int{mostKept, 8 * n * classes} {
						s.kept = kept
						text := fmt.Sprintf("%s, %s, %d classes, k %d, %d kept", name, kind,
							classes, k, kept)
						want, wantCut, err := s.runRough(t.Context(), s.exactly(), k, 2, nil)
						must.Do(t, err)
						s.onlyRows = false
						got, cut, err := s.runRough(t.Context(), r, k, 2, nil)
						must.Do(t, err)
						if diff := gocmp.Diff(want, got); diff != "" || cut != wantCut {
							t.Errorf("%s: %d are cut, want %d (-want +got):\n%s", text, cut,
								wantCut, diff)
						}
						s.onlyRows = true
						got, _, err = s.runRough(t.Context(), r, k, 2, nil)
						must.Do(t, err)
						for id, list := range got {
							if !slices.Equal(rowsOf(list), rowsOf(want[id])) {
								t.Errorf("%s: list %d has rows %v, want %v", text, id, rowsOf(list),
									rowsOf(want[id]))
							}
						}
						s.onlyRows = false
						a, b := openLists(t, s, r, k)
						settled, opened = settled+a, opened+b
					}
				}
			}
		}
	}
	if settled == 0 || opened == 0 {
		t.Errorf("%d lists were settled at once and %d were opened again; want some of both",
			settled, opened)
	}
}

func openLists(t *testing.T, s *search, r *rough, k int) (settled, opened int) {
	t.Helper()
	lists := must.Get(s.collect(t.Context(), r, k, 1, nil))(t)
	open := must.Get(s.settle(t.Context(), r, lists, k, 1))(t)
	return len(lists) - len(open), len(open)
}

func rowsOf(list []Neighbor) (rows []int) {
	for _, nb := range list {
		rows = append(rows, nb.Index)
	}
	slices.Sort(rows)
	return rows
}

// Products that overflow are not taken: rows that are 1e160 apart in one column have infinite
// distances, and those of others are exact. They tie, since values of 1e160 are rounded by more.
func TestNeighborsWhoseProductsOverflow(t *testing.T) {
	x := mat.NewDense(6, 2, nil)
	for i := range 6 {
		x.SetRow(i, []float64{1e160 * float64(1+i/3), float64(1 + i*i)})
	}
	near := must.Get(FindNearest(t.Context(), x, 1, 1, nil))(t)
	want := [][]Neighbor{{{1, 1}, {2, 16}}, {{0, 1}, {2, 9}}, {{1, 9}, {0, 16}},
		{{4, 49}, {5, 256}}, {{3, 49}, {5, 81}}, {{4, 81}, {3, 256}}}
	if diff := gocmp.Diff(want, near.Lists); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// sparseNoise are n rows with some real entries.
func sparseNoise(seed uint64, n, d, entries int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 4))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for range entries {
			x.Set(i, rng.IntN(d), rng.NormFloat64())
		}
	}
	return x
}

// Dense values of which few are not 0 have the neighbors of sparse ones, bit for bit, and those of
// sums over all columns.
func TestNeighborsOfFewEntries(t *testing.T) {
	x := sparseNoise(1, 70, 120, 9)
	got := must.Get(FindNearest(t.Context(), x, 5, 2, nil))(t)
	if got.found.x != nil {
		t.Error("9 entries of 120 columns are searched as dense values")
	}
	want := must.Get(FindNearest(t.Context(), storage.Compress(x), 5, 2, nil))(t)
	if diff := gocmp.Diff(want.Lists, got.Lists); diff != "" {
		t.Errorf("(-sparse +dense):\n%s", diff)
	}
	brute := bruteNeighbors(x)
	for i, list := range got.Lists {
		for r, nb := range list {
			if w := brute[i][r]; nb.Index != w.Index ||
				math.Abs(nb.Distance-w.Distance) > 1e-12*w.Distance {
				t.Errorf("row %d, neighbor %d: %v, want %v", i, r, nb, w)
			}
		}
	}
	large := scaledBy(x, 1e160)
	if near, err := FindNearest(t.Context(), large, 5, 2, nil); err != nil || near.found.x == nil {
		t.Errorf("values whose squares overflow are searched as sparse ones; error %v", err)
	}
}

// Distances of sparse rows are those of dense ones to 1e-13 of them, also of rows that share almost
// all of their values, where sizes cancel.
func TestSparsePairsAgainstSums(t *testing.T) {
	x := sparseNoise(2, 50, 90, 11)
	for i := 1; i < 50; i += 3 {
		x.SetRow(i, x.RawRowView(i-1))
		x.Set(i, i, x.At(i, i)+1e-7)
	}
	pairs := must.Get(ManhattanPairs(t.Context(), storage.Compress(x), 2, nil))(t)
	s := searches(x, 1)["manhattan"]
	for i := range 50 {
		for j := range i {
			want, _ := bigDistance(s, i, j).Float64()
			if got := pairs.At(i, j); math.Abs(got-want) > 1e-13*want {
				t.Errorf("rows %d and %d: %g, want %g", i, j, got, want)
			}
		}
	}
}
