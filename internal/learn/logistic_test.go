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
		must.ErrorWith(t, err, c.want, c.c, c.y)
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

func TestScaling(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{
		2, 7, 1e9,
		4, 7, 1e9 + 1,
		4, 7, 1e9 + 2,
		6, 7, 1e9 + 3,
	})
	s := learn.FitScaling(x)
	// Squared deviations 4, 0, 0, 4 and 2.25, .25, .25, 2.25 over n-1 = 3.
	for j, want := range []struct{ mean, sd float64 }{{4, math.Sqrt(8. / 3)}, {7, 0},
		{1e9 + 1.5, math.Sqrt(5. / 3)}} {
		near(t, "mean", s.Mean[j], want.mean, 0)
		near(t, "deviation", s.SD[j], want.sd, 1e-15)
	}
	fresh := mat.NewDense(1, 3, []float64{8, 9, 1e9})
	got := s.Apply(fresh)
	for j, want := range []float64{4 / math.Sqrt(8./3), 2, -1.5 / math.Sqrt(5./3)} {
		near(t, "scaled", got.At(0, j), want, 1e-15)
	}
	if fresh.At(0, 0) != 8 || x.At(0, 0) != 2 {
		t.Error("an input was changed")
	}
	// Another kind of matrix gives the same.
	if other := learn.FitScaling(mat.DenseCopyOf(x.T()).T()); other.SD[0] != s.SD[0] ||
		other.Mean[2] != s.Mean[2] {
		t.Errorf("the transposed matrix gave %v, want %v", other, s)
	}
	if single := learn.FitScaling(x.Slice(0, 1, 0, 3)); single.SD[0] != 0 || single.Mean[0] != 2 {
		t.Errorf("one row: %+v, want its values and deviations 0", single)
	}
}

// Scaled columns have mean 0 and variance 1 whatever the unit they come in.
func TestScalingStandardizes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(t, "n")
		unit := rapid.SampledFrom([]float64{1, 1e-200, 1e200, 1e-300, 1e300}).Draw(t, "unit")
		shift := rapid.SampledFrom([]float64{0, 1, -3}).Draw(t, "shift")
		x := mat.NewDense(n, 1, nil)
		constant := true
		for i := range n {
			x.Set(i, 0, unit*(shift+float64(rapid.IntRange(-9, 9).Draw(t, "x"))))
			constant = constant && x.At(i, 0) == x.At(0, 0)
		}
		z := learn.FitScaling(x).Apply(x)
		var mean, square float64
		for i := range n {
			mean += z.At(i, 0)
			square += z.At(i, 0) * z.At(i, 0)
		}
		want := float64(n - 1)
		if constant {
			want = 0
		}
		if math.Abs(mean) > 1e-12 || math.Abs(square-want) > 1e-9 {
			t.Fatalf("sum %g, squares %g; want 0 and %g", mean, square, want)
		}
	})
}

func TestCenter(t *testing.T) {
	x := mat.NewDense(3, 3, []float64{
		0.1, 1e16, 1,
		0.1, 1e16, 2,
		0.1, 1e16, 6,
	})
	learn.Center(x)
	want := mat.NewDense(3, 3, []float64{0, 0, -2, 0, 0, -1, 0, 0, 3})
	if !mat.EqualApprox(x, want, 1e-15) {
		t.Errorf("got\n%v", mat.Formatted(x))
	}
	if x.At(0, 0) != 0 || x.At(0, 1) != 0 {
		t.Error("a constant column is not exactly 0")
	}
}
