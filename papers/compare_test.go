package papers_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/internal/must"
	"fsnb.example/papers"
)

func row(t *testing.T, c *papers.Comparison, section, row, column string) papers.Compared {
	t.Helper()
	for _, r := range c.Rows {
		if r.Entry.Section == section && r.Entry.Row == row && r.Entry.Column == column {
			return r
		}
	}
	t.Fatalf("no %s, %s", row, column)
	return papers.Compared{}
}

func compare(t *testing.T, tab *papers.Table, ours ...papers.Result) *papers.Comparison {
	t.Helper()
	c := must.Get(papers.Compare(tab, ours...))(t)
	if len(c.Rows) != len(tab.Entries) {
		t.Fatalf("%d rows of %d numbers", len(c.Rows), len(tab.Entries))
	}
	return c
}

// Percentages stand against shares; names are ours or the paper's.
func TestCompare(t *testing.T) {
	c := compare(t, table(t, "grm-2015", 5),
		papers.Result{Dataset: "COIL20", Method: "fisher", K: "20", Value: .4444, SD: .01},
		papers.Result{Dataset: "ALLAML", Method: "GFscore", Measure: "accuracy", Value: 1},
		papers.Result{Dataset: "AMLALL", Method: "grm, scorer=infogain", K: "10", Value: .9},
		papers.Result{Dataset: "GLIOMA", Method: "relieff", Value: .5, Unlike: "3 folds"},
		papers.Result{Dataset: "LUNG_1543_substitute", Method: "fisher", Value: .8},
		papers.Result{Dataset: "grm-blocks", Method: "fisher", Value: .9},
	)
	for _, want := range []struct {
		row, column      string
		ours, difference float64
		comparable       bool
		why              string
	}{
		{"COIL20", "Fscore", 44.44, -1.01, true, ""},
		{"AMLALL", "GFscore", 100, 2.86, true, ""},
		{"AMLALL", "GIG", 90, 0, false, "k = 20, ours 10"},
		{"GLIOMA", "RF", 50, 0, false, "3 folds"},
		{"LUNG", "Fscore", 80, 0, false, "other data: the same 203 samples with 1543 other genes"},
		{"Synthetic", "Fscore", 90, 0, false,
			"other data: generated after the paper's description"},
	} {
		got := row(t, c, "", want.row, want.column)
		if !got.Found || math.Abs(got.Ours-want.ours) > 1e-9 ||
			math.Abs(got.Difference-want.difference) > 1e-9 || got.Comparable != want.comparable ||
			got.Why != want.why {
			t.Errorf("%s, %s: %+v, want %+v", want.row, want.column, got, want)
		}
	}
	if got := row(t, c, "", "COIL20", "Fscore"); math.Abs(got.SD-1) > 1e-9 {
		t.Errorf("the deviation of ours is %v", got.SD)
	}
	if got := row(t, c, "", "DIGIT", "RF"); got.Found || got.Comparable || got.Why != "" {
		t.Errorf("nothing of ours is %+v", got)
	}
}

// A mean is made of ours when all of it is there, or given.
func TestCompareMeans(t *testing.T) {
	eight := table(t, "grm-2015", 8)
	var ours []papers.Result
	for _, e := range eight.Entries {
		if e.Column == "Lap" && e.Summary == "" {
			ours = append(ours, papers.Result{Dataset: e.Dataset, Method: e.Method, Value: .5})
		}
	}
	if got := row(t, compare(t, eight, ours...), "", "Average", "Lap"); !got.Comparable ||
		math.Abs(got.Ours-.5) > 1e-12 || math.Abs(got.Difference+.408) > 1e-9 {
		t.Errorf("the mean of all is %+v", got)
	}
	if got := row(t, compare(t, eight, ours[1:]...), "", "Average", "Lap"); got.Found {
		t.Errorf("the mean of some is %+v", got)
	}
	ours[0].Unlike = "something"
	if got := row(t, compare(t, eight, ours...), "", "Average", "Lap"); got.Found {
		t.Errorf("the mean of what is unlike is %+v", got)
	}
	if got := row(t, compare(t, eight, papers.Result{Dataset: "mean", Method: "Lap", Value: .9}),
		"", "Average", "Lap"); !got.Comparable || math.Abs(got.Difference+.008) > 1e-9 {
		t.Errorf("the mean given is %+v", got)
	}
	six := table(t, "spfs-2013", 6)
	if got := row(t, compare(t, six, papers.Result{Dataset: "mean", Method: "spfs-sfs",
		Measure: "jaccard_1", Value: .4}), "", "SPFS-SFS", "JAC k_NB = 1"); !got.Comparable {
		t.Errorf("the mean of Table 6 is %+v", got)
	}
}

