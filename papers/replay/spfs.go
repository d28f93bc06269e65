package replay

import (
	"slices"

	"fsnb.example/papers/study"
)

// spfs is Zhao, Wang, Liu, Ye 2013.
var spfs = Replay{
	Paper: "spfs-2013",
	About: "Tables 2 to 5 and 7: accuracy, redundancy, residue and kept neighbors on text, gene " +
		"and face data",
	make: func(quick bool) []Experiment {
		const paper = "spfs-2013"
		data := dataOf(paper, 2)
		text := []string{"RELATHE", "PCMAC"}
		// As many features as half the samples.
		halves := withCounts(data, map[string][]int{
			"RELATHE": {713}, "PCMAC": {971}, "TOX_171": {85}, "CLL_SUB_111": {55},
			"orlraws10P": {50}, "pixraw10P": {50}, "warpAR10P": {65}, "warpPIE10P": {105},
		})
		splits, fewer := study.Splits{Train: 0.5, Repeats: 20}, study.Splits{Train: 0.5,
			Repeats: 10}
		reduced := "Reduced on gene and face data: " + repeats(10) +
			" in place of 20, so that the replay fits in an hour."
		grid := study.Tuned{Among: []study.Classifier{study.LinearSVM{C: 0.01},
			study.LinearSVM{C: 1}}, Folds: 3}
		scale := "Columns are standardized by the training half, with which fisher and " +
			"trace-ratio choose the same, as printed."
		absolute := "The printed redundancies are means of |correlation|, though equation (6.1) " +
			"has no bars: on TOX fisher has .56 in print, .56 here, and .09 with signs."
		accuracy := Experiment{
			Study: study.Study{
				Name: "spfs-2013-table-2", Title: "SPFS 2013, Table 2", Data: data,
				Methods: methodsOf(paper, 2), Counts: steps(10, 200, 10),
				Splits: splits, Measures: []study.Measure{study.Accuracy{Classifier: grid}},
				Standardize: true,
				Remarks: []string{scale,
					"The paper does not give the grid of C, which it tunes by cross-validation: " +
						"0.01 and 1 in 3 folds. Methods have their defaults where the paper " +
						"tunes them."},
			},
			Against: []against{{Table: 1, Counts: true}, {Table: 2}},
		}
		redundancy := Experiment{
			Study: study.Study{
				Name: "spfs-2013-table-3", Title: "SPFS 2013, Table 3", Data: halves,
				Methods: methodsOf(paper, 3), Splits: fewer,
				Measures: []study.Measure{study.Redundancy{Kind: "signed"},
					study.Redundancy{Kind: "absolute"}}, Standardize: true,
				Remarks: []string{scale, "As many features as a half has samples.", absolute,
					reduced},
			},
			Against: []against{{Table: 3, Measure: 1}},
		}
		// Without labels the methods preserve Gaussian similarities.
		methods, printed := methodsAs(paper, 4, map[string]string{
			"hsic": "hsic, similarity=rbf", "spec, phi=1": "spec, criterion=phi1",
			"spec, phi=3": "spec, criterion=phi3",
			"spfs-sfs":    "spfs-sfs, similarity=rbf", "spfs-nes": "spfs-nes, similarity=rbf",
			"spfs-lar": "spfs-lar, similarity=rbf",
		})
		unsupervised := Experiment{
			Study: study.Study{
				Name: "spfs-2013-tables-4-5-7", Title: "SPFS 2013, Tables 4, 5 and 7",
				Data: unlabeled(halves), Methods: methods, Splits: fewer,
				Measures: []study.Measure{study.Residue{},
					study.Jaccard{Neighbors: 1, Gaussian: true}, study.Jaccard{Neighbors: 5,
						Gaussian: true}, study.Redundancy{Kind: "signed"},
					study.Redundancy{Kind: "absolute"}},
				Standardize: true,
				Remarks: []string{
					"As many features as a half has samples; measured on that half, columns " +
						"standardized by it. The classes are taken away first, so that no " +
						"method sees them.", absolute, reduced},
			},
			Against: []against{
				{Table: 4, Measure: 0, Printed: printed,
					Unlike: "the paper does not give its scale"},
				{Table: 5, Measure: 1, Entry: "jaccard_1", Printed: printed}, {Table: 5, Measure: 2,
					Entry: "jaccard_5", Printed: printed}, {Table: 7, Measure: 4, Printed: printed},
			},
		}
		all := []Experiment{accuracy, redundancy, unsupervised}
		if !quick {
			// With as many features as documents the text sets take most of the time.
			all = []Experiment{accuracy}
			for _, e := range []Experiment{redundancy, unsupervised} {
				own := e
				own.Study.Name += "-text"
				own.Study.Title += ": text"
				own.Study.Data = keep(e.Study.Data, text...)
				own.Study.Splits.Repeats = 5
				own.Study.Remarks = append(slices.Clone(e.Study.Remarks[:len(e.Study.Remarks)-1]),
					"Reduced on text data: "+repeats(5)+
						" in place of 20, so that the replay fits in an hour.")
				e.Study.Data = slices.DeleteFunc(slices.Clone(e.Study.Data),
					func(d study.Data) bool { return slices.Contains(text, d.Name) })
				all = append(all, e, own)
			}
		} else {
			quickened(all, func(s *study.Study) string {
				s.Splits.Repeats = 4
				what := repeats(4) + " in place of 20, four of eight data sets"
				if len(s.Counts) > 0 {
					s.Counts = []int{10, 50, 100, 200}
					what += ", 4 of 20 numbers of features"
				}
				return what
			}, "TOX_171", "orlraws10P", "warpAR10P", "warpPIE10P")
			for i := range all {
				all[i].Study.Remarks = slices.DeleteFunc(all[i].Study.Remarks,
					func(r string) bool { return r == reduced })
			}
		}
		return all
	},
}
