package wrapper

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
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

// The order of a race has each test once, and for each candidate the tests that it surely leaves as
// they are come first in their part.
func TestPlansOfRaces(t *testing.T) {
	for _, backward := range []bool{false, true} {
		d := withClasses(problem(5, 92, 40, 3))
		for i, c := range d.Y { // far apart
			for j := range d.Features {
				d.X.Set(i, j, d.X.At(i, j)+float64(9*c*(j+1)))
			}
		}
		d.Y[3], d.Y[20] = 1, 1 // missed
		s, folds := foldsOf(t, d, 3, 0)
		e, err := newNearestSets(t.Context(), s, folds, KNN{3}, algorithms.Options{}, backward)
		must.Do(t, err)
		parts := [2]int{} // tests that candidates leave as they are
		for _, column := range []int{4, 1, 3, 0, 7, 6} {
			must.Do(t, e.take(t.Context(), column))
			p := &e.plans
			if order := slices.Sorted(slices.Values(p.order)); len(order) != len(e.tests) ||
				len(slices.Compact(order)) != len(e.tests) {
				t.Fatalf("backward %v: the order is %v", backward, p.order)
			}
			for c, in := range e.set {
				if in != backward {
					continue
				}
				for k, part := range [][]int{p.order[:p.missed], p.order[p.open:]} {
					want := 0
					for _, at := range part {
						if e.tests[at].known.gap > e.reach[c] {
							want++
						}
					}
					gaps := p.gaps[:p.missed]
					if k == 1 {
						gaps = p.gaps[p.open:]
					}
					got := above(gaps, e.reach[c])
					if got != want {
						t.Fatalf("backward %v, column %d, part %d: %d gaps are larger, want %d",
							backward, c, k, got, want)
					}
					for _, at := range part[:got] {
						if !(e.tests[at].known.gap > e.reach[c]) {
							t.Fatalf("backward %v, column %d: test %d is not settled", backward, c,
								at)
						}
					}
					if parts[k] += got; k == 0 && p.sums[got] != float64(got) {
						t.Fatalf("backward %v: %d are missed, their sum is %v", backward, got,
							p.sums[got])
					}
				}
			}
		}
		if parts[1] == 0 || backward && parts[0] == 0 {
			t.Errorf("backward %v: %v tests are settled", backward, parts)
		}
	}
}
