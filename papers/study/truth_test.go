package study_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// known has six features, of which 0, 2, 3 and 5 are relevant; 0 and 1 are copies, as are 3 and 5.
func known(t *testing.T) *datasets.Dataset {
	t.Helper()
	d := noise(t, 3, 12, 12)
	d.Truth = &datasets.Truth{Relevant: []int{0, 2, 3, 5}, Groups: [][]int{{0, 1}, {3, 5}, {4}}}
	return d
}

var truths = []study.Measure{study.Truth{}, study.Truth{Kind: "recall"},
	study.Truth{Kind: "distinct"}}

// By hand: features are chosen from the last one on, so that a second copy raises the recall but
// not the share of the three sources {0, 1}, {2} and {3, 5}, and a copy that is not called
// relevant, 1, finds its source. Groups without a relevant feature, {4}, are no source.
func TestTruthByHand(t *testing.T) {
	d := known(t)
	want := map[int][3]float64{ // by the number of features: precision, recall, distinct
		1: {1, 1. / 4, 1. / 3},
		2: {1. / 2, 1. / 4, 1. / 3},
		3: {2. / 3, 2. / 4, 1. / 3},
		4: {3. / 4, 3. / 4, 2. / 3},
		5: {3. / 5, 3. / 4, 1},
		6: {4. / 6, 1, 1},
	}
	for _, splits := range []study.Splits{{Whole: true}, {Repeats: 2}, {Folds: 3}} {
		r := run(t, study.Study{Name: "truth", Data: study.Of(d),
			Counts: []int{1, 2, 3, 4, 5, 6}, Splits: splits, Measures: truths,
			Methods: []algorithms.Selector{inTurn{}, study.AllFeatures{}, fewest{}}}, "", 2)
		check := func(what string, method, k int, want [3]float64) {
			for m := range truths {
				c := r.Cell(0, method, k, m)
				if len(c.Values) != r.Splits || c.Failed != "" {
					t.Fatalf("%s, %s: %+v", what, r.Measures[m].Label, c)
				}
				for _, v := range c.Values {
					if math.Abs(v-want[m]) > 1e-15 {
						t.Errorf("%s, %s, %s: %g, want %g", splits, what, r.Measures[m].Label, v,
							want[m])
					}
				}
			}
		}
		for k, w := range want {
			check(fmt.Sprint(k, " features"), 0, k, w)
		}
		check("all features", 1, 0, want[6])
		check("no feature", 2, 4, [3]float64{})
	}
}

// Stored values are those of the known answer, which is no part of the hash of the data.
func TestTruthOfAnotherAnswer(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	d := known(t)
	s := study.Study{Name: "truth", Data: study.Of(d), Counts: []int{2}, Measures: truths,
		Splits: study.Splits{Repeats: 2}, Methods: []algorithms.Selector{filter.Variance{}}}
	first := run(t, s, store, 1)
	chosen := first.Cell(0, 0, 2, 0).Mean * 2 // of two features
	other := *d
	other.Truth = &datasets.Truth{Relevant: []int{1, 4}}
	s.Data = study.Of(&other)
	got := run(t, s, store, 1)
	if v := got.Cell(0, 0, 2, 0).Mean * 2; v != 2-chosen {
		t.Errorf("%g of two features are relevant, and %g not", chosen, v)
	}
	grouped := *d
	grouped.Truth = &datasets.Truth{Relevant: d.Truth.Relevant}
	s.Data = study.Of(&grouped)
	for m := range truths {
		got := run(t, s, store, 1).Cell(0, 0, 2, m).Mean
		if want := run(t, s, "", 1).Cell(0, 0, 2, m).Mean; got != want {
			t.Errorf("%s without groups: %g, want %g", truths[m].Label(), got, want)
		}
	}
	s.Data = study.Of(d)
	if again := run(t, s, store, 1); again.Computed != 0 {
		t.Errorf("%d computed for the former answer", again.Computed)
	}
}

func TestTruthErrors(t *testing.T) {
	const unknown = "the relevant features of the data set are not known; take generated data, " +
		"such as planted"
	silent := known(t)
	silent.Name, silent.Truth = "silent", &datasets.Truth{Clusters: make([]int, 24)}
	r := run(t, study.Study{Name: "truth", Data: append(study.Named("iris"),
		study.Of(silent, known(t))...), Counts: []int{2}, Splits: study.Splits{Repeats: 2},
		Methods:  []algorithms.Selector{filter.Variance{}},
		Measures: []study.Measure{study.Truth{}, study.Truth{Kind: "f1"}}}, "", 1)
	for set := range 2 {
		if c := r.Cell(set, 0, 2, 0); c.Failed != unknown || len(c.Values) > 0 {
			t.Errorf("%+v, want %q", c, unknown)
		}
	}
	want := `comparison with the known answer of the kind "f1"; choose precision, recall or ` +
		"distinct"
	if c := r.Cell(2, 0, 2, 1); c.Failed != want || len(c.Values) > 0 {
		t.Errorf("%+v, want %q", c, want)
	}
	if (study.Truth{}).Key() != (study.Truth{Kind: "precision"}).Key() {
		t.Error("the default is not precision")
	}
}

// regression is data with the target 2x_0 - 1.8x_1 + .1x_5.
func regression(t *testing.T, n int) *datasets.Dataset {
	t.Helper()
	d := noise(t, 5, n)
	y := make([]float64, n)
	for i := range y {
		y[i] = 2*d.X.At(i, 0) - 1.8*d.X.At(i, 1) + d.X.At(i, 5)/10
	}
	out := must.Get(d.WithTarget("y", y))(t)
	out.Truth = &datasets.Truth{Relevant: []int{0, 1, 5}}
	return out
}

func numbers(t *testing.T, x []float64, y ...float64) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.New("numbers", mat.NewDense(len(x), 1, x), y, nil))(t)
}

// always predicts a number.
type always struct{ Number float64 }

func (a always) Key() string { return fmt.Sprint("always ", a.Number) }

func (a always) Predict(_ context.Context, _ *mat.Dense, _ []float64, test *mat.Dense, _ uint64) (
	[]float64, error) {
	m, _ := test.Dims()
	out := make([]float64, m)
	for i := range out {
		out[i] = a.Number
	}
	return out, nil
}

// short predicts one number, whatever the samples.
type short struct{}

func (short) Key() string { return "short" }

func (short) Predict(context.Context, *mat.Dense, []float64, *mat.Dense, uint64) ([]float64,
	error) {
	return []float64{1}, nil
}

// Five features of planted data: Fisher's score takes duplicates of one source, which mRMR avoids.
func ExampleTruth() {
	s := study.Study{
		Name:    "planted",
		Data:    study.Named("planted"),
		Methods: []algorithms.Selector{filter.Fisher{}, information.MRMR{}},
		Counts:  []int{5},
		Splits:  study.Splits{Folds: 5},
		Measures: []study.Measure{study.Truth{}, study.Truth{Kind: "recall"},
			study.Truth{Kind: "distinct"}},
	}
	r, err := study.Run(context.Background(), s, "", algorithms.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for m, method := range r.Methods {
		for i, measure := range r.Measures {
			fmt.Printf("%s, %s: %.2f\n", method.Label, measure.Label, r.Cell(0, m, 5, i).Mean)
		}
	}
	// Output:
	// fisher, precision of the choice: 1.00
	// fisher, recall of the relevant features: 0.62
	// fisher, recall of the distinct sources: 0.50
	// mrmr, precision of the choice: 0.68
	// mrmr, recall of the relevant features: 0.42
	// mrmr, recall of the distinct sources: 0.57
}
