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
	for _, want := range []string{
		"Tables of the papers\n", "grm-2015          5 ",
		"grm-2015, Table 5, as printed: accuracy of a linear SVM",
		"COIL20     59.14    82.88   45.45  • 85.47",
		"COIL20  Fscore  45.45  44.44       −1.01\n",
	} {
		must.Contain(t, said, want)
	}
	dir := t.TempDir()
	for file, c := range map[string]struct {
		result any
		want   string
	}{
		"t.csv": {table, "paper,table,section,row,column,"}, "t.json": {table,
			"{\n  \"paper\": \"grm-2015\""}, "t.md": {table, "**grm-2015, Table 5, as printed"},
		"c.csv": {ours, "paper,table,section,row,column,"}, "c.html": {ours, "<!DOCTYPE html>"},
		"list.csv": {PaperTables(), "paper,table,what it shows,units,numbers\n"},
	} {
		saves(t, filepath.Join(dir, file), c.result, c.want)
	}
	for want, do := range map[string]func(){
		"fsnb: no paper \"grm-2016\"; did you mean \"grm-2015\"?\n": func() {
			PaperTable("grm-2016", 2)
		},
		"fsnb: table 2 of trace-ratio-2008 is an algorithm, without numbers; with numbers: " +
			"3\n": func() {
			PaperTable("trace-ratio-2008", 2)
		},
		"fsnb: grm-2015, Table 5: no data set \"COIL2O\"; did you mean \"COIL20\"?\n": func() {
			AgainstPaper(table, PaperResult{Dataset: "COIL2O", Method: "fisher"})
		},
		"fsnb: no table given; give one of papers.Find\n": func() {
			AgainstPaper(nil)
		},
	} {
		refuses(t, want, do)
	}
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
	for _, want := range []string{"lap-2018, Table II: ",
		"Baseline         Wine            0.449          0.445      −0.004\n",
		"Ours: stratified 10-fold cross-validation"} {
		must.Contain(t, said, want)
	}
	if full := PaperStudy("lap-2018-tables-2-3"); len(full.Data) <= len(
		QuickPaperStudy("lap-2018-tables-2-3").Data) {
		t.Errorf("a full study of %d data sets", len(full.Data))
	}
	must.Do(t, os.WriteFile(file, []byte("a,b\n"), 0o644))
	for want, do := range map[string]func(){
		"fsnb: no experiment \"lap-2018-table-2-3\"; did you mean \"lap-2018-tables-2-3\"?\n": func() {
			PaperStudy("lap-2018-table-2-3")
		},
		"fsnb: " + file +
			": line 1: this is no study saved as .csv: it begins with #study and has the " +
			"columns dataset,method,features,measure,mean,sd,splits,values,note\n": func() {
			Read(file)
		},
		"fsnb: cannot open nowhere.csv: no such file or directory; check the path\n": func() {
			Read("nowhere.csv")
		},
		"fsnb: no result to compare; run a study of a paper first\n": func() {
			AgainstPapers(nil)
		},
	} {
		refuses(t, want, do)
	}
}
