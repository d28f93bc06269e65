package krylov_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/krylov"
	"fsnb.example/internal/must"
)

// times multiplies rows by a symmetric matrix.
func times(a mat.Matrix) func(v *mat.Dense) (*mat.Dense, error) {
	return func(v *mat.Dense) (*mat.Dense, error) {
		var out mat.Dense
		out.Mul(v, a)
		return &out, nil
	}
}

// path and cycle are Laplacians of n samples in a row and in a ring, by their products alone.
func path(n int, ring bool) func(v *mat.Dense) (*mat.Dense, error) {
	return func(v *mat.Dense) (*mat.Dense, error) {
		k, _ := v.Dims()
		out := mat.NewDense(k, n, nil)
		for c := range k {
			x, y := v.RawRowView(c), out.RawRowView(c)
			for i := range n {
				j := i + 1
				if j == n {
					if !ring {
						break
					}
					j = 0
				}
				y[i] += x[i] - x[j]
				y[j] += x[j] - x[i]
			}
		}
		return out, nil
	}
}

// closed is the spectrum of path, ascending.
func closed(n int, ring bool) []float64 {
	values := make([]float64, n)
	for k := range values {
		angle := math.Pi * float64(k) / float64(n)
		if ring {
			angle *= 2
		}
		values[k] = 2 - 2*math.Cos(angle)
	}
	slices.Sort(values)
	return values
}

func equal(a, b float64) bool { return math.Abs(a-b) <= 1e-9 }

// check holds pairs to the equation, to the certificate, and to orthonormality.
func check(t *testing.T, p krylov.Problem, pairs *krylov.Pairs, want []float64, within float64) {
	t.Helper()
	if !pairs.Converged || len(pairs.Values) != len(want) {
		t.Fatalf("settled %v, values %v, want %v", pairs.Converged, pairs.Values, want)
	}
	images := must.Get(p.Times(pairs.Vectors))(t)
	var gram mat.Dense
	gram.Mul(pairs.Vectors, pairs.Vectors.T())
	for c, v := range pairs.Values {
		if math.Abs(v-want[c]) > within {
			t.Errorf("value %d is %v, want %v", c, v, want[c])
		}
		var r mat.VecDense
		r.AddScaledVec(images.RowView(c), -v, pairs.Vectors.RowView(c))
		norm := mat.Norm(&r, 2)
		if norm > pairs.Residuals[c]+1e-13 || norm < pairs.Residuals[c]-1e-13 {
			t.Errorf("residual %d is %.2e, and said to be %.2e", c, norm, pairs.Residuals[c])
		}
		for b := range pairs.Values {
			want := 0.
			if b == c {
				want = 1
			}
			if math.Abs(gram.At(b, c)-want) > 1e-12 {
				t.Errorf("product of vectors %d and %d is %v", b, c, gram.At(b, c))
			}
		}
	}
}

// The ends of closed spectra; a ring has all but the outermost values twice.
func TestClosedSpectra(t *testing.T) {
	const n = 60
	for _, ring := range []bool{false, true} {
		all := closed(n, ring)
		for _, smallest := range []bool{false, true} {
			for _, want := range []int{1, 2, 4, 7} {
				for name, p := range map[string]krylov.Problem{
					"lanczos":  {Look: .2},
					"looking":  {},
					"restarts": {Restart: 24, Ahead: 2},
				} {
					title := fmt.Sprintf("ring=%v/smallest=%v/%d/%s", ring, smallest, want, name)
					t.Run(title, func(t *testing.T) {
						p.N, p.Times, p.Want, p.Smallest = n, path(n, ring), want, smallest
						p.Equal, p.Spare, p.Tolerance, p.Rounds = equal, 4, 1e-11, 100000
						pairs := must.Get(p.Solve(t.Context()))(t)
						values := slices.Clone(all)
						if !smallest {
							slices.Reverse(values)
						}
						count := want
						for count < n && equal(values[count], values[want-1]) {
							count++
						}
						check(t, p, pairs, values[:count], 1e-10)
						if math.Abs(pairs.Size-4) > .3 && !smallest {
							t.Errorf("size %v, want nearly 4", pairs.Size)
						}
						if p.Restart > 0 && pairs.Dim > p.Restart+want+4+2 {
							t.Errorf("%d dimensions with a restart at %d", pairs.Dim, p.Restart)
						}
					})
				}
			}
		}
	}
}

// random is a symmetric matrix with the given spectrum, and its eigenvectors, columns.
func random(seed uint64, values []float64) (*mat.Dense, *mat.Dense) {
	n := len(values)
	rng := rand.New(rand.NewPCG(seed, 9))
	g := mat.NewDense(n, n, nil)
	g.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, g)
	var qr mat.QR
	qr.Factorize(g)
	var q, scaled, a mat.Dense
	qr.QTo(&q)
	scaled.Mul(&q, mat.NewDiagDense(n, values))
	a.Mul(&scaled, q.T())
	for i := range n {
		for j := range i {
			v := (a.At(i, j) + a.At(j, i)) / 2
			a.Set(i, j, v)
			a.Set(j, i, v)
		}
	}
	return &a, &q
}

