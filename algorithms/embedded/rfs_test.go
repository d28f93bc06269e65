package embedded

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/realdata"
)

func scored(t tester, m algorithms.Scorer, d *datasets.Dataset) *algorithms.Scores {
	s, err := m.Score(t.Context(), d, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fitted solves for W and returns it with the solver.
func fitted(t tester, m RFS, d *datasets.Dataset) (*mat.Dense, *robust) {
	m = m.Resolve().(RFS)
	live := make([]int, d.D())
	for j := range live {
		live[j] = j
	}
	x, err := m.columns(t.Context(), d, live, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := newRobust(x, oneHot(d), algorithms.Options{Workers: 1})
	if err := s.solve(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := mat.NewDense(s.p, s.l, nil)
	if s.a != nil {
		v := s.at.rows()
		for i, j := range s.work {
			row := w.RawRowView(j)
			floats.AddScaled(row, 1/m.Gamma, v.RawRowView(i))
		}
	}
	return w, s
}

func rowSum(m *mat.Dense) float64 {
	r, _ := m.Dims()
	var sum float64
	for i := range r {
		sum += floats.Norm(m.RawRowView(i), 2)
	}
	return sum
}

// printed is P(W) word for word.
func printed(x, y, w *mat.Dense, gamma float64) float64 {
	var r mat.Dense
	r.Mul(x, w)
	r.Sub(&r, y)
	return rowSum(&r) + gamma*rowSum(w)
}

// reweighted is the paper's Algorithm 1 word for word, with matrices of (n+d)×(n+d): U =
// D⁻¹A'(AD⁻¹A')⁻¹Y for A = (X, γI), then D_ii = 1/(2‖u_i‖), from D = I. It returns W and the
// objectives over γ.
func reweighted(t *testing.T, x, y *mat.Dense, gamma float64, steps int) (*mat.Dense, []float64) {
	n, d := x.Dims()
	_, l := y.Dims()
	a := mat.NewDense(n, n+d, nil)
	a.Slice(0, n, 0, d).(*mat.Dense).Copy(x)
	inverse := mat.NewDiagDense(n+d, nil)
	for i := range n + d {
		inverse.SetDiag(i, 1)
		if i < n {
			a.Set(i, d+i, gamma)
		}
	}
	var u mat.Dense
	var trace []float64
	for range steps {
		var ad, k, solved mat.Dense
		ad.Mul(a, inverse)
		k.Mul(&ad, a.T())
		if err := solved.Solve(&k, y); err != nil {
			if _, bad := err.(mat.Condition); !bad {
				t.Fatal(err)
			}
		}
		u.Mul(ad.T(), &solved)
		for i := range n + d {
			inverse.SetDiag(i, max(2*floats.Norm(u.RawRowView(i), 2), 1e-12))
		}
		trace = append(trace, rowSum(&u))
	}
	return mat.DenseCopyOf(u.Slice(0, d, 0, l)), trace
}

// The paper's own iteration comes down to our optimum, and never below it.
func TestRFSAgainstPaper(t *testing.T) {
	for seed := range uint64(8) {
		shape := [][3]int{{20, 6, 2}, {12, 30, 3}}[seed%2]
		d := problem(t, seed, shape[0], shape[1], shape[2])
		gamma := []float64{.3, 2, 10, 40}[seed/2]
		w, s := fitted(t, RFS{Gamma: gamma}, d)
		y := oneHot(d)
		ours := printed(d.X, y, w, gamma)
		theirs, trace := reweighted(t, d.X, y, gamma, 1500)
		for i := 1; i < len(trace); i++ {
			if trace[i] > trace[i-1]*(1+1e-9) {
				t.Errorf("the paper's iteration rises from %v to %v", trace[i-1], trace[i])
			}
		}
		last := printed(d.X, y, theirs, gamma)
		if math.Abs(ours-s.objective) > 1e-10*ours || ours > last*(1+1e-10) ||
			last > ours*(1+1e-6) {
			t.Errorf("%v, γ = %g: P = %.12g, said to be %.12g; the paper's iteration gets to %.12g",
				shape, gamma, ours, s.objective, last)
		}
		if !mat.EqualApprox(w, theirs, 1e-4*mat.Max(w)) {
			t.Errorf("%v, γ = %g: W differs", shape, gamma)
		}
	}
}

// certified checks a solution from its Λ alone: tr Y'Λ over what makes Λ feasible bounds P from
// below; and that each row that is not 0 points along its dual, whose length is then 1.
func certified(t tester, d *datasets.Dataset, gamma float64, w *mat.Dense, s *robust) {
	y, lambda := oneHot(d), s.at.lambda
	var g, r mat.Dense
	g.Mul(d.X.T(), lambda)
	r.Mul(d.X, w)
	r.Sub(y, &r)
	most := 1.0
	along := func(what string, i int, row, dual []float64, length float64) {
		norm := floats.Norm(row, 2)
		most = max(most, floats.Norm(dual, 2)/length)
		if norm > 1e-6 && math.Abs(floats.Dot(row, dual)/norm/length-1) > 1e-6 {
			t.Errorf("%s %d: row %v, dual %v of length %g", what, i, row, dual, length)
		}
	}
	for i := range d.N() {
		along("sample", i, r.RawRowView(i), lambda.RawRowView(i), 1)
	}
	for j := range d.D() {
		along("feature", j, w.RawRowView(j), g.RawRowView(j), gamma)
	}
	var bound float64
	for i := range d.N() {
		bound += floats.Dot(y.RawRowView(i), lambda.RawRowView(i)) / most
	}
	p := printed(d.X, y, w, gamma)
	if gap := (p - bound) / p; gap > 1e-8 || gap < -1e-12 || math.Abs(gap-s.gap) > 1e-9 {
		t.Errorf("%d×%d, γ = %g: gap %.1e, said to be %.1e", d.N(), d.D(), gamma, gap, s.gap)
	}
}

func TestRFSCertificate(t *testing.T) {
	for seed := range uint64(24) {
		shape := [][3]int{{30, 8, 2}, {15, 40, 3}, {40, 40, 4}}[seed%3]
		d := problem(t, seed, shape[0], shape[1], shape[2])
		gamma := math.Pow(10, float64(seed/3)/2-2)
		w, s := fitted(t, RFS{Gamma: gamma}, d)
		certified(t, d, gamma, w, s)
	}
}

// Any columns: certified, the trace never rises, twins score alike.
func TestRFSOfAnyColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, p, c := rapid.IntRange(2, 12).Draw(t, "n"), rapid.IntRange(1, 15).Draw(t, "d"),
			rapid.IntRange(2, 3).Draw(t, "c")
		x, y := mat.NewDense(n, p, nil), make([]int, n)
		for i := range n {
			y[i] = i % c
			for j := range p {
				x.Set(i, j, float64(rapid.IntRange(-3, 3).Draw(t, "x")))
			}
		}
		d, err := datasets.New("drawn", x, y, nil)
		if err != nil {
			t.Fatal(err)
		}
		m := RFS{Gamma: rapid.SampledFrom([]float64{.01, .3, 1, 3, 30}).Draw(t, "gamma"),
			Bias: rapid.Bool().Draw(t, "bias")}
		s := scored(t, m, d)
		if !s.Diagnostics.Converged {
			t.Fatalf("%+v", s.Diagnostics)
		}
		falls(t, s.Diagnostics.Trace)
		for j := range p {
			for k := range j {
				if floats.Equal(mat.Col(nil, j, x), mat.Col(nil, k, x)) &&
					s.Values[j] != s.Values[k] {
					t.Fatalf("twins %d and %d score %v", k, j, s.Values)
				}
			}
		}
	})
}

func falls(t tester, trace []float64) {
	for i := 1; i < len(trace); i++ {
		if trace[i] > trace[i-1]*(1+1e-9) {
			t.Errorf("step %d of the trace rises from %.15g to %.15g", i, trace[i-1], trace[i])
		}
	}
}

func TestRFSTraceFalls(t *testing.T) {
	for seed := range uint64(60) {
		shape := [][3]int{{30, 8, 2}, {15, 60, 3}}[seed%2]
		d := problem(t, seed, shape[0], shape[1], shape[2])
		_, s := fitted(t, RFS{Gamma: math.Pow(10, float64(seed%7)/2-2)}, d)
		falls(t, s.trace)
		if len(s.trace) < 10 || s.trace[len(s.trace)-1] < s.objective*(1-1e-8) ||
			s.trace[len(s.trace)-1] > s.objective*(1+1e-8) {
			t.Errorf("the trace of %d ends at %v, the objective is %v", len(s.trace),
				s.trace[len(s.trace)-1], s.objective)
		}
	}
}

// One feature, two classes: W is a row of two numbers, found by golden sections of golden
// sections.
func TestRFSOneFeature(t *testing.T) {
	for seed := range uint64(5) {
		d := problem(t, seed, 15, 3, 2)
		one, err := d.Take([]int{int(seed) % 3})
		if err != nil {
			t.Fatal(err)
		}
		y := oneHot(one)
		w := mat.NewDense(1, 2, nil)
		golden := func(f func(v float64) float64) float64 {
			const g = .6180339887498949
			lo, hi := -2.0, 2.0
			a, b := hi-g*(hi-lo), lo+g*(hi-lo)
			fa, fb := f(a), f(b)
			for hi-lo > 1e-9 {
				if fa < fb {
					hi, b, fb = b, a, fa
					a = hi - g*(hi-lo)
					fa = f(a)
				} else {
					lo, a, fa = a, b, fb
					b = lo + g*(hi-lo)
					fb = f(b)
				}
			}
			return f((lo + hi) / 2)
		}
		best := golden(func(u float64) float64 {
			return golden(func(v float64) float64 {
				w.Set(0, 0, u)
				w.Set(0, 1, v)
				return printed(one.X, y, w, 2)
			})
		})
		s := scored(t, RFS{Gamma: 2}, one)
		if got := float64(*s.Diagnostics.Objective); math.Abs(got-best) > 1e-7*best {
			t.Errorf("P = %.12g, golden sections find %.12g", got, best)
		}
	}
}

// From γ = max ‖f_j'Y‖ on W is 0, and the features are in the order of ‖f_j'Y‖.
func TestRFSLargeGamma(t *testing.T) {
	d := problem(t, 1, 20, 9, 3)
	var g mat.Dense
	g.Mul(d.X.T(), oneHot(d))
	level := make([]float64, 9)
	for j := range level {
		level[j] = floats.Norm(g.RawRowView(j), 2)
	}
	most := floats.Max(level)
	s := scored(t, RFS{Gamma: most * (1 + 1e-8)}, d)
	if floats.Max(s.Values) > 0 || math.Abs(float64(*s.Diagnostics.Objective)-20) > 1e-12 {
		t.Errorf("scores %v, objective %v", s.Values, *s.Diagnostics.Objective)
	}
	if order := s.Order(); !slices.IsSortedFunc(order, func(i, j int) int {
		if level[i] > level[j] {
			return -1
		}
		return 1
	}) {
		t.Errorf("order %v of levels %v", order, level)
	}
	s = scored(t, RFS{Gamma: most * (1 - 1e-3)}, d)
	if s.Values[floats.MaxIdx(level)] == 0 || floats.Count(func(v float64) bool {
		return v > 0
	}, s.Values) != 1 {
		t.Errorf("just below: scores %v", s.Values)
	}
	r, err := RFS{Gamma: 2 * most}.Select(t.Context(), d, algorithms.Options{K: 2})
	if err != nil || len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0],
		"0 of the 2 features") {
		t.Errorf("%v %q", err, r.Warnings)
	}
}

