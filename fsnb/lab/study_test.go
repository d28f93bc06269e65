package lab

import (
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/fsnb"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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
