package linear

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/lasso"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// regression is a data set with a continuous target.
func regression(t testing.TB, x *mat.Dense, y []float64) *datasets.Dataset {
	t.Helper()
	d := must.Get(datasets.New[int]("test", x, nil, nil))(t)
	d = must.Get(d.WithTarget("y", y))(t)
	return d
}

// correlated is a random problem of correlated columns.
func correlated(t testing.TB, rng *rand.Rand, n, d int) *datasets.Dataset {
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		common := rng.NormFloat64()
		for j := range d {
			x.Set(i, j, 3+float64(1+j)*(rng.NormFloat64()+common))
		}
		y[i] = 7 + x.At(i, 0) - x.At(i, d-1) + 2*rng.NormFloat64()
	}
	return regression(t, x, y)
}

func ranked(t testing.TB, m algorithms.Selector, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	r := must.Get(m.Select(context.Background(), d, algorithms.Options{K: k}))(t)
	if c := r.Diagnostics.Certificate; !c.Holds() || !r.Diagnostics.Converged {
		t.Errorf("%s: %+v, converged %v", d.Name, c, r.Diagnostics.Converged)
	}
	return r
}

// Values that are sparse, of columns with a large mean too, have the answers of dense ones.
func TestSparseWithALargeMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 7))
	d := correlated(t, rng, 30, 9)
	for i := range 30 {
		d.X.Set(i, 4, d.X.At(i, 4)+1e6)
		if i%3 > 0 {
			for j := range 3 {
				d.X.Set(i, j, 0)
			}
		}
	}
	sparse := *d
	sparse.X, sparse.Stored = nil, storage.Compress(d.X)
	for _, m := range []algorithms.Selector{Lasso{}, ElasticNet{}} {
		a, b := ranked(t, m, d, 0), ranked(t, m, &sparse, 0)
		if !slices.Equal(a.Features, b.Features) || !floats.EqualApprox(a.Scores, b.Scores, 1e-9) {
			t.Errorf("%v %v, sparse %v %v", a.Features, a.Scores, b.Features, b.Scores)
		}
	}
}

func TestArguments(t *testing.T) {
	d := correlated(t, rand.New(rand.NewPCG(34, 9)), 10, 4)
	for _, ratio := range []float64{-.1, 1.1, math.NaN()} {
		_, err := ElasticNet{Ratio: ratio}.Select(t.Context(), d, algorithms.Options{})
		if err == nil || !strings.Contains(err.Error(), "elastic-net: ratio = ") {
			t.Errorf("ratio %g: %v", ratio, err)
		}
	}
	for _, lambdas := range [][]float64{{1, 1}, {0}, {-1}, {math.Inf(1)}, {math.NaN()}, {1, 2}} {
		for _, m := range []interface {
			Path(context.Context, *datasets.Dataset, []float64, algorithms.Options) ([]Solution,
				error)
		}{Lasso{}, ElasticNet{}} {
			if _, err := m.Path(t.Context(), d, lambdas, algorithms.Options{}); err == nil ||
				!strings.Contains(err.Error(), "positive numbers that fall") {
				t.Errorf("lambdas %v: %v", lambdas, err)
			}
		}
	}
	flat := *d
	flat.X = mat.NewDense(10, 4, nil)
	if _, err := (Lasso{}).Path(t.Context(), &flat, nil, algorithms.Options{}); err == nil ||
		!strings.Contains(err.Error(), "all features are constant") {
		t.Errorf("constant features: %v", err)
	}
	huge := *d
	huge.Target = slices.Clone(d.Target)
	floats.Scale(1e200, huge.Target)
	if _, err := (Lasso{}).Select(t.Context(), &huge, algorithms.Options{}); err == nil ||
		!strings.Contains(err.Error(), "rescale it") {
		t.Errorf("a huge target: %v", err)
	}
}

// A duplicate of a feature in the model never enters the lasso, up to sign and scale; in the
// elastic net both have one coefficient.
func TestDuplicates(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 4))
	d := correlated(t, rng, 30, 8)
	for i := range 30 {
		d.X.Set(i, 5, d.X.At(i, 0))
		d.X.Set(i, 6, 11-3.1*d.X.At(i, 7))
	}
	r := ranked(t, Lasso{}, d, 0)
	if entered := r.Diagnostics.Get("entered"); entered != 6 {
		t.Errorf("%v enter, want 6", entered)
	}
	last := slices.Sorted(slices.Values(r.Features[6:]))
	if !slices.Equal(last, []int{5, 7}) {
		t.Errorf("the last of %v are %v, want 5 and 7", r.Features, last)
	}
	net := ranked(t, ElasticNet{}, d, 0)
	at := func(j int) int { return slices.Index(net.Features, j) }
	if at(5) != at(0)+1 || at(7) != at(6)+1 || net.Scores[at(0)] != net.Scores[at(5)] {
		t.Errorf("elastic net: %v, scores %v", net.Features, net.Scores)
	}
	models := must.Get(ElasticNet{}.Path(t.Context(), d, nil, algorithms.Options{}))(t)
	_, _, sd := standardized(d)
	w := weights(models[99], sd)
	if math.Abs(w[0]-w[5]) > 1e-12 || math.Abs(w[6]+w[7]) > 1e-12 || w[0] == 0 {
		t.Errorf("coefficients %v", w)
	}
}

