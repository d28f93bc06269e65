package linear

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// glmProblem is a problem as the catalog of methods defines it, with all of its classes, and a
// minimizer that has nothing in common with that of the package: accelerated proximal gradients on
// W and b together.
type glmProblem struct {
	kind  string      // "squared", "binary" or "multinomial"
	z     [][]float64 // n rows
	y     []int
	c     int // columns of W; 1: class 0 against the rest
	group bool
}

func (p *glmProblem) eta(w, b []float64, i int) []float64 {
	out := slices.Clone(b)
	for j, v := range p.z[i] {
		for k := range out {
			out[k] += v * w[j*p.c+k]
		}
	}
	return out
}

// code is 1 for the class of column k, else low.
func (p *glmProblem) code(i, k int, low float64) float64 {
	if p.y[i] == k {
		return 1
	}
	return low
}

// loss is the mean loss, and its derivatives by η.
func (p *glmProblem) loss(w, b []float64) (value float64, d [][]float64) {
	n := float64(len(p.z))
	d = glmZeros(len(p.z), p.c)
	for i := range p.z {
		eta := p.eta(w, b, i)
		switch p.kind {
		case "squared":
			for k, v := range eta {
				d[i][k] = (v - p.code(i, k, 0)) / n
				value += .5 * math.Pow(v-p.code(i, k, 0), 2) / n
			}
		case "binary":
			for k, v := range eta {
				y := p.code(i, k, -1)
				value += math.Log1p(math.Exp(-y*v)) / n / float64(p.c)
				d[i][k] = -y / (1 + math.Exp(y*v)) / n / float64(p.c)
			}
		case "multinomial":
			var sum float64
			for _, v := range eta {
				sum += math.Exp(v)
			}
			value += (math.Log(sum) - eta[p.y[i]]) / n
			for k, v := range eta {
				d[i][k] = (math.Exp(v)/sum - p.code(i, k, 0)) / n
			}
		}
	}
	return value, d
}

func (p *glmProblem) objective(w, b []float64, lambda float64) float64 {
	value, _ := p.loss(w, b)
	for j := range len(w) / p.c {
		row := w[j*p.c : (j+1)*p.c]
		if p.group {
			value += lambda * floats.Norm(row, 2)
		} else {
			value += lambda * floats.Norm(row, 1)
		}
	}
	return value
}

// minimize takes proximal gradient steps with restarts.
func (p *glmProblem) minimize(lambda float64, steps int) (w, b []float64) {
	d := len(p.z[0])
	step := 1 / float64(1+d) // columns have mean square 1, and the curvature is at most 1
	x := make([]float64, (d+1)*p.c)
	at, last, t := slices.Clone(x), slices.Clone(x), 1.0
	for range steps {
		_, g := p.loss(at[:d*p.c], at[d*p.c:])
		next := slices.Clone(at)
		for i, z := range p.z {
			for k, v := range g[i] {
				for j := range z {
					next[j*p.c+k] -= step * v * z[j]
				}
				next[d*p.c+k] -= step * v
			}
		}
		for j := range d {
			p.prox(next[j*p.c:(j+1)*p.c], step*lambda)
		}
		var turn float64
		for i := range x {
			turn += (at[i] - next[i]) * (next[i] - last[i])
		}
		if turn > 0 {
			t = 1
		}
		s := (1 + math.Sqrt(1+4*t*t)) / 2
		for i := range x {
			at[i] = next[i] + (t-1)/s*(next[i]-last[i])
		}
		if floats.Distance(next, last, 2) < 1e-15 {
			break
		}
		copy(last, next)
		t = s
	}
	return last[:d*p.c], last[d*p.c:]
}

func (p *glmProblem) prox(row []float64, t float64) {
	if p.group {
		if norm := floats.Norm(row, 2); norm <= t {
			clear(row)
		} else {
			floats.Scale(1-t/norm, row)
		}
		return
	}
	for k, v := range row {
		row[k] = math.Copysign(max(0, math.Abs(v)-t), v)
	}
}

// glmRandom is a random problem: its data, and the rows of its standardized columns.
func glmRandom(rng *rand.Rand, n, d, classes int) (*datasets.Dataset, [][]float64) {
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		if y[i] = i % classes; i >= 2*classes {
			y[i] = rng.IntN(classes)
		}
		for j := range d {
			x.Set(i, j, rng.NormFloat64()+.7*float64(y[i]*(j+1)%3))
		}
	}
	return glmData(x, y)
}

