package study_test

import (
	"context"
	"fmt"
	"log"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/display"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// onIrisAndWine is a study of two methods on two data sets.
func onIrisAndWine(data ...string) *study.Result {
	r, err := study.Run(context.Background(), study.Study{
		Name: "example", Title: "Two filters", Data: study.Named(data...),
		Methods: []algorithms.Selector{filter.Fisher{}, filter.Variance{}, study.AllFeatures{}},
		Counts:  []int{1, 2, 3}, Measures: []study.Measure{study.Accuracy{}},
	}, "", algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return r
}

// save writes a figure as a bitmap.
var save = displaytest.Save

func ExampleResult_Table() {
	t := onIrisAndWine("iris", "wine").Table(0, study.View{K: 2})
	t.Notes = nil // its protocol and what is bold
	fmt.Print(t.Text())
	// Output:
	// Two filters: accuracy, 1-NN, with 2 features
	// data set                     fisher         variance   all features
	// ────────────────────────────────────────────────────────────────────
	// iris                  0.956 ± 0.019  † 0.925 ± 0.019  0.944 ± 0.024
	// wine                  0.814 ± 0.039    0.717 ± 0.053  0.945 ± 0.019*
	// mean                          0.885            0.821          0.945
	// average rank                   1.50             3.00           1.50
	// better/neither/worse              –            0/2/0          1/1/0
}

func ExampleResult_Figure() {
	save("studycurves.png", onIrisAndWine("iris", "wine").Figure(0))
}

// withGrids tries three neighborhoods of one method, and one of another.
func withGrids() *study.Result {
	r, err := study.Run(context.Background(), study.Study{
		Name: "grids", Data: study.Named("iris", "wine"), Counts: []int{1, 2, 3}, Grids: true,
		Methods: []algorithms.Selector{filter.Laplacian{},
			filter.Laplacian{Similarity: graph.Neighbors{K: 2}},
			filter.Laplacian{Similarity: graph.Neighbors{K: 40}}, filter.Fisher{}},
		Measures: []study.Measure{study.Accuracy{}, study.Redundancy{}},
	}, "", algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return r
}

func ExampleResult_GridTable() {
	t := withGrids().GridTable(0)
	t.Notes = nil // that the best of a grid is too good for new data
	fmt.Print(t.Text())
	// Output:
	// grids: accuracy, 1-NN: the best of each grid
	// data set  method     tried   best  with          at each  median  worst
	// ───────────────────────────────────────────────────────────────────────
	// iris      laplacian      3  0.939  defaults        0.939   0.939  0.937
	// wine      laplacian      3  0.782  neighbors=40    0.791   0.769  0.744
}

// The table of a grid follows that of the study, and a study without has none.
func TestGridTable(t *testing.T) {
	r := withGrids()
	out := must.Get(display.Render(r))(t)
	for _, want := range []string{"laplacian, best of 3", "laplacian, median of 3",
		"grids: accuracy, 1-NN: the best of each grid",
		"grids: mean squared correlation: the best of each grid", "too good for new data"} {
		if !strings.Contains(fmt.Sprint(out), want) {
			t.Errorf("no %q in\n%v", want, out)
		}
	}
	r.Grids = nil
	if r.GridTable(0) != nil {
		t.Error("a table of no grid")
	}
}
