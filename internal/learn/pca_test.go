package learn_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// Four points on the half axes a and b of an ellipse turned by an angle: the
// axes of the ellipse are the components, a²/(a²+b²) the first one's share.
func TestPCAOfAnEllipse(t *testing.T) {
	for _, angle := range []float64{0, 0.3, 1, 2, 3} {
		const a, b = 3.0, 0.5
		u := [2]float64{math.Cos(angle), math.Sin(angle)}
		v := [2]float64{-u[1], u[0]}
		x := mat.NewDense(4, 2, []float64{
			7 + a*u[0], a * u[1], 7 - a*u[0], -a * u[1],
			7 + b*v[0], b * v[1], 7 - b*v[0], -b * v[1],
		})
		p := must.Get(learn.PCA(t.Context(), x, 2))(t)
		for k, want := range [][2]float64{u, v} {
			largest := want[0]
			if math.Abs(want[1]) > math.Abs(want[0]) {
				largest = want[1]
			}
			sign := math.Copysign(1, largest)
			near(t, "axis", p.Axes.At(0, k), sign*want[0], 1e-12)
			near(t, "axis", p.Axes.At(1, k), sign*want[1], 1e-12)
			length := []float64{a, b}[k]
			near(t, "score", p.Scores.At(2*k, k), sign*length, 1e-12)
			near(t, "score", p.Scores.At(2*k+1, k), -sign*length, 1e-12)
			near(t, "score", p.Scores.At(2-2*k, k), 0, 1e-12)
			near(t, "share", p.Explained[k], length*length/(a*a+b*b), 1e-12)
		}
	}
}

// The axes are eigenvectors of the covariance matrix, orthonormal and signed;
// their values descend and add up to its trace, so that none is missing.
func TestPCAIsTheEigendecomposition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawMatrix(t, rapid.IntRange(2, 9).Draw(t, "n"), rapid.IntRange(1, 9).Draw(t, "d"))
		n, d := x.Dims()
		before := mat.DenseCopyOf(x)
		p, err := learn.PCA(t.Context(), x, d)
		if !mat.Equal(x, before) {
			t.Fatal("PCA changed its input")
		}
		cov := covariance(x)
		total := mat.Trace(cov)
		if total == 0 {
			if err == nil {
				t.Fatal("constant columns were projected")
			}
			return
		}
		must.Do(t, err)
		sum := 0.0
		for k := range d {
			axis := p.Axes.ColView(k)
			sum += p.Explained[k]
			if k > 0 && p.Explained[k] > p.Explained[k-1]+1e-12 {
				t.Fatalf("shares %v do not descend", p.Explained)
			}
			if p.Explained[k] == 0 {
				if mat.Norm(axis, 2) != 0 || mat.Norm(p.Scores.ColView(k), 2) != 0 {
					t.Fatalf("component %d is beyond the rank and not 0", k)
				}
				continue
			}
			for j := range k + 1 {
				want := 0.0
				if j == k {
					want = 1
				}
				if got := mat.Dot(axis, p.Axes.ColView(j)); math.Abs(got-want) > 1e-9 {
					t.Fatalf("axes %d and %d have the product %g", j, k, got)
				}
			}
			var residual mat.VecDense
			residual.MulVec(cov, axis)
			residual.AddScaledVec(&residual, -p.Explained[k]*total, axis)
			if r := mat.Norm(&residual, 2); r > 1e-9*total {
				t.Fatalf("component %d is no eigenvector: residual %g of %g", k, r, total)
			}
			if lo, hi := mat.Min(axis), mat.Max(axis); -lo > hi*(1+1e-8) {
				t.Fatalf("axis %v has a negative largest entry", mat.Formatted(axis.T()))
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("the shares add up to %g", sum)
		}
		var scores mat.Dense
		learn.Center(before)
		scores.Mul(before, p.Axes)
		if !mat.EqualApprox(p.Scores, &scores, 1e-9) {
			t.Fatal("the scores are not the projections")
		}
		if d > n-1 && p.Explained[n-1] != 0 {
			t.Fatalf("%d samples have %d components", n, n)
		}
	})
}

// Axes that come from samples stay orthonormal when one eigenvalue is 1e10
// times another.
func TestPCAOrthonormalAtSmallEigenvalues(t *testing.T) {
	const n, d = 6, 40
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, math.Pow(10, -float64(i))*math.Sin(float64((2*i+1)*(j*j+1))))
		}
	}
	p := must.Get(learn.PCA(t.Context(), x, n-1))(t)
	if p.Explained[n-2] == 0 || p.Explained[n-2] > 1e-7 {
		t.Fatalf("shares %v: the last should be small and not zero", p.Explained)
	}
	var gram mat.Dense
	gram.Mul(p.Axes.T(), p.Axes)
	for i := range n - 1 {
		gram.Set(i, i, gram.At(i, i)-1)
	}
	if off := mat.Norm(&gram, math.Inf(1)); off > 1e-13 {
		t.Errorf("the axes are %g off being orthonormal", off)
	}
}

