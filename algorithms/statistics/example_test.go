package statistics_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
)

func ExampleAnovaF() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := statistics.AnovaF{}.Score(context.Background(), iris, algorithms.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for j, name := range iris.Features {
		fmt.Printf("%s %.2f\n", name, s.Values[j])
	}
	// Output:
	// sepal_length_cm 119.26
	// sepal_width_cm 49.16
	// petal_length_cm 1180.16
	// petal_width_cm 960.01
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
		fmt.Println(err)
		return
	}
	r, err := statistics.Chi2{}.Select(context.Background(), d, algorithms.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.3f\n", name, r.Scores[i])
	}
	// Output:
	// harbor 7.500
	// station 4.000
	// arrive 0.111
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
		fmt.Println(err)
		return
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
		fmt.Println(err)
		return
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
		fmt.Println(err)
		return
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.2f\n", name, r.Scores[i])
	}
	// Output:
	// marker 255.55
	// other 3.65
}
