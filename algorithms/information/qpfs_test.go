package information

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/internal/redundancy"
)

type fataler interface {
	must.T
	Context() context.Context
}

func weighed(t fataler, m QPFS, d *datasets.Dataset) *algorithms.Ranking {
	return must.Get(m.Select(t.Context(), d, algorithms.Options{}))(t)
}

// sharing has n samples in c classes, and d features that depend much on the classes and on each
// other.
func sharing(seed uint64, n, d, c int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 2010))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = i % c
		common := rng.NormFloat64()
		for j := range d {
			x.Set(i, j, rng.NormFloat64()+float64(j%3)*common+float64((y[i]+j)%c)/float64(1+j%4))
		}
	}
	ds, err := datasets.New("sharing", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

// literally returns Q and F by their definitions; no feature may be constant.
func literally(m QPFS, d *datasets.Dataset) (q *mat.SymDense, f []float64) {
	m = algorithms.WithDefaults(m)
	n, p := d.N(), d.D()
	q, f = mat.NewSymDense(p, nil), make([]float64, p)
	if m.Measure == MutualInformation {
		c, err := Code(context.Background(), d, m.Coding, m.Bins, 1)
		if err != nil {
			panic(err)
		}
		for i := range p {
			for j := i; j < p; j++ {
				q.SetSym(i, j, bitsOf(column(c, i), column(c, j)))
			}
			f[i] = bitsOf(column(c, i), d.Y)
		}
		return q, f
	}
	power := 1.
	if m.Measure == SquaredCorrelation {
		power = 2
	}
	rho := func(a,
		b []float64) float64 {
		return math.Pow(math.Abs(stat.Correlation(a, b, nil)), power)
	}
	for i := range p {
		a := mat.Col(nil, i, d.X)
		for j := i; j < p; j++ {
			q.SetSym(i, j, rho(a, mat.Col(nil, j, d.X)))
		}
		for c, count := range d.ClassCounts() {
			own := make([]float64, n)
			for k, y := range d.Y {
				if y == c {
					own[k] = 1
				}
			}
			f[i] += float64(count) / float64(n) * rho(a, own)
		}
	}
	return q, f
}

// column is column j of codes.
func column(c *Codes, j int) (out []int) {
	for _, code := range c.Column(j) {
		out = append(out, int(code))
	}
	return out
}

// bitsOf returns the mutual information of two lists of codes by its definition.
func bitsOf(a, b []int) float64 {
	n := float64(len(a))
	joint, left, right := map[[2]int]float64{}, map[int]float64{}, map[int]float64{}
	for i := range a {
		joint[[2]int{a[i], b[i]}] += 1 / n
		left[a[i]] += 1 / n
		right[b[i]] += 1 / n
	}
	var sum float64
	for k, v := range joint {
		sum += v * math.Log2(v/left[k[0]]/right[k[1]])
	}
	return sum
}

// optimum returns the least objective over all supports, for a positive definite Q, and the α that
// it uses, the default if alpha is 0.
func optimum(q *mat.SymDense, f []float64, alpha float64) (least, used float64) {
	p := len(f)
	if alpha == 0 {
		qm, fm := mat.Sum(q)/float64(p*p), floats.Sum(f)/float64(p)
		alpha = qm / (qm + fm)
	}
	least = math.Inf(1)
	for set := 1; set < 1<<p; set++ {
		var at []int
		for j := range p {
			if set>>j&1 == 1 {
				at = append(at, j)
			}
		}
		k := len(at)
		a, b := mat.NewDense(k+1, k+1, nil), mat.NewVecDense(k+1, nil)
		for i, u := range at {
			for j, v := range at {
				a.Set(i, j, (1-alpha)*q.At(u, v))
			}
			a.Set(i, k, 1)
			a.Set(k, i, 1)
			b.SetVec(i, alpha*f[u])
		}
		b.SetVec(k, 1)
		var out mat.VecDense
		if out.SolveVec(a, b) != nil {
			continue
		}
		x := make([]float64, p)
		for i, u := range at {
			x[u] = out.AtVec(i)
		}
		if floats.Min(x) >= 0 {
			least = min(least, objective(q, f, x, alpha))
		}
	}
	return least, alpha
}

func objective(q mat.Symmetric, f, x []float64, alpha float64) float64 {
	v := mat.NewVecDense(len(x), x)
	return (1-alpha)/2*mat.Inner(v, q, v) - alpha*floats.Dot(f, x)
}

// weights returns x of a ranking.
func weights(r *algorithms.Ranking, d int) []float64 {
	x := make([]float64, d)
	for i, j := range r.Features {
		x[j] = r.Raw[i]
	}
	return x
}

var measures = []QPFS{{}, {Coding: Width, Bins: 4}, {Measure: AbsCorrelation},
	{Measure: SquaredCorrelation}}

// The optimum equals the best of all supports, with Q, F and α by their definitions.
func TestQPFSAgainstAllSupports(t *testing.T) {
	for seed := range uint64(8) {
		for _, m := range measures {
			for _, alpha := range []float64{0, .2, .9, 1e-300} {
				d := sharing(seed, 30+int(seed), 7, 2+int(seed%3))
				m.Alpha = alpha
				r := weighed(t, m, d)
				q, f := literally(m, d)
				want, used := optimum(q, f, alpha)
				if s := r.Diagnostics.Get("added to the diagonal"); s != 0 {
					t.Errorf("%s: %g added to the diagonal", r.Label, s)
				}
				x := weights(r, 7)
				if got := float64(*r.Diagnostics.Objective); math.Abs(got-want) > 1e-10 ||
					math.Abs(objective(q, f, x, used)-want) > 1e-10 ||
					math.Abs(floats.Sum(x)-1) > 1e-12 || floats.Min(x) < 0 {
					t.Errorf("%s, seed %d: objective %v of x = %v, of all supports %v", r.Label,
						seed, got, x, want)
				}
				if got := r.Diagnostics.Get("alpha"); math.Abs(got-used) > 1e-12 ||
					!r.Diagnostics.Converged {
					t.Errorf("%s, seed %d: alpha %v, want %v; %+v", r.Label, seed, got, used,
						r.Diagnostics)
				}
			}
		}
	}
}

// Precomputed Q and F give the result of computed ones, and the form without a matrix gives that of
// the matrix.
func TestQPFSPrecomputed(t *testing.T) {
	for _, m := range measures {
		d := sharing(3, 120, 40, 3)
		if m.Measure == SquaredCorrelation {
			d = sharing(3, 20, 400, 3)
		}
		p := d.D()
		q, f := literally(m, d)
		a := weighed(t, m, d)
		m.Redundancy = q
		both := []QPFS{m}
		m.Relevance = mat.NewVecDense(len(f), f)
		for _, m := range append(both, m) {
			b := weighed(t, m, d)
			if !slices.Equal(a.Features[:20], b.Features[:20]) ||
				!floats.EqualApprox(weights(a, p), weights(b, p), 1e-7) ||
				math.Abs(float64(*a.Diagnostics.Objective-*b.Diagnostics.Objective)) > 1e-10 {
				t.Errorf("%s: %v %v, precomputed %v %v", a.Label, a.Features[:9],
					*a.Diagnostics.Objective, b.Features[:9], *b.Diagnostics.Objective)
			}
		}
	}
}

// With many features and few samples |ρ| has negative eigenvalues. The shift of the diagonal makes
// the least eigenvalue 0, and the result is the global optimum.
func TestQPFSOfAnIndefiniteMatrix(t *testing.T) {
	d := sharing(1, 8, 120, 2)
	m := QPFS{Measure: AbsCorrelation}
	r := weighed(t, m, d)
	q, f := literally(m, d)
	var eigen mat.EigenSym
	eigen.Factorize(q, false)
	added := r.Diagnostics.Get("added to the diagonal")
	if least := eigen.Values(nil)[0]; least > -.1 || math.Abs(added+least) > 1e-9 ||
		!strings.Contains(strings.Join(r.Warnings, "\n"), "not positive semidefinite") {
		t.Errorf("%v added to the diagonal, the least eigenvalue is %v; %q", added, least,
			r.Warnings)
	}
	x, alpha := weights(r, 120), r.Diagnostics.Get("alpha")
	if got := float64(*r.Diagnostics.Objective); math.Abs(got-objective(q, f, x, alpha)) > 1e-12 {
		t.Errorf("objective %v, want %v", got, objective(q, f, x, alpha))
	}
	for j := range x {
		q.SetSym(j, j, q.At(j, j)+added)
	}
	// The optimality conditions of the convex problem.
	g := make([]float64, 120)
	for j := range g {
		g[j] = (1-alpha)*floats.Dot(mat.Row(nil, j, q), x) - alpha*f[j]
	}
	mu := floats.Dot(x, g)
	for j, v := range g {
		if v < mu-1e-9 || x[j] > 0 && v > mu+1e-9 {
			t.Errorf("feature %d of weight %g has the gradient %v, μ = %v", j, x[j], v, mu)
		}
	}
}

// Without any relevance features rank by redundancy alone.
func TestQPFSWithoutRelevance(t *testing.T) {
	x := mat.NewDense(8, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1})
	d := must.Get(datasets.New("nothing", x, []int{0, 0, 0, 0, 1, 1, 1, 1}, nil))(t)
	r := weighed(t, QPFS{}, d)
	if r.Diagnostics.Get("alpha") != 0 || !floats.EqualApprox(r.Scores, []float64{.5, .5}, 1e-12) ||
		!strings.Contains(strings.Join(r.Warnings, "\n"), "redundancy alone") {
		t.Errorf("%v %q %+v", r.Scores, r.Warnings, r.Diagnostics.Extra)
	}
}

