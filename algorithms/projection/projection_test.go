package projection

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/must"
)

func project1(t testing.TB, d *datasets.Dataset, m algorithms.Projector) *algorithms.Projection {
	t.Helper()
	p := must.Get(m.Project(t.Context(), d, algorithms.Options{}))(t)
	if c := p.Scores.Diagnostics.Certificate; !c.Holds() {
		t.Errorf("%s of %s: %s is %g, and may be %g", p.Label, d.Name, c.Name, c.Value, c.Tolerance)
	}
	return p
}

func iris(t testing.TB) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.Load("iris", datasets.Options{}))(t)
}

// With a value far from all others LDA loses its digits. The certificate and a warning of every
// result say so, and Converged is false.
func TestLDAScoreOfAnOutlier(t *testing.T) {
	d := iris(t)
	d.X.Set(3, 2, 1e12)
	p := must.Get(LDAScore{}.Project(t.Context(), d, algorithms.Options{}))(t)
	s := must.Get(LDAScore{}.Score(t.Context(), d, algorithms.Options{}))(t)
	r := must.Get(LDAScore{}.Select(t.Context(), d, algorithms.Options{K: 2}))(t)
	const want = "not certified as the optimum (largest residual of the eigenvectors' " +
		"equations, relative: "
	for what, g := range map[string]algorithms.Scores{
		"Project": *p.Scores, "Score": *s, "Select": {Diagnostics: r.Diagnostics,
			Warnings: r.Warnings},
	} {
		c := g.Diagnostics.Certificate
		if c.Holds() || g.Diagnostics.Converged || len(g.Warnings) != 2 ||
			!strings.Contains(g.Warnings[0], "look for outliers") ||
			!strings.HasPrefix(g.Warnings[1], want) {
			t.Errorf("%s: certificate %+v, converged %v, warnings %q", what, *c,
				g.Diagnostics.Converged, g.Warnings)
		}
	}
}

// The scores of iris by LDA equal those of scikit-learn 1.2.1
// (internal/learn/testdata/lda_iris.py).
func TestLDAScoreIris(t *testing.T) {
	p := project1(t, iris(t), LDAScore{})
	want := []float64{0.213339604578, 0.76917232857, 0.658474338979, 0.963987389433}
	if !floats.EqualApprox(p.Scores.Values, want, 1e-11) ||
		math.Abs(float64(*p.Scores.Diagnostics.Objective)-(32.191929198278004+
			.28539104262307546)) > 1e-9 {
		t.Errorf("scores %.12g, objective %g", p.Scores.Values, *p.Scores.Diagnostics.Objective)
	}
}

// For a single feature λ of LPP is its Laplacian score. On the class graph LPP has the eigenvalues
// of LDA, and a precomputed class graph gives the same FSSL.
func TestIdentities(t *testing.T) {
	d := iris(t)
	for j := range d.D() {
		one := &datasets.Dataset{Name: "one", X: mat.DenseCopyOf(d.X.Slice(0, d.N(), j, j+1)),
			Features: d.Features[j : j+1]}
		s := must.Get(filter.Laplacian{}.Score(t.Context(), one, algorithms.Options{}))(t)
		if p := project1(t, one, LPPScore{}); math.Abs(p.Values[0]-s.Raw[0]) > 1e-11 {
			t.Errorf("feature %d: λ = %g, Laplacian score %g", j, p.Values[0], s.Raw[0])
		}
	}
	matrix := graphs.NewClasses(d.Y, 3).Affinity()
	lda, lpp := project1(t, d, LDAScore{}), project1(t, d,
		LPPScore{Dimensions: 2, Similarity: graph.Precomputed{Matrix: matrix}})
	for k, v := range lda.Values {
		if math.Abs(lpp.Values[k]-1/(1+v)) > 1e-12 {
			t.Errorf("axis %d: λ = %g by LPP, %g by LDA", k, lpp.Values[k], v)
		}
	}
	own := project1(t, d, FSSL{})
	by := project1(t, d, FSSL{Graph: graph.Precomputed{Matrix: matrix}})
	if !floats.EqualApprox(own.Scores.Values, by.Scores.Values, 1e-9) {
		t.Errorf("FSSL with the precomputed class graph: %v, with SameClass %v", by.Scores.Values,
			own.Scores.Values)
	}
	all := mat.NewSymDense(d.N(), nil)
	for i := range d.N() {
		for j := i; j < d.N(); j++ {
			all.SetSym(i, j, 1)
		}
	}
	if lfda := project1(t, d,
		LFDAScore{Similarity: graph.Precomputed{Matrix: all}}); !floats.EqualApprox(
		lfda.Scores.Values, lda.Scores.Values, 1e-10) {
		t.Errorf("LFDA with weights of 1: %v, LDA %v", lfda.Scores.Values, lda.Scores.Values)
	}
}

