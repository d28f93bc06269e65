package graphs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// randomSymmetric is a matrix with about half of its entries 0 and some negative.
func randomSymmetric(seed uint64, n int) *mat.SymDense {
	rng := rand.New(rand.NewPCG(seed, 17))
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			if rng.IntN(2) == 0 {
				k.SetSym(i, j, rng.NormFloat64())
			}
		}
	}
	return k
}

func randomDense(seed uint64, n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 18))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, j int, _ float64) float64 { return float64(j) + rng.NormFloat64() }, x)
	return x
}

// A matrix, its Affinity, and the Affinity of its pairs are equal.
func TestAffinityIsItsMatrix(t *testing.T) {
	for _, n := range []int{1, 2, 9} {
		k := randomSymmetric(uint64(n), n)
		a := must.Get(FromMatrix(k, n))(t)
		if !mat.Equal(a, k) || !mat.Equal(a.T(), k) || a.SymmetricDim() != n {
			t.Errorf("n %d: the affinity is\n%v\nwant\n%v", n, mat.Formatted(a), mat.Formatted(k))
		}
		i := 0
		a.EachRow(func(row []float64) {
			for j, v := range row {
				if v != k.At(i, j) {
					t.Errorf("n %d: row %d is %v", n, i, row)
				}
			}
			i++
		})
		if i != n {
			t.Errorf("n %d: %d rows", n, i)
		}
		var pairs []Edge
		for i := range n {
			for j := range i + 1 {
				pairs = append(pairs, Edge{i, j, k.At(i, j)})
			}
		}
		rand.New(rand.NewPCG(1, 1)).Shuffle(len(pairs),
			func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		b, err := FromPairs(n, pairs)
		if err != nil || !mat.Equal(b, k) || !slices.Equal(b.Edges, a.Edges) ||
			!slices.Equal(a.Degree, b.Degree) {
			t.Errorf("n %d: of pairs the affinity is %+v, %v; of the matrix %+v", n, b, err, a)
		}
		if again, err := FromMatrix(a, n); again != a || err != nil {
			t.Errorf("an affinity is copied: %v", err)
		}
		for i := range n {
			if want := rowSum(k, i); math.Abs(a.Degree[i]-want) > 1e-14 ||
				a.Diagonal()[i] != k.At(i, i) {
				t.Errorf("n %d: degree of %d is %v, diagonal %v; want %v, %v", n, i, a.Degree[i],
					a.Diagonal()[i], want, k.At(i, i))
			}
		}
	}
}

func TestSimilarityMistakes(t *testing.T) {
	nan := mat.NewSymDense(3, []float64{0, 1, 0, 1, 0, math.NaN(), 0, math.NaN(), 0})
	for _, test := range []struct {
		want string
		run  func() error
	}{
		{"the precomputed similarity is 3×3, and the data set has 4 samples; give one row and " +
			"column for each sample", func() error {
			_, err := FromMatrix(nan, 4)
			return err
		}},
		{"the precomputed similarity of samples 1 and 2 is NaN; give finite numbers",
			func() error { _, err := FromMatrix(nan, 3); return err }},
		{"the pair (0, 3) is out of range; there are 3 samples, the first is 0",
			func() error { _, err := FromPairs(3, []Edge{{3, 0, 1}}); return err }},
		{"the pair (0, 2) comes twice; give each pair once",
			func() error { _, err := FromPairs(3, []Edge{{2, 0, 1}, {0, 2, 1}}); return err }},
		{"the pair (1, 1) comes twice; give each pair once",
			func() error { _, err := FromPairs(3, []Edge{{1, 1, 1}, {1, 1, 2}}); return err }},
		{"the weight of samples 0 and 1 is +Inf; give finite weights",
			func() error { _, err := FromPairs(3, []Edge{{0, 1, math.Inf(1)}}); return err }},
		{"neighbors = -1; give at least 1", func() error {
			_, err := HitsAndMisses(t.Context(), mat.NewDense(2, 1, nil), nil, []int{0, 1}, nil, 2,
				-1, 0, nil)
			return err
		}},
	} {
		if err := test.run(); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	defer func() {
		if recover() != mat.ErrIndexOutOfRange {
			t.Error("At beyond the matrix does not panic")
		}
	}()
	(&Affinity{N: 2}).At(0, 2)
}

// f'Lf, weighted means and weighted squares agree with the matrices.
func TestSmoothnessAgainstDefinition(t *testing.T) {
	const n, d = 13, columnBlock + 3
	x := randomDense(1, n, d)
	k := randomSymmetric(2, n)
	a := must.Get(FromMatrix(k, n))(t)
	y := []int{0, 2, 2, 0, 4, 2, 2, 0, 0, 0, 4, 2, 2}
	classes := NewClasses(y, 5)
	literal := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			if y[i] == y[j] {
				literal.SetSym(i, j, 1/[]float64{5, 0, 6, 0, 2}[y[i]])
			}
		}
	}
	if classes.Filled() != 3 || !mat.EqualApprox(classes.Affinity(), literal, 1e-15) {
		t.Errorf("%d classes; the class graph is\n%v", classes.Filled(),
			mat.Formatted(classes.Affinity()))
	}
	for what, c := range map[string]struct {
		graph Weights
		k     *mat.SymDense
	}{"affinity": {a, k}, "classes": {classes, literal}, "classes, listed": {classes.Affinity(),
		literal}} {
		got := must.Get(c.graph.Smoothness(t.Context(), x, 0))(t)
		for i := range n {
			if math.Abs(c.graph.Degrees()[i]-rowSum(c.k, i)) > 1e-14 ||
				c.graph.Diagonal()[i] != c.k.At(i, i) {
				t.Errorf("%s: degree and diagonal of %d are %v, %v", what, i, c.graph.Degrees()[i],
					c.graph.Diagonal()[i])
			}
		}
		for j := range d {
			var want float64
			for i := range n {
				for l := range i {
					r := x.At(i, j) - x.At(l, j)
					want += c.k.At(i, l) * r * r
				}
			}
			if math.Abs(got[j]-want) > 1e-12*(1+math.Abs(want)) {
				t.Errorf("%s, column %d: f'Lf is %v, want %v", what, j, got[j], want)
			}
		}
	}

	variation := must.Get(a.Variation(t.Context(), x, 0))(t)
	mean := must.Get(WeightedMeans(t.Context(), x, a.Degree, 0))(t)
	squares := must.Get(WeightedSquares(t.Context(), x, a.Degree, mean, 0))(t)
	for j := range d {
		var absolute, sum, total, square float64
		for i := range n {
			for l := range i {
				absolute += k.At(i, l) * math.Abs(x.At(i, j)-x.At(l, j))
			}
			sum += a.Degree[i] * x.At(i, j)
			total += a.Degree[i]
		}
		for i := range n {
			r := x.At(i, j) - sum/total
			square += a.Degree[i] * r * r
		}
		if math.Abs(variation[j]-absolute) > 1e-12*(1+math.Abs(absolute)) {
			t.Errorf("column %d: variation %v, want %v", j, variation[j], absolute)
		}
		if got := mean[j] + x.At(0, j); math.Abs(got-sum/total) > 1e-10*(1+math.Abs(got)) {
			t.Errorf("column %d: mean %v, want %v", j, got, sum/total)
		}
		if math.Abs(squares[j]-square) > 1e-10*(1+math.Abs(square)) {
			t.Errorf("column %d: squares %v, want %v", j, squares[j], square)
		}
	}
}

