package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/must"
)

func TestRange(t *testing.T) {
	for alpha, row := range map[float64][]float64{
		0.05: {1.9599639845400534, 2.343700586378409, 2.7277743708703763, 3.163683577053373,
			3.5437991315177815, 4.302488463597363},
		0.10: {1.6448536269514722, 2.0522927304967755, 2.4595157642714183, 2.9198888400615384,
			3.319233059548415, 4.110055508575388},
		1e-6: {4.89163847568799, 5.103103585818265, 5.325886451132261, 5.592515270382451,
			5.83706724183158, 6.357496199166166},
	} {
		for i, k := range []int{2, 3, 5, 10, 20, 100} {
			q := must.Get(stats.RangeQuantile(alpha, k))(t)
			// SciPy's digits
			near(t, fmt.Sprintf("q at %g of %d", alpha, k), q/math.Sqrt2, row[i], 1e-8)
			p := must.Get(stats.RangeTail(q, k))(t)
			near(t, fmt.Sprintf("the tail at q at %g of %d", alpha, k), p, alpha, 1e-10)
		}
	}
	for i, k := range []int{2, 5, 20} {
		for j, q := range []float64{1, 3.3, 6} {
			want := [][]float64{{0.4795001221869535, 0.01962441497663958, 2.2090496998639075e-05},
				{0.9549548551886442, 0.134321477410152, 0.00021424261433133918},
				{0.9999999503866243, 0.7110127152093351, 0.003602433764930746}}[i][j]
			got := must.Get(stats.RangeTail(q, k))(t)
			near(t, fmt.Sprintf("tail of %d at %g", k, q), got, want, 1e-9)
		}
	}
	// The range of two is |N(0, 2)|; far out, the tail of three is that of its three
	// pairs.
	for _, q := range []float64{0.001, 1, 5, 20, 35} {
		two := must.Get(stats.RangeTail(q, 2))(t)
		near(t, fmt.Sprint("tail of two at ", q), two, math.Erfc(q/2), 1e-12)
		if q >= 20 {
			three := must.Get(stats.RangeTail(q, 3))(t)
			near(t, fmt.Sprint("tail of three at ", q), three, 3*math.Erfc(q/2), 1e-9)
		}
	}
	for k := range 40 {
		zero, _ := stats.RangeTail(0, k+2)
		small, _ := stats.RangeTail(1e-3, k+2)
		if zero != 1 || math.Abs(small-1) > 1e-3 || small > 1 {
			t.Errorf("%d methods: tails at 0 and .001 are %g and %.15g", k+2, zero, small)
		}
	}
	must.Is(t, must.Get(stats.RangeTail(math.Inf(1), 3))(t), 0, "the tail at infinity")
}

// The tail is what a simulation finds.
func TestRangeBySimulation(t *testing.T) {
	const trials, k, q = 40_000, 7, 4.0
	rng := rand.New(rand.NewPCG(5, 6))
	hits := 0
	for range trials {
		lo, hi := math.Inf(1), math.Inf(-1)
		for range k {
			v := rng.NormFloat64()
			lo, hi = min(lo, v), max(hi, v)
		}
		if hi-lo >= q {
			hits++
		}
	}
	want := must.Get(stats.RangeTail(q, k))(t)
	must.Near(t, float64(hits)/trials, want, 4*math.Sqrt(want*(1-want)/trials),
		"simulated, computed")
}
