package linear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

func fsv(t *testing.T, m FSV, d *datasets.Dataset, opt algorithms.Options) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(t.Context(), d, opt))(t)
}

// apartData is n samples of c classes, of which the first columns tell the classes apart.
func apartData(t *testing.T, seed uint64, n, d, c int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 21))
	x, y := mat.NewDense(n, d, nil), make([]string, n)
	for i := range n {
		y[i] = fmt.Sprint(i % c)
		for j := range d {
			v := rng.NormFloat64()
			if j < 3 {
				v += 1.2 * math.Sin(float64((i%c)*(j+2)))
			}
			x.Set(i, j, v)
		}
	}
	return must.Get(datasets.New("apart", x, y, nil))(t)
}

// literalPrograms is the method of Bradley and Mangasarian as they have it, with gonum's simplex
// method on each program in standard form; it returns the objective after each.
func literalPrograms(x [][]float64, sign []float64, lambda, alpha float64) (w []float64,
	objectives []float64, err error) {
	n, d := len(sign), len(x)
	plus := floats.Count(func(s float64) bool { return s > 0 }, sign)
	a := mat.NewDense(n, 2*d+2+2*n, nil)
	costs, one := make([]float64, 2*d+2+2*n), make([]float64, n)
	for i, s := range sign {
		for j, f := range x {
			a.Set(i, 2*j, s*f[i])
			a.Set(i, 2*j+1, -s*f[i])
		}
		a.Set(i, 2*d, -s)
		a.Set(i, 2*d+1, s)
		a.Set(i, 2*d+2+i, 1)
		a.Set(i, 2*d+2+n+i, -1)
		costs[2*d+2+i], one[i] = (1-lambda)/float64(n-plus), 1
		if s > 0 {
			costs[2*d+2+i] = (1 - lambda) / float64(plus)
		}
	}
	w = make([]float64, d)
	for {
		for j, v := range w {
			costs[2*j] = lambda * alpha * math.Exp(-alpha*math.Abs(v))
			costs[2*j+1] = costs[2*j]
		}
		_, z, err := lp.Simplex(costs, a, one, 1e-11, nil)
		if err != nil {
			return nil, nil, err
		}
		next, value := make([]float64, d), 0.0
		for j := range next {
			next[j] = z[2*j] - z[2*j+1]
			value += lambda * (1 - math.Exp(-alpha*math.Abs(next[j])))
		}
		value += floats.Dot(costs[2*d+2:], z[2*d+2:])
		if k := len(objectives); k > 0 && value >= objectives[k-1]-1e-9 {
			return w, objectives, nil
		}
		w, objectives = next, append(objectives, value)
	}
}

// On small problems, of which gonum ends all, the objectives of all programs and the weights are
// those of the literal method.
func TestFSVIsTheLiteralMethod(t *testing.T) {
	compared, several := 0, 0
	for seed := range uint64(longtest.Or(40, 200)) {
		n, d := 6+int(seed%7), 2+int(seed%5)
		data := apartData(t, seed, n, d, 2)
		m := FSV{Lambda: []float64{.05, .2, .01}[seed%3], Alpha: []float64{5, 1}[seed%2]}
		x, live, _, err := varyingColumns(t.Context(), data, 1)
		must.Do(t, err)
		c := newConcave(m, data, x, live)
		want, objectives, err := literalPrograms(x, c.against[0], m.Lambda, m.Alpha)
		if err != nil {
			continue // gonum finds some bases singular
		}
		compared++
		if len(objectives) > 1 {
			several++
		}
		r := fsv(t, m, data, algorithms.Options{})
		if !floats.EqualApprox(r.Diagnostics.Trace, objectives, 1e-8) {
			t.Errorf("seed %d: objectives %v, want %v", seed, r.Diagnostics.Trace, objectives)
			continue
		}
		for i, j := range r.Features {
			if got := max(0, r.Scores[i]); math.Abs(got-math.Abs(want[j])) > 1e-6 {
				t.Errorf("seed %d: weight %d is %v, want %v", seed, j, got, math.Abs(want[j]))
			}
		}
	}
	if compared < 30 || several < 10 {
		t.Errorf("%d problems compared, %d of them with several programs", compared, several)
	}
}

