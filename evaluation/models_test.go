package evaluation_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/splits"
	"fsnb.example/internal/terms"
)

// withFeatures are both parts with some features, and the scaling of the training part.
func withFeatures(t *testing.T, train, test *datasets.Dataset, features []int) (a,
	b *datasets.Dataset, scaling *learn.Scaling) {
	t.Helper()
	a = must.Get(train.Take(features))(t)
	b = must.Get(test.Take(features))(t)
	return a, b, learn.FitScaling(a.X)
}

// literal predicts the test part of a split from the first k of Fisher's features by the functions
// of learn, one after another.
func literal(t *testing.T, p evaluation.Protocol, train, test *datasets.Dataset, k int,
	seed uint64) (predicted []int, scores *mat.Dense) {
	t.Helper()
	r, err := filter.Fisher{}.Select(t.Context(), train, algorithms.Options{K: k})
	must.Do(t, err)
	a, b, scaling := withFeatures(t, train, test, r.Features)
	x, held, classes := scaling.Apply(a.X), scaling.Apply(b.X), len(train.Classes)
	var present []int
	switch p.Classifier {
	case terms.NearestNeighbors:
		predicted = must.Get(learn.KNN(t.Context(), x, a.Y, classes, held, p.Neighbors))(t)
		near := learn.Nearest{K: p.Neighbors}
		of := must.Get(near.Shares(t.Context(), x, a.Y, classes, held, []int{k}))(t)
		return predicted, of[0]
	case terms.LogisticClassifier:
		m := must.Get(learn.Logistic{C: p.C}.Train(t.Context(), x, a.Y, classes))(t)
		present, err = m.Classes, nil
		predicted, _ = m.Predict(held)
		scores, _ = m.Probabilities(held)
	case terms.RidgeClassifier:
		m := must.Get(learn.FitRidgeClasses(x, a.Y, classes, p.Ridge))(t)
		present = m.Classes
		predicted, _ = m.Predict(held)
		scores, _ = m.Decision(held)
	case terms.ForestClassifier:
		m := must.Get(
			learn.Forest{Trees: p.Trees, Seed: seed}.Train(t.Context(), x, a.Y, classes))(t)
		present = m.Classes
		predicted, _ = m.Predict(t.Context(), held, 1)
		scores, _ = m.Probabilities(t.Context(), held, 1)
	}
	return predicted, learn.ClassScores(scores, present, classes)
}

// Accuracy with any classifier and measure is what a loop over the splits makes of the functions of
// learn, of two classes and of three.
func TestClassifiersAndMeasuresAreThoseOfALoop(t *testing.T) {
	protocols := []evaluation.Protocol{
		{Classifier: terms.NearestNeighbors, Neighbors: 5},
		{Classifier: terms.LogisticClassifier, C: 2},
		{Classifier: terms.RidgeClassifier, Ridge: 3},
		{Classifier: terms.ForestClassifier, Trees: 11},
	}
	for _, name := range []string{"wdbc", "wine"} {
		d := methodtest.Load(t, name)
		for _, p := range protocols {
			for _, measure := range p.Measure.Choices() {
				p.Measure = evaluation.ClassMeasure(measure)
				p.Counts, p.Repeats, p.Seed = []int{1, 4}, 2, 7
				what := fmt.Sprintf("%s, %s of %s", name, measure, p.Predictor())
				got, err := evaluation.Accuracy(t.Context(), d,
					p, algorithms.Options{}, filter.Fisher{})
				if err != nil {
					t.Fatal(what, err)
				}
				splitter := must.Get(splits.New(d, .5, p.Seed))(t)
				for number := range p.Repeats {
					train, test, err := splits.Parts(d, splitter.Split(number))
					must.Do(t, err)
					for i, k := range p.Counts {
						said, scores := literal(t, p, train, test, k, p.Seed+uint64(number))
						var want float64
						switch p.Measure {
						case terms.ShareRight:
							want = learn.Accuracy(said, test.Y)
						case terms.BalancedAccuracy:
							want = learn.BalancedAccuracy(said, test.Y)
						case terms.MacroF1:
							want = learn.MacroF1(said, test.Y)
						case terms.AUC:
							want = learn.MeanAUC(scores, test.Y)
						}
						must.Is(t, got.Curves[0].Points[i].Values[number], want,
							"%s, split %d, %d features", what, number, k)
					}
				}
				if !(got.All.Mean > .85 && got.All.Mean <= 1) {
					t.Errorf("%s: %g with all features", what, got.All.Mean)
				}
			}
		}
	}
}

