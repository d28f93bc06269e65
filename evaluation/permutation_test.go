package evaluation_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/splits"
	"fsnb.example/internal/terms"
)

// importance is PermutationImportance of a ranking of d by a method.
func importance(t *testing.T, d *datasets.Dataset, m algorithms.Selector,
	o evaluation.PermutationOptions) *evaluation.PermutedImportance {
	t.Helper()
	r := must.Get(m.Select(t.Context(), d, algorithms.Options{}))(t)
	return must.Get(evaluation.PermutationImportance(t.Context(), d, o, r))(t)
}

// Every fall is what a loop over splits, features and permutations finds with the functions of
// learn, and the same permutations.
func TestPermutationImportanceIsThatOfALoop(t *testing.T) {
	d := methodtest.Load(t, "wine")
	p := evaluation.Protocol{Classifier: terms.LogisticClassifier, Repeats: 2, Seed: 3,
		Measure: terms.AUC}
	got := importance(t, d, filter.Fisher{}, evaluation.PermutationOptions{Protocol: p, K: 3,
		Permutations: 4})
	splitter := must.Get(splits.New(d, .5, p.Seed))(t)
	for number := range p.Repeats {
		train, test, err := splits.Parts(d, splitter.Split(number))
		must.Do(t, err)
		a, b, scaling := withFeatures(t, train, test, got.Features)
		m := must.Get(learn.Logistic{}.Train(t.Context(), scaling.Apply(a.X), a.Y, 3))(t)
		rate := func(x *mat.Dense) float64 {
			p := must.Get(m.Probabilities(scaling.Apply(x)))(t)
			return learn.MeanAUC(p, b.Y)
		}
		baseline := rate(b.X)
		must.Is(t, got.Baseline.Values[number], baseline, "split %d: baseline", number)
		for f, j := range got.Features {
			for k := range 4 {
				x := mat.DenseCopyOf(b.X)
				column := mat.Col(nil, f, x)
				rand.New(rand.NewPCG(p.Seed+uint64(number), uint64(k))).
					Shuffle(len(column), func(a, b int) {
						column[a], column[b] = column[b], column[a]
					})
				x.SetCol(f, column)
				want := baseline - rate(x)
				must.Is(t, got.Falls[f].Values[4*number+k], want,
					"split %d, feature %d, permutation %d", number, j, k)
			}
		}
	}
	for f := range got.Falls {
		mean, sd := stat.MeanStdDev(got.Falls[f].Values, nil)
		if math.Abs(got.Falls[f].Mean-mean) > 1e-15 || math.Abs(got.Falls[f].SD-sd) > 1e-15 {
			t.Errorf("feature %d: %g ± %g, want %g ± %g", f, got.Falls[f].Mean, got.Falls[f].SD,
				mean, sd)
		}
	}
}

// Permuting column j of a linear function w'x + b with residuals r of the test part raises its mean
// squared error by 2w_j·cov(r, x_j) + 2w_j²·var(x_j) in the mean over permutations, with variances
// over n.
func TestPermutationImportanceOfALinearModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	const n = 80
	x, y := mat.NewDense(n, 4, nil), make([]float64, n)
	for i := range n {
		for j := range 4 {
			x.Set(i, j, rng.NormFloat64())
		}
		y[i] = 3*x.At(i, 0) - x.At(i, 1) + .3*x.At(i, 2) + rng.NormFloat64()
	}
	d := must.Get(datasets.New("linear", x, y, nil))(t)
	p := evaluation.Protocol{Regressor: terms.RidgeRegression, Repeats: 1}
	const permutations = 2000
	got := importance(t, d, statistics.Pearson{}, evaluation.PermutationOptions{Protocol: p,
		Permutations: permutations})
	splitter := must.Get(splits.New(d, .5, 0))(t)
	train, test, err := splits.Parts(d, splitter.Split(0))
	must.Do(t, err)
	scaling := learn.FitScaling(train.X)
	r := must.Get(learn.FitRidge(scaling.Apply(train.X), train.Target, 1))(t)
	held := scaling.Apply(test.X)
	rest := r.Predict(held)
	floats.Scale(-1, rest)
	floats.Add(rest, test.Target)
	population := func(a, b []float64) float64 {
		return stat.Covariance(a, b, nil) * float64(len(a)-1) / float64(len(a))
	}
	for f, j := range got.Features {
		column, w := mat.Col(nil, j, held), r.Weights[j]
		want := (2*w*population(rest, column) + 2*w*w*population(column, column)) /
			population(test.Target, test.Target)
		v := got.Falls[f]
		if off := math.Abs(v.Mean-want) / (v.SD / math.Sqrt(permutations)); !(off < 4) {
			t.Errorf("feature %d: %g ± %g, want %g", j, v.Mean, v.SD, want)
		}
	}
	if got.Features[0] != 0 || got.Measure != "R² (ridge regression)" {
		t.Errorf("%v, %s", got.Features, got.Measure)
	}
}

// midRanks are the ranks of numbers, equal ones sharing the mean of theirs.
func midRanks(v []float64) []float64 {
	out := make([]float64, len(v))
	for i, a := range v {
		for _, b := range v {
			switch {
			case b < a:
				out[i]++
			case b == a:
				out[i] += .5
			}
		}
	}
	return out
}

