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
			s.Values[j], s.Tie[j] = float64(rng.IntN(12)-3), float64(rng.IntN(3))
			s.Values[j] += 1e-16 * float64(rng.IntN(9)) // the rounding of a sum
			switch rng.IntN(9) {
			case 0:
				s.Values[j] = math.Inf(1 - 2*rng.IntN(2))
			case 1:
				s.Constant = append(s.Constant, j)
			}
		}
		all := s.Order()
		for k := 1; k <= d; k++ {
			if got, _, _ := s.best(k, nil); !slices.Equal(got, all[:k]) {
				t.Fatalf("the best %d are %v, want %v", k, got, all[:k])
			}
		}
	}
}

// Scores that differ by rounding tie: the order of the features is that of their columns, whatever
// the rounding, in any unit, also beside an infinite or a huge score; others keep their order.
func TestRoundingTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	on := []float64{2, 2, 1, 3, 1, 0, -1, 2, 0, -1, 3}
	want := []int{11, 3, 10, 0, 1, 7, 2, 4, 5, 8, 6, 9}
	for _, unit := range []float64{1, 1e-9, 1e9, 1e-200, 1e200} {
		for _, top := range []float64{math.Inf(1), 1e30, 4} {
			for range 20 {
				s := &Scores{Values: make(Numbers, 12)}
				for j, v := range on {
					noise := 2e-16 * float64(rng.IntN(5)-2)
					if s.Values[j] = unit * (v + noise); unit > 1 {
						s.Values[j] = unit * v * (1 + noise) // sums that do not cancel
					}
				}
				s.Values[11] = max(top, 4*unit)
				if unit < 1 && !math.IsInf(top, 1) {
					s.Values[11] = 4 * unit
				}
				if got := s.Order(); !slices.Equal(got, want) {
					t.Fatalf("unit %g, largest %g: %v, want %v", unit, s.Values[11], got, want)
				}
			}
		}
	}
	apart := &Scores{Values: Numbers{1, 1 + 1e-11, 1 + 2e-11, 1e-13, 2e-13}}
	if got := apart.Order(); !slices.Equal(got, []int{2, 1, 0, 4, 3}) {
		t.Errorf("scores that differ by more than rounding: %v", got)
	}
	units := &Scores{Values: Numbers{1e300, 1e-18, 2e-18}, Squares: true}
	if got := units.Order(); !slices.Equal(got, []int{0, 2, 1}) {
		t.Errorf("variances of columns in different units: %v", got)
	}
	_, scores, cut := (&Scores{Values: Numbers{1, 2, 1 + 1e-16, 1, 0}}).best(2, nil)
	if cut != (tie{features: 3, chosen: 1}) || !slices.Equal(scores, Numbers{2, 1}) {
		t.Errorf("tie at the cut %+v, scores %v", cut, scores)
	}
}
