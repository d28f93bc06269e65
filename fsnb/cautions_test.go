package fsnb

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

// forget makes Show say the warnings of data again, as the next cell does.
func forget(t *testing.T) {
	t.Helper()
	said.warnings = nil
	t.Cleanup(func() { said.warnings = nil })
}

// patients are 60 samples sorted by class, with a patient number beside two measurements.
func patients() *Dataset {
	rng := rand.New(rand.NewPCG(4, 4))
	rows, labels := make([][]float64, 60), make([]int, 60)
	for i := range rows {
		labels[i] = i / 30
		rows[i] = []float64{float64(1001 + i), rng.NormFloat64(),
			rng.NormFloat64() + float64(labels[i])}
	}
	return New(rows, labels, []string{"patient", "a", "b"})
}

const aboutPatients = "Warning about the data: column patient grows with every row: it looks " +
	"like an identifier or a time; leave it out of the features (Drop when a file is read)."

// Every result says what its data warn of, once in a cell.
func TestWarningsOfTheDataAreShownOnce(t *testing.T) {
	d := patients()
	r := Select(d, Fisher{}, 2)
	if r.Names[0] != "patient" {
		t.Fatalf("the patient number is not ranked first: %v", r.Names)
	}
	short := Protocol{Repeats: 2, Counts: []int{1, 2}}
	for name, result := range map[string]Showable{
		"ranking": r, "scores": Score(d, Fisher{}), "comparison": Compare(d, r),
		"redundancy": Redundancy(d, r), "scatter": Scatter(d, r),
		"accuracy": Accuracy(d, short, Fisher{}), "stability": Stability(d, short, Fisher{}),
		"by class": ByClass(d, r, 1),
		"clusters": Clusters(d, r), "curves": RedundancyByCount(d, []int{2}, Fisher{}),
		"spectrum":     Spectrum(Select(d, Fisher{}, 0)),
		"similarities": Similarities(d, SameClass{}, r),
	} {
		forget(t)
		first, second := celltest.Printed(t, func() {
			Show(result)
		}), celltest.Printed(t, func() { Show(result) })
		must.Is(t, strings.Count(first, aboutPatients), 1, "%s does not say it once: %s", name,
			first)
		if strings.Contains(second, "Warning about the data") {
			t.Errorf("%s says it again:\n%s", name, second)
		}
	}
	// The data set has it in its own table, and the results after it do not repeat it.
	forget(t)
	text := celltest.Printed(t, func() { Show(d, r) })
	must.Is(t, strings.Count(text, "looks like an identifier"), 1, "data set and ranking: %s", text)
}

// A continuous label makes every Fisher score infinite: the ranking says both.
func TestContinuousLabelsAreWarnedOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	rows, labels := make([][]float64, 200), make([]string, 200)
	for i := range rows {
		rows[i] = []float64{rng.NormFloat64(), 100 * rng.NormFloat64(), rng.NormFloat64()}
		labels[i] = fmt.Sprint(rows[i][0] + rng.NormFloat64())
	}
	forget(t)
	text := celltest.Printed(t, func() { Show(Select(New(rows, labels, nil), Fisher{}, 2)) })
	must.ContainAll(t, text,
		"Warning: all 3 features that vary have an infinite score, so that their order follows "+
			"their units and not their worth:",
		"Warning about the data: 200 classes for 200 samples: the label column looks like a "+
			"regression target; set Target to continuous, or to classes if they are.")
}

// What is read from the cache has the warnings and the origin of the data at hand.
func TestCachedResultsHaveTheWarningsAtHand(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	d := patients()
	p := Protocol{Repeats: 2, Counts: []int{1}}
	ask := func(d *Dataset) []any {
		r := Select(d, Fisher{}, 2)
		return []any{r, Score(d, Fisher{}), Scatter(d, r), Accuracy(d, p, Fisher{}),
			Stability(d, p, Fisher{}), RedundancyByCount(d, []int{2}, Fisher{})}
	}
	ask(d)
	again := *d
	again.Warnings, again.Origin = []string{"another warning"}, "elsewhere"
	for _, result := range ask(&again) {
		_, data := result.(interface{ Cautions() (own, data []string) }).Cautions()
		must.Is(t, fmt.Sprint(data), "[another warning]", "%T: %q", result, data)
	}
	r := Select(&again, Fisher{}, 2)
	if !r.Cached || r.Origin != "elsewhere" {
		t.Errorf("cached %v, origin %q", r.Cached, r.Origin)
	}
	if own, _ := Scatter(d, r).Cautions(); len(own) != 1 || !Scatter(d, r).Cached {
		t.Errorf("a ranking of other data in a cached plot: %q", own)
	}
}

func TestComparisonSaysWhatWasDone(t *testing.T) {
	d := Load("wine")
	text := celltest.Printed(t, func() {
		Show(Compare(d, Select(d, Laplacian{}, 2), Select(Standardize(d), Laplacian{}, 2)))
	})
	must.ContainAll(t, text, "laplacian: 2 of 13, wine ", "laplacian: 2 of 13, wine, standardized")
	celltest.Refuses(t, "ranking 1 (fisher) is of 13 features, wine has 5 left (took the best 5 "+
		"of 13 features by fisher); give the data set with all its features",
		func() { Compare(Take(d, Select(d, Fisher{}, 0), 5), Select(d, Fisher{}, 3)) })
}

// own is a selector of a user's own.
type own struct{ r *Ranking }

func (o own) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return o.r, nil
}

func (o own) Score(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Scores, error) {
	return nil, nil
}

func (o own) Project(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Projection, error) {
	return nil, nil
}

func TestSelectorsOfAUsersOwn(t *testing.T) {
	wdbc := Load("wdbc")
	celltest.RefusesAll(t, map[string]func(){
		"fsnb.own returned a wrong ranking: feature 3 is listed twice; name each feature " +
			"once": func() {
			Select(wdbc, own{&Ranking{Features: []int{3, 3, 200}}}, 3)
		},
		"fsnb.own returned a wrong ranking: k = 2 was asked for and the number of its features " +
			"is 3; return k features": func() {
			Select(wdbc, own{&Ranking{Features: []int{3, 4, 5}}}, 2)
		},
		"fsnb.own returned neither a ranking nor an error; return one of them": func() {
			Select(wdbc, own{}, 2)
		},
		"fsnb.own returned neither scores nor an error; return one of them": func() {
			Score(wdbc, own{})
		},
		"fsnb.own returned neither a projection with scores nor an error; return one of " +
			"them": func() {
			Project(wdbc, own{})
		},
		"grm: fsnb.own returned neither scores nor an error; return one of them": func() {
			Select(wdbc, GRM{Scorer: own{}}, 2)
		},
	})
	r := Select(wdbc, own{&Ranking{Features: []int{3, 7}}}, 2)
	text := celltest.Printed(t, func() { Show(r) })
	must.ContainAll(t, text, "fsnb.own: 2 of 30, wdbc", wdbc.Features[3], wdbc.Features[7])
}

func TestShowOfNothing(t *testing.T) {
	for want, v := range map[string]Showable{
		"cannot show nil: there is no result; give what a function such as Select or Load " +
			"returned": nil,
		"cannot show a *datasets.Dataset that is nil: it holds no result; give what a function " +
			"such as Select or Load returned": (*Dataset)(nil),
	} {
		celltest.Refuses(t, want, func() { Show(v) })
	}
}