func TestCanceledPathKeepsWhatEntered(t *testing.T) {
	d := correlated(t, rand.New(rand.NewPCG(34, 8)), 40, 30)
	for _, m := range []algorithms.Selector{Lasso{}, ElasticNet{}} {
		whole := ranked(t, m, d, 0)
		ctx, cancel := context.WithCancel(t.Context())
		r, err := m.Select(ctx, d, algorithms.Options{Progress: func(p algorithms.Progress) {
			if p.Done == 5 {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) || r == nil || !r.Partial || len(r.Features) < 5 ||
			!slices.Equal(r.Features, whole.Features[:len(r.Features)]) {
			t.Errorf("%+v, %v; whole %v", r, err, whole.Features)
		}
	}
}

// With two classes of -1 and 1, in their order, the answers are those of the numbers.
func TestClassesAreCodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 3))
	d := correlated(t, rng, 20, 6)
	labeled, numbers := *d, make([]float64, 20)
	labeled.Target, labeled.Classes, labeled.Y = nil, []string{"a", "b", "c"}, make([]int, 20)
	for i := range 20 {
		labeled.Y[i] = 2
		if numbers[i] = 1; d.Target[i] < 7 {
			labeled.Y[i], numbers[i] = 1, -1 // class a has no sample
		}
	}
	d.Target = numbers
	for _, m := range []algorithms.Selector{Lasso{}, ElasticNet{}} {
		a, b := ranked(t, m, &labeled, 0), ranked(t, m, d, 0)
		if !slices.Equal(a.Features, b.Features) || !slices.Equal(a.Scores, b.Scores) {
			t.Errorf("%v %v, of numbers %v %v", a.Features, a.Scores, b.Features, b.Scores)
		}
	}
	one, err := Lasso{}.Path(t.Context(), &labeled, []float64{.01}, algorithms.Options{})
	must.Do(t, err)
	other, err := Lasso{}.Path(t.Context(), d, []float64{.01}, algorithms.Options{})
	if err != nil || !slices.Equal(one[0].Coefficients, other[0].Coefficients) {
		t.Errorf("%v, of numbers %v: %v", one, other, err)
	}
	labeled.Y[0] = 0
	_, err = Lasso{}.Select(t.Context(), &labeled, algorithms.Options{})
	want := "lasso: the samples are of 3 classes, and the method takes two classes or a " +
		"continuous target; use ls-l21"
	if err == nil || err.Error() != want {
		t.Errorf("three classes: %v", err)
	}
}

// The order of the lasso does not depend on the unit of the target; that of the elastic net does.
func TestUnitOfTheTarget(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 5))
	d := correlated(t, rng, 25, 12)
	scaled := *d
	scaled.Target = slices.Clone(d.Target)
	floats.Scale(1e6, scaled.Target)
	a, b := ranked(t, Lasso{}, d, 0), ranked(t, Lasso{}, &scaled, 0)
	if !slices.Equal(a.Features, b.Features) || !floats.EqualApprox(a.Scores, b.Scores, 1e-12) {
		t.Errorf("%v %v, in another unit %v %v", a.Features, a.Scores, b.Features, b.Scores)
	}
	c, e := ranked(t, ElasticNet{}, d, 0), ranked(t, ElasticNet{}, &scaled, 0)
	if slices.Equal(c.Scores, e.Scores) {
		t.Errorf("the elastic net scores %v in both units", c.Scores)
	}
}

// Each knot of each path on real data has a duality gap below 1e-8 of the objective of no feature.
func TestGapOnRealData(t *testing.T) {
	sets := []string{"wdbc"}
	if dir := realdata.Need(t, "COIL20.mat"); dir != "" {
		sets = append(sets, dir+"/COIL20.mat", dir+"/ALLAML.mat")
	}
	for _, name := range sets {
		d, err := datasets.Load(name, datasets.Options{})
		must.Do(t, err)
		if len(d.Classes) > 2 {
			if d, err = d.TakeClasses(d.Classes[0], d.Classes[5]); err != nil {
				t.Fatal(err)
			}
		}
		x, target, err := prepare(t.Context(), d, 1)
		must.Do(t, err)
		worst, knots := 0.0, 0
		c, err := lasso.Follow(t.Context(), x, target.u, 0, nil,
			func(lambda float64, features []int, a []float64) bool {
				knots++
				if lambda > 0 && knots%5 == 0 {
					worst = max(worst, gapOf(t, x, target.u, lambda, features, a))
				}
				return true
			})
		if err != nil || !c.Converged || !c.Ended || worst > 1e-8 || c.Gap > 1e-8 {
			t.Errorf("%s: gap %.1e, at the end %.1e, %d knots, converged %v, ended %v: %v", d.Name,
				worst, c.Gap, knots, c.Converged, c.Ended, err)
		}
	}
}

// gapOf is the duality gap of a lasso, from its definition.
func gapOf(t *testing.T, x *columns, u []float64, lambda float64, features []int,
	a []float64) float64 {
	r := slices.Clone(u)
	for i, k := range features {
		f := must.Get(x.Column(k))(t)
		floats.AddScaled(r, -a[i], f)
	}
	var most float64
	for k := range x.Len() {
		f, _ := x.Column(k)
		most = max(most, math.Abs(floats.Dot(f, r)))
	}
	primal := floats.Dot(r, r)/2 + lambda*floats.Norm(a, 1)
	theta := slices.Clone(r)
	floats.Scale(min(1, lambda/most), theta)
	floats.Sub(theta, u)
	return (primal - (1-floats.Dot(theta, theta))/2) / .5
}
