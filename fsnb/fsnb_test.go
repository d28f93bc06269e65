package fsnb

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

func TestMistakesAreOneLine(t *testing.T) {
	iris := Load("iris")
	two := Select(iris, Fisher{}, 2)
	unlabeled := New([][]float64{{1, 2}, {3, 5}, {4, 4}}, NoLabels, []string{"a", "b"})
	dir := t.TempDir()
	for name, c := range map[string]struct {
		do   func()
		want string
	}{
		"about":    {func() { About("Cleen") }, `fsnb: no data set "Cleen"; did you mean "Clean"?`},
		"data set": {func() { Load("wdbk") }, `fsnb: no data set "wdbk"; did you mean "wdbc"?`},
		"missing file": {func() {
			Load("/no/such.csv")
		}, "fsnb: cannot open /no/such.csv: no such file or directory; check the path"},
		"two options": {func() {
			Load("iris", FileOptions{}, FileOptions{})
		}, "fsnb: Load takes one datasets.Options, not 2"},
		"k too large": {func() {
			Select(iris, Fisher{}, 5)
		}, "fsnb: fisher: k = 5 is more than the 4 features of the data set; give at most 4"},
		"k missing": {func() {
			Select(iris, TraceRatio{}, 0)
		}, "fsnb: trace-ratio: k is missing: the method chooses a subset, whose best k features " +
			"are not the first k of more; give k"},
		"neighbors": {func() {
			Select(unlabeled, Laplacian{}, 1)
		}, "fsnb: laplacian: neighbors = 5; give 1 to n − 1 = 2"},
		"graph": {func() {
			Select(iris, TraceRatio{Graph: Complete{}}, 2)
		}, `fsnb: trace-ratio: parameter graph: "complete" is none of class, rbf, neighbors, ` +
			`precomputed`},
		"no labels": {func() {
			Select(unlabeled, Fisher{}, 1)
		}, "fsnb: fisher: the data set has no class labels, which the method needs; name the " +
			"label column, or use an unsupervised method"},
		"no method": {func() {
			Select(iris, nil, 1)
		}, "fsnb: no method given; give one, such as fsnb.Fisher{}"},
		"no scorer": {func() {
			Score(iris, nil)
		}, "fsnb: no method given; give one, such as fsnb.Fisher{}"},
		"nil data": {func() {
			Select(nil, Fisher{}, 1)
		}, "fsnb: fisher: no data: the data set is empty; give at least one sample and one " +
			"feature"},
		"other data": {func() {
			Compare(Load("wine"), two)
		}, "fsnb: ranking 1 (fisher) is of 4 features, wine has 13; rank the same data"},
		"nothing to show": {func() {
			Show(&evaluation.ScatterPlot{})
		}, "fsnb: cannot show a *evaluation.ScatterPlot that is empty: it has neither a table " +
			"nor a figure"},
		"not shown": {func() {
			Save(dir+"/a.txt", 3)
		}, "fsnb: cannot write " + dir +
			"/a.txt: a int is no result that is shown; save it as .json"},
		"nil ranking": {func() {
			Show((*Ranking)(nil))
		}, "fsnb: cannot show a *algorithms.Ranking that is nil: it holds no result; give what " +
			"a function such as Select or Load returned"},
		"too many to take": {func() {
			Take(iris, two, 3)
		}, "fsnb: k = 3 of a ranking of 2 features; give 1 to 2, or 0 for all"},
		"extension": {func() {
			Save(dir+"/a.xlsx", iris)
		}, "fsnb: cannot write " + dir +
			`/a.xlsx: unknown extension ".xlsx"; use .csv, .json, .png, .svg, .pdf, .html, .md, ` +
			`.txt, .tex or .svm`},
		"no figure": {func() {
			Save(dir+"/a.png", two)
		}, "fsnb: cannot write " + dir +
			"/a.png: there is no figure to save; use .html, .md, .txt or .csv for a table"},
		"no folder": {func() {
			Save(dir+"/no/a.csv", iris)
		}, "fsnb: cannot write " + dir +
			"/no/a.csv: no such file or directory; choose a folder that exists and that you may " +
			"write to"},
		"nil matrix": {func() {
			New((*mat.Dense)(nil), NoLabels, nil)
		}, "fsnb: no data: x is nil; give a matrix with one row per sample"},
		"NaN": {func() {
			New([][]float64{{1, math.NaN()}}, NoLabels, []string{"a", "b"})
		}, "fsnb: row 0, column 1 (b) is NaN; fill in a number, or drop the row or the column " +
			"(rows and columns counted from 0)"},
	} {
		t.Run(name, func(t *testing.T) {
			got, status := celltest.Caught(t, c.do)
			if got != c.want+"\n" || status != 1 {
				t.Errorf("exit %d, said %q\nwant      %q", status, got, c.want)
			}
		})
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("failed saves left %v in the folder (%v)", entries, err)
	}
}

