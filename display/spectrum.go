package display

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// ShowSpectrum shows score spectra: their table, and a panel for each ranking.
func (s *Screen) ShowSpectrum(p *evaluation.ScoreSpectrum) {
	if s.begin(p) {
		s.table(SpectrumTable(p))
		s.figure(SpectrumFigure(p))
	}
}

// SpectrumTable is the table of a score spectrum: each ranking's best score, its knee,
// and what lies before the knee.
func SpectrumTable(s *evaluation.ScoreSpectrum) *Table {
	t := &Table{
		Title: spectrumTitle(s),
		Columns: []Column{
			{Name: "ranking"}, {Name: "features", Align: Right}, {Name: "best score", Align: Right},
			{Name: "last score", Align: Right},
			{Name: "knee at rank", Align: Right}, {Name: "score there", Align: Right},
			{Name: "depth", Align: Right}, {Name: "before the knee", Align: Right},
		},
	}
	labels := spectrumLabels(s)
	slight, measured := false, false
	for i, c := range s.Curves {
		features := wording.Itoa(len(c.Scores))
		if c.D > len(c.Scores) {
			features = fmt.Sprintf("%d of %d", len(c.Scores), c.D)
		}
		scores := []float64{c.Scores[0], c.Scores[len(c.Scores)-1]}
		knee := []string{"none", "–", "–", "–"}
		if c.Knee.Rank > 0 {
			scores = append(scores, c.Knee.Score)
			knee = []string{wording.Itoa(c.Knee.Rank), "", wording.Fixed(c.Knee.Depth, 2),
				wording.Plural(c.Knee.Rank-1, "feature", "features")}
			if c.Knee.Share > 0 {
				knee[3] += ", " + wording.Percent(c.Knee.Share)
			}
			if c.Knee.Slight {
				knee[0] += " (slight)"
				slight = true
			}
		} else {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: no knee, as %s.", labels[i], c.NoKnee))
		}
		written := wording.FormatColumn(scores)
		if c.OrderOnly {
			written = []string{"–", "–"}
		}
		measured = measured || !c.OrderOnly
		if len(written) > 2 {
			knee[1] = written[2]
		}
		t.Rows = append(t.Rows,
			append([]string{labels[i], features, written[0], written[1]}, knee...))
		if c.Reordered > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: sorted by score, which is not the "+
				"ranking's order from rank %d on.", labels[i], c.Reordered))
		}
	}
	if !measured {
		return t
	}
	t.Notes = append(t.Notes, "The knee is the score furthest below the straight line from the "+
		"first to the last finite score: before it the scores fall fast, "+
		"from it on slowly. Its depth is 0 on that line and 1 for a drop to the last score at "+
		"once. Percentages are of the sum of the finite scores.")
	if slight {
		t.Notes = append(t.Notes, "A slight knee is no deeper than evenly spread scores have by "+
			"chance, one time in twenty.")
	}
	return t
}

func spectrumTitle(s *evaluation.ScoreSpectrum) string {
	title := "Score spectrum"
	if name := s.Curves[0].Dataset; name != "" && oneDataset(s) {
		title += ", " + wording.Clean(name)
	}
	return title
}

func oneDataset(s *evaluation.ScoreSpectrum) bool {
	for _, c := range s.Curves {
		if c.Dataset != s.Curves[0].Dataset {
			return false
		}
	}
	return true
}

// spectrumLabels names the rankings so that all are distinct: by their data when these differ.
func spectrumLabels(s *evaluation.ScoreSpectrum) []string {
	labels, features := make([]string, len(s.Curves)), make([]int, len(s.Curves))
	for i, c := range s.Curves {
		labels[i], features[i] = c.Label, len(c.Scores)
		if !oneDataset(s) {
			labels[i] += ", " + c.Dataset
		}
	}
	return wording.Distinct(labels, features)
}

// maxPanels is the number of panels that a figure of small multiples draws.
const maxPanels = 12

var kneeColor = figure.Palette[3]

// SpectrumFigure draws the scores of each ranking against their rank, one panel a ranking with axes
// of its own, since methods have different units: the curve, the straight line between its ends,
// and the knee, the area before it tinted. The axis of the ranks is linear, since the knee is a
// point of the linear curve. Rankings without scores have no panel; it returns nil when there is no
// other.
func SpectrumFigure(s *evaluation.ScoreSpectrum) *figure.Figure {
	labels := spectrumLabels(s)
	var curves []evaluation.ScoreCurve
	var titles []string
	for i, c := range s.Curves {
		if !c.OrderOnly && len(curves) < maxPanels {
			curves, titles = append(curves, c), append(titles, labels[i])
		}
	}
	if len(curves) == 0 {
		return nil
	}
	grid := figure.GridOf(len(curves))
	legend := figure.NewLegend(spectrumLegend(curves), grid.Total()-vg.Points(30))
	return grid.Figure(spectrumAlt(s), titles, legend, spectrumNote(s), func() []*plot.Plot {
		plots := make([]*plot.Plot, len(curves))
		for i, c := range curves {
			plots[i] = spectrumPanel(c, grid)
		}
		return plots
	})
}

