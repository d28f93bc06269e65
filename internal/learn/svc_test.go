package learn_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

func trainSVC(t must.T, p learn.SVC, x *mat.Dense, y []int, classes int) *learn.SVCModel {
	t.Helper()
	return must.Get(p.Train(context.Background(), x, y, classes))(t)
}

func decisions(t must.T, m *learn.SVCModel, x *mat.Dense) *mat.Dense {
	t.Helper()
	return must.Get(m.Decision(context.Background(), x))(t)
}

func normal(seed uint64, n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

// Two samples have the same multiplier α by Σβ = 0, and 2α - α²(1 - k) is largest
// at α = 1/(1 - k), or at C; f is antisymmetric. The linear kernel of samples at a
// distance r has α = 2/r², or C, and the slope αr.
func TestSVCOfTwoSamples(t *testing.T) {
	for _, c := range []float64{100, 1, 0.3} {
		x := mat.NewDense(2, 1, []float64{5, 3})
		at := mat.NewDense(3, 1, []float64{4, 4.5, 2})
		for _, gamma := range []float64{0.1, 1} {
			f := decisions(t, trainSVC(t, learn.SVC{C: c, Gamma: gamma}, x, []int{0, 1}, 2), at)
			k := func(a, b float64) float64 { return math.Exp(-gamma * (a - b) * (a - b)) }
			alpha := min(c, 1/(1-k(5, 3)))
			for i := range 3 {
				v := at.At(i, 0)
				near(t, "RBF decision", f.At(i, 0), alpha*(k(5, v)-k(3, v)), 1e-12)
			}
		}
		m := trainSVC(t, learn.SVC{Kernel: learn.Linear, C: c}, x, []int{0, 1}, 2)
		alpha := min(c, 0.5)
		near(t, "α", m.Pairs[0].Coef[0], alpha, 1e-12)
		near(t, "dual", m.Pairs[0].Objective, 2*alpha*alpha-2*alpha, 1e-12)
		near(t, "gap", m.Pairs[0].Gap, 0, 1e-12)
		for i := range 3 {
			near(t, "linear decision", decisions(t, m, at).At(i, 0), 2*alpha*(at.At(i, 0)-4), 1e-12)
		}
	}
}

func TestSVCWorkers(t *testing.T) {
	d := load(t, "digits")
	x, y := every(d, 0, 6)
	one := trainSVC(t, learn.SVC{Workers: 1}, x, y, 10)
	for _, workers := range []int{2, 8} {
		m := trainSVC(t, learn.SVC{Workers: workers}, x, y, 10)
		if diff := gocmp.Diff(one.Pairs, m.Pairs); diff != "" ||
			!mat.Equal(one.Support, m.Support) {
			t.Errorf("%d workers train another model: %s", workers, diff)
		}
	}
}

// The order of the samples, the numbers of the classes, a class without samples, a
// constant column and a shift of all values do not matter; twice the samples are
// the same as twice C.
func TestSVCInvariances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(6, 20).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
		x := normal(rapid.Uint64().Draw(t, "seed"), n, d)
		test := normal(7, 5, d)
		// Few digits, so that a shift rounds nothing: where no support vector is free, the bias
		// jumps when rounding frees one.
		short := func(_, _ int, v float64) float64 { return math.Round(v*(1<<20)) / (1 << 20) }
		x.Apply(short, x)
		test.Apply(short, test)
		y := rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "y")
		y[0], y[1], y[2] = 0, 1, 2
		p := learn.SVC{Kernel: learn.Kernel(rapid.IntRange(0, 1).Draw(t, "kernel")), Gamma: 0.7,
			Eps: 1e-9}
		want := decisions(t, trainSVC(t, p, x, y, 3), test)
		same := func(what string, p learn.SVC, x *mat.Dense, y []int, classes int,
			test *mat.Dense) {
			t.Helper()
			m := trainSVC(t, p, x, y, classes)
			if got := decisions(t, m, test); !mat.EqualApprox(got, want, 1e-5) {
				t.Fatalf("%s: decisions\n%.9g\nwant\n%.9g", what, mat.Formatted(got),
					mat.Formatted(want))
			}
		}
		order := rapid.Permutation(seq(n)).Draw(t, "order")
		xo, yo := mat.NewDense(n, d, nil), make([]int, n)
		for i, from := range order {
			xo.SetRow(i, x.RawRowView(from))
			yo[i] = y[from]
		}
		same("another order", p, xo, yo, 3, test)
		gaps := make([]int, n)
		for i, c := range y {
			gaps[i] = 2*c + 1
		}
		same("classes without samples", p, x, gaps, 7, test)
		var xc, tc mat.Dense
		xc.Augment(x, mat.NewDense(n, 1, slices.Repeat([]float64{1e3}, n)))
		tc.Augment(test, mat.NewDense(5, 1, slices.Repeat([]float64{1e3}, 5)))
		same("a constant column", p, &xc, y, 3, &tc)
		var shifted, shiftedTest mat.Dense
		shifted.Apply(func(_, _ int, v float64) float64 { return v + 1e4 }, x)
		shiftedTest.Apply(func(_, _ int, v float64) float64 { return v + 1e4 }, test)
		same("a shift", p, &shifted, y, 3, &shiftedTest)
		var twice mat.Dense
		twice.Stack(x, x)
		p.C = 0.5
		same("duplicates", p, &twice, slices.Concat(y, y), 3, test)
	})
}