func glmData(x *mat.Dense, y []int) (*datasets.Dataset, [][]float64) {
	ds, err := datasets.New("random", x, y, nil)
	if err != nil {
		panic(err)
	}
	n, d := x.Dims()
	z := glmZeros(n, d)
	for j := range d {
		v := mat.Col(nil, j, x)
		floats.AddConst(-floats.Sum(v)/float64(n), v)
		floats.Scale(math.Sqrt(float64(n))/floats.Norm(v, 2), v)
		for i := range n {
			z[i][j] = v[i]
		}
	}
	return ds, z
}

func glmFitOf(t *testing.T, d *datasets.Dataset, loss *glmLoss, group bool) *glmRows {
	t.Helper()
	cols := must.Get(newGLMColumns(context.Background(), d, 1))(t)
	s := &glmRows{f: newGLMFit(cols, loss, group), products: make([]float64, cols.d*loss.q),
		dualNorms: make([]float64, cols.d), copied: make([]bool, cols.d)}
	must.Do(t, s.f.begin(context.Background(), s.products, s.dualNorms))
	return s
}

// TestGLMAgainstProximalGradients: the objective of the definition, at the λ of the definition, is
// that of an independent minimizer, and so are the norms of the rows. Problems are reduced (two
// classes to one column, codes to c-1), which the definition does not know.
func TestGLMAgainstProximalGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range longtest.Or(3, 60) {
		for _, classes := range []int{2, 3, 4} {
			d, z := glmRandom(rng, 12, 3, classes)
			class, _ := glmClasses(d)
			multi := &glmLoss{kind: glmMultinomial, n: 12, q: classes, class: class}
			if classes == 2 {
				multi = glmAgainst(class, 0)
			}
			for _, c := range []struct {
				name    string
				problem *l21Problem
				same    *glmProblem
			}{
				{"logistic-l1, one against the rest", &l21Problem{loss: glmAgainst(class, 0),
					weight: 1}, &glmProblem{kind: "binary", c: 1}},
				{"logistic-l1", &l21Problem{loss: multi, weight: 1},
					&glmProblem{kind: "multinomial", c: classes}},
				{"ls-l21", &l21Problem{loss: l21Codes(class, classes), weight: 1},
					&glmProblem{kind: "squared", c: classes, group: true}},
				{"ll-l21", LLL21{Loss: Binary}.problem(class, classes),
					&glmProblem{kind: "binary", c: classes, group: true}},
				{"ll-l21, multinomial", LLL21{Loss: Softmax}.problem(class, classes),
					&glmProblem{kind: "multinomial", c: classes, group: true}},
			} {
				c.same.z, c.same.y = z, d.Y
				s := glmFitOf(t, d, c.problem.loss, c.same.group)
				for _, share := range []float64{.6, .2, .05} {
					lambda := share * s.f.max
					must.Do(t, s.solve(context.Background(), lambda))
					w, b := c.same.minimize(lambda/c.problem.weight, 30000)
					want := c.same.objective(w, b, lambda/c.problem.weight)
					if got := s.f.objective(); got > want+1e-10 || got < want-1e-7 ||
						s.gap > 1e-11 {
						t.Errorf("%s, %d classes, λ = %.2f: objective %.12f, want %.12f; gap %.1e",
							c.name, classes, share, got, want, s.gap)
					}
					if !c.same.group {
						continue
					}
					for j, norm := range s.norms() {
						v := floats.Norm(w[j*c.same.c:(j+1)*c.same.c], 2)
						if math.Abs(c.problem.weight*norm-v) > 1e-4 {
							t.Errorf("%s, %d classes, λ = %.2f: ‖w_%d‖ = %v, want %v", c.name,
								classes, share, j, c.problem.weight*norm, v)
						}
					}
				}
			}
		}
	}
}

