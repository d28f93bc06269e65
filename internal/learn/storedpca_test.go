package learn_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// strong draws a table of a few strong directions and little noise, mostly zeros, with columns that
// are 0, constant, full, or far from 0.
func strong(rng *rand.Rand, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			switch {
			case j%11 == 5:
			case j%11 == 7:
				x.Set(i, j, 3)
			case j%11 == 2:
				x.Set(i, j, 20+float64(i%4)+rng.NormFloat64()/8)
			case rng.IntN(4) == 0 || (i+j)%3 == 0:
				x.Set(i, j, float64(1+i%2*(j%5)*2-i%3*(j%4))+rng.NormFloat64()/8)
			}
		}
	}
	return x
}

// Components of sparse values and of files are those of the same numbers in memory, for more
// samples and for more features, as they are and standardized.
func TestPCAOfStoredValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, shape := range [][2]int{{3, 2}, {2, 40}, {12, 30}, {40, 12}, {60, 700}, {700, 60},
		{30, 9000}} {
		x := strong(rng, shape[0], shape[1])
		for _, standardize := range []bool{false, true} {
			pca := learn.PCA
			if standardize {
				pca = learn.StandardizedPCA
			}
			want := must.Get(pca(t.Context(), x, 2))(t)
			for _, stored := range []storage.Matrix{storage.Compress(x), mapped(t, x),
				storage.Dense{Dense: x}} {
				got, err := pca(t.Context(), stored, 2)
				if err != nil {
					t.Fatalf("%v %s: %v", shape, stored.Kind(), err)
				}
				size := mat.Max(want.Scores) - mat.Min(want.Scores)
				if !mat.EqualApprox(got.Axes, want.Axes, 1e-8) ||
					!mat.EqualApprox(got.Scores, want.Scores, 1e-8*size) {
					t.Errorf("%v %s, standardized %v: other components", shape, stored.Kind(),
						standardize)
				}
				for k, v := range want.Explained {
					near(t, "share", got.Explained[k], v, 1e-12)
				}
			}
		}
	}
}

// Values near the ends of the range neither overflow nor vanish.
func TestStoredPCAInAnyUnit(t *testing.T) {
	x := strong(rand.New(rand.NewPCG(5, 5)), 20, 30)
	want := must.Get(learn.PCA(t.Context(), x, 2))(t)
	for _, exponent := range []int{-900, 900} {
		var moved mat.Dense
		moved.Apply(func(_, _ int, v float64) float64 { return math.Ldexp(v, exponent) }, x)
		got := must.Get(learn.PCA(t.Context(), storage.Compress(&moved), 2))(t)
		got.Scores.Apply(func(_, _ int, v float64) float64 { return math.Ldexp(v, -exponent) },
			got.Scores)
		if !mat.EqualApprox(got.Axes, want.Axes, 1e-8) ||
			!mat.EqualApprox(got.Scores, want.Scores, 1e-8) {
			t.Errorf("2^%d: other components", exponent)
		}
	}
}

// The bits do not depend on the number of processors.
func TestStoredPCAOnOneProcessor(t *testing.T) {
	x := strong(rand.New(rand.NewPCG(6, 6)), 50, 9000)
	for _, stored := range []storage.Matrix{storage.Compress(x), mapped(t, x)} {
		var found []*learn.Projection
		for _, processors := range []int{1, 4} {
			before := runtime.GOMAXPROCS(processors)
			p, err := learn.StandardizedPCA(t.Context(), stored, 2)
			runtime.GOMAXPROCS(before)
			must.Do(t, err)
			found = append(found, p)
		}
		if !mat.Equal(found[0].Scores, found[1].Scores) || !mat.Equal(found[0].Axes,
			found[1].Axes) {
			t.Errorf("%s: one processor finds other bits than four", stored.Kind())
		}
	}
}

func TestStoredPCAErrors(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	x := storage.Compress(strong(rand.New(rand.NewPCG(7, 7)), 10, 20))
	if _, err := learn.PCA(ctx, x, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	constant := storage.Compress(mat.NewDense(3, 2, []float64{1, 0, 1, 0, 1, 0}))
	one := storage.Compress(mat.NewDense(1, 2, []float64{1, 2}))
	huge := storage.Compress(mat.NewDense(2, 1, []float64{1.5e308, -1.5e308}))
	for _, c := range []struct {
		x    storage.Matrix
		m    int
		want string
	}{
		{x, 0, "0 components of 20 features"}, {x, 21, "21 components of 20 features"},
		{constant, 1, "every feature is constant"}, {one, 1, "at least two samples"},
		{huge, 1, "not finite"},
	} {
		must.FailWith(t, must.Err(learn.PCA(t.Context(), c.x, c.m)), c.want)
	}
	y := []int{0, 1, 0, 1, 0, 1, 0, 1, 0, 1}
	refused := map[string]func() error{
		"LDA": func() error {
			_, err := learn.LDA(t.Context(), x, y, 1, learn.LDAOptions{})
			return err
		},
		"PrincipalAxes": func() error {
			_, err := learn.PrincipalAxes(t.Context(), x, 1)
			return err
		},
		"LPP": func() error {
			_, err := learn.LPP(t.Context(), x, learn.CompleteGraph(10), 1, learn.LPPOptions{})
			return err
		},
	}
	for name, call := range refused {
		if err := call(); err == nil || err.Error() != "the 10×20 values are sparse, and this "+
			"projection takes values in memory only; take fewer features first" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
