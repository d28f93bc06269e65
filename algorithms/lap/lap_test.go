package lap

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
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
	p, err := m.Learn(t.Context(), d, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
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

// The objective never rises, W'W = I, and what is said of the answer is so: both methods, more
// samples than features and fewer.
func TestObjectiveNeverRises(t *testing.T) {
	var worst, off float64
	unfinished := 0
	seeds := longtest.Or(uint64(20), 100)
	for seed := range seeds {
		n, d := 40, 12+int(seed%10)
		if seed%2 == 1 {
			n, d = 18, 60+int(seed%3)*55 // the last in more dimensions than are decomposed whole
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
	t.Logf("largest rise %.1e, W'W off by %.1e, %d of %d not at rest after %d steps", worst, off,
		unfinished, seeds, mostSteps)
	if off > 1e-10 || 20*unfinished > int(seeds) {
		t.Errorf("W'W is off by %.1e, %d unfinished", off, unfinished)
	}
}

// objective is that of W by its definition.
func objective(x *mat.Dense, p *Learned, gamma float64) float64 {
	var z mat.Dense
	z.Mul(x, p.W)
	var sum float64
	for _, e := range p.Before.Edges {
		a, b := z.RawRowView(e.I), z.RawRowView(e.J)
		s := DefaultEpsilon
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
		s := DefaultEpsilon
		for c := range m {
			s += p.W.At(l, c) * p.W.At(l, c)
		}
		sum += gamma * math.Sqrt(s)
	}
	return sum
}

// (16) counts each pair twice, and rises under the very steps of the paper, which lower the sum
// that counts them once. With --long 150 runs as for docs/lap.md.
func TestPairsCountOnce(t *testing.T) {
	rose, roseOnce, seeds := 0, 0, longtest.Or(uint64(24), 150)
	for seed := range seeds {
		data := random(seed, 40, 12)
		pairs, _, err := nearest(t.Context(), data, 5, Or, true, algorithms.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := &problem{x: data.X, pairs: pairs, m: 1 + int(seed%3),
			gamma: math.Pow(10, float64(seed%4)), epsilon: DefaultEpsilon}
		_, first, err := rowsparse.Constant(p.rows(ones(len(pairs))), 12, p.m)
		if err != nil {
			t.Fatal(err)
		}
		at := p.at(first, false)
		twice := func(s state) float64 {
			return 2*s.value - p.gamma*rowsparse.Penalty(s.norms, p.epsilon)
		}
		up, upOnce := false, false
		for range 60 {
			s, err := p.step(t.Context(), at, function{p: p})
			if err != nil {
				t.Fatal(err)
			}
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

// The steps are Algorithm 2 with the d×d matrix and all its eigenvectors, where there are more
// samples than features.
func TestAgainstDense(t *testing.T) {
	for seed := range uint64(5) {
		p := problemOf(t, random(seed, 60, 15), SLAP{Dimensions: 1 + int(seed%3)})
		got, err := p.plain(t.Context(), 1e-7, 1000)
		if err != nil {
			t.Fatal(err)
		}
		// Q = I, S = V, that is norms of ½ and distances of ½, but for ε.
		half := math.Sqrt(.25 - DefaultEpsilon)
		at := state{norms: make([]float64, 15), far: make([]float64, len(p.pairs))}
		for l := range at.norms {
			at.norms[l] = half
		}
		for k := range at.far {
			at.far[k] = half
		}
		for range got.steps + 1 {
			w, err := denseStep(p, at)
			if err != nil {
				t.Fatal(err)
			}
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

// Fewer samples than features: the steps are those inside an explicit basis of the null space.
func TestAgainstNullSpaceBasis(t *testing.T) {
	for _, shape := range longtest.And([][3]int{{15, 40, 1}, {20, 90, 3}, {30, 170, 1}},
		[3]int{25, 180, 4}) {
		n, d, dim := shape[0], shape[1], shape[2]
		data := random(uint64(d+dim), n, d)
		p := problemOf(t, data, ULAP{Dimensions: dim, Gamma: .01})
		got, err := p.plain(t.Context(), 1e-4, 1000)
		if err != nil {
			t.Fatal(err)
		}
		basis := nullBasis(data.X, p.pairs)
		_, left := basis.Dims()
		norms := make([]float64, d)
		for l := range norms {
			norms[l] = mat.Norm(basis.RowView(l), 2) * math.Sqrt(float64(dim)/float64(left))
		}
		for range got.steps {
			var inside, half mat.Dense
			half.Mul(mat.NewDiagDense(d, rowsparse.Weights(norms, 1, DefaultEpsilon)), basis)
			inside.Mul(basis.T(), &half)
			s := mat.NewSymDense(left, nil)
			for i := range left {
				for j := i; j < left; j++ {
					s.SetSym(i, j, (inside.At(i, j)+inside.At(j, i))/2)
				}
			}
			var eigen mat.EigenSym
			eigen.Factorize(s, true)
			var all, w mat.Dense
			eigen.VectorsTo(&all)
			w.Mul(basis, all.Slice(0, left, 0, dim))
			norms = rowsparse.RowNorms(&w, nil)
		}
		var most float64
		for l, v := range norms {
			most = max(most, math.Abs(v-got.norms[l]))
		}
		var z mat.Dense
		z.Mul(differences(data.X, p.pairs), got.s.W)
		far := mat.Norm(&z, 2)
		t.Logf("%d×%d, m = %d: after %d steps the norms differ by %.1e; the pairs project to "+
			"within %.1e", n, d, dim, got.steps, most, far)
		if most > 1e-8 || far > 1e-9 || !got.null {
			t.Errorf("%d×%d, m = %d: norms differ by %.1e, pairs project to within %.1e", n, d, dim,
				most, far)
		}
	}
}

// differences are those of all pairs that are joined.
func differences(x *mat.Dense, pairs []graph.Edge) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(pairs), d, nil)
	for k, e := range pairs {
		for j := range d {
			out.Set(k, j, x.At(e.I, j)-x.At(e.J, j))
		}
	}
	return out
}

// nullBasis is an orthonormal basis (columns) of what is perpendicular to them.
func nullBasis(x *mat.Dense, pairs []graph.Edge) *mat.Dense {
	_, d := x.Dims()
	var svd mat.SVD
	svd.Factorize(differences(x, pairs), mat.SVDFullV)
	rank := 0
	for _, v := range svd.Values(nil) {
		if v > 1e-9 {
			rank++
		}
	}
	var v mat.Dense
	svd.VTo(&v)
	return mat.DenseCopyOf(v.Slice(0, d, rank, d))
}

// In the null space a gamma up to gamma/multiplier has no part; a larger one leaves it, for less.
func TestGammaInNullSpace(t *testing.T) {
	data := random(3, 20, 60)
	small := learned(t, SLAP{Dimensions: 2, Gamma: 1e-3}, data)
	limit := 1e-3 / extra(t, small, "multiplier")
	near := learned(t, SLAP{Dimensions: 2, Gamma: .99 * limit}, data)
	far := learned(t, SLAP{Dimensions: 2, Gamma: 20 * limit}, data)
	for l, v := range small.Norms {
		// ε is not in proportion to gamma, and S with it: some digits are left.
		if math.Abs(v-near.Norms[l]) > 1e-9 {
			t.Errorf("row %d: norm %v for small gamma, %v for gamma %.3g", l, v, near.Norms[l],
				.99*limit)
		}
	}
	if extra(t, near, "in these") != 1 || extra(t, far, "in these") != 0 {
		t.Errorf("in the null space: near %v, far %v", extra(t, near, "in these"),
			extra(t, far, "in these"))
	}
	stay := objective(data.X, small, 20*limit)
	if got := float64(*far.Scores.Diagnostics.Objective); got >= stay*(1-1e-6) {
		t.Errorf("gamma %.3g: objective %v outside, %v inside", 20*limit, got, stay)
	} else {
		t.Logf("limit %.3g; with 20 times that objective %v, of the W for less %v", limit,
			got, stay)
	}
	// The step without the constraint gains next to nothing below the limit.
	pairs, _, err := nearest(t.Context(), data, 5, Or, true, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &problem{x: data.X, pairs: pairs, m: 2, gamma: .5 * limit, epsilon: DefaultEpsilon}
	at := p.at(&rowsparse.Solution{W: small.W, Span: small.W, Share: ones(2)}, false)
	start := at.value
	for range 20 {
		s, err := p.step(t.Context(), at, function{p: p})
		if err != nil {
			t.Fatal(err)
		}
		at = p.at(s, false)
	}
	t.Logf("gamma of half the limit: 20 steps without the constraint gain %.1e, distances up to "+
		"%.1e", 1-at.value/start, maxOf(at.far))
	if gain := 1 - at.value/start; gain > 1e-4 || maxOf(at.far) > 1e-5 {
		t.Errorf("below the limit the steps without the constraint gain %.1e, with distances up "+
			"to %.1e", gain, maxOf(at.far))
	}
	if w := strings.Join(small.Scores.Warnings, ";"); !strings.Contains(w, "gamma") {
		t.Errorf("no warning of gamma: %q", w)
	}
}

func maxOf(v []float64) float64 {
	var most float64
	for _, x := range v {
		most = max(most, x)
	}
	return most
}

// share is the part of feature j in the summed weights.
func share(p *Learned, j int) float64 {
	var sum float64
	for _, v := range p.Norms {
		sum += v
	}
	return p.Norms[j] / sum
}

// The paper's D1: feature 1 takes nearly all, and S shows the three clusters.
func TestD1(t *testing.T) {
	least, before, after, seeds := 1., math.Inf(1), math.Inf(1), longtest.Or(uint64(5), 20)
	for seed := range seeds {
		data := datasets.LAPD1(seed)
		p := learned(t, SLAP{}, data)
		s := share(p, 0)
		least = min(least, s)
		if s < .85 || p.Scores.Order()[0] != 0 {
			t.Errorf("seed %d: feature 1 has %.3f of the weights", seed, s)
		}
		b, a := blocks(p.Before, data), blocks(p.S, data)
		before, after = min(before, b), min(after, a)
		if a < 3*b {
			t.Errorf("seed %d: similarity within the clusters of class a over between them %.1f "+
				"before, %.1f learned", seed, b, a)
		}
	}
	t.Logf("%d seeds: feature 1 has at least %.3f; mean within over mean between the clusters "+
		"of class a at least %.1f before, %.1f learned", seeds, least, before, after)
}

// blocks is the mean similarity, at most 1, of pairs of samples within a cluster of class a over
// that between its two.
func blocks(a *graph.Affinity, d *datasets.Dataset) float64 {
	of := d.Truth.Clusters
	var within, between float64
	for _, e := range a.Edges {
		e.Weight = min(e.Weight, 1) // as in Figure 2
		switch {
		case d.Y[e.I] != 0 || d.Y[e.J] != 0:
		case of[e.I] == of[e.J]:
			within += e.Weight / (2 * 100 * 99 / 2)
		default:
			between += e.Weight / (100 * 100)
		}
	}
	return within / between
}

// The paper's D2, with one dimension and with two.
func TestD2(t *testing.T) {
	least, most, seeds := 1., 0., longtest.Or(uint64(5), 20)
	for seed := range seeds {
		data := datasets.LAPD2(seed)
		p := learned(t, ULAP{}, data)
		a, b := share(p, 0), share(p, 1)
		least, most = min(least, a), max(most, b)
		if a < .7 || b > .05 {
			t.Errorf("seed %d: feature 1 has %.3f, feature 2 %.3f", seed, a, b)
		}
		if best := learned(t, ULAP{Dimensions: 2}, data).Scores.Order()[0]; best != 0 {
			t.Errorf("seed %d, m = 2: feature %d first", seed, best+1)
		}
	}
	t.Logf("%d seeds: feature 1 has at least %.3f, feature 2 at most %.3f", seeds, least, most)
}

// What docs/lap.md says of units and labels, on 4 draws, or on its 20 with -all.
func TestUnits(t *testing.T) {
	draws := uint64(4)
	if *all {
		draws = 20
	}
	first := func(p *Learned) int {
		if p.Scores.Order()[0] == 0 {
			return 1
		}
		return 0
	}
	least, strong := 1., 1.
	var d1, d2 int
	for seed := range draws {
		one, two := datasets.LAPD1(seed), datasets.LAPD2(seed)
		scaledOne, err := one.Standardize()
		if err != nil {
			t.Fatal(err)
		}
		scaledTwo, err := two.Standardize()
		if err != nil {
			t.Fatal(err)
		}
		least = min(least, share(learned(t, SLAP{}, scaledOne), 0))
		d2 += first(learned(t, ULAP{}, scaledTwo))
		d1 += first(learned(t, ULAP{}, one))
		strong = min(strong, share(learned(t, SLAP{Gamma: 1000}, one), 0),
			share(learned(t, ULAP{Gamma: 1000}, two), 0))
	}
	t.Logf("%d draws: D1 standardized, SLAP: feature 1 has at least %.3f; D2 standardized, "+
		"ULAP: first in %d; D1, ULAP: first in %d; gamma 1000: at least %.4f", draws, least, d2,
		d1, strong)
	if least < .85 || d2 > 1 || d1 > 0 || strong < .999 {
		t.Error("this is not what docs/lap.md says")
	}
}

// The same bits for any number of workers, and of processors.
func TestWorkers(t *testing.T) {
	for _, data := range []*datasets.Dataset{random(1, 70, 12), random(2, 60, 170)} {
		var first *Learned
		for _, w := range []int{1, 2, 5} {
			old := runtime.GOMAXPROCS(w)
			p, err := SLAP{Dimensions: 2, Tolerance: 1e-4}.Learn(t.Context(), data,
				algorithms.Options{Workers: w})
			runtime.GOMAXPROCS(old)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = p
			}
			if !mat.Equal(first.W, p.W) {
				t.Errorf("%d workers: other bits", w)
			}
		}
	}
}

// Rows and columns in another order, the open start included: norms agree to 1e-9.
func TestPermutations(t *testing.T) {
	for _, shape := range [][2]int{{50, 12}, {20, 60}, {30, 220}} {
		data := random(9, shape[0], shape[1])
		rng := rand.New(rand.NewPCG(1, 9))
		rows, columns := rng.Perm(shape[0]), rng.Perm(shape[1])
		turned := *data
		turned.X = mat.NewDense(shape[0], shape[1], nil)
		turned.Y = make([]int, shape[0])
		for i, from := range rows {
			turned.Y[i] = data.Y[from]
			for j, of := range columns {
				turned.X.Set(i, j, data.X.At(from, of))
			}
		}
		for _, m := range []learner{SLAP{}, ULAP{Dimensions: 3}} {
			a, b := learned(t, m, data), learned(t, m, &turned)
			var off float64
			for j, of := range columns {
				off = max(off, math.Abs(b.Norms[j]-a.Norms[of]))
			}
			t.Logf("%v %T: off by %.1e after %d steps", shape, m, off,
				a.Scores.Diagnostics.Iterations)
			if off > 1e-9 {
				t.Errorf("%v %T: norms differ by %.1e", shape, m, off)
			}
		}
	}
}
