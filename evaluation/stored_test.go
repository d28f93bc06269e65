package evaluation_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// entries ranks the features by the number of their values that are not 0, wherever these are.
type entries struct{}

func (entries) Name() string { return "entries" }

func (entries) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: true},
		Costs:    algorithms.Costs{Storage: algorithms.AnyStorage},
	}
}

func (s entries) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, s, d, opt)
}

func (s entries) Score(ctx context.Context, d *datasets.Dataset, _ algorithms.Options) (
	*algorithms.Scores, error) {
	counts := make([]float64, d.D())
	err := storage.EachBlock(ctx, d.Matrix(), 1, 512, func(b *mat.Dense, lo, hi int) {
		for i := range d.N() {
			for j, v := range b.RawRowView(i) {
				if v != 0 {
					counts[lo+j]++
				}
			}
		}
	})
	return &algorithms.Scores{Values: counts}, err
}

// mapped writes numbers of one byte, row by row, and zeros up to n·d of them.
func mapped(t *testing.T, n, d int, values []int8) *storage.Mapped {
	t.Helper()
	data := make([]byte, len(values))
	for i, v := range values {
		data[i] = byte(v)
	}
	path := filepath.Join(t.TempDir(), "x")
	must.Do(t, os.WriteFile(path, data, 0o600))
	must.Do(t, os.Truncate(path, int64(n)*int64(d)))
	return must.Get(storage.Map(path, storage.Layout{Rows: n, Columns: d, Type: storage.Int8}))(t)
}

// Accuracies and errors of regression are those of the same numbers in memory, to the bit for the
// chosen features, with each classifier, metric and scaling.
func TestPredictionsFromStoredData(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const n, d = 70, 9
	x, bytes := mat.NewDense(n, d, nil), make([]int8, n*d)
	labels, target := make([]string, n), make([]float64, n)
	for i := range n {
		labels[i] = []string{"a", "b", "c"}[i%3]
		for j := range d {
			if rng.IntN(3) > 0 {
				continue
			}
			v := int8(rng.IntN(4) + i%3*(j%2) - 1)
			x.Set(i, j, float64(v))
			bytes[i*d+j] = v
			target[i] += float64(v) * float64(j%3)
		}
	}
	stored := []storage.Matrix{storage.Compress(x), mapped(t, n, d, bytes)}
	protocols := []evaluation.Protocol{{}, {Raw: true, Neighbors: 3}, {Metric: "cosine", Raw: true},
		{Metric: "cosine", Neighbors: 4}, {Classifier: "linear-svm"},
		{Classifier: "linear-svm", Raw: true}}
	for _, p := range protocols {
		p.Counts, p.Repeats = []int{1, 3, 7, 9}, 4
		accuracy := func(m storage.Matrix) *evaluation.AccuracyCurves {
			data := must.Get(datasets.NewStored("", m, labels, nil))(t)
			return accuracy(t, data, p, entries{})
		}
		regression := func(m storage.Matrix) *evaluation.RegressionErrors {
			data := must.Get(datasets.NewStored("", m, target, nil))(t)
			return regression(t, data, p, entries{})
		}
		a := accuracy(storage.Dense{Dense: x})
		var r *evaluation.RegressionErrors
		if p.Classifier == "" {
			r = regression(storage.Dense{Dense: x})
		}
		for _, m := range stored {
			got := accuracy(m)
			must.Equal(t, got.Curves, a.Curves, "%+v, %s", p, m.Kind())
			must.Equal(t, got.All, a.All, "%+v, %s: all features", p, m.Kind())
			if r == nil {
				continue
			}
			other := regression(m)
			must.Equal(t, other.Curves, r.Curves, "%+v, %s: errors", p, m.Kind())
			must.Near(t, r.All.RMSE.Mean, other.All.RMSE.Mean, 1e-12, "%+v, %s: RMSE %v, want %v",
				p, m.Kind(), other.All.RMSE, r.All.RMSE)
		}
	}
}

// With all features of a large file nothing is measured, and the result says so.
func TestAllFeaturesOfALargeFile(t *testing.T) {
	const n, d = 40, 1 << 19
	bytes, labels := make([]int8, n*d), make([]string, n)
	for i := range n {
		labels[i] = []string{"a", "b"}[i%2]
		bytes[i*d+7] = int8(1 + i%2)
	}
	data := must.Get(datasets.NewStored("", mapped(t, n, d, bytes), labels, nil))(t)
	a := accuracy(t, data, evaluation.Protocol{Counts: []int{1}, Repeats: 2}, entries{})
	if want := "the 40×524288 values are on disk"; a.AllOmitted != want || a.All.Values != nil {
		t.Errorf("all: %v, omitted %q, want %q", a.All, a.AllOmitted, want)
	}
	if p := a.Curves[0].Points[0]; p.Mean != 1 || len(p.Values) != 2 {
		t.Errorf("the class itself predicts the class with %v", p)
	}
}

// All features of sparse data, more than are put in memory, have the components of the same columns
// without those that are 0.
func TestScatterOfManySparseFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const n, d, few = 200, 200_000, 30
	starts, rows, values := make([]int, d+1), []int32{}, []float64{}
	small := mat.NewDense(n, few, nil)
	for j := range d {
		if j%5000 == 17 && j/5000 < few {
			for i := range n {
				if v := float64(i%3*(j/5000)) + rng.NormFloat64(); rng.IntN(2) == 0 {
					rows, values = append(rows, int32(i)), append(values, v)
					small.Set(i, j/5000, v)
				}
			}
		}
		starts[j+1] = len(rows)
	}
	sparse := must.Get(storage.NewSparse(n, starts, rows, values))(t)
	plot := func(m storage.Matrix, raw bool) evaluation.Panel {
		data := must.Get(datasets.NewStored[string]("", m, nil, nil))(t)
		all := &algorithms.Ranking{Label: "all", D: data.D(), Names: data.Features}
		for j := range data.D() {
			all.Features = append(all.Features, j)
		}
		p := must.Get(evaluation.Scatter(t.Context(), data, raw,
			all))(t)
		return p.Panels[0]
	}
	for _, raw := range []bool{false, true} {
		want, got := plot(storage.Dense{Dense: small}, raw), plot(sparse, raw)
		for i := range n {
			if math.Abs(got.X[i]-want.X[i]) > 1e-8*100 || math.Abs(got.Y[i]-want.Y[i]) > 1e-8*100 {
				t.Fatalf("raw %v, sample %d at %v, %v, want %v, %v", raw, i, got.X[i], got.Y[i],
					want.X[i], want.Y[i])
			}
		}
		for k, v := range want.Explained {
			must.Near(t, got.Explained[k], v, 1e-12, "raw %v: shares %v, want %v", raw,
				got.Explained, want.Explained)
		}
	}
}

func TestUnknownClassifiers(t *testing.T) {
	d := methodtest.Noise(20, 3, 1)
	for want, p := range map[string]evaluation.Protocol{
		`no classifier "tree"; give knn, linear-svm, logistic, ridge, forest`: {Classifier: "tree"},
		`no metric "city"; give euclidean or cosine`:                          {Metric: "city"},
		`has no effect on a linear SVM`: {Classifier: "linear-svm",
			Metric: "cosine"},
	} {
		_, err := evaluation.Accuracy(t.Context(), d, p, algorithms.Options{}, entries{})
		must.ErrorWith(t, err, want)
	}
}
