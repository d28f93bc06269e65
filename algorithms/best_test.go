package algorithms

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The best k are the first k of all, with ties, infinite scores and constant columns.
func TestBestOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		d := 40 + rng.IntN(60)
		s := &Scores{Values: make(Numbers, d), Tie: make(Numbers, d)}
		for j := range d {
			s.Values[j], s.Tie[j] = float64(rng.IntN(12)), float64(rng.IntN(3))
			switch rng.IntN(9) {
			case 0:
				s.Values[j] = math.Inf(1 - 2*rng.IntN(2))
			case 1:
				s.Constant = append(s.Constant, j)
			}
		}
		all := s.Order()
		for k := 1; k <= d; k++ {
			if got, _ := s.best(k, nil); !slices.Equal(got, all[:k]) {
				t.Fatalf("the best %d are %v, want %v", k, got, all[:k])
			}
		}
	}
}
