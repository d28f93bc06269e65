package chart

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

var small = figure.Caption{Text: "Made up."}

// features are k features with names of a kind.
func features(k int, name func(int) string) []wording.Feature {
	out := make([]wording.Feature, k)
	for i := range out {
		out[i] = wording.Feature{Name: name(i), Column: i}
	}
	return out
}

// texted are n names of a kind as a result hands them to a mark: clean, and each different.
func texted(n int, name func(int) string) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = name(i)
	}
	return wording.Distinct(names, nil)
}

func scatterOf(panels, classes int, strip bool, name func(int) string) *Scatter {
	s := &Scatter{Classes: texted(classes, name)}
	for i := range 60 {
		s.Class = append(s.Class, i%classes)
	}
	for _, title := range texted(panels, name) {
		p := ScatterPanel{Title: title, XAxis: Axis{"first", "(most)"}, YAxis: Axis{Name: "second"},
			Strip: strip}
		for i := range 60 {
			p.X, p.Y = append(p.X, float64(i*i%37)), append(p.Y, float64(i*i*i%41))
		}
		s.Panels = append(s.Panels, p)
	}
	return s
}

func boxesOf(panels, rows, n int, name func(int) string) *Boxes {
	b := &Boxes{Rows: texted(rows, name), MostValues: 150, MostOutliers: 60}
	for i, f := range features(panels, name) {
		p := BoxPanel{Rank: i + 1, Feature: f}
		for r := range rows {
			at := float64(r)
			box := Box{N: n, Min: at, Q1: at + 1, Median: at + 2, Q3: at + 3, Max: at + 9, Low: at,
				High: at + 5, Outliers: []float64{at + 8, at + 9}}
			for k := range min(n, 150) {
				box.Values = append(box.Values, at+float64(k%10))
			}
			p.Boxes = append(p.Boxes, box)
		}
		b.Panels = append(b.Panels, p)
	}
	return b
}

func spectraOf(n int, name func(int) string) Spectra {
	var s Spectra
	for i, title := range texted(n, name) {
		s = append(s, Spectrum{Title: title, Ranks: "rank of 5 features", Text: "knee at rank 2",
			Scores: []float64{9, 3, 2, 1, 0}, Knee: 2, Slight: i%2 > 0})
	}
	return s
}

func sharesOf(rows, columns int, name func(int) string) *Shares {
	s := &Shares{Title: "Shares", Rows: features(rows, name)}
	for m, label := range texted(columns, name) {
		c := ShareColumn{Name: label}
		for i := range rows {
			v := float64((i+m)%4) / 4
			c.Shares = append(c.Shares,
				Share{Value: v, Low: v / 2, High: (1 + v) / 2, None: v == 0})
		}
		s.Columns = append(s.Columns, c)
	}
	return s
}

func ranksOf(k int, name func(int) string) *CriticalDifference {
	d := &CriticalDifference{Title: "Ranks", Names: texted(k, name), Difference: 1.3}
	for i := range k {
		d.Order, d.Average = append(d.Order, i), append(d.Average, float64(i+1))
		if i > 0 {
			d.Groups = append(d.Groups, [2]int{i - 1, i})
		}
	}
	return d
}

func histogramOf(levels int, name func(int) string) *Histogram {
	h := &Histogram{Title: name(0), X: "p", Y: "features", From: 0, To: 1,
		Bars:   "features in a bin",
		Counts: []int{40, 3, 0, 2, 5}}
	for i := range levels {
		h.Levels = append(h.Levels, Level{Name: fmt.Sprint("level ", i), Value: 3.5 * float64(i+1)})
	}
	return h
}

// barsOf has bars from -0.1 up, each larger by 0.1, with whiskers of 0.05.
func barsOf(rows int, name func(int) string) *Bars {
	b := &Bars{Title: name(0), X: "fall of " + name(1), Rows: features(rows, name)}
	for i := range rows {
		v := float64(i-1) / 10
		b.Bars = append(b.Bars, Bar{Value: v, Low: v - .05, High: v + .05})
	}
	return b
}

// The axis of bars has all of them, their whiskers and 0, with a margin where there is something.
func TestBarsSpan(t *testing.T) {
	for _, c := range []struct {
		bars   []Bar
		lo, hi float64
	}{
		{[]Bar{{.5, .4, .9}}, 0, .918},
		{[]Bar{{-1, -2, -.5}, {0, 0, 0}}, -2.04, .04},
		{[]Bar{{1, -1, 3}}, -1.08, 3.08},
		{[]Bar{{0, 0, 0}}, -1, 1},
		{nil, -1, 1},
	} {
		lo, hi := (&Bars{Bars: c.bars}).span()
		if math.Abs(lo-c.lo) > 1e-12 || math.Abs(hi-c.hi) > 1e-12 {
			t.Errorf("%v: %g to %g, want %g to %g", c.bars, lo, hi, c.lo, c.hi)
		}
	}
}

