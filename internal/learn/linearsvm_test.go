package learn_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

func trainLinear(t must.T, p learn.LinearSVM, x *mat.Dense, y []int,
	classes int) *learn.LinearModel {
	t.Helper()
	return must.Get(p.Train(context.Background(), x, y, classes))(t)
}

// Samples at a and -a: ½w² + 2C(1 - wa)² is least at w = 4Ca/(1 + 4Ca²).
func TestLinearSVMOfTwoSamples(t *testing.T) {
	for _, c := range []float64{0.01, 1, 100} {
		for _, a := range []float64{0.1, 1, 3} {
			x := mat.NewDense(2, 1, []float64{a, -a})
			m := trainLinear(t, learn.LinearSVM{C: c, Eps: 1e-12, MaxEpochs: 1e5}, x,
				[]int{0, 1}, 2)
			near(t, "weight", m.Weights.At(0, 0), 4*c*a/(1+4*c*a*a), 1e-7)
			near(t, "bias", m.Bias[0], 0, 1e-7)
		}
	}
}

// With squared errors the primal is smooth: its gradient is 0 at the optimum, with
// the bias as one more feature.
func TestLinearSVMIsStationary(t *testing.T) {
	for _, name := range []string{"iris", "wine", "wdbc", "digits"} {
		d := load(t, name)
		x, y := every(d, 0, 2)
		x = learn.FitScaling(x).Apply(x)
		n, p := x.Dims()
		const c = 0.3
		m := trainLinear(t, learn.LinearSVM{C: c, Eps: 1e-8, MaxEpochs: 1e6}, x, y, len(d.Classes))
		f := must.Get(m.Decision(x))(t)
		machines, _ := m.Weights.Dims()
		for k := range machines {
			gradient := mat.NewVecDense(p, nil)
			gradient.CopyVec(m.Weights.RowView(k))
			gb := m.Bias[k]
			for i := range n {
				sign := -1.0
				if y[i] == m.Classes[k] {
					sign = 1
				}
				if short := 1 - sign*f.At(i, k); short > 0 {
					gradient.AddScaledVec(gradient, -2*c*sign*short, x.RowView(i))
					gb -= 2 * c * sign * short
				}
			}
			if g := mat.Norm(gradient, math.Inf(1)); g > 1e-5 || math.Abs(gb) > 1e-5 {
				t.Errorf("%s, machine %d: gradient %g, of the bias %g", name, k, g, gb)
			}
			if fit := m.Fits[k]; !fit.Converged || fit.Gap < -1e-9 ||
				fit.Gap > 1e-7*(1+fit.Objective) {
				t.Errorf("%s, machine %d: %+v", name, k, fit)
			}
		}
	}
}

// The gradients of two samples that are almost equal are alike far from the optimum: their range
// does not tell it.
func TestLinearSVMOfAlikeSamples(t *testing.T) {
	x := normal(0xc2a802, 2, 4)
	m := trainLinear(t, learn.LinearSVM{C: 20, Eps: 1e-9, MaxEpochs: 1e6}, x, []int{0, 1}, 2)
	if fit := m.Fits[0]; !fit.Converged || math.Abs(fit.Gap) > 1e-7 {
		t.Errorf("%+v, want a gap of at most 1e-7", fit)
	}
}

// The dual has no equality, so that enumeration finds its optimum, which is minus
// the primal one.
func TestLinearSVMAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(2, 6).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
		x := normal(rapid.Uint64().Draw(t, "seed"), n, d)
		y := rapid.SliceOfN(rapid.IntRange(0, 1), n, n).Draw(t, "y")
		y[0], y[1] = 0, 1
		c := rapid.SampledFrom([]float64{0.1, 1, 20}).Draw(t, "C")
		m := trainLinear(t, learn.LinearSVM{C: c, Eps: 1e-9, MaxEpochs: 1e6}, x, y, 2)
		sign := make([]float64, n)
		for i := range n {
			sign[i] = 1 - 2*float64(y[i])
		}
		q := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				k := mat.Dot(x.RowView(i), x.RowView(j)) + 1
				if i == j {
					k += 1 / (2 * c)
				}
				q.SetSym(i, j, sign[i]*sign[j]*k)
			}
		}
		want := -dualByEnumeration(q, sign, 1e6, false)
		if fit := m.Fits[0]; math.Abs(fit.Objective-want) > 1e-6*(1+want) ||
			math.Abs(fit.Gap) > 1e-6*(1+want) {
			t.Fatalf("%+v, the optimum is %.12g", fit, want)
		}
	})
}

// Lists of the numbers other than 0 and whole rows give the same machine; a column
// of noise more or less decides which are used.
func TestLinearSVMOfSparseRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n, d = 60, 40
	x, dense := mat.NewDense(n, d, nil), mat.NewDense(n, 2*d, nil)
	y := make([]int, n)
	for i := range n {
		y[i] = rng.IntN(3)
		for range i % 7 { // with empty rows
			x.Set(i, rng.IntN(d), rng.NormFloat64()+float64(y[i]))
		}
		copy(dense.RawRowView(i), x.RawRowView(i))
		for j := d; j < 2*d; j++ {
			dense.Set(i, j, 1e-9)
		}
	}
	p := learn.LinearSVM{Eps: 1e-8, MaxEpochs: 1e6}
	a, b := trainLinear(t, p, x, y, 3), trainLinear(t, p, dense, y, 3)
	if !mat.EqualApprox(a.Weights, b.Weights.Slice(0, 3, 0, d), 1e-5) {
		t.Error("other weights")
	}
}

