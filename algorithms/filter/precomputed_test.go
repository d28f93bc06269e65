package filter_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
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
