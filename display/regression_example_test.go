package display_test

import (
	"context"
	"log"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
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
	return evaluation.Regression(context.Background(), d, evaluation.Protocol{Regressor: "ridge"},
		algorithms.Options{}, statistics.FRegression{}, filter.Variance{}, filter.Random{})
}

// R² and the root mean squared error of three methods against the number of features.
func Example_regression() {
	r, err := petals()
	if err != nil {
		log.Fatal(err)
	}
	save("regression.png", r)
}

// petalRankings are that data set and its best two features by two methods.
func petalRankings() (*datasets.Dataset, []*algorithms.Ranking, error) {
	d, err := petalWidth()
	if err != nil {
		return nil, nil, err
	}
	var out []*algorithms.Ranking
	for _, m := range []algorithms.Selector{statistics.FRegression{}, filter.Random{}} {
		r, err := algorithms.Run(context.Background(), m, d, algorithms.Options{K: 2})
		if err != nil {
			return nil, nil, err
		}
		out = append(out, r)
	}
	return d, out, nil
}

// Samples in the color of a continuous target.
func Example_scatterTarget() {
	d, rankings, err := petalRankings()
	if err != nil {
		log.Fatal(err)
	}
	s, err := evaluation.Scatter(context.Background(), d, false, rankings...)
	if err != nil {
		log.Fatal(err)
	}
	save("scatter_target.png", s)
}

// The best features in the quartiles of a continuous target.
func Example_byClassTarget() {
	d, rankings, err := petalRankings()
	if err != nil {
		log.Fatal(err)
	}
	c, err := evaluation.ByClass(context.Background(), d, 0, rankings[0])
	if err != nil {
		log.Fatal(err)
	}
	save("byclass_target.png", c)
}
