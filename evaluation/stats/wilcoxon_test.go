package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/must"
)

func TestWilcoxon(t *testing.T) {
	got := must.Get(stats.Wilcoxon(a, b))(t)
	want := &stats.SignedRank{N: 10, Used: 9, Plus: 43.5, Minus: 1.5, P: 0.01171875, Exact: true}
	must.Equal(t, got, want, "got")
	x := []float64{1.1, -2.3, 3.2, 4.8, -0.7, 6.1, 7.9, 5.5, -1.6, 9.4, 2.7, 8.2}
	got = must.Get(stats.Wilcoxon(x, make([]float64, len(x))))(t)
	if got.Minus != 8 || got.P != 0.01220703125 {
		t.Errorf("without ties: %+v", got)
	}
	y := make([]float64, 200)
	for i := range y {
		y[i] = math.Sin(float64(i)) + 0.1
	}
	got = must.Get(stats.Wilcoxon(y, make([]float64, len(y))))(t)
	if got.Minus != 8070 || got.Exact {
		t.Errorf("200 pairs: %+v", got)
	}
	near(t, "p of 200 pairs", got.P, 0.01569477824868336, 1e-10)
}

// The exact p-value is the share of the 2^n patterns of signs that are as far from
// the middle.
func TestWilcoxonByAllSigns(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for trial := range 60 {
		n := 2 + trial%9
		d := make([]float64, n)
		for i := range d {
			d[i] = float64(rng.IntN(7)-3) * 0.1 // ties and zeros
		}
		got := must.Get(stats.Wilcoxon(d, make([]float64, n)))(t)
		var size []float64
		for _, v := range d {
			if v != 0 {
				size = append(size, math.Abs(v))
			}
		}
		rank := func(v float64) (r float64) {
			for _, o := range size {
				if math.Abs(o-v) < 1e-9 {
					r += 0.5
				} else if o < v {
					r++
				}
			}
			return r + 0.5
		}
		hits, m := 0, len(size)
		for signs := range 1 << m {
			plus, minus := 0.0, 0.0
			for i, v := range size {
				if signs>>i&1 == 1 {
					plus += rank(v)
				} else {
					minus += rank(v)
				}
			}
			if min(plus, minus) <= min(got.Plus, got.Minus) {
				hits++
			}
		}
		must.Near(t, got.P, float64(hits)/float64(int(1)<<m), 1e-12,
			"%v: p =, all patterns of signs give", d)
	}
}

// At the border between them the exact and the normal p-value agree.
func TestWilcoxonIsContinuous(t *testing.T) {
	p := func(n int) float64 {
		d := make([]float64, n)
		for i := range d {
			d[i] = math.Sin(float64(7*i)) + 0.15
		}
		got := must.Get(stats.Wilcoxon(d, make([]float64, n)))(t)
		must.Is(t, got.Exact, (n <= 100), "%d pairs: exact", n)
		return got.P
	}
	must.Near(t, p(100), p(101), 0.02, "100 pairs have p =, 101")
}
