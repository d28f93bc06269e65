package main

import (
	"bytes"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
)

// What rank writes of the significant features of a test, in each format.
func TestSignificantIsWritten(t *testing.T) {
	all := &algorithms.Ranking{Method: "test", Label: "test", Key: "test", N: 9, D: 3, K: 3,
		Features: []int{1, 0, 2}, Names: []string{"b", "=a", "c"},
		Scores: algorithms.Numbers{3, 2, 1}, PValues: algorithms.Numbers{1e-310, .01, .5}}
	r, err := evaluation.Significant(all, .05, "holm")
	if err != nil {
		t.Fatal(err)
	}
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
	if err := writeRanking(&b, r, "json", false); err != nil {
		t.Fatal(err)
	}
	names, v := members(t, b.String())
	if i := slices.Index(names, "scores"); !slices.Equal(names[i:i+4], []string{"scores",
		"p_values", "adjusted_p_values", "adjustment"}) {
		t.Errorf("members %v", names)
	}
	for member, want := range map[string]string{"k": "2", "d": "3", "features": "[1,0]",
		"p_values": "[1e-310,0.01]", "adjusted_p_values": "[3e-310,0.02]", "adjustment": `"holm"`,
		"label": `"test, p ≤ 0.05 (Holm)"`, "key": `"test significant(level=0.05,adjust=holm)"`} {
		if got := compact(t, v[member]); got != want {
			t.Errorf("%s is %s, want %s", member, got, want)
		}
	}
}
