package display_test

import (
	"context"
	"log"

	"fsnb.example/algorithms/linear"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// wdbcPath is the lasso of wdbc with five folds.
func wdbcPath() (*evaluation.CoefficientPath, error) {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		return nil, err
	}
	return evaluation.Coefficients(context.Background(), d, linear.Lasso{},
		evaluation.CoefficientsOptions{})
}

// Coefficients of the lasso against λ, with the choice of cross-validation.
func Example_coefficientPath() {
	p, err := wdbcPath()
	if err != nil {
		log.Fatal(err)
	}
	save("coefficient_path.png", p)
}
