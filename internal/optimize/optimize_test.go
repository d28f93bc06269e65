package optimize_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
	"fsnb.example/internal/optimize"
)

func random(rng *rand.Rand, rows, cols int) *mat.Dense {
	out := mat.NewDense(rows, cols, nil)
	out.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, out)
	return out
}

// Conjugate gradients end at the solution, with a preconditioner sooner, and numbers behind the
// unknowns stay linear in them. They change nothing along a negative curvature.
func TestCG(t *testing.T) {
	const n = 30
	rng := rand.New(rand.NewPCG(1, 1))
	root := random(rng, n, n)
	var a mat.Dense
	a.Mul(root.T(), root)
	diagonal := make([]float64, n)
	for i := range n {
		diagonal[i] = math.Pow(10, float64(i)/6)
		a.Set(i, i, a.At(i, i)+diagonal[i]*diagonal[i])
	}
	want := random(rng, n, 1).RawMatrix().Data
	times := func(out, v []float64) {
		mat.NewVecDense(n, out).MulVec(&a, mat.NewVecDense(n, v[:n]))
	}
	b := make([]float64, n)
	times(b, want)
	steps := map[bool]int{}
	for _, preconditioned := range []bool{false, true} {
		var precondition func(r []float64) []float64
		if preconditioned {
			precondition = func(r []float64) []float64 {
				z := slices.Clone(r)
				for i := range z {
					z[i] /= a.At(i, i)
				}
				return append(z, floats.Sum(z))
			}
		}
		c := optimize.NewCG(slices.Clone(b), precondition)
		for ; floats.Norm(c.R, 2) > 1e-12*floats.Norm(b, 2); c.Next() {
			times(c.AP, c.P)
			if !c.Step() {
				t.Fatal("a positive definite matrix has a negative curvature")
			}
			if steps[preconditioned]++; steps[preconditioned] > 500 {
				t.Fatalf("a residual of %g", floats.Norm(c.R, 2))
			}
		}
		if !floats.EqualApprox(c.X[:n], want, 1e-6) {
			t.Errorf("solution %v, want %v", c.X, want)
		}
		if preconditioned && math.Abs(c.X[n]-floats.Sum(c.X[:n])) > 1e-10 {
			t.Errorf("the sum of the unknowns is %v, carried as %v", floats.Sum(c.X[:n]), c.X[n])
		}
	}
	if !(steps[true] < steps[false]/2) {
		t.Errorf("steps without and with preconditioner: %v", steps)
	}
	c := optimize.NewCG([]float64{1, 2}, nil)
	c.AP = []float64{-1, 0}
	if c.Step() || c.Bend != -1 || floats.Norm(c.X, 2) != 0 {
		t.Errorf("a step along a negative curvature %v: %v", c.Bend, c.X)
	}
}

// The extrapolation of a linear iteration in as many dimensions as it remembers is its fixed point;
// from one step it is the step.
func TestAnderson(t *testing.T) {
	factor, limit := []float64{.9, -.5, .99, .3}, []float64{1, 2, -3, 4}
	for _, weight := range [][]float64{nil, {1, 2, 3, 4}} {
		var a optimize.Anderson
		x := make([]float64, 4)
		for step := range 6 {
			image := make([]float64, 4)
			for j, v := range x {
				image[j] = limit[j] + factor[j]*(v-limit[j])
			}
			plain := slices.Clone(image)
			f := floats.SubTo(make([]float64, 4), image, x)
			if a.Extrapolate(image, x, f, weight) != (step > 0) ||
				step == 0 && !slices.Equal(image, plain) {
				t.Fatalf("step %d: %v from %v", step, image, plain)
			}
			if x = image; floats.EqualApprox(x, limit, 1e-9) {
				break
			}
		}
		if !floats.EqualApprox(x, limit, 1e-9) {
			t.Errorf("the iteration ends at %v, want %v", x, limit)
		}
		a.Reset()
		if a.Extrapolate(slices.Clone(x), x, x, weight) {
			t.Error("an extrapolation from no steps")
		}
	}
}

// quadratic is -tr(W'CW) over W'AW = I for diagonal C and A, whose minimum is minus the sum of the
// largest ratios.
type quadratic struct{ c, a *mat.DiagDense }

func (q quadratic) At(w *mat.Dense) (float64, func() *mat.Dense) {
	var image mat.Dense
	image.Mul(q.c, w)
	return -optimize.Dot(&image, w), func() *mat.Dense {
		image.Scale(-2, &image)
		return &image
	}
}

func (q quadratic) Metric(v *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Mul(q.a, v)
	return &out
}