// With vectors set aside the next ones are found, orthogonal to them.
func TestDeflation(t *testing.T) {
	values := make([]float64, 90)
	for k := range values {
		values[k] = 1 / float64(1+k)
	}
	a, q := random(1, values)
	outside := mat.DenseCopyOf(q.Slice(0, 90, 0, 3).T())
	p := krylov.Problem{N: 90, Times: times(a), Want: 2, Spare: 2, Tolerance: 1e-12,
		Outside: outside}
	pairs := must.Get(p.Solve(t.Context()))(t)
	check(t, p, pairs, values[3:5], 1e-11)
	var parts mat.Dense
	parts.Mul(pairs.Vectors, outside.T())
	if mat.Norm(&parts, math.Inf(1)) > 1e-12 {
		t.Errorf("parts in the vectors outside: %v", mat.Formatted(&parts))
	}
	p.Want = 88
	if _, err := p.Solve(t.Context()); !errors.Is(err, krylov.ErrNoConvergence) {
		t.Errorf("88 of 87 dimensions: %v", err)
	}
}

// A start near the answer saves products; an exact one needs no further block.
func TestStart(t *testing.T) {
	values := make([]float64, 100)
	for k := range values {
		values[k] = 1 - float64(k)/300
	}
	a, q := random(2, values)
	p := krylov.Problem{N: 100, Times: times(a), Want: 3, Spare: 2, Tolerance: 1e-10}
	cold, err := p.Solve(t.Context())
	must.Do(t, err)
	check(t, p, cold, values[:3], 1e-9)
	p.Start = krylov.Block(100, 5, q.Slice(0, 100, 0, 3))
	warm := must.Get(p.Solve(t.Context()))(t)
	check(t, p, warm, values[:3], 1e-9)
	if warm.Products != 5 || cold.Products <= 5 {
		t.Errorf("%d products from the answer, %d from nothing", warm.Products, cold.Products)
	}
	p.Start = cold.Near(5)
	near, err := p.Solve(t.Context())
	if err != nil || near.Products > 5 {
		t.Errorf("%d products from the best approximations, %v", near.Products, err)
	}
}

// Davidson's method with the exact inverse finds the smallest values of a matrix of condition 1e9
// in a few blocks.
func TestExpand(t *testing.T) {
	values := make([]float64, 150)
	for k := range values {
		values[k] = math.Pow(10, -9+9*float64(k)/149)
	}
	a, _ := random(3, values)
	var inverse mat.Dense
	if err := inverse.Inverse(a); err != nil {
		var condition mat.Condition
		if !errors.As(err, &condition) {
			t.Fatal(err)
		}
	}
	p := krylov.Problem{
		N: 150, Times: times(a), Want: 3, Smallest: true, Spare: 4, Ahead: 4, Tolerance: 1e-13,
		Scale:  1,
		Expand: times(&inverse), Equal: func(a, b float64) bool { return a-b <= 1e-11 },
	}
	pairs := must.Get(p.Solve(t.Context()))(t)
	check(t, p, pairs, values[:3], 1e-13)
	if pairs.Products > 100 {
		t.Errorf("%d products", pairs.Products)
	}
}

// A space that is closed under the matrix ends the search: of zeros, and of few different values.
func TestClosedSpaces(t *testing.T) {
	zero := krylov.Problem{
		N: 50, Times: times(mat.NewDense(50, 50, nil)), Want: 2, Spare: 3, Equal: equal,
	}
	pairs, err := zero.Solve(t.Context())
	if err != nil || pairs.Converged || len(pairs.Values) != 5 || pairs.Dim != 5 {
		t.Errorf("zeros: %+v, %v", pairs, err)
	}
	zero.Equal = nil
	if pairs, err = zero.Solve(t.Context()); err != nil || !pairs.Converged ||
		len(pairs.Values) != 2 {
		t.Errorf("zeros, two are enough: %+v, %v", pairs, err)
	}
	values := slices.Repeat([]float64{1}, 50)
	values[0], values[1] = 3, 2
	a, _ := random(4, values)
	p := krylov.Problem{N: 50, Times: times(a), Want: 2, Spare: 1, Look: .2, Tolerance: 1e-10}
	if pairs, err = p.Solve(t.Context()); err != nil {
		t.Fatal(err)
	}
	check(t, p, pairs, values[:2], 1e-12)
	if pairs.Dim > 7 {
		t.Errorf("%d dimensions for three different values", pairs.Dim)
	}
}

