package fsnb

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

func TestByClassAndSpectrum(t *testing.T) {
	iris := Load("iris")
	all := Select(iris, Fisher{}, 0)
	got := ByClass(iris, all, 2)
	if len(got.Features) != 2 || got.Features[0].Name != "petal_length_cm" ||
		got.Features[0].Groups[0].Median != 1.5 {
		t.Errorf("the best two: %+v", got)
	}
	must.Is(t, len(ByClass(iris, all, 0).Features), 4, "k = 0 of four features describes")
	wdbc := Load("wdbc")
	s := Spectrum(Select(wdbc, Fisher{}, 0), Select(wdbc, TraceRatio{}, 5))
	if len(s.Curves) != 2 || s.Curves[0].Knee.Rank != 11 || len(s.Curves[1].Scores) != 5 {
		t.Errorf("spectrum: %+v", s)
	}
	celltest.Shows(t, func() { Show(got, s) },
		"Best 2 features by fisher in each class, iris\n",
		"setosa           50  1.000           1.400   1.500           1.575  1.900\n",
		"Best 2 features by fisher in each class, iris: petal_length_cm median setosa 1.500",
		"Score spectrum, wdbc\n",
		"Score spectrum, wdbc: fisher knee at rank 11, score 0.5524; trace-ratio ")
	celltest.Saves(t, func(file string) { Save(file, got) }, map[string]string{
		"byclass.csv": "rank,feature,class,samples,min,lower quartile,median,upper " +
			"quartile,max\n1,petal_length_cm,setosa,50,1.000,1.400,1.500,1.575,1.900\n",
		"byclass.png": "\x89PNG", "byclass.json": "{\n  \"dataset\": \"iris\"",
	})
	celltest.Saves(t, func(file string) { Save(file, s) }, map[string]string{
		"spectrum.svg": "<?xml", "spectrum.md": "**Score spectrum, wdbc**"})
	celltest.RefusesAll(t, map[string]func(){
		"k = 5 of a ranking of 4 features; give 1 to 4, or 0 for the best 4": func() {
			ByClass(iris, all, 5)
		},
		"ranking 1 (fisher) is of 4 features, wdbc has 30; rank the same data": func() {
			ByClass(wdbc, all, 1)
		},
		"no ranking given; give at least one": func() { Spectrum() },
	})
}

func TestMatrices(t *testing.T) {
	m := display.Matrices{Title: "Shares", Groups: []string{"a", "b"},
		Panels: []display.MatrixPanel{{Name: "first",
			Rows: []algorithms.Numbers{{1, 0.5}, {0, 2}}}}}
	const want = "Shares: heat maps of value; first, 2×2, 0 to 2; in 2 groups\n"
	for _, v := range []Showable{m, &m} {
		if got := celltest.Printed(t, func() {
			Show(v)
		}); strings.TrimRight(got, "\n")+"\n" != want {
			t.Errorf("they are shown as %q, want %q", got, want)
		}
	}
	celltest.Saves(t, func(file string) { Save(file, m) }, map[string]string{
		"a.csv": "panel,row,column,value\nfirst,1,1,1\n",
		"a.png": "\x89PNG", "a.svg": "<?xml", "a.pdf": "%PDF-",
		"a.json": "{\n  \"title\": \"Shares\"",
		"a.txt":  want})
	celltest.Refuses(t, "matrices: there are no panels; give one at least, with Rows",
		func() { Show(display.Matrices{}) })
}

func TestSimilarities(t *testing.T) {
	iris := Load("iris")
	a, b := Select(iris, Fisher{}, 2), Select(iris, SFS{}, 2)
	celltest.Shows(t, func() { Show(Similarities(iris, SameClass{}, a, b)) },
		"Similarity of the samples preserved, iris", "spfs-sfs",
		"Similar by their classes.",
		"Who is like whom, iris: heat maps of similarity; wanted, 150×150")
	if r := Select(iris, SPEC{Similarity: RBF{Percentile: 30}},
		2); r.Label != "spec, percentile=30" {
		t.Errorf("label %q", r.Label)
	}
	celltest.Refuses(t, "similarity: \"complete\" is none of class, rbf, neighbors, precomputed",
		func() { Similarities(iris, Complete{}, a) })
}