// X and γ multiplied alike: the same P, and W divided. With a bias: as with a column of ones.
func TestRFSScaleAndBias(t *testing.T) {
	d := problem(t, 5, 25, 8, 2)
	w, s := fitted(t, RFS{Gamma: 3}, d)
	scaled := *d
	scaled.X = mat.NewDense(25, 8, nil)
	scaled.X.Scale(8, d.X)
	v, u := fitted(t, RFS{Gamma: 24}, &scaled)
	v.Scale(8, v)
	if !mat.EqualApprox(v, w, 1e-9) || math.Abs(s.objective-u.objective) > 1e-9 {
		t.Errorf("P = %v, %v", s.objective, u.objective)
	}
	d, err := d.Center() // so that nothing else is a bias
	if err != nil {
		t.Fatal(err)
	}
	_, s = fitted(t, RFS{Gamma: 3}, d)
	ones := *d
	ones.X = mat.NewDense(25, 9, nil)
	ones.X.Slice(0, 25, 0, 8).(*mat.Dense).Copy(d.X)
	for i := range 25 {
		ones.X.Set(i, 8, 1)
	}
	ones.Features = append(slices.Clone(d.Features), "one")
	w, u = fitted(t, RFS{Gamma: 3}, &ones)
	biased := scored(t, RFS{Gamma: 3, Bias: true}, d)
	if math.Abs(float64(*biased.Diagnostics.Objective)-u.objective) > 1e-9 ||
		u.objective >= s.objective {
		t.Errorf("P = %v with a bias, %v with ones, %v without", *biased.Diagnostics.Objective,
			u.objective, s.objective)
	}
	for j, got := range biased.Values {
		if math.Abs(got-floats.Norm(w.RawRowView(j), 2)) > 1e-9 {
			t.Errorf("feature %d: %v with a bias, %v with ones", j, got, w.RawRowView(j))
		}
	}
}

