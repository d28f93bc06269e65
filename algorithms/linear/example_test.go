package linear_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/linear"
	"fsnb.example/datasets"
)

// The features that enter the lasso first. Of correlated ones the lasso takes one at a time.
func ExampleLasso() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := linear.Lasso{}.Select(context.Background(), d, algorithms.Options{K: 4})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s at %.2f of the largest lambda\n", name, r.Scores[i])
	}
	// Output:
	// worst_concave_points at 1.00 of the largest lambda
	// worst_perimeter at 0.93 of the largest lambda
	// worst_radius at 0.62 of the largest lambda
	// mean_concave_points at 0.43 of the largest lambda
}

// With a small share of the l1 penalty, correlated features enter together.
func ExampleElasticNet() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	m := linear.ElasticNet{Ratio: .1}
	r, err := m.Select(context.Background(), d, algorithms.Options{K: 4})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s at %.2f of the largest lambda\n", name, r.Scores[i])
	}
	// Output:
	// worst_concave_points at 0.99 of the largest lambda
	// worst_perimeter at 0.98 of the largest lambda
	// worst_radius at 0.97 of the largest lambda
	// mean_concave_points at 0.97 of the largest lambda
}

// The models themselves, in the units of the data.
func ExampleLasso_Path() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	models, err := linear.Lasso{}.Path(context.Background(), d, []float64{.7, .5},
		algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range models {
		fmt.Printf("lambda %g: %.3f", m.Lambda, m.Intercept)
		for i, j := range m.Features {
			fmt.Printf(" + %.4f %s", m.Coefficients[i], d.Features[j])
		}
		fmt.Println()
	}
	// Output:
	// lambda 0.7: -0.383 + 0.0002 worst_perimeter + 0.9485 worst_concave_points
	// lambda 0.5: -0.927 + 0.0035 worst_perimeter + 2.6251 worst_concave_points
}

// An elastic net for one λ.
func ExampleElasticNet_Path() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	models, err := linear.ElasticNet{}.Path(context.Background(), d, []float64{.1},
		algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(models[0].Features), "features")
	// Output: 12 features
}
