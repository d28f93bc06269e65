package quickselect

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Every place of random numbers with ties is that of the sorted ones.
func TestAgainstSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		v := make([]float64, 1+rng.IntN(30))
		for i := range v {
			v[i] = float64(rng.IntN(10))
		}
		sorted := slices.Sorted(slices.Values(v))
		for k := 1; k <= len(v); k++ {
			if got := Smallest(slices.Clone(v), k); got != sorted[k-1] {
				t.Fatalf("number %d of %v is %g", k, v, got)
			}
			if got := Largest(slices.Clone(v), k); got != sorted[len(v)-k] {
				t.Fatalf("number %d from the top of %v is %g", k, v, got)
			}
		}
	}
}
