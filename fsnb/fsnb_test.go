package fsnb

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
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

// A call that was interrupted is not remembered; the next cell that runs it says why it
// computes again, until it has an answer.
func TestInterruptedCallSaysThatItRunsAgain(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	defer cell.Interrupted.Store(false)
	iris := Load("iris")
	end := cell.Begin(diskcache.Open(), identity(selecting, iris, []Selector{Laplacian{}}, 2,
		uint64(0)))
	cell.MarkStopped("laplacian", 21400*time.Millisecond)
	end(false)

	run := func() (r *Ranking, said string) {
		said, _ = celltest.Caught(t, func() { r = Select(iris, Laplacian{}, 2) })
		return r, said
	}
	first, said := run()
	if want := "fsnb: laplacian: computing again from the start, because it was interrupted " +
		"after 21s\n"; said != want || first.Cached {
		t.Errorf("said %q, want %q; cached %v", said, want, first.Cached)
	}
	if second, said := run(); said != "" || !second.Cached {
		t.Errorf("the second time: said %q, cached %v", said, second.Cached)
	}
	must.Do(t, os.RemoveAll(diskcache.Folder("results")))
	if _, said := run(); said != "" {
		t.Errorf("after a whole answer: %q", said)
	}
}

func TestProgressReachesTheUser(t *testing.T) {
	var heard []algorithms.Progress
	Select(Load("iris"), Laplacian{}, 2,
		Options{Workers: 1, Progress: func(p algorithms.Progress) { heard = append(heard, p) }})
	if len(heard) == 0 {
		t.Fatal("no progress")
	}
	last := heard[len(heard)-1]
	if last.Done != last.Total || last.Total != len(heard) {
		t.Errorf("last progress %+v after %d reports", last, len(heard))
	}
}

// forget makes Show say the warnings of data again, as the next cell does.
func forget(t *testing.T) {
	t.Helper()
	said.warnings = nil
	t.Cleanup(func() { said.warnings = nil })
}

// patients are 60 samples sorted by class, with a patient number beside two measurements.
func patients() *Dataset {
	rng := rand.New(rand.NewPCG(4, 4))
	rows, labels := make([][]float64, 60), make([]int, 60)
	for i := range rows {
		labels[i] = i / 30
		rows[i] = []float64{float64(1001 + i), rng.NormFloat64(),
			rng.NormFloat64() + float64(labels[i])}
	}
	return New(rows, labels, []string{"patient", "a", "b"})
}

const aboutPatients = "Warning about the data: column patient grows with every row: it looks " +
	"like an identifier or a time; leave it out of the features (Drop when a file is read)."

// Every result says what its data warn of, once in a cell.
func TestWarningsOfTheDataAreShownOnce(t *testing.T) {
	d := patients()
	r := Select(d, Fisher{}, 2)
	if r.Names[0] != "patient" {
		t.Fatalf("the patient number is not ranked first: %v", r.Names)
	}
	short := Protocol{Repeats: 2, Counts: []int{1, 2}}
	for name, result := range map[string]Showable{
		"ranking": r, "scores": Score(d, Fisher{}), "comparison": Compare(d, r),
		"redundancy": Redundancy(d, r), "scatter": Scatter(d, r),
		"accuracy": Accuracy(d, short, Fisher{}), "stability": Stability(d, short, Fisher{}),
		"by class": ByClass(d, r, 1),
		"clusters": Clusters(d, r), "curves": RedundancyByCount(d, []int{2}, Fisher{}),
		"spectrum":     Spectrum(Select(d, Fisher{}, 0)),
		"similarities": Similarities(d, SameClass{}, r),
	} {
		forget(t)
		first, second := celltest.Printed(t, func() {
			Show(result)
		}), celltest.Printed(t, func() { Show(result) })
		must.Is(t, strings.Count(first, aboutPatients), 1, "%s does not say it once: %s", name,
			first)
		if strings.Contains(second, "Warning about the data") {
			t.Errorf("%s says it again:\n%s", name, second)
		}
	}
	// The data set has it in its own table, and the results after it do not repeat it.
	forget(t)
	text := celltest.Printed(t, func() { Show(d, r) })
	must.Is(t, strings.Count(text, "looks like an identifier"), 1, "data set and ranking: %s", text)
}