// The level to beat is the measure of the largest class, as the measure itself says of it.
func TestGuessOfMeasures(t *testing.T) {
	d := methodtest.Load(t, "wine") // 59, 71 and 48 samples
	for measure, want := range map[evaluation.ClassMeasure]float64{
		"": 71. / 178, terms.BalancedAccuracy: 1. / 3, terms.AUC: .5,
		terms.MacroF1: 2 * 71. / (71 + 178) / 3,
	} {
		got := accuracy(t, d, evaluation.Protocol{Measure: measure, Repeats: 1, Counts: []int{1}},
			filter.Fisher{})
		same := make([]int, d.N())
		for i := range same {
			same[i] = 1
		}
		rated := measure.Rate(same, mat.NewDense(d.N(), 3, nil), d.Y)
		if math.Abs(got.Chance-want) > 1e-15 || math.Abs(rated-want) > 1e-15 {
			t.Errorf("%s: chance %g, rated %g, want %g", measure.Text(), got.Chance, rated, want)
		}
	}
}

// Sparse values give the numbers of dense ones, with any classifier and scores.
func TestModelsOfSparseValues(t *testing.T) {
	d := methodtest.Load(t, "wine")
	labels := make([]string, d.N())
	for i, c := range d.Y {
		labels[i] = d.Classes[c]
	}
	sparse := must.Get(datasets.NewStored("", storage.Compress(d.X), labels, d.Features))(t)
	for _, p := range []evaluation.Protocol{
		{Neighbors: 5, Measure: terms.AUC},
		{Classifier: terms.LinearMachine, Measure: terms.AUC, C: .1},
		{Classifier: terms.LogisticClassifier, Measure: terms.AUC},
		{Classifier: terms.RidgeClassifier, Measure: terms.MacroF1},
		{Classifier: terms.ForestClassifier, Trees: 5, Measure: terms.BalancedAccuracy},
	} {
		p.Repeats, p.Counts = 2, []int{3}
		var curves [2]*evaluation.AccuracyCurves
		for i, data := range []*datasets.Dataset{d, sparse} {
			var err error
			curves[i], err = evaluation.Accuracy(t.Context(), data,
				p, algorithms.Options{}, statistics.AnovaF{})
			if err != nil {
				t.Fatal(p.Predictor(), err)
			}
		}
		if diff := cmp.Diff(curves[0].Curves, curves[1].Curves); diff != "" {
			t.Errorf("%s: %s", p.Predictor(), diff)
		}
		if a, b := curves[0].All.Mean, curves[1].All.Mean; math.Abs(a-b) > 1e-12 {
			t.Errorf("%s: all features %g, sparse %g", p.Predictor(), a, b)
		}
	}
}

