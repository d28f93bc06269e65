package statistics_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
)

func ExampleAnovaF() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	s, err := statistics.AnovaF{}.Score(context.Background(), iris, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for j, name := range iris.Features {
		fmt.Printf("%s %.2f, p = %.2g\n", name, s.Values[j], s.PValues[j])
	}
	// Output:
	// sepal_length_cm 119.26, p = 1.7e-31
	// sepal_width_cm 49.16, p = 4.5e-17
	// petal_length_cm 1180.16, p = 2.9e-91
	// petal_width_cm 960.01, p = 4.2e-85
}

// How often three words occur in two texts about ships and three about trains.
func ExampleChi2() {
	counts := mat.NewDense(5, 3, []float64{
		3, 0, 1,
		2, 0, 1,
		0, 4, 1,
		0, 1, 2,
		0, 1, 1,
	})
	d, err := datasets.New("texts", counts, []string{"ships", "ships", "trains", "trains",
		"trains"}, []string{"harbor", "station", "arrive"})
	if err != nil {
		log.Fatal(err)
	}
	r, err := statistics.Chi2{}.Select(context.Background(), d, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.3f\n", name, r.Scores[i])
	}
	// Output:
	// harbor 7.500
	// station 4.000
	// arrive 0.111
}

// Whether twelve patients recovered, by site and by sex: both are codes of categories.
func ExampleContingency() {
	d, err := datasets.FromRows("trial", [][]float64{
		{0, 1}, {0, 0}, {0, 1}, {0, 0}, {1, 1}, {1, 0}, {1, 1}, {1, 0}, {2, 1}, {2, 0}, {2, 1},
		{2, 0},
	}, []string{"yes", "yes", "yes", "yes", "no", "no", "no", "no", "yes", "yes", "yes", "yes"},
		[]string{"site", "sex"})
	if err != nil {
		log.Fatal(err)
	}
	r, err := statistics.Contingency{Permutations: 999}.Select(context.Background(), d,
		algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s V = %.2f, χ² = %.1f, p = %.3f\n", name, r.Scores[i], r.Raw[i], r.PValues[i])
	}
	// Output:
	// site V = 0.95, χ² = 12.0, p = 0.005
	// sex V = 0.00, χ² = 0.0, p = 1.000
}

// doseTable is eight samples of two features, and the dose that was given.
func doseTable() *datasets.Dataset {
	d, err := datasets.FromRows("doses", [][]float64{
		{1, 4}, {2, 1}, {2.5, 3}, {4, 2}, {5.5, 8}, {6, 5}, {6.5, 7}, {8, 6},
	}, []float64{.5, 1, 1.2, 2.1, 2.4, 3.3, 3.1, 4}, []string{"marker", "other"})
	if err != nil {
		panic(err)
	}
	return d
}

func ExamplePearson() {
	r, err := statistics.Pearson{}.Select(context.Background(), doseTable(), algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.3f\n", name, r.Scores[i])
	}
	// Output:
	// marker 0.988
	// other 0.615
}

func ExampleSpearman() {
	r, err := statistics.Spearman{}.Select(context.Background(), doseTable(), algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.3f\n", name, r.Scores[i])
	}
	// Output:
	// marker 0.976
	// other 0.619
}

func ExampleFRegression() {
	r, err := statistics.FRegression{}.Select(context.Background(), doseTable(),
		algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.2f\n", name, r.Scores[i])
	}
	// Output:
	// marker 255.55
	// other 3.65
}

func ExampleKendall() {
	r, err := statistics.Kendall{}.Select(context.Background(), doseTable(), algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.3f, p = %.2g\n", name, r.Scores[i], r.PValues[i])
	}
	// Output:
	// marker 0.929, p = 0.0004
	// other 0.357, p = 0.28
}

func ExampleKruskalWallis() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := statistics.KruskalWallis{}.Select(context.Background(), iris,
		algorithms.Options{K: 2})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.2f, p = %.2g\n", name, r.Scores[i], r.PValues[i])
	}
	// Output:
	// petal_width_cm 131.19, p = 3.3e-29
	// petal_length_cm 130.41, p = 4.8e-29
}

func ExampleTScore() {
	wdbc, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := statistics.TScore{}.Select(context.Background(), wdbc, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.2f, p = %.2g\n", name, r.Scores[i], r.PValues[i])
	}
	// Output:
	// worst_concave_points 29.12, p = 1.1e-96
	// worst_perimeter 25.33, p = 1e-72
	// mean_concave_points 24.84, p = 3.1e-71
}

func ExampleGini() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	s, err := statistics.Gini{}.Score(context.Background(), iris, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for j, name := range iris.Features {
		fmt.Printf("%s %.4f\n", name, s.Values[j])
	}
	// Output:
	// sepal_length_cm 0.2278
	// sepal_width_cm 0.1269
	// petal_length_cm 0.3333
	// petal_width_cm 0.3333
}
