package fsnb_test

import (
	"fmt"
	"math"
	"slices"

	"fsnb.example/fsnb"
)

// The distance of the means of two classes, over the range of the feature.
func ExampleScoreFunc() {
	gap := func(x []float64, y []int) float64 {
		var sum, count [2]float64
		for i, v := range x {
			sum[y[i]], count[y[i]] = sum[y[i]]+v, count[y[i]]+1
		}
		return math.Abs(sum[0]/count[0]-sum[1]/count[1]) / (slices.Max(x) - slices.Min(x))
	}
	cancer := fsnb.Load("wdbc")
	fmt.Println(fsnb.Select(cancer, fsnb.ScoreFunc("gap", gap), 3))
	// Output:
	// gap: 3 of 30, wdbc: worst_concave_points, mean_concave_points, worst_radius
}
