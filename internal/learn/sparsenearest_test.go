package learn_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// drawColumns draws a table whose columns are zeros, a constant, full, or mostly zeros, some of
// them negative or with fractions.
func drawColumns(t *rapid.T, rows, d int) *mat.Dense {
	x := mat.NewDense(rows, d, nil)
	for j := range d {
		kind := rapid.SampledFrom([]string{"zeros", "constant", "full", "few", "few", "fractions"}).
			Draw(t, "kind")
		for i := range rows {
			switch kind {
			case "constant":
				x.Set(i, j, 3)
			case "full":
				x.Set(i, j, float64(rapid.IntRange(1, 4).Draw(t, "x")))
			case "few":
				x.Set(i, j, float64(max(0, rapid.IntRange(-6, 2).Draw(t, "x"))))
			case "fractions":
				x.Set(i, j, float64(rapid.IntRange(-2, 2).Draw(t, "x"))/10)
			}
		}
	}
	return x
}

// Sparse samples have the nearest rows of the same numbers in memory.
func TestSparseNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(2, 12).Draw(t, "n"), rapid.IntRange(1, 8).Draw(t, "m")
		d := rapid.SampledFrom([]int{1, 2, 5, 20}).Draw(t, "d")
		x := drawColumns(t, n+m, d)
		train := mat.DenseCopyOf(x.Slice(0, n, 0, d))
		test := mat.DenseCopyOf(x.Slice(n, n+m, 0, d))
		y := rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "y")
		numbers := make([]float64, n)
		for i, c := range y {
			numbers[i] = float64(c)
		}
		p := learn.Nearest{K: rapid.IntRange(1, n).Draw(t, "k"), Metric: rapid.SampledFrom(
			[]learn.Metric{learn.Euclidean, learn.Cosine}).Draw(t, "metric")}
		a, b := train, test
		var scaling *learn.Scaling
		if rapid.Bool().Draw(t, "standardize") {
			scaling = learn.FitScaling(train)
			a, b = scaling.Apply(train), scaling.Apply(test)
			if p.Metric == learn.Cosine && degenerate(a, b) {
				return
			}
		}
		want := must.Get(p.Classes(t.Context(), a, y, 3, b, []int{d}))(t)
		got, err := p.SparseClasses(t.Context(), storage.Compress(train), y, 3,
			storage.Compress(test), scaling)
		if err != nil || !slices.Equal(got, want[0]) {
			t.Fatalf("%+v: %v, want %v (%v)", p, got, want[0], err)
		}
		means := must.Get(p.Means(t.Context(), a, numbers, b, []int{d}))(t)
		mean, err := p.SparseMeans(t.Context(), storage.Compress(train), numbers,
			storage.Compress(test), scaling)
		if err != nil || !slices.Equal(mean, means[0]) {
			t.Fatalf("%+v: %v, want %v (%v)", p, mean, means[0], err)
		}
	})
}

// degenerate reports whether the direction of a row is rounding: the row is the mean.
func degenerate(parts ...*mat.Dense) bool {
	for _, x := range parts {
		n, _ := x.Dims()
		for i := range n {
			if norm := mat.Norm(x.RowView(i), 2); norm < 1e-6 {
				return true
			}
		}
	}
	return false
}

func TestSparseNearestErrors(t *testing.T) {
	x := storage.Compress(mat.NewDense(2, 1, []float64{1, 1e150}))
	y := []int{0, 1}
	must.FailWith((learn.Nearest{K: 3}).SparseClasses(t.Context(), x, y, 2, x, nil))(t,
		"3 neighbors of 2 training samples")
	must.FailWith((learn.Nearest{}).SparseClasses(t.Context(), x, y, 2, x, nil))(t,
		"above 1e+140")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	small := storage.Compress(mat.NewDense(2, 1, []float64{1, 2}))
	if _, err := (learn.Nearest{}).SparseClasses(ctx, small, y, 2, small,
		nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Means and deviations of columns that are sparse or in a file are those of the same numbers in
// memory; of a constant column they are exact.
func TestStoredScaling(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(9, 200, nil)
	for j := range 200 {
		for i := range 9 {
			switch v := float64(rng.IntN(9)-4) / 3; {
			case j%5 == 0:
				x.Set(i, j, .1)
			case j%5 == 1, rng.IntN(3) == 0 && j%5 > 2:
				x.Set(i, j, v+1e6*float64(j%2))
			}
		}
	}
	want := learn.FitScaling(x)
	for _, stored := range []storage.Matrix{storage.Compress(x), mapped(t, x), storage.Dense{
		Dense: x}} {
		got := must.Get(learn.FitStoredScaling(t.Context(), stored, 2))(t)
		for j := range want.Mean {
			exact := stored.Kind() != "sparse" || want.SD[j] == 0
			if off := math.Abs(got.Mean[j] - want.Mean[j]); off > 1e-15*math.Abs(want.Mean[j])+
				1e-16 ||
				exact && off > 0 {
				t.Errorf("%s: mean of column %d is %v, want %v", stored.Kind(), j, got.Mean[j],
					want.Mean[j])
			}
			if off := math.Abs(got.SD[j] - want.SD[j]); off > 1e-12*want.SD[j] || exact && off > 0 {
				t.Errorf("%s: deviation of column %d is %v, want %v", stored.Kind(), j, got.SD[j],
					want.SD[j])
			}
		}
	}
}

// A linear machine trained on sparse samples has the weights of the same numbers in memory, and
// predicts the same; its certificate says how far it is from the optimum.
func TestSparseSVM(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, classes := range []int{2, 3} {
		x := strong(rng, 90, 40)
		train, test := mat.DenseCopyOf(x.Slice(0, 60, 0, 40)),
			mat.DenseCopyOf(x.Slice(60, 90, 0, 40))
		train.Set(3, 0, 1)
		y := make([]int, 60)
		for i := range y {
			y[i] = rng.IntN(classes)
		}
		p := learn.LinearSVM{C: .01, Eps: 1e-9, MaxEpochs: 100_000}
		for _, standardize := range []bool{false, true} {
			a, b := train, test
			var scaling *learn.Scaling
			if standardize {
				scaling = learn.FitScaling(train)
				a, b = scaling.Apply(train), scaling.Apply(test)
			}
			want := must.Get(p.Train(t.Context(), a, y, classes))(t)
			got, err := p.TrainSparse(t.Context(), storage.Compress(train), y, classes, scaling)
			must.Do(t, err)
			if !mat.EqualApprox(got.Weights, want.Weights, 1e-7) {
				t.Errorf("%d classes, standardized %v: other weights", classes, standardize)
			}
			for c, fit := range got.Fits {
				near(t, "objective", fit.Objective, want.Fits[c].Objective,
					1e-9*want.Fits[c].Objective)
				near(t, "gap", fit.Gap, 0, 1e-7)
				if !fit.Converged {
					t.Errorf("%d epochs and no end", fit.Epochs)
				}
			}
			predicted := must.Get(got.PredictSparse(storage.Compress(test), scaling))(t)
			must.Items(t, must.Get(want.Predict(b))(t), predicted, "%d classes", classes)
		}
	}
	huge := storage.Compress(mat.NewDense(2, 1, []float64{1, 1e150}))
	if _, err := (learn.LinearSVM{}).TrainSparse(t.Context(), huge, []int{0, 1}, 2,
		nil); err == nil || !strings.Contains(err.Error(), "above 1e+140") {
		t.Error(err)
	}
}
