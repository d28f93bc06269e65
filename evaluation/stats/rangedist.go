package stats

import (
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
)

// MaxMethods is the number of means up to which the distribution of their range is
// computed.
const MaxMethods = 1000

// rangeTail is P(Q >= q) for the range Q of k independent standard normal values,
// which is the studentized range with infinite degrees of freedom:
//
//	∫ k φ(z) (Φ(z)^(k-1) - (Φ(z) - Φ(z-q))^(k-1)) dz
//
// by Gauss-Legendre quadrature with an error below 1e-12 of the result. It returns
// an error when k is not between 2 and MaxMethods, and for a q that is NaN.
func rangeTail(q float64, k int) (float64, error) {
	if k < 2 || k > MaxMethods {
		return 0, fmt.Errorf("%d methods; give 2 to %d", k, MaxMethods)
	}
	switch {
	case math.IsNaN(q):
		return 0, fmt.Errorf("a range of %g; give a number", q)
	case q <= 0:
		return 1, nil
	case q > 80: // below 5e-324
		return 0, nil
	}
	// Beyond 12 of either end the integrand is below 1e-31 of its largest value
	// (k <= 1000).
	const reach, panel = 12.0, 1.0
	panels := int(math.Ceil((q + 2*reach) / panel))
	width := (q + 2*reach) / float64(panels)
	nodes, weights := legendre()
	var sum float64
	for p := range panels {
		from := -reach + width*float64(p)
		for i, x := range nodes {
			sum += weights[i] * rangeDensity(from+width*x, q, float64(k-1))
		}
	}
	return min(1, float64(k)*width*sum), nil
}

// rangeDensity is φ(z) (a^m - (a-b)^m) with a = Φ(z), b = Φ(z-q), without
// canceling.
func rangeDensity(z, q, m float64) float64 {
	a, b := normalBelow(z), normalBelow(z-q)
	if a == 0 {
		return 0
	}
	return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * math.Pow(a,
		m) * -math.Expm1(m*math.Log1p(-min(b/a, 1)))
}

func normalBelow(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// legendre is the rule of 16 nodes on [0, 1].
var legendre = sync.OnceValues(func() (nodes, weights []float64) {
	nodes, weights = make([]float64, 16), make([]float64, 16)
	quad.Legendre{}.FixedLocations(nodes, weights, 0, 1)
	return nodes, weights
})

// rangeQuantile is the q with rangeTail(q, k) = alpha, to 1e-12 of it. It returns an
// error when k is not between 2 and MaxMethods, or alpha not between 0 and 1.
func rangeQuantile(alpha float64, k int) (float64, error) {
	if err := checkShare("alpha", alpha, 0.05); err != nil {
		return 0, err
	}
	lo, hi := 0.0, 80.0
	for hi-lo > 1e-13*hi {
		middle := (lo + hi) / 2
		tail, err := rangeTail(middle, k)
		if err != nil {
			return 0, err
		}
		if tail > alpha {
			lo = middle
		} else {
			hi = middle
		}
	}
	return (lo + hi) / 2, nil
}
