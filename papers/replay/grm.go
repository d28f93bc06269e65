package replay

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/papers/study"
)

// grm is Wang, Nie, Huang 2015.
var grm = Replay{
	Paper: "grm-2015",
	About: "Tables 2 to 8 and Figure 3: redundancy and accuracy with 20 features, chosen on all " +
		"samples as printed, and inside the folds; groups",
	make: func(quick bool) []Experiment {
		const paper = "grm-2015"
		const svm, neighbors = 0, 2 // measures, as the tables have them
		measures := []study.Measure{
			study.Accuracy{Classifier: study.LinearSVM{}},
			study.Accuracy{Classifier: study.LinearSVM{}, Raw: true},
			study.Accuracy{Classifier: study.KNN{Neighbors: 5}}, study.Accuracy{},
		}
		folds := study.Splits{Folds: 5, Repeats: 3}
		data := withStandIns(paper, dataOf(paper, 5))
		top := "GRM is of the 200 features of highest score, as the numbers suggest (section " +
			"4.6 says 200), and beside it of all."
		classifiers :=
			"The paper does not say so, but C = 1, 5 neighbors and standardized columns come " +
				"near. Folds are drawn three times, not once."
		leak := "Features are chosen on all samples, those of the test too, as the numbers suggest."
		fair := "The fair variant: features are chosen inside the folds. No printed table is of " +
			"this."
		of := func(name, title string, methods []algorithms.Selector, onAll bool,
			remark string) study.Study {
			return study.Study{
				Name: name, Title: title, Data: data, Methods: methods, Counts: []int{20},
				Splits: folds, Measures: measures, OnAll: onAll,
				Remarks: []string{remark, top, classifiers},
			}
		}
		supervised, supervisedNames := refined(paper, 5)
		unsupervised, unsupervisedNames := refined(paper, 2)
		labeled := "ReliefF of 20% labeled sees a fifth of the samples, classifiers all for " +
			"training: the paper's words, not its numbers."
		both, bothNames := refined(paper, 4, 7)

		fifth := of("grm-2015-fifth", "GRM 2015, Tables 2 and 3, ReliefF with 20%",
			[]algorithms.Selector{methodOf("relieff")}, false, fair)
		fifth.Splits = study.Splits{Train: 0.2, Repeats: 5}
		fifth.Remarks =
			[]string{"RF (20%) is chosen and trained on a fifth of the samples, and tested on " +
				"the others, five times: the numbers are in steps of 1/(4n).", classifiers}

		sizes := of("grm-2015-figure-3", "GRM 2015, Figure 3", nil, true, leak)
		for _, k := range []int{2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30} {
			sizes.Methods = append(sizes.Methods, methodOf(fmt.Sprintf("lgd, neighbors=%d", k)))
		}
		sizes.Measures = []study.Measure{measures[svm], measures[neighbors]}
		sizes.Remarks = []string{leak, classifiers,
			"The figure is of two data sets that the paper does not name, and its numbers " +
				"cannot be read off."}

		groups := study.Study{
			Name: "grm-2015-table-8", Title: "GRM 2015, Table 8",
			Data:   append(withStandIns(paper, dataOf(paper, 8)), study.Named("TOX_171")...),
			Counts: []int{200}, Splits: study.Splits{Whole: true},
			Measures: []study.Measure{correctMoves{5}},
			Remarks: []string{
				"Of the 200 features of highest score 100 are put into 50 groups of two, five " +
					"times, as the steps of the printed numbers suggest.",
				"The paper does not give the weight γ of the groups: 1, with .1 and 10 beside " +
					"it. TOX_171 takes the place of ProCancer in the mean, and stands against " +
					"nothing.",
			},
		}
		groupsNames := map[string]string{}
		for _, scorer := range []string{"variance", "laplacian", "lgd"} {
			name := "grm, scorer=" + scorer
			groupsNames[name+", top=200"] = name
			for _, gamma := range []string{"", ", gamma=0.1", ", gamma=10"} {
				groups.Methods = append(groups.Methods, methodOf(name+", top=200"+gamma))
			}
		}

		all := []Experiment{
			{
				Study: study.Study{
					Name: "grm-2015-tables-4-7", Title: "GRM 2015, Tables 4 and 7", Data: data,
					Methods: both,
					Counts:  []int{20}, Splits: study.Splits{Whole: true},
					Measures: []study.Measure{study.Redundancy{}},
					Remarks:  []string{"Features are chosen and measured on all samples.", top},
				},
				Against: []against{{Table: 1, Counts: true}, {Table: 4, Printed: bothNames},
					{Table: 7, Printed: bothNames}},
			},
			{
				Study: of("grm-2015-tables-5-6", "GRM 2015, Tables 5 and 6", supervised,
					true, leak),
				Against: []against{{Table: 5, Measure: svm, Printed: supervisedNames},
					{Table: 6, Measure: neighbors, Printed: supervisedNames}},
			},
			{
				Study: of("grm-2015-tables-2-3", "GRM 2015, Tables 2 and 3", unsupervised, true,
					leak+" "+labeled),
				Against: []against{{Table: 2, Measure: svm, Printed: unsupervisedNames},
					{Table: 3, Measure: neighbors, Printed: unsupervisedNames}},
			},
			{
				Study: fifth,
				Against: []against{
					{Table: 2, Measure: svm,
						Printed: map[string]string{"relieff": "relieff, labels=20%"}},
					{Table: 3, Measure: neighbors,
						Printed: map[string]string{"relieff": "relieff, labels=20%"}},
				},
			},
			{Study: of("grm-2015-supervised-inside",
				"GRM 2015, supervised, chosen inside the folds", supervised, false, fair)},
			{Study: of("grm-2015-unsupervised-inside",
				"GRM 2015, unsupervised, chosen inside the folds", unsupervised, false, fair+" "+
					labeled)},
			{Study: sizes},
			{Study: groups, Against: []against{{Table: 8, Printed: groupsNames}}},
		}
		if quick {
			return quickened(all, func(s *study.Study) string {
				if s.Splits.Folds > 0 {
					s.Splits.Repeats = 1
				}
				return "at most three data sets, the folds once"
			}, "grm-blocks", "GLIOMA", "SRBCT")
		}
		return all
	},
}

// refined are the methods of tables, and GRM with both the best 200 features, which has the name in
// the tables, and all.
func refined(paper string, tables ...int) (methods []algorithms.Selector,
	printed map[string]string) {
	const top = ", top=200"
	printed = map[string]string{}
	for _, table := range tables {
		as := map[string]string{}
		for _, m := range methodsOf(paper, table) {
			if nested, ok := strings.CutPrefix(algorithms.Label(m), "grm"); ok {
				if nested == "" { // the default, omitted in labels
					nested = ", scorer=fisher"
				}
				as["grm"+nested] = "grm" + nested + top
			}
		}
		of, names := methodsAs(paper, table, as)
		for _, m := range of {
			if m == methodOf(fifthOfLabels) {
				m = partlyLabeled{methodOf("relieff"), 0.2}
			}
			methods = append(methods, m)
			if whole, ok := strings.CutSuffix(algorithms.Label(m), top); ok {
				methods = append(methods, methodOf(whole))
			}
		}
		for label, name := range names {
			printed[label] = name
		}
	}
	return slices.Clip(methods), printed
}

// fifthOfLabels is the paper's name for ReliefF with a fifth of the labels.
const fifthOfLabels = "relieff, labels=20%"