// The literal objective of a plane is that of the diagnostics, it falls from program to program, no
// program gains more, and features rank as they lived.
func TestFSVProvesItsPlane(t *testing.T) {
	for seed := range uint64(6) {
		data := apartData(t, seed, 50+10*int(seed), 30, 2+int(seed%3))
		r := fsv(t, FSV{}, data, algorithms.Options{})
		g := r.Diagnostics
		if c := g.Certificate; !(c.Value <= 1e-8) || !c.Local || !g.Converged {
			t.Errorf("seed %d: %+v", seed, g)
		}
		for k, v := range g.Trace {
			if k > 0 && v > g.Trace[k-1]+1e-12 {
				t.Errorf("seed %d: the objective rises: %v", seed, g.Trace)
			}
		}
		chosen := floats.Count(func(v float64) bool { return v > 0 }, r.Scores)
		if int(g.Get("chosen")) != chosen || chosen == 0 || chosen == 30 ||
			!strings.Contains(g.Notes[0], fmt.Sprintf("chooses %d of 30", chosen)) {
			t.Errorf("seed %d: chosen %v of %v, notes %q", seed, g.Get("chosen"), r.Scores, g.Notes)
		}
		for i := range r.Features {
			s := r.Scores[i]
			if s <= 0 && math.Abs(-1/s-math.Round(-1/s)) > 1e-12 {
				t.Errorf("seed %d: score %v is not of a program", seed, s)
			}
			if i > 0 && s == r.Scores[i-1] && r.Features[i] < r.Features[i-1] {
				t.Errorf("seed %d: a tie goes to the higher column: %v", seed, r.Features)
			}
		}
	}
}

// With more than two classes a feature has the largest score of the planes of each class against
// the rest.
func TestFSVOfSeveralClasses(t *testing.T) {
	data := apartData(t, 7, 60, 10, 3)
	want := slices.Repeat([]float64{-1}, 10)
	objective := 0.0
	for class := range 3 {
		one := *data
		one.Classes, one.Y = []string{"rest", "this"}, make([]int, 60)
		for i, y := range data.Y {
			if y == class {
				one.Y[i] = 1
			}
		}
		r := fsv(t, FSV{}, &one, algorithms.Options{})
		for i, j := range r.Features {
			want[j] = max(want[j], r.Scores[i])
		}
		objective += float64(*r.Diagnostics.Objective)
	}
	r := fsv(t, FSV{}, data, algorithms.Options{})
	for i, j := range r.Features {
		if math.Abs(r.Scores[i]-want[j]) > 1e-9 {
			t.Errorf("column %d scores %v, want %v", j, r.Scores[i], want[j])
		}
	}
	if got := float64(*r.Diagnostics.Objective); math.Abs(got-objective) > 1e-9 {
		t.Errorf("objective %v, want %v", got, objective)
	}
}

// least is the global minimum for two features: the loss is piecewise linear and the count concave,
// so that a vertex has it, where as many of the lines margin = 1 and weight = 0 meet as there are
// unknowns.
func least(x [][]float64, sign []float64, c *concave) float64 {
	n := len(sign)
	lines := make([][]float64, 0, n+2) // over w₁, w₂, b, and the value
	for i, s := range sign {
		lines = append(lines, []float64{s * x[0][i], s * x[1][i], -s, 1})
	}
	lines = append(lines, []float64{1, 0, 0, 0}, []float64{0, 1, 0, 0})
	best := math.Inf(1)
	for i := range lines {
		for j := range i {
			for k := range j {
				a, v := mat.NewDense(3, 3, nil), mat.NewVecDense(3, nil)
				for p, l := range [][]float64{lines[i], lines[j], lines[k]} {
					a.SetRow(p, l[:3])
					v.SetVec(p, l[3])
				}
				var at mat.VecDense
				if at.SolveVec(a, v) == nil {
					best = min(best, c.objective([]float64{at.AtVec(0), at.AtVec(1)}, at.AtVec(2),
						sign, c.costs(sign)))
				}
			}
		}
	}
	return best
}

