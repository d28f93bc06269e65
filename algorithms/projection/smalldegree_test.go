package projection

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/exact"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/similarities"
)

// neighborGraph returns the graph of LPPScore, and the same graph with 77 digits.
func neighborGraph(t *testing.T, d *datasets.Dataset, heat float64) (*graphs.Affinity,
	*exact.Graph) {
	t.Helper()
	a := must.Get(graphs.HeatKernel(t.Context(), d.X, similarities.DefaultNeighbors, heat, 1,
		algorithms.Options{}.Meter))(t)
	edges := make([]exact.Edge, len(a.Edges))
	for k, e := range a.Edges {
		edges[k] = exact.Edge(e)
	}
	return a, exact.New(a.N, edges, nil)
}

// apart has 20 distant rows of wdbc in its original units: with a heat of 30000 the smallest degree
// is 2e-45.
func apart(t *testing.T, shift int) *datasets.Dataset {
	t.Helper()
	d, err := datasets.Load("wdbc", datasets.Options{})
	must.Do(t, err)
	rows := []int{212, 461}
	for i := range 18 {
		rows = append(rows, (i*29+shift)%d.N())
	}
	slices.Sort(rows)
	if d, err = d.Rows(slices.Compact(rows)); err != nil {
		t.Fatal(err)
	}
	return d
}

// On wdbc in its original units, with degrees from 2e-42 to 13, LPP agrees with 77 digits.
func TestLPPOfSmallDegrees(t *testing.T) {
	d := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	_, g := neighborGraph(t, d, 0)
	columns := make([][]float64, d.D())
	for j := range columns {
		columns[j] = mat.Col(nil, j, d.X)
	}
	for _, uncentered := range longtest.And([]bool{false}, true) {
		p := project1(t, d, LPPScore{Dimensions: 2, Uncentered: uncentered})
		norms, values := g.Project(columns, 2, !uncentered)
		for j, v := range p.Scores.Values {
			if math.Abs(v-norms[j]) > 1e-10*norms[j] {
				t.Errorf("uncentered %v: feature %d scores %v, want %v", uncentered, j, v, norms[j])
			}
		}
		for k, v := range p.Values {
			if math.Abs(v-values[k]) > 1e-13 {
				t.Errorf("uncentered %v: λ = %v, want %v", uncentered, v, values[k])
			}
		}
	}
}

// With fewer samples than features every function of the samples is Xw for some w, also for samples
// of degree 1e-45. LPP returns the shortest w of the smoothest function.
func TestLPPOfSmallDegreesAndFewSamples(t *testing.T) {
	const heat = 30000
	for _, shift := range longtest.And([]int{7}, 0, 14) {
		d := apart(t, shift)
		a, g := neighborGraph(t, d, heat)
		if least := slices.Min(a.Degree); least > 1e-40 {
			t.Fatalf("a least degree of %g", least)
		}
		values, vectors, residual := g.Eigen(2, 8, 28)
		if residual > 1e-13 {
			t.Fatalf("the eigenvectors to compare with have a residual of %.1e", residual)
		}
		rows := make([][]float64, d.N())
		for i := range rows {
			rows[i] = d.X.RawRowView(i)
		}
		p := project1(t, d, LPPScore{Similarity: graph.Neighbors{Heat: heat}, Dimensions: 2})
		for k := range 2 {
			want := exact.Shortest(rows, vectors[k])
			got := p.Axis(k)
			floats.Scale(math.Copysign(1, floats.Dot(got, want)), want)
			near := floats.EqualApprox(got, want, 1e-9*floats.Norm(want, math.Inf(1)))
			if !near || math.Abs(p.Values[k]-values[k]) > 1e-13 {
				t.Errorf("shift %d: axis %d is %.4g of λ = %v, want %.4g, %v",
					shift, k, got, p.Values[k], want, values[k])
			}
		}
	}
}

// With two components of the graph the first axis separates them at λ = 0. Uncentered features have
// a second axis of λ = 0.
func TestLPPOfPartsOfSmallDegrees(t *testing.T) {
	d := apart(t, 0)
	n := d.N()
	var edges []graphs.Edge
	for i := range n - 1 {
		if i != 7 {
			edges = append(edges, graphs.Edge{I: i, J: i + 1, Weight: math.Pow(10, -float64(3*i))})
		}
	}
	a := must.Get(graphs.FromPairs(n, edges))(t)
	y := make([]float64, n)
	var inside, outside float64
	for i, w := range a.Degree {
		if i <= 7 {
			inside += w
		} else {
			outside += w
		}
	}
	for i := range y {
		if y[i] = -1 / outside; i <= 7 {
			y[i] = 1 / inside
		}
	}
	floats.Scale(1/math.Sqrt(1/inside+1/outside), y)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = d.X.RawRowView(i)
	}
	want := exact.Shortest(rows, y)
	p := project1(t, d, LPPScore{Similarity: graph.Precomputed{Matrix: a}})
	for j, v := range p.Scores.Values {
		if math.Abs(v-math.Abs(want[j])) > 1e-9*math.Abs(floats.Norm(want, math.Inf(1))) {
			t.Errorf("feature %d scores %v, want %v", j, v, math.Abs(want[j]))
		}
	}
	p = project1(t, d, LPPScore{Similarity: graph.Precomputed{Matrix: a}, Uncentered: true,
		Dimensions: 3})
	if v := p.Values; v[0] != 0 || v[1] != 0 || v[2] == 0 {
		t.Errorf("uncentered: λ = %v", v)
	}
}

// If the features span only some directions, samples of such degrees leave axes undetermined, and
// the certificate shows it.
func TestLPPSaysWhatSmallDegreesLeaveOpen(t *testing.T) {
	whole := apart(t, 0)
	d, err := whole.Take([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 20, 21, 22, 23, 24, 25})
	must.Do(t, err)
	s := must.Get(LPPScore{Similarity: graph.Neighbors{Heat: 20000}}.Score(t.Context(), d,
		algorithms.Options{}))(t)
	c := s.Diagnostics.Certificate
	warned := slices.ContainsFunc(s.Warnings, func(w string) bool {
		return strings.HasPrefix(w, "not certified")
	})
	if c.Holds() || s.Diagnostics.Converged || !warned {
		t.Errorf("certificate %+v, warnings %q", *c, s.Warnings)
	}
}
