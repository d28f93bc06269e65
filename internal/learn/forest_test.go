package learn_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

func growForest(t testing.TB, p learn.Forest, x mat.Matrix, y []int) *learn.ForestModel {
	t.Helper()
	return must.Get(p.Train(t.Context(), x, y, slices.Max(y)+1))(t)
}

func growMeans(t testing.TB, p learn.Forest, x mat.Matrix, y []float64) *learn.ForestModel {
	t.Helper()
	return must.Get(p.TrainMeans(t.Context(), x, y))(t)
}

// stepped is a table of n rows with ties, a duplicate and a constant column, classes, and numbers.
func stepped(seed uint64, n, d int) (x *mat.Dense, y []int, numbers []float64) {
	rng := rand.New(rand.NewPCG(seed, 11))
	x, y, numbers = mat.NewDense(n, d, nil), make([]int, n), make([]float64, n)
	for i := range n {
		for j := range d {
			x.Set(i, j, math.Round(4*rng.NormFloat64())/4)
		}
		x.Set(i, 3, x.At(i, 1))
		x.Set(i, 4, 7)
		if x.At(i, 0)+x.At(i, 1)+rng.NormFloat64() > 0 {
			y[i] = 1
		}
		if x.At(i, 2) > .8 {
			y[i] = 2
		}
		numbers[i] = 100 + x.At(i, 0) - 2*x.At(i, 1)*x.At(i, 2) + .3*rng.NormFloat64()
	}
	return x, y, numbers
}

// kinds are forests of each kind.
func kinds() map[string]learn.Forest {
	return map[string]learn.Forest{
		"forest":               {Trees: 20, Permutation: true},
		"all rows":             {Trees: 20, AllRows: true, Features: 2, MinLeaf: 2},
		"extra-trees":          {Trees: 20, Extra: true},
		"bootstrapped, leaves": {Trees: 20, Extra: true, Bootstrap: true, MinLeaf: 3},
	}
}

// Four classes in the corners of a square: the first split of a tree halves the sum of the
// impurities, 3 of 4 n, by 1/3, and those below by 2/3.
func TestForestOfASquare(t *testing.T) {
	var rows []float64
	var y []int
	for i := range 40 {
		rows = append(rows, float64(i%2), float64(i/2%2))
		y = append(y, i%4)
	}
	x := mat.NewDense(40, 2, rows)
	m := growForest(t, learn.Forest{Trees: 1, Features: 2, AllRows: true}, x, y)
	got := slices.Sorted(slices.Values(m.Importance))
	if !floats.EqualApprox(got, []float64{1. / 3, 2. / 3}, 1e-15) {
		t.Errorf("importances %v, want 1/3 and 2/3", m.Importance)
	}
	nodes := m.Trees[0].Nodes
	if len(nodes) != 7 || nodes[0].Gain != 10 || nodes[1].Gain+nodes[2].Gain != 20 {
		t.Errorf("the tree is %+v; want gains of 10, and 20 together", nodes)
	}
	// Over many trees each column is the first as often.
	m = growForest(t, learn.Forest{Trees: 2000, Features: 1, AllRows: true}, x, y)
	if math.Abs(m.Importance[0]-.5) > .02 || m.OutOfBag != nil {
		t.Errorf("importances %v, want 1/2 each; out of the bag %v", m.Importance, m.OutOfBag)
	}
}

// A column that is the target costs half of the accuracy when it is permuted, and 2 of R² since
// the squared error becomes twice the variance; columns of noise cost nothing.
func TestPermutationLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	const n = 600
	x, y, numbers := mat.NewDense(n, 12, nil), make([]int, n), make([]float64, n)
	for i := range n {
		y[i] = i % 2
		numbers[i] = 1e6 + 1e-3*float64(y[i])
		for j := range 12 {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, 5, float64(y[i]))
	}
	p := learn.Forest{Trees: 200, Permutation: true, Features: 12}
	for name, m := range map[string]*learn.ForestModel{
		"classes": growForest(t, p, x, y), "numbers": growMeans(t, p, x, numbers)} {
		want := map[string]float64{"classes": .5, "numbers": 2}[name]
		o := m.OutOfBag
		if math.Abs(o.Score-1) > 1e-9 || math.Abs(o.Loss[5]-want) > .02 || m.Importance[5] != 1 {
			t.Errorf("%s: score %g, the target costs %g, want %g; its importance is %g", name,
				o.Score, o.Loss[5], want, m.Importance[5])
		}
		o.Loss[5], o.Z[5] = 0, 0
		if slices.Max(o.Loss) != 0 || slices.Min(o.Loss) != 0 || slices.Max(o.Z) != 0 {
			t.Errorf("%s: columns without splits cost %v", name, o.Loss)
		}
	}
	// With noise in the target, trees split on the other columns, to no avail.
	for i := range y {
		if rng.IntN(5) == 0 {
			y[i] = 1 - y[i]
		}
	}
	p.Features = 0
	o := growForest(t, p, x, y).OutOfBag
	if o.Z[5] < 20 {
		t.Errorf("the informative column has z = %g", o.Z[5])
	}
	var mean float64
	for j, z := range o.Z {
		if j != 5 {
			mean += z / 11
			if math.Abs(z) > 5 {
				t.Errorf("column %d of noise has z = %g", j, z)
			}
		}
	}
	if math.Abs(mean) > 1.5 {
		t.Errorf("columns of noise have a mean z of %g", mean)
	}
}