// The means over five seeds order the features as scikit-learn's do, at least as far as any two of
// scikit-learn's lists of one seed agree.
func TestPermutationImportanceAgreesWithScikitLearn(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/permutation.json"))(t)
	var peer struct {
		Features []string
		Cases    []struct {
			Classifier, Measure string
			Importances         [][]float64
			Agreement           float64
		}
	}
	must.Do(t, json.Unmarshal(text, &peer))
	d := methodtest.Load(t, "wdbc")
	if diff := cmp.Diff(peer.Features, d.Features); diff != "" {
		t.Fatal(diff)
	}
	for _, c := range peer.Cases {
		if c.Classifier == "forest" && !longtest.Asked() { // twenty seconds
			continue
		}
		ours, theirs := make([]float64, d.D()), make([]float64, d.D())
		for seed, list := range c.Importances {
			p := evaluation.Protocol{Classifier: evaluation.Classifier(c.Classifier),
				Measure: evaluation.ClassMeasure(c.Measure), Repeats: 20, Seed: 1000 * uint64(seed)}
			got := importance(t, d, filter.Fisher{}, evaluation.PermutationOptions{Protocol: p})
			for f, j := range got.Features {
				ours[j] += got.Falls[f].Mean
			}
			floats.Add(theirs, list)
		}
		agreement := stat.Correlation(midRanks(ours), midRanks(theirs), nil)
		t.Logf("%s, %s: %.3f; lists of scikit-learn at least %.3f", c.Classifier, c.Measure,
			agreement, c.Agreement)
		if agreement < c.Agreement {
			t.Errorf("%s, %s: rank correlation %.3f; lists of scikit-learn have %.3f at least",
				c.Classifier, c.Measure, agreement, c.Agreement)
		}
	}
}

// The answer does not depend on the number of workers, nor on the order of the features for models
// that do not see it; constant features have no importance.
func TestPermutationImportanceIsDeterministic(t *testing.T) {
	d := methodtest.Load(t, "iris")
	d.X.SetCol(1, make([]float64, d.N())) // constant
	p := evaluation.Protocol{Neighbors: 5, Repeats: 3}
	all := func(j ...int) *algorithms.Ranking {
		r := &algorithms.Ranking{Method: "mine", Label: "mine", D: 4, Features: j}
		for _, f := range j {
			r.Names = append(r.Names, d.Features[f])
		}
		return r
	}
	var results []*evaluation.PermutedImportance
	for _, workers := range []int{1, 3} {
		got := must.Get(
			evaluation.PermutationImportance(t.Context(), d, evaluation.PermutationOptions{
				Protocol: p, Options: algorithms.Options{Workers: workers}}, all(0, 1, 2, 3)))(t)
		results = append(results, got)
	}
	ignore := cmpopts.IgnoreFields(evaluation.PermutedImportance{}, "Elapsed")
	if diff := cmp.Diff(results[0], results[1], ignore); diff != "" {
		t.Error(diff)
	}
	if v := results[0].Falls[1]; v.Mean != 0 || v.SD != 0 || len(v.Values) != 15 {
		t.Errorf("the constant feature falls by %v", v)
	}
	again := must.Get(
		evaluation.PermutationImportance(t.Context(), d, evaluation.PermutationOptions{
			Protocol: p}, all(3, 2, 1, 0)))(t)
	slices.Reverse(again.Falls)
	for f, v := range again.Falls {
		must.Near(t, v.Mean, results[0].Falls[f].Mean, 1e-12, "feature %d in another order", f)
	}
}

func TestPermutationImportanceMistakes(t *testing.T) {
	d := methodtest.Load(t, "iris")
	r := must.Get(filter.Variance{}.Select(t.Context(), d, algorithms.Options{}))(t)
	plain := must.Get(datasets.New[int]("plain", d.X, nil, d.Features))(t)
	for _, c := range []struct {
		d    *datasets.Dataset
		o    evaluation.PermutationOptions
		r    *algorithms.Ranking
		want string
	}{
		{d, evaluation.PermutationOptions{}, nil, "ranking"},
		{d, evaluation.PermutationOptions{K: 5}, r,
			"k = 5 of a ranking of 4 features; give 1 to 4"},
		{d, evaluation.PermutationOptions{Permutations: -1}, r, "-1 permutations; give 1 to"},
		{d, evaluation.PermutationOptions{Protocol: evaluation.Protocol{Neighbors: 99}}, r,
			"99 neighbors of 75 training samples"},
		{d, evaluation.PermutationOptions{Protocol: evaluation.Protocol{Classifier: "tree"}}, r,
			`no classifier "tree"`},
		{plain, evaluation.PermutationOptions{}, r, "name the label column"},
		{d, evaluation.PermutationOptions{}, &algorithms.Ranking{D: 4}, "feature"},
	} {
		_, err := evaluation.PermutationImportance(t.Context(), c.d, c.o, c.r)
		must.ErrorWith(t, err, c.want, c.o)
	}
	stopped, stop := context.WithCancel(t.Context())
	got, err := evaluation.PermutationImportance(stopped, d, evaluation.PermutationOptions{
		Options: algorithms.Options{Workers: 1, Progress: func(p algorithms.Progress) {
			if p.Done >= 8 { // two splits of four features
				stop()
			}
		}}}, r)
	if !errors.Is(err, context.Canceled) || got == nil || !got.Partial || got.Done < 1 ||
		got.Done > 9 || len(got.Falls[0].Values) != 5*got.Done {
		t.Errorf("%v, %+v", err, got)
	}
}
