package statistics

import (
	"math"

	"fsnb.example/internal/tails"
)

// exactSamples is the number of samples up to which p-values of data without ties are exact. Above
// it those of at most one inversion are: the normal distribution is far off there.
const exactSamples = 33

// p is the two-sided p-value of s = C - D.
func (k *kendallTarget) p(s int, ties tieSums) float64 {
	if ties.pairs == 0 && k.ties.pairs == 0 {
		least := (k.all() - max(s, -s)) / 2 // the smaller of C and D
		if least < len(k.exact) {
			return k.exact[least]
		}
	}
	// n > 2 here: two samples without ties have the exact value.
	n, f, y := float64(k.n), ties, k.ties
	variance := (n*(n-1)*(2*n+5)-f.five-y.five)/18 +
		f.three*y.three/(9*n*(n-1)*(n-2)) +
		2*float64(f.pairs)*float64(y.pairs)/(n*(n-1))
	return tails.Normal(float64(s) / math.Sqrt(variance))
}

// inversionTails returns, for at most i inversions of an order of n numbers, twice its share of the
// n! orders, at most 1: for every i that the smaller of C and D can be if n is at most
// exactSamples, else for 0 and 1.
func inversionTails(n int) []float64 {
	most := n * (n - 1) / 4
	if n > exactSamples {
		most = 1
	}
	// An order of m numbers is one of m - 1 in which the last is put into one of m places, with 0
	// to m - 1 further inversions.
	share, next := make([]float64, most+1), make([]float64, most+1)
	share[0] = 1
	for m := 2; m <= n; m++ {
		for i := range next {
			next[i] = 0
			for last := max(0, i-m+1); last <= i; last++ {
				next[i] += share[last]
			}
			next[i] /= float64(m)
		}
		share, next = next, share
	}
	sum := 0.0
	for i, v := range share {
		sum += v
		next[i] = min(1, 2*sum)
	}
	return next
}