func TestChart(t *testing.T) {
	chart := Chart{
		Title: "Scores", X: "features", Y: "accuracy",
		Series: []Series{{Name: "fisher", X: []float64{1, 2, 5}, Y: []float64{0.5, 0.75, 1},
			Labels: []string{"", "", "best"}}},
		Levels: []display.Level{{Name: "chance", Value: 0.25}},
	}
	const want = "Scores: accuracy against features: fisher, 3 points from (1, 0.5) to (5, 1); " +
		"chance (y = 0.25)\n"
	for _, v := range []Showable{chart, &chart} {
		if got := celltest.Printed(t, func() {
			Show(v)
		}); strings.TrimRight(got, "\n")+"\n" != want {
			t.Errorf("it is shown as %q, want %q", got, want)
		}
	}
	celltest.Saves(t, func(file string) { Save(file, chart) }, map[string]string{
		"a.csv": "series,x,y,label\nfisher,1,0.5,\n",
		"a.png": "\x89PNG", "a.svg": "<?xml", "a.pdf": "%PDF-",
		"a.json": "{\n  \"title\": \"Scores\"",
		"a.txt":  want})
	chart.Series[0].X = nil
	chart.Series[0].Y = nil
	celltest.Refuses(t, `chart "Scores": series 1 "fisher": there are no points; give Y, or leave `+
		"the series out", func() { Show(chart) })
}

// Pictures and chosen pixels are shown in words outside a notebook, saved as
// figures, and a mistake is one line.
func TestImages(t *testing.T) {
	digits := TakeClasses(Load("digits"), "1", "7")
	pixels := ChosenPixels(digits, Select(digits, Fisher{}, 5), Select(digits, Variance{}, 5))
	got := celltest.Printed(t, func() { Show(Images(digits, 3), pixels) })
	must.ContainAll(t, got,
		"6 pictures of digits, 3 of each of 2 classes: 1, 7. 3 pictures of each class, evenly "+
			"spread over its samples. 8×8 pixels, black 0 to white 16.",
		"fisher, 5 of 64 in rows ", "variance, 5 of 64 in rows ")
	for name, result := range map[string]any{"images.png": Images(digits, 3),
		"pixels.svg": pixels} {
		file := filepath.Join(t.TempDir(), name)
		Save(file, result)
		if st, err := os.Stat(file); err != nil || st.Size() < 1000 {
			t.Errorf("%s: %v, %v", name, st, err)
		}
	}
	iris := Load("iris")
	celltest.RefusesAll(t, map[string]func(){
		"k = 0 pictures; give 1 to 40": func() { Images(digits, 0) },
		"the samples are no pictures; set Image to the shape of theirs, such as " +
			"ImageShape{Height: 32, Width: 32}": func() {
			Images(iris, 3)
		},
		"no ranking given; give at least one": func() { ChosenPixels(digits) },
		"ranking 1 (fisher) is of 4 features, digits has 64; rank the same data": func() {
			ChosenPixels(digits, Select(iris, Fisher{}, 2))
		},
	})
}

// A user's own matrix of pictures needs its shape, and is shown then.
func TestImagesOfAMatrix(t *testing.T) {
	d := New([][]float64{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}}, NoLabels, nil)
	d.Image = ImageShape{Height: 2, Width: 3, ByRow: true}
	const want = "2 pictures. 2 of 2 samples, evenly spread. 2×3 pixels, black 0 to white 5.\n\n"
	if got := celltest.Printed(t, func() { Show(Images(d, 2)) }); got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

