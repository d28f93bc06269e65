package statistics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// pairs are C - D and the numbers of pairs that are equal in x, and in y, by all pairs.
func pairs(x, y []float64) (s, equalX, equalY int) {
	for i := range x {
		for j := range i {
			a, b := compare(x[i], x[j]), compare(y[i], y[j])
			s += a * b
			equalX += 1 - a*a
			equalY += 1 - b*b
		}
	}
	return s, equalX, equalY
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// permutations calls use with every order of 0 … n-1.
func permutations(n int, use func(order []float64)) {
	order := make([]float64, 0, n)
	var add func()
	add = func() {
		if len(order) == n {
			use(order)
			return
		}
		for v := range n {
			if !slices.Contains(order, float64(v)) {
				order = append(order, float64(v))
				add()
				order = order[:len(order)-1]
			}
		}
	}
	add()
}

// The exact p-value of up to 7 samples is the share of all orders whose |C - D| is at least as
// large.
func TestKendallExact(t *testing.T) {
	for n := 2; n <= 7; n++ {
		var all [][]float64
		count := make(map[int]int) // orders by |C - D|
		y := make([]float64, n)
		for i := range y {
			y[i] = float64(i)
		}
		permutations(n, func(order []float64) {
			s, _, _ := pairs(order, y)
			if s = max(s, -s); count[s] == 0 {
				all = append(all, slices.Clone(order))
			}
			count[s]++
		})
		total := 0
		for _, c := range count {
			total += c
		}
		s := methodtest.Score(t, statistics.Kendall{}, methodtest.Numbers(t, y, all...),
			algorithms.Options{})
		for j, order := range all {
			own, _, _ := pairs(order, y)
			as := 0
			for v, c := range count {
				if v >= max(own, -own) {
					as += c
				}
			}
			methodtest.Near(t, fmt.Sprint("p of ", order), s.PValues[j], float64(as)/float64(total),
				1e-14)
			methodtest.Near(t, fmt.Sprint("τ of ", order), s.Values[j],
				math.Abs(float64(own))/float64(n*(n-1)/2), 1e-15)
		}
	}
}

// The numbers of scipy.stats.kendalltau 1.10.1 at the ends of the exact test: 33 and 34 samples
// without ties, with many inversions, with two, and with one and none.
func TestKendallAtTheEndsOfTheExactTest(t *testing.T) {
	for _, c := range []struct {
		n, swaps int
		want     float64
	}{
		{33, 0, 2.30326712415439e-37}, {33, 1, 7.600781509709488e-36},
		{33, 2, 1.2898295895264586e-34}, {33, 9, 7.641472063195005e-29},
		{34, 0, 6.774315071042324e-39}, {34, 1, 2.30326712415439e-37},
		{34, 2, 1.4911077998248914e-16}, {60, 1, 1.4421365923791871e-80},
	} {
		x, y := make([]float64, c.n), make([]float64, c.n)
		for i := range x {
			x[i], y[i] = float64(i), float64(i)
		}
		for k := range c.swaps { // neighbors exchanged: one inversion each
			x[2*k], x[2*k+1] = x[2*k+1], x[2*k]
		}
		down := slices.Clone(x)
		slices.Reverse(down)
		s := methodtest.Score(t, statistics.Kendall{}, methodtest.Numbers(t, y, x, down),
			algorithms.Options{})
		for j := range 2 {
			if p := s.PValues[j]; !(math.Abs(p-c.want) <= 1e-12*c.want) {
				t.Errorf("n = %d, %d inversions, column %d: p = %v, want %v", c.n, c.swaps, j, p,
					c.want)
			}
		}
	}
}

// Pairs counted one by one, with any ties, dense and sparse, with targets of numbers and of two
// classes.
func TestKendallAgainstAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for trial := range 60 {
		n := 3 + rng.IntN(40)
		x, y := mat.NewDense(n, 6, nil), make([]float64, n)
		levels := []int{2, 3, 10, 1000}[trial%4]
		for i := range n {
			y[i] = float64(rng.IntN(levels))
			for j := range 6 {
				v := rng.IntN(2 + 3*j)
				x.Set(i, j, max(0, float64(v-j))-max(0, float64(j/2-v)))
			}
		}
		y[0], y[1] = 0, 1
		d := must.Get(datasets.New("pairs", x, y, nil))(t)
		dense := methodtest.Score(t, statistics.Kendall{}, d, algorithms.Options{})
		sparse := methodtest.Score(t, statistics.Kendall{}, methodtest.Stored(t, d,
			storage.Compress(x)),
			algorithms.Options{Workers: 3})
		for j := range 6 {
			column := mat.Col(nil, j, x)
			s, equalX, equalY := pairs(column, y)
			all, want := n*(n-1)/2, 0.
			if equalX < all {
				want = math.Abs(float64(s)) / math.Sqrt(float64(all-equalX)*float64(all-equalY))
			}
			methodtest.Near(t, fmt.Sprint("trial ", trial, ", column ", j), dense.Values[j],
				want, 1e-14)
			if sparse.Values[j] != dense.Values[j] || sparse.PValues[j] != dense.PValues[j] {
				t.Errorf("trial %d, column %d: sparse %v, p %v; dense %v, p %v", trial, j,
					sparse.Values[j], sparse.PValues[j], dense.Values[j], dense.PValues[j])
			}
		}
	}
}

// The variance with ties is that of C - D over all orders of the target.
func TestKendallVariance(t *testing.T) {
	x := []float64{1, 1, 2, 3, 3, 3, 4}
	for _, y := range [][]float64{{0, 1, 1, 2, 3, 3, 4}, {0, 0, 0, 1, 1, 1, 1}} {
		var squares, count float64
		permutations(len(x), func(order []float64) {
			shuffled := make([]float64, len(x))
			for i, v := range order {
				shuffled[i] = y[int(v)]
			}
			s, _, _ := pairs(x, shuffled)
			squares += float64(s * s)
			count++
		})
		s, _, _ := pairs(x, y)
		want := math.Erfc(math.Abs(float64(s)) / math.Sqrt(2*squares/count))
		got := methodtest.Score(t, statistics.Kendall{}, methodtest.Numbers(t, y, x),
			algorithms.Options{})
		methodtest.Near(t, "p with ties", got.PValues[0], want, 1e-14)
	}
}
