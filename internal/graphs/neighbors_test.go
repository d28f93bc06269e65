package graphs

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// differ names the first list that is not the first k of the brute force with their ties.
func differ(brute [][]Neighbor, got *Nearest, k int) string {
	lower, decided := got.ByRow()
	ties := 0
	for i, list := range brute {
		end := k
		for end < len(list) && list[end].Distance == list[k-1].Distance {
			end++
		}
		if end > k {
			ties++
		}
		if !slices.Equal(list[:k], lower[i]) {
			return fmt.Sprintf("row %d: got %v, want %v", i, lower[i], list[:k])
		}
		if !slices.Equal(list[:end], got.Lists[i]) {
			return fmt.Sprintf("row %d with ties: got %v, want %v", i, got.Lists[i], list[:end])
		}
	}
	if ties != decided {
		return fmt.Sprintf("the order decides for %d rows, want %d", decided, ties)
	}
	return ""
}

// bruteShares is the share of each of others in the k nearest places of a row.
func bruteShares(others []int, far func(j int) float64, k int) map[int]float64 {
	out := make(map[int]float64)
	for _, j := range others {
		nearer, equal := 0, 0
		for _, l := range others {
			switch d := far(l) - far(j); {
			case d < 0:
				nearer++
			case d == 0:
				equal++
			}
		}
		if share := float64(k-nearer) / float64(equal); share > 0 {
			out[j] = min(1, share)
		}
	}
	return out
}

// bruteNeighbors sorts all other rows by distance, then by index.
func bruteNeighbors(x *mat.Dense) [][]Neighbor {
	n, d := x.Dims()
	lists := make([][]Neighbor, n)
	for i := range n {
		var all []Neighbor
		for j := range n {
			if i == j {
				continue
			}
			var sum float64
			for c := range d {
				diff := x.At(i, c) - x.At(j, c)
				sum += diff * diff
			}
			all = append(all, Neighbor{j, sum})
		}
		slices.SortFunc(all, func(a, b Neighbor) int {
			return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Index, b.Index))
		})
		lists[i] = all
	}
	return lists
}

// Neighbors agree with brute force on integer data, where sums are exact and many distances are
// equal, on both sides of the borders of tiles and of blocks of columns.
func TestNeighborsAgainstBruteForce(t *testing.T) {
	for _, n := range []int{2, 3, tileRows - 1, tileRows, tileRows + 1, 2 * tileRows,
		2*tileRows + 1, 3*tileRows - 1} {
		for _, d := range []int{1, 3, 4, 6} {
			x := grid(uint64(n*d), n, d, 3)
			brute := bruteNeighbors(x)
			for _, k := range []int{1, min(5, n-1), n - 1} {
				for _, workers := range []int{1, 3} {
					got := must.Get(FindNearest(t.Context(), x, k, workers, nil))(t)
					if diff := differ(brute, got, k); diff != "" {
						t.Fatalf("n %d, d %d, k %d, %d workers: %s", n, d, k, workers, diff)
					}
				}
			}
		}
	}
	for _, d := range []int{tileColumns - 1, tileColumns, tileColumns + 1, 2*tileColumns + 7} {
		x := grid(uint64(d), tileRows+5, d, 4)
		got := must.Get(FindNearest(t.Context(), x, 4, 0, nil))(t)
		if diff := differ(bruteNeighbors(x), got, 4); diff != "" {
			t.Fatalf("d %d: %s", d, diff)
		}
	}
}

// Equal rows with large values have distance exactly 0; differences of squared norms would not.
func TestNeighborsOfEqualRows(t *testing.T) {
	x := mat.NewDense(4, 5, nil)
	for i := range 4 {
		x.SetRow(i, []float64{1e17 / 3, 0.1, math.Pi, -1e-300, float64(i / 2)})
	}
	got := must.Get(FindNearest(t.Context(), x, 2, 0, nil))(t)
	want := [][]Neighbor{{{1, 0}, {2, 1}, {3, 1}}, {{0, 0}, {2, 1}, {3, 1}},
		{{3, 0}, {0, 1}, {1, 1}}, {{2, 0}, {0, 1}, {1, 1}}}
	if diff := gocmp.Diff(want, got.Lists); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNeighborsErrors(t *testing.T) {
	for _, test := range []struct {
		n, k int
		want string
	}{
		{5, 0, "neighbors = 0; give at least 1"},
		{5, -3, "neighbors = -3; give at least 1"},
		{5, 5, "neighbors = 5 needs more than 5 samples, and the data set has 5; lower " +
			"neighbors to at most 4"},
		{2, 9, "neighbors = 9 needs more than 9 samples, and the data set has 2; lower " +
			"neighbors to at most 1"},
		{1, 5, "the data set has 1 sample, which has no neighbors; give at least 2"},
	} {
		_, err := FindNearest(t.Context(), grid(1, test.n, 2, 3), test.k, 0, nil)
		if fmt.Sprint(err) != test.want {
			t.Errorf("n %d, k %d: error %v, want %s", test.n, test.k, err, test.want)
		}
	}
}

func TestNeighborsMeterAndCancel(t *testing.T) {
	const tiles = 4
	x := grid(2, (tiles-1)*tileRows+1, 2, 5)
	total, done := 0, 0
	meter := func(stage string, pairs int) func(int) {
		total = pairs
		return func(steps int) { done += steps }
	}
	if _, err := FindNearest(t.Context(), x, 3, 1, meter); err != nil ||
		total != tiles*(tiles+1)/2 || done != total {
		t.Errorf("heard %d of %d tiles, want %d; error %v", done, total, tiles*(tiles+1)/2, err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	done = 0
	stopping := func(stage string, pairs int) func(int) {
		return func(int) {
			if done++; done == 4 {
				cancel()
			}
		}
	}
	if got, err := FindNearest(ctx, x, 3, 1, stopping); err != context.Canceled || got != nil ||
		done != 4 {
		t.Errorf("got %v, %v after %d tiles; want context.Canceled after 4", got, err, done)
	}
}

func TestPairOf(t *testing.T) {
	pair := 0
	for b := range 20 {
		for a := range b + 1 {
			if gotA, gotB := pairOf(pair); gotA != a || gotB != b {
				t.Fatalf("pair %d is (%d, %d), want (%d, %d)", pair, gotA, gotB, a, b)
			}
			pair++
		}
	}
}
