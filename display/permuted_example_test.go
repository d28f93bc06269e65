package display_test

import (
	"context"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// What a logistic regression needs of the ten features that mRMR chooses of wdbc.
func Example_permuted() {
	c, err := needed()
	if err != nil {
		log.Fatal(err)
	}
	save("permuted.png", c)
}

func needed() (*evaluation.PermutedImportance, error) {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		return nil, err
	}
	r, err := information.MRMR{}.Select(context.Background(), d, algorithms.Options{K: 10})
	if err != nil {
		return nil, err
	}
	return evaluation.PermutationImportance(context.Background(), d, evaluation.PermutationOptions{
		Protocol: evaluation.Protocol{Classifier: "logistic"}}, r)
}
