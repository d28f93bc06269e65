package study_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// halves are the training parts of a study on wine, with Fisher's choice on each.
func halves(t *testing.T, k, repeats int) (trains []*datasets.Dataset, chosen [][]int) {
	t.Helper()
	d := methodtest.Load(t, "wine")
	splits := must.Get(learn.StratifiedSplits(d.Y, 0.5, repeats, 0))(t)
	for _, s := range splits {
		train := must.Get(d.Rows(s.Train))(t)
		r := must.Get(filter.Fisher{}.Select(t.Context(), train, algorithms.Options{K: k}))(t)
		trains, chosen = append(trains, train), append(chosen, r.Features)
	}
	return trains, chosen
}

// Every measure is what the functions of evaluation say of the same features of
// the same split, called one by one.
func TestMeasuresAgreeWithDirectComputation(t *testing.T) {
	const k = 4
	measures := []study.Measure{
		study.Jaccard{}, study.Jaccard{Neighbors: 1, Gaussian: true}, study.Residue{},
		study.Residue{Classes: true, Raw: true},
		study.Clustering{Runs: 3}, study.Clustering{NMI: true, Runs: 3},
		study.Redundancy{Kind: "signed"},
	}
	r := run(t, study.Study{
		Name: "measures", Data: study.Named("wine"), Methods: []algorithms.Selector{filter.Fisher{},
			study.AllFeatures{}},
		Counts: []int{k}, Splits: study.Splits{Repeats: 2}, Measures: measures,
	}, "", 2)
	trains, chosen := halves(t, k, 2)
	for number, train := range trains {
		features := chosen[number]
		gauss := must.Get(evaluation.GaussianSimilarity(t.Context(), train,
			evaluation.GaussianOptions{Workers: 1}))(t)
		near := must.Get(evaluation.NewNeighborhoods(t.Context(), train,
			evaluation.NeighborhoodOptions{Neighbors: 5, Workers: 1}))(t)
		jaccard := must.Get(near.Jaccard(t.Context(), features, []int{5}, 1))(t)
		products := must.Get(evaluation.ChosenProducts(train, features, false))(t)
		similar := must.Get(
			evaluation.SimilarityJaccard(t.Context(), products, gauss, []int{1}, 1))(t)
		residue := must.Get(evaluation.Residue(t.Context(), train,
			evaluation.ResidueOptions{From: gauss, Workers: 1}, features))(t)
		for m, want := range map[int]float64{0: jaccard[0], 1: similar[0], 2: residue,
			3: classResidue(train, features)} {
			if got := r.Cell(0, 0, k, m).Values[number]; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("%s, split %d: %g, want %g", measures[m].Label(), number, got, want)
			}
		}
		accuracy, nmi := kmeans(t, train, features, uint64(number), 3)
		if got := r.Cell(0, 0, k, 4).Values[number]; got != accuracy {
			t.Errorf("clustering accuracy %g, want %g", got, accuracy)
		}
		if got := r.Cell(0, 0, k, 5).Values[number]; got != nmi {
			t.Errorf("mutual information %g, want %g", got, nmi)
		}
		// All features keep all neighbors.
		if got := r.Cell(0, 1, 0, 0).Values[number]; got != 1 {
			t.Errorf("all features keep %g of the neighbors", got)
		}
	}
}

// classResidue is ‖X_F X_F' - K‖ with K_ij = 1/n_c inside a class, written out.
func classResidue(d *datasets.Dataset, features []int) float64 {
	counts := d.ClassCounts()
	var sum float64
	for i := range d.N() {
		for j := range d.N() {
			v := 0.0
			for _, f := range features {
				v += d.X.At(i, f) * d.X.At(j, f)
			}
			if d.Y[i] == d.Y[j] {
				v -= 1 / float64(counts[d.Y[i]])
			}
			sum += v * v
		}
	}
	return math.Sqrt(sum)
}

