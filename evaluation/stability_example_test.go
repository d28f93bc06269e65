package evaluation_test

import (
	"context"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// Fisher chooses much the same ten features from any half of the samples.
func ExampleStability() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := evaluation.Protocol{Counts: []int{10}, Repeats: 20}
	r, err := evaluation.Stability(context.Background(), d,
		p, algorithms.Options{}, filter.Fisher{}, filter.Random{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for m, s := range r.Points[0].Methods {
		fmt.Printf("%s %.2f (%.2f to %.2f), %d features always\n", r.Labels[m], s.Nogueira.Value,
			s.Nogueira.Low, s.Nogueira.High, s.Always)
	}
	// Output:
	// fisher 0.96 (0.92 to 0.99), 9 features always
	// random 0.00 (-0.03 to 0.04), 0 features always
}

// Three samples of each class; one is in the wrong cluster, whatever its name.
func ExampleClusteringAccuracy() {
	truth, found := []int{0, 0, 0, 1, 1, 1}, []int{7, 7, 4, 4, 4, 4}
	accuracy, err := evaluation.ClusteringAccuracy(found, truth)
	if err != nil {
		fmt.Println(err)
		return
	}
	nmi, err := evaluation.NMI(found, truth, evaluation.ByMax)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("accuracy %.2f, NMI %.2f\n", accuracy, nmi)
	// Output: accuracy 0.83, NMI 0.46
}
