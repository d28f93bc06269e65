package main

import (
	"slices"
	"strings"
	"testing"
)

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
		if !slices.Equal(two.Features, own.Features[:2]) {
			t.Errorf("%s -k 2: %v of %v", method, two.Features, own.Features)
		}
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
		if !strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
			t.Errorf("the table does not say %q:\n%s", want, text)
		}
	}
	none := rankedJSON(t, "-method", "fcbf", "-param", "threshold=.99", "wdbc")
	if none.K != 0 || none.Features == nil || len(none.Features) != 0 {
		t.Errorf("JSON of no feature: %+v", none)
	}
	if csv := good(t, "rank", "-method", "fcbf", "-param", "threshold=.99", "-o", "csv",
		"wdbc"); csv != "rank,feature,name,score\n" {
		t.Errorf("CSV of no feature: %q", csv)
	}
}

// A method that chooses fewer features than the counts is measured.
func TestAccuracyOfFewerFeatures(t *testing.T) {
	text := good(t, "accuracy", "-method", "fcbf", "-method", "fcbf:threshold=.99",
		"-counts", "2,20",
		"-repeats", "2", "wdbc")
	for _, want := range []string{"fcbf chooses only ", "fcbf chooses none of the k = 20 features",
		"no feature is chosen in some splits: the most frequent class is predicted there"} {
		if !strings.Contains(strings.Join(strings.Fields(strings.ToLower(text)), " "),
			strings.ToLower(want)) {
			t.Errorf("the table does not say %q:\n%s", want, text)
		}
	}
}