// Two steps of the paper, of matrices of (n+d)×(n+d), and ours of n×n.
func TestRFSStepsOfThePaper(t *testing.T) {
	d := problem(t, 3, 12, 20, 3)
	want, _ := reweighted(t, d.X, oneHot(d), 2, 2)
	all := make([]int, 20)
	for j := range all {
		all[j] = j
	}
	x, err := RFS{Gamma: 2}.columns(t.Context(), d, all, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := newRobust(x, oneHot(d), algorithms.Options{})
	s.work = all
	s.gather()
	z := make([]float64, 32)
	floats.AddConst(1, z)
	first := s.evaluate(z)
	for k := range z {
		z[k] *= first.norm[k]
	}
	got := s.evaluate(z).rows()
	got.Scale(.5, got)
	if !mat.EqualApprox(got, want, 1e-10) {
		t.Errorf("W is\n%.6v, the paper's\n%.6v", mat.Formatted(got), mat.Formatted(want))
	}
}

// Both forms of the solves and of Newton's step are the same.
func TestRFSForms(t *testing.T) {
	d := problem(t, 4, 40, 12, 3)
	x, err := RFS{Gamma: 2}.columns(t.Context(), d, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	z, theta := make([]float64, 52), make([]float64, 52)
	for k := range z {
		z[k], theta[k] = math.Exp(3*rng.NormFloat64()), rng.Float64()
	}
	s := newRobust(x, oneHot(d), algorithms.Options{})
	s.work = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	s.gather()
	narrow := s.evaluate(z)
	if !narrow.narrow {
		t.Fatal("not narrow")
	}
	wide := *narrow
	wide.narrow = false
	if !wide.factorize() {
		t.Fatal("no factor")
	}
	wide.lambda = wide.solve(s.y)
	if !mat.EqualApprox(narrow.lambda, wide.lambda, 1e-10*mat.Norm(wide.lambda, 2)) {
		t.Error("Λ differs")
	}
	p, q := narrow.newton(theta, .1), wide.newton(theta, .1)
	if p == nil || q == nil || !floats.EqualApprox(p, q, 1e-7*floats.Norm(p, 2)) {
		t.Errorf("steps %v and %v", p, q)
	}
	// K⁻¹Y, and F's gradient by differences.
	if k := wide.times(wide.lambda); !mat.EqualApprox(k, s.y, 1e-9) {
		t.Error("KΛ is not Y")
	}
	s.eps = .1
	for k := range z {
		h := 1e-5 * z[k]
		up, down := slices.Clone(z), slices.Clone(z)
		up[k], down[k] = z[k]+h, z[k]-h
		slope := (s.value(s.evaluate(up)) - s.value(s.evaluate(down))) / (2 * h)
		if want := narrow.gradient(k, .1); math.Abs(slope-want) > 1e-5*(1+math.Abs(want)) {
			t.Errorf("∂F/∂z_%d is %v, by differences %v", k, want, slope)
		}
	}
}

func TestRFSRefuses(t *testing.T) {
	d := problem(t, 2, 12, 4, 2)
	for _, test := range []struct {
		m    RFS
		want string
	}{
		{RFS{Gamma: -1}, "rfs: gamma = -1; give a positive number"},
		{RFS{Gamma: math.NaN()}, "rfs: gamma = NaN"},
		{RFS{Gamma: math.Inf(1)}, "rfs: gamma = +Inf"},
		{RFS{Gamma: 1e-13}, "rfs: gamma = 1e-13 is too small for column 0"},
	} {
		if s, err := test.m.Score(t.Context(), d, algorithms.Options{}); s != nil || err == nil ||
			!strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v; want %s…", test.m, err, test.want)
		}
	}
}

func TestRFSReal(t *testing.T) {
	realdata.Need(t, "vehicle_uni.mat", "leukemia_38x3051.mat", "Musk_clean1.mat",
		"breast2.mat")
	for _, name := range longtest.And([]string{"Wine", "Vehicle", "Leukemia"}, "Musk", "Breast2") {
		t.Run(name, func(t *testing.T) {
			d, err := datasets.Load(name, datasets.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, gamma := range []float64{1, 1000} {
				s := scored(t, RFS{Gamma: gamma}, d)
				c := s.Diagnostics.Certificate
				t.Logf("%s %d×%d, γ = %g: P = %.6g, gap %.1e, %v rows, %d steps", name, d.N(), d.D(),
					gamma, *s.Diagnostics.Objective, c.Value, s.Diagnostics.Extra[0].Value,
					s.Diagnostics.Iterations)
				if c.Value > 1e-9 {
					t.Errorf("%s, γ = %g: gap %.1e", name, gamma, c.Value)
				}
			}
		})
	}
}

// BenchmarkRFS has d grow tenfold. The unit is the product XX', n×n×d, in the same run: "products"
// is the ratio to its time, "copies" what is allocated all told, relative to X, and "held" the most
// that is held of it.
func BenchmarkRFS(b *testing.B) {
	for _, p := range []int{2000, 20000} {
		d := clouds(1, 100, p, 5, 3)
		b.Run(fmt.Sprintf("100×%d", p),
			func(b *testing.B) { benchmarkProducts(b, RFS{Gamma: 10}, d) })
	}
}

func benchmarkProducts(b *testing.B, m algorithms.Selector, d *datasets.Dataset) {
	var unit time.Duration
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var gram mat.Dense
	for b.Loop() {
		b.StopTimer()
		start := time.Now()
		gram.Mul(d.X, d.X.T())
		unit += time.Since(start)
		b.StartTimer()
		if _, err := m.Select(context.Background(), d, algorithms.Options{K: 50}); err != nil {
			b.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(b.Elapsed())/float64(unit), "products")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/float64(8*d.N()*d.D()),
		"copies")
}
