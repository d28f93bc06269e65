package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/krylov"
	"fsnb.example/internal/must"
)

// classesOf draws n samples of c classes with means of their own and columns of different scale.
func classesOf(seed uint64, n, d, c int) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 77))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for j := range d {
		scale, shift := math.Exp(.5*rng.NormFloat64()), 3*rng.NormFloat64()
		means := make([]float64, c)
		for l := range means {
			means[l] = rng.NormFloat64()
		}
		for i := range n {
			y[i] = (i * i) % c
			if i < c {
				y[i] = i
			}
			x.Set(i, j, shift+scale*(means[y[i]]+rng.NormFloat64()))
		}
	}
	return x, y
}

// joinNearest joins each sample to its k nearest, by the heat kernel of the mean squared distance.
func joinNearest(x *mat.Dense, k int) []Pair {
	n, d := x.Dims()
	squared := func(i, j int) float64 {
		r := floats.Distance(x.RawRowView(i), x.RawRowView(j), 2)
		return r * r
	}
	joined := map[[2]int]float64{}
	for i := range n {
		near := make([]float64, n)
		order := make([]int, n)
		for j := range n {
			near[j] = squared(i, j)
		}
		floats.Argsort(near, order)
		for _, j := range order[:k+1] {
			if i != j {
				joined[[2]int{min(i, j), max(i, j)}] = squared(i, j)
			}
		}
	}
	var pairs []Pair
	for i := range n {
		for j := range n {
			if v, ok := joined[[2]int{i, j}]; ok {
				pairs = append(pairs, Pair{i, j, math.Exp(-v / float64(2*d))})
			}
		}
	}
	return pairs
}

// scatterOf is ½Σ a_ij (x_i - x_j)(x_i - x_j)', term by term.
func scatterOf(x *mat.Dense, a func(i, j int) float64) *mat.SymDense {
	n, d := x.Dims()
	s := mat.NewSymDense(d, nil)
	diff := mat.NewVecDense(d, nil)
	for i := range n {
		for j := range n {
			if w := a(i, j); w != 0 {
				diff.SubVec(x.RowView(i), x.RowView(j))
				s.SymRankOne(s, w/2, diff)
			}
		}
	}
	return s
}

// largestPairs solves Aw = λBw whole, B positive definite: the m largest λ and w with w'Bw = 1.
func largestPairs(t *testing.T, a, b *mat.SymDense, m int) ([]float64, *mat.Dense) {
	t.Helper()
	var chol mat.Cholesky
	if !chol.Factorize(b) {
		t.Fatal("the matrix below is not positive definite")
	}
	var l mat.TriDense
	chol.LTo(&l)
	var half, whole, w mat.Dense
	_ = half.Solve(&l, a)
	_ = whole.Solve(&l, half.T())
	n := a.SymmetricDim()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (whole.At(i, j)+whole.At(j, i))/2)
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(s, true)
	var v mat.Dense
	eigen.VectorsTo(&v)
	_ = w.Solve(l.T(), &v)
	values, out := make([]float64, m), mat.NewDense(n, m, nil)
	for k := range m {
		values[k] = eigen.Values(nil)[n-1-k]
		out.SetCol(k, mat.Col(nil, n-1-k, &w))
	}
	return values, out
}

// orthonormal is the Gram-Schmidt basis of the columns, signed as axes are.
func orthonormal(w *mat.Dense) *mat.Dense {
	rows := mat.DenseCopyOf(w.T())
	m, _ := rows.Dims()
	for k := range m {
		krylov.Orthonormal(rows.RawRowView(k), rows, k)
	}
	for k := range m {
		v := mat.NewVecDense(len(rows.RawRowView(k)), rows.RawRowView(k))
		fixSign(v)
	}
	return mat.DenseCopyOf(rows.T())
}

func gramOf(w *mat.Dense) *mat.Dense {
	var g mat.Dense
	g.Mul(w.T(), w)
	return &g
}

func unit(m int) *mat.Dense {
	out := mat.NewDense(m, m, nil)
	for k := range m {
		out.Set(k, k, 1)
	}
	return out
}

