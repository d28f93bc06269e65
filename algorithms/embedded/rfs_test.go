package embedded

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

func scored(t tester, m algorithms.Scorer, d *datasets.Dataset) *algorithms.Scores {
	return must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
}

// fitted solves for W and returns it with the solver.
func fitted(t tester, m RFS, d *datasets.Dataset) (*mat.Dense, *robust) {
	m = algorithms.WithDefaults(m)
	live := make([]int, d.D())
	for j := range live {
		live[j] = j
	}
	x := must.Get(m.columns(t.Context(), d, live, 1))(t)
	s := newRobust(x, oneHot(d), algorithms.Options{Workers: 1})
	must.Do(t, s.solve(t.Context()))
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

// printed returns P(W) by its definition.
func printed(x, y, w *mat.Dense, gamma float64) float64 {
	var r mat.Dense
	r.Mul(x, w)
	r.Sub(&r, y)
	return rowSum(&r) + gamma*rowSum(w)
}

// certified checks a solution by its Λ: tr Y'Λ, scaled so that Λ is feasible, is a lower bound of
// P, and each nonzero row is parallel to its dual, which has length 1.
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
		t.Errorf("%d×%d, γ = %g: gap %.1e, reported %.1e", d.N(), d.D(), gamma, gap, s.gap)
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

// Multiplying X and γ by a number leaves P and divides W. A bias equals a column of ones.
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
	d = must.Get(d.Center())(t) // so that no other column acts as a bias
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

func TestRFSRefuses(t *testing.T) {
	d := problem(t, 2, 12, 4, 2)
	for _, test := range []struct {
		m    RFS
		want string
	}{
		{RFS{Gamma: 1e-13}, "rfs: gamma = 1e-13 is too small for column 0"},
	} {
		if s, err := test.m.Score(t.Context(), d, algorithms.Options{}); s != nil || err == nil ||
			!strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v; want %s…", test.m, err, test.want)
		}
	}
}

// With one feature and two classes W has two entries, found by nested golden section searches.
func TestRFSOneFeature(t *testing.T) {
	for seed := range uint64(5) {
		d := problem(t, seed, 15, 3, 2)
		one := must.Get(d.Take([]int{int(seed) % 3}))(t)
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

// For γ >= max ‖f_j'Y‖ W is 0, and the features are in the order of ‖f_j'Y‖.
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