func (quadratic) Inverse(v *mat.Dense) *mat.Dense { return v }

// L-BFGS finds the leading eigenvectors of a pencil, each step lowers the objective, and it ends
// when it may not go on.
func TestLBFGS(t *testing.T) {
	p := quadratic{mat.NewDiagDense(10, nil), mat.NewDiagDense(10, nil)}
	start := mat.NewDense(10, 3, nil)
	for i := range 10 {
		p.a.SetDiag(i, 1+float64(i%3))
		p.c.SetDiag(i, float64(i)*p.a.At(i, i))
	}
	random := random(rand.New(rand.NewPCG(6, 1)), 10, 3)
	start.Mul(random, optimize.InverseRoot(random, p.Metric(random)))
	last, steps := math.Inf(1), 0
	q := &optimize.LBFGS{Problem: p, Tolerance: 1e-13,
		Exhausted: func() bool { return steps > 300 },
		Stepped: func(w *mat.Dense) {
			value, _ := p.At(w)
			if steps++; value > last {
				t.Errorf("step %d raises the objective from %v to %v", steps, last, value)
			}
			last = value
		}}
	w := must.Get(q.From(t.Context(), start))(t)
	if math.Abs(last+9+8+7) > 1e-9 || steps != q.Steps {
		t.Errorf("the objective is %v after %d steps (%d), want -24", last, steps, q.Steps)
	}
	var gram mat.Dense
	gram.Mul(w.T(), p.Metric(w))
	if one := mat.NewDiagDense(3, []float64{1, 1, 1}); !mat.EqualApprox(&gram, one, 1e-12) {
		t.Errorf("W'AW is %v", mat.Formatted(&gram))
	}
	few := &optimize.LBFGS{Problem: p, MaxSteps: 2, Exhausted: func() bool { return false }}
	if must.Get(few.From(t.Context(), start))(t); few.Steps != 2 {
		t.Errorf("%d steps, want 2", few.Steps)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.From(ctx, start); err != context.Canceled {
		t.Errorf("canceled: %v", err)
	}
}

// A matrix that is not positive definite has no inverse root.
func TestInverseRoot(t *testing.T) {
	one := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	if optimize.InverseRoot(one, mat.NewDense(2, 2, []float64{1, 2, 2, 1})) != nil {
		t.Error("an inverse root of a matrix with a negative eigenvalue")
	}
	root := optimize.InverseRoot(one, mat.NewDense(2, 2, []float64{4, 0, 0, .25}))
	if want := mat.NewDense(2, 2, []float64{.5, 0, 0, 2}); !mat.EqualApprox(root, want, 1e-15) {
		t.Errorf("inverse root %v", mat.Formatted(root))
	}
}

// The optimum of the quadratic program satisfies the optimality conditions, also with nearly
// singular matrices. If block pivoting fails, it leaves x unchanged.
func TestBounded(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 30).Draw(t, "m")
		rank := rapid.IntRange(1, m).Draw(t, "rank")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		a, h := mat.NewDense(m, rank, nil), mat.NewDense(m, m, nil)
		a.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, a)
		h.Mul(a, a.T())
		q, low, start := make([]float64, m), make([]float64, m), make([]float64, m)
		bounded := rapid.Bool().Draw(t, "bounded")
		for j := range m {
			h.Set(j, j, h.At(j, j)+0.01)
			q[j] = rng.NormFloat64()
			if bounded {
				low[j] = -rng.Float64()
			}
			start[j] = max(low[j], rng.NormFloat64())
		}
		bounds := low
		if !bounded {
			bounds = nil
		}
		x := slices.Clone(start)
		if optimize.Bounded(h, q, bounds, x) {
			found++
			for j := range m {
				slope := floats.Dot(h.RawRowView(j), x) - q[j]
				if x[j] < low[j] || slope < -1e-9 || (x[j]-low[j])*slope > 1e-9 {
					t.Fatalf("place %d: x %v, slope %v", j, x[j], slope)
				}
			}
		} else if !slices.Equal(x, start) {
			t.Fatal("block pivoting has failed and changed x")
		}
	})
	if found == 0 {
		t.Error("block pivoting never finds the optimum")
	}
}

// The search reports false for a matrix that is not positive definite.
func TestBoundedIndefinite(t *testing.T) {
	h := mat.NewDense(2, 2, []float64{1, 2, 2, 1})
	x := []float64{1, 1}
	if optimize.Bounded(h, []float64{1, 1}, nil, x) {
		t.Errorf("an optimum %v of an indefinite matrix", x)
	}
}
