package graphs

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// Samples of one number in apart are no neighbors, for each way to hold values: the graphs are
// those of all distances, sorted.
func TestHitsAndMissesApart(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 2))
	const n, d, c, k = 70, 9, 3, 4
	x := mat.NewDense(n, d, nil)
	y, apart, sizes := make([]int, n), make([]int, n), make([]int, c)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.NormFloat64())
		}
		y[i], apart[i] = r.IntN(c), r.IntN(8)
		sizes[y[i]]++
	}
	want := mat.NewDense(n, n, nil)
	for i := range n {
		nearest := make([][]int, c)
		for j := range n {
			if apart[i] != apart[j] {
				nearest[y[j]] = append(nearest[y[j]], j)
			}
		}
		for q, list := range nearest {
			slices.SortFunc(list, func(a, b int) int {
				return cmp.Compare(manhattanDistance(x.RawRowView(i), x.RawRowView(a)),
					manhattanDistance(x.RawRowView(i), x.RawRowView(b)))
			})
			m := min(k, len(list))
			weight := -1 / float64(m*n)
			if q != y[i] {
				weight *= -float64(sizes[q]) / float64(n-sizes[y[i]])
			}
			for _, j := range list[:m] {
				a, b := min(i, j), max(i, j)
				want.Set(a, b, want.At(a, b)+weight)
			}
		}
	}
	for name, x := range map[string]mat.Matrix{"dense": x, "sparse": storage.Compress(x)} {
		a := must.Get(HitsAndMisses(t.Context(), x, nil, y, apart, c, k, 0, nil))(t)
		got := mat.NewDense(n, n, nil)
		for _, e := range a.Edges {
			got.Set(e.I, e.J, e.Weight)
		}
		if !mat.EqualApprox(want, got, 1e-15) {
			t.Errorf("%s: the graph is not that of the sorted distances", name)
		}
		lists, _, err := Ranked(t.Context(), x, make([]float64, n), []float64{3, 2}, apart, 0, nil)
		must.Do(t, err)
		for i, list := range lists {
			least := [2]float64{math.Inf(1), math.Inf(1)}
			for j := range n {
				if apart[i] != apart[j] {
					v := manhattanDistance(mat.Row(nil, i, x), mat.Row(nil, j, x))
					least = [2]float64{min(least[0], v), max(least[0], min(least[1], v))}
				}
			}
			for at, nb := range list {
				v := manhattanDistance(mat.Row(nil, i, x), mat.Row(nil, nb.Index, x))
				if len(list) != 2 || math.Abs(v-least[at]) > 1e-12 || nb.Weight != 3-float64(at) {
					t.Fatalf("%s, row %d: neighbors %v, want distances %v", name, i, list, least)
				}
			}
		}
	}
}
