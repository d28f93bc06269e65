package display

import (
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/terms"
)

// tablesOf puts a name everywhere that a name can stand.
func tablesOf(name string) map[string]*Table {
	r := &algorithms.Ranking{
		Label: name, Dataset: name, N: 3, D: 9, K: 3, Features: []int{2, 0, 1},
		Names:  []string{name, name + "2", "plain"},
		Scores: algorithms.Numbers{3, 2, -1}, Warnings: []string{"1 constant column: " + name,
			name},
		Diagnostics: algorithms.Diagnostics{
			Objective: algorithms.NewObjective(1.5), Certificate: &algorithms.Certificate{
				Name: name, Value: 1e-12, Tolerance: 1e-9},
			Iterations: 3, Extra: []algorithms.Value{{Name: name, Value: 4}},
		},
	}
	report := makeReport(makeRow(name, 3, func(i int) string {
		return name + strings.Repeat("x", i)
	}), makeRow(name, 2, numbered(name)))
	report.Dataset, report.Rows[0].Constant = name, []string{name}
	curves := makeCurves(2, []int{1, 2}, 3, 2, numbered(name))
	curves.Dataset, curves.Warnings = name, []string{name}
	errors := makeRegression(2, []int{1, 2}, 3, 2, numbered(name))
	errors.Dataset, errors.Warnings = name, []string{name}
	errors.Target = "continuous target " + name
	byTarget := byValue(2, 5, func(i int) float64 { return float64(i) })
	byTarget.Dataset, byTarget.TargetName, byTarget.Panels[0].Label = name, name, name
	summary := &datasets.Summary{
		Name: name, N: 3, D: 2, Classes: []string{name, "b"}, ClassCounts: []int{1, 2},
		Columns:  []datasets.ColumnSummary{{Name: name}, {Name: "b", Max: 3}},
		Constant: []string{name}, History: []string{name}, Warnings: []string{name},
	}
	byClass := makeByClass(2, 3, 6, func(i int) string {
		return name + strings.Repeat("x", i)
	}, func(i int) string { return name + strings.Repeat("y", i) }, shifted)
	byClass.Dataset, byClass.Label = name, name
	quartiles := *byClass
	quartiles.Target = name
	byQuartile := &quartiles
	spectrum := makeSpectrum(func(int) string {
		return name
	}, []float64{5, 2, 1, 0}, []float64{1, 1})
	spectrum.Curves[0].Dataset, spectrum.Curves[1].Dataset, spectrum.Curves[1].Reordered =
		name, name, 2
	byCount := makeRedundancy(2, []int{2, 3}, numbered(name))
	byCount.Dataset, byCount.Warnings = name, []string{name}
	path := makePath(3, numbered(name), numbered(name))
	path.Dataset, path.Target, path.Warnings = name, name, []string{name}
	clusters := makeClusters(name, 5, func(i int) string {
		return name + strings.Repeat("x", i%2)
	}, 0)
	clusters.Dataset = name
	stability := makeStability(2, []int{3}, 3, func(int) string {
		return name
	}, func(int) string { return name })
	stability.Dataset, stability.Warnings = name, []string{name}
	ranks := makeRanks(2, 3, 1, func(int) string { return name })
	ranks.Datasets[0], ranks.Datasets[1] = name, name
	byTest := *r
	byTest.PValues, byTest.AdjustedPValues, byTest.Adjustment = algorithms.Numbers{0, .5, 1},
		algorithms.Numbers{0, .75, 1}, adjust.Kind(name)
	volcano := makeVolcano(5, terms.CohensD, func(i int) string {
		return name + strings.Repeat("x", i)
	}, func(i int) string { return name + strings.Repeat("y", i) })
	volcano.Dataset, volcano.Label, volcano.Warnings = name, name, []string{name}
	correlation := *volcano
	correlation.Effect, correlation.Target = terms.Correlation, name
	permuted := makePermuted(name, 3, 2, func(int) string { return name })
	permuted.Dataset, permuted.Measure, permuted.Warnings = name, name, []string{name}
	histogram := makePValues(5, 1)
	histogram.Dataset, histogram.Label = name, name
	return map[string]*Table{
		"test": rankingTable(&byTest), "volcano": volcanoTable(volcano),
		"correlation": volcanoTable(&correlation), "p-values": pValuesTable(histogram),
		"stability": stabilityTable(stability), "frequencies": FrequencyTable(stability),
		"ranks":    ranksTable(ranks),
		"by class": byClassTable(byClass),
		"spectrum": spectrumTable(spectrum), "path": coefficientPathTable(path),
		"choice":   ChoiceTable(makeChoice(name, []int{1, 2}, 2)),
		"permuted": permutedTable(permuted),
		"ranking":  rankingTable(r),
		"comparison": comparisonTable(&evaluation.Comparison{
			Rankings: []*algorithms.Ranking{r, r, r}, Common: []string{name},
			Overlaps: make([]evaluation.Overlap, 3),
		}),
		"redundancy": redundancyTable(report),
		"accuracy":   AccuracyTable(curves),
		"regression": regressionTable(errors), "scatter": scatterTable(byTarget),
		"quartiles": byClassTable(byQuartile),
		"curves":    redundancyCurvesTable(byCount),
		"clusters":  clustersTable(clusters),
		"summary":   SummaryTable(summary),
		"scores": scoresTable(&algorithms.Scores{Names: []string{name},
			Values: algorithms.Numbers{1}, Warnings: []string{name}}),
		"data sets": DatasetsTable([]datasets.Info{
			{Entry: datasets.Entry{Name: name, Title: name, Kind: name}, Where: datasets.ToFetch}}),
		"data set": EntryTable(datasets.Info{Entry: datasets.Entry{Name: name, Title: name,
			Aliases: []string{name}, Cautions: []string{name}, File: datasets.File{Name: name}}}),
		"methods": MethodsTable([]catalogue.Entry{{Name: name, Type: name, Labels: name,
			Method: nameless{}, Facts: algorithms.Facts{
				About: algorithms.About{Summary: name, Source: name},
				Costs: algorithms.Costs{Cost: name},
			}}}),
		"by hand": {Title: name, Groups: []Group{{Name: name, Span: 2}},
			Columns: []Column{{Name: name}, {Name: name, Align: Right}},
			Rows:    [][]string{{name, name}, {name}}, Strong: [][]bool{{true, true},
				{false, true}}, Notes: []string{name}},
	}
}

