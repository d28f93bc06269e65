package display_test

import (
	"context"
	"log"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
)

// petalWidth is iris with the width of the petals as the target of the other three columns.
func petalWidth() (*datasets.Dataset, error) {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		return nil, err
	}
	others, err := iris.Take([]int{0, 1, 2})
	if err != nil {
		return nil, err
	}
	return others.WithTarget(iris.Features[3], mat.Col(nil, 3, iris.X))
}

// petals predicts that target by ridge regression.
func petals() (*evaluation.RegressionErrors, error) {
	d, err := petalWidth()
	if err != nil {
		return nil, err
	}
	return evaluation.Regression(context.Background(), d, evaluation.RegressionOptions{
		Protocol: evaluation.Protocol{Regressor: evaluation.RidgeRegression},
	}, filter.FRegression{}, filter.Variance{}, filter.Random{})
}

// R² and the root mean squared error of three methods against the number of features.
func ExampleRegressionFigure() {
	r, err := petals()
	if err != nil {
		log.Fatal(err)
	}
	save("regression.png", display.RegressionFigure(r))
}
