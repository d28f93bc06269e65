package replay

import (
	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/papers/study"
)

// traceRatio is Nie, Xiang, Jia, Zhang, Yan 2008. All its results but Table 3 are in figures and
// cannot be compared.
var traceRatio = Replay{
	Paper: "trace-ratio-2008",
	About: "Table 3 and Figures 2 to 4: subset-level against feature-level scores, by accuracy " +
		"and by the score itself",
	make: func(quick bool) []Experiment {
		methods := []algorithms.Selector{
			filter.Fisher{}, traceratio.TraceRatio{}, filter.Laplacian{},
			traceratio.TraceRatio{Graph: graph.Neighbors{}},
		}
		nearest := []study.Measure{study.Accuracy{Raw: true}}
		names := "In the paper's words fisher is F-FS, trace-ratio S-FS, laplacian F-LS and " +
			"trace-ratio, graph=neighbors S-LS."
		open := "The paper gives no numbers of neighbors and no width of the kernel: 5 and the " +
			"mean squared neighbor distance; columns as the files have them."
		faces := "The numbers of features of the figure cannot be read off: 20, 40, …, 640."
		uci := Experiment{
			Study: study.Study{
				Name: "trace-ratio-2008-figure-2", Title: "Trace ratio 2008, Figure 2",
				Data: dataOf("trace-ratio-2008", 3)[:6], Methods: methods,
				Counts: steps(1, 34, 1), Splits: study.Splits{PerClass: 30, Repeats: 20},
				Measures: nearest,
				Remarks:  []string{names, open},
			},
			Against: []against{{Table: 3, Counts: true}},
		}
		pictures := uci
		pictures.Study.Name, pictures.Study.Title = "trace-ratio-2008-figure-3",
			"Trace ratio 2008, Figure 3"
		pictures.Study.Data, pictures.Study.Counts, pictures.Study.Splits.PerClass =
			study.Named("ORL_28x23", "UMIST"), steps(20, 640, 20), 5
		pictures.Study.Remarks = []string{names, open, faces}
		score := func(name, title string, laplacian bool,
			methods []algorithms.Selector) Experiment {
			return Experiment{
				Study: study.Study{
					Name: name, Title: title, Data: study.Named("UMIST"), Methods: methods,
					Counts: pictures.Study.Counts,
					Splits: study.Splits{Whole: true}, Measures: []study.Measure{
						subsetScore{laplacian}}, Remarks: []string{names, faces},
				},
			}
		}
		fisher := score("trace-ratio-2008-figure-4-fisher",
			"Trace ratio 2008, Figure 4, Fisher score", false, methods[:2])
		laplacian := score("trace-ratio-2008-figure-4-laplacian",
			"Trace ratio 2008, Figure 4, Laplacian score", true, methods[2:])
		all := []Experiment{uci, pictures, fisher, laplacian}
		if quick {
			quickened(all[:1], func(s *study.Study) string {
				s.Splits.Repeats, s.Counts = 5, []int{1, 2, 3, 5, 8, 13, 20, 30}
				return repeats(5) + " in place of 20, three of six data sets, 8 of 34 numbers of " +
					"features"
			}, "Vehicle", "ionosphere", "heart_statlog")
			quickened(all[1:2], func(s *study.Study) string {
				s.Splits.Repeats, s.Counts = 5, []int{20, 60, 100, 200, 400, 640}
				return repeats(5) + " in place of 20, 6 of 32 numbers of features"
			})
			quickened(all[2:], func(s *study.Study) string {
				s.Counts = steps(40, 640, 40)
				return "16 of 32 numbers of features"
			})
		}
		return all
	},
}
