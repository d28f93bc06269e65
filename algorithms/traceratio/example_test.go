package traceratio_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
)

func ExampleTraceRatio_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := traceratio.TraceRatio{}.Select(context.Background(), wine, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("lambda %.3f, certified: %v\n", float64(*r.Diagnostics.Objective),
		r.Diagnostics.Certificate.Holds())
	// Output:
	// trace-ratio: 3 of 13, wine: flavanoids, nonflavanoid_phenols, hue
	// lambda 2.464, certified: true
}

// The graph of neighbors uses no labels.
func ExampleTraceRatio_Select_laplacian() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	m := traceratio.TraceRatio{Graph: graph.Neighbors{}}
	r, err := m.Select(context.Background(), wine, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output:
	// trace-ratio, graph=neighbors: 3 of 13, wine: proline, nonflavanoid_phenols, hue
}
