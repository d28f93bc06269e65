package display

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/evaluation"
)

// maxLegend is the number of classes that a legend names.
const maxLegend = 40

// Scatter draws the samples on the first two principal components of each
// ranking's features: one panel a ranking, one legend for all, the share of the
// variance on the axes. Classes differ in colour and in glyph.
func Scatter(s *evaluation.ScatterPlot) *Figure {
	entries := classLegend(s)
	_, width, _ := gridSize(len(s.Panels), 0)
	note := scatterNote(s)
	bottom := legendHeight(entries, width) + vg.Points(20)
	columns, width, height := gridSize(len(s.Panels), bottom)
	return &Figure{
		Width: width, Height: height, Alt: scatterAlt(s),
		draw: func(c draw.Canvas) {
			plots := make([]*plot.Plot, len(s.Panels))
			for i, p := range s.Panels {
				plots[i] = scatterPanel(s, p)
			}
			drawGrid(c, plots, columns, bottom)
			legend := c
			legend.Max.Y = c.Min.Y + bottom
			drawLegend(legend, entries)
			small := textStyle(textSize * 0.9)
			small.Color = softInk
			c.FillText(small, vg.Point{X: c.Min.X + vg.Points(10), Y: c.Min.Y + vg.Points(6)}, note)
		},
	}
}

func scatterNote(s *evaluation.ScatterPlot) string {
	note := "Features as they are."
	if s.Standardised {
		note = "Standardised features."
	}
	if s.Dataset != "" {
		note = clean(s.Dataset) + ". " + note
	}
	if len(s.Panels) > 1 {
		note += " Same samples in every panel."
	}
	return note
}

func scatterAlt(s *evaluation.ScatterPlot) string {
	text := "PCA scatter plot"
	if s.Dataset != "" {
		text += " of " + clean(s.Dataset)
	}
	for _, p := range s.Panels {
		text += fmt.Sprintf("; %s (%s): PC 1 %s, PC 2 %s of variance", clean(p.Label), plural(p.K, "feature", "features"), percent(p.Explained[0]), percent(p.Explained[1]))
	}
	return text
}

func classLegend(s *evaluation.ScatterPlot) []legendEntry {
	var entries []legendEntry
	for c, name := range s.Classes {
		if c == maxLegend {
			entries = append(entries, legendEntry{name: fmt.Sprintf("and %d more", len(s.Classes)-c)})
			break
		}
		entries = append(entries, legendEntry{name: clean(name), color: seriesColor(c), glyph: glyphs[c%len(glyphs)]})
	}
	return entries
}

func scatterPanel(s *evaluation.ScatterPlot, p evaluation.Panel) *plot.Plot {
	yLabel := fmt.Sprintf("PC 2 (%s of variance)", percent(p.Explained[1]))
	if p.K == 1 {
		yLabel = "no second component"
	}
	out := newPlot(clean(p.Label), fmt.Sprintf("PC 1 (%s of variance)", percent(p.Explained[0])), yLabel)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = gridInk, gridInk
	out.Add(grid)
	radius := glyphRadius(len(p.X))
	out.Add(&samples{panel: p, y: s.Y, radius: radius})
	if p.K == 1 {
		out.Y.Tick.Marker = plot.ConstantTicks(nil)
	}
	return out
}

func glyphRadius(n int) vg.Length {
	switch {
	case n > 5000:
		return vg.Points(1.2)
	case n > 1000:
		return vg.Points(1.8)
	}
	return vg.Points(2.6)
}

// samples draws the points in the order of the data, not class by class, so that
// no class covers another.
type samples struct {
	panel  evaluation.Panel
	y      []int
	radius vg.Length
}

// Plot implements plot.Plotter.
func (s *samples) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	for i, x := range s.panel.X {
		class := 0
		if s.y != nil {
			class = s.y[i]
		}
		c.DrawGlyph(draw.GlyphStyle{
			Color: faded(seriesColor(class), 0.75), Radius: s.radius, Shape: glyphs[class%len(glyphs)],
		}, vg.Point{X: tx(x), Y: ty(s.panel.Y[i])})
	}
}

// DataRange implements plot.DataRanger, with a margin for the glyphs.
func (s *samples) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = widened(s.panel.X)
	ymin, ymax = widened(s.panel.Y)
	return
}

func widened(v []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		lo, hi = min(lo, x), max(hi, x)
	}
	margin := (hi - lo) * 0.04
	if margin == 0 {
		margin = 1
	}
	return lo - margin, hi + margin
}
