package evaluation_test

import (
	"context"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/linear"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// Features are selected on the training part of every split.
func ExampleAccuracy() {
	d, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := evaluation.Protocol{Counts: []int{1, 2}, Repeats: 5}
	a, err := evaluation.Accuracy(context.Background(), d, p, algorithms.Options{}, filter.Fisher{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, k := range a.Protocol.Counts {
		fmt.Printf("%d: %.2f ± %.2f\n", k, a.Curves[0].Points[i].Mean, a.Curves[0].Points[i].SD)
	}
	// Output:
	// 1: 0.91 ± 0.02
	// 2: 0.95 ± 0.02
}

// The λ of the lasso that cross-validation chooses, and the features of that model.
func ExampleCoefficients() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := evaluation.Coefficients(context.Background(), d, linear.Lasso{},
		evaluation.CoefficientsOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	best, chosen := p.Points[p.Best], p.Points[p.Chosen]
	fmt.Printf("least error %.3f with %d features\n", best.Error.Mean, best.NonZero)
	fmt.Printf("within one standard error: %.3f with %d\n", chosen.Error.Mean, chosen.NonZero)
	// Output:
	// least error 0.240 with 21 features
	// within one standard error: 0.250 with 18
}

func ExampleCompare() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	a, err := filter.Fisher{}.Select(ctx, d, algorithms.Options{K: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := filter.Variance{}.Select(ctx, d, algorithms.Options{K: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := evaluation.Compare(d, a, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Overlaps[0].Common, "of", c.Overlaps[0].Of, "in common:", c.Common)
	// Output: 2 of 5 in common: [worst_perimeter mean_perimeter]
}

// How much a forest needs of two features of iris, by its AUC.
func ExamplePermutationImportance() {
	d, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := filter.Fisher{}.Select(context.Background(), d, algorithms.Options{K: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := evaluation.Protocol{Classifier: "forest", Measure: "auc", Repeats: 3}
	c, err := evaluation.PermutationImportance(context.Background(), d,
		evaluation.PermutationOptions{Protocol: p}, r)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %.2f\n", c.Measure, c.Baseline.Mean)
	for f, name := range c.Names {
		fmt.Printf("%s: %.2f ± %.2f\n", name, c.Falls[f].Mean, c.Falls[f].SD)
	}
	// Output:
	// AUC (random forest of 100 trees): 1.00
	// petal_length_cm: 0.15 ± 0.06
	// petal_width_cm: 0.13 ± 0.07
}
