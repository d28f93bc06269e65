package filter_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// The weights of R on iris with 10 neighbors and every sample a query, to the tolerance that ties
// between samples leave.
func TestReliefFOnIris(t *testing.T) {
	s := methodtest.Score(t, filter.ReliefF{}, methodtest.Load(t, "iris"), algorithms.Options{})
	for j, want := range []float64{.1399, .1226, .3590, .3754} {
		if math.Abs(s.Values[j]-want) > 3e-4 {
			t.Errorf("column %d: %.5f, want %.4f", j, s.Values[j], want)
		}
	}
}

// The scores equal the formula, query by query, with classes of unequal size: one of a single
// sample, one of fewer than k.
func TestReliefFAgainstDefinition(t *testing.T) {
	for seed := range uint64(6) {
		d, _ := problem(t, seed, 27, 5)
		d.Y[5] = 3
		d.Classes = append(d.Classes, "d")
		count := make([]float64, len(d.Classes))
		for _, c := range d.Y {
			count[c]++
		}
		n := d.N()
		x := mat.NewDense(n, d.D(), nil)
		for j := range d.D() {
			f := mat.Col(nil, j, d.X)
			lo, hi := slices.Min(f), slices.Max(f)
			for i, v := range f {
				x.Set(i, j, (v-lo)/(hi-lo))
			}
		}
		for _, k := range []int{1, 4, 10, 30} {
			for _, m := range []filter.ReliefF{{Neighbors: k},
				{Neighbors: k, Difference: filter.SquaredDifference}} {
				s := methodtest.Score(t, m, d, algorithms.Options{})
				for j := range d.D() {
					var want float64
					for i := range n {
						for c := range count {
							var others []int
							for l := range n {
								if l != i && d.Y[l] == c {
									others = append(others, l)
								}
							}
							distance := func(l int) float64 {
								var sum float64
								for q := range d.D() {
									sum += math.Abs(x.At(i, q) - x.At(l, q))
								}
								return sum
							}
							slices.SortStableFunc(others, func(a, b int) int {
								if distance(a) < distance(b) {
									return -1
								} else if distance(a) > distance(b) {
									return 1
								}
								return 0
							})
							others = others[:min(k, len(others))]
							for _, l := range others {
								diff := math.Abs(x.At(i, j) - x.At(l, j))
								if m.Difference == filter.SquaredDifference {
									diff *= diff
								}
								diff /= float64(n * len(others))
								if c == d.Y[i] {
									want -= diff
								} else {
									want += diff * count[c] / (float64(n) - count[d.Y[i]])
								}
							}
						}
					}
					near(t, algorithms.Label(m), j, s.Values[j], want)
				}
			}
		}
	}
}

// Section 3.5 of SPFS assumes classes of one size and k hits and misses of each. The matrix of
// (3.14) then has row sums 1 but is not symmetric, and neither f'Kf nor the form of D - K with D =
// I is the criterion. The criterion is -f'Lf of the symmetric part, with its own degrees.
func TestReliefFIsOfTheFamily(t *testing.T) {
	d := methodtest.Load(t, "iris")
	const k = 5
	n := d.N()
	s := methodtest.Score(t, filter.ReliefF{Neighbors: k, Difference: filter.SquaredDifference}, d,
		algorithms.Options{})
	x := mat.NewDense(n, d.D(), nil)
	for j := range d.D() {
		f := mat.Col(nil, j, d.X)
		lo, hi := slices.Min(f), slices.Max(f)
		for i, v := range f {
			x.Set(i, j, (v-lo)/(hi-lo))
		}
	}
	g := must.Get(graphs.HitsAndMisses(t.Context(), x, nil, d.Y, nil, 3, k, 0, nil))(t)
	m := newLiteral(g)
	uneven := 0
	for i := range n {
		// n·W has the weights of (3.14), both ways: in all 1/(c-1)k·(c-1)k - 1 = 0 a query.
		if math.Abs(m.d.At(i, i)) > 1e-12 {
			uneven++
		}
	}
	if uneven < n/2 {
		t.Errorf("%d of %d degrees are not 0; the paper's D = I would be right", uneven, n)
	}
	var worst float64
	for j := range d.D() {
		f := mat.Col(nil, j, x)
		near(t, "ReliefF = f'Lf of hits and misses", j, s.Values[j], inner(f, m.l))
		// With zero degrees f'Lf would be -f'Wf, the paper's form up to a constant.
		worst = max(worst, math.Abs(s.Values[j]+inner(f, m.k))/math.Abs(s.Values[j]))
	}
	t.Logf("%d of %d samples are a neighbor more or less often than they have neighbors; (3.15) "+
		"is off by up to %.0f%%", uneven, n, 100*worst)
	if worst < 0.01 {
		t.Errorf("the form of (3.15) is off by %v only", worst)
	}
}
