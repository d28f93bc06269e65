package learn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/longtest"
	"fsnb.example/learn"
)

// Newton's method ends at the optimum: the duality gap is 0 but for rounding, and coordinate
// descent with a small tolerance ends there too.
func TestNewtonIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for number := range longtest.Or(15, 40) {
		n, d, classes := 20+rng.IntN(80), 1+rng.IntN(6), 2+rng.IntN(3)
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		for i := range n {
			y[i] = i % classes
			for j := range d {
				x.Set(i, j, rng.NormFloat64()+float64(number%3)*float64(y[i]*(j+1)))
			}
		}
		p := learn.LinearSVM{C: math.Exp(2 * rng.NormFloat64()), Eps: 1e-10, MaxEpochs: 1 << 20}
		if number%5 == 0 {
			p.Bias = -1
		}
		got, err := p.TrainNewton(t.Context(), x, y, classes)
		if err != nil {
			t.Fatal(err)
		}
		want, err := p.Train(t.Context(), x, y, classes)
		if err != nil {
			t.Fatal(err)
		}
		for k, fit := range got.Fits {
			if !fit.Converged || math.Abs(fit.Gap) > 1e-9*fit.Objective {
				t.Errorf("%d×%d, class %d: %+v", n, d, k, fit)
			}
			if o := want.Fits[k].Objective; math.Abs(fit.Objective-o) > 1e-8*o {
				t.Errorf("%d×%d, class %d: objective %v, want %v", n, d, k, fit.Objective, o)
			}
		}
		if !mat.EqualApprox(got.Weights, want.Weights, 1e-6) {
			t.Errorf("%d×%d: weights\n%v\nwant\n%v", n, d, mat.Formatted(got.Weights),
				mat.Formatted(want.Weights))
		}
	}
}

func TestNewtonMistakes(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 2})
	_, err := learn.LinearSVM{Hinge: true}.TrainNewton(t.Context(), x, []int{0, 1}, 2)
	if err == nil || err.Error() !=
		"LinearSVM: Newton's method squares the errors; leave Hinge out" {
		t.Error(err)
	}
	x.Set(1, 0, math.NaN())
	if _, err := (learn.LinearSVM{}).TrainNewton(t.Context(), x, []int{0, 1}, 2); err == nil {
		t.Error("a NaN is no error")
	}
}
