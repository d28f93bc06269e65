package hingelp

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// problem draws columns, of whole numbers if coded, signs of both kinds, and costs.
func problem(rng *rand.Rand, n, d int, coded bool) (x [][]float64, sign, cost, g []float64) {
	for i := range n {
		sign = append(sign, float64(2*(i%2)-1))
		cost = append(cost, 1/float64((n+1-i%2)/2))
	}
	for range d {
		f := make([]float64, n)
		for i := range f {
			f[i] = rng.NormFloat64() + .5*sign[i]
			if coded {
				f[i] = math.Round(f[i])
			}
		}
		x = append(x, f)
		g = append(g, .3*rng.Float64())
	}
	return x, sign, cost, g
}

// simplex is the minimum by gonum's simplex method on the program in standard form: weights and b
// as differences, hinges, and what margins have above 1.
func simplex(x [][]float64, sign, cost, g []float64) (float64, error) {
	n, d := len(sign), len(x)
	a := mat.NewDense(n, 2*d+2+2*n, nil)
	c, one := make([]float64, 2*d+2+2*n), make([]float64, n)
	for i := range n {
		for j, f := range x {
			a.Set(i, 2*j, sign[i]*f[i])
			a.Set(i, 2*j+1, -sign[i]*f[i])
			c[2*j], c[2*j+1] = g[j], g[j]
		}
		a.Set(i, 2*d, -sign[i])
		a.Set(i, 2*d+1, sign[i])
		a.Set(i, 2*d+2+i, 1)
		a.Set(i, 2*d+2+n+i, -1)
		c[2*d+2+i], one[i] = cost[i], 1
	}
	value, _, err := lp.Simplex(c, a, one, 1e-10, nil)
	return value, err
}

func TestSolveIsTheSimplexMethod(t *testing.T) {
	solved := 0
	for seed := range uint64(longtest.Or(60, 600)) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n, d := 4+rng.IntN(10), 1+rng.IntN(7)
		x, sign, cost, g := problem(rng, n, d, seed%3 == 0)
		s := New(x, sign, cost, 1)
		for again := range 3 {
			got := must.Get(s.Solve(t.Context(), g))(t)
			if !got.Converged || !(got.Value-got.Bound < 1e-8) {
				t.Errorf("seed %d, time %d, %d×%d: %+v", seed, again, n, d, got)
			}
			if want, err := simplex(x, sign, cost, g); err == nil {
				solved++
				if math.Abs(got.Value-want) > 1e-8 {
					t.Errorf("seed %d, time %d: %v, want %v", seed, again, got.Value, want)
				}
			}
			for j := range g {
				g[j] *= 2 * rng.Float64()
			}
		}
	}
	if solved < 100 {
		t.Errorf("gonum solved %d programs only", solved)
	}
}

// On larger programs, also with many equal values and more columns than samples, the bound proves
// the optimum, and the basis is small.
func TestSolveProvesItsOptimum(t *testing.T) {
	for seed := range uint64(longtest.Or(6, 30)) {
		rng := rand.New(rand.NewPCG(seed, 8))
		n, d := 60+int(seed)*20, []int{20, 200}[seed%2]
		x, sign, cost, g := problem(rng, n, d, seed%3 == 0)
		for j := range g {
			g[j] = .02 + .1*rng.Float64()
		}
		copy(x[7], x[3]) // equal features at one cost: the lower one
		g[7] = g[3]
		s := New(x, sign, cost, 1)
		got, err := s.Solve(t.Context(), g)
		if err != nil || !got.Converged || !(got.Value-got.Bound < 1e-8) || got.W[7] != 0 {
			t.Errorf("seed %d, %d×%d: %v, gap %g, converged %v, weight %v", seed, n, d, err,
				got.Value-got.Bound, got.Converged, got.W[7])
		}
		floats.Scale(.5, g)
		next, err := s.Solve(t.Context(), g)
		cold, _ := New(x, sign, cost, 1).Solve(t.Context(), g)
		if err != nil || math.Abs(next.Value-cold.Value) > 1e-8 ||
			!floats.EqualApprox(next.W, cold.W, 1e-7) {
			t.Errorf("seed %d: %v, %v after another program, %v alone", seed, err, next.Value,
				cold.Value)
		}
	}
}

func TestSolveWorkersAndCancellation(t *testing.T) {
	x, sign, cost, g := problem(rand.New(rand.NewPCG(1, 1)), 20, 600, false)
	want, err := New(x, sign, cost, 1).Solve(t.Context(), g)
	got, second := New(x, sign, cost, 3).Solve(t.Context(), g)
	if diff := cmp.Diff(want, got); diff != "" || err != nil || second != nil {
		t.Errorf("3 workers: %v, %v\n%s", err, second, diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := New(x, sign, cost, 1).Solve(ctx, g); got != nil ||
		!errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v, %v", got, err)
	}
}

// Two samples and one feature: w = min(…) in closed form. The hinges 1 - x w of both samples, which
// are at ±1, fall at 1 each, against the cost g of a unit.
func TestSolveInClosedForm(t *testing.T) {
	for g, want := range map[float64]float64{.5: 1, 1.9: 1, 2.1: 0} {
		got, err := New([][]float64{{1, -1}}, []float64{1, -1}, []float64{1, 1}, 1).
			Solve(t.Context(), []float64{g})
		if err != nil || math.Abs(got.W[0]-want) > 1e-12 || math.Abs(got.Value-min(2, g)) > 1e-12 {
			t.Errorf("g = %v: %+v, %v", g, got, err)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	x, sign, cost, g := problem(rand.New(rand.NewPCG(1, 1)), 62, 2000, false)
	for j := range g {
		g[j] = .1
	}
	for b.Loop() {
		if _, err := New(x, sign, cost, 0).Solve(b.Context(), g); err != nil {
			b.Fatal(err)
		}
	}
}
