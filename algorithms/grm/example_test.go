package grm_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/grm"
	"fsnb.example/datasets"
	"fsnb.example/internal/redundancy"
)

// Among the 30 measurements of tumors in wdbc, radius, perimeter and area are almost duplicates.
func ExampleGRM() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	ctx, opt := context.Background(), algorithms.Options{K: 5}
	for _, m := range []algorithms.Selector{filter.Fisher{}, grm.GRM{Scorer: filter.Fisher{}}} {
		r, err := m.Select(ctx, d, opt)
		if err != nil {
			log.Fatal(err)
		}
		red, err := redundancy.Of(ctx, d, r.Features, 0)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%.2f %s\n", red.SqCosCentered, r)
	}
	// Output:
	// 0.77 fisher: 5 of 30, wdbc: worst_concave_points, worst_perimeter, mean_concave_points, worst_radius, mean_perimeter
	// 0.25 grm: 5 of 30, wdbc: worst_concave_points, worst_perimeter, worst_radius, texture_error, symmetry_error
}

// Precomputed scores and redundancy: the first feature resembles the second and the third, which do
// not resemble each other.
func ExampleGRM_given() {
	d, err := datasets.FromRows[string]("four", [][]float64{{1, 2, 3, 4}, {4, 3, 1, 2}}, nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	r, err := grm.GRM{
		Scores: mat.NewVecDense(4, []float64{10, 9.8, 9.5, 1}),
		Redundancy: mat.NewSymDense(4, []float64{
			1, .49, .49, 0,
			.49, 1, 0, 0,
			.49, 0, 1, 0,
			0, 0, 0, 1,
		}),
	}.Select(context.Background(), d, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range r.Names {
		fmt.Printf("%s %.3f\n", name, r.Scores[i])
	}
	// Output:
	// f1 0.387
	// f2 0.380
	// f3 0.202
	// f0 0.031
}
