package linear

import (
	"math"
	"testing"
)

func lessOne(q float64) float64 {
	v := []float64{q}
	lessOnes(v)
	return v[0]
}

// The exponential agrees with the one of package math at values of any size.
func TestLessOne(t *testing.T) {
	for e := -1000; e < 1000; e++ {
		q := math.Exp2(float64(e)/50) * (1 + float64(e%7)/10)
		want := math.Expm1(-q)
		if got := lessOne(q); math.Abs(got-want) > 2e-14*math.Abs(want) ||
			math.Abs(got-want) > 3e-16 {
			t.Errorf("exp(-%g) - 1 = %v, want %v", q, got, want)
		}
	}
	for q, want := range map[float64]float64{0: 0, 1e-300: -1e-300, 699: -1, 1e300: -1,
		math.Inf(1): -1} {
		if got := lessOne(q); got != want {
			t.Errorf("exp(-%g) - 1 = %v, want %v", q, got, want)
		}
	}
}
