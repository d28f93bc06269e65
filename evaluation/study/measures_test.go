package study_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/stats"
	"fsnb.example/evaluation/study"
	"fsnb.example/learn"
)

// halves are the training parts of a study on wine, with Fisher's choice on each.
func halves(t *testing.T, k, repeats int) (trains []*datasets.Dataset, chosen [][]int) {
	t.Helper()
	d := load(t, "wine")
	splits, err := learn.StratifiedSplits(d.Y, 0.5, repeats, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range splits {
		train, err := d.Rows(s.Train)
		if err != nil {
			t.Fatal(err)
		}
		r, err := filter.Fisher{}.Select(t.Context(), train, algorithms.Options{K: k})
		if err != nil {
			t.Fatal(err)
		}
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
		gauss, err := evaluation.GaussianSimilarity(t.Context(), train, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		near, err := evaluation.NewNeighborhoods(t.Context(), train, 5, false, 1)
		if err != nil {
			t.Fatal(err)
		}
		jaccard, err := near.Jaccard(t.Context(), features, []int{5}, 1)
		if err != nil {
			t.Fatal(err)
		}
		products, err := evaluation.ChosenProducts(train, features, false)
		if err != nil {
			t.Fatal(err)
		}
		similar, err := evaluation.SimilarityJaccard(t.Context(), products, gauss, []int{1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		residue, err := evaluation.Residue(t.Context(), train, features, gauss, false, 1)
		if err != nil {
			t.Fatal(err)
		}
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
	part, err := d.Take(features)
	if err != nil {
		t.Fatal(err)
	}
	x := learn.FitScaling(part.X).Apply(part.X)
	for i := range runs {
		found, err := learn.KMeans{K: 3, Restarts: 1, Seed: seed + uint64(i)<<32}.Cluster(
			t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		a, err := evaluation.ClusteringAccuracy(found.Labels, d.Y)
		if err != nil {
			t.Fatal(err)
		}
		n, err := evaluation.NMI(found.Labels, d.Y, evaluation.ByMax)
		if err != nil {
			t.Fatal(err)
		}
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
	d, err := datasets.New("apart", x, y, nil)
	if err != nil {
		t.Fatal(err)
	}
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

// stable is a study with all kinds of stability beside a measure of each split.
func stable() study.Study {
	return study.Study{
		Name: "stable", Data: study.Named("wine", "iris"), Methods: []algorithms.Selector{
			filter.Fisher{}, traceratio.TraceRatio{}, filter.Random{}, study.AllFeatures{}},
		Counts: []int{2, 4}, Splits: study.Splits{Repeats: 6},
		Measures: []study.Measure{study.Stability{}, study.Stability{Kind: "kuncheva"},
			study.Accuracy{}, study.Stability{Kind: "jaccard"}},
	}
}

func TestStabilityOverSplits(t *testing.T) {
	r := run(t, stable(), "", 2)
	_, chosen := halves(t, 2, 6)
	nogueira, err := evaluation.Nogueira(chosen, 13)
	if err != nil {
		t.Fatal(err)
	}
	kuncheva, err := evaluation.Kuncheva(chosen, 13)
	if err != nil {
		t.Fatal(err)
	}
	jaccard, err := evaluation.MeanJaccard(chosen, 13)
	if err != nil {
		t.Fatal(err)
	}
	for m, want := range map[int]float64{0: nogueira.Value, 1: kuncheva, 3: jaccard} {
		c := r.Cell(0, 0, 2, m)
		if len(c.Values) != 1 || c.Mean != want || len(c.Splits) != 6 || !r.Measures[m].Overall {
			t.Errorf("%s: %+v, want %g", r.Measures[m].Label, c, want)
		}
	}
	if c := r.Cell(0, 2, 2, 0); c.Mean > 0.5 {
		t.Errorf("random features are as stable as %g", c.Mean)
	}
	if c := r.Cell(0, 3, 0, 0); len(c.Values) != 0 || c.Failed != "" {
		t.Errorf("all features have a stability: %+v", c)
	}
	if c := r.Cell(1, 0, 4, 0); len(c.Values) != 0 ||
		!strings.HasPrefix(c.Failed, "all choices have 4 of 4 features") {
		t.Errorf("4 of 4 features: %+v", c)
	}
	if a := r.Aggregate(0, 0, 0); len(a.Values) != 1 ||
		math.Abs(a.Mean-(r.Cell(0, 0, 2, 0).Mean+r.Cell(0, 0, 4, 0).Mean)/2) > 1e-15 {
		t.Errorf("aggregated stability: %+v", a)
	}
	if b := r.Best(0, 0, 0); b.Mean != max(r.Cell(0, 0, 2, 0).Mean, r.Cell(0, 0, 4, 0).Mean) {
		t.Errorf("the best stability: %+v", b)
	}
	if _, err := (study.Stability{}).Value(t.Context(), nil); err == nil {
		t.Error("there is a stability of a single split")
	}
}

// The choices are on disk: a second run recomputes none, whatever Workers is, and a
// study that had no stability gets it from them.
func TestStabilityIsResumed(t *testing.T) {
	store := filepath.Join(t.TempDir(), "s")
	want := untimed(run(t, stable(), "", 1))
	s := stable()
	s.Measures = s.Measures[2:3]
	run(t, s, store, 1)
	for _, workers := range []int{1, 2, 8} {
		got := run(t, stable(), store, workers)
		if diff := cmp.Diff(want, untimed(got)); diff != "" {
			t.Errorf("%d workers (-alone +from the store):\n%s", workers, diff)
		}
		if got.Computed != 0 {
			t.Errorf("%d pieces were computed once more", got.Computed)
		}
	}
	s = stable()
	s.Splits.Repeats = 1
	if c := run(t, s, store, 2).Cell(0, 0, 2, 0); len(c.Values) != 0 ||
		c.Failed != "stability compares choices of features; give at least two" {
		t.Errorf("one split: %+v", c)
	}
	s.Measures[0] = study.Stability{Kind: "x"}
	s.Splits.Repeats = 2
	if c := run(t, s, store, 2).Cell(0, 0, 2,
		0); c.Failed != `stability of the kind "x"; choose nogueira, kuncheva or jaccard` {
		t.Errorf("a kind that is none: %+v", c)
	}
}

// A method that fails on one split has the stability of the others, and says so.
func TestStabilityAfterFailure(t *testing.T) {
	r := run(t, study.Study{
		Name: "fails", Data: study.Named("iris"), Methods: []algorithms.Selector{
			failing{seed: true}}, Counts: []int{2},
		Splits: study.Splits{Repeats: 4}, Measures: []study.Measure{study.Stability{}},
	}, "", 2)
	if c := r.Cell(0, 0, 2, 0); len(c.Values) != 1 || !slices.Equal(c.Splits, []int{0, 2, 3}) ||
		c.Failed != "this does not work" {
		t.Errorf("%+v", c)
	}
}

func TestMeasureKeysTellApart(t *testing.T) {
	measures := []study.Measure{
		study.Accuracy{}, study.Accuracy{Raw: true}, study.Accuracy{Classifier: study.SVC{}},
		study.Accuracy{Classifier: study.SVC{Linear: true}},
		study.Accuracy{Classifier: study.LinearSVM{}},
		study.Redundancy{}, study.Redundancy{Kind: "absolute"}, study.Seconds{}, study.Stability{},
		study.Stability{Kind: "jaccard"},
		study.Jaccard{}, study.Jaccard{Neighbors: 1}, study.Jaccard{Gaussian: true},
		study.Residue{}, study.Residue{Classes: true}, study.Residue{Raw: true},
		study.Clustering{}, study.Clustering{NMI: true}, study.Clustering{Runs: 2},
		study.Clustering{Raw: true},
	}
	seen := map[string]bool{}
	for _, m := range measures {
		if seen[m.Key()] || m.Label() == "" {
			t.Errorf("%q is there twice, or has no label", m.Key())
		}
		seen[m.Key()] = true
	}
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
		"accuracy, RBF SVC, tuned": study.TunedSVC(3),
		"accuracy, tuned among 2 classifiers": {Among: []study.Classifier{study.KNN{},
			study.LinearSVM{}}},
	} {
		if got := (study.Accuracy{Classifier: c}).Label(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestMeasureErrors(t *testing.T) {
	unlabeled, err := datasets.New("plain",
		mat.NewDense(6, 2, []float64{1, 2, 3, 4, 6, 5, 9, 8, 2, 7, 5, 5}), []string(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
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

// The tuned selector takes the parameter that cross-validation by hand prefers, and
// the features that it selects on the whole training part.
func TestTunedSelector(t *testing.T) {
	d := load(t, "wine")
	among := []algorithms.Selector{filter.Random{}, filter.Variance{}, filter.Fisher{}}
	tuned := study.TunedSelector{Among: among, Folds: 4}
	for _, k := range []int{1, 3} {
		folds, err := learn.NewFolds(d.Y, 4, 9)
		if err != nil {
			t.Fatal(err)
		}
		right := make([]int, len(among))
		for f := range 4 {
			s := folds.Split(f)
			train, _ := d.Rows(s.Train)
			test, _ := d.Rows(s.Test)
			for i, m := range among {
				r, err := m.Select(t.Context(), train, algorithms.Options{K: k, Seed: 9})
				if err != nil {
					t.Fatal(err)
				}
				a, _ := train.Take(r.Features)
				b, _ := test.Take(r.Features)
				scaling := learn.FitScaling(a.X)
				predicted, err := learn.KNN(t.Context(), scaling.Apply(a.X), a.Y, 3,
					scaling.Apply(b.X), 1)
				if err != nil {
					t.Fatal(err)
				}
				right[i] += int(math.Round(learn.Accuracy(predicted, b.Y) * float64(len(b.Y))))
			}
		}
		best := slices.Index(right, slices.Max(right))
		want, err := among[best].Select(t.Context(), d, algorithms.Options{K: k, Seed: 9})
		if err != nil {
			t.Fatal(err)
		}
		got, err := tuned.Select(t.Context(), d, algorithms.Options{K: k, Seed: 9})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Features, want.Features) || len(got.Diagnostics.Extra) < 2 {
			t.Errorf("k = %d: %v, want %v by %v", k, got.Features, want.Features, among[best])
		}
	}
	for want, do := range map[string]func() (*algorithms.Ranking, error){
		"tuned: no selector to choose among; give at least one": func() (
			*algorithms.Ranking, error) {
			return study.TunedSelector{}.Select(t.Context(), d, algorithms.Options{K: 1})
		},
		"tuned: selector 1 is nil; give one, such as Fisher{}": func() (
			*algorithms.Ranking, error) {
			return study.TunedSelector{Among: []algorithms.Selector{nil}}.Select(t.Context(), d,
				algorithms.Options{K: 1})
		},
		"tuned: k is missing: the method chooses a subset, whose best k features are not the " +
			"first k of more; give k": func() (*algorithms.Ranking, error) {
			return tuned.Select(t.Context(), d, algorithms.Options{})
		},
	} {
		if _, err := do(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// In a study its choices are kept, unless one of its methods is a user's own.
func TestTunedSelectorIsKept(t *testing.T) {
	s := study.Study{
		Name: "tuned", Data: study.Named("iris"), Counts: []int{1, 2},
		Splits: study.Splits{Repeats: 2}, Measures: []study.Measure{study.Accuracy{}},
		Methods: []algorithms.Selector{
			study.TunedSelector{Among: []algorithms.Selector{filter.Laplacian{},
				filter.Laplacian{Similarity: graph.Neighbors{K: 9}}}},
			study.TunedSelector{Among: []algorithms.Selector{filter.Laplacian{},
				filter.Laplacian{Similarity: graph.Neighbors{K: 11}}}},
		},
	}
	store := filepath.Join(t.TempDir(), "s")
	first := run(t, s, store, 2)
	if first.Methods[0].Label != "laplacian, tuned" ||
		first.Methods[0].Key == first.Methods[1].Key {
		t.Errorf("methods %+v", first.Methods)
	}
	if first.Computed != 2*2*2*(1+1) {
		t.Errorf("%d pieces", first.Computed)
	}
	again := run(t, s, store, 1)
	if again.Computed != 0 {
		t.Errorf("%d pieces were computed once more", again.Computed)
	}
	if diff := cmp.Diff(untimed(first), untimed(again)); diff != "" {
		t.Error(diff)
	}
	s.Methods = []algorithms.Selector{
		study.TunedSelector{Among: []algorithms.Selector{filter.Fisher{}, failing{}}}}
	run(t, s, store, 2)
	if r := run(t, s, store, 2); r.Reused != 0 || r.Methods[0].Label != "tuned among 2" {
		t.Errorf("%d pieces of a user's own method were kept; it is called %s", r.Reused,
			r.Methods[0].Label)
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
	if _, err := study.Run(t.Context(), s, "", algorithms.Options{}); err == nil ||
		err.Error() !=
			"the study small: numbers of features [3 3] for wine; give ascending numbers from 1" {
		t.Error(err)
	}
}

// The marks are those of the tests of package stats, on the values of the cells.
func TestMarks(t *testing.T) {
	s := small()
	s.Splits.Repeats = 12
	r := run(t, s, "", 2)
	seen := map[study.Mark]bool{}
	for set := range r.Sets {
		for _, v := range []study.View{{}, {K: 1}, {K: 2}, {Best: true}} {
			for measure := range 2 {
				marks := r.Marks(set, measure, v)
				better := float64(r.Measures[measure].Better)
				best := 0
				for m := range r.Methods {
					if better*(r.At(set, m, measure, v).Mean-r.At(set, best, measure, v).Mean) > 0 {
						best = m
					}
				}
				for m := range r.Methods {
					a, b := r.At(set, best, measure, v).Values, r.At(set, m, measure, v).Values
					plain, err := stats.PairedT(a, b)
					if err != nil {
						t.Fatal(err)
					}
					corrected, err := stats.CorrectedPairedT(a, b, int(r.Sets[set].Train),
						int(r.Sets[set].Test))
					if err != nil {
						t.Fatal(err)
					}
					want := study.Mark{Good: corrected.P > .05, Plain: corrected.P > .05 &&
						plain.P <= .05, P: corrected.P, PlainP: plain.P}
					if marks[m] != want || m == best && !want.Good {
						t.Errorf("%s, %s, %+v: %+v, want %+v", r.Sets[set].Name, r.Methods[m].Label,
							v, marks[m], want)
					}
					seen[study.Mark{Good: want.Good, Plain: want.Plain}] = true
				}
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("only these kinds of marks were seen: %v", seen)
	}
}

// By hand: two methods on common splits, one split only, and no better.
func TestMarksByHand(t *testing.T) {
	r := &study.Result{
		Sets:     []study.Set{{Name: "a", D: 9, Counts: []int{2}, Train: 50, Test: 50}},
		Methods:  []study.Method{{Label: "x"}, {Label: "y"}, {Label: "z"}},
		Measures: []study.MeasureInfo{{Label: "m", Better: -1}},
		Splits:   4,
	}
	add := func(m int, splits []int, values ...float64) {
		r.Cells = append(r.Cells, study.Cell{Method: m, K: 2, Splits: splits,
			Spread: evaluation.NewSpread(values)})
	}
	add(0, []int{0, 1, 3}, 5, 6, 9)
	add(1, []int{1, 2, 3}, 4, 2, 8) // two in common, each less by 1 or 2
	add(2, nil)
	marks := r.Marks(0, 0, study.View{K: 2})
	if !marks[1].Good || marks[1].P != 1 || marks[2] != (study.Mark{}) {
		t.Errorf("%+v", marks)
	}
	want, err := stats.CorrectedPairedT([]float64{4, 8}, []float64{6, 9}, 50, 50)
	if err != nil {
		t.Fatal(err)
	}
	if marks[0].P != want.P {
		t.Errorf("p = %g, want %g", marks[0].P, want.P)
	}
	if got := r.Against(0, 1, 0, study.View{K: 2}); got != (study.Tally{Ties: 1}) {
		t.Errorf("tally %+v", got)
	}
	// Constant differences are certain.
	r.Cells = nil
	add(0, []int{0, 1}, 5, 6)
	add(1, []int{0, 1}, 4, 5)
	if got := r.Against(1, 0, 0, study.View{K: 2}); got != (study.Tally{Wins: 1}) ||
		r.Marks(0, 0, study.View{K: 2})[0].Good {
		t.Errorf("tally %+v", got)
	}
	// A single split proves nothing: only the best is good.
	r.Cells = nil
	add(0, []int{0}, 5)
	add(1, []int{0}, 4.999)
	add(2, []int{0}, 4.999)
	if m := r.Marks(0, 0, study.View{K: 2}); m[0].Good || !m[1].Good || !m[2].Good {
		t.Errorf("%+v", m)
	}
	r.Measures[0].Better = 0
	for _, m := range r.Marks(0, 0, study.View{K: 2}) {
		if m != (study.Mark{}) {
			t.Errorf("a mark where nothing is better: %+v", m)
		}
	}
}

func TestAtSaysWhyThereIsNone(t *testing.T) {
	s := small()
	s.Data = study.Named("iris", "nowhere")
	r := run(t, s, "", 2)
	for want, c := range map[string]study.Cell{
		"the data set has 4 features":      r.At(0, 0, 0, study.View{K: 8}),
		"the study did not try 3 features": r.At(0, 0, 0, study.View{K: 3}),
		r.Sets[1].Note:                     r.At(1, 0, 0, study.View{}),
		"":                                 r.At(0, 0, 0, study.View{Best: true}),
	} {
		if c.Failed != want {
			t.Errorf("%q, want %q", c.Failed, want)
		}
	}
}

func TestRanks(t *testing.T) {
	s := small()
	s.Data = study.Named("iris", "nowhere", "wine")
	r := run(t, s, "", 2)
	ranks, err := r.Ranks(1, study.View{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(ranks.Datasets, []string{"iris", "wine"}) || !ranks.Smaller ||
		ranks.Scores[1][2] != r.Aggregate(2, 2, 1).Mean {
		t.Errorf("%+v", ranks)
	}
	s.Data = study.Named("iris")
	if _, err := run(t, s, "", 2).Ranks(0, study.View{}); err == nil {
		t.Error("one data set is ranked")
	}
}
