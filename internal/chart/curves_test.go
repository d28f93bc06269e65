package chart

import (
	"fmt"
	"math"
	"testing"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// makePanel is series of values at the counts, each with an interval of ±.05.
func makePanel(counts []int, series int) CurvePanel {
	p := CurvePanel{Title: "panel", Counts: counts, Y: "value", Bands: true}
	for i := range series {
		s := CurveSeries{Place: i}
		for k, n := range counts {
			v := 0.9 - 0.1*float64(i) - 0.4/float64(k+1)
			s.Points = append(s.Points,
				CurvePoint{Count: n, Value: v, Low: v - 0.05, High: v + 0.05})
		}
		p.Series = append(p.Series, s)
	}
	p.Fit(0, 1)
	return p
}

// The axis spans what is drawn and a twentieth more at each end, and a least range within what is
// possible.
func TestFit(t *testing.T) {
	inf := math.Inf(1)
	level := func(v float64) *float64 { return &v }
	for _, c := range []struct {
		level       *float64
		low, high   float64
		least, most float64
		from, to    float64
		label       string
	}{
		{nil, .2, .8, 0, 1, .17, .83, "y"},
		{level(.9), .2, .8, 0, 1, .165, .935, "y"},
		{nil, -.2, 1.2, 0, 1, -.05, 1.05, "y"}, // what is impossible is cut
		{nil, .5, .5, 0, 1, .475 - .0025, .525 + .0025, "y"},
		{nil, 1, 1, 0, 1, .95 - .0025, 1 + .0025, "y"},
		{nil, 0, 0, 0, 1, -.0025, .05 + .0025, "y"},
		{nil, 0, 0, -inf, inf, -.55, .55, "y"},
		{nil, 3, 13, 0, inf, 2.5, 13.5, "y"},
		{nil, 4e6, 8e6, 0, inf, 3.8e6, 8.2e6, "y in 1e6"},
	} {
		p := CurvePanel{Y: "y", Level: c.level,
			Series: []CurveSeries{{Points: []CurvePoint{{Low: c.low, High: c.high}}}}}
		p.Fit(c.least, c.most)
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }
		if !near(p.From, c.from) || !near(p.To, c.to) || p.Top != c.most || p.Y != c.label {
			t.Errorf("%g to %g: the axis %q goes from %g to %g, no tick above %g; want %q, %g, "+
				"%g, "+
				"%g", c.low, c.high, p.Y, p.From, p.To, p.Top, c.label, c.from, c.to, c.most)
		}
	}
}

// The line of the level is over the bands, or below them; bands are in the color of their series.
func TestLevelAndBands(t *testing.T) {
	for _, below := range []bool{false, true} {
		p := makePanel([]int{1, 2, 3}, 1)
		p.Level, p.LevelBelow = new(float64), below
		*p.Level = 0.7
		c := Curves{Names: []CurveName{{"a", 0}}, Panels: []CurvePanel{p}}
		r := record(c.Figure("Curves", figure.Caption{}))
		line, band := -1, -1
		for i, b := range r.Shapes {
			switch {
			case b.Stroked && b.Color == figure.SoftInk && b.MaxX-b.MinX > 300 &&
				math.Abs(b.MaxY-b.MinY-1.2) < 1e-6: // the axes are thinner
				line = i
			case !b.Stroked && b.Color == figure.Faded(figure.Palette[0], 0.18):
				band = i
			}
		}
		if line < 0 || band < 0 || (line < band) != below {
			t.Errorf("below %v: the line is shape %d, the band shape %d", below, line, band)
		}
	}
}

// At a single number the values stand side by side: with bars, without, or as on a line.
func TestSingleNumber(t *testing.T) {
	for _, c := range []struct {
		bands, plain bool
		lines        int
		radius       float64
	}{{true, false, 3, 3.6}, {false, false, 0, 3.6}, {false, true, 0, 3.2}} {
		p := makePanel([]int{7}, 3)
		p.Bands, p.Plain = c.bands, c.plain
		one := Curves{Panels: []CurvePanel{p}}
		r := record(one.Figure("Curves", figure.Caption{}))
		lines := 0
		for i := range 3 {
			for _, b := range r.Shapes {
				if b.Color == figure.SeriesColor(i) && b.Stroked && b.MaxY-b.MinY > 20 &&
					b.MaxX-b.MinX < 2 {
					lines++
				}
			}
		}
		if x, _ := disks(r, figure.Palette[0], c.radius, 0); lines != c.lines || len(x) != 1 {
			t.Errorf("%+v: %d bars, and the first value has %d glyphs", c, lines, len(x))
		}
	}
}

func TestShortLabel(t *testing.T) {
	for label, want := range map[string]string{
		"accuracy":                        "accuracy",
		"accuracy, 1-NN":                  "accuracy, 1-NN",
		"accuracy on held-out data, 1-NN": "accuracy on held-out data",
	} {
		must.Is(t, ShortLabel(label), want, "%q is short", label)
	}
	if w := figure.TextStyle(figure.TextSize).Width(ShortLabel(long(1))); w > 150 {
		t.Errorf("a long label is %.0f points wide", w)
	}
}

func curveSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	for _, panels := range []int{1, 2, 5, 12} {
		for what, name := range map[string]func(int) string{"short": numbered("s"), "long": long,
			"uneven": uneven} {
			c := Curves{Level: name(9)}
			for i := range 3 {
				c.Names = append(c.Names, CurveName{name(i), i})
			}
			for i := range panels {
				p := makePanel([]int{1, 5, 10, 200}, 3)
				p.Title = name(i)
				c.Panels = append(c.Panels, p)
			}
			out[fmt.Sprintf("%d panels of curves with %s names", panels, what)] =
				c.Figure("Curves", figure.Caption{Text: "Made up."})
		}
	}
	return out
}
