package lab

import (
	"path/filepath"
	"slices"
	"testing"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/internal/cell/celltest"
)

// Mistakes end the program with one line.
func TestClaimMistakes(t *testing.T) {
	r := Read(filepath.Join("..", "..", "notebooks", "results", "trace-ratio-2008-figure-3.csv"))
	unlabeled := fsnb.New([][]float64{{1}, {2}}, fsnb.NoLabels, nil)
	unlabeled.Name = "mine"
	celltest.RefusesAll(t, map[string]func(){
		"no pairs; give what HeadToHead returned":       func() { OverSets(nil) },
		"no study; run one":                             func() { Pick(nil, Choice{}) },
		"no data set; load one":                         func() { Scatters(nil) },
		"mine has no classes; give a data set that has": func() { Scatters(unlabeled) },
		"no comparison; give what AgainstTable returned": func() {
			Agreement((*ReplayComparison)(nil))
		},
		"no method \"fischer\"; did you mean \"fisher\"?": func() {
			HeadToHead(r, "", View{}, Pair{A: "fischer", B: "laplacian"})
		},
		"these studies have no number of a table 2; they have numbers of trace-ratio-2008, " +
			"Table 3": func() { AgainstTable(2, r) },
		"trace-ratio-2008, Table 3 has no numbers of ours to draw beside the printed ones": func() {
			Agreement(AgainstTable(3, r))
		},
		"there are no claims; give one at least":               func() { fsnb.Show(Verdicts{}) },
		"no method \"laplaciam\"; did you mean \"laplacian\"?": func() { Leads(r, "", "laplaciam") },
		"no methods to compare fisher with; name at least one": func() {
			AheadOfAll([]*Result{r}, "", "fisher")
		},
		"no method \"laplacia\"; did you mean \"laplacian\"?": func() {
			AheadOfAll([]*Result{r}, "", "fisher", "laplacia")
		},
		"no objective of steps; give a ranking of an iterative method": func() {
			StepsWithin(fsnb.Select(fsnb.Load("iris"), fsnb.Fisher{}, 2), .01)
		},
		"trace-ratio-2008, Table 3 has no comparable numbers of S-FS": func() {
			MeanOf(AgainstTable(3, r), "S-FS")
		},
		"no classes; give a scatter plot of a data set that has": func() { NearestOfClass(nil) },
	})
}

// Verdicts and pairs are saved as any result.
func TestClaimsAreSaved(t *testing.T) {
	for file, c := range map[string]struct {
		result fsnb.Showable
		want   string
	}{
		"v.csv": {Verdicts{{Claim: "a", Ours: "1", Verdict: Holds, Why: "w"}},
			"claim,ours,verdict,why\na,1,holds,w\n"},
		"h.csv": {&Duels{Title: "t", Measure: "m"}, "dataset,a,b,counts,higher,equal,lower,"},
		"h.md":  {&Duels{Title: "t", Measure: "m"}, "**t: m, head to head**"},
	} {
		celltest.Saves(t, func(file string) { fsnb.Save(file, c.result) },
			map[string]string{file: c.want})
	}
}

// Data sets on which a method has no value have no lead.
func TestLeads(t *testing.T) {
	r := Read(filepath.Join("..", "..", "notebooks", "results", "grm-2015-tables-2-3.csv"))
	six := Choice{Counts: []int{20}, Methods: []string{"laplacian", "lgd", "mcfs",
		"grm, scorer=laplacian, top=200", "grm, scorer=lgd, top=200", "grm, scorer=mcfs, top=200"}}
	var first []string
	leads := Leads(Pick(r, six), "accuracy, linear SVM, C=1", "grm, scorer=lgd, top=200")
	for _, l := range leads {
		if len(l.Best) > 0 {
			first = append(first, l.Set)
		}
	}
	if len(r.Sets) != 13 || len(leads) != 10 ||
		!slices.Equal(first, []string{"grm-blocks", "PalmData25"}) {
		t.Errorf("first on %q of %d sets", first, len(leads))
	}
}
