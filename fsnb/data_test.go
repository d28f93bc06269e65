package fsnb

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

// What a result is computed on stands in its history, step by step.
func TestTransformsLeaveATrace(t *testing.T) {
	d := Standardize(Downscale(TakeClasses(Load("digits"), "3", "8"), 4, 4))
	want := []string{"took 2 of 10 classes, 3, 8: 357 of 1797 samples",
		"scaled pictures down from 8×8 to 4×4 pixels by means of areas",
		"standardized to zero mean and unit variance"}
	if r := Select(d, Fisher{}, 3); !slices.Equal(r.History, want) {
		t.Errorf("history %q, want %q", r.History, want)
	}
	for want, got := range map[string]*Dataset{
		"centered to zero mean":                                     Center(d),
		"scaled each feature to the range from 0 to 1":              MinMax(d),
		"scaled each sample to unit norm":                           UnitNorm(d),
		"took 1 of 16 features by name: pixel_1_2":                  TakeFeatures(d, "pixel_1_2"),
		"drew 20 of 357 samples at random, class by class (seed 3)": Subsample(d, 20, 3),
		"drew 4 of 16 features at random (seed 3)":                  SubsampleFeatures(d, 4, 3),
	} {
		if last := got.History[len(got.History)-1]; len(got.History) != 4 || last != want {
			t.Errorf("history %q, want %q at its end", got.History, want)
		}
	}
}

func TestTransformMistakes(t *testing.T) {
	iris := Load("iris")
	celltest.RefusesAll(t, map[string]func(){
		"no data: the data set is empty; give at least one sample and one feature": func() {
			Standardize(nil)
		},
		"no class \"setsoa\"; did you mean \"setosa\"?": func() { TakeClasses(iris, "setsoa") },
		"no feature \"petal\"; known: petal_length_cm, petal_width_cm, sepal_length_cm, " +
			"sepal_width_cm": func() {
			TakeFeatures(iris, "petal")
		},
		"2 samples of 150 in 3 classes; give 3 to 150": func() { Subsample(iris, 2, 1) },
		"5 features of 4; give 1 to 4":                 func() { SubsampleFeatures(iris, 5, 1) },
		"the samples are no pictures; set Image to the shape of theirs, such as " +
			"ImageShape{Height: 32, Width: 32}": func() {
			Downscale(iris, 2, 2)
		},
	})
}

// New takes numbers for a continuous target, which methods of one take.
func TestNewTakesNumbers(t *testing.T) {
	forget(t)
	rows := [][]float64{{4, 1}, {1, 2}, {3, 3}, {2, 5}, {4, 6}}
	d := New(rows, []float64{.5, 1, 1.4, 2.6, 3}, []string{"other", "marker"})
	if !d.Continuous() || d.Labeled() {
		t.Fatalf("classes %q, target %v", d.Classes, d.Target)
	}
	for _, m := range []Selector{statistics.Pearson{}, HSIC{Similarity: graph.Target{}},
		GRM{Scorer: statistics.FRegression{}}} {
		if r := Select(d, m, 2); !slices.Equal(r.Names, []string{"marker", "other"}) {
			t.Errorf("%s: %q", r.Label, r.Names)
		}
	}
}

// The four features of the GRM paper's Figure 1, with scores and redundancy of one's
// own: GRM takes the second and the third, the greedy search the first and the fourth.
func TestNumbersOfOnesOwn(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	d := New([][]float64{{1, 2, 3, 5}, {2, 1, 4, 3}, {7, 5, 6, 1}}, NoLabels, nil)
	values := []float64{10, 9.8, 9.5, 1}
	scores, a := Vector(values...), Symmetric([][]float64{{1, .49, .49, 0}, {.49, 1, 0, 0},
		{.49, 0, 1, 0}, {0, 0, 0, 1}})
	values[0] = 0
	if scores.AtVec(0) != 10 || a.At(0, 2) != .49 || a.At(2, 0) != .49 {
		t.Errorf("%v, %v", mat.Formatted(scores), mat.Formatted(a))
	}
	r := Select(d, GRM{Scores: scores, Redundancy: a}, 0)
	z := make([]string, 4)
	for i, j := range r.Features {
		z[j] = fmt.Sprintf("%.3f", r.Raw[i])
	}
	must.Items(t, z, []string{"0.031", "0.387", "0.380", "0.202"}, "z =")
	if r := Select(d, MRMR{Scheme: "miq", Relevance: scores, Redundancy: a},
		2); !slices.Equal(r.Features, []int{0, 3}) {
		t.Errorf("mRMR takes %v", r.Features)
	}
	celltest.RefusesAll(t, map[string]func(){
		"a vector of no numbers; give one for each feature": func() { Vector() },
		"a matrix of no rows; give one for each feature":    func() { Symmetric(nil) },
		"row 2 of the matrix has 1 numbers, and there are 2 rows; give a square matrix": func() {
			Symmetric([][]float64{{1, 2}, {2}})
		},
		"the matrix has 3 in row 2, column 1, and 2 the other way round; give a symmetric " +
			"matrix": func() {
			Symmetric([][]float64{{1, 2}, {3, 1}})
		},
	})
}