func spectrumLegend(curves []evaluation.ScoreCurve) []figure.LegendEntry {
	entries := []figure.LegendEntry{{Name: "score", Color: figure.Palette[0], Line: true}}
	var finite, knee, slight, infinite bool
	for _, c := range curves {
		finite = finite || c.PlusInf+c.MinusInf < len(c.Scores)
		knee = knee || c.Knee.Rank > 0 && !c.Knee.Slight
		slight = slight || c.Knee.Slight
		infinite = infinite || c.PlusInf+c.MinusInf > 0
	}
	if finite {
		entries = append(entries,
			figure.LegendEntry{Name: "straight line between the ends", Color: figure.SoftInk,
				Line: true, Dash: figure.Dashes})
	}
	if knee {
		entries = append(entries,
			figure.LegendEntry{Name: "knee: furthest below that line", Color: kneeColor,
				Glyph: kneeGlyph(false)})
	}
	if slight {
		entries = append(entries,
			figure.LegendEntry{Name: "slight knee: may be chance", Color: kneeColor,
				Glyph: kneeGlyph(true)})
	}
	if infinite {
		entries = append(entries,
			figure.LegendEntry{Name: "infinite score", Color: figure.Palette[0],
				Glyph: figure.Polygon{Sides: 3, Up: 1, Filled: true}})
	}
	return entries
}

func kneeGlyph(slight bool) draw.GlyphDrawer {
	if slight {
		return figure.Polygon{Up: 1}
	}
	return draw.CircleGlyph{}
}

func spectrumNote(s *evaluation.ScoreSpectrum) figure.Caption {
	note, dataset := "Scores, largest first.", ""
	if title := spectrumTitle(s); strings.Contains(title, ", ") {
		dataset = s.Curves[0].Dataset
	}
	ordered := 0
	for _, c := range s.Curves {
		if c.OrderOnly {
			ordered++
		}
	}
	scored := len(s.Curves) - ordered
	if scored > 1 {
		note += " Each panel has axes of its own."
	}
	if more := scored - maxPanels; more > 0 {
		note += fmt.Sprintf(" %s more in the table.", wording.Plural(more, "ranking", "rankings"))
	}
	if ordered > 0 {
		note += fmt.Sprintf(" %s of an order without scores not drawn.",
			wording.Plural(ordered, "ranking", "rankings"))
	}
	return figure.Caption{Dataset: dataset, Text: note}
}

func spectrumAlt(s *evaluation.ScoreSpectrum) string {
	var parts []string
	for i, label := range spectrumLabels(s) {
		if i == maxPanels {
			parts = append(parts, fmt.Sprintf("and %d more", len(s.Curves)-i))
			break
		}
		parts = append(parts, label+" "+kneeText(s.Curves[i]))
	}
	return spectrumTitle(s) + ": " + strings.Join(parts, "; ")
}

// kneeText says where the knee is.
func kneeText(c evaluation.ScoreCurve) string {
	if c.OrderOnly {
		return "order only"
	}
	if c.Knee.Rank == 0 {
		return "no knee"
	}
	text := fmt.Sprintf("knee at rank %d, score %s", c.Knee.Rank,
		wording.Minus(strconv.FormatFloat(c.Knee.Score, 'g', 4, 64)))
	if c.Knee.Slight {
		return "slight " + text
	}
	return text
}

func spectrumPanel(c evaluation.ScoreCurve, grid figure.Panels) *plot.Plot {
	finite := c.Scores[c.PlusInf : len(c.Scores)-c.MinusInf]
	lo, hi := 0.0, 0.0
	if m := len(finite); m > 0 {
		lo, hi = finite[m-1], finite[0]
	}
	if lo > 0 && hi > 1.2*lo { // areas begin at 0 unless that flattens the curve
		lo = 0
	}
	s := figure.NewScale(lo, hi)
	across, up := grid.Width-vg.Points(75), grid.Height-vg.Points(75)
	// Room above for a line of text, and for infinite scores.
	line := float64(vg.Points(19) / up)
	above, below := 0.03+line, 0.03
	if c.PlusInf > 0 {
		above += line
	}
	if c.MinusInf > 0 {
		below += line
	}
	xLabel := fmt.Sprintf("rank of %s", wording.Plural(len(c.Scores), "feature", "features"))
	if len(c.Scores) < c.D {
		xLabel = fmt.Sprintf("rank, the best %d of %d features", len(c.Scores), c.D)
	}
	p := figure.NewPlot(xLabel, "")
	p.Y.Label.Text = figure.Fit(p.Y.Label.TextStyle, s.Label("score"), up)
	last := len(c.Scores)
	margin := max(0.02*float64(last-1), 0.02)
	if last == 1 {
		margin = 0.5
	}
	p.X.Min, p.X.Max = 1-margin, float64(last)+margin
	p.Y.Min, p.Y.Max = s.Bounds(lo, hi, below, above)
	p.X.Tick.Marker = plot.ConstantTicks(figure.RankTicks(last, across, p.X.Tick.Label))
	p.Y.Tick.Marker = figure.AxisTicks{Room: up, Style: p.Y.Tick.Label, Upright: true}
	if len(finite) == 0 {
		p.Y.Tick.Marker = plot.ConstantTicks(nil)
	}
	p.Add(&spectrum{c, s})
	return p
}

