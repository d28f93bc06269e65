package learn_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
)

// Points along the diagonal have one principal component.
func ExamplePCA() {
	x := mat.NewDense(3, 2, []float64{
		1, 1,
		2, 2,
		3, 3,
	})
	p, err := learn.PCA(context.Background(), x, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("axis %.3f %.3f\n", p.Axes.At(0, 0), p.Axes.At(1, 0))
	fmt.Printf("%.0f%% of the variance\n", 100*p.Explained[0])
	// Output:
	// axis 0.707 0.707
	// 100% of the variance
}

func ExampleKNN() {
	train := mat.NewDense(4, 1, []float64{1, 2, 8, 9})
	y := []int{0, 0, 1, 1}
	test := mat.NewDense(2, 1, []float64{3, 7})
	predicted, err := learn.KNN(context.Background(), train, y, 2, test, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(predicted, learn.Accuracy(predicted, []int{0, 1}))
	// Output: [0 1] 1
}

// Four samples of the first class and two of the second, half of each for
// training.
func ExampleStratifiedSplits() {
	y := []int{0, 0, 0, 0, 1, 1}
	splits, err := learn.StratifiedSplits(y, 0.5, 3, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range splits {
		fmt.Println(len(s.Train), "to train,", len(s.Test), "to test")
	}
	// Output:
	// 3 to train, 3 to test
	// 3 to train, 3 to test
	// 3 to train, 3 to test
}

// The test samples are scaled by what was learned from the training samples.
func ExampleFitScaling() {
	train := mat.NewDense(3, 1, []float64{1, 2, 3})
	test := mat.NewDense(1, 1, []float64{4})
	fmt.Println(learn.FitScaling(train).Apply(test).At(0, 0))
	// Output: 2
}

// The probability of the second class is a half between the two.
func ExampleLogistic() {
	x := mat.NewDense(4, 1, []float64{1, 2, 8, 9})
	m, err := learn.Logistic{}.Train(context.Background(), x, []int{0, 0, 1, 1}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := m.Probabilities(mat.NewDense(3, 1, []float64{3, 5, 7}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", mat.Col(nil, 1, p))
	fmt.Println(m.Fit.Converged)
	// Output:
	// [0.17 0.50 0.83]
	// true
}

func ExampleFitRidgeClasses() {
	x := mat.NewDense(4, 1, []float64{1, 2, 8, 9})
	m, err := learn.FitRidgeClasses(x, []int{0, 0, 1, 1}, 2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	said, err := m.Predict(mat.NewDense(2, 1, []float64{3, 7}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(said)
	// Output:
	// [0 1]
}

// Of six pairs four are in order, and one has equal scores.
func ExampleAUC() {
	scores := []float64{.1, .4, .4, .9, .8}
	fmt.Println(learn.AUC(scores, []bool{false, false, true, true, false}))
	// Output:
	// 0.75
}

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
