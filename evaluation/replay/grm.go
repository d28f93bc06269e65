package replay

import (
	"fsnb.example/algorithms"
	"fsnb.example/evaluation/study"
)

// grm is Wang, Nie, Huang 2015.
var grm = Replay{
	Paper: "grm-2015", About: "Tables 2 to 7: accuracy and redundancy with 20 features, chosen on all samples as printed, and inside the folds",
	make: func(quick bool) []Experiment {
		const paper = "grm-2015"
		folds := study.Splits{Folds: 5}
		measures := []study.Measure{study.Accuracy{Classifier: study.LinearSVM{}, Raw: true}, study.Accuracy{Raw: true}}
		open := "The paper does not say which C and how many neighbours: 1 and 1, columns as the files have them."
		of := func(name, title string, methods []algorithms.Selector, onAll bool, remark string) study.Study {
			return study.Study{
				Name: name, Title: title, Data: dataOf(paper, 5), Methods: methods, Counts: []int{20}, Splits: folds, Measures: measures, OnAll: onAll,
				Remarks: []string{remark, open},
			}
		}
		leak := "Features are chosen on all samples, those of the test too, as the numbers suggest."
		fair := "The fair variant: features are chosen inside the folds. No printed table is of this."
		all := []Experiment{
			{
				Study:   of("grm-2015-tables-5-6", "GRM 2015, Tables 5 and 6", methodsOf(paper, 5), true, leak),
				Against: []Against{{Table: 1, Counts: true}, {Table: 5, Measure: 0}, {Table: 6, Measure: 1}},
			},
			{Study: of("grm-2015-supervised-inside", "GRM 2015, supervised, chosen inside the folds", methodsOf(paper, 5), false, fair)},
			{
				Study:   of("grm-2015-tables-2-3", "GRM 2015, Tables 2 and 3", methodsOf(paper, 2), true, leak),
				Against: []Against{{Table: 2, Measure: 0}, {Table: 3, Measure: 1}},
			},
			{Study: of("grm-2015-unsupervised-inside", "GRM 2015, unsupervised, chosen inside the folds", methodsOf(paper, 2), false, fair)},
			{
				Study: study.Study{
					Name: "grm-2015-tables-4-7", Title: "GRM 2015, Tables 4 and 7", Data: dataOf(paper, 5), Methods: both(methodsOf(paper, 4), methodsOf(paper, 7)),
					Counts: []int{20}, Splits: study.Splits{Whole: true}, Measures: []study.Measure{study.Redundancy{}},
					Remarks: []string{"Features are chosen and measured on all samples."},
				},
				Against: []Against{{Table: 4}, {Table: 7}},
			},
		}
		if quick {
			for i := range all {
				all[i].Study.Data = keep(all[i].Study.Data, "grm-blocks", "GLIOMA", "SRBCT", "COIL20")
				all[i].Study.Remarks = append(all[i].Study.Remarks, quickRemark("four of twelve data sets"))
			}
		}
		return all
	},
}
