package trees_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/trees"
	"fsnb.example/datasets"
)

// show prints the best features of a method, and how good the forest is on samples out of the bag.
func show(name string, m algorithms.Selector) {
	d, err := datasets.Load(name, datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := m.Select(context.Background(), d, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	for _, v := range r.Diagnostics.Extra {
		fmt.Printf("%s: %.2f\n", v.Name, float64(v.Value))
	}
}

func ExampleForest() {
	show("wine", trees.Forest{Trees: 500})
	// Output:
	// forest, trees=500: 3 of 13, wine: proline, color_intensity, flavanoids
	// out-of-bag accuracy: 0.98
}

func ExampleForest_permutation() {
	show("wine", trees.Forest{Importance: trees.Permutation})
	// Output:
	// forest, importance=permutation: 3 of 13, wine: proline, flavanoids, color_intensity
	// out-of-bag accuracy: 0.98
}

func ExampleExtraTrees() {
	show("wine", trees.ExtraTrees{Trees: 500})
	// Output:
	// extra-trees, trees=500: 3 of 13, wine: proline, flavanoids, color_intensity
}

// The 5 features with an effect of their own come first, of which 3 are the same line.
func ExampleBoruta() {
	show("planted", trees.Boruta{Trees: 30, Rounds: 30})
	// Output:
	// boruta, trees=30, rounds=30: 3 of 60, planted: line_2, line_1_again, bowl
	// chosen: 5.00
	// tentative: 2.00
	// rejected: 53.00
}
