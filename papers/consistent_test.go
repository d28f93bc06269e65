package papers_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/papers"
)

// line collects the cells that a summary sums up: those of its method and part.
func line(tab *papers.Table, mean papers.Entry) (cells []papers.Entry) {
	for _, e := range tab.Entries {
		if e.Summary == "" && e.Section == mean.Section && e.Method == mean.Method &&
			(e.Row == mean.Row || e.Column == mean.Column) {
			cells = append(cells, e)
		}
	}
	return cells
}

func value(t *testing.T, e papers.Entry) float64 {
	t.Helper()
	v, ok := e.Value()
	if !ok {
		t.Fatalf("%s is no number", e.Printed)
	}
	return v
}

// half is half a unit of the last printed digit.
func half(e papers.Entry) float64 { return math.Pow(10, -float64(e.Decimals())) / 2 }

// Printed means are the means of what is printed, as far as rounding lets one
// see. Those that are not are misprints: they have a note and no other has.
func TestMeans(t *testing.T) {
	wrong := map[string]bool{}
	means := 0
	for _, tab := range papers.Tables() {
		for _, mean := range tab.Entries {
			if mean.Summary != "mean" || tab.Name() == "spfs-2013, Table 6" {
				continue
			}
			means++
			cells := line(&tab, mean)
			sum := 0.0
			for _, c := range cells {
				sum += value(t, c)
			}
			want, got := sum/float64(len(cells)), value(t, mean)
			off := math.Abs(want-got) > half(cells[0])+half(mean)+1e-9
			if off {
				wrong[tab.Name()+" "+mean.Column] = true
			}
			if note := fmt.Sprintf("the mean of the column is %.3f",
				want); (mean.Note == note) != off {
				t.Errorf("%s: %s, %s is printed %s, the mean is %.4f, note %q", tab.Name(),
					mean.Row, mean.Column, mean.Printed, want, mean.Note)
			}
		}
	}
	if means != 9+9+8+16+8+3+7+7+8+7 {
		t.Errorf("%d means", means)
	}
	if len(wrong) != 9 {
		t.Errorf("%d means are off: %v", len(wrong), wrong)
	}
}

// The paper's Table 6 repeats means of two others.
func TestTable6RepeatsMeans(t *testing.T) {
	six := table(t, "spfs-2013", 6)
	for column, mean := range map[string]papers.Entry{
		"Residue":      cell(t, table(t, "spfs-2013", 4), "", "SPFS-SFS", "AVE"),
		"JAC k_NB = 1": cell(t, table(t, "spfs-2013", 5), "k_NB = 1", "SPFS-SFS", "AVE"),
		"JAC k_NB = 5": cell(t, table(t, "spfs-2013", 5), "k_NB = 5", "SPFS-SFS", "AVE"),
	} {
		if e := cell(t, six, "", "SPFS-SFS", column); math.Abs(value(t, e)-value(t, mean)) > half(
			e)+1e-9 {
			t.Errorf("%s: %s, and %s elsewhere", column, e.Printed, mean.Printed)
		}
	}
}

// In every column of SPFS's tables one p-value is 1.00, that of the best; WIN
// counts the p-values of at least 0.05, but for one misprint.
func TestPValues(t *testing.T) {
	for number := 2; number <= 7; number++ {
		if number == 6 {
			continue
		}
		tab := table(t, "spfs-2013", number)
		type column struct{ section, name string }
		best, ones := map[column]float64{}, map[column]int{}
		sign := 1.0
		if tab.Better == "lower" {
			sign = -1
		}
		for _, e := range tab.Entries {
			at := column{e.Section, e.Column}
			if b, ok := best[at]; e.Summary == "" && (!ok || sign*value(t, e) > sign*b) {
				best[at] = value(t, e)
			}
		}
		for _, e := range tab.Entries {
			at := column{e.Section, e.Column}
			if e.P == "1.00" {
				ones[at]++
				if value(t, e) != best[at] {
					t.Errorf("%s: %s of %s has p = 1 and is not the best, %v", tab.Name(),
						e.Printed, e.Column, best[at])
				}
			}
			if e.Summary != "wins" {
				continue
			}
			wins := 0
			for _, c := range line(tab, e) {
				if p, err := strconv.ParseFloat(c.P, 64); err == nil && p >= 0.05 {
					wins++
				}
			}
			misprint := number == 7 && e.Row == "SPFS-NES"
			if (fmt.Sprint(wins) != e.Printed) != misprint || misprint != (e.Note != "") {
				t.Errorf("%s: WIN of %s is printed %s, %d p-values are at least 0.05", tab.Name(),
					e.Row, e.Printed, wins)
			}
		}
		for at := range best {
			if ones[at] != 1 {
				t.Errorf("%s: %d p-values of 1 in %v", tab.Name(), ones[at], at)
			}
		}
	}
}

