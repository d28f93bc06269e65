package learn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// Whatever was asked for, kept, forgotten and swapped, a row holds the kernel of
// the samples that stand at its places.
func TestKernelRowsAfterSwaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		x := mat.NewDense(n, 3, nil)
		for i := range n {
			for j := range 3 {
				x.Set(i, j, rng.NormFloat64())
			}
		}
		kernel := rapid.SampledFrom([]Kernel{RBF, Linear}).Draw(t, "kernel")
		k := func(a, b int) float64 {
			if kernel == Linear {
				return mat.Dot(x.RowView(a), x.RowView(b))
			}
			var r mat.VecDense
			r.SubVec(x.RowView(a), x.RowView(b))
			return math.Exp(-0.5 * mat.Dot(&r, &r))
		}
		ones := slices.Repeat([]float64{1}, n)
		s := newSMO(newKernelRows(kernel, 0.5, mat.DenseCopyOf(x)), ones, 1, 1,
			8*n*rapid.IntRange(0, 5).Draw(t, "rows"))
		for range 40 {
			a, b := rng.IntN(n), rng.IntN(n)
			if a != b && rng.IntN(2) == 0 {
				s.swap(min(a, b), max(a, b))
			}
			places := 1 + rng.IntN(n)
			i := rng.IntN(n)
			for c, v := range s.row(i, places) {
				if want := k(s.sample[i], s.sample[c]); math.Abs(v-want) > 1e-12 {
					t.Fatalf("the kernel of samples %d and %d is %g, want %g", s.sample[i],
						s.sample[c], v, want)
				}
			}
			kept := 0
			for _, r := range s.cache.rows {
				if r != nil {
					kept++
				}
			}
			if limit := max(2, len(s.cache.rows)); kept > limit {
				t.Fatalf("%d rows are kept", kept)
			}
		}
	})
}

// The least recently used row gives way.
func TestRowCache(t *testing.T) {
	c := newRowCache(4, 8*4*2)
	for _, i := range []int{0, 1, 0, 2} {
		c.rows[i] = append(c.get(i), float64(i))
	}
	if c.rows[1] != nil || len(c.rows[0]) == 0 || len(c.get(2)) == 0 || len(c.get(1)) != 0 ||
		c.rows[0] != nil {
		t.Errorf("kept rows are %v", c.rows)
	}
}
