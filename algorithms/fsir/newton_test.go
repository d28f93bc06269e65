package fsir

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// settings prepares the problem of a data set without k.
func settings(t *testing.T, d *datasets.Dataset) *setting {
	t.Helper()
	s, err := algorithms.WithDefaults(FSIR2{}).prepare(context.Background(), d,
		algorithms.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func normals(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// The products of allPairs are those of Φ, formed, up to rounding.
func TestAllPairs(t *testing.T) {
	ctx, rng := context.Background(), rand.New(rand.NewPCG(7, 2))
	for _, shape := range [][2]int{{1, 1}, {65, 3}, {130, 40}, {301, 33}} {
		p, n := shape[0], shape[1]
		y := mat.NewDense(p, n, normals(rng, p*n))
		phi := mat.NewDense(p, n*(n+1)/2, nil)
		for j := range p {
			row, f := phi.RawRowView(j)[:0], y.RawRowView(j)
			for a := range n {
				row = append(row, f[a]*f[a])
				for b := a + 1; b < n; b++ {
					row = append(row, math.Sqrt2*f[a]*f[b])
				}
			}
		}
		h := newAllPairs(y, 2)
		u, w, v := normals(rng, p), normals(rng, p), normals(rng, n*(n+1)/2)
		image, sum, both := make([]float64, p), make([]float64, len(v)), make([]float64, len(v))
		if err := h.mul(ctx, image, v); err != nil {
			t.Fatal(err)
		}
		if err := h.transposed(ctx, sum, u); err != nil {
			t.Fatal(err)
		}
		if err := h.normal(ctx, both, w, v); err != nil {
			t.Fatal(err)
		}
		near := func(what string, got []float64, want *mat.VecDense) {
			t.Helper()
			off, size := floats.Distance(got, want.RawVector().Data, 2), mat.Norm(want, 2)
			if off > 1e-13*size {
				t.Errorf("%d×%d: %s is off by %g of %g", p, n, what, off, size)
			}
		}
		var want, weighted mat.VecDense
		want.MulVec(phi, mat.NewVecDense(len(v), v))
		near("Φv", image, &want)
		weighted.MulElemVec(&want, mat.NewVecDense(p, w))
		want.Reset()
		want.MulVec(phi.T(), &weighted)
		near("Φ'diag(w)Φv", both, &want)
		want.Reset()
		want.MulVec(phi.T(), mat.NewVecDense(p, u))
		near("Φ'u", sum, &want)
	}
}

// The solution of Newton's equation satisfies it with R~ itself: with some constraints and without,
// with features in S and without, and the better, the more is asked for.
func TestNewton(t *testing.T) {
	ctx, rng := context.Background(), rand.New(rand.NewPCG(19, 8))
	data := blocks(20, 24, 1500, 12, 10, .3)
	s := settings(t, data)
	p := s.m.Dim()
	for _, lambda := range []float64{.6, 1.5} {
		e := newNewton(s.m.near, data.N(), s.m.sum)
		if e == nil {
			t.Fatal("no solver")
		}
		r := normals(rng, p)
		ones := slices.Repeat([]float64{1 / math.Sqrt(float64(p))}, p)
		other := normals(rng, p)
		floats.Scale(1/floats.Norm(other, 2), other)
		for _, c := range [][][]float64{nil, {ones}, {other, ones}} {
			before := math.Inf(1)
			for _, part := range []float64{.3, 1e-3, 1e-6} {
				x := slices.Clone(r)
				products, err := e.solve(ctx, lambda, x, c, part)
				if err != nil || products == 0 {
					t.Fatal(products, err)
				}
				rest := make([]float64, p)
				if err := s.m.product(ctx, rest, x); err != nil {
					t.Fatal(err)
				}
				floats.AddScaled(rest, lambda, x)
				floats.Sub(rest, r)
				// Cμ is what the rows of c can take of the rest.
				if len(c) > 0 {
					columns, mu := mat.NewDense(p, len(c), nil), mat.NewVecDense(len(c), nil)
					for i, row := range c {
						columns.SetCol(i, row)
						if along := math.Abs(floats.Dot(row, x)); along > 1e-5*floats.Norm(x, 2) {
							t.Errorf("λ = %g: x has %g of %g along constraint %d", lambda, along,
								floats.Norm(x, 2), i)
						}
					}
					if err := mu.SolveVec(columns, mat.NewVecDense(p, rest)); err != nil {
						t.Fatal(err)
					}
					var taken mat.VecDense
					taken.MulVec(columns, mu)
					floats.Sub(rest, taken.RawVector().Data)
				}
				off := floats.Norm(rest, 2) / floats.Norm(r, 2)
				t.Logf("λ = %g, %d in S, %d constraints, part %g: %d products, %g", lambda,
					len(e.set), len(c), part, products, off)
				if off >= before/5 || part < 1e-5 && off > 1e-3 {
					t.Errorf("λ = %g, %d constraints, part %g: the residual is %g, after %g",
						lambda, len(c), part, off, before)
				}
				before = off
			}
		}
	}
}

// A slow search finds the same optimum with Newton's equation as through M alone, in fewer steps,
// and the same bits for any number of workers; also in the hard case, which copies of the most
// relevant feature make.
func TestSlowSearch(t *testing.T) {
	const n, d, k = 24, 2400, 2
	plain := factors(n, d)
	s := settings(t, plain)
	best := s.live[floats.MinIdx(s.m.rel)]
	x := mat.DenseCopyOf(plain.X)
	for i := range n {
		for j := range 3 {
			x.Set(i, d-1-j, x.At(i, best))
		}
	}
	copies, err := datasets.New("copies", x, plain.Y, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range []*datasets.Dataset{plain, copies} {
		solve := func(exact bool, workers int) (*Optimum, *setting) {
			s := settings(t, data)
			if !exact {
				s.m.exact = nil
			} else if s.m.exact == nil {
				t.Fatal("no solver")
			}
			s.m.workers, s.m.near.pairs.workers = workers, workers
			o, err := algorithms.WithDefaults(FSIR2{}).solve(context.Background(), s, k,
				algorithms.Options{Workers: workers})
			if err != nil || !o.Converged {
				t.Fatal(err, o)
			}
			return o, s
		}
		want, _ := solve(false, 2)
		got, s := solve(true, 2)
		t.Logf("%s: %d iterations and %d products, %d and %d without; %d in S; hard %v, %v",
			data.Name, got.Iterations, got.Products, want.Iterations, want.Products,
			len(s.m.exact.set), got.Hard, want.Hard)
		if data == plain && got.Iterations > want.Iterations*2/3 {
			t.Errorf("%d iterations, %d without Newton's equation", got.Iterations, want.Iterations)
		}
		if s.m.exact.all == nil {
			t.Error("Newton's equation was not solved")
		}
		if off := math.Abs(got.Multiplier - want.Multiplier); off > 1e-10 {
			t.Errorf("%s: λ is off by %g", data.Name, off)
		}
		if off := math.Abs(got.Value - want.Value); off > 1e-10*math.Abs(want.Value) {
			t.Errorf("%s: the value is off by %g", data.Name, off)
		}
		if off := floats.Distance(got.Z, want.Z, 2); off > 1e-6*floats.Norm(want.Z, 2) {
			t.Errorf("%s: z is off by %g", data.Name, off)
		}
		if again, _ := solve(true, 1); !slices.Equal(again.Z, got.Z) {
			t.Errorf("%s: another z with one worker", data.Name)
		}
	}
}
