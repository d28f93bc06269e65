package learn_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// logisticGradient is the gradient of the objective of a model by its definition: of weights, then
// of biases.
func logisticGradient(m *learn.LogisticModel, c float64, x *mat.Dense, y []int) []float64 {
	n, d := x.Dims()
	k := len(m.Bias)
	g := make([]float64, k*(d+1))
	for a := range k {
		copy(g[a*d:], m.Weights.RawRowView(a))
	}
	for i := range n {
		z, sum := make([]float64, k), 0.0
		for a := range k {
			z[a] = math.Exp(m.Bias[a] + floats.Dot(m.Weights.RawRowView(a), x.RawRowView(i)))
			sum += z[a]
		}
		if k == 1 {
			sum++ // exp(0) of the second class
		}
		for a := range k {
			rest := z[a] / sum
			if y[i] == m.Classes[a] {
				rest--
			}
			floats.AddScaled(g[a*d:(a+1)*d], c*rest, x.RawRowView(i))
			g[k*d+a] += c * rest
		}
	}
	return g
}

// The gradient of the definition vanishes, with fewer and with more columns than rows, in steps
// that are solved directly and by conjugate gradients.
func TestLogisticGradientVanishes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(4, 30).Draw(t, "n"), rapid.SampledFrom([]int{1, 3, 40, 300}).
			Draw(t, "d")
		classes := rapid.IntRange(2, 4).Draw(t, "classes")
		c := rapid.SampledFrom([]float64{.01, 1, 10}).Draw(t, "C")
		state := uint64(rapid.IntRange(1, 1<<30).Draw(t, "state"))
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				state = state*6364136223846793005 + 1442695040888963407
				x.Set(i, j, float64(state>>40)/float64(1<<23)-1+5) // far from 0
			}
		}
		y := rapid.SliceOfN(rapid.IntRange(0, classes-1), n, n).Draw(t, "y")
		y[0], y[1] = 0, 1
		m := must.Get(learn.Logistic{C: c}.Train(t.Context(), x, y, classes))(t)
		if !m.Fit.Converged {
			t.Fatalf("gradient %g of %g", m.Fit.Gradient, m.Fit.Start)
		}
		g := floats.Norm(logisticGradient(m, c, x, y), 2)
		if g > 1e-7*(1+m.Fit.Start) {
			t.Errorf("%d×%d, %d classes: gradient %g", n, d, classes, g)
		}
		if sum := floats.Sum(m.Bias); len(m.Bias) > 1 &&
			math.Abs(sum) > 1e-12*floats.Norm(m.Bias, 1) {
			t.Errorf("biases of sum %g", sum)
		}
	})
}

// Without a column that says anything the probabilities are the shares of the classes.
func TestLogisticOfNothing(t *testing.T) {
	x, y := mat.NewDense(6, 2, nil), []int{3, 3, 3, 0, 0, 2}
	m := must.Get(learn.Logistic{}.Train(t.Context(), x, y, 5))(t)
	p := must.Get(m.Probabilities(x))(t)
	for k, want := range []float64{2. / 6, 1. / 6, 3. / 6} {
		must.Near(t, p.At(4, k), want, 1e-15, "class %d", m.Classes[k])
	}
	said, err := m.Predict(x)
	if err != nil || said[0] != 3 {
		t.Errorf("predicted %v (%v)", said, err)
	}
}

func TestLogisticErrors(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{1, 2, 3})
	for _, c := range []struct {
		c    float64
		y    []int
		want string
	}{
		{-1, []int{0, 1, 1}, "Logistic: C is -1; give a positive number, or 0 for 1"},
		{math.Inf(1), []int{0, 1, 1}, "C is +Inf"},
		{1, []int{0, 2, 1}, "row 1 has the class 2 of 2"},
		{1, []int{1, 1, 1}, "class"},
	} {
		_, err := learn.Logistic{C: c.c}.Train(t.Context(), x, c.y, 2)
		must.FailWith(t, err, c.want, c.c, c.y)
	}
	x.Set(2, 0, math.NaN())
	if _, err := (learn.Logistic{}).Train(t.Context(), x, []int{0, 1, 1}, 2); err == nil {
		t.Error("NaN is taken")
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	d := load(t, "iris")
	_, err := learn.Logistic{}.Train(stopped, d.X, d.Y, 3)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// AUC by its definition, over all pairs.
func TestAUCCountsPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		score := rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, 2, -3, math.Inf(-1),
			math.Inf(1)})
		scores, positive := make([]float64, n), make([]bool, n)
		for i := range n {
			scores[i], positive[i] = score.Draw(t, "score"), rapid.Bool().Draw(t, "positive")
		}
		positive[0], positive[1] = true, false
		var right, pairs float64
		for i, a := range scores {
			for j, b := range scores {
				if !positive[i] || positive[j] {
					continue
				}
				pairs++
				switch {
				case a > b:
					right++
				case a == b:
					right += .5
				}
			}
		}
		must.Is(t, learn.AUC(scores, positive), right/pairs, "learn.AUC(scores, positive)")
	})
	for _, v := range []float64{
		learn.AUC([]float64{1, 2}, []bool{true, true}),
		learn.AUC([]float64{1, math.NaN()}, []bool{true, false}),
		learn.MeanAUC(mat.NewDense(2, 3, nil), []int{1, 1}),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%g, want NaN", v)
		}
	}
}

// Shares are those of the neighbors, whose majority Classes names; those of sparse samples are the
// same.
func TestSharesOfNeighbors(t *testing.T) {
	d := load(t, "iris")
	x, y := every(d, 0, 2)
	held, _ := every(d, 1, 2)
	p := learn.Nearest{K: 5}
	shares := must.Get(p.Shares(t.Context(), x, y, 3, held, []int{2, 4}))(t)
	said := must.Get(p.Classes(t.Context(), x, y, 3, held, []int{2, 4}))(t)
	for c, of := range shares {
		for i, class := range said[c] {
			row := of.RawRowView(i)
			if math.Abs(floats.Sum(row)-1) > 1e-15 || row[class] != floats.Max(row) ||
				math.Abs(5*row[0]-math.Round(5*row[0])) > 1e-15 {
				t.Fatalf("row %d: %v for class %d", i, row, class)
			}
		}
	}
}