// Limits give what there is, and say so: a lower bound within the residual.
func TestLimits(t *testing.T) {
	p := krylov.Problem{
		N: 400, Times: path(400, false), Want: 1, Smallest: true, Tolerance: 1e-10, Look: .2,
	}
	for name, limited := range map[string]func(*krylov.Problem){
		"most":   func(p *krylov.Problem) { p.Most = 12 },
		"rounds": func(p *krylov.Problem) { p.Rounds = 12 },
		"stop": func(p *krylov.Problem) {
			p.Look = 0
			p.Stop = func(now *krylov.Pairs) bool { return now.Dim == 12 }
		},
	} {
		q := p
		limited(&q)
		pairs, err := q.Solve(t.Context())
		if err != nil || pairs.Converged || pairs.Dim != 12 || pairs.Products != 12 ||
			!(pairs.Residuals[0] > 1e-3) {
			t.Errorf("%s: %+v, %v", name, pairs, err)
			continue
		}
		off := math.Inf(1) // of the nearest eigenvalue
		for _, v := range closed(400, false) {
			off = min(off, math.Abs(v-pairs.Values[0]))
		}
		if off > pairs.Residuals[0] {
			t.Errorf("%s: no eigenvalue within %v of %v", name, pairs.Residuals[0], pairs.Values[0])
		}
	}
}

func TestStopsAndFails(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	calls, told := 0, 0
	broken := errors.New("broken")
	p := krylov.Problem{
		N: 500, Want: 1, Tolerance: 1e-14, Look: .2, Tick: func(products int) { told += products },
		Times: func(v *mat.Dense) (*mat.Dense, error) {
			if calls++; calls == 5 {
				stop()
			}
			return path(500, false)(v)
		},
	}
	if pairs, err := p.Solve(ctx); pairs != nil || err != context.Canceled || calls != 5 ||
		told != 5 {
		t.Errorf("%v, %v after %d products, of which %d were told", pairs, err, calls, told)
	}
	p.Times = func(v *mat.Dense) (*mat.Dense, error) {
		k, n := v.Dims()
		return mat.NewDense(k, n, slices.Repeat([]float64{math.NaN()}, k*n)), nil
	}
	if _, err := p.Solve(t.Context()); !errors.Is(err, krylov.ErrNoConvergence) {
		t.Errorf("products that are no numbers: %v", err)
	}
	p.Times = func(*mat.Dense) (*mat.Dense, error) { return nil, broken }
	if _, err := p.Solve(t.Context()); err != broken {
		t.Errorf("the error of a product: %v", err)
	}
	p.Times, p.Look = path(500, false), 0
	p.Expand = func(*mat.Dense) (*mat.Dense, error) { return nil, broken }
	if _, err := p.Solve(t.Context()); err != broken {
		t.Errorf("the error of an expansion: %v", err)
	}
}

func TestSameBitsOnAnyNumberOfProcessors(t *testing.T) {
	values := make([]float64, 300)
	for k := range values {
		values[k] = 1 / float64(1+k)
	}
	a, _ := random(5, values)
	p := krylov.Problem{N: 300, Times: times(a), Want: 6, Spare: 4, Tolerance: 1e-10, Look: .2}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := must.Get(p.Solve(t.Context()))(t)
	runtime.GOMAXPROCS(5)
	five := must.Get(p.Solve(t.Context()))(t)
	if !slices.Equal(one.Values, five.Values) || !mat.Equal(one.Vectors, five.Vectors) {
		t.Error("the pairs depend on the number of processors")
	}
}

func TestOrthonormal(t *testing.T) {
	q := mat.NewDense(3, 4, []float64{1, 0, 0, 0, 0, 1, 0, 0, 9, 9, 9, 9})
	v := []float64{5, 5, 3, 4}
	if !krylov.Orthonormal(v, q, 2) || !floats.EqualApprox(v, []float64{0, 0, .6, .8}, 1e-15) {
		t.Errorf("left %v", v)
	}
	v = []float64{0, 3, 4, 0}
	if !krylov.Orthonormal(v, q, 0) || !floats.EqualApprox(v, []float64{0, .6, .8, 0}, 1e-15) {
		t.Errorf("of no space: %v", v)
	}
	nan := math.NaN()
	for _, v := range [][]float64{{1, 2, 0, 0}, {0, 0, 0, 0}, {1, 1, 1e-14, 0}, {nan, 0, 1, 0}} {
		if krylov.Orthonormal(slices.Clone(v), q, 2) {
			t.Errorf("%v has a part outside", v)
		}
	}
}

// BenchmarkSolve finds six of the largest eigenpairs of a Gram matrix that is not formed.
func BenchmarkSolve(b *testing.B) {
	const n, d = 1500, 600
	rng := rand.New(rand.NewPCG(6, 6))
	x := mat.NewDense(n, d, nil)
	falling := func(_, j int,
		_ float64) float64 {
		return rng.NormFloat64() / math.Sqrt(float64(1+j))
	}
	x.Apply(falling, x)
	p := krylov.Problem{
		N: d, Want: 6, Spare: 4, Tolerance: 1e-10, Look: .2,
		Times: func(v *mat.Dense) (*mat.Dense, error) {
			var half, out mat.Dense
			half.Mul(v, x.T())
			out.Mul(&half, x)
			return &out, nil
		},
	}
	products := 0
	for b.Loop() {
		pairs, err := p.Solve(b.Context())
		if err != nil || !pairs.Converged {
			b.Fatal(pairs, err)
		}
		products += pairs.Products
	}
	b.ReportMetric(float64(products)/float64(b.N), "products/op")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(products), "µs/product")
}
