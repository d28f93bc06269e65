package study_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// patients are 30 patients of four samples that hardly differ, whose classes are independent of the
// features.
func patients(t *testing.T) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(120, 5, nil)
	var labels, of []string
	for i := range 120 {
		for j := range 5 {
			if i%4 == 0 {
				x.Set(i, j, rng.NormFloat64())
			} else {
				x.Set(i, j, x.At(i-1, j)+.01*rng.NormFloat64())
			}
		}
		labels = append(labels, []string{"ill", "well"}[i/4%2])
		of = append(of, fmt.Sprintf("p%02d", i/4))
	}
	d := must.Get(datasets.New("patients", x, labels, nil))(t)
	d = must.Get(d.WithGroups("patient", of))(t)
	return d
}

// spy is a classifier that looks at the training and the test samples.
type spy struct {
	name string
	look func(x, test *mat.Dense)
}

func (s spy) Key() string { return s.name }

func (s spy) Train(_ context.Context, x *mat.Dense, y []int, _ int, _ uint64) (
	*study.Model, error) {
	return &study.Model{Classes: func(_ context.Context, test *mat.Dense) ([]int, error) {
		s.look(x, test)
		m, _ := test.Dims()
		return slices.Repeat([]int{y[0]}, m), nil
	}}, nil
}

// leaked counts the pairs of training and test samples of one patient.
func leaked(x, test *mat.Dense) (pairs int) {
	n, _ := x.Dims()
	m, _ := test.Dims()
	for i := range n {
		for j := range m {
			var far float64
			for k, v := range x.RawRowView(i) {
				far = max(far, v-test.At(j, k), test.At(j, k)-v)
			}
			if far < .1 { // samples of one patient are nearer
				pairs++
			}
		}
	}
	return pairs
}

// No split of a study parts a group, nor does a fold of a tuned classifier or selector. The result
// and its CSV say so.
func TestStudyOfGroups(t *testing.T) {
	d := patients(t)
	for name, splits := range map[string]study.Splits{
		"halves": {Repeats: 4}, "folds": {Folds: 5},
	} {
		t.Run(name, func(t *testing.T) {
			leaks := 0
			leaky := spy{"leaky", func(x, test *mat.Dense) { leaks += leaked(x, test) }}
			s := study.Study{Name: name, Data: study.Of(d), Splits: splits, Counts: []int{5},
				Methods: []algorithms.Selector{filter.Fisher{}, study.TunedSelector{
					Among:      []algorithms.Selector{filter.Fisher{}, filter.Variance{}},
					Classifier: leaky}},
				Measures: []study.Measure{
					study.Accuracy{Classifier: study.Tuned{
						Among: []study.Classifier{leaky, study.KNN{}}}, Raw: true},
					study.Accuracy{Classifier: study.KNN{}},
				}}
			r := must.Get(study.Run(t.Context(), s, filepath.Join(t.TempDir(), "a.study"),
				algorithms.Options{Workers: 1}))(t)
			if mean := r.Cell(0, 0, 5, 1).Mean; leaks > 0 || mean > .75 {
				t.Errorf("%d pairs of one patient in both parts; accuracy %v", leaks, mean)
			}
			if r.Sets[0].Groups != "30 groups by patient" {
				t.Errorf("groups %q", r.Sets[0].Groups)
			}
			wantReadBack(t, r)
		})
	}
	per := study.Study{Name: "per-class", Data: study.Of(d), Counts: []int{5},
		Splits:   study.Splits{PerClass: 3},
		Methods:  []algorithms.Selector{filter.Fisher{}},
		Measures: []study.Measure{study.Accuracy{Classifier: study.KNN{}}}}
	r, err := study.Run(t.Context(), per, filepath.Join(t.TempDir(), "a.study"),
		algorithms.Options{})
	said := fmt.Sprint(err)
	if r != nil && len(r.Sets) > 0 {
		said += r.Sets[0].Note
	}
	if !strings.Contains(said, "3 training samples a class would part the 30 groups by patient; "+
		"split by Train or Folds") {
		t.Errorf("samples per class: %s", said)
	}
}