// A direction of 1e-10 of the variance is one.
func TestPCAFlatEllipse(t *testing.T) {
	const b = 1e-5
	x := mat.NewDense(4, 2, []float64{0.6, 0.8, -0.6, -0.8, -0.8 * b, 0.6 * b, 0.8 * b, -0.6 * b})
	p := must.Get(learn.PCA(t.Context(), x, 2))(t)
	near(t, "share", p.Explained[1], b*b, 1e-15)
	near(t, "axis", p.Axes.At(0, 1), 0.8, 1e-9)
	near(t, "score", p.Scores.At(3, 1), b, 1e-12)
}

// A power of two as a factor changes no digit, however near it brings the
// squares to overflow or underflow.
func TestPCAScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawMatrix(t, rapid.IntRange(2, 5).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d"))
		_, d := x.Dims()
		want, err := learn.PCA(t.Context(), x, d)
		if err != nil {
			return // constant
		}
		factor := math.Ldexp(1, rapid.SampledFrom([]int{-900, -600, 600, 1000}).Draw(t, "exponent"))
		var scaled mat.Dense
		scaled.Scale(factor, x)
		got := must.Get(learn.PCA(t.Context(), &scaled, d))(t)
		want.Scores.Scale(factor, want.Scores)
		if !mat.Equal(got.Axes, want.Axes) || !mat.Equal(got.Scores, want.Scores) {
			t.Fatal("axes or scores changed")
		}
		for k := range d {
			if got.Explained[k] != want.Explained[k] {
				t.Fatalf("shares %v, want %v", got.Explained, want.Explained)
			}
		}
	})
}

func TestPCAErrors(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 7})
	for _, test := range []struct {
		what string
		x    mat.Matrix
		m    int
		want string
	}{
		{"no component", x, 0, "0 components of 2 features; ask for 1 to 2"},
		{"too many", x, 3, "3 components of 2 features; ask for 1 to 2"},
		{"one sample", mat.NewDense(1, 2, nil), 1, "at least two samples"},
		{"constant", mat.NewDense(3, 2, []float64{1, 2, 1, 2, 1, 2}), 1,
			"every feature is constant"},
		{"infinite difference", mat.NewDense(2, 1, []float64{1.7e308, -1.7e308}), 1,
			"differences of the values are not finite"},
		{"NaN", mat.NewDense(2, 1, []float64{1, math.NaN()}), 1, "not finite"},
		{"infinite projection", diagonal(40, 1.7e308), 1, "the projections are not finite"},
	} {
		_, err := learn.PCA(t.Context(), test.x, test.m)
		must.ErrorWith(t, err, test.want, test.what)
	}
}

// Numbers of scikit-learn 1.2.1, made by testdata/pca_iris.py.
func TestPCAOfIris(t *testing.T) {
	iris := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	for _, test := range []struct {
		x           mat.Matrix
		explained   []float64
		first, last [2]float64
	}{
		{
			iris.X, []float64{0.924618723201727, 0.053066483117068, 0.01710260980793,
				0.005212183873275},
			[2]float64{-2.684125625969537, 0.319397246585101}, [2]float64{1.390188861947913,
				-0.282660937990551},
		},
		{
			learn.FitScaling(iris.X).Apply(iris.X), []float64{0.729624454132999, 0.228507617867017,
				0.036689218892829, 0.005178709107155},
			[2]float64{-2.25714117564812, 0.4784238321249}, [2]float64{0.957448488427994,
				-0.024250426980428},
		},
	} {
		p := must.Get(learn.PCA(t.Context(), test.x, 4))(t)
		for k, want := range test.explained {
			near(t, "share", p.Explained[k], want, 1e-12)
		}
		for k := range 2 {
			near(t, "first sample", p.Scores.At(0, k), test.first[k], 1e-10)
			near(t, "last sample", p.Scores.At(149, k), test.last[k], 1e-10)
		}
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	must.Near(t, got, want, tolerance, "%s", what)
}

func drawMatrix(t *rapid.T, n, d int) *mat.Dense {
	value := rapid.Map(rapid.IntRange(-5000, 5000), func(i int) float64 { return float64(i) / 512 })
	few := rapid.SampledFrom([]float64{0, 1, -1, 2})
	return mat.NewDense(n, d, rapid.SliceOfN(rapid.OneOf(value, few), n*d, n*d).Draw(t, "x"))
}

// covariance is the definition, without the factor 1/(n-1).
func covariance(x *mat.Dense) *mat.SymDense {
	n, d := x.Dims()
	out := mat.NewSymDense(d, nil)
	for a := range d {
		for b := a; b < d; b++ {
			var ma, mb, sum float64
			for i := range n {
				ma += x.At(i, a) / float64(n)
				mb += x.At(i, b) / float64(n)
			}
			for i := range n {
				sum += (x.At(i, a) - ma) * (x.At(i, b) - mb)
			}
			out.SetSym(a, b, sum)
		}
	}
	return out
}

func diagonal(n int, v float64) *mat.Dense {
	out := mat.NewDense(2, n, nil)
	for j := range n {
		out.Set(0, j, v)
	}
	return out
}

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
		must.FailWith(learn.PCA(t.Context(), c.x, c.m))(t, c.want)
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
