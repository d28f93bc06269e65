package lasso

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// positive draws d columns of n numbers that are not negative, of length 1 at most, and a target
// that some of them make up with noise.
func positive(seed uint64, d, n int, common float64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 5))
	base := make([]float64, n)
	for i := range base {
		base[i] = common * rng.ExpFloat64()
	}
	y = make([]float64, n)
	for j := range d {
		f := slices.Clone(base)
		for i := range f {
			f[i] += rng.ExpFloat64()
		}
		floats.Scale((.5+.5*rng.Float64())/floats.Norm(f, 2), f)
		x = append(x, f)
		if j%3 == 0 {
			floats.AddScaled(y, rng.Float64(), f)
		}
	}
	for i := range y {
		y[i] += .1 * rng.NormFloat64()
	}
	return x, y
}

func columnsOf(x [][]float64, capacity int) MadeColumns {
	return MadeColumns{Count: len(x), Size: len(x[0]), Capacity: capacity,
		Fill: func(out []float64, j int) { copy(out, x[j]) }}
}

func nonNegative(t *testing.T, x [][]float64, y []float64, until Until, workers,
	capacity int) *NonNegative {
	t.Helper()
	f, err := NonNegativePath(t.Context(), columnsOf(x, capacity), y, until, workers, func(int) {})
	must.Do(t, err)
	return f
}

// literal is the path with all products, each direction by a fresh solution of its equations:
// the order of first entries, λ at each, and the coefficients at the end.
func literal(x [][]float64, y []float64) (order []int, lambdas, a []float64) {
	d := len(x)
	a = make([]float64, d)
	c := make([]float64, d)
	for j, f := range x {
		c[j] = floats.Dot(f, y)
	}
	lambda, next := floats.Max(c), floats.MaxIdx(c)
	var active []int
	entered := make([]bool, d)
	for {
		if next >= 0 {
			active = append(active, next)
			if !entered[next] {
				entered[next] = true
				order, lambdas = append(order, next), append(lambdas, lambda)
			}
		}
		g := mat.NewDense(len(active), len(active), nil)
		one := mat.NewVecDense(len(active), nil)
		for i, p := range active {
			one.SetVec(i, 1)
			for k, q := range active {
				g.Set(i, k, floats.Dot(x[p], x[q]))
			}
		}
		var w mat.VecDense
		if err := w.SolveVec(g, one); err != nil {
			panic(err)
		}
		step, out := lambda, -1
		next = -1
		for j, f := range x {
			if slices.Contains(active, j) || len(active) == len(y) { // they span all
				continue
			}
			slope := 0.0
			for i, p := range active {
				slope += floats.Dot(f, x[p]) * w.AtVec(i)
			}
			if at := (lambda - c[j]) / (1 - slope); slope < 1-1e-10 && at < step {
				step, next = max(0, at), j
			}
		}
		for i, p := range active {
			if w.AtVec(i) < 0 && a[p]/-w.AtVec(i) < step {
				step, next, out = a[p]/-w.AtVec(i), -1, i
			}
		}
		for i, p := range active {
			a[p] += step * w.AtVec(i)
		}
		r := slices.Clone(y)
		for j, v := range a {
			floats.AddScaled(r, -v, x[j])
		}
		for j, f := range x {
			c[j] = floats.Dot(f, r)
		}
		lambda -= step
		if out >= 0 {
			a[active[out]] = 0
			active = slices.Delete(active, out, out+1)
		} else if next < 0 {
			return order, lambdas, a
		}
	}
}

func TestNonNegativePathIsTheLiteralOne(t *testing.T) {
	dropped, skipped := 0, 0
	for seed := range uint64(longtest.Or(50, 500)) {
		n, d := 4+int(seed%9), 2+int(seed*7%11)
		x, y := positive(seed, d, n, float64(seed%4))
		order, lambdas, a := literal(x, y)
		got := nonNegative(t, x, y, Until{}, 1, 1<<20)
		if !slices.Equal(got.Entered, order) ||
			!floats.EqualApprox(got.Lambdas, lambdas, 1e-10) {
			t.Fatalf("seed %d, %d×%d: %v at %v, want %v at %v", seed, n, d, got.Entered,
				got.Lambdas, order, lambdas)
		}
		for i, j := range got.Features {
			if math.Abs(a[j]-got.Coefficients[i]) > 1e-8 {
				t.Errorf("seed %d: coefficient %d is %v, want %v", seed, j, got.Coefficients[i],
					a[j])
			}
			a[j] = 0
		}
		if floats.Norm(a, 1) > 1e-8 || got.Residual > 1e-12 || !got.Ended || !got.Converged {
			t.Errorf("seed %d: %v of other coefficients, %+v", seed, floats.Norm(a, 1), got)
		}
		dropped += got.Dropped
		skipped += d - len(got.Entered)
	}
	if dropped < 10 || skipped < 10 {
		t.Errorf("%d columns left again and %d never entered: too few to test that", dropped,
			skipped)
	}
}