// The data of LAP's Figures 1 and 7, at 20 seeds. D1: the class means are equal, so that LDA
// cannot separate them; LFDA finds the feature with the clusters. FSSL-LDA drops both Gaussian
// features at half of the seeds; the paper shows such a case ("assigned as zero"). D2: the first
// axis of PCA, and that of LPP, is the feature with the clusters.
func TestLAPData(t *testing.T) {
	left := 0
	for seed := range uint64(20) {
		d1, d2 := datasets.LAPD1(seed), datasets.LAPD2(seed)
		if v := project1(t, d1, LDAScore{}).Values[0]; v > .1 {
			t.Errorf("D1, seed %d: LDA separates the classes, λ = %g", seed, v)
		}
		if v := project1(t, d1, LFDAScore{}).Scores.Values[0]; v < .98 {
			t.Errorf("D1, seed %d: feature 1 has a row of %g in LFDA", seed, v)
		}
		v := project1(t, d1, FSSL{}).Scores.Values
		if v[0]+v[1] < 1e-3*floats.Sum(v) {
			left++
		}
		for _, m := range []algorithms.Projector{PCAScore{}, LPPScore{}} {
			p := project1(t, d2, m)
			if j := floats.MaxIdx(p.Scores.Values); j != 0 {
				t.Errorf("D2, seed %d: %s has feature %d first", seed, p.Label, j+1)
			}
		}
	}
	t.Logf("FSSL-LDA drops features 1 and 2 of D1 at %d of 20 seeds", left)
	if left < 5 || left > 15 {
		t.Errorf("FSSL-LDA drops features 1 and 2 of D1 at %d of 20 seeds; want 10", left)
	}
}

func TestRefusals(t *testing.T) {
	d := iris(t)
	for _, test := range []struct {
		m    algorithms.Projector
		word string
	}{
		{PCAScore{Dimensions: -1}, "dimensions = -1"}, {PCAScore{Dimensions: 4}, "square"},
		{PCAScore{Dimensions: 9}, "1 to d = 4"},
		{LDAScore{Dimensions: 3}, "3 classes"}, {LDAScore{Ridge: -1}, "ridge"},
		{LFDAScore{Ridge: math.NaN()}, "ridge"}, {LFDAScore{Dimensions: 4}, "square"},
		{LPPScore{Similarity: graph.Neighbors{K: 150}}, "neighbors"},
		{LPPScore{Similarity: graph.Precomputed{Matrix: mat.NewSymDense(3, nil)}}, "3×3"},
		{FSSL{Gamma: -1}, "gamma"}, {FSSL{Gamma: math.Inf(1)}, "gamma"},
		{LFDAScore{Similarity: graph.SameClass{}},
			`"class" is none of neighbors, rbf, precomputed`},
		{LFDAScore{Similarity: graph.Precomputed{Matrix: two(150)}}, "affinity"},
	} {
		if p, err := test.m.Project(t.Context(), d, algorithms.Options{}); err == nil || p != nil ||
			!strings.Contains(err.Error(), test.word) {
			t.Errorf("%s: error %v; want one that says %q", algorithms.Label(test.m), err,
				test.word)
		}
	}
}

func two(n int) *mat.SymDense {
	out := mat.NewSymDense(n, nil)
	out.SetSym(0, 1, 2)
	return out
}

// On random data of both shapes certificates hold, scores agree with W, and shifting features
// changes nothing unless Uncentered is set.
func TestShifted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, p := rapid.IntRange(8, 20).Draw(rt, "n"), rapid.IntRange(3, 25).Draw(rt, "d")
		d := &datasets.Dataset{Name: "random", X: mat.NewDense(n, p, nil), Y: make([]int, n),
			Classes: []string{"a", "b"}, Features: make([]string, p)}
		shifted := *d
		shifted.X = mat.NewDense(n, p, nil)
		for j := range p {
			d.Features[j] = string(rune('a' + j))
			shift := float64(rapid.IntRange(-64, 64).Draw(rt, "shift"))
			for i := range n {
				// exact after the shift
				v := float64(rapid.IntRange(-1000, 1000).Draw(rt, "x")) / 256
				d.X.Set(i, j, v)
				shifted.X.Set(i, j, v+shift)
				d.Y[i] = i % 2
			}
		}
		for _, m := range []algorithms.Projector{PCAScore{}, LDAScore{}, LPPScore{}, LFDAScore{}} {
			a, err := m.Project(t.Context(), d, algorithms.Options{})
			b, also := m.Project(t.Context(), &shifted, algorithms.Options{})
			if err != nil && also != nil && err.Error() == also.Error() {
				continue // such as classes with equal means
			}
			if err != nil || also != nil {
				rt.Fatalf("%v, shifted %v", err, also)
			}
			if !a.Scores.Diagnostics.Certificate.Holds() || !floats.EqualApprox(a.Scores.Values,
				b.Scores.Values, 1e-7*floats.Max(a.Scores.Values)) {
				rt.Fatalf("%s: certificate %v, scores %v, shifted %v", a.Label,
					*a.Scores.Diagnostics.Certificate, a.Scores.Values, b.Scores.Values)
			}
		}
	})
}