func TestQPFSRefuses(t *testing.T) {
	d := sharing(1, 12, 3, 2)
	for _, test := range []struct {
		m    QPFS
		want string
	}{
		{QPFS{Relevance: mat.NewVecDense(2, nil)}, "qpfs: the precomputed relevance has 2 numbers"},
		{QPFS{Redundancy: mat.NewSymDense(2, nil)}, "qpfs: the precomputed redundancy is 2×2"},
		{QPFS{Redundancy: mat.NewSymDense(3, nil)},
			"qpfs: cannot derive alpha from a mean redundancy of 0 and"},
		{QPFS{Redundancy: mat.NewSymDense(3, nil), Alpha: 1e-300,
			Relevance: mat.NewVecDense(3, nil)},
			"qpfs: the diagonal of the redundancy is 0"},
	} {
		if r, err := test.m.Select(t.Context(), d, algorithms.Options{}); r != nil || err == nil ||
			!strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v; want %s…", test.m, err, test.want)
		}
	}
}

// The redundancy of 5% of the features, selected on 60% of the samples, compared with Table V of
// FSIR².
func TestQPFSRealRedundancy(t *testing.T) {
	realdata.Need(t, "warpPIE10P.mat", "TOX_171.mat")
	tests := []struct {
		name    string
		printed float64
	}{{"warpPIE10P", .52}, {"TOX_171", .89}}
	for _, test := range longtest.Or(tests[:1], tests) {
		d := must.Get(datasets.Load(test.name, datasets.Options{}))(t)
		part := must.Get(d.Rows(rand.New(rand.NewPCG(1, 2016)).Perm(d.N())[:d.N()*3/5]))(t)
		for _, m := range []QPFS{{}, {Measure: SquaredCorrelation}} {
			start := time.Now()
			r := weighed(t, m, part)
			of := must.Get(redundancy.Of(t.Context(), d, r.Features[:d.D()/20], 0))(t)
			t.Logf("%s, %s: redundancy %.3f, printed %.2f; alpha %.3f, support %v, %v", test.name,
				r.Label, of.SqCosUncentered, test.printed, r.Diagnostics.Get("alpha"),
				r.Diagnostics.Get("support"), time.Since(start))
			if !r.Diagnostics.Converged || math.Abs(of.SqCosUncentered-test.printed) > .1 {
				t.Errorf("%s, %s: redundancy %.3f, printed %.2f; %+v", test.name, r.Label,
					of.SqCosUncentered, test.printed, r.Diagnostics.Certificate)
			}
		}
	}
}