// certified checks what holds of all axes.
func certified(t testing.TB, what string, p *Directions, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if !(p.Residual <= 1e-10) {
		t.Errorf("%s: residual %g", what, p.Residual)
	}
	_, m := p.Axes.Dims()
	if p.Tied == 1 {
		for j, v := range p.Norms {
			if math.Abs(v-floats.Norm(p.Axes.RawRowView(j)[:m], 2)) > 1e-12*(1+v) {
				t.Errorf("%s: row %d has norm %g, stated %g", what, j,
					floats.Norm(p.Axes.RawRowView(j), 2), v)
			}
		}
	}
}

// Small problems against the d×d matrices, summed pair by pair: both forms of S_b, ridges, LFDA,
// LPP.
func TestDirectionsAgainstWhole(t *testing.T) {
	for seed, shape := range [][3]int{{40, 7, 3}, {60, 5, 4}, {33, 12, 5}, {12, 30, 3}} {
		n, d, c := shape[0], shape[1], shape[2]
		x, y := classesOf(uint64(seed), n, d, c)
		count, _ := classSizes(y)
		same := func(i, j int) bool { return y[i] == y[j] }
		sw := scatterOf(x, func(i, j int) float64 {
			if same(i, j) {
				return 1 / float64(count[y[i]])
			}
			return 0
		})
		st := scatterOf(x, func(_, _ int) float64 { return 1 / float64(n) })
		sb := mat.NewSymDense(d, nil)
		equal := mat.NewSymDense(d, nil)
		mean := mat.NewVecDense(d, nil)
		for i := range n {
			mean.AddScaledVec(mean, 1/float64(n), x.RowView(i))
		}
		for l, size := range count {
			own := mat.NewVecDense(d, nil)
			for i := range n {
				if y[i] == l {
					own.AddScaledVec(own, 1/float64(size), x.RowView(i))
				}
			}
			own.SubVec(own, mean)
			sb.SymRankOne(sb, float64(size), own)
			equal.SymRankOne(equal, 1, own)
		}
		var sum mat.SymDense
		sum.AddSym(sw, sb)
		if !mat.EqualApprox(&sum, st, 1e-9) {
			t.Fatal("S_w + S_b is not the total scatter")
		}
		pairs := joinNearest(x, 4)
		a := map[[2]int]float64{}
		for _, p := range pairs {
			a[[2]int{p.I, p.J}], a[[2]int{p.J, p.I}] = p.Weight, p.Weight
		}
		lw := scatterOf(x, func(i, j int) float64 {
			if same(i, j) {
				return a[[2]int{i, j}] / float64(count[y[i]])
			}
			return 0
		})
		lb := scatterOf(x, func(i, j int) float64 {
			if same(i, j) {
				return a[[2]int{i, j}] * (1/float64(n) - 1/float64(count[y[i]]))
			}
			return 1 / float64(n)
		})
		ridged := func(s *mat.SymDense, ridge float64) *mat.SymDense {
			out := mat.NewSymDense(d, nil)
			out.CopySym(s)
			for j := range d {
				out.SetSym(j, j, out.At(j, j)+ridge*mat.Trace(s)/float64(d))
			}
			return out
		}
		check := func(what string, above, below *mat.SymDense, m int, p *Directions, err error) {
			t.Helper()
			certified(t, what, p, err)
			values, w := largestPairs(t, above, below, m)
			if !floats.EqualApprox(p.Values, values, 1e-8*values[0]) {
				t.Errorf("%d×%d %s: eigenvalues %v, want %v", n, d, what, p.Values, values)
			}
			if want := orthonormal(w); !mat.EqualApprox(p.Axes, want, 1e-8) {
				t.Errorf("%d×%d %s: axes\n%v\nwant\n%v", n, d, what, mat.Formatted(p.Axes),
					mat.Formatted(want))
			}
			if !mat.EqualApprox(gramOf(p.Axes), unit(m), 1e-12) {
				t.Errorf("%s: W'W = %v", what, mat.Formatted(gramOf(p.Axes)))
			}
		}
		m := c - 1
		for _, ridge := range []float64{0, .1, 3} {
			if ridge == 0 && d > n {
				continue // singular
			}
			p, err := LDA(t.Context(), x, y, m, LDAOptions{Ridge: ridge})
			check("LDA", sb, ridged(sw, ridge), m, p, err)
			p, err = LDA(t.Context(), x, y, m, LDAOptions{Ridge: ridge, Equal: true})
			check("LDA, equal", equal, ridged(sw, ridge), m, p, err)
			p, err = LFDA(t.Context(), x, y, pairs, m+1, LFDAOptions{Ridge: ridge})
			check("LFDA", lb, ridged(lw, ridge), m+1, p, err)
		}
		if d > n {
			continue
		}
		g := must.Get(PairGraph(n, pairs))(t)
		for _, uncentered := range []bool{false, true} {
			center, total := mat.NewVecDense(d, nil), floats.Sum(g.degree)
			for i, w := range g.degree {
				if !uncentered {
					center.AddScaledVec(center, w/total, x.RowView(i))
				}
			}
			below, smooth := mat.NewSymDense(d, nil),
				scatterOf(x, func(i, j int) float64 { return a[[2]int{i, j}] })
			var v mat.VecDense
			for i, w := range g.degree {
				v.SubVec(x.RowView(i), center)
				below.SymRankOne(below, w, &v)
			}
			p, err := LPP(t.Context(), x, g, 3, LPPOptions{Uncentered: uncentered})
			certified(t, "LPP", p, err)
			negative := mat.NewSymDense(d, nil)
			negative.ScaleSym(-1, smooth)
			values, w := largestPairs(t, negative, below, 3)
			for k := range 3 {
				axis := mat.VecDenseCopyOf(w.ColView(k))
				fixSign(axis)
				if math.Abs(p.Values[k]+values[k]) > 1e-9 ||
					!mat.EqualApprox(p.Axes.ColView(k), axis, 1e-8*mat.Norm(axis, 2)) {
					t.Errorf("LPP, uncentered %v, axis %d: λ %g, want %g; %v, want %v", uncentered,
						k, p.Values[k], -values[k], mat.Col(nil, k, p.Axes), axis.RawVector().Data)
				}
			}
			var inside, product mat.Dense
			inside.Mul(below, p.Axes)
			product.Mul(p.Axes.T(), &inside)
			if !mat.EqualApprox(&product, unit(3), 1e-10) {
				t.Errorf("LPP: W'X'DXW = %v", mat.Formatted(&product))
			}
		}
	}
}

