package linear_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/linear"
	"fsnb.example/datasets"
)

func ExampleFSV_Select() {
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := linear.FSV{}.Select(context.Background(), cancer, algorithms.Options{K: 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Println(r.Diagnostics.Notes[0])
	// Output:
	// fsv: 4 of 30, wdbc: worst_radius, worst_concave_points, worst_texture, mean_concave_points
	// FSV chooses 3 of 30 features; the others follow by their last program, and tie otherwise
}
