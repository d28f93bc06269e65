package replay

import (
	"fsnb.example/evaluation/study"
)

// lap is Chen, Yuan, Wang, Nie, Chang, Huang 2018.
var lap = Replay{
	Paper: "lap-2018", About: "Tables II and III: accuracy of LIBSVM's defaults in 10 folds, with and without labels, and the fair baseline",
	make: func(quick bool) []Experiment {
		const paper = "lap-2018"
		data := withCounts(dataOf(paper, 2), map[string][]int{
			"Wine": steps(2, 12, 1), "Musk_v1": steps(10, 160, 10), "Hill_Valley": steps(5, 95, 5), "Leukemia_Golub38": steps(50, 500, 50), "Breast2": steps(50, 500, 50),
			"Vehicle": steps(2, 17, 1), "Ecoli_343": steps(20, 340, 20), "Segment": steps(2, 18, 1),
		})
		open := []string{
			"The paper does not say which numbers of features its means are over, nor where features are chosen: evenly spread numbers, on all samples.",
			"Methods have their defaults where the paper tries parameters from 10⁻³ to 10³ and prints the best.",
		}
		tables := Experiment{
			Study: study.Study{
				Name: "lap-2018-tables-2-3", Title: "LAP 2018, Tables II and III", Data: data, Methods: both(methodsOf(paper, 2), methodsOf(paper, 3)),
				Splits: study.Splits{Folds: 10}, Measures: []study.Measure{study.Accuracy{Classifier: study.SVC{}, Raw: true}}, OnAll: true,
				Remarks: open,
			},
			Against: []Against{{Table: 1, Counts: true}, {Table: 2, OverCounts: true}, {Table: 3, OverCounts: true}},
		}
		baseline := Experiment{
			Study: study.Study{
				Name: "lap-2018-baseline", Title: "LAP 2018, the baseline, standardised", Data: dataOf(paper, 2), Methods: methodsOf(paper, 2)[len(methodsOf(paper, 2))-1:],
				Counts: []int{1}, Splits: study.Splits{Folds: 10}, Measures: []study.Measure{study.Accuracy{Classifier: study.SVC{}}},
				Remarks: []string{"The same machine on all features, standardised by the training part: what a baseline should be. No printed table is of this."},
			},
		}
		all := []Experiment{tables, baseline}
		if quick {
			for i := range all {
				s := &all[i].Study
				s.Data = keep(s.Data, "Wine", "Musk_v1", "Vehicle", "Ecoli_343", "Segment")
				all[i].Study.Remarks = append(all[i].Study.Remarks, quickRemark("five of eight data sets"))
			}
			all[0].Study.Data = withCounts(all[0].Study.Data, map[string][]int{
				"Wine": {2, 5, 9, 12}, "Musk_v1": {10, 50, 100, 160}, "Vehicle": {2, 6, 11, 17}, "Ecoli_343": {20, 120, 240, 340}, "Segment": {5, 15},
			})
			all[0].Study.Remarks[len(all[0].Study.Remarks)-1] = quickRemark("five of eight data sets, two or four numbers of features each")
		}
		return all
	},
}