func TestNewTable(t *testing.T) {
	table := NewTable("What it costs", []string{"splits", "accuracy", "samples", "share", "remark",
		"never"}, [][]string{
		{"inside", "0.95 ± 0.02", "1,569", "12%", "3", ""},
		{"on all", "−1", "–", "", "a <b>", ""},
		{"one cell"},
	})
	got := celltest.Printed(t, func() { Show(table) })
	const want = "What it costs\nsplits       accuracy  samples  share  remark  " +
		"never\n────────────────────────────────────────────────────\ninside    0.95 ± 0.02    " +
		"1,569    12%  3\non all             −1        –         a <b>\none cell\n"
	must.Is(t, strings.TrimRight(got, "\n")+"\n", want, "it is shown as %s want", got)
	must.Contain(t, table.HTML(), "a &lt;b&gt;")
	if got := celltest.Printed(t,
		func() { Show(NewTable("", []string{"a"}, nil)) }); !strings.Contains(got, "a") {
		t.Errorf("a table without rows is shown as %q", got)
	}
}

func TestNewTableOfDashes(t *testing.T) {
	table := NewTable("", []string{"place", "none", "mixed", "word"},
		[][]string{{"1", "–", "–", "–"}, {"–", "–", "2", "far"}})
	for j, want := range []any{display.Right, display.Right, display.Right, display.Left} {
		must.Is(t, any(table.Columns[j].Align), want, "column %s", table.Columns[j].Name)
	}
}

func TestNewTableOfTooManyCells(t *testing.T) {
	got, status := celltest.Caught(t,
		func() { NewTable("", []string{"a"}, [][]string{{"1"}, {"1", "2"}}) })
	if want := "fsnb: row 2 of the table has more cells (2) than there are columns (1); name " +
		"every column\n"; got != want || status != 1 {
		t.Errorf("exit %d, said %q\nwant %q", status, got, want)
	}
}

func TestRedundancyByCountIsRemembered(t *testing.T) {
	wdbc := Load("wdbc")
	counts := []int{2, 5, 10}
	second := remembers(t, wdbc, func(d *Dataset) *RedundancyCurves {
		return RedundancyByCount(d, counts, Fisher{}, TraceRatio{})
	}, map[string]func() *RedundancyCurves{
		"other counts": func() *RedundancyCurves {
			return RedundancyByCount(wdbc, []int{2, 5}, Fisher{}, TraceRatio{})
		},
		"default counts": func() *RedundancyCurves {
			return RedundancyByCount(wdbc, nil, Fisher{}, TraceRatio{})
		},
		"another order": func() *RedundancyCurves {
			return RedundancyByCount(wdbc, counts, TraceRatio{}, Fisher{})
		},
		"other data": func() *RedundancyCurves {
			return RedundancyByCount(Standardize(wdbc), counts, Fisher{}, TraceRatio{})
		},
	})
	celltest.Shows(t, func() { Show(second) }, "Redundancy of the best features, wdbc\n",
		"fisher              0.666  0.772  0.691\n", "Cached: read from the disk",
		"mean squared correlation against their number: fisher 0.666 at 2 features")
}

func TestInterruptedRedundancyIsNotRemembered(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	defer cell.Interrupted.Store(false)
	iris := Load("iris")
	cell.Interrupted.Store(true)
	if r := RedundancyByCount(iris, nil, Fisher{}); !r.Partial || len(r.Curves[0].Points) != 0 {
		t.Fatalf("not interrupted: %+v", r)
	}
	cell.Interrupted.Store(false)
	if r := RedundancyByCount(iris, nil, Fisher{}); r.Cached || r.Partial ||
		len(r.Curves[0].Points) != 3 {
		t.Errorf("a partial result was remembered: %+v", r)
	}
}

