package fsnb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPapers(t *testing.T) {
	table := PaperTable("grm-2015", 5)
	ours := AgainstPaper(table, PaperResult{Dataset: "COIL20", Method: "fisher", K: "20", Value: .4444})
	said := printed(t, func() { Show(Papers(), table, ours) })
	for _, want := range []string{
		"Tables of the papers\n", "grm-2015          5 ",
		"grm-2015, Table 5, as printed: accuracy of a linear SVM", "COIL20     59.14    82.88   45.45  • 85.47",
		"COIL20  Fscore  45.45  44.44       −1.01\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
	dir := t.TempDir()
	for file, c := range map[string]struct {
		result any
		want   string
	}{
		"t.csv": {table, "paper,table,section,row,column,"}, "t.json": {table, "{\n  \"Paper\": \"grm-2015\""}, "t.md": {table, "**grm-2015, Table 5, as printed"},
		"c.csv": {ours, "paper,table,section,row,column,"}, "c.html": {ours, "<!DOCTYPE html>"}, "list.csv": {Papers(), "paper,table,what it shows,units,numbers\n"},
	} {
		Save(filepath.Join(dir, file), c.result)
		if raw, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.HasPrefix(string(raw), c.want) {
			t.Errorf("%s begins %.80q (%v), want %q", file, raw, err, c.want)
		}
	}
	for want, do := range map[string]func(){
		"fsnb: no paper \"grm-2016\"; did you mean \"grm-2015\"?\n":                             func() { PaperTable("grm-2016", 2) },
		"fsnb: table 2 of trace-ratio-2008 is an algorithm, without numbers; with numbers: 3\n": func() { PaperTable("trace-ratio-2008", 2) },
		"fsnb: grm-2015, Table 5: no data set \"COIL2O\"; did you mean \"COIL20\"?\n":           func() { AgainstPaper(table, PaperResult{Dataset: "COIL2O", Method: "fisher"}) },
		"fsnb: no table given; give one of papers.Find\n":                                       func() { AgainstPaper(nil) },
	} {
		if got, status := caught(t, do); got != want || status != 1 {
			t.Errorf("exit %d, said %q, want %q", status, got, want)
		}
	}
}
