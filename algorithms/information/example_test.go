package information_test

import (
	"context"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
)

// The radius, the perimeter and the area of a nucleus tell the same: after one of
// them mRMR looks elsewhere.
func ExampleMRMR_Select() {
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := information.MRMR{}.Select(context.Background(), cancer, algorithms.Options{K: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r)
	fmt.Printf("%.2f bits\n", r.Raw)
	// Output:
	// mrmr: 4 of 30, wdbc: worst_perimeter, worst_smoothness, worst_concave_points, area_error
	// [0.59 0.07 0.23 0.10] bits
}
