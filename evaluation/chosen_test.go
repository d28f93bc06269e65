package evaluation

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/algorithms/trees"
	"fsnb.example/algorithms/wrapper"
	"fsnb.example/datasets"
	"fsnb.example/evaluation/advice"
	"fsnb.example/internal/must"
)

// coins has n samples of d columns of noise and random classes of n/2 each.
func coins(t *testing.T, n, d int) *datasets.Dataset {
	t.Helper()
	g := rand.New(rand.NewPCG(1, 2))
	rows, y := make([][]float64, n), make([]string, n)
	for i := range rows {
		rows[i] = make([]float64, d)
		for j := range rows[i] {
			rows[i][j] = g.NormFloat64()
		}
		y[i] = []string{"a", "b"}[i%2]
	}
	return must.Get(datasets.FromRows("coins", rows, y, nil))(t)
}

func selected(t *testing.T, m algorithms.Selector, d *datasets.Dataset,
	k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(algorithms.Run(context.Background(), m, d, algorithms.Options{K: k}))(t)
}

func takes(t *testing.T, d *datasets.Dataset, r *algorithms.Ranking, k int) *datasets.Dataset {
	t.Helper()
	return must.Get(Take(d, r, k))(t)
}

// So do methods that test, or estimate, by these samples, once. Within an evaluation they do not.
func TestChosenOnAllSamplesMethods(t *testing.T) {
	d := coins(t, 40, 300)
	chosen := takes(t, d, selected(t, filter.Fisher{}, d, 5), 5)
	const begin = "the 5 features by fisher were chosen on all samples, so "
	for _, test := range []struct {
		m    algorithms.Selector
		want string
	}{
		{statistics.AnovaF{}, "their p-values are too small, adjusted or not; test all features"},
		{statistics.Contingency{}, "their p-values are too small, adjusted or not; test all " +
			"features"},
		{wrapper.ForwardSelection{}, "what the folds measure is too good; search among all " +
			"features"},
		{wrapper.StabilitySelection{Pairs: 2}, "the bounds on false features do not hold; choose " +
			"among all features"},
		{trees.Forest{Trees: 5}, "the out-of-bag accuracy is too high; train the forest with all " +
			"features"},
		{trees.Boruta{Trees: 5, Rounds: 3}, "too many are confirmed; give the method all features"},
	} {
		if got := selected(t, test.m, chosen, 5).Warnings; !slices.Contains(got, begin+test.want) {
			t.Errorf("%s: warnings %q, want %q", algorithms.Name(test.m), got, begin+test.want)
		}
		for _, w := range selected(t, test.m, d, 5).Warnings {
			if strings.Contains(w, "chosen on all") {
				t.Errorf("%s of all features: %s", algorithms.Name(test.m), w)
			}
		}
	}
	a, err := Accuracy(context.Background(), chosen, Protocol{
		Counts: []int{5}, Repeats: 2}, algorithms.Options{}, statistics.AnovaF{})
	if err != nil || len(a.Warnings) != 1 ||
		!strings.HasPrefix(a.Warnings[0], begin+"this accuracy is too high") {
		t.Errorf("accuracy: %q, %v", a.Warnings, err)
	}
}