func TestLinearSVMWorkersAndSeeds(t *testing.T) {
	d := load(t, "digits")
	x, y := every(d, 0, 4)
	one := trainLinear(t, learn.LinearSVM{Workers: 1}, x, y, 10)
	for _, workers := range []int{2, 8} {
		m := trainLinear(t, learn.LinearSVM{Workers: workers}, x, y, 10)
		if diff := gocmp.Diff(one.Fits, m.Fits); diff != "" || !mat.Equal(one.Weights, m.Weights) {
			t.Errorf("%d workers train another model: %s", workers, diff)
		}
	}
	if other := trainLinear(t, learn.LinearSVM{Seed: 1}, x, y, 10); mat.Equal(one.Weights,
		other.Weights) {
		t.Error("another seed has the same weights")
	}
}

// The order of the samples, numbers of classes and constant zero columns do not
// matter; each sample twice is twice C.
func TestLinearSVMInvariances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(6, 20).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
		x, test := normal(rapid.Uint64().Draw(t, "seed"), n, d), normal(7, 5, d)
		y := rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "y")
		y[0], y[1], y[2] = 0, 1, 2
		p := learn.LinearSVM{Eps: 1e-9, MaxEpochs: 1e6}
		decide := func(p learn.LinearSVM, x *mat.Dense, y []int, classes int,
			test *mat.Dense) *mat.Dense {
			return must.Get(trainLinear(t, p, x, y, classes).Decision(test))(t)
		}
		want := decide(p, x, y, 3, test)
		order := rapid.Permutation(seq(n)).Draw(t, "order")
		xo, yo := mat.NewDense(n, d, nil), make([]int, n)
		for i, from := range order {
			xo.SetRow(i, x.RawRowView(from))
			yo[i] = 2*y[from] + 1
		}
		if got := decide(p, xo, yo, 6, test); !mat.EqualApprox(got, want, 1e-6) {
			t.Fatal("the order or the numbers of the classes matter")
		}
		var xz, tz, twice mat.Dense
		xz.Augment(x, mat.NewDense(n, 1, nil))
		tz.Augment(test, mat.NewDense(5, 1, nil))
		if got := decide(p, &xz, y, 3, &tz); !mat.EqualApprox(got, want, 1e-6) {
			t.Fatal("a column of zeros matters")
		}
		twice.Stack(x, x)
		p.C = 0.5
		if got := decide(p, &twice, append(y[:n:n], y...), 3, test); !mat.EqualApprox(got,
			want, 1e-6) {
			t.Fatal("two of each sample are not twice C")
		}
	})
}

func TestLinearSVMErrors(t *testing.T) {
	x, y := normal(1, 4, 2), []int{0, 1, 0, 1}
	bad := mat.DenseCopyOf(x)
	bad.Set(1, 0, math.Inf(-1))
	for _, test := range []struct {
		p    learn.LinearSVM
		x    *mat.Dense
		y    []int
		want string
	}{
		{learn.LinearSVM{C: -2}, x, y, "C is -2; give a positive number"},
		{learn.LinearSVM{C: math.NaN()}, x, y, "C is NaN"},
		{learn.LinearSVM{Eps: -1}, x, y, "eps is -1"},
		{learn.LinearSVM{MaxEpochs: -1}, x, y, "at most -1 epochs"},
		{learn.LinearSVM{}, x, []int{0, 0, 0, 0}, "samples are of one class"},
		{learn.LinearSVM{}, x, []int{0, 1, 0, 2}, "row 3 has the class 2 of 2"},
		{learn.LinearSVM{}, bad, y, "row 1, column 0 is -Inf"},
	} {
		_, err := test.p.Train(t.Context(), test.x, test.y, 2)
		must.ErrorWith(t, err, test.want)
	}
	m := trainLinear(t, learn.LinearSVM{}, x, y, 2)
	must.FailWith(m.Predict(bad))(t, "row 1, column 0")
	panics(t, "labels", func() { learn.LinearSVM{}.Train(t.Context(), x, []int{0}, 2) })
	panics(t, "columns", func() { m.Predict(mat.NewDense(1, 3, nil)) })
}

func TestLinearSVMStops(t *testing.T) {
	x := normal(1, 2000, 300)
	y := make([]int, 2000)
	for i := range y {
		y[i] = i % 2
	}
	p := learn.LinearSVM{C: 1e6, Eps: 1e-14, MaxEpochs: 2}
	if fit := trainLinear(t, p, x, y, 2).Fits[0]; fit.Converged || fit.Epochs != 2 ||
		!(fit.Gap > 0) {
		t.Errorf("after two epochs: %+v", fit)
	}
	p.MaxEpochs = 1e9
	stops(t, func(ctx context.Context) error {
		_, err := p.Train(ctx, x, y, 2)
		return err
	})
}
