package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
	"fsnb.example/internal/wording"
)

// seriesNames are the displayed names of the series, all distinct.
func seriesNames(series []Series) []string {
	out := make([]string, len(series))
	for i, s := range series {
		out[i] = s.Name
		if s.Name == "" {
			out[i] = "series " + wording.Itoa(i+1)
		}
	}
	return wording.Distinct(out, nil)
}

// legend names the series and the levels. A single series without a name needs
// none.
func (c *chart) legend() []figure.LegendEntry {
	var out []figure.LegendEntry
	for i := range c.Series {
		s := &c.Series[i]
		if len(c.Series) == 1 && s.Name == "" {
			break
		}
		if i == MaxLegend {
			out = append(out, figure.LegendEntry{Name: fmt.Sprintf("and %d more", len(c.Series)-i)})
			break
		}
		e := figure.LegendEntry{Name: c.names[i], Color: c.color(i), Line: s.hasLine(),
			Dash: lineDash(s, c.look(i))}
		if s.hasGlyphs() {
			e.Glyph = figure.SeriesGlyph(c.look(i))
		}
		out = append(out, e)
	}
	for i, l := range c.Levels {
		if i == MaxLegend {
			out = append(out, figure.LegendEntry{Name: wording.Plural(len(c.Levels)-i, "level more",
				"levels more")})
			break
		}
		out = append(out, figure.LegendEntry{Name: levelText(l), Color: figure.SoftInk, Line: true,
			Dash: levelDash(i)})
	}
	if c.Diagonal {
		out = append(out, figure.LegendEntry{Name: "y = x", Color: figure.SoftInk, Line: true})
	}
	return out
}

func levelText(l Level) string {
	at := "y = " + chartNumber(l.Value)
	if l.Vertical {
		at = "x = " + chartNumber(l.Value)
	}
	if l.Name == "" {
		return at
	}
	return wording.Clean(l.Name) + " (" + at + ")"
}

// chartNumber formats a number for a sentence, with about four digits.
func chartNumber(v float64) string {
	if a := math.Abs(v); a >= 1e4 && a < 1e7 {
		return wording.Minus(strconv.FormatFloat(v, 'f', 0, 64))
	}
	return wording.Minus(strings.NewReplacer("e+0", "e", "e+", "e", "e-0",
		"e-").Replace(strconv.FormatFloat(v, 'g', 4, 64)))
}

// note is the note below the chart: the user's own, and what is not drawn.
func (c *chart) note() string {
	var parts []string
	if c.Note != "" {
		parts = append(parts, wording.CleanSentence(c.Note))
	}
	if n := c.notFinite; n > 0 {
		parts = append(parts, wording.Plural(n, "point is", "points are")+" not drawn: not finite.")
	}
	if n := c.notPositive; n > 0 {
		parts = append(parts, wording.Plural(n, "point is",
			"points are")+" not drawn: not positive on a logarithmic axis.")
	}
	if n := c.coincide; n > 0 {
		parts = append(parts, wording.Plural(n, "point stands",
			"points stand")+" exactly on another.")
	}
	if n := c.noRoom; n > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s not shown, for want of room.", n,
			wording.Plural(c.labeled, "label is", "labels are")))
	}
	return strings.Join(parts, " ")
}

// alt describes the chart in words: the ends of each line, the range of glyphs alone.
func (c *chart) alt() string {
	title := wording.Shorten(c.Title, 120)
	if strings.TrimSpace(title) == "" {
		title = "Chart"
	}
	var parts []string
	for i := range c.Series {
		if i == MaxLegend {
			parts = append(parts, fmt.Sprintf("and %d more", len(c.Series)-i))
			break
		}
		text := c.seriesAlt(&c.Series[i])
		if len(c.Series) > 1 || c.Series[i].Name != "" {
			text = c.names[i] + ", " + text
		}
		parts = append(parts, text)
	}
	for i, l := range c.Levels {
		if i == MaxLegend {
			break
		}
		parts = append(parts, levelText(l))
	}
	if c.Diagonal {
		parts = append(parts, "the diagonal y = x")
	}
	return fmt.Sprintf("%s: %s against %s: %s", title, c.y.quantity, c.x.quantity,
		strings.Join(parts, "; "))
}

// settled is v, or 0 if it is within the rounding of values of the size of the range: processors
// round differently.
func settled(v float64, e valueRange) float64 {
	if math.Abs(v) <= 1e-12*max(math.Abs(e.lo), math.Abs(e.hi)) {
		return 0
	}
	return v
}

func settledRange(e valueRange) valueRange {
	e.lo, e.hi = settled(e.lo, e), settled(e.hi, e)
	return e
}

func (c *chart) seriesAlt(s *Series) string {
	var xs, ys valueRange
	var first, last [2]float64
	n := 0
	for i := range s.Y {
		x, y := s.at(i)
		if !c.drawable(x, y) {
			continue
		}
		if n == 0 {
			first = [2]float64{x, y}
		}
		last = [2]float64{x, y}
		n++
		xs.add(x)
		ys.add(y)
	}
	if !c.LogX {
		first[0], last[0], xs = settled(first[0], xs), settled(last[0], xs), settledRange(xs)
	}
	if !c.LogY {
		first[1], last[1], ys = settled(first[1], ys), settled(last[1], ys), settledRange(ys)
	}
	at := func(p [2]float64) string {
		return "(" + chartNumber(p[0]) + ", " + chartNumber(p[1]) + ")"
	}
	reach := func(e valueRange) string {
		if e.lo == e.hi {
			return chartNumber(e.lo)
		}
		return chartNumber(e.lo) + " to " + chartNumber(e.hi)
	}
	switch {
	case n == 0:
		return "no point"
	case n == 1:
		return "1 point at " + at(first)
	case !s.hasLine():
		return fmt.Sprintf("%d points, x %s, y %s", n, reach(xs), reach(ys))
	case ys.lo < min(first[1], last[1]) || ys.hi > max(first[1], last[1]):
		return fmt.Sprintf("%d points from %s to %s, y %s", n, at(first), at(last), reach(ys))
	}
	return fmt.Sprintf("%d points from %s to %s", n, at(first), at(last))
}

// ChartCSV returns the points of a chart as lines of a file, with all digits, including points that
// are not drawn. The columns are series, x, y and label. It returns an error for a chart that
// ChartFigure refuses, unless only its points cannot be drawn.
func ChartCSV(c *Chart) ([][]string, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	rows := [][]string{{"series", "x", "y", "label"}}
	for i := range c.Series {
		s := &c.Series[i]
		for k := range s.Y {
			x, y := s.at(k)
			rows = append(rows, []string{s.Name, number.Text(x), number.Text(y), s.label(k)})
		}
	}
	return rows, nil
}