// A sample is out of the bag of (1 - 1/n)ⁿ of the trees.
func TestOutOfBagCounts(t *testing.T) {
	x, y, numbers := stepped(1, 60, 6)
	const trees = 2000
	share := math.Pow(1-1./60, 60)
	sd := math.Sqrt(trees * share * (1 - share))
	for name, o := range map[string]*learn.OutOfBag{
		"classes": growForest(t, learn.Forest{Trees: trees}, x, y).OutOfBag,
		"numbers": growMeans(t, learn.Forest{Trees: trees, Extra: true, Bootstrap: true}, x,
			numbers).OutOfBag,
	} {
		all := 0
		for i, c := range o.Trees {
			all += c
			must.Near(t, float64(c), trees*share, 4*sd,
				"%s: row %d is out of the bag of %d trees, want about", name, i, c)
		}
		must.Near(t, float64(all)/60, trees*share, .2*sd,
			"%s: rows are out of the bag of trees, want about", name)
		if o.Loss != nil || o.Z != nil || o.Score < .4 || o.Score >= 1 {
			t.Errorf("%s: score %g, losses %v", name, o.Score, o.Loss)
		}
	}
}

// Importances have sum 1, constant columns 0, and duplicate columns the same.
func TestForestImportances(t *testing.T) {
	x, y, numbers := stepped(2, 80, 9)
	for name, p := range kinds() {
		for _, m := range []*learn.ForestModel{growForest(t, p, x, y), growMeans(t, p, x,
			numbers)} {
			must.Near(t, floats.Sum(m.Importance), 1, 1e-12, "%s: importances of sum", name)
			if m.Importance[4] != 0 || !slices.Equal(m.Constant, []int{4}) {
				t.Errorf("%s: the constant column scores %g; constant are %v", name,
					m.Importance[4], m.Constant)
			}
			if v := m.Importance; v[1] != v[3] || v[1] < .05 {
				t.Errorf("%s: duplicates score %g and %g", name, v[1], v[3])
			}
			if o := m.OutOfBag; p.Permutation && (o.Loss[1] != o.Loss[3] || o.Z[1] != o.Z[3] ||
				o.Loss[4] != 0) {
				t.Errorf("%s: losses %v", name, o.Loss)
			}
		}
	}
}

// A forest of all rows predicts the samples that it was trained with, where no two are alike.
func TestForestPredicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 13))
	const n = 700 // so that columns have fewer bins than values
	x, y, numbers := mat.NewDense(n, 3, nil), make([]int, n), make([]float64, n)
	for i := range n {
		y[i], numbers[i] = rng.IntN(4), rng.NormFloat64()
		for j := range 3 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	for _, extra := range []bool{false, true} {
		p := learn.Forest{Trees: 10, Extra: extra, AllRows: !extra}
		m := growForest(t, p, x, y)
		must.Items(t, must.Get(m.Predict(t.Context(), x, 2))(t), y,
			"extra %v: the classes are predicted as", extra)
		probabilities, err := m.Probabilities(t.Context(), x, 2)
		if err != nil || probabilities.At(5, y[5]) != 1 {
			t.Errorf("extra %v: the probabilities of row 5 are %v", extra,
				probabilities.RawRowView(5))
		}
		means, err := growMeans(t, p, x, numbers).Means(t.Context(), x, 2)
		if err != nil || !floats.EqualApprox(means, numbers, 1e-12) {
			t.Errorf("extra %v: the numbers are predicted as %v, %v", extra, means, err)
		}
	}
	// Classes without samples are not predicted; those that exist keep their numbers.
	for i := range y {
		y[i] = 2 + 3*(y[i]%2)
	}
	m := growForest(t, learn.Forest{Trees: 5, AllRows: true}, x, y)
	got, err := m.Predict(t.Context(), x, 1)
	if err != nil || !slices.Equal(got, y) || !slices.Equal(m.Classes, []int{2, 5}) {
		t.Errorf("of classes 2 and 5 are predicted %v, %v; %v", got, err, m.Classes)
	}
}

