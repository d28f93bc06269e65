package learn_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// Newton's method ends at the optimum, of few features and of more than there are samples: the
// duality gap is 0 but for rounding, and coordinate descent with a small tolerance ends there too.
// So it does from another start.
func TestNewtonIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for number := range longtest.Or(15, 40) {
		n, d, classes := 20+rng.IntN(80), 1+rng.IntN(6), 2+rng.IntN(3)
		if number%3 == 1 {
			d = 10 + rng.IntN(140)
		}
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		for i := range n {
			y[i] = i % classes
			for j := range d {
				shift := float64(y[i]*(j%6+1)) / float64(1+j/6)
				x.Set(i, j, rng.NormFloat64()+float64(number%3)*shift)
			}
		}
		p := learn.LinearSVM{C: math.Exp(2 * rng.NormFloat64()), Eps: 1e-10, MaxEpochs: 1 << 20}
		got := must.Get(p.TrainNewton(t.Context(), x, y, classes, nil))(t)
		start := &learn.LinearModel{Weights: mat.DenseCopyOf(got.Weights),
			Bias: make([]float64, len(got.Bias))}
		start.Weights.Apply(func(_, _ int, v float64) float64 {
			return 1.5*v + .1*rng.NormFloat64()
		}, start.Weights)
		again := must.Get(p.TrainNewton(t.Context(), x, y, classes, start))(t)
		if !mat.EqualApprox(again.Weights, got.Weights, 1e-9) {
			t.Errorf("%d×%d: the weights depend on the start", n, d)
		}
		checkSets(t, p, x, y, classes, got)
		want := must.Get(p.Train(t.Context(), x, y, classes))(t)
		for k, fit := range got.Fits {
			if !fit.Converged || math.Abs(fit.Gap) > 1e-9*fit.Objective {
				t.Errorf("%d×%d, class %d: %+v", n, d, k, fit)
			}
			if o := want.Fits[k].Objective; math.Abs(fit.Objective-o) > 1e-8*o {
				t.Errorf("%d×%d, class %d: objective %v, want %v", n, d, k, fit.Objective, o)
			}
		}
		checkProducts(t, p, x, y, classes, got)
		if !mat.EqualApprox(got.Weights, want.Weights, 1e-6) {
			t.Errorf("%d×%d: other weights than those of coordinate descent", n, d)
		}
	}
}

// checkSets begins near the optimum with sets of samples that have nothing to do with its errors,
// the empty one among them: the objective may rise towards their minima.
func checkSets(t *testing.T, p learn.LinearSVM, x *mat.Dense, y []int, classes int,
	want *learn.LinearModel) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	for _, share := range []float64{0, .3, 1} {
		start := &learn.LinearModel{Weights: mat.DenseCopyOf(want.Weights), Bias: want.Bias,
			Wrong: make([][]int, len(want.Bias))}
		start.Weights.Scale(1.001, start.Weights)
		for m := range start.Wrong {
			start.Wrong[m] = []int{}
			for i := range y {
				if rng.Float64() < share {
					start.Wrong[m] = append(start.Wrong[m], i)
				}
			}
		}
		got := must.Get(p.TrainNewton(t.Context(), x, y, classes, start))(t)
		for m, fit := range got.Fits {
			if !fit.Converged || !slices.Equal(got.Wrong[m], want.Wrong[m]) {
				t.Errorf("machine %d from other sets: %+v, errors of %v, want %v", m, fit,
					got.Wrong[m], want.Wrong[m])
			}
		}
		if !mat.EqualApprox(got.Weights, want.Weights, 1e-9) {
			t.Errorf("the weights depend on the sets of the start")
		}
	}
}

// checkProducts trains from the products of the samples, and again from a start that is no optimum.
func checkProducts(t *testing.T, p learn.LinearSVM, x *mat.Dense, y []int, classes int,
	want *learn.LinearModel) {
	t.Helper()
	var k mat.Dense
	k.Mul(x, x.T())
	var start *learn.DualModel
	for range 2 {
		got := must.Get(p.TrainProducts(t.Context(), &k, y, classes, start))(t)
		var weights mat.Dense
		weights.Mul(got.Coefficients, x)
		if !mat.EqualApprox(&weights, want.Weights, 1e-9) ||
			!floats.EqualApprox(got.Bias, want.Bias, 1e-9) {
			t.Errorf("from products %v, %v, want %v, %v", mat.Formatted(&weights), got.Bias,
				mat.Formatted(want.Weights), want.Bias)
		}
		for m, fit := range got.Fits {
			w := weights.RawRowView(m)
			objective := want.Fits[m].Objective
			if !fit.Converged || math.Abs(fit.Gap) > 1e-9*fit.Objective ||
				math.Abs(fit.Objective-objective) > 1e-9*objective {
				t.Errorf("from products %+v, want %+v; weights %v", fit, want.Fits[m], w)
			}
		}
		start = got
		start.Coefficients.Apply(func(_, i int, v float64) float64 {
			return 1.5*v + .01*float64(i%3)
		}, start.Coefficients)
	}
}

// Of two samples at a and -a the weight is 4Ca/(1 + 4Ca²), which is so small for a small a that the
// objective does not see it; the start is far away.
func TestNewtonFindsSmallWeights(t *testing.T) {
	for _, a := range []float64{1e-4, 1e-9, 1e-14} {
		for _, more := range []int{0, 5} { // columns of zeros: more features than samples
			x := mat.NewDense(2, 1+more, nil)
			x.Set(0, 0, a)
			x.Set(1, 0, -a)
			start := &learn.LinearModel{Weights: mat.NewDense(1, 1+more, nil), Bias: []float64{0}}
			start.Weights.Set(0, 0, 1)
			m := must.Get(learn.LinearSVM{}.TrainNewton(t.Context(), x, []int{0, 1}, 2, start))(t)
			want := 4 * a / (1 + 4*a*a)
			if w := m.Weights.At(0, 0); math.Abs(w-want) > 1e-12*want || !m.Fits[0].Converged {
				t.Errorf("a = %g, %d columns of zeros: weight %g, want %g", a, more, w, want)
			}
		}
	}
}

func TestNewtonMistakes(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 2})
	x.Set(1, 0, math.NaN())
	if _, err := (learn.LinearSVM{}).TrainNewton(t.Context(), x, []int{0, 1}, 2, nil); err == nil {
		t.Error("a NaN is no error")
	}
	k := mat.NewDense(2, 2, []float64{1, 0, 0, math.NaN()})
	_, err := learn.LinearSVM{}.TrainProducts(t.Context(), k, []int{0, 1}, 2, nil)
	must.Error(t, err, "the product of sample 1 with itself is NaN; scale the values")
}
