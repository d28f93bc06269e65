package graphs

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
	"fsnb.example/internal/ties"
)

// scaledBy is x times a factor, or divided by 255.
func scaledBy(x *mat.Dense, factor float64) *mat.Dense {
	out := mat.DenseCopyOf(x)
	out.Apply(func(_, _ int, v float64) float64 {
		if factor == 0 {
			return v / 255
		}
		return v * factor
	}, out)
	return out
}

// indices are the sorted rows of each list.
func indices(n *Nearest) string {
	var b strings.Builder
	for i := range n.Lists {
		var rows []int
		h := n.Of(i, n.K)
		for _, nb := range h.Rows {
			rows = append(rows, nb.Index)
		}
		slices.Sort(rows)
		fmt.Fprintf(&b, "%d: %v, %d sure, share %v\n", i, rows, h.Sure, h.Share)
	}
	return b.String()
}

// Ties are those of integers, whose distances are exact, also if the data are multiplied by .1,
// divided by 255, shifted, or have columns in another order, which changes last bits.
func TestNeighborsDoNotSeeTheUnit(t *testing.T) {
	for _, n := range []int{30, 2*tileRows + 7} {
		for _, k := range []int{1, 4} {
			x := grid(uint64(n+k), n, 7, 4)
			want := must.Get(FindNearest(t.Context(), x, k, 0, nil))(t)
			rounded := 0
			for _, factor := range []float64{10, .1, 0, 1. / 3, 1e-100, 1e100} {
				unit := scaledBy(x, factor)
				for _, offset := range []float64{0, .7} {
					unit.Apply(func(_, _ int,
						v float64) float64 {
						return v + offset*unit.At(0, 0)
					}, unit)
					got := must.Get(FindNearest(t.Context(), unit, k, 0, nil))(t)
					if indices(got) != indices(want) {
						t.Errorf("n %d, k %d, times %v: got\n%swant\n%s", n, k, factor,
							indices(got), indices(want))
					}
					for i, list := range got.Lists {
						for r, nb := range want.Lists[i] {
							equal := r > 0 && nb.Distance == want.Lists[i][r-1].Distance
							if equal && list[r].Distance != list[r-1].Distance {
								rounded++
							}
						}
					}
				}
			}
			if rounded == 0 {
				t.Errorf("n %d, k %d: no distances that are equal on paper differ", n, k)
			}
		}
	}
}

// Values far from 0, whose differences have fewer digits, still tie. An outlier does not make
// distances of other rows tie.
func TestNeighborsOfRoundedValues(t *testing.T) {
	x := mat.NewDense(8, 2, []float64{0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1e12, 7, 1e12})
	moved := mat.DenseCopyOf(x)
	for i := range 8 {
		moved.Set(i, 0, 1e9+.1*x.At(i, 0))
	}
	near, err := FindNearest(t.Context(), moved, 2, 0, nil)
	must.Do(t, err)
	for i, want := range map[int][]int{1: {0, 2}, 2: {1, 3}, 3: {2, 4}} {
		var rows []int
		h := near.Of(i, 1)
		for _, nb := range h.Rows {
			rows = append(rows, nb.Index)
		}
		if slices.Sort(rows); !slices.Equal(rows, want) || h.Sure != 0 || h.Share != .5 {
			t.Errorf("row %d: %+v, want a tie of %v", i, h, want)
		}
	}
	for i, step := range []float64{1, 1 + 1e-9, 1 + 2e-9, 1 + 3e-9, 1 + 4e-9} {
		x.Set(i+1, 0, x.At(i, 0)+step)
	}
	if near, err = FindNearest(t.Context(), x, 1, 0, nil); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < 5; i++ {
		if h := near.Of(i, 1); len(h.Rows) != 1 || h.Rows[0].Index != i-1 {
			t.Errorf("row %d: %+v, want row %d alone, nearer by 1e-9", i, h, i-1)
		}
	}
}

// In a simplex all rows tie, and each has the same share of k places. If more tie than are kept,
// the lower rows have the places, and Cut counts the rows.
func TestNeighborsThatAllTie(t *testing.T) {
	const n, k = tileRows + 9, 5
	x := mat.NewDense(n, n, nil)
	for i := range n {
		x.Set(i, i, .1)
	}
	near := must.Get(FindNearest(t.Context(), x, k, 0, nil))(t)
	for i := range n {
		if h := near.Of(i, k); len(h.Rows) != n-1 || h.Sure != 0 || h.Share != float64(k)/(n-1) {
			t.Fatalf("row %d has %d neighbors, %d sure, share %v", i, len(h.Rows), h.Sure, h.Share)
		}
	}
	if near.Cut != 0 {
		t.Errorf("%d rows were cut", near.Cut)
	}
	a := heatKernel(t, x, k, math.Inf(1))
	p := float64(k) / (n - 1)
	want, got := 1-(1-p)*(1-p), a.Edges[7].Weight
	if len(a.Edges) != n*(n-1)/2 || math.Abs(got-want) > 1e-15 || a.Warnings() != nil {
		t.Errorf("%d edges of weight %v, want all pairs with %v; warnings %v", len(a.Edges), got,
			want, a.Warnings())
	}

	near.found.kept = n * (n - 3)
	lists, cut, err := near.found.run(t.Context(), k, 0, nil)
	if err != nil || cut != n {
		t.Fatalf("%d rows are cut, want all %d; error %v", cut, n, err)
	}
	for i, list := range lists {
		var want []int
		for j := 0; len(want) < k; j++ {
			if j != i {
				want = append(want, j)
			}
		}
		var got []int
		for _, nb := range list {
			got = append(got, nb.Index)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Fatalf("row %d: %v, want %v", i, got, want)
		}
	}
	a.Cut = cut
	text := "for 57 of 57 samples more neighbors tie than are kept in memory, and those of lower " +
		"row are taken: the scores depend on the order of the rows"
	if w := a.Warnings(); !slices.Equal(w, []string{text}) {
		t.Errorf("warnings %q", w)
	}
}

// Of for fewer than K neighbors equals a search for that number.
func TestNearestOfFewer(t *testing.T) {
	x := scaledBy(grid(5, 90, 4, 4), .1)
	all := must.Get(FindNearest(t.Context(), x, 20, 0, nil))(t)
	for _, k := range []int{1, 2, 7, 20} {
		few := must.Get(FindNearest(t.Context(), x, k, 0, nil))(t)
		for i := range 90 {
			a, b := all.Of(i, k), few.Of(i, k)
			if !slices.Equal(a.Rows, b.Rows) || a.Sure != b.Sure || a.Share != b.Share {
				t.Fatalf("row %d, k %d: %+v, want %+v", i, k, a, b)
			}
			sum := 0.0
			for r := range a.Rows {
				sum += a.Weight(r)
			}
			if math.Abs(sum-float64(k)) > 1e-13 {
				t.Fatalf("row %d, k %d: weights sum to %v", i, k, sum)
			}
		}
	}
	if ties.Slack(1, 0) != 1e-12 || ties.Slack(0, 1) != 1e-15 {
		t.Error("the tolerance is not the documented one")
	}
}