func kmeans(t *testing.T, d *datasets.Dataset, features []int, seed uint64, runs int) (
	accuracy, nmi float64) {
	t.Helper()
	part := must.Get(d.Take(features))(t)
	x := learn.FitScaling(part.X).Apply(part.X)
	for i := range runs {
		found := must.Get(learn.KMeans{K: 3, Restarts: 1, Seed: seed + uint64(i)<<32}.Cluster(
			t.Context(), x))(t)
		a := must.Get(evaluation.ClusteringAccuracy(found.Labels, d.Y))(t)
		n := must.Get(evaluation.NMI(found.Labels, d.Y, evaluation.ByMax))(t)
		accuracy, nmi = accuracy+a, nmi+n
	}
	return accuracy / float64(runs), nmi / float64(runs)
}

// k-means finds clusters that lie apart: both measures are 1.
func TestClusteringOfSeparateClasses(t *testing.T) {
	x := mat.NewDense(30, 2, nil)
	y := make([]int, 30)
	for i := range 30 {
		y[i] = i % 3
		x.Set(i, 0, 100*float64(y[i])+float64(i)/30)
		x.Set(i, 1, 100*float64(y[i]*y[i])-float64(i)/30)
	}
	d := must.Get(datasets.New("apart", x, y, nil))(t)
	r := run(t, study.Study{
		Name: "apart", Data: study.Of(d), Methods: []algorithms.Selector{filter.Fisher{}},
		Counts: []int{2},
		Splits: study.Splits{Whole: true}, Measures: []study.Measure{study.Clustering{Runs: 1},
			study.Clustering{NMI: true, Runs: 1}},
	}, "", 1)
	for m := range 2 {
		if c := r.Cell(0, 0, 2, m); c.Mean != 1 {
			t.Errorf("%s: %+v", r.Measures[m].Label, c)
		}
	}
}

func TestDefaultsInKeys(t *testing.T) {
	for a, b := range map[study.Measure]study.Measure{
		study.Jaccard{Neighbors: 5}:       study.Jaccard{},
		study.Clustering{Runs: 10}:        study.Clustering{},
		study.Stability{Kind: "nogueira"}: study.Stability{},
	} {
		if a.Key() != b.Key() {
			t.Errorf("%q and %q are the same", a.Key(), b.Key())
		}
	}
}

func TestLabelOfTunedClassifiers(t *testing.T) {
	for want, c := range map[string]study.Tuned{
		"accuracy, RBF SVC, tuned": {Among: []study.Classifier{study.SVC{C: .25, Gamma: 2},
			study.SVC{C: 4}}},
		"accuracy, tuned among 2 classifiers": {Among: []study.Classifier{study.KNN{},
			study.LinearSVM{}}},
	} {
		if got := (study.Accuracy{Classifier: c}).Label(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestMeasureErrors(t *testing.T) {
	unlabeled := must.Get(datasets.New("plain",
		mat.NewDense(6, 2, []float64{1, 2, 3, 4, 6, 5, 9, 8, 2, 7, 5, 5}), []string(nil), nil))(t)
	r := run(t, study.Study{
		Name: "errors", Data: study.Of(unlabeled), Methods: []algorithms.Selector{
			filter.Variance{}}, Counts: []int{1}, Splits: study.Splits{Whole: true},
		Measures: []study.Measure{study.Clustering{}, study.Residue{Classes: true},
			study.Jaccard{Neighbors: 6}, study.Jaccard{Neighbors: 3}, study.Clustering{Runs: -1}},
	}, "", 1)
	for m, want := range []string{"clustering: the data set has no class labels",
		"residue: the data set has no class labels", "6 neighbors of 5 others; give 1 to 5", "",
		"clustering: the data set has no class labels"} {
		if c := r.Cell(0, 0, 1, m); c.Failed != want {
			t.Errorf("%s: %q, want %q", r.Measures[m].Label, c.Failed, want)
		}
	}
}

// A data set may have numbers of features of its own.
func TestCountsOfADataSet(t *testing.T) {
	s := small()
	s.Data[1].Counts = []int{3, 5, 99}
	r := run(t, s, "", 2)
	if !slices.Equal(r.Sets[0].Counts, []int{1, 2, 4}) ||
		!slices.Equal(r.Sets[1].Counts, []int{3, 5}) {
		t.Errorf("counts %v and %v", r.Sets[0].Counts, r.Sets[1].Counts)
	}
	s.Data[1].Counts = []int{3, 3}
	must.Fail(study.Run(t.Context(), s, "", algorithms.Options{}))(t,
		"the study small: numbers of features [3 3] for wine; give ascending numbers from 1")
}
