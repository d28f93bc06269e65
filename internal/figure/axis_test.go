package figure

import (
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestScale(t *testing.T) {
	for _, test := range []struct {
		lo, hi float64
		label  string
	}{
		{0, 1, "v"}, {-5, 12000, "v"}, {0, 0, "v"}, {3, 3, "v"}, {0, 3e9, "v in 1e9"},
		{1e-7, 2e-7, "v in 1e−7"},
		{1.6e9 + 3, 1.6e9 + 87, "v − 1.6e9"}, {-1.6e9, -1.6e9 + 87, "v + 1.6e9"},
		{1234567890, 1234567892, "v − 1234567890"},
		{1, 1 + 1e-9, "(v − 1) in 1e−9"}, {123.4, 123.4002, "(v − 123.4) in 1e−4"},
		{1e20, 1e20 + 2e6, "(v − 1e20) in 1e6"}, {1e9, 1e9, "v in 1e9"},
		{-math.MaxFloat64, math.MaxFloat64, "v in 1e308"},
		{5e-324, 1e-323, "v in 1e−323"}, {2e-320, 2e-320, "v in 1e−320"},
	} {
		s := NewScale(test.lo, test.hi)
		if got := s.Label("v"); got != test.label {
			t.Errorf("%g to %g: %q, want %q", test.lo, test.hi, got, test.label)
		}
		from, to := s.Bounds(test.lo, test.hi, 0.1, 0.2)
		if !(from < to) || math.IsInf(to-from, 0) || !(from <= s.At(test.lo)) ||
			!(s.At(test.hi) <= to) {
			t.Errorf("%g to %g: the axis runs from %g to %g", test.lo, test.hi, from, to)
		}
	}
	s := NewScale(1600000003, 1600000087)
	if s.At(1600000050) != 50 {
		t.Errorf("1600000050 stands at %g", s.At(1600000050))
	}
	if from, to := NewScale(10, 20).Bounds(10, 20, 0.1, 0.2); from != 9 || to != 22 {
		t.Errorf("margins of a tenth and a fifth of 10: %g and %g", from, to)
	}
}

// Ranks are whole, the last is never passed, and labels have room.
func TestRankTicks(t *testing.T) {
	style := NewPlot("", "").X.Tick.Label
	for _, room := range []vg.Length{120, 180, 400} {
		for _, last := range []int{1, 2, 3, 5, 10, 13, 30, 64, 100, 999, 1000, 5748, 20000,
			1234567} {
			ticks := RankTicks(last, room, style)
			before := math.Inf(-1)
			for i, tick := range ticks {
				if k, err := strconv.Atoi(tick.Label); err != nil || float64(k) != tick.Value ||
					k < 1 || k > last {
					t.Errorf("%d features: a tick %q at %g", last, tick.Label, tick.Value)
				}
				at := float64(room) * (tick.Value - 1) / float64(max(last-1, 1))
				half := float64(style.Width(tick.Label)) / 2
				if i > 0 && at-half < before+2 {
					t.Errorf("%d features on %.0f points: %s touches the label before it", last,
						room, tick.Label)
				}
				before = at + half
			}
			if len(ticks) == 0 || last > 3 && len(ticks) < 2 {
				t.Errorf("%d features on %.0f points: %d ticks", last, room, len(ticks))
			}
		}
	}
}
