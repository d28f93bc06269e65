package learn_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
)

// A ring around a point: no line divides them, the RBF kernel does.
func ExampleSVC() {
	x := mat.NewDense(5, 2, []float64{
		0, 0,
		1, 0,
		0, 1,
		-1, 0,
		0, -1,
	})
	y := []int{0, 1, 1, 1, 1}
	ctx := context.Background()
	m, err := learn.SVC{C: 10, Gamma: 1}.Train(ctx, x, y, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	predicted, err := m.Predict(ctx, mat.NewDense(2, 2, []float64{
		0.1, 0.1,
		0.8, 0.8,
	}))
	fmt.Println(predicted, err)
	fmt.Println(len(m.Rows), "support vectors, converged:", m.Pairs[0].Converged)
	// Output:
	// [0 1] <nil>
	// 5 support vectors, converged: true
}

// The machine of two classes has one row of weights, positive for the first.
func ExampleLinearSVM() {
	x := mat.NewDense(4, 2, []float64{
		1, 0,
		2, 1,
		-1, 0,
		-2, 1,
	})
	m, err := learn.LinearSVM{Eps: 1e-6}.Train(context.Background(), x, []int{0, 0, 1, 1}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", m.Weights.RawRowView(0))
	predicted, err := m.Predict(mat.NewDense(1, 2, []float64{3, 7}))
	fmt.Println(predicted, err)
	// Output:
	// [0.80 0.00]
	// [0] <nil>
}

func ExampleKMeans() {
	x := mat.NewDense(5, 1, []float64{1, 2, 9, 10, 11})
	c, err := learn.KMeans{K: 2}.Cluster(context.Background(), x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("together:", c.Labels[0] == c.Labels[1], c.Labels[1] == c.Labels[2])
	fmt.Println("inertia", c.Inertia)
	// Output:
	// together: true false
	// inertia 2.5
}

// The accuracy of a clustering: clusters are given the classes with which most of
// their samples agree, each class once.
func ExampleAssignment() {
	disagree := mat.NewDense(2, 2, []float64{
		-1, -9, // samples of cluster 0 in either class, negated
		-8, -2,
	})
	class, total, err := learn.Assignment(disagree)
	fmt.Println(class, -total/20, err)
	// Output: [1 0] 0.85 <nil>
}
