package filter_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

func ExampleFisher_Select() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := filter.Fisher{}.Select(context.Background(), iris, algorithms.Options{K: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	for i, name := range r.Names {
		fmt.Printf("%s: column %d, score %.2f\n", name, r.Features[i], r.Scores[i])
	}
	// Output:
	// fisher: 2 of 4, iris: petal_length_cm, petal_width_cm
	// petal_length_cm: column 2, score 16.06
	// petal_width_cm: column 3, score 13.06
}

func ExampleFisher_Score() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	s, err := filter.Fisher{}.Score(context.Background(), iris, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for j, name := range iris.Features {
		fmt.Printf("%s %.3f\n", name, s.Values[j])
	}
	// Output:
	// sepal_length_cm 1.623
	// sepal_width_cm 0.669
	// petal_length_cm 16.057
	// petal_width_cm 13.061
}

func ExampleLaplacian_Select() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := filter.Laplacian{Similarity: graph.Neighbors{K: 10}}.Select(context.Background(),
		iris, algorithms.Options{K: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("the paper's criterion, small for good features: %.4f\n", r.Raw)
	// Output:
	// laplacian, neighbors=10: 2 of 4, iris: petal_length_cm, petal_width_cm
	// the paper's criterion, small for good features: [0.0071 0.0237]
}

func ExampleLaplacian_Score() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	s, err := filter.Laplacian{}.Score(context.Background(), iris, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range s.Diagnostics.Extra {
		fmt.Printf("%s %.4g\n", v.Name, float64(v.Value))
	}
	// Output:
	// heat 0.1804
	// edges 532
}

func ExampleVariance_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := filter.Variance{}.Select(context.Background(), wine, algorithms.Options{K: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output:
	// variance: 2 of 13, wine: proline, magnesium
}

func ExampleRandom_Select() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for seed := range uint64(2) {
		r, err := filter.Random{}.Select(context.Background(), iris, algorithms.Options{Seed: seed})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r)
	}
	// Output:
	// random: 4 of 4, iris: petal_width_cm, sepal_width_cm, sepal_length_cm, petal_length_cm
	// random: 4 of 4, iris: sepal_length_cm, petal_width_cm, petal_length_cm, sepal_width_cm
}

func ExampleReliefF_Select() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := filter.ReliefF{}.Select(context.Background(), iris, algorithms.Options{K: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("%.4f\n", r.Scores)
	// Output:
	// relieff: 2 of 4, iris: petal_width_cm, petal_length_cm
	// [0.3754 0.3590]
}

// With a precomputed similarity: wines are similar if their alcohol is, and the
// features are ranked by their dependence on it.
func ExampleHSIC_Select_precomputed() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	alike := mat.NewSymDense(wine.N(), nil)
	for i := range wine.N() {
		for j := i; j < wine.N(); j++ {
			difference := wine.X.At(i, 0) - wine.X.At(j, 0)
			alike.SetSym(i, j, math.Exp(-difference*difference))
		}
	}
	r, err := filter.HSIC{Similarity: graph.Precomputed{Matrix: alike}}.Select(context.Background(),
		wine, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Names)
	// Output:
	// [alcohol proline color_intensity]
}

// The three criteria of SPEC on one similarity.
func ExampleSPEC_Select() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range []filter.SPECCriterion{filter.Phi1, filter.Phi2, filter.Phi3} {
		r, err := filter.SPEC{Criterion: c, Eigenvectors: 3}.Select(context.Background(), iris,
			algorithms.Options{K: 2})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(c, r.Names)
	}
	// Output:
	// phi1 [sepal_length_cm sepal_width_cm]
	// phi2 [petal_length_cm petal_width_cm]
	// phi3 [sepal_length_cm petal_length_cm]
}

// Eigenvalues depend on units, so the features are standardized first.
func ExampleEVSC_Select() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if iris, err = iris.Standardize(); err != nil {
		log.Fatal(err)
	}
	r, err := filter.EVSC{}.Select(context.Background(), iris, algorithms.Options{K: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	for _, v := range r.Diagnostics.Extra[:3] {
		fmt.Printf("%s %.3f\n", v.Name, float64(v.Value))
	}
	// Output:
	// evsc: 2 of 4, iris: sepal_width_cm, sepal_length_cm
	// width 7.947
	// eigenvalues 5.000
	// eigenvalue 1 0.677
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

func ExampleRReliefF() {
	r, err := filter.RReliefF{Neighbors: 3}.Select(context.Background(), doseTable(),
		algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output: rrelieff, neighbors=3: 2 of 2, doses: marker, other
}

func ExampleMultiSURF() {
	show(filter.MultiSURF{}, "iris", 2)
	// Output:
	// multisurf: 2 of 4, iris: petal_width_cm, petal_length_cm
	// [0.0760 0.0458]
}

func ExampleSURF() {
	show(filter.SURF{}, "iris", 2)
	// Output:
	// surf: 2 of 4, iris: petal_width_cm, petal_length_cm
	// [0.1795 0.1368]
}

// show prints the best k features of a data set.
func show(m algorithms.Selector, name string, k int) {
	d, err := datasets.Load(name, datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := m.Select(context.Background(), d, algorithms.Options{K: k})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("%.4f\n", r.Scores)
}
