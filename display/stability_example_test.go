package display_test

import (
	"context"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/evaluation"
)

// stable is the stability of three methods on wdbc.
func stable() *evaluation.StabilityReport {
	wdbc, _, _ := best("wdbc", 1)
	p := evaluation.Protocol{Repeats: 20}
	r, err := evaluation.Stability(context.Background(), wdbc,
		p, algorithms.Options{}, filter.Fisher{}, filter.Laplacian{}, filter.Random{})
	if err != nil {
		log.Fatal(err)
	}
	return r
}

// Fisher's and Laplacian's features hardly depend on the samples; random ones do.
func Example_stability() {
	save("stability.png", stable())
}

// Each method's favorites among the features.
func Example_frequency() {
	save("frequencies.png", figures(stable())[1])
}