// Parts of a table are told apart by the measure, and what is printed wrong is
// found under its right name.
func TestComparePlaces(t *testing.T) {
	five := table(t, "spfs-2013", 5)
	for _, name := range []string{"warpPIE10P", "PIE10P", "PEI10P", "PIE"} {
		c := compare(t, five, papers.Result{Dataset: name, Method: "spfs-sfs", Measure: "jaccard_5",
			Value: .3})
		if got := row(t, c, "k_NB = 5", "SPFS-SFS", "PIE"); !got.Comparable ||
			math.Abs(got.Difference+.02) > 1e-9 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	two := table(t, "spfs-2013", 2)
	if got := row(t, compare(t, two, papers.Result{Dataset: "PIE10P", Method: "SPSF-NES",
		Value: 1}), "", "SPSF-NES", "PEI10P"); !got.Comparable {
		t.Errorf("misprints: %+v", got)
	}
	// Methods without a name of ours go by the printed one.
	lap := table(t, "lap-2018", 2)
	c := compare(t, lap, papers.Result{Dataset: "Wine", Method: "FSV", Value: .5},
		papers.Result{Dataset: "Wine", Method: "hsfs", Value: .6}, papers.Result{Dataset: "Wine",
			Method: "all", Value: .455})
	for method, want := range map[string]float64{"FSV": .035, "HSFS": -.314, "Baseline": .006} {
		if got := row(t, c, "", method, "Wine"); math.Abs(got.Difference-want) > 1e-9 {
			t.Errorf("%s: %+v", method, got)
		}
	}
	// Descriptions of data: what the files have.
	one := compare(t, table(t, "grm-2015", 1), papers.Result{Dataset: "ALLAML", Measure: "features",
		Value: 7129}, papers.Result{Dataset: "BINALPHA", Measure: "features", Value: 320})
	if got := row(t, one, "", "AMLALL", "Feature #"); got.Difference != -90 {
		t.Errorf("AMLALL: %+v", got)
	}
	if got := row(t, one, "", "BINALPHA", "Feature #"); !got.Comparable || got.Difference != 0 {
		t.Errorf("BINALPHA: %+v", got)
	}
	dims := compare(t, table(t, "lap-2018", 1),
		papers.Result{Dataset: "Wine", Measure: "projected_dimensions", Value: 2})
	if got := row(t, dims, "", "Wine", "#Projected dimensions"); got.Comparable ||
		got.Why != "[2-13] is no number" {
		t.Errorf("a range: %+v", got)
	}
}

func TestCompareMistakes(t *testing.T) {
	if c, err := papers.Compare(nil); c != nil || err == nil ||
		err.Error() != "no table given; give one of papers.Find" {
		t.Errorf("no table: %v, %v", c, err)
	}
	for _, c := range []struct {
		number int
		ours   []papers.Result
		want   string
	}{
		{2, []papers.Result{{Dataset: "COIL2O", Method: "lgd"}},
			`grm-2015, Table 2: no data set "COIL2O"; did you mean "COIL20"?`},
		{2, []papers.Result{{Dataset: "COIL20", Method: "fisher"}},
			`grm-2015, Table 2: no method "fisher"; known: GLGD, GLap, GMCFS, LGD, Lap, MCFS, ` +
				`RF (20 Percent), RF (20%), grm, scorer=laplacian, grm, scorer=lgd, grm, ` +
				`scorer=mcfs, laplacian, lgd, mcfs, relieff, labels=20%`},
		{2, []papers.Result{{Dataset: "COIL20", Method: "lgd", Measure: "acuracy"}},
			`grm-2015, Table 2: no measure "acuracy"; did you mean "accuracy"?`},
		{2, []papers.Result{{Dataset: "COIL20", Method: "lgd", Value: math.NaN()}},
			"grm-2015, Table 2: the result for COIL20, lgd is NaN; give a finite number"},
		{2, []papers.Result{{Dataset: "COIL20", Method: "lgd"}, {Dataset: "COIL20", Method: "LGD"}},
			"grm-2015, Table 2: two results for COIL20, LGD; give one"},
		{1, []papers.Result{{Dataset: "COIL20", Method: "lgd", Measure: "features"}},
			`grm-2015, Table 1: no method "lgd"`},
		{1, []papers.Result{{Dataset: "COIL20"}},
			`grm-2015, Table 1: no measure ""; known: classes, features, samples`},
	} {
		got, err := papers.Compare(table(t, "grm-2015", c.number), c.ours...)
		if got != nil || err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, %v\nwant %s", c.ours, got, err, c.want)
		}
	}
}

// Tables and comparisons are plain data.
func TestPlainData(t *testing.T) {
	tab := table(t, "lap-2018", 2)
	roundTrip(t, tab)
	roundTrip(t, compare(t, tab, papers.Result{Dataset: "Wine", Method: "slap", Value: .944}))
}

func roundTrip[T any](t *testing.T, v *T) {
	t.Helper()
	var buf bytes.Buffer
	var fromGob, fromJSON T
	must.Do(t, gob.NewEncoder(&buf).Encode(v))
	must.Do(t, gob.NewDecoder(&buf).Decode(&fromGob))
	text := must.Get(json.Marshal(v))(t)
	must.Do(t, json.Unmarshal(text, &fromJSON))
	for form, got := range map[string]*T{"gob": &fromGob, "JSON": &fromJSON} {
		if diff := cmp.Diff(v, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%T came back from %s different (-want +got):\n%s", v, form, diff)
		}
	}
}
