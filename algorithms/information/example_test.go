package information_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
)

// The radius, the perimeter and the area of a nucleus are redundant: after one of
// them mRMR selects other features.
func ExampleMRMR_Select() {
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := information.MRMR{}.Select(context.Background(), cancer, algorithms.Options{K: 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("%.2f bits\n", r.Raw)
	// Output:
	// mrmr: 4 of 30, wdbc: worst_perimeter, worst_smoothness, worst_concave_points, area_error
	// [0.59 0.07 0.23 0.10] bits
}

// One measure of the petals almost separates the three kinds of iris, which takes
// log₂ 3 = 1.58 bits.
func ExampleInfoGain_Score() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	s, err := information.InfoGain{Coding: information.MDL}.Score(context.Background(), iris,
		algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, j := range s.Order() {
		fmt.Printf("%s %.3f\n", s.Names[j], s.Values[j])
	}
	// Output:
	// petal_width_cm 1.378
	// petal_length_cm 1.357
	// sepal_length_cm 0.652
	// sepal_width_cm 0.386
}

// What each measure of a nucleus tells about its area, which a line need not describe.
func ExampleMutualInfo_Score() {
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	some, err := cancer.Take([]int{0, 1, 2, 4})
	if err != nil {
		log.Fatal(err)
	}
	d, err := some.WithTarget("mean_area", mat.Col(nil, 3, cancer.X))
	if err != nil {
		log.Fatal(err)
	}
	s, err := information.MutualInfo{}.Score(context.Background(), d, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, j := range s.Order() {
		fmt.Printf("%s %.2f\n", s.Names[j], s.Values[j])
	}
	// Output:
	// mean_radius 5.24
	// mean_perimeter 3.90
	// mean_texture 0.07
	// mean_smoothness 0.06
}

// Weights of all features at once. They are low for features that repeat others.
func ExampleQPFS_Select() {
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := information.QPFS{Measure: information.SquaredCorrelation}.Select(context.Background(),
		cancer, algorithms.Options{K: 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("weights %.2f, a certified optimum: %v\n", r.Raw, r.Diagnostics.Certificate.Holds())
	// Output:
	// qpfs, measure=squared: 4 of 30, wdbc: worst_radius, worst_concave_points, worst_texture, mean_concave_points
	// weights [0.30 0.26 0.11 0.08], a certified optimum: true
}

// Few features are left when none may be better known from another one than the classes are from
// it.
func ExampleFCBF_Select() {
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := information.FCBF{}.Select(context.Background(), cancer, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("%.2f\n", r.Scores)
	// Output:
	// fcbf: 4 of 30, wdbc: worst_perimeter, worst_concave_points, radius_error, worst_texture
	// [0.47 0.47 0.25 0.13]
}

// The method chooses how many features; a larger k adds a warning.
func ExampleCFS_Select() {
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := information.CFS{}.Select(context.Background(), cancer, algorithms.Options{K: 20})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.K, r.Names[:3])
	fmt.Printf("merit %.3f of one feature, %.3f of three, %.3f of all\n", r.Raw[0], r.Raw[2],
		r.Raw[r.K-1])
	fmt.Println(r.Warnings[0])
	// Output:
	// 9 [worst_perimeter worst_concave_points mean_concave_points]
	// merit 0.471 of one feature, 0.584 of three, 0.610 of all
	// cfs chooses only 9 of the k = 20 features wanted
}

// Each of a and b alone tells nothing of the classes, both together tell all; copy is a again, c
// tells a part of the classes, and noise tells nothing. Only jmi and cmi add b for what it tells
// together with a: mrmr and cmim cannot tell it from noise.
func ExampleJMI_Select() {
	const n = 16
	x, y := mat.NewDense(n, 5, nil), make([]int, n)
	for i := range n {
		a, b, noise := i%2, i/2%2, i/4%2
		y[i] = a ^ b
		c := y[i]
		if i >= 10 {
			c = 0
		}
		for j, v := range []int{c, a, a, noise, b} {
			x.Set(i, j, float64(v))
		}
	}
	d, err := datasets.New("exclusive or", x, y, nil)
	if err != nil {
		log.Fatal(err)
	}
	d.Features = []string{"c", "a", "copy", "noise", "b"}
	for _, m := range []algorithms.Selector{
		information.MRMR{Coding: information.Values},
		information.CMIM{Coding: information.Values},
		information.JMI{Coding: information.Values},
		information.CMI{Coding: information.Values},
	} {
		r, err := m.Select(context.Background(), d, algorithms.Options{K: 3})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %.2f\n", r, r.Raw)
	}
	// Output:
	// mrmr, coding=values: 3 of 5, exclusive or: c, a, noise [0.42 -0.01 -0.01]
	// cmim, coding=values: 3 of 5, exclusive or: c, a, copy [0.42 0.00 0.00]
	// jmi, coding=values: 3 of 5, exclusive or: c, a, b [0.42 0.43 1.43]
	// cmi, coding=values: 3 of 5, exclusive or: c, a, b [0.42 0.01 0.57]
}

// The second feature of the search says what it tells beside the first one.
func ExampleCMIM_Select() {
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := information.CMIM{}.Select(context.Background(), cancer, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("%s: %.3f bits\n", r.Criterion, r.Raw)
	// Output:
	// cmim: 3 of 30, wdbc: worst_perimeter, worst_concave_points, mean_texture
	// min(I(f; y), min I(f; y | s)): [0.593 0.133 0.064] bits
}

// Searches between mifs and cife: redundancy counts, and a quarter of it is made good if the
// classes explain it.
func ExampleLCSI_Select() {
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	m := information.LCSI{Beta: 1, Gamma: .25}
	r, err := m.Select(context.Background(), cancer, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output:
	// lcsi, beta=1, gamma=0.25: 3 of 30, wdbc: worst_perimeter, worst_smoothness, mean_texture
}