func TestClusters(t *testing.T) {
	wdbc := Load("wdbc")
	best := Select(wdbc, Fisher{}, 20)
	got := Clusters(wdbc, best)
	if len(got.Groups) != 3 || got.Cut != 0.5 ||
		len(Clusters(wdbc, best, 0.9).Alone) <= len(got.Alone) {
		t.Errorf("%d groups at %g", len(got.Groups), got.Cut)
	}
	celltest.Shows(t, func() { Show(got) },
		"Groups of correlated features, wdbc: fisher, 20 features\n",
		"9 of the 20 features are one group; in all there are 3 groups and 3 features alone.",
		"Clustered heat map of squared correlations, wdbc, fisher: 9 of the 20")
	celltest.Saves(t, func(file string) { Save(file, got) }, map[string]string{
		"groups.csv": "group,features,mean squared correlation,\"rank and name, best " +
			"first\"\n1,2,0.832,\"16 worst_texture, 19 mean_texture\"\n",
		"groups.png": "\x89PNG", "groups.svg": "<?xml", "groups.json": "{\n  \"dataset\": \"wdbc\"",
	})
	iris := Load("iris")
	celltest.RefusesAll(t, map[string]func(){
		"redundancy compares pairs of features; give at least two": func() {
			Clusters(iris, Select(iris, Fisher{}, 1))
		},
		"a cut at squared correlation 2; give one above 0 and up to 1, or 0 for 0.5": func() {
			Clusters(wdbc, best, 2)
		},
		"Clusters takes one float64, not 2": func() { Clusters(wdbc, best, 0.5, 0.6) },
		"ranking 1 (fisher) is of 30 features, iris has 4; rank the same data": func() {
			Clusters(iris, best)
		},
		"one feature has nothing to repeat; give counts from 2 to 4": func() {
			RedundancyByCount(iris, []int{1}, Fisher{})
		},
		"no method given; give at least one, such as Fisher{}": func() {
			RedundancyByCount(iris, nil)
		},
	})
}

func TestRegression(t *testing.T) {
	iris := Load("iris")
	y := make([]float64, iris.N())
	for i := range y {
		y[i] = iris.X.At(i, 3)
	}
	d := Must(Must(iris.Take([]int{0, 1, 2})).WithTarget("petal width", y))
	p := Protocol{Repeats: 4, Counts: []int{1, 2}, Regressor: "ridge"}
	second := remembers(t, d, func(d *Dataset) *evaluation.RegressionErrors {
		return Regression(d, p, statistics.Pearson{}, Random{})
	}, map[string]func() *evaluation.RegressionErrors{
		"other methods": func() *evaluation.RegressionErrors { return Regression(d, p, Random{}) },
		"another protocol": func() *evaluation.RegressionErrors {
			return Regression(d, Protocol{Repeats: 4, Counts: []int{1, 2}}, statistics.Pearson{},
				Random{})
		},
	})
	if v := second.Curves[0].Points[0].R2.Mean; v < .9 || v >= 1 {
		t.Errorf("R² of the length of petals is %v", v)
	}
	celltest.Shows(t, func() { Show(second) }, "R², MAE and RMSE of ridge regression, iris\n",
		"Target: petal width.", "Cached: read from the disk",
		"R² and RMSE of ridge regression, iris against the number of features: pearson best R² ")
	celltest.RefusesAll(t, map[string]func(){
		"regression: the data set has no continuous target; read the label column with Target " +
			"continuous, or give numbers to WithTarget": func() { Regression(iris, p, Random{}) },
		"accuracy: the data set has a continuous target, and accuracy is of classes; use " +
			"Regression, or read the label column with Target classes": func() {
			Accuracy(d, Protocol{}, Random{})
		},
	})
}

