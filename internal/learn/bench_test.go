package learn_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// reportTraining adds the share of the test samples that are predicted rightly, so
// that times are of machines as good as the peer's, and the time a sample.
func reportTraining(b *testing.B, predicted, truth []int, n int) {
	b.ReportMetric(learn.Accuracy(predicted, truth), "accuracy")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/sample")
}

// BenchmarkSVCSegment trains 21 pairs on the even rows of Segment (1155×19), and
// on all of them, on one core; script/svmpeers times LIBSVM on the same.
func BenchmarkSVCSegment(b *testing.B) {
	realdata.Need(b, "segment_uni.mat")
	d := load(b, "Segment")
	test, truth := every(d, 1, 2)
	for _, step := range []int{2, 1} {
		x, y := every(d, 0, step)
		b.Run(fmt.Sprintf("rows=%d", len(y)), func(b *testing.B) {
			var m *learn.SVCModel
			for b.Loop() {
				m = trainSVC(b, learn.SVC{Workers: 1}, x, y, len(d.Classes))
			}
			predicted := must.Get(m.Predict(b.Context(), test))(b)
			reportTraining(b, predicted, truth, len(y))
		})
	}
}

// BenchmarkLinearSVMRelathe trains on the even rows of RELATHE (714×4322, 2% of
// them not 0); script/svmpeers times LIBLINEAR on the same.
func BenchmarkLinearSVMRelathe(b *testing.B) {
	realdata.Need(b, "RELATHE.mat")
	d := load(b, "RELATHE")
	x, y := every(d, 0, 2)
	test, truth := every(d, 1, 2)
	for _, eps := range []float64{0.1, 1e-4} {
		b.Run(fmt.Sprintf("eps=%g", eps), func(b *testing.B) {
			var m *learn.LinearModel
			for b.Loop() {
				m = trainLinear(b, learn.LinearSVM{Eps: eps, Workers: 1}, x, y, len(d.Classes))
			}
			predicted := must.Get(m.Predict(test))(b)
			reportTraining(b, predicted, truth, len(y))
		})
	}
}

// BenchmarkSVMDigits trains on the even rows of the embedded digits (899×64) on one core.
func BenchmarkSVMDigits(b *testing.B) {
	d := load(b, "digits")
	x, y := every(d, 0, 2)
	x = learn.FitScaling(x).Apply(x)
	for name, train := range map[string]func(b *testing.B){
		"rbf":    func(b *testing.B) { trainSVC(b, learn.SVC{Workers: 1}, x, y, 10) },
		"linear": func(b *testing.B) { trainLinear(b, learn.LinearSVM{Workers: 1}, x, y, 10) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				train(b)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(y)),
				"ns/sample")
		})
	}
}

// BenchmarkKMeansDigits clusters digits (1797×64) once; its unit is the time of an
// iteration a sample, a cluster and a column.
func BenchmarkKMeansDigits(b *testing.B) {
	d := load(b, "digits")
	var c *learn.Clustering
	for b.Loop() {
		c = clusterBy(b, learn.KMeans{K: 10, Restarts: 1}, d.X)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(
		c.Iterations*d.N()*10*d.D()), "ns/nKd")
}

// BenchmarkAssignment solves random costs; its unit is the time over k³.
func BenchmarkAssignment(b *testing.B) {
	for _, k := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			cost := mat.NewDense(k, k, nil)
			cost.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, cost)
			for b.Loop() {
				if _, _, err := learn.Assignment(cost); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(k*k*k), "ns/k³")
		})
	}
}
