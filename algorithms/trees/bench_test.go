package trees_test

import (
	"context"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/trees"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// BenchmarkBoruta takes boruta with its defaults through COIL20, 1,440 samples of 1,024 features in
// 20 classes: a unit is the whole selection.
func BenchmarkBoruta(b *testing.B) {
	realdata.Need(b, "COIL20.mat")
	d := must.Get(datasets.Load("COIL20", datasets.Options{}))(b)
	var rounds, chosen float64
	for b.Loop() {
		s := must.Get(trees.Boruta{}.Score(context.Background(), d, algorithms.Options{}))(b)
		rounds, chosen = float64(s.Diagnostics.Iterations), s.Diagnostics.Get("chosen")
	}
	b.ReportMetric(rounds, "rounds")
	b.ReportMetric(chosen, "confirmed")
}
