package display_test

import (
	"fmt"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

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
	return must.Get(evaluation.Compare(iris, methodtest.Choose(t, iris, filter.Fisher{}, 4),
		methodtest.Choose(t, iris, filter.Variance{}, 2)))(t)
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
		return must.Get(evaluation.Compare(wdbc, r...))(t)
	}
	redundancy := must.Get(evaluation.Redundancy(t.Context(), wdbc, 0,
		fisher, variance, three))(t)
	accuracy := must.Get(evaluation.Accuracy(t.Context(), iris,
		evaluation.Protocol{Repeats: 5}, algorithms.Options{}, filter.Fisher{},
		filter.Variance{}))(t)
	auc := must.Get(evaluation.Accuracy(t.Context(), wdbc,
		evaluation.Protocol{Classifier: "logistic", Measure: "auc", Repeats: 5,
			Counts: []int{1, 3, 10}}, algorithms.Options{}, filter.Fisher{}, filter.Variance{}))(t)
	permuted := must.Get(needed())(t)
	scores := must.Get(filter.Fisher{}.Score(t.Context(), digits, algorithms.Options{}))(t)
	byClass := must.Get(evaluation.ByClass(t.Context(), iris, 2,
		methodtest.Choose(t, iris, filter.Fisher{}, 0)))(t)
	spectrum := must.Get(evaluation.Spectrum(methodtest.Choose(t, wdbc, filter.Fisher{}, 0),
		methodtest.Choose(t, wdbc, filter.Variance{}, 0), methodtest.Choose(t, wdbc,
			filter.Random{}, 0)))(t)
	order := methodtest.Choose(t, wdbc, information.MRMR{}, 6)
	orderSpectrum := must.Get(evaluation.Spectrum(order, fisher))(t)
	byCount := must.Get(evaluation.RedundancyByCount(t.Context(), wdbc,
		nil, algorithms.Options{}, filter.Fisher{}, filter.Variance{},
		traceratio.TraceRatio{}, filter.Random{}))(t)
	clusters := must.Get(evaluation.Clusters(t.Context(), wdbc, 0, 0,
		methodtest.Choose(t, wdbc, filter.Fisher{}, 20)))(t)
	methods := []catalogue.Entry{
		{Name: "fisher", Type: "Fisher", Method: filter.Fisher{}, Labels: "required",
			Facts: algorithms.Facts{
				About: algorithms.About{
					Summary: "scatter between classes over scatter within", Source: "Duda 2001",
				},
				Promises: algorithms.Promises{Nested: true},
				Costs:    algorithms.Costs{Cost: "nd"},
			}},
		{Name: "trace-ratio", Type: "TraceRatio", Method: traceratio.TraceRatio{},
			Labels: "graph=class", Facts: algorithms.Facts{
				About: algorithms.About{
					Summary: "the subset with the largest ratio", Source: "Nie 2008",
					Params: map[string]string{"graph": "what joins samples",
						"percentile": "of the distances", "width": "σ²",
						"neighbors": "nearest samples; 0 means 5", "heat": "width t",
						"matrix": "from Go only", "prefilter": "share kept"},
				},
				Costs: algorithms.Costs{Cost: "nd"},
			}},
	}
	volcano, byTest := volcanoOf(wdbc)
	pValues := must.Get(evaluation.PValues(byTest))(t)
	significant := must.Get(evaluation.Significant(byTest, 1e-50, "holm"))(t)
	path := must.Get(wdbcPath())(t)
	forms := make(map[string]displaytest.Forms)
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
		"scores":    scores,
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
		outputs, err := display.Render(result)
		if err != nil {
			t.Fatal(name, err)
		}
		forms[name] = displaytest.Forms{Text: outputs[0].Text, Markdown: outputs[0].Markdown,
			HTML: outputs[0].HTML}
	}
	// Groups and bars, bold, cells with whole names, and prose.
	displaytest.GoldenTables(t, forms, "comparison", "accuracy", "names", "methods")
}

// regression predicts the width of petals of iris from the other three columns.
func regression(t *testing.T) *evaluation.RegressionErrors {
	t.Helper()
	return must.Get(petals())(t)
}

// entry is a data set by its name, as if it were still to be fetched.
func entry(t *testing.T, name string) datasets.Info {
	t.Helper()
	e := must.Get(datasets.Find(name))(t)
	return datasets.Info{Entry: e, Where: datasets.ToFetch}
}