// A continuous label makes every Fisher score infinite: the ranking says both.
func TestContinuousLabelsAreWarnedOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	rows, labels := make([][]float64, 200), make([]string, 200)
	for i := range rows {
		rows[i] = []float64{rng.NormFloat64(), 100 * rng.NormFloat64(), rng.NormFloat64()}
		labels[i] = fmt.Sprint(rows[i][0] + rng.NormFloat64())
	}
	forget(t)
	text := celltest.Printed(t, func() { Show(Select(New(rows, labels, nil), Fisher{}, 2)) })
	must.ContainAll(t, text,
		"Warning: all 3 features that vary have an infinite score, so that their order follows "+
			"their units and not their worth:",
		"Warning about the data: 200 classes for 200 samples: the label column looks like a "+
			"regression target; set Target to continuous, or to classes if they are.")
}

// What is read from the cache has the warnings and the origin of the data at hand.
func TestCachedResultsHaveTheWarningsAtHand(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	d := patients()
	p := Protocol{Repeats: 2, Counts: []int{1}}
	ask := func(d *Dataset) []any {
		r := Select(d, Fisher{}, 2)
		return []any{r, Score(d, Fisher{}), Scatter(d, r), Accuracy(d, p, Fisher{}),
			Stability(d, p, Fisher{}), RedundancyByCount(d, []int{2}, Fisher{})}
	}
	ask(d)
	again := *d
	again.Warnings, again.Origin = []string{"another warning"}, "elsewhere"
	for _, result := range ask(&again) {
		_, data := result.(interface{ Cautions() (own, data []string) }).Cautions()
		must.Is(t, fmt.Sprint(data), "[another warning]", "%T: %q", result, data)
	}
	r := Select(&again, Fisher{}, 2)
	if !r.Cached || r.Origin != "elsewhere" {
		t.Errorf("cached %v, origin %q", r.Cached, r.Origin)
	}
	if own, _ := Scatter(d, r).Cautions(); len(own) != 1 || !Scatter(d, r).Cached {
		t.Errorf("a ranking of other data in a cached plot: %q", own)
	}
}

func TestComparisonSaysWhatWasDone(t *testing.T) {
	d := Load("wine")
	text := celltest.Printed(t, func() {
		Show(Compare(d, Select(d, Laplacian{}, 2), Select(Standardize(d), Laplacian{}, 2)))
	})
	must.ContainAll(t, text, "laplacian: 2 of 13, wine ", "laplacian: 2 of 13, wine, standardized")
	celltest.Refuses(t, "ranking 1 (fisher) is of 13 features, wine has 5 left (took the best 5 "+
		"of 13 features by fisher); give the data set with all its features",
		func() { Compare(Take(d, Select(d, Fisher{}, 0), 5), Select(d, Fisher{}, 3)) })
}

// own is a selector of a user's own.
type own struct{ r *Ranking }

func (o own) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return o.r, nil
}

func (o own) Score(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Scores, error) {
	return nil, nil
}

func (o own) Project(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Projection, error) {
	return nil, nil
}

func TestSelectorsOfAUsersOwn(t *testing.T) {
	wdbc := Load("wdbc")
	celltest.RefusesAll(t, map[string]func(){
		"fsnb.own returned a wrong ranking: feature 3 is listed twice; name each feature " +
			"once": func() {
			Select(wdbc, own{&Ranking{Features: []int{3, 3, 200}}}, 3)
		},
		"fsnb.own returned a wrong ranking: k = 2 was asked for and the number of its features " +
			"is 3; return k features": func() {
			Select(wdbc, own{&Ranking{Features: []int{3, 4, 5}}}, 2)
		},
		"fsnb.own returned neither a ranking nor an error; return one of them": func() {
			Select(wdbc, own{}, 2)
		},
		"fsnb.own returned neither scores nor an error; return one of them": func() {
			Score(wdbc, own{})
		},
		"fsnb.own returned neither a projection with scores nor an error; return one of " +
			"them": func() {
			Project(wdbc, own{})
		},
		"grm: fsnb.own returned neither scores nor an error; return one of them": func() {
			Select(wdbc, GRM{Scorer: own{}}, 2)
		},
	})
	r := Select(wdbc, own{&Ranking{Features: []int{3, 7}}}, 2)
	text := celltest.Printed(t, func() { Show(r) })
	must.ContainAll(t, text, "fsnb.own: 2 of 30, wdbc", wdbc.Features[3], wdbc.Features[7])
}

func TestShowOfNothing(t *testing.T) {
	for want, v := range map[string]Showable{
		"cannot show nil: there is no result; give what a function such as Select or Load " +
			"returned": nil,
		"cannot show a *datasets.Dataset that is nil: it holds no result; give what a function " +
			"such as Select or Load returned": (*Dataset)(nil),
	} {
		celltest.Refuses(t, want, func() { Show(v) })
	}
}