type nameless struct{ algorithms.Selector }

// figuresOf puts a name in every figure.
func figuresOf(name string) []*figure.Figure {
	class := func(i int) string { return name + strings.Repeat("y", i) }
	return []*figure.Figure{
		scatterFigure(makeScatter(2, 3, 6, numbered(name), class, 1)),
		redundancyFigure(makeReport(makeRow(name, 3, class), makeRow(name, 4, class))),
		accuracyFigure(makeCurves(2, []int{1, 2}, 2, 2, class)),
		redundancyCurvesFigure(makeRedundancy(2, []int{2, 3}, class)),
		clustersFigure(makeClusters(name, 6, class, 0)),
		stabilityFigure(makeStability(2, []int{3}, 3, class, class)),
		frequencyFigure(makeStability(2, []int{3}, 3, class, class)),
		RanksFigure(makeRanks(3, 4, 1, class)),
		byClassFigure(makeByClass(3, 4, 8, class, class, shifted)),
		SpectrumFigure(makeSpectrum(class, []float64{3, 1, 0}, []float64{1})),
		volcanoFigure(makeVolcano(9, terms.CohensD, class, class)),
		pValuesFigure(makePValues(9, 1)),
		coefficientPathFigure(makePath(9, class, class)),
	}
}

func FuzzRenderNames(f *testing.F) { displaytest.FuzzNames(f, tablesOf, figuresOf) }
