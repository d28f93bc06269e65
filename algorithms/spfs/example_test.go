package spfs_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/datasets"
)

func ExampleSFS_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := spfs.SFS{}.Select(context.Background(), wine, algorithms.Options{K: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r)
	// What is left of the similarity, ‖K‖² = 3 at first. The third feature lowers
	// it no more, and Algorithm 1 as printed would have stopped there.
	fmt.Printf("%.3f\n", r.Diagnostics.Trace)
	for _, v := range r.Diagnostics.Extra {
		fmt.Println(v.Name, v.Value)
	}
	// Output:
	// spfs-sfs: 4 of 13, wine: flavanoids, alcohol, color_intensity, alcalinity_of_ash
	// [2.544 2.443 2.940 3.800]
	// start 3
	// line 4 stops after 2
}

// The similarity may be any symmetric matrix: here samples are alike when their
// last column is.
func ExampleSFS_Select_given() {
	d, err := datasets.New[string]("toy", mat.NewDense(4, 3, []float64{
		1, 5, 0,
		2, 1, 0,
		2, 4, 7,
		1, 0, 7,
	}), nil, []string{"other", "noise", "group"})
	if err != nil {
		fmt.Println(err)
		return
	}
	k := mat.NewSymDense(4, []float64{
		.5, .5, 0, 0,
		.5, .5, 0, 0,
		0, 0, .5, .5,
		0, 0, .5, .5,
	})
	r, err := spfs.SFS{Given: k}.Select(context.Background(), d, algorithms.Options{K: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Names, r.Scores)
	// Output:
	// [group] [1]
}
