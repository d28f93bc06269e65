package lab

import (
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/internal/cell/celltest"
)

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