func TestMust(t *testing.T) {
	must.Is(t, Must(3, nil), 3, "Must(3, nil) =")
	got, status := celltest.Caught(t, func() { Must(0, fmt.Errorf("first\nsecond")) })
	if got != "fsnb: first second\n" || status != 1 {
		t.Errorf("exit %d, said %q", status, got)
	}
}

func TestShowPrintsTextOutsideNotebook(t *testing.T) {
	got := celltest.Printed(t, func() { Show(Select(Load("iris"), Fisher{}, 2)) })
	want := `fisher: 2 of 4, iris
rank  feature          score
──────────────────────────────────────────
   1  petal_length_cm  16.06  ████████████
   2  petal_width_cm   13.06  █████████▊
Warning: the 2 features repeat each other: their mean squared correlation (r²) is 0.93.

`
	must.Is(t, got, want, "printed want")
}

// mine is a selector of a user's own: the first K columns.
type mine struct{}

func (m mine) Select(_ context.Context, d *Dataset, opt Options) (*Ranking, error) {
	first := make([]int, opt.K)
	for j := range first {
		first[j] = j
	}
	return algorithms.NewRanking(m, d, first, make(algorithms.Numbers, opt.K), nil), nil
}

// Whatever the method, a user's own included, and also when the answer is read from the cache, the
// result says once that the chosen features repeat each other or vary in almost no sample.
func TestSelectWarnsOfChoice(t *testing.T) {
	t.Setenv("FSNB_CACHE", t.TempDir())
	wdbc, digits := Load("wdbc"), Load("digits")
	const (
		repeat = "the 2 features repeat each other: their mean squared correlation (r²) is 0.92"
		one    = "1 of the 9 features varies in no more than 7 samples of 1797: pixel_1_0"
		seven  = "7 of the 10 features vary in no more than 9 samples of 1797: " +
			"pixel_7_0, pixel_3_0, pixel_3_7, pixel_2_0, pixel_1_0 and 2 more"
	)
	for i := range 2 {
		r := Select(wdbc, Variance{}, 2)
		if !slices.Equal(r.Warnings, []string{repeat}) || r.Cached != (i == 1) {
			t.Errorf("call %d, cached %v: %q", i, r.Cached, r.Warnings)
		}
	}
	if r := Select(digits, mine{}, 9); !slices.Equal(r.Warnings, []string{one}) {
		t.Errorf("a user's own: %q", r.Warnings)
	}
	if r := Select(digits, TraceRatio{}, 10); !slices.Contains(r.Warnings, seven) {
		t.Errorf("trace ratio on pixels: %q", r.Warnings)
	}
	if r := Select(wdbc, Variance{}, 0); len(r.Warnings) != 0 {
		t.Errorf("all features ranked: %q", r.Warnings)
	}
}

func TestNew(t *testing.T) {
	rows := [][]float64{{1, 5}, {2, 7}, {3, 5}}
	a := New(rows, []int{1, 0, 1}, nil)
	b := New(mat.NewDense(3, 2, []float64{1, 5, 2, 7, 3, 5}), []string{"1", "0", "1"},
		[]string{"f0", "f1"})
	must.Is(t, a.Hash(), b.Hash(), "rows and matrix of the same numbers differ")
	if want := []int{1, 0, 1}; !slices.Equal(a.Y, want) ||
		!slices.Equal(a.Classes, []string{"0", "1"}) {
		t.Errorf("classes %v of %v, want %v of [0 1]", a.Y, a.Classes, want)
	}
	rows[0][0] = 99
	must.Is(t, a.X.At(0, 0), 1, "the data set shares memory with its rows")
}

