package replay

import (
	"fsnb.example/evaluation/study"
)

// fsir is Xu, Zhou, Huang, Ouyang, Chen 2016.
var fsir = Replay{
	Paper: "fsir2-2016", About: "Tables II to V: clustering without labels, accuracy and redundancy with them",
	make: func(quick bool) []Experiment {
		const paper = "fsir2-2016"
		// 5% of the features; of the UCI sets as many as Weka chose, which is known for
		// vote only.
		data := withCounts(dataOf(paper, 2), map[string][]int{
			"australian": {}, "Musk_v1": {}, "heart_statlog": {}, "vote": {6},
			"CLL_SUB_111": {567}, "GLI_85": {1114}, "warpPIE10P": {121}, "pixraw10P": {500}, "SMK_CAN_187": {1000}, "TOX_171": {287},
		})
		weka := "How many features Weka chose is not printed: 6 on vote, where they give the printed accuracies; australian, Musk_v1 and heart_statlog have all features only."
		grid := study.Tuned{Among: []study.Classifier{study.LinearSVM{C: 0.01}, study.LinearSVM{C: 1}}, Folds: 3}
		clustering := Experiment{
			Study: study.Study{
				Name: "fsir2-2016-tables-2-3", Title: "FSIR² 2016, Tables II and III", Data: data, Methods: methodsOf(paper, 2), Splits: study.Splits{Whole: true},
				Measures: []study.Measure{study.Clustering{Runs: 100, Raw: true}, study.Clustering{NMI: true, Runs: 100, Raw: true}},
				Remarks:  []string{weka, "The mean over 100 runs of k-means from one start each, on columns as the files have them."},
			},
			Against: []Against{{Table: 1, Counts: true}, {Table: 2, Measure: 0}, {Table: 3, Measure: 1}},
		}
		// With labels the similarities are those of the classes.
		methods, printed := methodsAs(paper, 4, map[string]string{"spec": "spec, similarity=class"})
		svm := Experiment{
			Study: study.Study{
				Name: "fsir2-2016-tables-4-5", Title: "FSIR² 2016, Tables IV and V", Data: data, Methods: methods, Splits: study.Splits{Train: 0.6, Repeats: 100},
				Measures: []study.Measure{study.Accuracy{Classifier: grid}, study.Redundancy{Kind: "cosine"}},
				Remarks: []string{
					weka,
					"The paper does not give the grid of C, which it tunes by cross-validation: 0.01 and 1 in 3 folds, features standardised.",
				},
			},
			Against: []Against{{Table: 4, Measure: 0, Printed: printed}, {Table: 5, Measure: 1, Printed: printed}},
		}
		all := []Experiment{clustering, svm}
		if quick {
			small := []string{"australian", "heart_statlog", "vote", "warpPIE10P"}
			all[0].Study.Data, all[1].Study.Data = keep(data, small...), keep(data, small...)
			all[0].Study.Measures = []study.Measure{study.Clustering{Raw: true}, study.Clustering{NMI: true, Raw: true}}
			all[0].Study.Remarks = []string{weka, quickRemark("10 runs of k-means in place of 100, four of ten data sets")}
			all[1].Study.Splits.Repeats = 5
			all[1].Study.Remarks = append(all[1].Study.Remarks, quickRemark(repeats(5)+" in place of 100, four of ten data sets"))
		}
		return all
	},
}
