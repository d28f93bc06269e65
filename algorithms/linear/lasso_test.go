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
	"fsnb.example/internal/must"
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
