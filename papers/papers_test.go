package papers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/papers"
)

func table(t *testing.T, paper string, number int) *papers.Table {
	t.Helper()
	return must.Get(papers.Find(paper, number))(t)
}

// shapes are rows × columns of numbers as printed.
var shapes = map[string][2]int{
	"trace-ratio-2008 3": {8, 4},
	"spfs-2013 1":        {8, 3}, "spfs-2013 2": {9, 10}, "spfs-2013 3": {9, 10}, "spfs-2013 4": {8,
		10}, "spfs-2013 5": {16, 10}, "spfs-2013 6": {2, 3}, "spfs-2013 7": {8, 10},
	"grm-2015 1": {12, 3}, "grm-2015 2": {12, 7}, "grm-2015 3": {12, 7}, "grm-2015 4": {12, 6},
	"grm-2015 5": {12, 7}, "grm-2015 6": {12, 7}, "grm-2015 7": {12, 7}, "grm-2015 8": {7, 3},
	"fsir2-2016 1": {10, 3}, "fsir2-2016 2": {11, 7}, "fsir2-2016 3": {11, 7}, "fsir2-2016 4": {11,
		8}, "fsir2-2016 5": {11, 7},
	"lap-2018 1": {8, 4}, "lap-2018 2": {10, 8}, "lap-2018 3": {7, 8},
}

// Every table is there, with all its cells, each once, in rows of equal length.
func TestShapes(t *testing.T) {
	all := papers.Tables()
	if len(all) != len(shapes) {
		t.Errorf("%d tables, want %d", len(all), len(shapes))
	}
	total := 0
	for _, tab := range all {
		want, ok := shapes[fmt.Sprint(tab.Paper, " ", tab.Number)]
		if !ok || len(tab.Entries) != want[0]*want[1] {
			t.Errorf("%s: %d cells, want %d×%d", tab.Name(), len(tab.Entries), want[0], want[1])
			continue
		}
		total += len(tab.Entries)
		columns := map[string][]string{}
		seen := map[string]bool{}
		for i, e := range tab.Entries {
			first := tab.Entries[i-i%want[1]]
			if e.Row != first.Row || e.Section != first.Section {
				t.Errorf("%s: cell %d is of row %s, want %s", tab.Name(), i, e.Row, first.Row)
			}
			if id := e.Section + "|" + e.Row + "|" + e.Column; seen[id] {
				t.Errorf("%s: %s twice", tab.Name(), id)
			} else {
				seen[id] = true
			}
			if i%want[1] == 0 {
				columns[e.Section] = nil
			}
			columns[e.Section] = append(columns[e.Section], e.Column)
			if at := i % want[1]; at < len(columns[e.Section]) &&
				columns[e.Section][at] != e.Column {
				t.Errorf("%s: cell %d is of column %s", tab.Name(), i, e.Column)
			}
		}
		if tab.Caption == "" || tab.Units == "" || tab.Protocol == "" &&
			tab.Units != "counts of the data sets" ||
			strings.Contains(tab.Protocol+tab.Caption, "\n") {
			t.Errorf("%s: caption, units and protocol are a line each", tab.Name())
		}
	}
	if total != 1628 {
		t.Errorf("%d numbers in all, want 1628", total)
	}
}

// The files say of themselves which table they are, and there is no other file.
func TestFilesAreTheTables(t *testing.T) {
	names, err := filepath.Glob("tables/*")
	if err != nil || len(names) != len(shapes) {
		t.Fatalf("%d files, want %d (%v)", len(names), len(shapes), err)
	}
	for _, name := range names {
		raw := must.Get(os.ReadFile(name))(t)
		paper, number, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), ".csv"), "-table-")
		for i, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
			if i > 0 && !strings.HasPrefix(line, paper+","+number+",") {
				t.Errorf("%s, line %d is of another table: %s", name, i+1, line)
			}
		}
	}
}

func TestFind(t *testing.T) {
	got := table(t, "fsir2-2016", 4)
	if got.Name() != "fsir2-2016, Table IV" ||
		got.String() != "fsir2-2016, Table IV: accuracy with supervised selection (88 numbers)" {
		t.Errorf("got %s", got)
	}
	got.Entries[0].Printed = "changed"
	if table(t, "fsir2-2016", 4).Entries[0].Printed == "changed" {
		t.Error("Find hands out the table itself")
	}
	for _, c := range []struct {
		paper  string
		number int
		want   string
	}{
		{"grm2015", 2, `no paper "grm2015"; did you mean "grm-2015"?`},
		{"x", 2, `no paper "x"; known: fsir2-2016, grm-2015, lap-2018, spfs-2013, ` +
			`trace-ratio-2008`},
		{"grm-2015", 9, "grm-2015 has no table 9; it has 1, 2, 3, 4, 5, 6, 7, 8"},
		{"trace-ratio-2008", 1,
			"table 1 of trace-ratio-2008 is an algorithm, without numbers; with numbers: 3"},
	} {
		if tab, err := papers.Find(c.paper, c.number); tab != nil || err == nil ||
			err.Error() != c.want {
			t.Errorf("%s %d: %v, %v; want %s", c.paper, c.number, tab, err, c.want)
		}
	}
	if of, err := papers.Of("lap-2018"); err != nil || len(of) != 3 {
		t.Errorf("%d tables of lap-2018, %v", len(of), err)
	}
	if _, err := papers.Of("lap"); err == nil {
		t.Error("lap is no paper")
	}
	for text, want := range map[string]int{"2": 2, "II": 2, "iv": 4, "0": 0, "-1": 0,
		"two": 0, "": 0} {
		n, err := papers.ParseNumber(text)
		if n != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v; want %d", text, n, err, want)
		}
	}
}

