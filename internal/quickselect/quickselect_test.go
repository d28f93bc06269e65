package quickselect

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
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

// Passes that hold few numbers, or all, give the places of sorted numbers, with ties, numbers below
// 0 and infinite ones.
func TestPassesAgainstSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 300 {
		v := make([]float64, 1+rng.IntN(300))
		for i := range v {
			switch rng.IntN(4) {
			case 0:
				v[i] = float64(rng.IntN(4)) - 1
			case 1:
				v[i] = 1 + rng.Float64()*0x1p-40 // equal in the bits of the first passes
			case 2:
				v[i] = math.Exp(100 * rng.NormFloat64())
			default:
				v[i] = rng.Float64()
			}
			if rng.IntN(100) == 0 {
				v[i] = math.Inf(1)
			}
		}
		sorted := make([]float64, 0, len(v)+1)
		for _, x := range v {
			sorted = append(sorted, max(x, 0))
		}
		slices.Sort(sorted)
		sorted = append(sorted, math.Inf(1))
		most := []int{1, 10, len(v)}[round%3]
		for _, k := range []int{1, (len(v) + 1) / 2, len(v)/2 + 1, len(v)} {
			passes := 0
			at, after := Passes(len(v), k, most, func(use func([]float64)) {
				passes++
				var all sync.WaitGroup
				for some := range slices.Chunk(v, 50) {
					all.Go(func() { use(some) })
				}
				all.Wait()
			})
			if at != sorted[k-1] || after != sorted[k] {
				t.Fatalf("places %d and %d of %v: %v, %v", k, k+1, sorted, at, after)
			}
			if most == len(v) && passes != 1 || passes > 5 {
				t.Fatalf("%d passes for %d numbers, %d held", passes, len(v), most)
			}
		}
	}
}
