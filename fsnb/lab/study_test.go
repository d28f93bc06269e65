package lab

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

func smallStudy() Study {
	return Study{
		Name: "small", Data: Named("iris", "wine", "wdbc"), Methods: []fsnb.Selector{fsnb.Fisher{},
			fsnb.TraceRatio{}, fsnb.Variance{}, AllFeatures{}},
		Counts: []int{1, 2, 4}, Splits: Splits{Repeats: 4},
		Measures: []Measure{Accuracy{Classifier: LinearSVM{}}, Stability{}},
	}
}

// A study in a later cell is read back, and one that is not to be kept is not.
func TestRunIsRemembered(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(diskcache.Variable, dir)
	first := Run(smallStudy())
	if _, err := os.Stat(filepath.Join(dir, "studies", "small.study")); err != nil {
		t.Fatal(err)
	}
	second := Run(smallStudy(), fsnb.Options{Workers: 1})
	if second.Computed != 0 || first.Computed == 0 {
		t.Errorf("the runs computed %d and %d pieces", first.Computed, second.Computed)
	}
	if diff := cmp.Diff(first, second, cmpopts.IgnoreFields(Result{}, "Elapsed", "Reused",
		"Computed")); diff != "" {
		t.Errorf("it is remembered otherwise:\n%s", diff)
	}
	t.Setenv(diskcache.Variable, "off")
	if r := Run(smallStudy()); r.Reused != 0 {
		t.Errorf("%d pieces were kept though the cache is off", r.Reused)
	}
	if a, b := celltest.Printed(t, func() {
		fsnb.Show(first)
	}), celltest.Printed(t, func() { fsnb.Show(second) }); a != b {
		t.Errorf("they are shown otherwise:\n%s\n%s", a, b)
	}
}

func TestStudyIsShownAndSaved(t *testing.T) {
	r := Run(smallStudy())
	said := celltest.Printed(t, func() { fsnb.Show(r, Table(r, "accuracy", View{K: 2})) })
	must.ContainAll(t, said,
		"small: accuracy, linear SVM, C=1, mean over the numbers of features\n",
		"small: stability (Nogueira), mean over the numbers of features\n",
		"small: accuracy, linear SVM, C=1 against the number of features: iris: fisher best ",
		"Critical-difference plot of 4 methods by rank over 3 data sets",
		"small: accuracy, linear SVM, C=1, with 2 features\n")
	celltest.Saves(t, func(file string) { fsnb.Save(file, r) }, map[string]string{
		"s.csv": "#study,small,small\n#protocol,4 random splits with 50% of each class for " +
			"training; seed 0\n#splits,4\n#method,fisher,fisher,",
		"s.json": "{\n  \"name\": \"small\"",
		"s.tex": "% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{small: " +
			"accuracy, linear SVM, C=1, mean", "s.md": "**small: accuracy",
		"s.html": "<!DOCTYPE html>", "s.txt": "small: accuracy", "s.png": "\x89PNG",
		"s.pdf": "%PDF",
	})
	celltest.RefusesAll(t, map[string]func(){
		"no measure \"speed\" of small; name one of \"accuracy, linear SVM, C=1\", " +
			"\"stability (Nogueira)\"": func() {
			Table(r, "speed", View{})
		},
		"no study; run one": func() { Grid(nil, "") },
		"small has no grid; set Grids of the study, and give methods of one name with " +
			"several parameters": func() {
			Grid(r, "")
		},
		"the study x has no data set; give at least one, such as wdbc by its name": func() {
			Run(Study{Name: "x"})
		},
		"cannot write x.tex: a string has no table to save as .tex": func() {
			fsnb.Save("x.tex", "text")
		},
	})
}

func TestRanks(t *testing.T) {
	scores := [][]float64{{0.9, 0.8}, {0.7, 0.6}, {0.5, 0.5}}
	r := Ranks([]string{"iris", "wine", "wdbc"}, []string{"fisher", "random"}, scores)
	said := celltest.Printed(t, func() { fsnb.Show(r) })
	must.ContainAll(t, said,
		"2 methods by rank over 3 data sets\n", "fisher  0.900*",
		"Critical-difference plot of 2 methods by rank over 3 data sets, average ranks: fisher "+
			"1.17, random 1.83; critical difference 1.13")
	if small := Ranks(nil, nil, scores, RankOptions{Smaller: true}); small.Order[0] != 1 {
		t.Errorf("smaller is better: %v", small.Order)
	}
	celltest.Saves(t, func(file string) { fsnb.Save(file, r) }, map[string]string{
		"ranks.csv": "method,iris,wine,wdbc,average rank,wins,p against the " +
			"first\nfisher,0.900,0.700,0.500,1.167,3,–\n", "ranks.png": "\x89PNG",
		"ranks.json": "{\n  \"datasets\": [",
	})
	celltest.Refuses(t, "1 data sets; give at least 2", func() { Ranks(nil, nil, scores[:1]) })
}

func TestPermutationImportance(t *testing.T) {
	d := fsnb.Load("iris")
	r := fsnb.Select(d, fsnb.Fisher{}, 3)
	c := PermutationImportance(d, fsnb.Protocol{Classifier: "logistic", Repeats: 2}, r, 2)
	said := celltest.Printed(t, func() { fsnb.Show(c) })
	must.ContainAll(t, said, "Permutation importance of fisher, iris\n",
		"Fall of the accuracy (logistic regression), which is ")
	celltest.Saves(t, func(file string) { fsnb.Save(file, c) }, map[string]string{
		"permuted.csv": "feature,rank,importance,importance sd\n", "permuted.png": "\x89PNG",
		"permuted.json": "{\n  \"dataset\": \"iris\"",
	})
	celltest.Refuses(t, "k = 4 of a ranking of 3 features; give 1 to 3, or 0 for all", func() {
		PermutationImportance(d, fsnb.Protocol{}, r, 4)
	})
}