// What is printed reads as a number, but for the ranges of one column.
func TestPrintedIsANumber(t *testing.T) {
	for _, tab := range papers.Tables() {
		for _, e := range tab.Entries {
			v, ok := e.Value()
			if !ok && e.Measure != "projected_dimensions" {
				t.Errorf("%s: %q is no number", tab.Name(), e.Printed)
			}
			share := !tab.Percent && e.Summary != "wins" &&
				slices.Contains([]string{"accuracy", "aggregated_accuracy", "clustering_accuracy",
					"nmi", "sqcos", "sqcos_centered", "pearson", "jaccard_1", "jaccard_5",
					"correct_move_rate"}, e.Measure)
			if v < 0 || share && v > 1 || tab.Percent && (v > 100 || v < 1) {
				t.Errorf("%s: %s of %s, %s is no %s", tab.Name(), e.Printed, e.Row, e.Column,
					e.Measure)
			}
			for _, beside := range []string{e.SD, e.P} {
				if p, err := strconv.ParseFloat(beside, 64); beside != "" &&
					(err != nil || p < 0 || p > 1) {
					t.Errorf("%s: %q beside %s", tab.Name(), beside, e.Printed)
				}
			}
		}
	}
}

func cell(t *testing.T, tab *papers.Table, section, row, column string) papers.Entry {
	t.Helper()
	for _, e := range tab.Entries {
		if e.Section == section && e.Row == row && e.Column == column {
			return e
		}
	}
	t.Fatalf("%s has no %s, %s", tab.Name(), row, column)
	return papers.Entry{}
}

// unknown are the printed methods that the catalogue neither has nor plans.
var unknown = []string{"AUFS"}

// obtained are the data sets of the manifest beside the papers; those with a
// star are listed there but could not be obtained.
var obtained = strings.Fields(`RELATHE PCMAC TOX_171 warpAR10P warpPIE10P pixraw10P orlraws10P ALLAML GLIOMA COIL20 ORL UMIST BINALPHA
	PalmData25 MFEAT LEU_3571 SRBCT Leukemia_Golub38 Breast2 Hill_Valley Hill_Valley_noise Musk_v1 Vehicle Ecoli_343 Segment Wine ionosphere
	heart_statlog credit_g vote ecoli_7 segment_arff australian crx german_numeric LUNG_1543_substitute ORL_28x23
	CLL_SUB_111* GLI_85* SMK_CAN_187* LUNG* ProCancer* CALTECH-7*`)

// Every data set and method has a name of ours, or is listed as unknown; and
// every name is used.
func TestNames(t *testing.T) {
	all := papers.Names()
	known := map[papers.Name]bool{}
	for _, n := range all {
		n.Remark = ""
		if known[n] {
			t.Errorf("%v twice", n)
		}
		known[n] = true
		switch n.Kind {
		case "data set", "stand-in":
			if !slices.Contains(obtained, n.Name) && !slices.Contains(obtained, n.Name+"*") &&
				n.Name != "grm-blocks" {
				t.Errorf("%s, %s: no data set %q", n.Paper, n.Printed, n.Name)
			}
		case "method":
			base, param, _ := strings.Cut(n.Name, ", ")
			if n.Name == "" {
				if !slices.Contains(unknown, n.Printed) {
					t.Errorf("%s, %s has no name", n.Paper, n.Printed)
				}
			} else if n.Name != "all" && !inCatalogue(base) {
				t.Errorf("%s, %s: the catalogue neither has nor plans %q", n.Paper, n.Printed, base)
			}
			if scorer, ok := strings.CutPrefix(param, "scorer="); ok && !inCatalogue(scorer) {
				t.Errorf("%s, %s: no scorer %q", n.Paper, n.Printed, scorer)
			}
		default:
			t.Errorf("%v is of no kind", n)
		}
	}
	used := map[papers.Name]bool{}
	for _, tab := range papers.Tables() {
		for _, e := range tab.Entries {
			var cell []papers.Name
			for _, printed := range []string{e.Row, e.Column} {
				for kind, name := range map[string]string{"data set": e.Dataset,
					"stand-in": e.Dataset, "method": e.Method} {
					if n := (papers.Name{Paper: tab.Paper, Kind: kind, Printed: printed,
						Name: name}); known[n] {
						cell, used[n] = append(cell, n), true
					}
				}
			}
			want := 2
			if e.Summary != "" || e.Dataset != "" && e.Method == "" &&
				strings.HasPrefix(tab.Units, "counts") {
				want = 1
			}
			if len(cell) != want {
				t.Errorf("%s: %s, %s (%q, %q) resolves to %v", tab.Name(), e.Row, e.Column,
					e.Dataset, e.Method, cell)
			}
		}
	}
	for _, n := range all {
		n.Remark = ""
		if !used[n] && n.Kind != "stand-in" && !(n.Paper == "spfs-2013" && n.Printed == "PIE10P") {
			t.Errorf("%v is in no table", n)
		}
	}
}

func inCatalogue(name string) bool {
	_, err := catalogue.Find(name)
	return err == nil
}

// The names are those of the manifest in FSNB_DATA, where it is.
func TestManifestHasTheNames(t *testing.T) {
	dir := realdata.Need(t, "manifest.csv")
	raw := must.Get(os.ReadFile(filepath.Join(dir, "manifest.csv")))(t)
	for _, name := range obtained {
		if !strings.Contains(string(raw), "\n"+strings.TrimSuffix(name, "*")+",") {
			t.Errorf("the manifest does not have %s", name)
		}
	}
}
