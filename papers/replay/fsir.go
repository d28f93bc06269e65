package replay

import (
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/papers/study"
)

// fsir is Xu, Zhou, Huang, Ouyang, Chen.
var fsir = Replay{
	Paper: "fsir2-2016",
	About: "Tables II to V, Figures 1 and 2: clustering without labels, accuracy and redundancy " +
		"with them",
	make: func(quick bool) []Experiment {
		const paper = "fsir2-2016"
		// 5% of the features; of the UCI sets as many as Weka chose: see weka.
		chosen := map[string][]int{
			"australian": {6}, "Musk_v1": {17}, "heart_statlog": {8}, "vote": {6},
			"CLL_SUB_111": {567}, "GLI_85": {1114}, "warpPIE10P": {121}, "pixraw10P": {500},
			"SMK_CAN_187": {1000}, "TOX_171": {287},
		}
		data := withCounts(dataOf(paper, 2), chosen)
		curves := withCounts(keep(data, "vote", "warpPIE10P"), map[string][]int{
			"vote": steps(2, 16, 1), "warpPIE10P": append([]int{5, 10}, steps(20, 240, 20)...),
		})
		weka := "How many features Weka chose is not printed. SPEC leaves nothing else open, " +
			"and its printed redundancy is that of 6 features on Austra, 17 on Clean, 8 on " +
			"Heart and 6 on Vote: these are taken for all methods."
		axes := "The numbers of features on the axis are ours: the paper's cannot be read off."
		kernel := "SPEC is φ1 = f'Lf/f'Df, the paper's (3); SPEC, LScore, MRSF and FSIR² have " +
			"the kernel (1) with the mean squared distance."
		classes := "SPEC is φ1 = f'Lf/f'Df on the class graph, the paper's (3); LScore is " +
			"centered, as its authors have it (φ2 there). The printed LScore is φ1, too: it " +
			"equals SPEC in all rows but one."
		clusters := "The mean over 100 runs of k-means from one start each, on columns as the " +
			"files have them."
		svm := "The paper does not give the grid of C, which it tunes by cross-validation: 0.01 " +
			"and 1 in 3 folds, features standardized."
		raw := "The second accuracy is of columns as the files have them."

		unsupervised, unsupervisedNames := methodsAs(paper, 2,
			map[string]string{"fsir2": "fsir2, similarity=rbf", "mrsf": "mrsf, similarity=rbf"})
		for i, m := range unsupervised {
			if own, ok := meanKernelOf(algorithms.Label(m)); ok {
				unsupervisedNames[own.Name()] = algorithms.Label(m)
				unsupervised[i] = own
			}
		}
		supervised, supervisedNames := methodsAs(paper, 4, map[string]string{
			"spec":                        "spec, criterion=phi1, similarity=class",
			"laplacian, similarity=class": "spec, similarity=class",
		})
		tuned := study.Tuned{Among: []study.Classifier{study.LinearSVM{C: 0.01},
			study.LinearSVM{C: 1}}, Folds: 3}
		kmeans := []study.Measure{study.Clustering{Runs: 100, Raw: true},
			study.Clustering{NMI: true, Runs: 100, Raw: true}}
		classified := []study.Measure{study.Accuracy{Classifier: tuned},
			study.Accuracy{Classifier: tuned, Raw: true}, study.Redundancy{Kind: "cosine"}}

		against45 := []against{{Table: 4, Measure: 0, Printed: supervisedNames},
			{Table: 5, Measure: 2, Printed: supervisedNames}}
		wide := []string{"CLL_SUB_111", "GLI_85", "pixraw10P", "SMK_CAN_187", "TOX_171"}
		narrow := slices.DeleteFunc(slices.Clone(data),
			func(d study.Data) bool { return slices.Contains(wide, d.Name) })

		counts := study.Study{
			Name:   "fsir2-2016-counts",
			Title:  "FSIR² 2016, the redundancy of Table V against the number of features",
			Splits: study.Splits{Whole: true},
			Data: withCounts(keep(data, "australian", "Musk_v1", "heart_statlog", "vote"),
				map[string][]int{
					"australian": steps(2, 13, 1), "Musk_v1": append(steps(2, 30, 1),
						steps(40, 160, 20)...), "heart_statlog": steps(2, 12, 1),
					"vote": steps(2, 15, 1),
				}),
			Methods: slices.DeleteFunc(slices.Clone(supervised), func(m algorithms.Selector) bool {
				return m == study.AllFeatures{}
			}), Measures: classified[2:],
			Remarks: []string{
				"This is how the numbers of features were found that Weka may have chosen: with " +
					"SPEC the redundancy falls with each, but for Vote.", classes},
		}
		all := []Experiment{
			{
				Study: study.Study{
					Name: "fsir2-2016-tables-2-3", Title: "FSIR² 2016, Tables II and III",
					Data: data, Methods: unsupervised, Splits: study.Splits{Whole: true},
					Measures: kmeans, Remarks: []string{weka, kernel, clusters},
				},
				Against: []against{{Table: 1, Counts: true},
					{Table: 2, Measure: 0, Printed: unsupervisedNames}, {Table: 3, Measure: 1,
						Printed: unsupervisedNames}},
			},
			{
				Study: study.Study{
					Name: "fsir2-2016-tables-4-5", Title: "FSIR² 2016, Tables IV and V",
					Data: narrow, Methods: supervised, Splits: study.Splits{Train: 0.6,
						Repeats: 100},
					Measures: classified, Remarks: []string{weka, classes, svm, raw},
				},
				Against: against45,
			},
			{
				Study: study.Study{
					Name:    "fsir2-2016-tables-4-5-wide",
					Title:   "FSIR² 2016, Tables IV and V, more than 5,000 features",
					Data:    keep(data, wide...),
					Methods: supervised, Splits: study.Splits{Train: 0.6, Repeats: 20},
					Measures: classified, Remarks: []string{classes, svm, raw,
						"20 splits, not 100, for more than 5,000 features."},
				},
				Against: against45,
			},
			{Study: counts},
			{Study: study.Study{
				Name: "fsir2-2016-figure-1", Title: "FSIR² 2016, Figure 1", Data: curves,
				Methods: unsupervised, Splits: study.Splits{Whole: true},
				Measures: kmeans, Remarks: []string{axes, kernel, clusters},
			}},
			{Study: study.Study{
				Name: "fsir2-2016-figure-2", Title: "FSIR² 2016, Figure 2", Data: curves,
				Methods: supervised, Splits: study.Splits{Train: 0.6, Repeats: 10},
				Measures: []study.Measure{classified[0], classified[2]}, Remarks: []string{axes,
					classes, svm, "10 splits, not 100."},
			}},
		}
		if quick {
			all = slices.DeleteFunc(all,
				func(e Experiment) bool { return e.Study.Name == "fsir2-2016-tables-4-5-wide" })
			return quickened(all, func(s *study.Study) string {
				if !s.Splits.Whole {
					s.Splits.Repeats = 5
					return repeats(5) + ", at most four data sets"
				}
				s.Measures = slices.Clone(s.Measures)
				for m, measure := range s.Measures {
					if c, ok := measure.(study.Clustering); ok {
						c.Runs = 0
						s.Measures[m] = c
					}
				}
				return "10 runs of k-means in place of 100, at most four data sets"
			}, "australian", "heart_statlog", "vote", "warpPIE10P")
		}
		return all
	},
}