func TestAtHand(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	t.Setenv(datasets.DataVariable, "")
	must.Items(t, AtHand("COIL20", "digits", "grm-blocks"), []string{"digits", "grm-blocks"},
		"at hand")
	celltest.Refuses(t, "no data set \"iriss\"; did you mean \"iris\"?", func() { AtHand("iriss") })
}

// Sparse text stays sparse from a file to a file, with a vocabulary; few features of it are in
// memory.
func TestSparseText(t *testing.T) {
	dir := t.TempDir()
	words, text := filepath.Join(dir, "words.txt"), filepath.Join(dir, "docs.svm")
	for name, content := range map[string]string{
		words: "the\nof\ngoal\nvote\n",
		text:  "sport 1:1 3:2\nsport 2:1 3:3\npolitics 1:2 4:1\npolitics 4:2\n",
	} {
		must.Do(t, os.WriteFile(name, []byte(content), 0o600))
	}
	docs := Load(text, FileOptions{Names: words, Storage: "sparse"})
	if docs.X != nil || docs.Stored.Kind() != "sparse" || docs.Features[2] != "goal" {
		t.Fatalf("%+v", docs)
	}
	best := Select(Must(docs.Dense()), Fisher{}, 2)
	if best.Names[0] != "goal" || best.Names[1] != "vote" {
		t.Errorf("the best are %q", best.Names)
	}
	again := filepath.Join(dir, "again.svm")
	Save(again, docs)
	if back := Load(again, FileOptions{Names: again + ".names", Storage: "sparse"}); back.Hash() !=
		docs.Hash() {
		t.Error("the data do not come back")
	}
	small := Take(docs, best, 0)
	if small.X == nil || small.Stored != nil {
		t.Error("a few features are not in memory")
	}
	Save(filepath.Join(dir, "small.csv"), small)
	for want, f := range map[string]func(){
		"a.json: the 4×4 values are sparse, and this takes values in memory only; ": func() {
			Save(filepath.Join(dir, "a.json"), docs)
		},
		"a.csv: no table is written: the 4×4 values are sparse, ": func() {
			Save(filepath.Join(dir, "a.csv"), docs)
		},
		"a.svm: .svm holds data sets only; save as .csv or .json": func() {
			Save(filepath.Join(dir, "a.svm"), best)
		},
		"the samples are no pictures": func() { Images(docs, 1) },
	} {
		message, status := celltest.Caught(t, f)
		if status != 1 || !strings.Contains(message, want) ||
			strings.Count(strings.TrimSpace(message), "\n") > 0 {
			t.Errorf("status %d, %q, want %q", status, message, want)
		}
	}
}

// A method that chooses how many features is cut by a smaller k, and warns of a larger one, also
// when its answer is cached.
func TestSelectOfFewerFeatures(t *testing.T) {
	cancer := Load("wdbc")
	for _, m := range []Selector{information.FCBF{}, information.CFS{}} {
		own := Select(cancer, m, 0)
		if own.K < 2 || own.K > 20 || len(own.Features) != own.K || len(own.Warnings) != 0 {
			t.Fatalf("%v, warnings %q", own, own.Warnings)
		}
		if two := Select(cancer, m, 2); !slices.Equal(two.Features, own.Features[:2]) {
			t.Errorf("k = 2: %v, want the first of %v", two, own)
		}
		for range 2 {
			all := Select(cancer, m, 30)
			if w := all.Warnings; !slices.Equal(all.Features, own.Features) || len(w) != 1 ||
				!strings.HasSuffix(w[0], " of the k = 30 features wanted") {
				t.Errorf("k = 30: %v, warnings %q", all, w)
			}
		}
	}
	none := Select(cancer, information.FCBF{Threshold: .99}, 3)
	if none.K != 0 || !slices.Contains(none.Warnings,
		"fcbf chooses none of the k = 3 features wanted") {
		t.Errorf("no feature: %v, warnings %q", none, none.Warnings)
	}
	if text := celltest.Printed(t, func() { Show(none) }); !strings.Contains(text,
		"No feature was chosen.") {
		t.Errorf("the table of no feature:\n%s", text)
	}
}
