package filter_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// graphOf returns what EVSC differentiates: W, the ascending eigenvalues of the graph of weighted
// features without the first, and the eigenvectors, ξ'Dξ = 1.
func graphOf(x *mat.Dense, weight []float64, width float64) (w *mat.SymDense, values []float64,
	xi *mat.Dense) {
	n, d := x.Dims()
	w = mat.NewSymDense(n, nil)
	degree := make([]float64, n)
	for p := range n {
		for q := range n {
			var square float64
			for j := range d {
				square += weight[j] * math.Pow(x.At(p, j)-x.At(q, j), 2)
			}
			v := math.Exp(-square / (2 * width))
			w.SetSym(p, q, v)
			degree[p] += v
		}
	}
	l := mat.NewSymDense(n, nil)
	for p := range n {
		for q := p; q < n; q++ {
			v := -w.At(p, q) / math.Sqrt(degree[p]*degree[q])
			if p == q {
				v++
			}
			l.SetSym(p, q, v)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(l, true) {
		panic("no eigenvalues")
	}
	xi = &mat.Dense{}
	eigen.VectorsTo(xi)
	xi.Apply(func(p, _ int, v float64) float64 { return v / math.Sqrt(degree[p]) }, xi)
	return w, eigen.Values(nil)[1:], mat.DenseCopyOf(xi.Slice(0, n, 1, n))
}

func meanSquare(x *mat.Dense) float64 {
	n, _ := x.Dims()
	var sum float64
	for p := range n {
		for q := range n {
			off := floats.Distance(x.RawRowView(p), x.RawRowView(q), 2)
			sum += off * off
		}
	}
	return sum / float64(n*n)
}

func ones(n int) []float64 { return slices.Repeat([]float64{1}, n) }

// moved returns Σ_i |∂λ_i/∂w_j| over the first eigenvalues by central differences.
func moved(x *mat.Dense, width float64, j, count int) float64 {
	const h = 1e-5
	_, d := x.Dims()
	up, down := ones(d), ones(d)
	up[j], down[j] = 1+h, 1-h
	_, above, _ := graphOf(x, up, width)
	_, middle, _ := graphOf(x, ones(d), width)
	_, below, _ := graphOf(x, down, width)
	var sum float64
	for i := range count {
		// Valid also where equal eigenvalues separate.
		sum += (math.Abs(above[i]-middle[i]) + math.Abs(middle[i]-below[i])) / (2 * h)
	}
	return sum
}

func normal(seed uint64, n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 2011))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		return float64(1+j)*rng.NormFloat64() + float64(i%3)*float64(j%2)
	}, x)
	ds, err := datasets.New("normal", x, []int(nil), nil)
	if err != nil {
		panic(err)
	}
	return ds
}

func sensitive(t must.T, m filter.EVSC, d *datasets.Dataset) *algorithms.Scores {
	t.Helper()
	return must.Get(m.Score(context.Background(), d, algorithms.Options{}))(t)
}

// The corners of a polygon have double eigenvalues, except one, which separate when the
// plane is stretched. Those of a cube are triple.
func TestEVSCOfEqualEigenvalues(t *testing.T) {
	polygon := mat.NewDense(7, 3, nil)
	for i := range 7 {
		polygon.Set(i, 0, math.Cos(2*math.Pi*float64(i)/7))
		polygon.Set(i, 1, math.Sin(2*math.Pi*float64(i)/7))
		polygon.Set(i, 2, 5) // constant
	}
	cube := mat.NewDense(8, 3, nil)
	cube.Apply(func(i, j int, _ float64) float64 { return float64(i >> j & 1) }, cube)
	for name, test := range map[string]struct {
		x            *mat.Dense
		asked, count int
	}{"polygon": {polygon, 3, 4}, "cube": {cube, 1, 3}} {
		ds := must.Get(datasets.New(name, test.x, []int(nil), nil))(t)
		s := sensitive(t, filter.EVSC{Eigenvalues: test.asked}, ds)
		if got := float64(s.Diagnostics.Extra[1].Value); got != float64(test.count) {
			t.Errorf("%s: %v eigenvalues, want %d", name, got, test.count)
		}
		for j, v := range s.Values {
			if want := moved(test.x, meanSquare(test.x), j, test.count); math.Abs(v-want) > 1e-6 {
				t.Errorf("%s: column %d scores %v, by differences %v", name, j, v, want)
			}
		}
		if math.Abs(s.Values[0]-s.Values[1]) > 1e-12 {
			t.Errorf("%s: columns that mirror each other score %v and %v", name, s.Values[0],
				s.Values[1])
		}
	}
}

// The scores equal the formula with the matrices ∂L and ∂D, for so many samples that only a few
// eigenvectors are computed.
func TestEVSCLiterally(t *testing.T) {
	const n, d, k = 300, 4, 6
	ds := normal(5, n, d)
	width := meanSquare(ds.X)
	s := sensitive(t, filter.EVSC{Eigenvalues: k}, ds)
	w, values, xi := graphOf(ds.X, ones(d), width)
	for j := range d {
		var want float64
		for i := range k {
			dl, dd := mat.NewDense(n, n, nil), mat.NewDiagDense(n, nil)
			for p := range n {
				var sum float64
				for q := range n {
					off := ds.X.At(p, j) - ds.X.At(q, j)
					v := -w.At(p, q) * off * off / (2 * width)
					sum += v
					dl.Set(p, q, -v)
				}
				dl.Set(p, p, dl.At(p, p)+sum)
				dd.SetDiag(p, sum)
			}
			v := xi.ColView(i)
			want += math.Abs(mat.Inner(v, dl, v) - values[i]*mat.Inner(v, dd, v))
		}
		if math.Abs(s.Values[j]-want) > 1e-10*want {
			t.Errorf("column %d scores %v, literally %v", j, s.Values[j], want)
		}
	}
}

func TestEVSCRefuses(t *testing.T) {
	ds := normal(1, 40, 3)
	for _, test := range []struct {
		m    filter.EVSC
		want string
	}{
		{filter.EVSC{Eigenvalues: -1}, "evsc: eigenvalues = -1; give 1 or more"},
		{filter.EVSC{Similarity: graph.RBF{Width: -1}},
			"evsc: width = -1; give a number above 0"},
		{filter.EVSC{Similarity: graph.RBF{Width: 1e-9}},
			"evsc: 39 leading eigenvalues are equal: the width 1e-09 is so small"},
	} {
		if _, err := test.m.Score(context.Background(), ds, algorithms.Options{}); err == nil ||
			!strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v; want %s…", test.m, err, test.want)
		}
	}
}

// BenchmarkEVSC reports the time relative to one product K·X of n×n by n×d for each eigenvalue as
// "products", including the graph and its eigenvectors. d grows tenfold.
func BenchmarkEVSC(b *testing.B) {
	for _, shape := range [][2]int{{200, 2000}, {200, 20000}, {600, 2000}} {
		d := methodtest.Unrelated(shape[0], shape[1], 5)
		b.Run(fmt.Sprintf("%d×%d", shape[0], shape[1]), func(b *testing.B) {
			k, out := mat.NewDense(d.N(), d.N(), nil), mat.NewDense(d.N(), d.D(), nil)
			// products with 0 cost less
			k.Apply(func(i, j int, _ float64) float64 { return float64(i + j + 1) }, k)
			methodtest.Ratio(b, "products", func() {
				for range 5 {
					out.Mul(k, d.X)
				}
			}, func() {
				must.Get((filter.EVSC{}).Score(context.Background(), d,
					algorithms.Options{}))(b)
			})
		})
	}
}
