package fsnb

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms/information"
	"fsnb.example/fsnb/internal/cell/celltest"
)

// A method that chooses how many features is cut by a smaller k, and warns of a larger one, also
// when its answer is cached.
func TestSelectOfFewerFeatures(t *testing.T) {
	cancer := Load("wdbc")
	for _, m := range []Selector{information.FCBF{}, information.CFS{}} {
		own := Select(cancer, m, 0)
		if own.K < 2 || own.K > 20 || len(own.Features) != own.K || len(own.Warnings) != 0 {
			t.Fatalf("%v, warnings %q", own, own.Warnings)
		}
		if two := Select(cancer, m, 2); !slices.Equal(two.Features, own.Features[:2]) {
			t.Errorf("k = 2: %v, want the first of %v", two, own)
		}
		for range 2 {
			all := Select(cancer, m, 30)
			if w := all.Warnings; !slices.Equal(all.Features, own.Features) || len(w) != 1 ||
				!strings.HasSuffix(w[0], " of the k = 30 features wanted") {
				t.Errorf("k = 30: %v, warnings %q", all, w)
			}
		}
	}
	none := Select(cancer, information.FCBF{Threshold: .99}, 3)
	if none.K != 0 || !slices.Contains(none.Warnings,
		"fcbf chooses none of the k = 3 features wanted") {
		t.Errorf("no feature: %v, warnings %q", none, none.Warnings)
	}
	if text := celltest.Printed(t, func() { Show(none) }); !strings.Contains(text,
		"No feature was chosen.") {
		t.Errorf("the table of no feature:\n%s", text)
	}
}
