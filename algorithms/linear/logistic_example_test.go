package linear_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/linear"
	"fsnb.example/datasets"
)

// showLogistic prints the four best features of wine by a method, and whether its certificate
// holds.
func showLogistic(m algorithms.Selector) {
	d, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := m.Select(context.Background(), d, algorithms.Options{K: 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("scores: %.3f\n", r.Scores)
	fmt.Println("certified:", r.Diagnostics.Certificate.Holds())
}

// Scores are the λ at which the features enter.
func ExampleLogisticL1() {
	showLogistic(linear.LogisticL1{})
	// Output:
	// logistic-l1: 4 of 13, wine: proline, od280_od315_of_diluted_wines, alcohol, color_intensity
	// scores: [0.389 0.348 0.336 0.298]
	// certified: true
}

// Scores are the norms of the rows of W at the λ that leaves four of them.
func ExampleLSL21() {
	showLogistic(linear.LSL21{})
	// Output:
	// ls-l21: 4 of 13, wine: proline, flavanoids, alcohol, color_intensity
	// scores: [0.061 0.026 0.012 0.008]
	// certified: true
}

func ExampleLLL21() {
	showLogistic(linear.LLL21{Loss: linear.Softmax})
	// Output:
	// ll-l21, loss=multinomial: 4 of 13, wine: proline, flavanoids, alcohol, color_intensity
	// scores: [0.170 0.091 0.030 0.020]
	// certified: true
}
