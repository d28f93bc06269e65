package study_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// inTurn takes the columns from the last one on, wherever the values are.
type inTurn struct{}

func (inTurn) Name() string { return "in turn" }

func (inTurn) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: true},
		Costs:    algorithms.Costs{Storage: algorithms.AnyStorage},
	}
}

func (s inTurn) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, s, d, opt)
}

func (inTurn) Score(_ context.Context, d *datasets.Dataset, _ algorithms.Options) (
	*algorithms.Scores, error) {
	values := make([]float64, d.D())
	for j := range values {
		values[j] = float64(j)
	}
	return &algorithms.Scores{Values: values}, nil
}

// A study of sparse data has the numbers of the same data in memory, and says in one line what it
// cannot do with them.
func TestStudyOfSparseData(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, labels := mat.NewDense(40, 6, nil), make([]string, 40)
	for i := range 40 {
		labels[i] = []string{"a", "b"}[i%2]
		for j := range 6 {
			if rng.IntN(2) == 0 {
				x.Set(i, j, float64(1+i%2+rng.IntN(3)))
			}
		}
	}
	made := func(m storage.Matrix) *datasets.Dataset {
		return must.Get(datasets.NewStored("text", m, labels, nil))(t)
	}
	dense, sparse := made(storage.Dense{Dense: x}), made(storage.Compress(x))
	s := study.Study{Name: "stored", Counts: []int{2, 4}, Splits: study.Splits{Repeats: 3},
		Methods: []algorithms.Selector{inTurn{}, study.AllFeatures{}},
		Measures: []study.Measure{study.Accuracy{},
			study.Accuracy{Classifier: study.KNN{Neighbors: 3, Metric: learn.Cosine}, Raw: true},
			study.Redundancy{}, study.Clustering{}, study.Jaccard{}, study.Residue{Classes: true}}}
	s.Data = study.Of(dense)
	want := run(t, s, "", 2)
	s.Data = study.Of(sparse)
	got := run(t, s, "", 2)
	if note := got.Sets[0].Note; note != "" {
		t.Errorf("not run: %s", note)
	}
	for m := range s.Methods {
		for _, k := range s.Counts {
			for v := range s.Measures {
				if diff := cmp.Diff(want.Cell(0, m, k, v), got.Cell(0, m, k, v)); diff != "" {
					t.Errorf("method %d, %d features, measure %d (-want +got):\n%s", m, k, v, diff)
				}
			}
		}
	}

	refusal := sparse.NeedDense().Error()
	s.Measures = append(s.Measures, study.Residue{})
	got = run(t, s, "", 2)
	if failed := got.Cell(0, 0, 2, 6).Failed; !strings.Contains(failed,
		"values are sparse, and this takes values in memory only; ") {
		t.Errorf("similarity of all features: %q, want a line like %q", failed, refusal)
	}
	s.Standardize = true
	if note := run(t, s, "", 2).Sets[0].Note; note != "the study standardizes all features: "+
		refusal {
		t.Errorf("standardized: %q, want %q", note, refusal)
	}
}