func TestStability(t *testing.T) {
	iris := Load("iris")
	p := Protocol{Repeats: 4, Counts: []int{1, 2}}
	second := remembers(t, iris, func(d *Dataset) *StabilityReport {
		return Stability(d, p, Fisher{}, Random{})
	}, map[string]func() *StabilityReport{
		"other methods": func() *StabilityReport { return Stability(iris, p, Fisher{}) },
		"another protocol": func() *StabilityReport {
			return Stability(iris, Protocol{Repeats: 3}, Fisher{}, Random{})
		},
	})
	celltest.Shows(t, func() { Show(second) },
		"Stability of the chosen features, iris\n", "Cached: read from the disk",
		"How often features are among the best 2, iris\n",
		"Stability of the chosen features, iris against their number: fisher ",
		"How often features are among the best 2, iris: fisher most often petal_width_cm "+
			"(100%), 2 always, 2 ever")
	celltest.Refuses(t, "all 4 features are the same choice from any samples; give counts from 1 "+
		"to 3", func() { Stability(iris, Protocol{Counts: []int{4}}, Fisher{}) })
}

// byTest ranks all features of iris by hand.
func byTest(d *Dataset) *Ranking {
	return &Ranking{Method: "f-test", Label: "f-test", Key: "f-test", Dataset: "iris", N: 150, D: 4,
		K: 4, Features: []int{2, 3, 0, 1}, Names: []string{d.Features[2], d.Features[3],
			d.Features[0], d.Features[1]}, Scores: algorithms.Numbers{9, 8, 2, 1},
		PValues: algorithms.Numbers{0, 1e-20, .04, .9}}
}

// What is shown of p-values is saved in every format, and a saved ranking is as significant as
// before.
func TestSignificanceIsSaved(t *testing.T) {
	d, folder := Load("iris"), t.TempDir()
	r := byTest(d)
	v, h, best := Volcano(d, r, 0, ""), PValues(r), Significant(r, .05, "holm")
	if v.Level != .05 || v.Adjustment != "bh" || v.Significant != 2 || h.Nulls != .5 ||
		best.K != 2 {
		t.Errorf("%+v, %+v, %+v", v, h, best)
	}
	for name, result := range map[string]Showable{"volcano": v, "histogram": h, "best": best} {
		for _, end := range []string{".png", ".svg", ".pdf", ".json", ".csv", ".md", ".html"} {
			if name == "best" && strings.Contains(".png .svg .pdf", end) {
				continue // a ranking has no figure
			}
			path := filepath.Join(folder, name+end)
			Save(path, result)
			text, err := os.ReadFile(path)
			if err != nil || len(text) < 100 {
				t.Errorf("%s: %d bytes, %v", path, len(text), err)
			}
			if end == ".json" && !json.Valid(text) {
				t.Errorf("%s is %s", path, text)
			}
			if want := `"effect": "√η²"`; name == "volcano" && end == ".json" &&
				!bytes.Contains(text, []byte(want)) {
				t.Errorf("no %s in %s", want, text)
			}
		}
	}
	for _, end := range []string{".json", ".csv"} {
		path := filepath.Join(folder, "all"+end)
		Save(path, r)
		if again := Significant(LoadRanking(path, d), .05, "holm"); again.K != 2 ||
			again.AdjustedPValues[1] != best.AdjustedPValues[1] {
			t.Errorf("%s: %+v", end, again)
		}
	}
}

// One line a projection, on the data with which LAP compares them; the second time from the disk.
func TestProject(t *testing.T) {
	t.Setenv("FSNB_CACHE", t.TempDir())
	d := Load("lap-d1")
	for _, m := range []Projector{PCAScore{}, LDAScore{}, LPPScore{}, LFDAScore{}, FSSL{}} {
		p := Project(d, m)
		axis := p.Axis(0)
		for j, w := range axis {
			must.Near(t, math.Abs(w), p.Scores.Values[j], 1e-12,
				"%s: feature %d has %g on the axis and score", p.Label, j, w)
		}
		again := Project(d, m)
		if p.Cached || !again.Cached || again.Axis(0)[0] != axis[0] || again.Dataset != "lap-d1" {
			t.Errorf("%s: the second answer is %v, cached %v", p.Label, again.Axis(0), again.Cached)
		}
	}
}