// LFDA with affinities of 1 is LDA, with more features than samples too; with those of the class
// graph, LPP has the eigenvalues 1/(1+λ) and the same span.
func TestDirectionsIdentities(t *testing.T) {
	for seed, shape := range [][3]int{{40, 6, 3}, {50, 20, 4}, {18, 40, 3}} {
		n, d, c := shape[0], shape[1], shape[2]
		x, y := classesOf(uint64(seed), n, d, c)
		var all []Pair
		for i := range n {
			for j := range i {
				all = append(all, Pair{i, j, 1})
			}
		}
		for m := 1; m < c; m++ {
			lda, err := LDA(t.Context(), x, y, m, LDAOptions{})
			certified(t, "LDA", lda, err)
			lfda, err := LFDA(t.Context(), x, y, all, m, LFDAOptions{})
			certified(t, "LFDA", lfda, err)
			if !mat.EqualApprox(lda.Axes, lfda.Axes, 1e-9) || !math.IsInf(lda.Values[0], 1) &&
				!floats.EqualApprox(lda.Values, lfda.Values, 1e-9*lda.Values[0]) {
				t.Errorf("%v: LFDA with affinities of 1 has axes\n%v\nLDA\n%v", shape,
					mat.Formatted(lfda.Axes), mat.Formatted(lda.Axes))
			}
			g, _ := ClassGraph(y)
			lpp, err := LPP(t.Context(), x, g, m, LPPOptions{})
			certified(t, "LPP", lpp, err)
			for k, v := range lda.Values {
				must.Near(t, lpp.Values[k], 1/(1+v), 1e-12, "%v: LPP has for %g of LDA", shape, v)
			}
			if d < n && !mat.EqualApprox(orthonormal(lpp.Axes), lda.Axes, 1e-8) {
				t.Errorf("%v: LPP on the class graph has another span than LDA", shape)
			}
		}
	}
}

