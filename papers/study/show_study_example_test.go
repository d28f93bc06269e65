package study_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/internal/displaytest"
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