// Regression by a forest is what a loop makes of learn.Forest.
func TestForestRegression(t *testing.T) {
	d := methodtest.Ramp(t)
	p := evaluation.Protocol{Regressor: terms.ForestRegression, Trees: 9, Repeats: 2,
		Counts: []int{1, 2}}
	got := regression(t, d, p, statistics.Pearson{})
	must.Is(t, got.Protocol.Predictor(), "random forest of 9 trees", "got.Protocol.Predictor()")
	splitter := must.Get(splits.New(d, .5, 0))(t)
	for number := range p.Repeats {
		train, test, err := splits.Parts(d, splitter.Split(number))
		must.Do(t, err)
		scaling := learn.FitScaling(train.X)
		of := func(x *mat.Dense) *mat.Dense { // column 1 is the best
			s, n := scaling.Apply(x), 0
			n, _ = s.Dims()
			return mat.DenseCopyOf(s.Slice(0, n, 1, 2))
		}
		m := must.Get(
			learn.Forest{Trees: 9, Seed: uint64(number)}.TrainMeans(t.Context(), of(train.X),
				train.Target))(t)
		said := must.Get(m.Means(t.Context(), of(test.X), 1))(t)
		want := learn.R2(said, test.Target)
		if v := got.Curves[0].Points[0].R2.Values[number]; v != want || want < .9 {
			t.Errorf("split %d: R² %g, want %g", number, v, want)
		}
	}
	if !(got.All.R2.Mean > .9) {
		t.Errorf("all features: %g", got.All.R2.Mean)
	}
}

func TestChooseByMeasure(t *testing.T) {
	d := methodtest.Load(t, "wine")
	c := must.Get(evaluation.Choose{Selector: filter.Fisher{}, Protocol: evaluation.Protocol{
		Classifier: terms.LogisticClassifier, Measure: terms.AUC}}.Count(t.Context(), d,
		algorithms.Options{}))(t)
	if c.Measure != "AUC (logistic regression)" || c.Points[c.Best].Mean < .99 {
		t.Errorf("%s, best %g", c.Measure, c.Points[c.Best].Mean)
	}
}

func TestProtocolsThatDoNotFit(t *testing.T) {
	wine, target := methodtest.Load(t, "wine"), methodtest.Ramp(t)
	for _, c := range []struct {
		d    *datasets.Dataset
		p    evaluation.Protocol
		want string
	}{
		{wine, evaluation.Protocol{Measure: "f2"}, `no measure "f2"; give accuracy, ` +
			"balanced-accuracy, macro-f1, auc"},
		{wine, evaluation.Protocol{C: 2}, "C = 2 has no effect on a k-NN; leave it out, or give " +
			"the classifier linear-svm or logistic"},
		{wine, evaluation.Protocol{Trees: 2, Classifier: terms.RidgeClassifier},
			"Trees = 2 has no effect on a ridge classifier; leave it out, or give the classifier " +
				"forest"},
		{wine, evaluation.Protocol{Metric: learn.Cosine, Classifier: terms.ForestClassifier},
			`the metric "cosine" has no effect on a random forest`},
		{wine, evaluation.Protocol{Ridge: 1, Classifier: terms.LogisticClassifier},
			"leave Regressor and Ridge out"},
		{wine, evaluation.Protocol{C: -1, Classifier: terms.LogisticClassifier}, "C is -1"},
		{wine, evaluation.Protocol{C: math.Inf(1), Classifier: terms.LinearMachine},
			"C is +Inf"},
		{wine, evaluation.Protocol{Ridge: -1, Classifier: terms.RidgeClassifier},
			"ridge is not positive"},
		{wine, evaluation.Protocol{Trees: -1, Classifier: terms.ForestClassifier},
			"-1 trees; give a positive number, or 0 for 100"},
		{target, evaluation.Protocol{Measure: terms.AUC}, `the measure "auc" is of classes`},
		{target, evaluation.Protocol{C: 1}, "C = 1 is of classifiers"},
		{target, evaluation.Protocol{Trees: 3},
			"the number of trees, 3, has no effect on the regressor knn"},
		{target, evaluation.Protocol{Regressor: terms.ForestRegression, Trees: -3},
			"-3 trees"},
	} {
		var err error
		if c.d.Continuous() {
			_, err = evaluation.Regression(context.Background(), c.d,
				c.p, algorithms.Options{}, filter.Variance{})
		} else {
			_, err = evaluation.Accuracy(context.Background(), c.d,
				c.p, algorithms.Options{}, filter.Variance{})
		}
		must.ErrorWith(t, err, c.want, c.p)
	}
}