// BenchmarkQPFS reports the time relative to that of Q: for mutual information the joint counts of
// all pairs of features, or of 512 with all, as "counts"; for squared correlation one product with
// Q, as "products". d grows tenfold.
func BenchmarkQPFS(b *testing.B) {
	for _, p := range []int{2000, 20000} {
		d := methodtest.Unrelated(100, p, 10)
		b.Run(fmt.Sprintf("mi/100×%d", p), func(b *testing.B) {
			c := must.Get(Code(context.Background(), d, Levels, 10, 0))(b)
			passes := p / 2
			if p > wholeMatrix {
				passes = nystromRows
			}
			methodtest.Ratio(b, "counts", func() { jointCounts(c, passes, 2) }, func() {
				must.Get((QPFS{}).Select(context.Background(), d,
					algorithms.Options{Workers: 2}))(b)
			})
		})
		b.Run(fmt.Sprintf("squared/100×%d", p), func(b *testing.B) {
			s := must.Get(redundancy.NewSquares(context.Background(), d.X, upTo(p), false, 0))(b)
			v, out := slices.Repeat([]float64{1}, p), make([]float64, p)
			methodtest.Ratio(b, "products", func() {
				must.Do(b, s.Mul(context.Background(), out, v, 2))
			}, func() {
				must.Get((QPFS{Measure: SquaredCorrelation}).Select(context.Background(), d,
					algorithms.Options{Workers: 2}))(b)
			})
		})
	}
}
