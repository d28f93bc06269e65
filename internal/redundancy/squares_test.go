package redundancy_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
	"fsnb.example/internal/redundancy"
)

// literal is A of all columns of x, entry by entry.
func literal(x *mat.Dense, uncentered bool) *mat.Dense {
	_, d := x.Dims()
	a := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			f, g := mat.Col(nil, i, x), mat.Col(nil, j, x)
			if !uncentered {
				for _, h := range [][]float64{f, g} {
					var mean float64
					for _, v := range h {
						mean += v / float64(len(h))
					}
					for k := range h {
						h[k] -= mean
					}
				}
			}
			var fg, ff, gg float64
			for k := range f {
				fg, ff, gg = fg+f[k]*g[k], ff+f[k]*f[k], gg+g[k]*g[k]
			}
			if ff > 1e-20 && gg > 1e-20 {
				a.Set(i, j, fg*fg/(ff*gg))
			}
		}
	}
	return a
}

func normal(seed uint64, n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 7))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, 3+rng.NormFloat64())
		}
	}
	return x
}

// Mul, by columns and by the kernel, and Block agree with A, at sizes near that of the tiles.
func TestSquaresAgainstTheMatrix(t *testing.T) {
	for _, shape := range [][2]int{{1, 3}, {2, 1}, {5, 70}, {64, 64}, {65, 130}, {130, 200},
		{300, 40}} {
		n, d := shape[0], shape[1]
		x := normal(1, n, d)
		for i := range n {
			x.Set(i, d/2, 4) // constant
		}
		for _, uncentered := range []bool{false, true} {
			a := literal(x, uncentered)
			s, err := redundancy.NewSquares(t.Context(), x, count(d), uncentered, 0)
			if err != nil || s.Dim() != d {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(2, 2))
			for _, share := range []float64{0, .02, .3, 1} {
				v := make([]float64, d)
				for j := range v {
					if rng.Float64() < share {
						v[j] = rng.NormFloat64()
					}
				}
				got := make([]float64, d)
				for j := range got {
					got[j] = 99
				}
				must.Do(t, s.Mul(t.Context(), got, v, 0))
				var want mat.VecDense
				want.MulVec(a, mat.NewVecDense(d, v))
				for j := range got {
					if math.Abs(got[j]-want.AtVec(j)) > 1e-12*float64(d) {
						t.Fatalf("%d×%d, uncentered %v, share %v: entry %d is %v, want %v", n, d,
							uncentered, share, j, got[j], want.AtVec(j))
					}
				}
			}
			dense, err := s.Dense(t.Context(), 0)
			if err != nil || !mat.EqualApprox(dense, a, 1e-13) || !mat.Equal(dense, dense.T()) {
				t.Fatalf("%d×%d, uncentered %v: %v", n, d, uncentered, err)
			}
			rows, cols := rng.Perm(d)[:(d+1)/2], rng.Perm(d)
			for _, pair := range [][2][]int{{rows, cols}, {cols, rows}} {
				b := mat.NewDense(len(pair[0]), len(pair[1]), nil)
				must.Do(t, s.Block(t.Context(), b, pair[0], pair[1], 0))
				for i, p := range pair[0] {
					for j, q := range pair[1] {
						if math.Abs(b.At(i, j)-a.At(p, q)) > 1e-13 {
							t.Fatalf("block entry %d, %d is %v, want %v", p, q, b.At(i, j),
								a.At(p, q))
						}
					}
				}
			}
		}
	}
}

func TestSquaresBitsDoNotDependOnWorkers(t *testing.T) {
	x := normal(3, 150, 400)
	v := make([]float64, 400)
	for j := range v {
		v[j] = float64(j%7) - 2
	}
	sparse := make([]float64, 400)
	sparse[3], sparse[77], sparse[391] = 1, -2, .5
	for _, v := range [][]float64{v, sparse} {
		var want []float64
		for _, workers := range []int{1, 2, 5, 0} {
			s := must.Get(redundancy.NewSquares(t.Context(), x, count(400), false, workers))(t)
			got := make([]float64, 400)
			must.Do(t, s.Mul(t.Context(), got, v, workers))
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d workers give other bits", workers)
			}
		}
	}
}

func TestSquaresKeepAndColumns(t *testing.T) {
	x := normal(4, 9, 12)
	a := literal(x, false)
	s := must.Get(redundancy.NewSquares(t.Context(), x, []int{11, 2, 5, 7}, false, 1))(t)
	s.Keep([]int{0, 2, 3})
	columns := []int{11, 5, 7}
	b := mat.NewDense(3, 3, nil)
	must.Do(t, s.Block(t.Context(), b, count(3), count(3), 1))
	for i, p := range columns {
		for j, q := range columns {
			if math.Abs(b.At(i, j)-a.At(p, q)) > 1e-13 {
				t.Errorf("entry %d, %d is %v, want %v", p, q, b.At(i, j), a.At(p, q))
			}
		}
	}
}

