package wrapper

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// While squared distances change by less than the gap, all up or all down, the prediction stays
// that of all samples; beyond it some change.
func TestGapsOfSettledSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const n = 40
	gaps, right, wrong, beyond := 0, 0, 0, 0
	for range 2000 {
		s := &samples{rows: make([]int, n+1), classes: 2 + rng.IntN(3), x: mat.NewDense(1, 1, nil)}
		train := make([]int, n)
		for i := range n + 1 {
			s.y = append(s.y, min(rng.IntN(s.classes), rng.IntN(s.classes)))
			if i < n {
				train[i] = i
			}
		}
		squares := make([]float64, n)
		for i := range squares {
			squares[i] = 100 + float64(rng.IntN(60)) // some tie
			if s.y[i] == s.y[n] {
				squares[i] -= float64(rng.IntN(20))
			}
		}
		v := newVoter(s, 1+rng.IntN(6), train, 0)
		x := &tested{sample: n}
		x.make(squares, append([]float64(nil), squares...), train, 10+rng.IntN(n))
		v.settle(x)
		if !(x.now.gap > 0) {
			continue
		}
		gaps++
		if x.now.missed > 0 {
			wrong++
		} else {
			right++
		}
		changed := make([]float64, n)
		for trial := range 40 {
			sign, size := float64(1-2*(trial%2)), min(x.now.gap, 50)*(1-1e-9)
			if trial >= 30 {
				size = 2*size + 5
			}
			for i, q := range squares {
				changed[i] = q + sign*size*rng.Float64()
				if trial%3 > 0 { // as bad as can be
					changed[i] = q + sign*size*math.Round(rng.Float64())
				}
			}
			got := v.miss(n, changed)
			if trial >= 30 {
				if got != x.now.missed {
					beyond++
				}
			} else if got != x.now.missed {
				t.Fatalf("%d neighbors, gap %v: missed %v, settled %v", v.k, x.now.gap, got,
					x.now.missed)
			}
		}
	}
	if gaps < 500 || right < 100 || wrong < 100 || beyond == 0 {
		t.Errorf("%d gaps, %d right, %d wrong, %d change beyond", gaps, right, wrong, beyond)
	}
}
