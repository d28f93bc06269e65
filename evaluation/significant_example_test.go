package evaluation_test

import (
	"context"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// allByTest ranks all features of wdbc by the F test.
func allByTest() (*datasets.Dataset, *algorithms.Ranking) {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		panic(err)
	}
	r, err := algorithms.Run(context.Background(), anova{}, d, algorithms.Options{})
	if err != nil {
		panic(err)
	}
	return d, r
}

// The answer is a ranking of the significant features.
func ExampleSignificant() {
	_, all := allByTest()
	r, err := evaluation.Significant(all, 1e-110, "holm")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r)
	best := *all
	best.Features, best.PValues = best.Features[:5], best.PValues[:5]
	_, err = evaluation.Significant(&best, .05, "bh")
	fmt.Println(err)
	// Output:
	// f-test, p ≤ 1e-110 (Holm): 4 of 30, wdbc: worst_concave_points, worst_perimeter, mean_concave_points, worst_radius
	// Benjamini–Hochberg needs the p-values of all 30 features, and the ranking f-test has 5; rank all of them (Select with k = 0), or adjust by none or bonferroni
}

// Effects are in pooled standard deviations; benign is the second class.
func ExampleVolcano() {
	d, all := allByTest()
	v, err := evaluation.Volcano(context.Background(), d, 0, "", 0, all)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range v.Features[:2] {
		fmt.Printf("%s: %s %.2f, p %.1e\n", f.Name, v.Effect, f.Effect, f.P)
	}
	// Output:
	// worst_concave_points: Cohen's d 2.69, p 2.0e-124
	// worst_perimeter: Cohen's d 2.60, p 5.8e-119
}

// Six of 30 p-values would be above .8 if nothing had an effect.
func ExamplePValues() {
	_, all := allByTest()
	h, err := evaluation.PValues(all)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h.Counts, float64(h.D)/float64(len(h.Counts)), h.Nulls)
	// Output: [25 1 1 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 0 0] 1.5 0.2
}
