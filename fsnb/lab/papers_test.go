package lab

import (
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

func TestPapers(t *testing.T) {
	table := PaperTable("grm-2015", 5)
	ours := AgainstPaper(table, PaperResult{Dataset: "COIL20", Method: "fisher", K: "20",
		Value: .4444})
	said := celltest.Printed(t, func() { fsnb.Show(PaperTables(), table, ours) })
	must.ContainAll(t, said, "Tables of the papers\n", "grm-2015          5 ",
		"grm-2015, Table 5, as printed: accuracy of a linear SVM",
		"COIL20     59.14    82.88   45.45  • 85.47", "COIL20  Fscore  45.45  44.44       −1.01\n")
	for file, c := range map[string]struct {
		result any
		want   string
	}{
		"t.csv": {table, "paper,table,section,row,column,"}, "t.json": {table,
			"{\n  \"paper\": \"grm-2015\""}, "t.md": {table, "**grm-2015, Table 5, as printed"},
		"c.csv": {ours, "paper,table,section,row,column,"}, "c.html": {ours, "<!DOCTYPE html>"},
		"list.csv": {PaperTables(), "paper,table,what it shows,units,numbers\n"},
	} {
		celltest.Saves(t, func(file string) { fsnb.Save(file, c.result) },
			map[string]string{file: c.want})
	}
	celltest.RefusesAll(t, map[string]func(){
		"no paper \"grm-2016\"; did you mean \"grm-2015\"?": func() { PaperTable("grm-2016", 2) },
		"table 2 of trace-ratio-2008 is an algorithm, without numbers; with numbers: 3": func() {
			PaperTable("trace-ratio-2008", 2)
		},
		"grm-2015, Table 5: no data set \"COIL2O\"; did you mean \"COIL20\"?": func() {
			AgainstPaper(table, PaperResult{Dataset: "COIL2O", Method: "fisher"})
		},
		"no table given; give one of papers.Find": func() { AgainstPaper(nil) },
	})
}

// A paper's study runs in a cell, is read from a file of results, and stands beside
// the printed tables.
func TestPaperStudies(t *testing.T) {
	t.Setenv("FSNB_CACHE", t.TempDir())
	s := QuickPaperStudy("lap-2018-tables-2-3")
	s.Data = s.Data[:1] // Wine comes with the library
	r := Run(s)
	file := filepath.Join(t.TempDir(), "lap.csv")
	fsnb.Save(file, r)
	back := Read(file)
	said := celltest.Printed(t, func() { fsnb.Show(AgainstPapers(back)) })
	must.ContainAll(t, said, "lap-2018, Table II: ",
		"Baseline         Wine            0.449          0.445      −0.004\n",
		"Ours: stratified 10-fold cross-validation")
	if full := PaperStudy("lap-2018-tables-2-3"); len(full.Data) <= len(
		QuickPaperStudy("lap-2018-tables-2-3").Data) {
		t.Errorf("a full study of %d data sets", len(full.Data))
	}
	must.Do(t, os.WriteFile(file, []byte("a,b\n"), 0o644))
	celltest.RefusesAll(t, map[string]func(){
		"no experiment \"lap-2018-table-2-3\"; did you mean \"lap-2018-tables-2-3\"?": func() {
			PaperStudy("lap-2018-table-2-3")
		},
		"" + file +
			": line 1: this is no study saved as .csv: it begins with #study and has the " +
			"columns dataset,method,features,measure,mean,sd,splits,values,note": func() {
			Read(file)
		},
		"cannot open nowhere.csv: no such file or directory; check the path": func() {
			Read("nowhere.csv")
		},
		"no result to compare; run a study of a paper first": func() { AgainstPapers(nil) },
	})
}
