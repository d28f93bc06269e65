package study_test

import (
	"os"
	"strconv"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/display"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// studied is a study of the embedded data, with a data set that is not there.
func studied(t *testing.T) *study.Result {
	t.Helper()
	r := must.Get(study.Run(t.Context(), study.Study{
		Name: "four-filters", Title: "Four filters", Data: study.Named("iris", "wine", "nowhere",
			"wdbc", "lap-d1"),
		Methods: []algorithms.Selector{filter.Fisher{}, traceratio.TraceRatio{}, filter.Laplacian{},
			filter.Variance{}, study.AllFeatures{}},
		Counts: []int{1, 2, 3, 5, 8}, Measures: []study.Measure{study.Accuracy{},
			study.Stability{}},
	}, "", algorithms.Options{}))(t)
	return r
}

func TestGoldenTables(t *testing.T) {
	r := studied(t)
	forms := make(map[string]displaytest.Forms)
	for name, table := range map[string]*display.Table{
		"study": r.Table(0, study.View{}), "study_best": r.Table(0, study.View{Best: true}),
		"study_5":           r.Table(0, study.View{K: 5}),
		"study_stability":   r.Table(1, study.View{}),
		"head_to_head_sets": headToHead(t).CountsTable(),
	} {
		forms[name] = displaytest.Forms{Text: table.Text(), Markdown: table.Markdown(),
			HTML: table.HTML()}
	}
	for name, result := range map[string]display.Showable{
		"head_to_head": headToHead(t), "overview": overview()} {
		out := must.Get(display.Render(result))(t)
		forms[name] = displaytest.Forms{Text: out[0].Text, Markdown: out[0].Markdown,
			HTML: out[0].HTML}
	}
	displaytest.GoldenTables(t, forms, "study")
	displaytest.Golden(t, "study.tex", []byte(r.Table(0, study.View{}).LaTeX()))
}

// The pictures that the examples make.
func TestPictures(t *testing.T) {
	displaytest.Pictures(t, map[string]func(){"studycurves.png": ExampleResult_Figure})
}

// overview has methods of three families and one of none over eight data sets: a or c is the best,
// d always the worst and without a value on two, e without any.
func overview() *study.Overview {
	o := &study.Overview{Measure: "balanced accuracy", Better: 1,
		Methods:  []string{"a", "b, neighbors=7", "c|c", "d", "e"},
		Families: []string{"baselines", "graphs", "trees", "", "baselines"}}
	for s := range 8 {
		o.Sets = append(o.Sets, study.OverviewSet{Name: "set " + strconv.Itoa(s), Study: "s"})
		v := float64(s) / 16
		o.Values = append(o.Values, []float64{.75 + v/2, .6, .8, .25 * v, 0})
		o.Known = append(o.Known, []bool{true, true, true, s > 1, false})
		if s < 2 {
			o.Values[s][3] = 0
		}
	}
	return o
}

// headToHead compares trace ratio with Fisher's score, and either with the best other, in a stored
// study.
func headToHead(t *testing.T) *study.HeadToHead {
	t.Helper()
	f := must.Get(os.Open("../../notebooks/results/trace-ratio-2008-figure-3.csv"))(t)
	defer f.Close()
	r := must.Get(study.ReadCSV(f))(t)
	return must.Get(r.HeadToHead(0, study.View{}, study.Pair{A: "trace-ratio", B: "fisher"},
		study.Pair{A: "laplacian"}))(t)
}