// spectrum draws one curve of scores.
type spectrum struct {
	evaluation.ScoreCurve
	scale figure.Scale
}

// Plot implements plot.Plotter.
func (s *spectrum) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	finite := s.Scores[s.PlusInf : len(s.Scores)-s.MinusInf]
	at := func(i int) vg.Point {
		return vg.Point{X: tx(float64(s.PlusInf + i + 1)), Y: ty(s.scale.At(finite[i]))}
	}
	if knee := s.Knee.Rank - 1 - s.PlusInf; s.Knee.Rank > 0 {
		area := thinnedCurve(knee+1, at)
		area = append(area, vg.Point{X: at(knee).X, Y: c.Min.Y}, vg.Point{X: at(0).X, Y: c.Min.Y})
		c.FillPolygon(figure.Faded(figure.Palette[0], 0.12), area)
		c.StrokeLine2(draw.LineStyle{Color: kneeColor, Width: vg.Points(1),
			Dashes: []vg.Length{vg.Points(2), vg.Points(2)}}, at(knee).X, c.Min.Y, at(knee).X,
			at(knee).Y)
	}
	if last := len(finite) - 1; last > 0 {
		c.StrokeLines(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(1),
			Dashes: figure.Dashes}, []vg.Point{at(0), at(last)})
		c.StrokeLines(draw.LineStyle{Color: figure.Palette[0], Width: vg.Points(1.5)},
			thinnedCurve(last+1, at))
	}
	const few = 50
	if len(finite) <= few {
		for i := range finite {
			c.DrawGlyph(draw.GlyphStyle{Color: figure.Palette[0], Radius: vg.Points(2.2),
				Shape: draw.CircleGlyph{}}, at(i))
		}
	}
	if s.Knee.Rank > 0 {
		c.DrawGlyph(draw.GlyphStyle{Color: kneeColor, Radius: vg.Points(4),
			Shape: kneeGlyph(s.Knee.Slight)}, at(s.Knee.Rank-1-s.PlusInf))
	}
	edge := vg.Points(8)
	top := c.Max.Y
	if s.PlusInf > 0 {
		top -= vg.Points(19)
	}
	s.drawInfinite(c, 0, s.PlusInf, tx, top-edge/2+vg.Points(2),
		figure.Polygon{Sides: 3, Up: 1, Filled: true})
	s.drawInfinite(c, len(s.Scores)-s.MinusInf, len(s.Scores), tx, c.Min.Y+edge,
		figure.Polygon{Sides: 3, Up: -1, Filled: true})

	style := figure.SmallStyle()
	style.XAlign, style.YAlign = text.XRight, text.YTop
	style.Color = figure.Ink
	c.FillText(style, vg.Point{X: c.Max.X - vg.Points(2), Y: c.Max.Y - vg.Points(3)},
		figure.Fit(style, kneeText(s.ScoreCurve), c.Max.X-c.Min.X-vg.Points(4)))
}

// drawInfinite marks the ranks from lo to hi, of many some.
func (s *spectrum) drawInfinite(
	c draw.Canvas, lo, hi int, tx func(float64) vg.Length, y vg.Length, shape draw.GlyphDrawer,
) {
	last := vg.Length(math.Inf(-1))
	for i := lo; i < hi; i++ {
		if x := tx(float64(i + 1)); x-last >= vg.Points(4) || i == hi-1 && x-last >= vg.Points(1) {
			c.DrawGlyph(draw.GlyphStyle{Color: figure.Palette[0], Radius: vg.Points(2.6),
				Shape: shape}, vg.Point{X: x, Y: y})
			last = x
		}
	}
}

// thinnedCurve returns the points of a falling curve without visually redundant ones.
func thinnedCurve(n int, at func(int) vg.Point) []vg.Point {
	const near = 0.6
	out := []vg.Point{at(0)}
	for i := 1; i < n; i++ {
		p, last := at(i), out[len(out)-1]
		if i == n-1 || p.X-last.X >= near || last.Y-p.Y >= near {
			out = append(out, p)
		}
	}
	return out
}