// Duplicates in another unit and with another sign or offset are found. Uncentered features with
// different offsets and nearly equal features are not duplicates.
func TestDuplicates(t *testing.T) {
	x := normal(5, 20, 10)
	for i := range 20 {
		v := x.At(i, 1)
		x.Set(i, 3, v)
		x.Set(i, 4, -2.54*v)
		x.Set(i, 6, 32+1.8*v)
		x.Set(i, 7, 0)
		x.Set(i, 8, 0)
		x.Set(i, 9, v+1e-6*x.At(i, 2))
	}
	for _, test := range []struct {
		uncentered bool
		want       []int
	}{
		{false, []int{0, 1, 2, 1, 1, 5, 1, 7, 8, 9}},
		{true, []int{0, 1, 2, 1, 1, 5, 6, 7, 8, 9}},
	} {
		s := must.Get(redundancy.NewSquares(t.Context(), x, count(10), test.uncentered, 0))(t)
		got := must.Get(s.Duplicates(t.Context(), 0))(t)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("uncentered %v (-want +got):\n%s", test.uncentered, diff)
		}
	}
}

// A is positive semidefinite and its entries are at most 1, in any unit.
func TestSquaresProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 12).Draw(t, "n"), rapid.IntRange(1, 15).Draw(t, "d")
		x := mat.NewDense(n, d, nil)
		for j := range d {
			unit := math.Pow(10, float64(rapid.IntRange(-300, 300).Draw(t, "unit")))
			for i := range n {
				x.Set(i, j, unit*float64(rapid.IntRange(-9, 9).Draw(t, "x")))
			}
		}
		s := must.Get(redundancy.NewSquares(context.Background(), x, count(d),
			rapid.Bool().Draw(t, "uncentered"), 0))(t)
		v, av := make([]float64, d), make([]float64, d)
		for j := range v {
			v[j] = rapid.Float64Range(-1, 1).Draw(t, "v")
		}
		must.Do(t, s.Mul(context.Background(), av, v, 0))
		var form float64
		for j := range v {
			form += v[j] * av[j]
		}
		if !(form > -1e-12*float64(d*d)) {
			t.Fatalf("v'Av = %v", form)
		}
		b := mat.NewDense(d, d, nil)
		must.Do(t, s.Block(context.Background(), b, count(d), count(d), 0))
		for i := range d {
			for j := range d {
				if v := b.At(i, j); !(v >= 0 && v <= 1+1e-14) || v != b.At(j, i) {
					t.Fatalf("entry %d, %d is %v, the other one %v", i, j, v, b.At(j, i))
				}
			}
			if v := b.At(i, i); v != 0 && math.Abs(v-1) > 1e-14 {
				t.Fatalf("diagonal %v", v)
			}
		}
	})
}

// BenchmarkMul times Av for a v without zeros and for one with one entry in a hundred. "gemms" is
// the time relative to one product of an n×n by the n×d matrix in the same run.
func BenchmarkMul(b *testing.B) {
	for _, shape := range [][2]int{{85, 2000}, {85, 20000}, {400, 20000}} {
		n, d := shape[0], shape[1]
		x := normal(7, n, d)
		s := must.Get(redundancy.NewSquares(b.Context(), x, count(d), false, 0))(b)
		k := mat.NewDense(n, n, slices.Repeat([]float64{.5}, n*n))
		out, dst := mat.NewDense(n, d, nil), make([]float64, d)
		for _, every := range []int{1, 100} {
			v := make([]float64, d)
			for j := 0; j < d; j += every {
				v[j] = 1
			}
			b.Run(fmt.Sprintf("%d×%d/one in %d", n, d, every), func(b *testing.B) {
				var unit time.Duration
				for b.Loop() {
					b.StopTimer()
					start := time.Now()
					out.Mul(k, x)
					unit += time.Since(start)
					b.StartTimer()
					must.Do(b, s.Mul(b.Context(), dst, v, 0))
				}
				b.ReportMetric(float64(b.Elapsed())/float64(unit), "gemms")
			})
		}
	}
}

func TestSquaresCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	x := normal(6, 20, 30)
	s := must.Get(redundancy.NewSquares(ctx, x, count(30), false, 1))(t)
	cancel()
	v := make([]float64, 30)
	_, newErr := redundancy.NewSquares(ctx, x, count(30), false, 1)
	_, duplicatesErr := s.Duplicates(ctx, 1)
	_, denseErr := s.Dense(ctx, 1)
	for what, err := range map[string]error{
		"Dense": denseErr, "NewSquares": newErr, "Duplicates": duplicatesErr, "Mul": s.Mul(ctx, v,
			slices.Repeat([]float64{1}, 30), 1),
		"sparse Mul": s.Mul(ctx, v, append([]float64{1}, make([]float64, 29)...), 1),
		"Block":      s.Block(ctx, mat.NewDense(30, 30, nil), count(30), count(30), 1),
	} {
		if err != context.Canceled {
			t.Errorf("%s: error %v", what, err)
		}
	}
}