// The same bits for any number of workers and for sparse values, and other ones for another seed.
func TestForestWorkersAndSeeds(t *testing.T) {
	x, y, numbers := stepped(3, 90, 40)
	for name, p := range kinds() {
		p.Workers = 1
		classes, means := growForest(t, p, x, y), growMeans(t, p, x, numbers)
		for _, workers := range []int{2, 7} {
			p.Workers = workers
			must.Is(t, gocmp.Diff(classes, growForest(t, p, x, y)), "", "%s, %d workers", name,
				workers)
			must.Is(t, gocmp.Diff(means, growMeans(t, p, storage.Compress(x), numbers)), "",
				"%s, %d workers, sparse", name, workers)
		}
		one := must.Get(means.Means(t.Context(), x, 1))(t)
		three, err := means.Means(t.Context(), x, 3)
		if err != nil || !slices.Equal(one, three) {
			t.Errorf("%s: three workers predict other means: %v", name, err)
		}
		p.Seed = 1
		if slices.Equal(growForest(t, p, x, y).Importance, classes.Importance) {
			t.Errorf("%s: seed 1 gives the importances of seed 0", name)
		}
	}
}

// Rows, columns and classes in another order and another unit change nothing.
func TestForestInAnotherOrder(t *testing.T) {
	x, y, numbers := stepped(4, 70, 10)
	rng := rand.New(rand.NewPCG(14, 15))
	for name, p := range kinds() {
		classes, means := growForest(t, p, x, y), growMeans(t, p, x, numbers)
		for range 3 {
			rows, columns := rng.Perm(70), rng.Perm(10)
			moved, movedY, movedNumbers := mat.NewDense(70, 10, nil), make([]int, 70),
				make([]float64, 70)
			for i, r := range rows {
				for j, c := range columns {
					moved.Set(i, j, x.At(r, c)*2.54)
				}
				movedY[i], movedNumbers[i] = (y[r]+1)%3, numbers[r]
			}
			hold := func(what string, want, got *learn.ForestModel) {
				t.Helper()
				for j, c := range columns {
					if math.Abs(want.Importance[c]-got.Importance[j]) > 1e-14 {
						t.Fatalf("%s, %s: column %d scores %g, then %g", name, what, c,
							want.Importance[c], got.Importance[j])
					}
					if p.Permutation && math.Abs(want.OutOfBag.Loss[c]-got.OutOfBag.Loss[j]) >
						1e-12 {
						t.Fatalf("%s, %s: column %d loses %g, then %g", name, what, c,
							want.OutOfBag.Loss[c], got.OutOfBag.Loss[j])
					}
				}
				if want.OutOfBag != nil && math.Abs(want.OutOfBag.Score-got.OutOfBag.Score) >
					1e-12 {
					t.Fatalf("%s, %s: out of the bag %g, then %g", name, what,
						want.OutOfBag.Score, got.OutOfBag.Score)
				}
			}
			hold("classes", classes, growForest(t, p, moved, movedY))
			hold("numbers", means, growMeans(t, p, moved, movedNumbers))
		}
	}
}

func TestForestRefuses(t *testing.T) {
	x, y, numbers := stepped(5, 20, 6)
	for want, p := range map[string]learn.Forest{
		"-1 trees":              {Trees: -1},
		"-2 features":           {Features: -2},
		"at least -3 samples":   {MinLeaf: -3},
		"Extra and AllRows":     {Extra: true, AllRows: true},
		"Bootstrap and AllRows": {Bootstrap: true, AllRows: true},
		"set Bootstrap":         {Extra: true, Permutation: true},
		"leave AllRows out":     {AllRows: true, Permutation: true},
	} {
		must.FailWith(p.Train(t.Context(), x, y, 3))(t, want, p)
	}
	var p learn.Forest
	one := make([]int, 20)
	if _, err := p.Train(t.Context(), x, one, 3); err == nil {
		t.Error("one class: no error")
	}
	if _, err := p.Train(t.Context(), x, y, 2); err == nil {
		t.Error("three of two classes: no error")
	}
	numbers[7] = math.NaN()
	must.FailWith(p.TrainMeans(t.Context(), x, numbers))(t, "row 7 is NaN")
	bad := mat.DenseCopyOf(x)
	bad.Set(3, 5, math.Inf(1))
	bad.Set(4, 2, math.NaN())
	must.FailWith(p.Train(t.Context(), bad, y, 3))(t, "row 4, column 2 is NaN")
	m := growForest(t, learn.Forest{Trees: 3}, x, y)
	must.FailWith(m.Predict(t.Context(), bad, 1))(t, "row 3, column 5 is +Inf")
}

func TestForestStops(t *testing.T) {
	x, y, numbers := stepped(6, 200, 8)
	stops(t, func(ctx context.Context) error {
		_, err := learn.Forest{Trees: 1 << 19}.Train(ctx, x, y, 3)
		return err
	})
	stops(t, func(ctx context.Context) error {
		_, err := learn.Forest{Trees: 1 << 19, Permutation: true}.TrainMeans(ctx, x, numbers)
		return err
	})
}

// Progress counts the trees.
func TestForestProgress(t *testing.T) {
	x, y, _ := stepped(7, 30, 6)
	trees := 0
	growForest(t, learn.Forest{Trees: 13, Workers: 1, Progress: func(n int) { trees += n }}, x, y)
	must.Is(t, trees, 13, "progress counts trees of 13")
}
