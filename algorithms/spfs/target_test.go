package spfs_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/algorithms/fsir"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/datasets"
	"fsnb.example/internal/conformance"
	"fsnb.example/internal/must"
	"fsnb.example/internal/similarities"
)

// agree runs two methods, each on data of its own, and compares features and scores.
func agree(t *testing.T, a, b algorithms.Selector, d, other *datasets.Dataset, tolerance float64) {
	t.Helper()
	for _, k := range []int{1, 3, 6} {
		opt := algorithms.Options{K: k}
		got := must.Get(algorithms.Run(t.Context(), a, d, opt))(t)
		want := must.Get(algorithms.Run(t.Context(), b, other, opt))(t)
		if !slices.Equal(got.Features, want.Features) {
			t.Errorf("%s, K = %d: %v, and %s %v", got.Label, k, got.Features, want.Label,
				want.Features)
			continue
		}
		for i, v := range got.Scores {
			if w := want.Scores[i]; v != w && !(math.Abs(v-w) <= tolerance*max(1, math.Abs(w))) {
				t.Errorf("%s, K = %d: score %d is %v, and of %s %v", got.Label, k, i, v,
					want.Label, w)
			}
		}
	}
}

// A target of two values is two classes: K = uu' is the similarity of the classes once it is
// centered, and the features are.
func TestTargetOfTwoValues(t *testing.T) {
	d := conformance.Doses(t, 8, 3, 40, 8)
	labels, two := make([]string, d.N()), make([]float64, d.N())
	for i, v := range d.Target {
		labels[i], two[i] = "low", -3
		if v > 31 {
			labels[i], two[i] = "high", 12
		}
	}
	classes := must.Get(datasets.New("classes", d.X, labels, nil))(t)
	numbers := must.Get(d.WithTarget("two", two))(t)
	s := graph.Target{}
	agree(t, spfs.SFS{Similarity: s}, spfs.SFS{}, numbers, classes, 1e-10)
	agree(t, spfs.LAR{Similarity: s}, spfs.LAR{}, numbers, classes, 1e-10)
	agree(t, spfs.NES{Similarity: s}, spfs.NES{}, numbers, classes, 1e-6)
	agree(t, embedded.MRSF{Similarity: s}, embedded.MRSF{}, numbers, classes, 1e-6)
}

// With a target the methods answer as with its matrix.
func TestTargetIsItsMatrix(t *testing.T) {
	d := conformance.Doses(t, 8, 3, 40, 8)
	n := d.N()
	u := slices.Clone(d.Target)
	mean, sd := stat.PopMeanStdDev(u, nil)
	outer := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			outer.SetSym(i, j, (u[i]-mean)*(u[j]-mean)/(sd*sd*float64(n)))
		}
	}
	s, given := graph.Target{}, graph.Precomputed{Matrix: outer}
	agree(t, spfs.SFS{Similarity: s}, spfs.SFS{Similarity: given}, d, d, 1e-10)
	agree(t, spfs.LAR{Similarity: s}, spfs.LAR{Similarity: given}, d, d, 1e-8)
	agree(t, spfs.NES{Similarity: s}, spfs.NES{Similarity: given}, d, d, 1e-6)
	// The kernel of the target, made here by its formula.
	kernel := kernelOf(t, d.Target)
	s, given = similarities.ByTarget(), graph.Precomputed{Matrix: kernel}
	agree(t, spfs.SFS{Similarity: s}, spfs.SFS{Similarity: given}, d, d, 1e-10)
	agree(t, embedded.MRSF{Similarity: s}, embedded.MRSF{Similarity: given}, d, d, 1e-6)
	agree(t, fsir.FSIR2{Similarity: s}, fsir.FSIR2{Similarity: given}, d, d, 1e-7)
}

// kernelOf is the kernel of the 20th percentile of all squared differences.
func kernelOf(t *testing.T, y []float64) *mat.SymDense {
	t.Helper()
	var squares []float64
	for _, a := range y {
		for _, b := range y {
			squares = append(squares, (a-b)*(a-b))
		}
	}
	slices.Sort(squares)
	at := .2 * float64(len(squares)-1)
	lo := int(at)
	width := squares[lo] + (at-float64(lo))*(squares[lo+1]-squares[lo])
	k := mat.NewSymDense(len(y), nil)
	for i := range y {
		for j := i; j < len(y); j++ {
			r := y[i] - y[j]
			k.SetSym(i, j, math.Exp(-r*r/(2*width)))
		}
	}
	return k
}
