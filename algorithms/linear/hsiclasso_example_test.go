package linear_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/linear"
	"fsnb.example/datasets"
)

func ExampleHSICLasso_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := linear.HSICLasso{}.Select(context.Background(), wine, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Println(r.Diagnostics.Certificate.Claim())
	// Output:
	// hsic-lasso: 3 of 13, wine: flavanoids, proline, color_intensity
	// global optimum of the lasso at the last λ of the path
}
