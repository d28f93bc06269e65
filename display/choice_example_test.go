package display_test

import (
	"context"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// Three features of wdbc are within a standard error of the best accuracy.
func Example_choice() {
	save("choice.png",
		howMany(evaluation.Choose{Selector: information.MRMR{}}))
}

// The scores of Fisher flatten after eleven features.
func Example_choiceElbow() {
	save("choice_elbow.png",
		howMany(evaluation.Choose{Selector: filter.Fisher{}, Rule: "elbow"}))
}

func howMany(c evaluation.Choose) *evaluation.Choice {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	choice, err := c.Count(context.Background(), d, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return choice
}