// markSituations are marks with names of all kinds.
func markSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	kinds := map[string]func(int) string{"short": numbered("s"), "long": long, "uneven": uneven}
	for at := 0; at < len(hostile); at += 8 {
		kinds[fmt.Sprintf("hostile %d", at)] = func(i int) string {
			return hostile[(at+i)%len(hostile)]
		}
	}
	for what, name := range kinds {
		add := func(mark string, f *figure.Figure) { out[mark+" panels, "+what+" names"] = f }
		for _, n := range []int{1, 3, 8} {
			add(fmt.Sprint("points, ", n), scatterOf(n, 3, false, name).Figure("Points", small))
			add(fmt.Sprint("strips, ", n), scatterOf(n, 3, true, name).Figure("Strips", small))
			add(fmt.Sprint("boxes, ", n), boxesOf(n, 4, 20, name).Figure("Boxes", small))
			add(fmt.Sprint("spectra, ", n), spectraOf(n, name).Figure("Spectra", small))
			add(fmt.Sprint("shares, ", n), sharesOf(8, n, name).Figure("Shares", small))
			add(fmt.Sprint("bars, ", n), barsOf(n, name).Figure("Bars", small))
			add(fmt.Sprint("ranks, ", n), ranksOf(n+1, name).Figure("Ranks", small))
			add(fmt.Sprint("histogram, ", n), histogramOf(n-1, name).Figure("Histogram", small))
		}
	}
	maps.Copy(out, curveSituations())
	return out
}

// Groups that share a method stand on levels of their own, others on the first that is free.
func TestGroupLevels(t *testing.T) {
	levels, deepest := groupLevels([][2]int{{0, 2}, {1, 3}, {2, 4}, {3, 5}, {5, 6}})
	if want := []int{0, 1, 2, 0, 1}; !slices.Equal(levels, want) || deepest != 3 {
		t.Errorf("levels %v of %d, want %v of 3", levels, deepest, want)
	}
}

// An axis names the unit of its ticks before its note.
func TestAxis(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		unit int
		want string
	}{
		{Axis{Name: "a"}, 0, "a"}, {Axis{Name: "a"}, -9, "a in 1e−9"},
		{Axis{"a", "(b)"}, 0, "a (b)"}, {Axis{"a", "(b)"}, 9, "a in 1e9 (b)"},
	} {
		must.Is(t, c.axis.in(c.unit), c.want, "%+v in 1e%d", c.axis, c.unit)
	}
}

// Pictures grow by whole numbers to the room for one, and shrink to it and to the budget of all.
func TestShownSize(t *testing.T) {
	for _, c := range []struct{ width, height, side, pictures, w, h int }{
		{8, 8, 80, 10, 80, 80}, {8, 8, 79, 10, 72, 72}, {30, 10, 80, 10, 60, 20},
		{160, 80, 80, 5, 80, 40}, {100, 100, 80, 100, 46, 46}, {1000, 1, 80, 1, 80, 1},
	} {
		if w, h := shownSize(c.width, c.height, c.side, c.pictures); w != c.w || h != c.h {
			t.Errorf("%d×%d in %d, %d of them: %d×%d, want %d×%d", c.width, c.height, c.side,
				c.pictures, w, h, c.w, c.h)
		}
	}
}

// Boxes draw as many panels and rows as there may be, one at least.
func TestBoxesDrawn(t *testing.T) {
	for _, c := range []struct{ panels, rows, wantPanels, wantRows int }{
		{1, 1, 1, 1}, {20, 3, 12, 3}, {20, 30, 8, 30}, {20, 100, 6, 40}, {2, 0, 2, 1},
	} {
		b := Boxes{Rows: make([]string, c.rows), Panels: make([]BoxPanel, c.panels)}
		if panels, rows := b.Drawn(); panels != c.wantPanels || rows != c.wantRows {
			t.Errorf("%d panels of %d rows: %d of %d are drawn, want %d of %d", c.panels, c.rows,
				panels, rows, c.wantPanels, c.wantRows)
		}
	}
}

// Of many values the ends and evenly spaced ones between are drawn.
func TestSpaced(t *testing.T) {
	must.Items(t, spaced([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, 4), []float64{1, 3, 6, 9},
		"four of nine")
}

// Of a falling curve the ends and the knee are kept, and no point is further from what is than both
// a step and a fall.
func TestVisible(t *testing.T) {
	const step, fall = 4, 0.6
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 1000} {
		all := make([]float64, n)
		for i := range all[1:] {
			drop := rng.ExpFloat64() * 0.05
			if rng.IntN(100) == 0 {
				drop = 20
			}
			all[i+1] = all[i] - drop
		}
		s := Spectrum{Knee: n/2 + 1}
		kept := s.visible(n, func(i int) float64 { return all[i] }, step, fall)
		if kept[0] != 0 || kept[len(kept)-1] != n-1 || !slices.Contains(kept, n/2) ||
			n > 3 && len(kept) > n/2 {
			t.Errorf("%d of %d points, from %v to %v", len(kept), n, kept[0], kept[len(kept)-1])
		}
		for i, v := range all {
			if !slices.ContainsFunc(kept, func(k int) bool {
				return i-k < step && i >= k && all[k]-v < fall
			}) {
				t.Errorf("point %d is far from all that is drawn", i)
			}
		}
	}
}