// TestLogisticEntries: at 1.003 times the λ of an entry the coefficients of an independent
// minimizer are 0 for this feature and all that enter later, at .997 times it those of this feature
// are not.
func TestLogisticEntries(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range longtest.Or(2, 30) {
		for _, classes := range []int{2, 3, 4} {
			d, z := glmRandom(rng, 14, 4, classes)
			r := glmRanking(t, LogisticL1{}, d, 0)
			p := &glmProblem{kind: "multinomial", c: classes, z: z, y: d.Y}
			for i, j := range r.Features {
				lambda := r.Scores[i]
				if lambda < .02*r.Scores[0] {
					break
				}
				w, _ := p.minimize(1.003*lambda, 40000)
				for _, later := range r.Features[i:] {
					if row := w[later*classes : (later+1)*classes]; floats.Norm(row, 1) > 1e-9 {
						t.Errorf("%d classes: feature %d enters at %v, and its row is %v above %v",
							classes, later, r.Scores[slices.Index(r.Features, later)], row, lambda)
					}
				}
				w, _ = p.minimize(.997*lambda, 40000)
				if floats.Norm(w[j*classes:(j+1)*classes], 1) == 0 {
					t.Errorf("%d classes: feature %d is 0 below %v, where it enters", classes, j,
						lambda)
				}
			}
		}
	}
}

// TestLogisticAgainstScikitLearn compares with what sklearn_logistic.py has written.
func TestLogisticAgainstScikitLearn(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/sklearn_logistic.json"))(t)
	var cases []struct {
		Kind              string
		N, D, Classes     int
		Lambda, Objective float64
	}
	must.Do(t, json.Unmarshal(text, &cases))
	if len(cases) != 30 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		d := glmFormula(c.N, c.D, c.Classes)
		class, classes := glmClasses(d)
		var loss *glmLoss
		switch {
		case c.Kind == "ls-l21":
			loss = l21Codes(class, classes)
		case classes == 2:
			loss = glmAgainst(class, 1)
		default:
			loss = &glmLoss{kind: glmMultinomial, n: c.N, q: classes, class: class}
		}
		s := glmFitOf(t, d, loss, c.Kind == "ls-l21")
		lambda := c.Lambda
		if c.Kind == "ls-l21" && classes == 2 {
			s.f.group = false // one column, whose norm is its size
		}
		must.Do(t, s.solve(context.Background(), lambda))
		got := s.f.objective()
		if got > c.Objective+1e-8 || got < c.Objective-1e-6 || s.gap > glmGap {
			t.Errorf("%s %d×%d, %d classes, λ = %.4f: objective %.12f, scikit-learn %.12f; gap "+
				"%.1e",
				c.Kind, c.N, c.D, c.Classes, c.Lambda, got, c.Objective, s.gap)
		}
	}
}

// glmFormula is the data of sklearn_logistic.py.
func glmFormula(n, d, classes int) *datasets.Dataset {
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		for j := range d {
			v := (i*7919 + j*10473 + (i+3)*(i+5)*(j+2)*31) % 1009
			x.Set(i, j, float64(v)/1009)
		}
		y[i] = (i*7 + int(3*float64(classes)*(x.At(i, 0)+.6*x.At(i, 1)))) % classes
	}
	ds, _ := glmData(x, y)
	return ds
}

// TestL21Codes: with ±1 codes W is twice that with 0/1 codes, at 2λ, and so are its norms.
func TestL21Codes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	d, _ := glmRandom(rng, 20, 5, 3)
	class, classes := glmClasses(d)
	plain := glmFitOf(t, d, l21Codes(class, classes), true)
	signs := &glmLoss{kind: glmSquared, n: d.N(), q: classes, y: make([][]float64, classes)}
	for c := range signs.y {
		signs.y[c] = glmSigns(class, c)
		floats.AddConst(-floats.Sum(signs.y[c])/float64(d.N()), signs.y[c])
	}
	twice := glmFitOf(t, d, signs, true)
	for _, share := range []float64{.5, .1} {
		lambda := share * plain.f.max
		must.Do(t, plain.solve(context.Background(), lambda))
		must.Do(t, twice.solve(context.Background(), 2*lambda))
		for j, v := range plain.norms() {
			if math.Abs(twice.norms()[j]-2*v) > 1e-12 {
				t.Errorf("‖w_%d‖ = %v with ±1 codes, %v with 0/1", j, twice.norms()[j], v)
			}
		}
	}
}

