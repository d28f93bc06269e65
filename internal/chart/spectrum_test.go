package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Of a falling curve the ends are kept, and no point is further than .6 from what
// is.
func TestThinnedCurve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 1000} {
		all := make([]vg.Point, n)
		for i := range all[1:] {
			drop := rng.ExpFloat64() * 0.05
			if rng.IntN(100) == 0 {
				drop = 20
			}
			all[i+1] = vg.Point{X: all[i].X + vg.Length(rng.Float64()*0.3),
				Y: all[i].Y - vg.Length(drop)}
		}
		kept := thinnedCurve(n, func(i int) vg.Point { return all[i] })
		if kept[0] != all[0] || kept[len(kept)-1] != all[n-1] || n > 3 && len(kept) > n/2 {
			t.Errorf("%d of %d points, from %v to %v", len(kept), n, kept[0], kept[len(kept)-1])
		}
		for _, p := range all {
			if !slices.ContainsFunc(kept, func(k vg.Point) bool {
				return max(math.Abs(float64(k.X-p.X)), math.Abs(float64(k.Y-p.Y))) < 0.6
			}) {
				t.Errorf("the point %v is far from all that is drawn", p)
			}
		}
	}
}
