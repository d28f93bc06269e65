package graph_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

// A similarity of samples from a list of pairs. f'Lf, the sum of A_ij (f_i - f_j)² over the edges,
// is small for a feature f in which similar samples have similar values: 0 for the first column
// here, 1·(0-1)² + 2·(0-2)² for the second.
func ExampleFromPairs() {
	a, err := graph.FromPairs(4, []graph.Edge{{I: 0, J: 1, Weight: 1}, {I: 2, J: 3, Weight: 2}})
	if err != nil {
		log.Fatal(err)
	}
	x := mat.NewDense(4, 2, []float64{
		1, 0,
		1, 1,
		5, 0,
		5, 2,
	})
	smoothness, err := a.Smoothness(context.Background(), x, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("degrees", a.Degrees())
	fmt.Println("f'Lf   ", smoothness)
	// Output:
	// degrees [1 1 2 2]
	// f'Lf    [0 9]
}

// A repeated pair and an index out of range are errors.
func ExampleFromPairs_mistake() {
	_, err := graph.FromPairs(4, []graph.Edge{{I: 0, J: 4, Weight: 1}})
	fmt.Println(err)
	// Output:
	// the pair (0, 4) is out of range; there are 4 samples, the first is 0
}

// A continuous target makes samples alike: hsic then ranks by dependence on it.
func ExampleTarget() {
	d, err := datasets.FromRows("doses", [][]float64{{1, 4}, {2, 1}, {3, 3}, {5, 2}, {6, 4}},
		[]float64{.5, 1, 1.4, 2.6, 3}, []string{"marker", "other"})
	if err != nil {
		log.Fatal(err)
	}
	r, err := filter.HSIC{Similarity: graph.Target{}}.Select(context.Background(), d,
		algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output: hsic, similarity=target: 2 of 2, doses: marker, other
}