// At any point of the path no coordinate can be improved, and few columns are made on the way.
func TestNonNegativePathIsOptimal(t *testing.T) {
	for seed := range uint64(6) {
		x, y := positive(100+seed, 400, 60, 1)
		for _, until := range []Until{{Entered: 1}, {Entered: 9}, {Active: 7}, {}} {
			f := nonNegative(t, x, y, until, 1, 1<<20)
			a := make([]float64, len(x))
			for i, j := range f.Features {
				a[j] = f.Coefficients[i]
			}
			r := slices.Clone(y)
			for j, v := range a {
				floats.AddScaled(r, -v, x[j])
			}
			for j, f2 := range x {
				c := floats.Dot(f2, r)
				better := max(0, a[j]+(c-f.Lambda)/floats.Dot(f2, f2))
				if math.Abs(better-a[j]) > 1e-10 || math.Abs(c-f.Correlations[j]) > 1e-12 {
					t.Errorf("seed %d, %+v: coefficient %d is %v, better %v", seed, until, j, a[j],
						better)
				}
			}
			if math.Abs(f.Rest-floats.Dot(r, r)) > 1e-12 || f.Residual > 1e-12 {
				t.Errorf("‖r‖² = %v, want %v, residual %v", f.Rest, floats.Dot(r, r), f.Residual)
			}
			if until.Entered > 0 && len(f.Entered) != until.Entered ||
				until.Active > 0 && len(f.Features) != until.Active {
				t.Errorf("%+v: %d entered, %d features", until, len(f.Entered), len(f.Features))
			}
		}
	}
}

// With orthonormal columns the coefficients are max(0, c - λ): negative correlations never enter.
// A copy of a feature never enters, and of equal correlations the lower column is first.
func TestNonNegativePathOrthonormal(t *testing.T) {
	x := [][]float64{{0, 0, 1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}, {}}
	x[5] = make([]float64, 4) // a column of zeros
	y := []float64{3, 10, -2, 3}
	got := nonNegative(t, x, y, Until{}, 1, 1<<20)
	want := &NonNegative{Entered: []int{1, 2, 4}, Lambdas: []float64{10, 3, 3},
		Features: []int{1, 2, 4}, Coefficients: []float64{10, 3, 3}, Start: 10, Ended: true,
		Correlations: []float64{-2, 0, 0, 0, 0, 0}, Rest: 4, Converged: true,
		Steps: got.Steps, Made: got.Made}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, y := range [][]float64{{-1, -1, 0, -1}, {0, 0, 0, 0}} {
		if got := nonNegative(t, x, y, Until{}, 1, 1<<20); len(got.Entered) > 0 || !got.Ended ||
			got.Residual != 0 || got.Correlations[2] != y[0] {
			t.Errorf("nothing that predicts: %+v", got)
		}
	}
}

func TestNonNegativePathWorkersCapacityAndCancellation(t *testing.T) {
	x, y := positive(9, 90, 30, 1)
	want := nonNegative(t, x, y, Until{}, 1, 1<<20)
	for _, capacity := range []int{0, 120, 900, 1 << 20} {
		for _, workers := range []int{1, 3} {
			got := nonNegative(t, x, y, Until{}, workers, capacity)
			got.Made = want.Made
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%d workers, room %d:\n%s", workers, capacity, diff)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	f, err := NonNegativePath(ctx, columnsOf(x, 0), y, Until{}, 1, func(int) {
		cancel()
	})
	if !errors.Is(err, context.Canceled) || f == nil || len(f.Entered) != 1 {
		t.Errorf("canceled: %+v, %v", f, err)
	}
}
