package fsnb

import (
	"math"
	"testing"

	"fsnb.example/internal/must"
)

// One line a projection, on the data with which LAP compares them; the second time from the disk.
func TestProject(t *testing.T) {
	t.Setenv("FSNB_CACHE", t.TempDir())
	d := Load("lap-d1")
	for _, m := range []Projector{PCAScore{}, LDAScore{}, LPPScore{}, LFDAScore{}, FSSL{}} {
		p := Project(d, m)
		axis := p.Axis(0)
		for j, w := range axis {
			must.Near(t, math.Abs(w), p.Scores.Values[j], 1e-12,
				"%s: feature %d has %g on the axis and score", p.Label, j, w)
		}
		again := Project(d, m)
		if p.Cached || !again.Cached || again.Axis(0)[0] != axis[0] || again.Dataset != "lap-d1" {
			t.Errorf("%s: the second answer is %v, cached %v", p.Label, again.Axis(0), again.Cached)
		}
	}
}
