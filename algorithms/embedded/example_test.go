package embedded_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

func ExampleAROM_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := embedded.AROM{}.Select(context.Background(), wine, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output:
	// arom-svm: 3 of 13, wine: color_intensity, flavanoids, proline
}

// Without the three vineyards as labels: the features that predict clusters of the wines.
func ExampleMCFS_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := embedded.MCFS{Eigenvectors: 3}.Select(context.Background(), wine,
		algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output:
	// mcfs, eigenvectors=3: 3 of 13, wine: proline, flavanoids, od280_od315_of_diluted_wines
}

// Wines without their labels: three features that predict most of the similarities.
func ExampleMRSF_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if wine, err = wine.Standardize(); err != nil {
		log.Fatal(err)
	}
	r, err := embedded.MRSF{Similarity: graph.RBF{}}.Select(context.Background(), wine,
		algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("a certified optimum: %v\n", r.Diagnostics.Certificate.Holds())
	// Output:
	// mrsf, similarity=rbf: 3 of 13, wine: flavanoids, proline, color_intensity
	// a certified optimum: true
}

// A linear map of few chemical measurements separates three grape varieties.
func ExampleRFS_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if wine, err = wine.Standardize(); err != nil {
		log.Fatal(err)
	}
	r, err := embedded.RFS{Gamma: 20, Bias: true}.Select(context.Background(), wine,
		algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("P(W) = %.4f, a certified optimum: %v\n", *r.Diagnostics.Objective,
		r.Diagnostics.Certificate.Holds())
	// Output:
	// rfs, gamma=20, bias=true: 3 of 13, wine: proline, flavanoids, alcohol
	// P(W) = 86.8599, a certified optimum: true
}

// Wines without their labels: features in which every wine differs from its nearest neighbors.
func ExampleUDFS_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if wine, err = wine.Standardize(); err != nil {
		log.Fatal(err)
	}
	r, err := embedded.UDFS{Dimensions: 3, Gamma: 10}.Select(context.Background(), wine,
		algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output:
	// udfs, dimensions=3, gamma=10: 3 of 13, wine: color_intensity, od280_od315_of_diluted_wines, flavanoids
}

// Wines without their labels: a graph of three clusters and the features that define it.
func ExampleSOGFS_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if wine, err = wine.Standardize(); err != nil {
		log.Fatal(err)
	}
	r, err := embedded.SOGFS{Dimensions: 2, Clusters: 3}.Select(context.Background(), wine,
		algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Println("components of the graph:", r.Diagnostics.Get("components"))
	// Output:
	// sogfs, dimensions=2, clusters=3: 3 of 13, wine: flavanoids, od280_od315_of_diluted_wines, total_phenols
	// components of the graph: 3
}
