package study_test

import (
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/display"
	"fsnb.example/papers/study"
)

// studied is a study of the embedded data, with a data set that is not there.
func studied(t *testing.T) *study.Result {
	t.Helper()
	r, err := study.Run(t.Context(), study.Study{
		Name: "four-filters", Title: "Four filters", Data: study.Named("iris", "wine", "nowhere",
			"wdbc", "lap-d1"),
		Methods: []algorithms.Selector{filter.Fisher{}, traceratio.TraceRatio{}, filter.Laplacian{},
			filter.Variance{}, study.AllFeatures{}},
		Counts: []int{1, 2, 3, 5, 8}, Measures: []study.Measure{study.Accuracy{},
			study.Stability{}},
	}, "", algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGoldenStudy(t *testing.T) {
	r := studied(t)
	for name, table := range map[string]*display.Table{
		"study": r.Table(0, study.View{}), "study_best": r.Table(0, study.View{Best: true}),
		"study_5":         r.Table(0, study.View{K: 5}),
		"study_stability": r.Table(1, study.View{}),
	} {
		golden(t, name+".txt", []byte(table.Text()))
		golden(t, name+".md", []byte(table.Markdown()))
		golden(t, name+".html", []byte(table.HTML()+"\n"))
		golden(t, name+".tex", []byte(table.LaTeX()))
	}
}