// Row norms do not depend on the order of samples and features, nor do duplicated features change
// what the others span: also where eigenvalues are equal.
func TestDirectionsPermuted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, d, c := rapid.IntRange(8, 24).Draw(rt, "n"), rapid.IntRange(2, 30).Draw(rt, "d"),
			rapid.IntRange(2, 4).Draw(rt, "c")
		x, y := classesOf(rapid.Uint64().Draw(rt, "seed"), n, d, c)
		m := rapid.IntRange(1, min(c-1, d)).Draw(rt, "m")
		pairs := joinNearest(x, 3)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "order"), 1))
		rows, columns := rng.Perm(n), rng.Perm(d)
		moved, movedY, where := mat.NewDense(n, d, nil), make([]int, n), make([]int, n)
		for i, from := range rows {
			movedY[i], where[from] = y[from], i
			for j, source := range columns {
				moved.Set(i, j, x.At(from, source))
			}
		}
		var movedPairs []Pair
		for _, p := range pairs {
			movedPairs = append(movedPairs, Pair{where[p.J], where[p.I], p.Weight})
		}
		for _, test := range []struct {
			what string
			run  func(x *mat.Dense, y []int, pairs []Pair) (*Directions, error)
		}{
			{"LDA", func(x *mat.Dense, y []int, _ []Pair) (*Directions, error) {
				return LDA(t.Context(), x, y, m, LDAOptions{})
			}},
			{"LFDA", func(x *mat.Dense, y []int, p []Pair) (*Directions, error) {
				return LFDA(t.Context(), x, y, p, m, LFDAOptions{})
			}},
			{"LPP", func(x *mat.Dense, y []int, p []Pair) (*Directions, error) {
				g, _ := PairGraph(n, p)
				return LPP(t.Context(), x, g, m, LPPOptions{})
			}},
			{"LPP of classes", func(x *mat.Dense, y []int, _ []Pair) (*Directions, error) {
				g, _ := ClassGraph(y)
				return LPP(t.Context(), x, g, m, LPPOptions{})
			}},
		} {
			p, err := test.run(x, y, pairs)
			certified(t, test.what, p, err)
			q, err := test.run(moved, movedY, movedPairs)
			certified(t, test.what, q, err)
			for j, source := range columns {
				if math.Abs(q.Norms[j]-p.Norms[source]) > 1e-9*floats.Max(p.Norms) {
					rt.Fatalf("%s, %d×%d, m = %d, tied %d: row %d has norm %.12g, moved %.12g",
						test.what, n, d, m, p.Tied, source, p.Norms[source], q.Norms[j])
				}
			}
		}
	})
}

// Two axes that tell as much as each other, of which one is asked for: the rows share it.
func TestDirectionsTied(t *testing.T) {
	x := mat.NewDense(8, 2, []float64{3, 0, 5, 0, -3, 0, -5, 0, 0, 3, 0, 5, 0, -3, 0, -5})
	y := []int{0, 0, 1, 1, 2, 2, 3, 3}
	p, err := LDA(t.Context(), x, y, 1, LDAOptions{})
	certified(t, "LDA", p, err)
	if p.Tied != 2 || !floats.EqualApprox(p.Norms, []float64{math.Sqrt(.5), math.Sqrt(.5)}, 1e-12) {
		t.Errorf("%d axes share the eigenvalue, the rows have norms %v", p.Tied, p.Norms)
	}
	g, _ := ClassGraph(y)
	p, err = LPP(t.Context(), x, g, 1, LPPOptions{})
	certified(t, "LPP", p, err)
	if p.Tied != 2 || math.Abs(p.Norms[0]-p.Norms[1]) > 1e-12 {
		t.Errorf("LPP: %d axes share the eigenvalue, the rows have norms %v", p.Tied, p.Norms)
	}
}

// Class means that coincide leave nothing to project on; a repeated feature has an equal row.
func TestDirectionsDegenerate(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 2, 3, 5, 1, 2, 3, 5})
	p, err := LDA(t.Context(), x, []int{0, 0, 1, 1}, 1, LDAOptions{})
	if err != nil || floats.Max(p.Norms) != 0 || p.Values[0] != 0 {
		t.Errorf("equal classes: %v, %v", p, err)
	}
	y, labels := classesOf(5, 30, 4, 3)
	for i := range 30 {
		y.Set(i, 3, y.At(i, 1))
	}
	p, err = LDA(t.Context(), y, labels, 2, LDAOptions{})
	certified(t, "a repeated feature", p, err)
	if math.Abs(p.Norms[1]-p.Norms[3]) > 1e-12 || p.Rank != 3 {
		t.Errorf("a repeated feature has rows of norms %v, rank %d", p.Norms, p.Rank)
	}
	for _, scale := range []float64{1e-200, 1e200} { // only the axes' scale changes, if anything
		var scaled mat.Dense
		scaled.Scale(scale, y)
		q, err := LDA(t.Context(), &scaled, labels, 2, LDAOptions{})
		certified(t, "scaled", q, err)
		if !floats.EqualApprox(p.Norms, q.Norms, 1e-9) {
			t.Errorf("scaled by %g the rows have norms %v instead of %v", scale, q.Norms, p.Norms)
		}
	}
}