// Bold is the largest of a row in GRM's tables of accuracy, of a column in LAP's,
// where the copy shows no bold of a baseline and of one of several equals only.
func TestBoldIsBest(t *testing.T) {
	bold := 0
	for _, tab := range papers.Tables() {
		lines := map[string][]papers.Entry{}
		for _, e := range tab.Entries {
			if e.Bold() {
				bold++
			}
			switch {
			case tab.Paper == "grm-2015" && tab.Percent:
				lines[e.Row] = append(lines[e.Row], e)
			case tab.Paper == "lap-2018" && tab.Number > 1 && e.Method != "all":
				lines[e.Column] = append(lines[e.Column], e)
			}
		}
		for name, cells := range lines {
			largest := 0.0
			for _, c := range cells {
				largest = max(largest, value(t, c))
			}
			var unlike []string
			for _, c := range cells {
				if c.Bold() != (value(t, c) == largest) {
					unlike = append(unlike, c.Row+" "+c.Column)
				}
			}
			want := map[string]int{"grm-2015, Table 5 LUNG": 2, "lap-2018, Table II Ecoli": 3,
				"lap-2018, Table II Segment": 3, "lap-2018, Table III Ecoli": 4,
				"lap-2018, Table III Segment": 1}[tab.Name()+" "+name]
			if len(unlike) != want {
				t.Errorf("%s, %s: bold and best differ in %v", tab.Name(), name, unlike)
			}
		}
	}
	if bold != 12+13+13+14+7+7 {
		t.Errorf("%d bold numbers", bold)
	}
}

// LAP's stars: four significant wins each, as its text says.
func TestStars(t *testing.T) {
	for number, want := range map[int]string{2: "Wine Musk Hill-Valley Vehicle",
		3: "Hill-Valley Leukemia Breast2 Vehicle"} {
		var starred []string
		for _, e := range table(t, "lap-2018", number).Entries {
			if e.Starred() {
				starred = append(starred, e.Column)
				if e.Method != "slap" && e.Method != "ulap" || !e.Bold() {
					t.Errorf("table %d: %s of %s is starred", number, e.Printed, e.Row)
				}
			}
		}
		if got := strings.Join(starred, " "); got != want {
			t.Errorf("table %d: stars at %s, want %s", number, got, want)
		}
	}
}

// GRM lowers every redundancy, and no accuracy with a supervised score.
func TestGRMImproves(t *testing.T) {
	for number, lower := range map[int]bool{4: true, 7: true, 5: false, 6: false} {
		tab := table(t, "grm-2015", number)
		for _, e := range tab.Entries {
			scorer, ok := strings.CutPrefix(e.Method, "grm, scorer=")
			if !ok {
				continue
			}
			i := slices.IndexFunc(tab.Entries,
				func(o papers.Entry) bool { return o.Row == e.Row && o.Method == scorer })
			if with, without := value(t, e), value(t, tab.Entries[i]); lower && with >= without ||
				!lower && with < without {
				t.Errorf("%s: %s, %s %v, without GRM %v", tab.Name(), e.Row, e.Column,
					with, without)
			}
		}
	}
}

// Where n divides into five equal folds, a mean accuracy is a whole number of
// samples in n: a digit read wrong would mostly not be. ReliefF with a fifth of
// the labels is none, as a note says.
func TestAccuraciesAreSteps(t *testing.T) {
	steps := map[string]float64{"Synthetic": 400, "GLIOMA": 50, "PalmData": 2000, "DIGIT": 2000}
	checked := 0
	for _, number := range []int{2, 3, 5, 6} {
		for _, e := range table(t, "grm-2015", number).Entries {
			n := steps[e.Row]
			if strings.Contains(e.Method, "labels=") {
				if right := value(t, e) / 100 * n; e.Row == "PalmData" &&
					math.Abs(right-math.Round(right)) < 0.1 {
					t.Errorf("table %d: %s of %s is %.3f samples", number, e.Printed,
						e.Column, right)
				}
				continue
			}
			if n == 0 {
				continue
			}
			checked++
			if right := value(t, e) / 100 * n; math.Abs(right-math.Round(right)) > 1e-6 {
				t.Errorf("table %d: %s of %s, %s is %.3f samples of %v", number, e.Printed, e.Row,
					e.Column, right, n)
			}
		}
	}
	if checked != 4*(6+6+7+7) {
		t.Errorf("%d accuracies checked", checked)
	}
}

