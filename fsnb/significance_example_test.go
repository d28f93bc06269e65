package fsnb_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mathext"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/fsnb"
)

// fTest is the F test of two classes or more, (n - C)/(C - 1) times the Fisher score: a method of a
// user's own with p-values.
type fTest struct{}

// Name returns "f-test".
func (fTest) Name() string { return "f-test" }

// Score returns the F statistics and their p-values.
func (fTest) Score(ctx context.Context, d *fsnb.Dataset, opt fsnb.Options) (*fsnb.Scores, error) {
	s, err := fsnb.Fisher{}.Score(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	among, within := float64(len(d.Classes)-1), float64(d.N()-len(d.Classes))
	for j, ratio := range s.Values {
		s.Values[j] = ratio * within / among
		s.PValues = append(s.PValues, mathext.RegIncBeta(within/2, among/2, 1/(1+ratio)))
	}
	return s, nil
}

// Select ranks by the scores; RankBy adjusts the p-values.
func (m fTest) Select(ctx context.Context, d *fsnb.Dataset, opt fsnb.Options) (*fsnb.Ranking,
	error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func ExampleSignificant() {
	few := fsnb.Subsample(fsnb.Load("wdbc"), 40, 1)
	all := fsnb.Select(few, fTest{}, 0)
	for _, by := range adjust.Kinds() {
		fmt.Println(fsnb.Significant(all, .05, by).Title())
	}
	fsnb.Show(fsnb.Significant(all, 1e-7, "bh"))
	// Output:
	// f-test, p ≤ 0.05 (unadjusted): 21 of 30, wdbc
	// f-test, p ≤ 0.05 (Bonferroni): 15 of 30, wdbc
	// f-test, p ≤ 0.05 (Holm): 17 of 30, wdbc
	// f-test, p ≤ 0.05 (Benjamini–Hochberg): 20 of 30, wdbc
	// f-test, p ≤ 0.05 (Benjamini–Yekutieli): 19 of 30, wdbc
	// f-test, p ≤ 1e-07 (Benjamini–Hochberg): 1 of 30, wdbc
	// rank  feature               score                      p  adjusted p (BH)
	// ─────────────────────────────────────────────────────────────────────────
	//    1  worst_concave_points  72.10  ████████████  2.6e-10           7.8e-9
	// Adjusted p: Benjamini–Hochberg, for the tests of all 30 features.
	// 1 of 30 features is significant (adjusted p ≤ 1e-07, Benjamini–Hochberg over 30 tests).
}

func ExampleVolcano() {
	cancer := fsnb.Load("wdbc")
	v := fsnb.Volcano(cancer, fsnb.Select(cancer, fTest{}, 0), .05, "bh")
	best := v.Features[0]
	fmt.Printf("%s: %s %.2f, p %.0e; %d of %d significant\n", best.Name, v.Effect, best.Effect,
		best.P, v.Significant, v.D)
	// Output:
	// worst_concave_points: Cohen's d 2.69, p 2e-124; 25 of 30 significant
}

func ExamplePValues() {
	h := fsnb.PValues(fsnb.Select(fsnb.Load("wdbc"), fTest{}, 0))
	fmt.Printf("%d of %d below .05; %.0f%% without an effect\n", h.Counts[0], h.D, 100*h.Nulls)
	// Output:
	// 25 of 30 below .05; 20% without an effect
}
