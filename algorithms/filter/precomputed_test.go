package filter_test

import (
	"cmp"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

func TestPrecomputedMistakes(t *testing.T) {
	d, k := problem(t, 1, 12, 3)
	small := mat.NewSymDense(3, nil)
	negative := mat.NewSymDense(12, nil)
	negative.CopySym(k)
	negative.SetSym(2, 5, -0.5)
	loop := mat.NewSymDense(12, nil)
	loop.CopySym(k)
	loop.SetSym(4, 4, -1)
	three := methodtest.Classes(t, []int{0, 1, 1}, []float64{0, 1, 3})
	for _, test := range []struct {
		m    algorithms.Scorer
		d    *datasets.Dataset
		want string
	}{
		{filter.Laplacian{Similarity: graph.Precomputed{Matrix: small}}, d,
			"laplacian: the precomputed similarity is 3×3, and the data set has 12 samples; " +
				"give one row and column for each sample"},
		{filter.SPEC{Similarity: graph.Precomputed{Matrix: small}}, d,
			"spec: the precomputed similarity is 3×3, and the data set has 12 samples; give one " +
				"row and column for each sample"},
		{filter.HSIC{Similarity: graph.Precomputed{Matrix: small}}, d,
			"hsic: the precomputed similarity is 3×3, and the data set has 12 samples; give one " +
				"row and column for each sample"},
		{filter.Laplacian{Similarity: graph.Precomputed{Matrix: negative}}, d,
			"laplacian: the precomputed similarity of samples 2 and 5 is -0.5; the method needs " +
				"numbers of 0 or more"},
		{filter.SPEC{Similarity: graph.Precomputed{Matrix: loop}}, d,
			"spec: the precomputed similarity of sample 4 to itself is -1; the method needs " +
				"numbers of 0 or more"},
		{filter.SPEC{Similarity: graph.Precomputed{Matrix: small}}, three,
			"spec: all precomputed similarities are 0; give some above"},
		{filter.HSIC{}, three,
			"hsic: the data set has 3 samples; the unbiased estimate needs at least 4"},
	} {
		if _, err := test.m.Score(t.Context(), test.d, algorithms.Options{}); err == nil ||
			err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	if s := methodtest.Score(t, filter.HSIC{Similarity: graph.Precomputed{Matrix: negative}}, d,
		algorithms.Options{}); len(s.Values) != 3 {
		t.Error("HSIC does not take negative similarities")
	}
}

// A matrix and its pairs have the same Key and bitwise equal scores; another matrix has another
// Key, and labels stay short.
func TestPrecomputedIsPartOfTheKey(t *testing.T) {
	d, k := problem(t, 5, 20, 4)
	var pairs []graphs.Edge
	for i := range 20 {
		for j := i; j < 20; j++ {
			pairs = append(pairs, graphs.Edge{I: i, J: j, Weight: k.At(i, j)})
		}
	}
	sparse := must.Get(graphs.FromPairs(20, pairs))(t)
	other := mat.NewSymDense(20, nil)
	other.CopySym(k)
	other.SetSym(0, 7, 0.123)
	for what, with := range map[string]func(mat.Symmetric) algorithms.Scorer{
		"laplacian": func(k mat.Symmetric) algorithms.Scorer {
			return filter.Laplacian{Similarity: graph.Precomputed{Matrix: k}}
		},
		"spec": func(k mat.Symmetric) algorithms.Scorer {
			return filter.SPEC{Similarity: graph.Precomputed{Matrix: k}}
		},
		"hsic": func(k mat.Symmetric) algorithms.Scorer {
			return filter.HSIC{Similarity: graph.Precomputed{Matrix: k}}
		},
	} {
		key := func(k mat.Symmetric) string {
			key := must.Get(algorithms.Key(with(k)))(t)
			return key
		}
		if key(k) != key(sparse) || key(k) == key(other) {
			t.Errorf("%s: keys %s, as pairs %s, of another matrix %s", what, key(k), key(sparse),
				key(other))
		}
		a, b := methodtest.Score(t, with(k), d, algorithms.Options{}),
			methodtest.Score(t, with(sparse), d,
				algorithms.Options{})
		if slices.CompareFunc(a.Values, b.Values, cmp.Compare[float64]) != 0 {
			t.Errorf("%s: scores %v, of the pairs %v", what, a.Values, b.Values)
		}
		if label := algorithms.Label(with(k)); len(label) > 60 {
			t.Errorf("label %q is long", label)
		}
	}
}
