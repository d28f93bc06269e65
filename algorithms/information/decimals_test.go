package information

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The edges of ten bins from 0 to 10 are whole numbers, which are in the bin above, in any unit
// and from any origin.
func TestWidthPutsEdgesAbove(t *testing.T) {
	for bins := 2; bins <= 40; bins++ {
		var y []int
		var whole []float64
		var want []uint8
		for v := range 4*bins + 1 {
			y, whole = append(y, v%2), append(whole, float64(v))
			want = append(want, uint8(min(bins-1, v/4)))
		}
		for _, unit := range []float64{1, .1, 10, 1. / 255, 1. / 3, 1e-200, 1e200} {
			for _, origin := range []float64{0, -7, 1e6, 1e15} {
				column := make([]float64, len(whole))
				for i, v := range whole {
					column[i] = unit * (v + origin)
				}
				if origin == 1e15 && unit != 1 {
					continue // the values are rounded by more than a thousandth of a bin
				}
				if got := coded(t, table(t, y, column), Width, bins).Column(0); !slices.Equal(
					got, want) {
					t.Fatalf("%d bins, times %v from %v: %v, want %v", bins, unit, origin,
						got, want)
				}
			}
		}
	}
}

// Values on an edge, mean ± sd/2, are between, in any unit and in any order of summation. With p of
// -1 and of 1, q of -3 and of 3, and z zeros the sd is 2 where 2(p + 9q) = 4(n-1): the edges are
// -1 and 1.
func TestLevelsOnTheEdge(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	found := 0
	for p := 1; p < 12; p++ {
		for q := 1; q < 12; q++ {
			z := (p+9*q)/2 + 1 - 2*p - 2*q
			if (p+9*q)%2 != 0 || z < 0 {
				continue
			}
			found++
			var column []float64
			for value, count := range map[float64]int{-3: q, -1: p, 0: z, 1: p, 3: q} {
				for range count {
					column = append(column, value)
				}
			}
			y := make([]int, len(column))
			for i := range y {
				y[i] = i % 2
			}
			for _, unit := range []float64{1, .1, 1. / 255} {
				for _, origin := range []float64{0, .3, 100} {
					rng.Shuffle(len(column),
						func(a, b int) { column[a], column[b] = column[b], column[a] })
					moved := make([]float64, len(column))
					for i, v := range column {
						moved[i] = unit * (v + origin)
					}
					for i, code := range coded(t, table(t, y, moved), Levels, 2).Column(0) {
						want := uint8(1)
						if math.Abs(column[i]) == 3 {
							want = uint8(1 + column[i]/3)
						}
						if code != want {
							t.Fatalf("%d of ±1, %d of ±3, %d of 0, times %v from %v: %v has "+
								"code %d, want %d",
								p, q, z, unit, origin, column[i], code, want)
						}
					}
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("%d cases only", found)
	}
}
