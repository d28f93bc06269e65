package embedded

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/exact"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// unit centers a vector and scales it to length 1, with the sign of like.
func unit(y, like []float64) []float64 {
	y = slices.Clone(y)
	floats.AddConst(-floats.Sum(y)/float64(len(y)), y)
	floats.Scale(math.Copysign(1/floats.Norm(y, 2), floats.Dot(y, like)), y)
	return y
}

// exactOf converts a graph to 77 digits.
func exactOf(a *graphs.Affinity) *exact.Graph {
	edges := make([]exact.Edge, len(a.Edges))
	for k, e := range a.Edges {
		edges[k] = exact.Edge(e)
	}
	return exact.New(a.N, edges, a.Loops)
}

// wdbc returns the data set with its columns in their original units, and its graph.
func wdbc(t *testing.T) (*datasets.Dataset, *graphs.Affinity) {
	t.Helper()
	d := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	a := must.Get(graphs.HeatKernel(t.Context(), d.X, 5, 0, 1, algorithms.Options{}.Meter))(t)
	return d, a
}

// Dividing by the roots of those degrees loses all digits, and the certificate shows it.
func TestResidualSeesLostDigits(t *testing.T) {
	_, a := wdbc(t)
	e := must.Get(newEmbedding(t.Context(), a, 1))(t)
	y, least := slices.Clone(e.y[0]), slices.Index(a.Degree, slices.Min(a.Degree))
	floats.AddConst(-floats.Dot(a.Degree, y)/floats.Sum(a.Degree), y) // as Ly = λDy has it
	if v := graphOf(a).Residual(e.values[0], y); v > 1e-14 {
		t.Errorf("a residual of %.1e", v)
	}
	y[least] += 1e-17 / math.Sqrt(a.Degree[least])
	if v := graphOf(a).Residual(e.values[0], y); !(v > 1e3) {
		t.Errorf("an error of rounding over the root of the degree leaves a residual of %.1e", v)
	}
	c := &algorithms.Certificate{Name: "residual", Proves: "the eigenvectors are exact", Value: 1e3,
		Tolerance: solved}
	if w := c.Warning(); !strings.HasPrefix(w,
		"not proven: the eigenvectors are exact (residual: 1.0e+03") {
		t.Errorf("warning %q", w)
	}
}

// A warning counts the eigenvectors that share an eigenvalue: those of equal edges between all
// samples, and of three weakly joined groups.
func TestMCFSWarnsOfSharedEigenvalues(t *testing.T) {
	var all []graphs.Edge
	for i := range 9 {
		for j := range i {
			all = append(all, graphs.Edge{I: j, J: i, Weight: 1})
		}
	}
	bridges := []graphs.Edge{{I: 2, J: 3, Weight: 1e-25}, {I: 5, J: 6, Weight: 1e-22}}
	groups := slices.Concat(ladder(0, 3), ladder(3, 6), ladder(6, 9), bridges)
	d := clouds(3, 9, 5, 3, 1)
	for _, test := range []struct {
		edges []graphs.Edge
		want  string
	}{
		{all, "8 of the 8 eigenvectors share their eigenvalue"},
		{groups, "2 of the 2 eigenvectors share their eigenvalue"},
		{ladder(0, 9), ""},
	} {
		m := MCFS{Similarity: graph.Precomputed{Matrix: affinity(t, 9, test.edges...)},
			Eigenvectors: 2}
		s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
		if test.want == "" && len(s.Warnings) == 0 {
			continue
		}
		if len(s.Warnings) != 1 || test.want == "" || !strings.HasPrefix(s.Warnings[0], test.want) {
			t.Errorf("warnings %q, want %q", s.Warnings, test.want)
		}
	}
}

// Graphs whose degrees differ by dozens of orders of magnitude, in three ways, agree with 77
// digits.
func TestEmbeddingOfSmallDegrees(t *testing.T) {
	compared, seeds := 0, longtest.Or(uint64(9), 24)
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 10 + int(seed%3)
		scale := slices.Repeat([]float64{1}, n)
		for i := range scale {
			switch {
			case seed%3 == 0: // all kinds
				scale[i] = math.Pow(10, -8*math.Abs(rng.NormFloat64()))
			case seed%3 == 1 && i < n/3: // some far away
				scale[i] = math.Pow(10, -40*rng.Float64())
			case seed%3 == 2 && i < 3: // a small group far away
				scale[i] = 1e-12
			}
		}
		var edges []graphs.Edge
		for i := range n {
			for j := range i {
				if j != i-1 && rng.Float64() > .3 {
					continue
				}
				w := rng.Float64() * scale[i] * scale[j]
				if seed%3 == 2 && i < 3 {
					w *= 1e20
				}
				edges = append(edges, graphs.Edge{I: j, J: i, Weight: w})
			}
		}
		a := affinity(t, n, edges...)
		e := must.Get(newEmbedding(t.Context(), a, 4))(t)
		if !(e.residual < 1e-12) {
			t.Errorf("seed %d: residual %.1e", seed, e.residual)
		}
		values, vectors, residual := exactOf(a).Eigen(5, n-6, 3)
		for k, y := range vectors[:4] {
			apart := values[k+1] - values[k]
			if k > 0 {
				apart = min(apart, values[k]-values[k-1])
			}
			if residual > 1e-20 || apart < 1e-6 {
				continue // their eigenvectors are not unique
			}
			compared++
			if y = unit(y, e.y[k]); !floats.EqualApprox(y, e.y[k], 1e-13/apart) {
				t.Errorf("seed %d, vector %d, λ = %v: off by %.1e",
					seed, k, values[k], floats.Distance(y, e.y[k], math.Inf(1)))
			}
		}
	}
	if 2*compared < 5*int(seeds) {
		t.Errorf("%d vectors compared", compared)
	}
}

// Groups are joined by edges of very different weight, down to the rounding of 1: each λ has a
// small relative error, and the eigenvectors are not mixed.
func TestEmbeddingOfGroupsThatHardlyHangTogether(t *testing.T) {
	for _, weights := range [][]float64{
		{1e-4, 1e-6, 1e-8}, {1e-15, 1e-9, 1e-12}, {1e-16, 3e-16, 2e-16},
	} {
		var edges []graphs.Edge
		for k := range 4 {
			edges = append(edges, ladder(6*k, 6*k+6)...)
			if k > 0 {
				edges = append(edges, graphs.Edge{I: 6*k - 2, J: 6*k + 1, Weight: weights[k-1]})
			}
		}
		a := affinity(t, 24, edges...)
		e := must.Get(newEmbedding(t.Context(), a, 3))(t)
		values, vectors, residual := exactOf(a).Eigen(3, 6, 9)
		if residual > 1e-16 || len(e.y) != 3 || e.shared != 0 || e.residual > 1e-13 {
			t.Errorf("%v: %d vectors, %d shared, residuals %.1e and %.1e",
				weights, len(e.y), e.shared, e.residual, residual)
		}
		for k, y := range vectors {
			off := floats.Distance(unit(y, e.y[k]), e.y[k], math.Inf(1))
			if off > 1e-12 || math.Abs(e.values[k]/values[k]-1) > 1e-11 {
				t.Errorf("%v: vector %d is off by %.1e, λ = %v, want %v",
					weights, k, off, e.values[k], values[k])
			}
		}
	}
}