func TestStandardize(t *testing.T) {
	d := New([][]float64{{1, 4, 7}, {2, 4, 7}, {3, 10, 7}}, []int{0, 1, 1}, nil)
	s := Standardize(d)
	// By hand: means 2, 6, 7; standard deviations 1, sqrt(12), 0.
	r := math.Sqrt(12)
	want := mat.NewDense(3, 3, []float64{-1, -2 / r, 0, 0, -2 / r, 0, 1, 4 / r, 0})
	if !mat.EqualApprox(s.X, want, 1e-15) {
		t.Errorf("got %v, want %v", mat.Formatted(s.X), mat.Formatted(want))
	}
	if d.X.At(0, 0) != 1 || len(d.History) != 0 || len(s.History) != 1 {
		t.Error("the original changed, or the copy has no history")
	}
}

func TestScoreIsInColumnOrder(t *testing.T) {
	s := Score(Load("iris"), Fisher{})
	r := Select(Load("iris"), Fisher{}, 0)
	if len(r.Features) != 4 {
		t.Fatalf("ranked %d of 4", len(r.Features))
	}
	for i, j := range r.Features {
		must.Is(t, r.Scores[i], s.Values[j], "feature %d: ranking says, Score", j)
	}
}

func TestSaveAndLoad(t *testing.T) {
	dir := t.TempDir()
	wdbc := Load("wdbc")
	a, b := Select(wdbc, Fisher{}, 3), Select(wdbc, Variance{}, 3)
	best := Take(wdbc, a, 2)
	Save(filepath.Join(dir, "best.csv"), best)
	unknown := *best
	unknown.Chosen = "" // which a file does not hold
	if again := Load(filepath.Join(dir, "best.csv")); again.Hash() != unknown.Hash() ||
		again.Name != "best" {
		t.Error("a saved data set reads back otherwise")
	}
	report := Redundancy(wdbc, a, b)
	for file, start := range map[string]string{
		"ranking.csv":   "rank,feature,name,score\n1,27,worst_concave_points,1.70",
		"report.html":   "<!DOCTYPE html>",
		"report.md":     "**Redundancy",
		"report.txt":    "Redundancy",
		"report.csv":    "ranking,k,",
		"report.png":    "\x89PNG",
		"report.svg":    "<?xml",
		"report.pdf":    "%PDF",
		"ranking.json":  "{\n  \"method\": \"fisher\"",
		"methods.md":    "**Feature selection methods**",
		"comparison.md": "| rank | fisher: 3 of 30, wdbc: feature |",
	} {
		var v any = report
		switch {
		case strings.HasPrefix(file, "ranking"):
			v = a
		case file == "methods.md":
			v = Methods()
		case file == "comparison.md":
			v = Compare(wdbc, a, b)
		}
		path := filepath.Join(dir, file)
		Save(path, v)
		got, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(got), start) {
			t.Errorf("%s begins %.80q (%v), want %q", file, got, err, start)
		}
	}
}

func TestTablesOfWhatThereIs(t *testing.T) {
	methods, sets := Methods().Text(), Datasets().Text()
	for _, name := range []string{"fsnb.Fisher{}", "fsnb.Laplacian{}", "fsnb.Variance{}",
		"fsnb.Random{}", "fsnb.TraceRatio{}"} {
		must.Contain(t, methods, name)
	}
	for _, name := range []string{"iris", "wine", "wdbc", "digits", "grm-blocks", "lap-d1",
		"lap-d2", "friedman1"} {
		must.Contain(t, sets, "\n"+name, name)
	}
	if text := Method("slap").Text(); !strings.HasPrefix(text, "slap: ") ||
		!strings.Contains(text, "In Go: fsnb.SLAP{}.") ||
		!strings.Contains(text, "\ndimensions  1 ") {
		t.Errorf("method slap:\n%s", text)
	}
	if text := About("Clean").Text(); !strings.HasPrefix(text,
		"Musk_v1: molecules in 476 shapes") || !strings.Contains(text, "FSIR²            Clean") {
		t.Errorf("about Clean:\n%s", text)
	}
}
