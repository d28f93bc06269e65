package table

import (
	"slices"
	"testing"
)

// Of every group of one to five cells, each good, not good or absent: a cell is bold when it
// is good and another one of the group is not.
func TestBoldGroups(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for code := range pow3(n) {
			good, there := make([]bool, n), make([]bool, n)
			var cells, worse int
			for i, c := 0, code; i < n; i, c = i+1, c/3 {
				good[i], there[i] = c%3 == 1, c%3 != 2
				if there[i] {
					cells++
				}
				if c%3 == 0 {
					worse++
				}
			}
			var b BoldGroups
			bold := b.Of(good, there)
			for i := range bold {
				if bold[i] != (good[i] && worse > 0) {
					t.Fatalf("good %v, there %v: bold %v", good, there, bold)
				}
			}
			if b.Some != slices.Contains(bold, true) || b.Alike != (worse == 0 && cells > 1) {
				t.Fatalf("good %v, there %v: %+v", good, there, b)
			}
		}
	}
	var both BoldGroups
	both.Of([]bool{true, false}, nil)
	both.Of([]bool{true, true}, nil)
	if got := both.Note("A.", "B.", "C."); !slices.Equal(got, []string{"A. B."}) {
		t.Errorf("of both kinds %q", got)
	}
}

func pow3(n int) int {
	out := 1
	for range n {
		out *= 3
	}
	return out
}
