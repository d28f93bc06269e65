package learn_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// fewValues returns rows of small numbers, many of them 0, so that ties and rows of zeros are
// frequent.
func fewValues(rng *rand.Rand, rows, d int) *mat.Dense {
	x := mat.NewDense(rows, d, nil)
	for i := range rows {
		for j := range d {
			x.Set(i, j, float64(max(0, rng.IntN(6)-2)))
		}
	}
	return x
}

// The first columns of a whole matrix are those of a smaller one.
func TestNearestInSeveralCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 90).Draw(t, "n"), rapid.IntRange(1, 70).Draw(t, "m")
		counts := slices.Compact(slices.Sorted(slices.Values(
			rapid.SliceOfN(rapid.IntRange(1, 70), 1, 4).Draw(t, "counts"))))
		d := counts[len(counts)-1] + rapid.IntRange(0, 2).Draw(t, "more")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		train, test := fewValues(rng, n, d), fewValues(rng, m, d)
		y, numbers := make([]int, n), make([]float64, n)
		for i := range y {
			y[i] = rng.IntN(3)
			numbers[i] = float64(y[i])
		}
		for _, metric := range []learn.Metric{"", learn.Cosine} {
			p := learn.Nearest{K: rapid.IntRange(1, n).Draw(t, "k"), Metric: metric}
			classes := must.Get(p.Classes(t.Context(), train, y, 3, test, counts))(t)
			means := must.Get(p.Means(t.Context(), train, numbers, test, counts))(t)
			for c, k := range counts {
				part := func(x *mat.Dense) *mat.Dense {
					r, _ := x.Dims()
					return mat.DenseCopyOf(x.Slice(0, r, 0, k))
				}
				alone, err := p.Classes(t.Context(), part(train), y, 3, part(test), []int{k})
				must.Do(t, err)
				mean, err := p.Means(t.Context(), part(train), numbers, part(test), []int{k})
				must.Do(t, err)
				want := bruteNearest(part(train), y, part(test), p)
				if !slices.Equal(classes[c], alone[0]) || !slices.Equal(alone[0], want) {
					t.Fatalf("%s, %d columns of %v: %v, alone %v, want %v", metric, k, counts,
						classes[c], alone[0], want)
				}
				if !slices.Equal(means[c], mean[0]) {
					t.Fatalf("%s, %d columns: means %v, alone %v", metric, k, means[c], mean[0])
				}
			}
		}
	})
}

// bruteNearest sorts all distances and counts the votes by their definition. Cosines that differ by
// rounding are equal.
func bruteNearest(train *mat.Dense, y []int, test *mat.Dense, p learn.Nearest) []int {
	if p.Metric != learn.Cosine {
		return bruteKNN(train, y, 3, test, p.K)
	}
	n, _ := train.Dims()
	m, _ := test.Dims()
	// The distance of row i to row t alone, so that bruteKNN orders by it.
	out := make([]int, m)
	for t := range m {
		apart := mat.NewDense(n, 1, nil)
		for i := range n {
			apart.Set(i, 0, math.Round(1e10*cosineDistance(train.RawRowView(i),
				test.RawRowView(t))))
		}
		out[t] = bruteKNN(apart, y, 3, mat.NewDense(1, 1, nil), p.K)[0]
	}
	return out
}

func cosineDistance(a, b []float64) float64 {
	x, y := floats.Norm(a, 2), floats.Norm(b, 2)
	if x == 0 || y == 0 {
		if x == y {
			return 0
		}
		return 1
	}
	return 1 - floats.Dot(a, b)/(x*y)
}

// The direction decides, not the length; a row of zeros is nearest to another one, and no farther
// from the others than a right angle.
func TestCosineByHand(t *testing.T) {
	train := mat.NewDense(4, 2, []float64{100, 1, 1, 2, 0, 0, -1, 0})
	test := mat.NewDense(4, 2, []float64{.01, 0, 3, 6.1, 0, 0, -2, -2.1})
	y := []int{0, 1, 2, 3}
	got, err := learn.Nearest{Metric: learn.Cosine}.Classes(t.Context(), train, y, 4, test,
		[]int{1, 2})
	must.Do(t, err)
	// In the first column alone, 100 and 1 have one direction: the earlier row.
	if want := [][]int{{0, 0, 2, 3}, {0, 1, 2, 3}}; !slices.Equal(got[0], want[0]) ||
		!slices.Equal(got[1], want[1]) {
		t.Errorf("%v, want %v", got, want)
	}
	got, err = learn.Nearest{}.Classes(t.Context(), train, y, 4, test, []int{2})
	if err != nil || !slices.Equal(got[0], []int{2, 1, 2, 3}) {
		t.Errorf("Euclidean: %v, %v", got, err)
	}
}

func TestNearestErrors(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{1, 2, 3})
	large := mat.NewDense(3, 1, []float64{1, 1e150, 3})
	for _, c := range []struct {
		p    learn.Nearest
		test *mat.Dense
		want string
	}{
		{learn.Nearest{K: 4}, x, "k-NN with 4 neighbors of 3 training samples; give 1 to 3"},
		{learn.Nearest{K: -1}, x, "-1 neighbors"},
		{learn.Nearest{Metric: "manhattan"}, x, `no metric "manhattan"; give euclidean or cosine`},
		{learn.Nearest{Metric: learn.Cosine}, large, "row 1, column 0 is 1e+150"},
	} {
		_, err := c.p.Classes(t.Context(), x, []int{0, 1, 0}, 2, c.test, []int{1})
		must.ErrorWith(t, err, c.want, c.p)
	}
}
