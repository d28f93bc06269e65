package display_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/internal/methodtest"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

var update = flag.Bool("update", false,
	"rewrite the files in testdata; review the changes before committing")

// golden compares with a file in testdata, or writes it.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got); if this is meant, go test ./display -update:\n%s", path, diff)
	}
}

// The tables of the embedded data. Their numbers are held by the tests of the
// packages that compute them; here it is how they are shown.
// longNames compares rankings of features whose names differ in the middle.
func longNames(t *testing.T) *evaluation.Comparison {
	t.Helper()
	iris := methodtest.Load(t, "iris")
	for j := range iris.Features {
		iris.Features[j] =
			fmt.Sprintf("concentration of substance number %d in the left kidney (mg/L)", j+11)
	}
	c, err := evaluation.Compare(iris, methodtest.Choose(t, iris, filter.Fisher{}, 4),
		methodtest.Choose(t, iris, filter.Variance{}, 2))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestGoldenTables(t *testing.T) {
	wdbc, iris, digits := methodtest.Load(t, "wdbc"), methodtest.Load(t, "iris"),
		methodtest.Load(t, "digits")
	fisher, variance := methodtest.Choose(t, wdbc, filter.Fisher{}, 10), methodtest.Choose(t, wdbc,
		filter.Variance{}, 10)
	three := methodtest.Choose(t, wdbc, filter.Fisher{}, 3)
	subset := methodtest.Choose(t, wdbc, filter.Random{}, 4)
	subset.Label, subset.Scores = "subset, graph=neighbors", algorithms.Numbers{0.5, 0.02, -0.1, -1}
	subset.Warnings = []string{"1 constant column is ranked last: flat"}
	subset.Diagnostics = algorithms.Diagnostics{
		Objective: algorithms.NewObjective(7.06101), Iterations: 5, Converged: true,
		Certificate: &algorithms.Certificate{Name: "KKT residual", Value: 3e-12, Tolerance: 1e-8},
		Extra:       []algorithms.Value{{Name: "support_size", Value: 17}},
	}
	compare := func(r ...*algorithms.Ranking) *evaluation.Comparison {
		c, err := evaluation.Compare(wdbc, r...)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	redundancy, err := evaluation.Redundancy(t.Context(), wdbc, evaluation.RedundancyOptions{},
		fisher, variance, three)
	if err != nil {
		t.Fatal(err)
	}
	accuracy, err := evaluation.Accuracy(t.Context(), iris,
		evaluation.AccuracyOptions{Protocol: evaluation.Protocol{Repeats: 5}}, filter.Fisher{},
		filter.Variance{})
	if err != nil {
		t.Fatal(err)
	}
	auc, err := evaluation.Accuracy(t.Context(), wdbc, evaluation.AccuracyOptions{
		Protocol: evaluation.Protocol{Classifier: "logistic", Measure: "auc", Repeats: 5,
			Counts: []int{1, 3, 10}}}, filter.Fisher{}, filter.Variance{})
	if err != nil {
		t.Fatal(err)
	}
	permuted, err := needed()
	if err != nil {
		t.Fatal(err)
	}
	scores, err := filter.Fisher{}.Score(t.Context(), digits, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	byClass, err := evaluation.ByClass(t.Context(), iris, evaluation.ByClassOptions{K: 2},
		methodtest.Choose(t, iris, filter.Fisher{}, 0))
	if err != nil {
		t.Fatal(err)
	}
	spectrum, err := evaluation.Spectrum(methodtest.Choose(t, wdbc, filter.Fisher{}, 0),
		methodtest.Choose(t, wdbc, filter.Variance{}, 0), methodtest.Choose(t, wdbc,
			filter.Random{}, 0))
	if err != nil {
		t.Fatal(err)
	}
	order := methodtest.Choose(t, wdbc, information.MRMR{}, 6)
	orderSpectrum, err := evaluation.Spectrum(order, fisher)
	if err != nil {
		t.Fatal(err)
	}
	byCount, err := evaluation.RedundancyByCount(t.Context(), wdbc,
		evaluation.RedundancyByCountOptions{}, filter.Fisher{}, filter.Variance{},
		traceratio.TraceRatio{}, filter.Random{})
	if err != nil {
		t.Fatal(err)
	}
	clusters, err := evaluation.Clusters(t.Context(), wdbc, evaluation.ClustersOptions{},
		methodtest.Choose(t, wdbc, filter.Fisher{}, 20))
	if err != nil {
		t.Fatal(err)
	}
	methods := []catalogue.Entry{
		{Name: "fisher", Type: "Fisher", Method: filter.Fisher{}, Labels: "required",
			Facts: algorithms.Facts{Summary: "scatter between classes over scatter within",
				Source: "Duda 2001", Nested: true, Cost: "nd"}},
		{Name: "trace-ratio", Type: "TraceRatio", Method: traceratio.TraceRatio{},
			Labels: "graph=class", Facts: algorithms.Facts{
				Summary: "the subset with the largest ratio", Source: "Nie 2008", Cost: "nd",
				Params: map[string]string{"graph": "what joins samples",
					"percentile": "of the distances", "width": "σ²",
					"neighbors": "nearest samples; 0 means 5", "heat": "width t",
					"matrix": "from Go only", "prefilter": "share kept"}}},
	}
	volcano, byTest := volcanoOf(wdbc)
	pValues, err := evaluation.PValues(byTest)
	if err != nil {
		t.Fatal(err)
	}
	significant, err := evaluation.Significant(byTest, 1e-50, "holm")
	if err != nil {
		t.Fatal(err)
	}
	path, err := wdbcPath()
	if err != nil {
		t.Fatal(err)
	}
	for name, result := range map[string]display.Showable{
		"ranking_test": byTest, "significant": significant, "volcano": volcano,
		"p_values":    pValues,
		"ranking":     fisher,
		"ranking_all": methodtest.Choose(t, wdbc, filter.Fisher{}, 0),
		"subset":      subset,
		"order":       order, "comparison_order": compare(order, fisher),
		"spectrum_order": orderSpectrum,
		"names":          longNames(t),
		"comparison":     compare(fisher, variance),
		"comparison_3":   compare(fisher, subset, three),
		"redundancy":     redundancy,
		"clusters":       clusters, "redundancy_curves": byCount,
		"accuracy":     accuracy,
		"accuracy_auc": auc, "permuted": permuted,
		"regression":   regression(t),
		"summary_iris": iris, "summary_wdbc": wdbc, "summary_digits": digits,
		"scores": scores,
		"verdicts": papers.Verdicts{
			{Claim: "the set is globally optimal", Ours: "certified, and by trying all",
				Verdict: papers.Holds, Why: "f(λ) falls, in straight pieces"},
			{Claim: "more accurate in most cases", Printed: "curves", Ours: "5 of 6 | 0 of 2",
				Verdict: papers.InPart},
			{Claim: "least on <faces>", Verdict: papers.Not, Why: "one unit"}},
		"overview":     overview(),
		"head_to_head": headToHead(t), "head_to_head_sets": display.HeadToHeadCountsTable(
			headToHead(t)),
		"stability": stable(), "frequencies": display.FrequencyTable(stable()), "ranks": demsar(),
		"byclass": byClass, "spectrum": spectrum, "coefficient_path": path,
		"methods": display.MethodsTable(methods), "method_names": display.MethodNamesTable(methods),
		"method": display.MethodTable(methods[1]), "method_plain": display.MethodTable(methods[0]),
		"entry": display.EntryTable(entry(t, "PEI10P")),
		"datasets": display.DatasetsTable([]datasets.Info{
			{Entry: datasets.Entry{Name: "iris", Title: "flowers of three species",
				Kind: "measurements", N: 150, D: 4, C: 3}, Where: datasets.Embedded},
			{Entry: datasets.Entry{Name: "COIL20", Title: "20 objects on a turntable",
				Kind: "objects", N: 1440, D: 1024, C: 20}, Where: datasets.InCache},
			{Entry: datasets.Entry{Name: "CALTECH-7", Title: "objects of seven categories",
				Kind: "objects"}, Where: datasets.Nowhere},
			{Entry: datasets.Entry{Name: "friedman1", Title: "a sine and a square",
				Kind: "generated", N: 500, D: 50, Target: "y"}, Where: datasets.Generated},
		}),
	} {
		t.Run(name, func(t *testing.T) {
			outputs, err := display.Render(result)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", []byte(outputs[0].Text))
			golden(t, name+".md", []byte(outputs[0].Markdown))
			golden(t, name+".html", []byte(outputs[0].HTML+"\n"))
		})
	}
}

// overview has methods of three families and one of none over eight data sets: a or c is the best,
// d always the worst and without a value on two, e without any.
func overview() *study.Overview {
	o := &study.Overview{Measure: "balanced accuracy", Better: 1,
		Methods:  []string{"a", "b, neighbors=7", "c|c", "d", "e"},
		Families: []string{"baselines", "graphs", "trees", "", "baselines"}}
	for s := range 8 {
		o.Sets = append(o.Sets, study.OverviewSet{Name: "set " + strconv.Itoa(s), Study: "s"})
		v := float64(s) / 16
		o.Values = append(o.Values, []float64{.75 + v/2, .6, .8, .25 * v, 0})
		o.Known = append(o.Known, []bool{true, true, true, s > 1, false})
		if s < 2 {
			o.Values[s][3] = 0
		}
	}
	return o
}

// headToHead compares trace ratio with Fisher's score, and either with the best other, in a stored
// study.
func headToHead(t *testing.T) *study.HeadToHead {
	t.Helper()
	f, err := os.Open("../notebooks/results/trace-ratio-2008-figure-3.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := study.ReadCSV(f)
	if err != nil {
		t.Fatal(err)
	}
	h, err := r.HeadToHead(0, study.View{}, study.Pair{A: "trace-ratio", B: "fisher"},
		study.Pair{A: "laplacian"})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// regression predicts the width of petals of iris from the other three columns.
func regression(t *testing.T) *evaluation.RegressionErrors {
	t.Helper()
	r, err := petals()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// entry is a data set by its name, as if it were still to be fetched.
func entry(t *testing.T, name string) datasets.Info {
	t.Helper()
	e, err := datasets.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return datasets.Info{Entry: e, Where: datasets.ToFetch}
}
