package chart

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Of a falling curve the ends and the knee are kept, and no point is further from what is than both
// a step and a fall.
func TestVisible(t *testing.T) {
	const step, fall = 4, 0.6
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 1000} {
		all := make([]float64, n)
		for i := range all[1:] {
			drop := rng.ExpFloat64() * 0.05
			if rng.IntN(100) == 0 {
				drop = 20
			}
			all[i+1] = all[i] - drop
		}
		s := Spectrum{Knee: n/2 + 1}
		kept := s.visible(n, func(i int) float64 { return all[i] }, step, fall)
		if kept[0] != 0 || kept[len(kept)-1] != n-1 || !slices.Contains(kept, n/2) ||
			n > 3 && len(kept) > n/2 {
			t.Errorf("%d of %d points, from %v to %v", len(kept), n, kept[0], kept[len(kept)-1])
		}
		for i, v := range all {
			if !slices.ContainsFunc(kept, func(k int) bool {
				return i-k < step && i >= k && all[k]-v < fall
			}) {
				t.Errorf("point %d is far from all that is drawn", i)
			}
		}
	}
}