// HitsAndMisses agrees with sorting all rows for each row: with ties, a class without samples, a
// class of one sample, and classes of fewer than k samples.
func TestHitsAndMissesAgainstDefinition(t *testing.T) {
	for _, n := range []int{8, tileRows + 5} {
		for _, k := range []int{1, 3, 10} {
			x := grid(uint64(n+k), n, 3, 4)
			y := make([]int, n)
			for i := range y {
				y[i] = []int{0, 2, 2, 3, 0, 3}[i%6]
			}
			y[n-1] = 4
			count := make([]float64, 5)
			for _, c := range y {
				count[c]++
			}
			want := mat.NewSymDense(n, nil)
			for i := range n {
				for q := range count {
					var others []int
					for j := range n {
						if j != i && y[j] == q {
							others = append(others, j)
						}
					}
					far := func(j int) (sum float64) {
						for l := range 3 {
							sum += math.Abs(x.At(j, l) - x.At(i, l))
						}
						return sum
					}
					m := min(k, len(others))
					for j, share := range bruteShares(others, far, m) {
						w := -share / float64(m*n)
						if q != y[i] {
							w = share * count[q] / (float64(n) - count[y[i]]) / float64(m*n)
						}
						want.SetSym(i, j, want.At(i, j)+w)
					}
				}
			}
			got := must.Get(HitsAndMisses(t.Context(), x, nil, y, nil, 5, k, 0, nil))(t)
			if !mat.EqualApprox(got, want, 1e-15) {
				t.Errorf("n %d, k %d: not the graph of the definition", n, k)
			}
		}
	}
}

func rowSum(k mat.Symmetric, i int) float64 {
	var sum float64
	for j := range k.SymmetricDim() {
		sum += k.At(i, j)
	}
	return sum
}

// The graphs of some rows at a time have the sum of the whole one, for values that are dense, few
// or of which none is a whole number of steps.
func TestHitsAndMissesInParts(t *testing.T) {
	const n, c = tileRows + 13, 9
	y := make([]int, n)
	for i := range y {
		y[i] = i * i % c
	}
	dense := grid(3, n, 3, 4)
	few := mat.NewDense(n, 40, nil)
	fine := mat.NewDense(n, 5, nil)
	for i := range n {
		few.Set(i, i%40, float64(1+i%3))
		for j := range 5 {
			fine.Set(i, j, math.Sin(float64(i*5+j)))
		}
	}
	for what, x := range map[string]mat.Matrix{"dense": dense, "few": few, "fine": fine,
		"sparse": storage.Compress(few)} {
		for _, k := range []int{1, 4} {
			whole, err := HitsAndMisses(t.Context(), x, nil, y, nil, c, k, 0, nil)
			must.Do(t, err)
			s := must.Get(hitSearch(t.Context(), x, nil, y, nil, c, k, 0))(t)
			sum, parts := mat.NewDense(n, n, nil), 0
			h := &hits{s, NewClasses(y, c), k}
			err = h.parts(t.Context(), 10, 0, nil, func(a *Affinity) error {
				for _, e := range a.Edges {
					sum.Set(e.I, e.J, sum.At(e.I, e.J)+e.Weight)
					sum.Set(e.J, e.I, sum.At(e.J, e.I)+e.Weight)
				}
				parts++
				return nil
			})
			if err != nil || parts != (n+9)/10 {
				t.Fatalf("%s: %d parts, %v", what, parts, err)
			}
			if !mat.EqualApprox(sum, whole, 1e-15) {
				t.Errorf("%s, k %d: the parts do not have the sum of the graph", what, k)
			}
		}
	}
}
