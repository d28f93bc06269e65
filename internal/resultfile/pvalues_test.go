package resultfile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// byTest is a ranking of iris by a test with p-values.
func byTest(t testing.TB) *algorithms.Ranking {
	d := methodtest.Load(t, "iris")
	r := &algorithms.Ranking{Method: "r", Label: "r", Key: "r", Dataset: "iris", N: 150, D: 4, K: 4,
		Features: []int{2, 3, 0, 1}, Scores: algorithms.Numbers{9, 7, 5, 1},
		PValues:         algorithms.Numbers{0, 3e-299, .125, 1},
		AdjustedPValues: algorithms.Numbers{0, 6e-299, 1. / 6, 1}, Adjustment: "bh",
		History: d.History, DataWarnings: d.Warnings}
	for _, j := range r.Features {
		r.Names = append(r.Names, d.Features[j])
	}
	return r
}

// p-values come back from both formats with all digits, in the order of the features.
func TestPValuesRoundTrip(t *testing.T) {
	d, whole := methodtest.Load(t, "iris"), byTest(t)
	best := *whole
	best.K, best.Features, best.Names, best.Scores = 2, whole.Features[:2], whole.Names[:2],
		whole.Scores[:2]
	best.PValues, best.AdjustedPValues = whole.PValues[:2], whole.AdjustedPValues[:2]
	raw := *whole
	raw.AdjustedPValues, raw.Adjustment = nil, ""
	for _, r := range []*algorithms.Ranking{whole, &best, &raw} {
		text := must.Get(JSON(r))(t)
		back, err := Ranking("r.json", text, d)
		if diff := cmp.Diff(r, back); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		back, err = Ranking("r.csv", csvOf(t, r), d)
		if diff := cmp.Diff(r, back); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	text := must.Get(JSON(whole))(t)
	want := `"p_values":[0,3e-299,0.125,1],"adjusted_p_values":[0,6e-299,0.16666666666666666,1],` +
		`"adjustment":"bh"`
	must.Contain(t, strings.Join(strings.Fields(string(text)), ""), want)
	want = "rank,feature,name,score,p_value,adjusted_p_value,adjustment\n" +
		"1,2,petal_length_cm,9,0,0,bh\n2,3,petal_width_cm,7,3e-299,6e-299,bh\n" +
		"3,0,sepal_length_cm,5,0.125,0.16666666666666666,bh\n4,1,sepal_width_cm,1,1,1,bh\n"
	must.Is(t, string(csvOf(t, whole)), want, "want")
}

// An answer without features, and the ranking of a file of another program, are rankings as well.
func TestSignificantRoundTrips(t *testing.T) {
	d := methodtest.Load(t, "iris")
	for _, level := range []float64{.05, 1e-308} {
		r := byTest(t)
		r.PValues = algorithms.Numbers{1e-9, 1e-9, .5, 1}
		significant := must.Get(evaluation.Significant(r, level, "holm"))(t)
		text := must.Get(JSON(significant))(t)
		back, err := Ranking("r.json", text, nil)
		if diff := cmp.Diff(significant, back); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	r, err := Ranking("limma.csv",
		[]byte("name,p_value,adjusted_p_value\npetal_width_cm,.01,.04\n"),
		d)
	if err != nil || r.PValues[0] != .01 || r.AdjustedPValues[0] != .04 || r.Adjustment != "" {
		t.Errorf("%+v, %v", r, err)
	}
	// A column called adjustment of something else is left out.
	r, err = Ranking("other.csv", []byte("name,adjustment\npetal_width_cm,loess\n"), d)
	if err != nil || r.Adjustment != "" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestDamagedPValues(t *testing.T) {
	d := methodtest.Load(t, "iris")
	const json = `{"features":[2],"names":["petal_length_cm"],"scores":[1],"d":4,"k":1,`
	for _, c := range []struct{ name, text, want string }{
		{"r.json", json + `"p_values":[0.5,1]}`,
			"1 feature and 2 numbers in p_values; the file is damaged"},
		{"r.json", json + `"p_values":[0.5],"adjusted_p_values":[0.5,1]}`,
			"1 feature and 2 numbers in adjusted_p_values; the file is damaged"},
		{"r.json", json + `"adjusted_p_values":[0.5]}`,
			"there are adjusted_p_values and no p_values; give both"},
		{"r.json", json + `"p_values":[1.5]}`, "the p_value of rank 1 is 1.5; give 0 to 1"},
		{"r.json", json + `"p_values":[null]}`, "the p_value of rank 1 is NaN; give 0 to 1"},
		{"r.json", json + `"p_values":["inf"]}`, "the p_value of rank 1 is +Inf; give 0 to 1"},
		{"r.json", json + `"p_values":[1],"adjusted_p_values":[-1]}`,
			"the adjusted_p_value of rank 1 is -1; give 0 to 1"},
		{"r.json", json + `"p_values":[1],"adjusted_p_values":[1],"adjustment":"hb"}`,
			`no adjustment of p-values "hb"; did you mean "bh"?`},
		{"r.csv", "feature,p_value\n1,2\n",
			`line 2: the p_value "2" is not between 0 and 1; give a p-value`},
		{"r.csv", "feature,p_value\n1,<1e-300\n",
			`line 2: the p_value "<1e-300" is not a number; give one, or inf`},
		{"r.csv", "feature,p_value,adjusted_p_value\n1,1,1\n2,1,-0.1\n",
			`line 3: the adjusted_p_value "-0.1" is not between 0 and 1; give a p-value`},
		{"r.csv", "feature,adjusted_p_value\n1,1\n",
			"there are adjusted_p_values and no p_values; give both"},
		{"r.csv", "feature,p_value,adjusted_p_value,adjustment\n1,1,1,bh\n2,1,1,by\n",
			`the adjustments are "bh" and "by"; a file has one ranking`},
		{"r.csv", "feature,p_value,adjusted_p_value,adjustment\n1,1,1,q\n",
			`no adjustment of p-values "q"; known: bh, bonferroni, by, holm, none`},
	} {
		must.Fail(t, must.Err(Ranking(c.name, []byte(c.text), d)), c.want, c.text)
	}
}
