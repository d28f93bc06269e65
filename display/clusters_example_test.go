package display_test

import (
	"context"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/evaluation"
)

// Of the twenty best features of wdbc nine are the size of the nucleus.
func Example_clusters() {
	wdbc, fisher, _ := best("wdbc", 20)
	c, err := evaluation.Clusters(context.Background(), wdbc, 0, 0, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("clustermap.png", c)
}

// More than forty features are a bitmap, with the groups beside it.
func Example_clustersLarge() {
	digits, fisher, _ := best("digits", 60)
	c, err := evaluation.Clusters(context.Background(), digits,
		0.3, 0, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("clustermap_large.png", c)
}

// The first features of a ranking may all say the same.
func Example_redundancyCurves() {
	wdbc, _, _ := best("wdbc", 1)
	r, err := evaluation.RedundancyByCount(context.Background(), wdbc,
		nil, algorithms.Options{}, filter.Fisher{}, filter.Variance{},
		traceratio.TraceRatio{}, filter.Random{})
	if err != nil {
		log.Fatal(err)
	}
	save("redundancy_curves.png", r)
}