func seq(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Three classes at equal distances, looked at from their center, have a vote each
// when the pairs agree in a circle: the first wins, whatever came first in the
// data.
func TestSVCVotes(t *testing.T) {
	support := mat.NewDense(1, 1, nil)
	m := &learn.SVCModel{
		Kernel: learn.Linear, Gamma: 1, Classes: []int{2, 3, 5}, Origin: []float64{0},
		Support: support, Rows: []int{0},
		Pairs: []learn.SVCPair{{First: 2, Second: 3, Bias: 1}, {First: 2, Second: 5, Bias: -1},
			{First: 3, Second: 5, Bias: 1}},
	}
	for what, test := range map[string]struct {
		bias []float64
		want int
	}{
		"a vote each": {[]float64{1, -1, 1}, 2},
		"two for 3":   {[]float64{-1, 1, 1}, 3},
		"two for 5":   {[]float64{1, -1, -1}, 5},
		"0 is a vote for the second, as LIBSVM has it": {[]float64{0, 0, 0}, 5},
	} {
		for p := range m.Pairs {
			m.Pairs[p].Bias = test.bias[p]
		}
		got, err := m.Predict(t.Context(), mat.NewDense(1, 1, nil))
		if err != nil || got[0] != test.want {
			t.Errorf("%s: class %v (%v), want %d", what, got, err, test.want)
		}
	}
}

// Equal samples of two classes leave nothing to learn: f is 0 up to eps there.
func TestSVCOfEqualSamples(t *testing.T) {
	x := mat.NewDense(6, 2, slices.Repeat([]float64{3, 4}, 6))
	for _, kernel := range []learn.Kernel{learn.RBF, learn.Linear} {
		m := trainSVC(t, learn.SVC{Kernel: kernel}, x, []int{0, 1, 0, 1, 0, 1}, 2)
		near(t, "decision", decisions(t, m, x).At(0, 0), 0, 1e-3)
		near(t, "dual", m.Pairs[0].Objective, -6, 1e-9)
		if !m.Pairs[0].Converged {
			t.Error("not converged")
		}
	}
}

// Any number of rows, of one product or several, has the sums over the support vectors.
func TestDecisionsOfAnyNumberOfRows(t *testing.T) {
	x := normal(5, 40, 6)
	y := make([]int, 40)
	for i := range y {
		y[i] = i % 3
		x.Set(i, y[i], x.At(i, y[i])+1)
	}
	m := must.Get(learn.SVC{Gamma: .2}.Train(t.Context(), x, y, 3))(t)
	for _, n := range []int{1, 3, 4, 6, 133} {
		rows := normal(uint64(n), n, 6)
		f := decisions(t, m, rows)
		for i := range n {
			for p, pair := range m.Pairs {
				want := pair.Bias
				for s, at := range pair.At {
					var square float64
					for j, v := range m.Support.RawRowView(at) {
						d := rows.At(i, j) - m.Origin[j] - v
						square += d * d
					}
					want += pair.Coef[s] * math.Exp(-.2*square)
				}
				must.Near(t, f.At(i, p), want, 1e-12, "row %d of %d, pair %d", i, n, p)
			}
		}
	}
}

func TestSVCErrors(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 9})
	y := []int{0, 1, 0, 1}
	bad := mat.DenseCopyOf(x)
	bad.Set(2, 1, math.NaN())
	large := mat.DenseCopyOf(x)
	large.Set(3, 0, 1e200)
	for _, test := range []struct {
		p       learn.SVC
		x       *mat.Dense
		y       []int
		classes int
		want    string
	}{
		{learn.SVC{C: -1}, x, y, 2, "C is -1; give a positive number"},
		{learn.SVC{C: math.NaN()}, x, y, 2, "C is NaN"},
		{learn.SVC{C: math.Inf(1)}, x, y, 2, "C is +Inf"},
		{learn.SVC{Gamma: -0.5}, x, y, 2, "gamma is -0.5"},
		{learn.SVC{Eps: -1}, x, y, 2, "eps is -1"},
		{learn.SVC{Kernel: 7}, x, y, 2, "kernel 7"},
		{learn.SVC{Cache: -1}, x, y, 2, "cache of -1 bytes"},
		{learn.SVC{MaxSteps: -1}, x, y, 2, "at most -1 steps"},
		{learn.SVC{}, x, []int{1, 1, 1, 1}, 2, "samples are of one class"},
		{learn.SVC{}, x.Slice(0, 1, 0, 2).(*mat.Dense), []int{0}, 2, "samples are of one class"},
		{learn.SVC{}, x, []int{0, 1, 2, 0}, 2, "row 2 has the class 2 of 2"},
		{learn.SVC{}, x, []int{0, -1, 1, 0}, 2, "row 1 has the class -1 of 2"},
		{learn.SVC{}, bad, y, 2, "row 2, column 1 is NaN"},
		{learn.SVC{}, large, y, 2, "row 3, column 0 is 1e+200"},
	} {
		_, err := test.p.Train(t.Context(), test.x, test.y, test.classes)
		must.ErrorWith(t, err, test.want)
	}
	m := trainSVC(t, learn.SVC{}, x, y, 2)
	must.FailWith(m.Predict(t.Context(), bad))(t, "row 2, column 1 is NaN")
	for what, call := range map[string]func(){
		"labels":  func() { learn.SVC{}.Train(t.Context(), x, []int{0, 1}, 2) },
		"columns": func() { m.Predict(t.Context(), mat.NewDense(1, 3, nil)) },
	} {
		panics(t, what, call)
	}
}

