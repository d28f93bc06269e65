package quickselect

import (
	"math"
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

// Running gives the place of sorted numbers after every one, with ties and infinite ones, and again
// after Reset.
func TestRunningAgainstSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var r Running
	for round := range 300 {
		k := 1 + rng.IntN(1+round)
		r.Reset(k)
		var all []float64
		for range rng.IntN(500) {
			v := float64(rng.IntN(1 + rng.IntN(1000)))
			if rng.IntN(20) == 0 {
				v = math.Inf(1)
			}
			r.Add(v)
			all = append(all, v)
			if rng.IntN(30) > 0 {
				continue
			}
			slices.Sort(all)
			want := math.Inf(1)
			if k <= len(all) {
				want = all[k-1]
			}
			if got := r.Value(); got != want {
				t.Fatalf("number %d of %d is %g, want %g", k, len(all), got, want)
			}
		}
	}
}
