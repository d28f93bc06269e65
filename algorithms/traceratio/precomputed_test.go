package traceratio

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/methodtest"
)

// With a precomputed graph, lambda is the ratio by (6), (12) and (13) with the n×n matrices, and
// the largest of all subsets.
func TestPrecomputedGraph(t *testing.T) {
	d := methodtest.Load(t, "wine")
	n := d.N()
	rng := rand.New(rand.NewPCG(5, 6))
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i {
			if rng.IntN(4) == 0 {
				a.SetSym(i, j, rng.Float64())
			}
		}
	}
	degree, total := make([]float64, n), 0.0
	for i := range n {
		for j := range n {
			degree[i] += a.At(i, j)
		}
		total += degree[i]
	}
	between, within := make([]float64, d.D()), make([]float64, d.D())
	for c := range d.D() {
		for i := range n {
			for j := range n {
				square := math.Pow(d.X.At(i, c)-d.X.At(j, c), 2) / 2
				within[c] += a.At(i, j) * square
				between[c] += degree[i] * degree[j] / total * square
			}
		}
	}
	const k = 3
	var most float64
	for p := range d.D() {
		for q := range p {
			for r := range q {
				most = max(most, (between[p]+between[q]+between[r])/(within[p]+within[q]+within[r]))
			}
		}
	}
	r := selected(t, TraceRatio{Graph: graph.Precomputed{Matrix: a}}, d, k)
	if got := float64(*r.Diagnostics.Objective); math.Abs(got-most) > 1e-10*most ||
		!r.Diagnostics.Certificate.Holds() {
		t.Errorf("lambda %.15g, want %.15g", got, most)
	}
}

func TestPrecomputedMistakes(t *testing.T) {
	d := methodtest.Load(t, "iris")
	for want, m := range map[string]TraceRatio{
		`trace-ratio: parameter graph: "complete" is none of class, rbf, neighbors, ` +
			`precomputed`: {Graph: graph.Complete{}},
		"trace-ratio: the precomputed similarity is 3×3, and the data set has 150 samples; give " +
			"one row and column for each sample": {
			Graph: graph.Precomputed{Matrix: mat.NewSymDense(3, nil)}},
	} {
		if r, err := m.Select(t.Context(), d, algorithms.Options{K: 2}); err == nil || r != nil ||
			err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