// A choice on all samples makes noise look predictable, and every result that judges it says so;
// given the method, it is a coin flip without a warning.
func TestChosenOnAllSamplesWarns(t *testing.T) {
	ctx := context.Background()
	d := coins(t, 60, 2000)
	leak := takes(t, d, selected(t, filter.Fisher{}, d, 20), 20)
	if want := "20 features by fisher"; leak.Chosen != want {
		t.Fatalf("Chosen %q, want %q", leak.Chosen, want)
	}
	if leak.Hash() == func() string { o := *leak; o.Chosen = ""; return o.Hash() }() {
		t.Error("the hash does not see the choice: a cached result would lose its warning")
	}
	p := Protocol{Counts: []int{10}, Repeats: 20}
	const begins = "the 20 features by fisher were chosen on all samples, so "
	check := func(what string, warnings []string, warns bool) {
		t.Helper()
		found := false
		for _, w := range warnings {
			found = found || strings.HasPrefix(w, begins)
		}
		must.Is(t, found, warns, "%s: warnings %q, want one of the choice", what, warnings)
	}
	a := must.Get(Accuracy(ctx, leak, p, algorithms.Options{}, filter.Fisher{}))(t)
	if a.Curves[0].Points[0].Mean < .6 || a.Chosen != leak.Chosen {
		t.Errorf("accuracy %g of a leak (%q)", a.Curves[0].Points[0].Mean, a.Chosen)
	}
	check("accuracy", a.Warnings, true)
	honest := must.Get(Accuracy(ctx, d, p, algorithms.Options{}, filter.Fisher{}))(t)
	if m := honest.Curves[0].Points[0].Mean; m < .4 || m > .6 {
		t.Errorf("honest accuracy %g of coin flips", m)
	}
	check("honest accuracy", honest.Warnings, false)
	s := must.Get(Stability(ctx, leak, p, algorithms.Options{}, filter.Fisher{}))(t)
	check("stability", s.Warnings, true)
	c := must.Get(Choose{Selector: filter.Fisher{}}.Count(ctx, leak, algorithms.Options{}))(t)
	check("choose", c.Warnings, true)
	r := selected(t, filter.Fisher{}, d, 20)
	i := must.Get(PermutationImportance(ctx, d, PermutationOptions{Protocol: p}, r))(t)
	check("permutation importance", i.Warnings, true)
	standard := must.Get(leak.Standardize())(t)
	must.Is(t, standard.Chosen, leak.Chosen, "standardized data forget the choice")
}

// What is no leak of labels is not called one: a method without labels, all features, and a choice
// by other samples.
func TestHonestChoicesDoNotWarn(t *testing.T) {
	d := coins(t, 60, 50)
	if out := takes(t, d, selected(t, filter.Variance{}, d, 5), 5); out.Chosen != "" {
		t.Errorf("variance: %q", out.Chosen)
	}
	if out := takes(t, d, selected(t, information.InfoGain{}, d, 0), 0); out.Chosen != "" {
		t.Errorf("all features: %q", out.Chosen)
	}
	rows := make([]int, 60)
	for i := range rows {
		rows[i] = i
	}
	train := must.Get(d.Rows(rows[:40]))(t)
	test := must.Get(d.Rows(rows[40:]))(t)
	r := selected(t, filter.Fisher{}, train, 5)
	if out := takes(t, test, r, 5); out.Chosen != "" {
		t.Errorf("test part: %q", out.Chosen)
	}
	for what, part := range map[string]*datasets.Dataset{"training part": train, "all": d} {
		if out := takes(t, part, r, 5); out.Chosen == "" {
			t.Errorf("%s: no choice", what)
		}
	}
	// A choice without labels among features chosen with them is still one.
	leak := takes(t, d, selected(t, filter.Fisher{}, d, 10), 10)
	if out := takes(t, leak, selected(t, filter.Variance{}, leak, 3), 3); out.Chosen == "" {
		t.Error("a second choice forgets the first")
	}
}

// A numeric label that was taken as classes is named with the same remedy by what it breaks.
func TestDoubtfulTargetIsOneSentence(t *testing.T) {
	rows, y := make([][]float64, 40), make([]string, 40)
	for i := range rows {
		rows[i] = []float64{float64(i * i % 7), float64(i % 5)}
		y[i] = fmt.Sprint(100.5 + 1.25*float64(i*17%40))
	}
	d := must.Get(datasets.FromRows("fractions", rows, y, nil))(t)
	doubt := d.TargetDoubt()
	if !strings.HasSuffix(doubt, "set Target to continuous, or to classes if they are") {
		t.Fatalf("doubt %q", doubt)
	}
	ctx := context.Background()
	for _, m := range []algorithms.Selector{statistics.FRegression{}, statistics.AnovaF{}} {
		_, err := algorithms.Run(ctx, m, d, algorithms.Options{K: 1})
		if err == nil || !strings.HasSuffix(err.Error(), doubt) {
			t.Errorf("%s: %v", algorithms.Name(m), err)
		}
	}
	if _, err := Accuracy(ctx, d, Protocol{}, algorithms.Options{}, filter.Fisher{}); err == nil ||
		!strings.HasSuffix(err.Error(), doubt) {
		t.Errorf("accuracy: %v", err)
	}
	a := must.Get(advice.For(ctx, d))(t)
	if !strings.HasSuffix(a.Because, "; but "+doubt) {
		t.Errorf("advice: %q", a.Because)
	}
}
