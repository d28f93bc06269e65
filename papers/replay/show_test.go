package replay

import (
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/internal/displaytest"
	"fsnb.example/papers"
)

// Several comparisons have no CSV form, alone or as a part, and none has nothing to show.
func TestSeveralComparisons(t *testing.T) {
	c := &Comparison{Comparison: &papers.Comparison{}}
	for _, several := range []Comparisons{{c}, {c, c}} {
		if _, err := display.CSV(several); err == nil ||
			!strings.HasPrefix(err.Error(), "several comparisons are no one table to save") {
			t.Errorf("%d comparisons: %v", len(several), err)
		}
	}
	if out, err := display.Render(Comparisons{}); err == nil {
		t.Errorf("no comparison is shown as %v", out)
	}
	_, err := display.Render(displaytest.Several{(*Comparison)(nil)})
	if err == nil ||
		!strings.HasPrefix(err.Error(), "cannot show a *replay.Comparison that is nil: ") {
		t.Errorf("a nil comparison: %v", err)
	}
}
