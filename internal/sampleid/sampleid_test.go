package sampleid

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// Samples keep their numbers in another order of rows and columns, in another unit and under other
// names of classes, and equal samples have different ones.
func TestOf(t *testing.T) {
	const n, d = 30, 70
	rng := rand.New(rand.NewPCG(1, 1))
	values := make([][]float64, n)
	y := make([]int, n)
	names := make([]uint64, d)
	for j := range names {
		names[j] = Mix(uint64(j))
	}
	for i := range values {
		for range d {
			values[i] = append(values[i], float64(rng.IntN(2)))
		}
		y[i] = rng.IntN(2)
	}
	values[4], y[4] = values[5], y[5]
	values[6], y[6], y[7] = values[7], 0, 1 // the class alone tells them apart
	numbers := func(rows, columns []int, unit float64, other, workers int) []uint64 {
		x, l := mat.NewDense(n, d, nil), Labels{Count: 2}
		of := make([]uint64, d)
		for i, r := range rows {
			for j, c := range columns {
				x.Set(i, j, unit*values[r][c])
				of[j] = names[c]
			}
			l.Y = append(l.Y, (y[r]+other)%2)
		}
		all := make([]int, d)
		for j := range all {
			all[j] = j
		}
		got := must.Get(Of(t.Context(), x, all, of, l, workers))(t)
		out := make([]uint64, n)
		for i, r := range rows {
			out[r] = got[i]
		}
		slices.Sort(out[4:6]) // which may be exchanged
		return out
	}
	same := rng.Perm(n)
	slices.Sort(same)
	columns := rng.Perm(d)
	slices.Sort(columns)
	want := numbers(same, columns, 1, 0, 1)
	if got := numbers(rng.Perm(n), rng.Perm(d), .1, 1, 3); !slices.Equal(got, want) {
		t.Errorf("other numbers: %v, want %v", got, want)
	}
	if all := slices.Sorted(slices.Values(want)); len(slices.Compact(all)) != n {
		t.Error("samples share a number")
	}
	y[9] = 1 - y[9]
	if got := numbers(same, columns, 1, 0, 1); got[9] == want[9] {
		t.Error("the target has no effect")
	}
}