// TestL21OneFeature: ‖w‖ = ‖z'Y‖/n - λ for one standardized column, and |z'y|/n - λ for a number.
func TestL21OneFeature(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{0, 1, 2, 3, 4, 8})
	d, z := glmData(x, []int{0, 1, 0, 2, 2, 1})
	norm := 0.0
	for c := range 3 {
		var u float64
		for i, k := range d.Y {
			if k == c {
				u += z[i][0] / 6
			}
		}
		norm = math.Hypot(norm, u)
	}
	r := glmRanking(t, LSL21{}, d, 1)
	lambda := r.Diagnostics.Get("lambda")
	if math.Abs(lambda-norm/2) > 1e-15 || math.Abs(r.Scores[0]-norm/2) > 1e-14 {
		t.Errorf("λ = %v, ‖w‖ = %v; want %v", lambda, r.Scores[0], norm/2)
	}
	target := must.Get(d.WithTarget("y", []float64{1, 5, 2, 8, 3, 100}))(t)
	var u float64
	for i, y := range target.Target {
		u += z[i][0] * y / 6
	}
	if r := glmRanking(t, LSL21{}, target, 1); math.Abs(r.Scores[0]-u/2) > 1e-12 {
		t.Errorf("with a number ‖w‖ = %v; want %v", r.Scores[0], u/2)
	}
}

// TestLogisticOneFeature: for a feature of two equally frequent values ±1, with shares m₊ and m₋ of
// class 1 among their samples, η is logit(m± ∓ λ), and the feature enters at |m₊ - m₋|/2.
func TestLogisticOneFeature(t *testing.T) {
	x := mat.NewDense(8, 1, []float64{1, 1, 1, 1, -1, -1, -1, -1})
	d, _ := glmData(x, []int{1, 1, 1, 0, 1, 0, 0, 0})
	class, _ := glmClasses(d)
	s := glmFitOf(t, d, glmAgainst(class, 1), false)
	if math.Abs(s.f.max-.25) > 1e-15 {
		t.Errorf("λmax = %v, want .25", s.f.max)
	}
	logit := func(p float64) float64 { return math.Log(p / (1 - p)) }
	for _, lambda := range []float64{.2, .1, .01, 1e-4} {
		must.Do(t, s.solve(context.Background(), lambda))
		up, down := logit(.75-lambda), logit(.25+lambda)
		if w, b := s.f.w[0][0], s.f.b[0]; math.Abs(w-(up-down)/2) > 1e-12 ||
			math.Abs(b-(up+down)/2) > 1e-12 {
			t.Errorf("λ = %v: w = %v, b = %v; want %v, %v", lambda, w, b, (up-down)/2, (up+down)/2)
		}
	}
	if r := glmRanking(t, LogisticL1{}, d, 0); math.Abs(r.Scores[0]-.25) > 1e-15 {
		t.Errorf("logistic-l1 scores %v, want .25", r.Scores[0])
	}
}

// TestMultinomialOfTwoClasses: the multinomial loss of two classes has the entries of the binary
// one, and with rows of groups the W of one logistic regression, (a/2, -a/2).
func TestMultinomialOfTwoClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	d, _ := glmRandom(rng, 20, 6, 2)
	class, _ := glmClasses(d)
	two := &glmLoss{kind: glmMultinomial, n: d.N(), q: 2, class: class}
	cols := must.Get(newGLMColumns(context.Background(), d, 1))(t)
	p := must.Get(newGLMPath(context.Background(), cols, two))(t)
	want := glmRanking(t, LogisticL1{}, d, 0)
	for i := range want.Features {
		e, ok, err := p.next(context.Background())
		if !ok && want.Diagnostics.Get("entered") <= float64(i) {
			break
		}
		if err != nil || e.column != want.Features[i] ||
			math.Abs(e.lambda-want.Scores[i]) > 1e-11 {
			t.Errorf("place %d: column %d enters at %v, %v; binary: %d at %v", i, e.column,
				e.lambda, err, want.Features[i], want.Scores[i])
		}
	}
	whole := glmFitOf(t, d, two, true)
	reduced := LLL21{Loss: Softmax}.problem(class, 2)
	one := glmFitOf(t, d, reduced.loss, true)
	for _, share := range []float64{.5, .05} {
		must.Do(t, whole.solve(context.Background(), share*whole.f.max))
		must.Do(t, one.solve(context.Background(), share*one.f.max))
		for j, v := range one.norms() {
			if got := whole.norms()[j]; math.Abs(got-v*reduced.weight) > 1e-10 {
				t.Errorf("‖w_%d‖ = %v, of one column %v", j, got, v*reduced.weight)
			}
		}
	}
}
