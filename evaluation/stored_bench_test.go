package evaluation_test

import (
	"context"
	"sync"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/conformance"
	"fsnb.example/internal/must"
)

var texts = sync.OnceValue(func() *datasets.Dataset {
	return conformance.Texts(20_000, 200_000, 120, 20)
})

// BenchmarkSparseAccuracy measures up to 50 words of sparse texts in 10 splits, and all words.
func BenchmarkSparseAccuracy(b *testing.B) {
	counts := []int{1, 2, 5, 10, 20, 50}
	for name, p := range map[string]evaluation.Protocol{
		"knn":        {Counts: counts},
		"knn-cosine": {Counts: counts, Metric: "cosine", Raw: true},
		"linear-svm": {Counts: counts, Classifier: "linear-svm"},
	} {
		b.Run("20000×200000/"+name, func(b *testing.B) {
			d := texts()
			for b.Loop() {
				must.Get(evaluation.Accuracy(context.Background(), d,
					p, algorithms.Options{}, []algorithms.Selector{filter.Fisher{}}...))(b)
			}
		})
	}
}