// Training samples are 30 a class, 5 for faces.
func TestTrainingSamples(t *testing.T) {
	tab := table(t, "trace-ratio-2008", 3)
	for i := 0; i < len(tab.Entries); i += 4 {
		perClass := 30.0
		if row := tab.Entries[i].Row; row == "AT&T" || row == "UMIST" {
			perClass = 5
		}
		if classes, training := value(t, tab.Entries[i]),
			value(t, tab.Entries[i+2]); training != perClass*classes {
			t.Errorf("%s: %v of %v classes", tab.Entries[i].Row, training, classes)
		}
	}
}

// Tables of two papers that describe the same data agree, and numbers that two
// tables print are the same.
func TestTablesAgree(t *testing.T) {
	size := map[string]string{}
	// Two sizes are printed rounded in one paper.
	rounded := map[string]bool{"warpPIE10P features": true}
	for _, tab := range papers.Tables() {
		for _, e := range tab.Entries {
			if e.Method != "" || e.Measure != "samples" && e.Measure != "features" &&
				e.Measure != "classes" {
				continue
			}
			key := e.Dataset + " " + e.Measure
			if old, ok := size[key]; ok && old != e.Printed && !rounded[key] {
				t.Errorf("%s is %s and %s", key, old, e.Printed)
			}
			size[key] = e.Printed
		}
	}
	two, three := table(t, "lap-2018", 2), table(t, "lap-2018", 3)
	for _, e := range two.Entries {
		if e.Row == "Baseline" {
			if other := cell(t, three, "", "Baseline", e.Column); other.Printed != e.Printed {
				t.Errorf("the baseline of %s is %s and %s", e.Column, e.Printed, other.Printed)
			}
		}
	}
	for number, row := range map[int][2]string{2: {"Fisher Score", "Trace-ratio"},
		3: {"Fisher Score", "Trace-ratio"}} {
		tab := table(t, "spfs-2013", number)
		for _, e := range tab.Entries {
			if e.Row == row[0] {
				if other := cell(t, tab, "", row[1], e.Column); other.Text() != e.Text() {
					t.Errorf("table %d, %s: %s and %s", number, e.Column, e.Text(), other.Text())
				}
			}
		}
	}
}

// What the misprints say of the tables is so.
func TestMisprints(t *testing.T) {
	for _, c := range []struct {
		paper                string
		number               int
		row, larger, smaller string
	}{
		{"grm-2015", 5, "LUNG", "GIG", "GFscore"},
		{"grm-2015", 7, "ProCancer", "GFscore", "mRMR"}, {"grm-2015", 7, "COIL20", "GRF", "mRMR"},
		{"grm-2015", 7, "COIL20", "GFscore", "mRMR"},
	} {
		tab := table(t, c.paper, c.number)
		if a, b := value(t, cell(t, tab, "", c.row, c.larger)),
			value(t, cell(t, tab, "", c.row, c.smaller)); a <= b {
			t.Errorf("%s, %s: %s %v, %s %v", tab.Name(), c.row, c.larger, a, c.smaller, b)
		}
	}
	six := table(t, "grm-2015", 6)
	two := table(t, "lap-2018", 2)
	for _, column := range []string{"Wine", "Vehicle"} {
		if value(t, cell(t, two, "", "HSFS", column)) <= value(t,
			cell(t, two, "", "FSSL-LDA", column)) {
			t.Errorf("%s: FSSL-LDA is second best after all", column)
		}
	}
	same := 0
	for _, e := range two.Entries {
		if e.Row == "LDfs" && e.Text() == cell(t, two, "", "FSSL-LDA", e.Column).Text() {
			same++
		}
	}
	if same != 6 {
		t.Errorf("LDfs and FSSL-LDA are equal on %d data sets", same)
	}
	// mRMR stays below the three only where the list says so.
	seven := table(t, "grm-2015", 7)
	var below []string
	for _, e := range seven.Entries {
		if strings.HasPrefix(e.Method, "grm") &&
			value(t, e) >= value(t, cell(t, seven, "", e.Row, "mRMR")) {
			below = append(below, e.Row+" "+e.Column)
		}
	}
	if got := strings.Join(below, ", "); got != "ProCancer GFscore, COIL20 GRF, COIL20 GFscore" {
		t.Errorf("mRMR is less redundant than %s", got)
	}
	var equal []string
	for _, e := range six.Entries {
		if without, ok := strings.CutPrefix(e.Column, "G"); ok &&
			e.Printed == cell(t, six, "", e.Row, without).Printed {
			equal = append(equal, e.Row+" "+without)
		}
	}
	if got := strings.Join(equal, ", "); got != "ProCancer IG, LEU Fscore" {
		t.Errorf("GRM leaves %s as it was", got)
	}
}
