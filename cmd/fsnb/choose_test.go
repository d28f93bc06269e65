package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// What rank writes of as many features as a rule says, in each format.
func TestRankChoose(t *testing.T) {
	d := must.Get(datasets.Load("wine", datasets.Options{}))(t)
	for text, c := range map[string]evaluation.Choose{
		"one-error":      {},
		"best":           {Rule: evaluation.BestMean},
		"elbow":          {Rule: evaluation.Elbow},
		"percentile":     {Rule: evaluation.Percentile},
		"percentile=50":  {Rule: evaluation.Percentile, Percent: 50},
		"threshold=1.25": {Rule: evaluation.Threshold, Least: 1.25},
	} {
		c.Selector = filter.Fisher{}
		want := must.Get(c.Count(t.Context(), d, algorithms.Options{}))(t)
		args := []string{"rank", "-method", "fisher", "-choose", text}
		r := decode[ranking](t, []byte(good(t, append(args, "-o", "json", "wine")...)))
		if !slices.Equal(r.Features, want.Ranking.Features) || r.K != want.K {
			t.Errorf("%s: %v, want %v", text, r.Features, want.Ranking.Features)
		}
		must.Is(t, strings.Count(good(t, append(args, "-o", "csv", "wine")...), "\n"), want.K+1,
			"%s lines of CSV", text)
		table := good(t, append(args, "wine")...)
		has(t, table, want.Why, "fisher: ")
	}
}

// Without k, or with 0, rank gives the features that the method chooses; a larger k adds a warning,
// a smaller one cuts.
func TestRankOfFewerFeatures(t *testing.T) {
	for _, method := range []string{"fcbf", "cfs"} {
		own := rankedJSON(t, "-method", method, "wdbc")
		zero := rankedJSON(t, "-method", method, "-k", "0", "wdbc")
		if own.K < 2 || own.K > 20 || len(own.Features) != own.K ||
			!slices.Equal(own.Features, zero.Features) || len(zero.Warnings) != 0 {
			t.Errorf("%s chooses %v, with -k 0 %v, warnings %q", method, own.Features,
				zero.Features, zero.Warnings)
		}
		two := rankedJSON(t, "-method", method, "-k", "2", "wdbc")
		must.Items(t, two.Features, own.Features[:2], "%s -k 2 of %v", method, own.Features)
		all := rankedJSON(t, "-method", method, "-k", "30", "wdbc")
		if w := all.Warnings; !slices.Equal(all.Features, own.Features) || len(w) != 1 ||
			!strings.HasPrefix(w[0], method+" chooses only ") ||
			!strings.HasSuffix(w[0], " of the k = 30 features wanted") {
			t.Errorf("%s -k 30: %v, warnings %q", method, all.Features, w)
		}
	}
	text := good(t, "rank", "-method", "fcbf", "-param", "threshold=.99", "wdbc")
	for _, want := range []string{"fcbf, threshold=0.99: 0 of 30, wdbc", "No feature was chosen.",
		"no feature has a symmetric uncertainty with the target above the threshold 0.99"} {
		must.Contain(t, strings.ToLower(text), strings.ToLower(want), want, text)
	}
	none := rankedJSON(t, "-method", "fcbf", "-param", "threshold=.99", "wdbc")
	if none.K != 0 || none.Features == nil || len(none.Features) != 0 {
		t.Errorf("JSON of no feature: %+v", none)
	}
	must.Is(t, good(t, "rank", "-method", "fcbf", "-param", "threshold=.99", "-o", "csv", "wdbc"),
		"rank,feature,name,score\n", "CSV of no feature")
}

// A method that chooses fewer features than the counts is measured.
func TestAccuracyOfFewerFeatures(t *testing.T) {
	text := good(t, "accuracy", "-method", "fcbf", "-method", "fcbf:threshold=.99",
		"-counts", "2,20",
		"-repeats", "2", "wdbc")
	for _, want := range []string{"fcbf chooses only ", "fcbf chooses none of the k = 20 features",
		"no feature is chosen in some splits: the most frequent class is predicted there"} {
		must.Contain(t, strings.Join(strings.Fields(strings.ToLower(text)), " "),
			strings.ToLower(want), want, text)
	}
}

// What rank writes of the significant features of a test, in each format.
func TestSignificantIsWritten(t *testing.T) {
	all := &algorithms.Ranking{Method: "test", Label: "test", Key: "test", N: 9, D: 3, K: 3,
		Features: []int{1, 0, 2}, Names: []string{"b", "=a", "c"},
		Scores: algorithms.Numbers{3, 2, 1}, PValues: algorithms.Numbers{1e-310, .01, .5}}
	r := must.Get(evaluation.Significant(all, .05, "holm"))(t)
	for format, want := range map[string]string{
		"table": "test, p ≤ 0.05 (Holm): 2 of 3\n" +
			"rank  column  feature  score                      p  adjusted p (Holm)\n" +
			"──────────────────────────────────────────────────────────────────────\n" +
			"   1       1  b        3.000  ████████████  <1e-300            <1e-300\n" +
			"   2       0  =a       2.000  ████████       0.0100             0.0200\n" +
			"Adjusted p: Holm, for the tests of all 3 features.\n" +
			"2 of 3 features are significant (adjusted p ≤ 0.05, Holm over 3 tests).\n",
		"csv": "rank,feature,name,score,p_value,adjusted_p_value,adjustment\n" +
			"1,1,b,3,1e-310,3e-310,holm\n2,0,'=a,2,0.01,0.02,holm\n",
	} {
		var b bytes.Buffer
		if err := writeRanking(&b, r, format, format == "csv"); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, b.String(), want)
		}
	}
	var b bytes.Buffer
	must.Do(t, writeRanking(&b, r, "json", false))
	names, v := members(t, b.String())
	if i := slices.Index(names, "scores"); !slices.Equal(names[i:i+4], []string{"scores",
		"p_values", "adjusted_p_values", "adjustment"}) {
		t.Errorf("members %v", names)
	}
	for member, want := range map[string]string{"k": "2", "d": "3", "features": "[1,0]",
		"p_values": "[1e-310,0.01]", "adjusted_p_values": "[3e-310,0.02]", "adjustment": `"holm"`,
		"label": `"test, p ≤ 0.05 (Holm)"`, "key": `"test significant(level=0.05,adjust=holm)"`} {
		must.Is(t, compact(t, v[member]), want, "%s", member)
	}
}
