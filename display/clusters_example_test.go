package display_test

import (
	"context"
	"log"

	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/display"
	"fsnb.example/evaluation"
)

// Of the twenty best features of wdbc nine are the size of the nucleus.
func ExampleClustersFigure() {
	wdbc, fisher, _ := best("wdbc", 20)
	c, err := evaluation.Clusters(context.Background(), wdbc, evaluation.ClustersOptions{}, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("clustermap.png", display.ClustersFigure(c))
}

// More than forty features are a bitmap, with the groups beside it.
func ExampleClustersFigure_large() {
	digits, fisher, _ := best("digits", 60)
	c, err := evaluation.Clusters(context.Background(), digits,
		evaluation.ClustersOptions{Cut: 0.3}, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("clustermap_large.png", display.ClustersFigure(c))
}

// The first features of a ranking may all say the same.
func ExampleRedundancyCurvesFigure() {
	wdbc, _, _ := best("wdbc", 1)
	r, err := evaluation.RedundancyByCount(context.Background(), wdbc,
		evaluation.RedundancyByCountOptions{}, filter.Fisher{}, filter.Variance{},
		traceratio.TraceRatio{}, filter.Random{})
	if err != nil {
		log.Fatal(err)
	}
	save("redundancy_curves.png", display.RedundancyCurvesFigure(r))
}
