package lab

import (
	"path/filepath"
	"slices"
	"strings"
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

// Mistakes end the program with one line.
func TestOverviewMistakes(t *testing.T) {
	folder := filepath.Join("..", "..", "notebooks", "results")
	r := Read(filepath.Join(folder, "fsir2-2016-tables-4-5.csv"))
	wide := Read(filepath.Join(folder, "fsir2-2016-tables-4-5-wide.csv"))
	o := Over("accuracy", View{}, r)
	for want, do := range map[string]func(){
		"no studies; give one at least, as lab.Read reads them": func() { Over("", View{}) },
		"no study; run one":                  func() { Over("", View{}, r, nil) },
		"no overview; make one by Over":      func() { Front(nil, o) },
		"no overview; make one by Over\x00b": func() { Front(o, nil) },
		`no measure "acuracy" of fsir2-2016-tables-4-5; name one of "accuracy, linear SVM, ` +
			`tuned", "accuracy, linear SVM, tuned, raw features", "mean squared cosine"`: func() {
			Over("acuracy", View{}, r)
		},
		"fsir2-2016-tables-4-5: the data set " + r.Sets[0].Name + " is there twice, or in " +
			"another of the studies; keep one by Pick": func() { Over("", View{}, r, r) },
		`no method "mrsv"; did you mean "mrsf"?`: func() { Front(o, o, "mrsv") },
		"the two overviews have different methods; keep the same in both": func() {
			Front(o, fsnb.Must(o.Keep("mrsf")))
		},
		"the two overviews have no data set in common; make both of the same studies": func() {
			Front(o, Over("accuracy", View{}, wide))
		},
	} {
		want, _, _ = strings.Cut(want, "\x00")
		celltest.Refuses(t, want, do)
	}
}

// Overviews and their fronts are saved as any result.
func TestOverviewsAreSaved(t *testing.T) {
	o := Over("accuracy", View{}, Read(filepath.Join("..", "..", "notebooks", "results",
		"fsir2-2016-tables-4-5.csv")))
	for file, c := range map[string]struct {
		result any
		want   string
	}{
		"o.csv":  {o, "method,family,data sets,average rank,first on,mean difference,better,"},
		"o.md":   {o, "**8 methods over 5 data sets: accuracy**"},
		"o.json": {o, "{\n  \"measure\": \"accuracy\","},
		"o.png":  {o, "\x89PNG"},
		"f.png":  {Front(o, o), "\x89PNG"},
	} {
		celltest.Saves(t, func(file string) { fsnb.Save(file, c.result) },
			map[string]string{file: c.want})
	}
}
