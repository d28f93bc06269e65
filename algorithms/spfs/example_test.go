package spfs_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/datasets"
)

func ExampleSFS_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := spfs.SFS{}.Select(context.Background(), wine, algorithms.Options{K: 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// The residue ‖R‖² starts at ‖K‖² = 3. The third feature raises it, so Algorithm 1 as printed
	// would stop before it.
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

// The similarity may be any symmetric matrix. Here it is 1 for samples with equal values in the
// last column.
func ExampleSFS_Select_given() {
	d, err := datasets.New[string]("toy", mat.NewDense(4, 3, []float64{
		1, 5, 0,
		2, 1, 0,
		2, 4, 7,
		1, 0, 7,
	}), nil, []string{"other", "noise", "group"})
	if err != nil {
		log.Fatal(err)
	}
	k := mat.NewSymDense(4, []float64{
		.5, .5, 0, 0,
		.5, .5, 0, 0,
		0, 0, .5, .5,
		0, 0, .5, .5,
	})
	r, err := spfs.SFS{Similarity: graph.Precomputed{Matrix: k}}.Select(context.Background(), d,
		algorithms.Options{K: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Names, r.Scores)
	// Output:
	// [group] [1]
}

// Duplicate columns come after all others.
func ExampleLAR_Select() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	wide := mat.NewDense(iris.N(), 6, nil)
	names := append(append([]string(nil), iris.Features...), "petal length again",
		"petal width again")
	for k, j := range []int{0, 1, 2, 3, 2, 3} {
		wide.SetCol(k, mat.Col(nil, j, iris.X))
	}
	labels := make([]string, iris.N())
	for i, c := range iris.Y {
		labels[i] = iris.Classes[c]
	}
	twice, err := datasets.New("iris twice", wide, labels, names)
	if err != nil {
		log.Fatal(err)
	}
	r, err := spfs.LAR{}.Select(context.Background(), twice, algorithms.Options{K: 5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("%.3f\n", r.Scores)
	fmt.Println(r.Warnings[0])
	// Output:
	// spfs-lar: 5 of 6, iris twice: petal_length_cm, petal_width_cm, sepal_width_cm, sepal_length_cm, petal length again
	// [0.970 0.814 0.460 0.010 0.000]
	// 1 of the 5 features asked for are exact duplicates of earlier ones, and have score 0: petal length again
}

func ExampleNES_Select() {
	wine, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := spfs.NES{}.Select(context.Background(), wine, algorithms.Options{K: 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Printf("‖Y - XW‖² = %.4f, certified: %v\n", float64(*r.Diagnostics.Objective),
		r.Diagnostics.Certificate.Holds())
	// Output:
	// spfs-nes: 4 of 13, wine: proline, flavanoids, color_intensity, od280_od315_of_diluted_wines
	// ‖Y - XW‖² = 1.6287, certified: true
}