func TestFSVErrors(t *testing.T) {
	data := apartData(t, 1, 20, 4, 2)
	for _, test := range []struct {
		m    FSV
		want string
	}{
		{FSV{Lambda: 1}, "lambda = 1;"}, {FSV{Lambda: -.1}, "lambda = -0.1;"},
		{FSV{Lambda: math.NaN()}, "lambda = NaN;"}, {FSV{Alpha: -1}, "alpha = -1;"},
		{FSV{Restarts: -1}, "restarts = -1;"},
	} {
		r, err := test.m.Select(t.Context(), data, algorithms.Options{})
		if r != nil || err == nil || !strings.HasPrefix(err.Error(), "fsv: "+test.want) {
			t.Errorf("%+v: %v, %v", test.m, r, err)
		}
	}
}

// No plane is below the least objective of all vertices, and with restarts it is often there.
func TestFSVAgainstAllVertices(t *testing.T) {
	alone, restarted := 0, 0
	for seed := range uint64(20) {
		data := apartData(t, 100+seed, 9, 2, 2)
		m := algorithms.WithDefaults(FSV{Lambda: .2})
		x, live, _, err := varyingColumns(t.Context(), data, 1)
		must.Do(t, err)
		c := newConcave(m, data, x, live)
		want := least(x, c.against[0], c)
		one := float64(*fsv(t, m, data, algorithms.Options{}).Diagnostics.Objective)
		m.Restarts = 20
		more := float64(*fsv(t, m, data, algorithms.Options{}).Diagnostics.Objective)
		if one < want-1e-9 || more < want-1e-9 || more > one+1e-12 {
			t.Errorf("seed %d: %v, with restarts %v, least %v", seed, one, more, want)
		}
		if one < want+1e-9 {
			alone++
		}
		if more < want+1e-9 {
			restarted++
		}
	}
	if restarted < 15 || restarted < alone {
		t.Errorf("%d of 20 at the least objective, %d with restarts", alone, restarted)
	}
}

// A unit is a ranking.
func BenchmarkFSV(b *testing.B) {
	wdbc := must.Get(datasets.Load("wdbc", datasets.Options{}))(b)
	for name, d := range map[string]*datasets.Dataset{"569×30": wdbc,
		"62×2000": genes(b, 2, 62, 2000, false), "100×20000": genes(b, 2, 100, 20000, false)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				r := must.Get(FSV{}.Select(b.Context(), d, algorithms.Options{}))(b)
				b.ReportMetric(r.Diagnostics.Get("programs"), "programs")
				b.ReportMetric(r.Diagnostics.Get("pivots"), "pivots")
				b.ReportMetric(r.Diagnostics.Get("chosen"), "chosen")
			}
		})
	}
}

// On data with more features than samples, with many samples, and with many classes no program
// gains.
func TestFSVCertificates(t *testing.T) {
	dir := realdata.Need(t, "ALLAML.mat")
	sets := []string{filepath.Join(dir, "ALLAML.mat"), "wdbc"}
	for _, name := range longtest.And(sets, "digits") {
		d := must.Get(datasets.Load(name, datasets.Options{}))(t)
		r := fsv(t, FSV{}, d, algorithms.Options{})
		if c := r.Diagnostics.Certificate; !(c.Value <= 1e-8) || !r.Diagnostics.Converged {
			t.Errorf("%s: %+v", name, r.Diagnostics)
		}
	}
}
