package wrapper_test

import (
	"context"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/wrapper"
	"fsnb.example/datasets"
)

// best prints the best features of a method.
func best(name string, m algorithms.Selector) *algorithms.Ranking {
	d, err := datasets.Load(name, datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return nil
	}
	r, err := m.Select(context.Background(), d, algorithms.Options{K: 3})
	if err != nil {
		fmt.Println(err)
		return nil
	}
	fmt.Println(r)
	return r
}

func ExampleRFE() {
	best("wine", wrapper.RFE{})
	best("wine", wrapper.RFE{Model: wrapper.Ridge{}})
	// Output:
	// rfe: 3 of 13, wine: color_intensity, proline, flavanoids
	// rfe, model=ridge: 3 of 13, wine: proline, flavanoids, color_intensity
}

func ExampleForwardSelection() {
	r := best("wine", wrapper.ForwardSelection{})
	fmt.Printf("%s: %.3f\n", r.Criterion, r.Raw)
	// Output:
	// forward-selection: 3 of 13, wine: flavanoids, alcohol, color_intensity
	// accuracy or R² so far: [0.753 0.921 0.944]
}

func ExampleBackwardElimination() {
	r := best("wine", wrapper.BackwardElimination{Model: wrapper.Ridge{}})
	fmt.Printf("%s: %.3f\n", r.Criterion, r.Raw)
	// Output:
	// backward-elimination, model=ridge: 3 of 13, wine: flavanoids, proline, color_intensity
	// accuracy or R² so far: [0.764 0.893 0.944]
}

func ExampleStabilitySelection() {
	r := best("planted", wrapper.StabilitySelection{})
	for _, v := range r.Diagnostics.Extra {
		fmt.Printf("%s: %.3f\n", v.Name, float64(v.Value))
	}
	// Output:
	// stability-selection: 3 of 60, planted: line_2, line_3, line_1_again
	// chosen: 3.000
	// q: 5.000
	// bound on false features: 0.833
	// unimodal bound on false features: 0.425
}