func panics(t *testing.T, what string, call func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s that do not fit made no panic", what)
		}
	}()
	call()
}

func TestSVCStops(t *testing.T) {
	x := normal(1, 3000, 40)
	y := make([]int, 3000)
	for i := range y {
		y[i] = i % 2
	}
	m := trainSVC(t, learn.SVC{MaxSteps: 3}, x, y, 2)
	if p := m.Pairs[0]; p.Converged || p.Steps != 3 || !(p.Violation > 1e-3) || !(p.Gap > 0) {
		t.Errorf("after 3 steps: %+v", p.Violation)
	}
	stops(t, func(ctx context.Context) error {
		_, err := learn.SVC{Kernel: learn.Linear, C: 1e6, Eps: 1e-12}.Train(ctx, x, y, 2)
		return err
	})
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Decision(stopped, x); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped prediction returned %v", err)
	}
}

func TestSVCLeavesItsInputs(t *testing.T) {
	x, y := normal(2, 9, 3), []int{0, 1, 2, 0, 1, 2, 0, 1, 2}
	before := mat.DenseCopyOf(x)
	m := trainSVC(t, learn.SVC{}, x, y, 3)
	decisions(t, m, x)
	if !mat.Equal(x, before) || !slices.Equal(y, []int{0, 1, 2, 0, 1, 2, 0, 1, 2}) {
		t.Error("training changed its input")
	}
}