func TestDirectionsRefuse(t *testing.T) {
	x, y := classesOf(1, 12, 3, 2)
	g, _ := ClassGraph(y)
	ctx := t.Context()
	over, cancel := context.WithCancel(ctx)
	cancel()
	flat := mat.NewDense(12, 3, nil)
	infinite := mat.DenseCopyOf(x)
	infinite.Set(0, 0, math.MaxFloat64)
	infinite.Set(1, 0, -math.MaxFloat64)
	negative, _ := PairGraph(12, []Pair{{0, 1, -1}})
	empty, _ := PairGraph(12, nil)
	type answer struct {
		p   *Directions
		err error
	}
	of := func(p *Directions, err error) answer { return answer{p, err} }
	for what, test := range map[string]struct {
		word string
		answer
	}{
		"no axes":         {"0 axes", of(LDA(ctx, x, y, 0, LDAOptions{}))},
		"axes of classes": {"2 classes", of(LDA(ctx, x, y, 2, LDAOptions{}))},
		"one class":       {"one class", of(LDA(ctx, x, make([]int, 12), 1, LDAOptions{}))},
		"class -1": {"-1",
			of(LDA(ctx, x, []int{-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 1, LDAOptions{}))},
		"ridge":          {"ridge", of(LDA(ctx, x, y, 1, LDAOptions{Ridge: -1}))},
		"LFDA's ridge":   {"ridge", of(LFDA(ctx, x, y, nil, 1, LFDAOptions{Ridge: math.NaN()}))},
		"affinity of 2":  {"is 2", of(LFDA(ctx, x, y, []Pair{{0, 1, 2}}, 1, LFDAOptions{}))},
		"affinity of 99": {"99", of(LFDA(ctx, x, y, []Pair{{0, 99, 1}}, 1, LFDAOptions{}))},
		"constant":       {"constant", of(LDA(ctx, flat, y, 1, LDAOptions{}))},
		"infinite":       {"not finite", of(LDA(ctx, infinite, y, 1, LDAOptions{}))},
		"negative graph": {"0 or more", of(LPP(ctx, x, negative, 1, LPPOptions{}))},
		"empty graph":    {"all weights", of(LPP(ctx, x, empty, 1, LPPOptions{}))},
		"too many axes":  {"4 axes", of(LPP(ctx, x, g, 4, LPPOptions{}))},
		"gamma":          {"gamma", of(FSSL(ctx, x, g, 1, FSSLOptions{Gamma: -1}))},
		"iterations":     {"iterations", of(FSSL(ctx, x, g, 1, FSSLOptions{Iterations: -1}))},
		"one sample": {"two samples",
			of(LDA(ctx, x.Slice(0, 1, 0, 3), y[:1], 1, LDAOptions{}))},
		"canceled":      {"canceled", of(LDA(over, x, y, 1, LDAOptions{}))},
		"LPP canceled":  {"canceled", of(LPP(over, x, g, 1, LPPOptions{}))},
		"FSSL canceled": {"canceled", of(FSSL(over, x, g, 1, FSSLOptions{}))},
		"FSSL above rank": {"rank 2",
			of(FSSL(ctx, x.Slice(0, 3, 0, 3), mustClasses(y[:3]), 3, FSSLOptions{}))},
	} {
		if test.err == nil || test.p != nil || !strings.Contains(test.err.Error(), test.word) {
			t.Errorf("%s: %v, error %v; want one that says %q", what, test.p, test.err, test.word)
		}
	}
	if _, err := PairGraph(2, []Pair{{0, 2, 1}}); err == nil {
		t.Error("a pair out of range is taken")
	}
	if _, err := PairGraph(2, []Pair{{0, 1, math.NaN()}}); err == nil {
		t.Error("a weight of NaN is taken")
	}
}

func mustClasses(y []int) *Graph {
	g, err := ClassGraph(y)
	if err != nil {
		panic(err)
	}
	return g
}
