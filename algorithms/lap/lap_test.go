package lap

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/rowsparse"
)

// random draws a data set of c classes with a few columns that tell them apart, standardized.
func random(seed uint64, n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 7))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	names := make([]string, d)
	for i := range n {
		y[i] = i % 3
		for j := range d {
			v := rng.NormFloat64()
			if j%4 == 0 {
				v += 2 * math.Sin(float64(j+2*y[i]))
			}
			x.Set(i, j, v)
		}
	}
	for j := range names {
		names[j] = fmt.Sprint("f", j)
	}
	d0 := &datasets.Dataset{Name: "random", X: x, Y: y, Features: names,
		Classes: []string{"a", "b", "c"}}
	out, err := d0.Standardize()
	if err != nil {
		panic(err)
	}
	return out
}

func learned(t testing.TB, m learner, d *datasets.Dataset) *Learned {
	t.Helper()
	return must.Get(m.Learn(t.Context(), d, algorithms.Options{}))(t)
}

func extra(t testing.TB, p *Learned, name string) float64 {
	t.Helper()
	v := p.Scores.Diagnostics.Get(name)
	if math.IsNaN(v) {
		t.Fatalf("no %q in %v", name, p.Scores.Diagnostics.Extra)
	}
	return v
}

// orthonormal is how far W'W is from I.
func orthonormal(w *mat.Dense) float64 {
	var g mat.Dense
	g.Mul(w.T(), w)
	_, m := w.Dims()
	for i := range m {
		g.Set(i, i, g.At(i, i)-1)
	}
	return mat.Norm(&g, 2)
}

// The objective never rises, W'W = I, and the reported objective is that of W: both methods, more
// samples than features and fewer.
func TestObjectiveNeverRises(t *testing.T) {
	var worst, off float64
	unfinished := 0
	seeds := longtest.Or(uint64(8), 100)
	for seed := range seeds {
		n, d := 40, 12+int(seed%10)
		if seed%2 == 1 {
			n, d = 18, 60+int(seed%3)*55 // 170 columns: no dense decomposition
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		dim, gamma := 1+rng.IntN(5), math.Pow(10, float64(rng.IntN(7)-3))
		var m learner = SLAP{Dimensions: dim, Gamma: gamma, Tolerance: 1e-5}
		if seed/2%2 == 1 {
			m = ULAP{Dimensions: dim, Gamma: gamma, Tolerance: 1e-5}
		}
		data := random(seed, n, d)
		p := learned(t, m, data)
		g := p.Scores.Diagnostics
		for i := 1; i < len(g.Trace); i++ {
			rise := (g.Trace[i] - g.Trace[i-1]) / g.Trace[i-1]
			worst = max(worst, rise)
			if rise > 1e-9 {
				t.Errorf("seed %d, %+v: step %d raises the objective by %.1e", seed, m, i, rise)
			}
		}
		off = max(off, orthonormal(p.W))
		if !g.Converged {
			unfinished++
		}
		if math.Abs(float64(*g.Objective)-g.Trace[len(g.Trace)-1]) != 0 {
			t.Errorf("seed %d: the objective %v is not the last of its trace", seed, *g.Objective)
		}
		if literal := objective(data.X, p, gamma); math.Abs(
			literal-float64(*g.Objective)) > 1e-9*literal {
			t.Errorf("seed %d: objective %v, of W itself %v", seed, float64(*g.Objective), literal)
		}
	}
	t.Logf("largest rise %.1e, W'W off by %.1e, %d of %d not converged after %d steps", worst, off,
		unfinished, seeds, mostSteps)
	if off > 1e-10 || 20*unfinished > int(seeds) {
		t.Errorf("W'W is off by %.1e, %d of %d not converged", off, unfinished, seeds)
	}
}

// objective is that of W by its definition.
func objective(x *mat.Dense, p *Learned, gamma float64) float64 {
	var z mat.Dense
	z.Mul(x, p.W)
	var sum float64
	for _, e := range p.Before.Edges {
		a, b := z.RawRowView(e.I), z.RawRowView(e.J)
		s := 1e-10
		for c := range a {
			s += (a[c] - b[c]) * (a[c] - b[c])
		}
		sum += e.Weight * math.Sqrt(s)
	}
	d, m := p.W.Dims()
	for l := range d {
		if slices.Contains(p.Scores.Constant, l) {
			continue
		}
		s := 1e-10
		for c := range m {
			s += p.W.At(l, c) * p.W.At(l, c)
		}
		sum += gamma * math.Sqrt(s)
	}
	return sum
}

// The steps of the paper lower the sum that counts each pair once. (16), which counts it twice, can
// rise. With --long the 150 runs are those of docs/lap.md.
func TestPairsCountOnce(t *testing.T) {
	rose, roseOnce, seeds := 0, 0, longtest.Or(uint64(24), 150)
	for seed := range seeds {
		data := random(seed, 40, 12)
		pairs, _, err := nearest(t.Context(), data, 5, Or, true, algorithms.Options{})
		must.Do(t, err)
		p := &problem{x: data.X, pairs: pairs, m: 1 + int(seed%3),
			gamma: math.Pow(10, float64(seed%4)), epsilon: 1e-10}
		_, first, err := rowsparse.Constant(p.rows(ones(len(pairs))), 12, p.m)
		must.Do(t, err)
		at := p.at(first, false)
		twice := func(s state) float64 {
			return 2*s.value - p.gamma*rowsparse.Penalty(s.norms, p.epsilon)
		}
		up, upOnce := false, false
		for range 60 {
			s := must.Get(p.step(t.Context(), at, function{p: p}))(t)
			next := p.at(s, false)
			up = up || twice(next) > twice(at)*(1+1e-9)
			upOnce = upOnce || next.value > at.value*(1+1e-9)
			at = next
		}
		if up {
			rose++
		}
		if upOnce {
			roseOnce++
		}
	}
	t.Logf("(16) rose in %d of %d runs, with pairs counted once %d", rose, seeds, roseOnce)
	if rose == 0 || roseOnce > 0 {
		t.Errorf("(16) rose in %d of %d runs, with pairs counted once in %d", rose, seeds,
			roseOnce)
	}
}

func ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

// With more samples than features, the steps equal Algorithm 2 with the d×d matrix and all its
// eigenvectors.
func TestAgainstDense(t *testing.T) {
	for seed := range uint64(5) {
		p := problemOf(t, random(seed, 60, 15), SLAP{Dimensions: 1 + int(seed%3)})
		got := must.Get(p.plain(t.Context(), 1e-7, 1000))(t)
		// Q = I, S = V: norms and distances of ½, up to ε.
		half := math.Sqrt(.25 - 1e-10)
		at := state{norms: make([]float64, 15), far: make([]float64, len(p.pairs))}
		for l := range at.norms {
			at.norms[l] = half
		}
		for k := range at.far {
			at.far[k] = half
		}
		for range got.steps + 1 {
			w := must.Get(denseStep(p, at))(t)
			at = p.at(&rowsparse.Solution{W: w, Span: w, Share: ones(p.m)}, false)
		}
		for l, v := range at.norms {
			if math.Abs(v-got.norms[l]) > 1e-7 {
				t.Errorf("seed %d: row %d has norm %v, want %v", seed, l, got.norms[l], v)
			}
		}
		if rise := got.value/at.value - 1; math.Abs(rise) > 1e-8 {
			t.Errorf("seed %d: objective off by %.1e", seed, rise)
		}
	}
}
