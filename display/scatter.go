package display

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// maxLegend is the number of classes that a legend names.
const maxLegend = 40

// ShowScatter shows a scatter plot.
func (s *Screen) ShowScatter(p *evaluation.ScatterPlot) {
	if s.begin(p) {
		s.figure(ScatterFigure(p))
	}
}

// ScatterFigure draws the samples on the first two principal components of each
// ranking's features: one panel a ranking, one legend for all, the share of the
// variance on the axes. Classes differ in color and in glyph. Features that have
// one component only are drawn as a strip, in which each class has a row.
func ScatterFigure(s *evaluation.ScatterPlot) *figure.Figure {
	if len(s.Panels) == 0 {
		return nil
	}
	labels, features := make([]string, len(s.Panels)), make([]int, len(s.Panels))
	for i, p := range s.Panels {
		labels[i], features[i] = p.Label, p.K
	}
	labels = wording.Distinct(labels, features)
	grid := figure.GridOf(len(s.Panels))
	legend := figure.NewLegend(classLegend(s), grid.Total()-vg.Points(30))
	return grid.Figure(scatterAlt(s, labels), labels, legend, scatterNote(s), func() []*plot.Plot {
		plots := make([]*plot.Plot, len(s.Panels))
		for i, p := range s.Panels {
			plots[i] = scatterPanel(s, p, grid)
		}
		return plots
	})
}

func scatterNote(s *evaluation.ScatterPlot) figure.Caption {
	note := "Features as they are."
	if s.Standardized {
		note = "Standardized features."
	}
	if len(s.Panels) > 1 {
		note += " Same samples in every panel."
	}
	return figure.Caption{Dataset: s.Dataset, Text: note}
}

func scatterAlt(s *evaluation.ScatterPlot, labels []string) string {
	text := "PCA scatter plot"
	if s.Dataset != "" {
		text += " of " + wording.Clean(s.Dataset)
	}
	if len(s.Panels) > 0 {
		text += ", " + wording.Plural(len(s.Panels[0].X), "sample", "samples")
	}
	if len(s.Classes) > 0 {
		text += " in " + wording.Plural(len(s.Classes), "class", "classes")
	}
	for i, p := range s.Panels {
		text += fmt.Sprintf("; %s, %s: PC 1 %s", labels[i],
			wording.Plural(p.K, "feature", "features"), wording.Percent(p.Explained[0]))
		if !oneComponent(p) {
			text += ", PC 2 " + wording.Percent(p.Explained[1])
		}
		text += " of variance"
	}
	return text
}

func classLegend(s *evaluation.ScatterPlot) []figure.LegendEntry {
	var entries []figure.LegendEntry
	for c, name := range wording.Distinct(s.Classes, nil) {
		if c == maxLegend {
			entries = append(entries,
				figure.LegendEntry{Name: fmt.Sprintf("and %d more", len(s.Classes)-c)})
			break
		}
		entries = append(entries,
			figure.LegendEntry{Name: name, Color: figure.SeriesColor(c),
				Glyph: figure.SeriesGlyph(c)})
	}
	return entries
}

// oneComponent reports whether all samples of a panel are on one line.
func oneComponent(p evaluation.Panel) bool { return p.Explained[1] == 0 }

func scatterPanel(s *evaluation.ScatterPlot, p evaluation.Panel, grid figure.Panels) *plot.Plot {
	points := &samples{x: p.X, y: p.Y, class: s.Y, radius: glyphRadius(len(p.X), grid.Columns)}
	xmin, xmax, ymin, ymax := points.DataRange()
	xUnit, yUnit := figure.Unit(xmin, xmax), figure.Unit(ymin, ymax)
	yLabel := componentLabel(2, p.Explained[1], yUnit)
	if oneComponent(p) {
		points.y = strip(len(p.X), s.Y, len(s.Classes))
		yLabel = "no PC 2"
		if s.Y != nil {
			yLabel += ": a row for each class"
		}
	}
	out := figure.NewPlot(componentLabel(1, p.Explained[0], xUnit), yLabel)
	out.Add(points)
	across, up := grid.Width-vg.Points(70), grid.Height-vg.Points(75)
	out.X.Tick.Marker = figure.AxisTicks{Room: across, Style: out.X.Tick.Label, Exponent: xUnit}
	out.Y.Tick.Marker = figure.AxisTicks{Room: up, Style: out.Y.Tick.Label, Exponent: yUnit,
		Upright: true}
	if oneComponent(p) {
		out.Y.Tick.Marker = plot.ConstantTicks(nil)
	}
	return out
}

func componentLabel(number int, share float64, unit int) string {
	label := fmt.Sprintf("PC %d", number)
	if unit != 0 {
		label += wording.Minus(fmt.Sprintf(" in 1e%d", unit))
	}
	return fmt.Sprintf("%s (%s of variance)", label, wording.Percent(share))
}

// strip spreads samples of one component over a row for each class, the first at
// the top, so that they do not cover one another.
func strip(n int, class []int, classes int) []float64 {
	y := make([]float64, n)
	for i := range y {
		// Multiples of the golden section spread evenly whatever the number.
		_, at := math.Modf(float64(float64(i) * 0.6180339887498949))
		y[i] = 0.7 * (at - 0.5)
		if class != nil {
			y[i] += float64(classes - 1 - class[i])
		}
	}
	return y
}

func glyphRadius(n, columns int) vg.Length {
	radius := vg.Points(2.6)
	switch {
	case n > 5000:
		radius = vg.Points(1.2)
	case n > 1000:
		radius = vg.Points(1.8)
	}
	if columns > 2 {
		radius *= 0.85
	}
	return radius
}

// samples draws the points in a fixed random order, so that no class covers another.
type samples struct {
	x, y   []float64
	class  []int
	radius vg.Length
}

// Plot implements plot.Plotter.
func (s *samples) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(len(s.x)) {
		class := 0
		if s.class != nil {
			class = s.class[i]
		}
		c.DrawGlyph(draw.GlyphStyle{
			Color: figure.Faded(figure.SeriesColor(class), 0.75), Radius: s.radius,
			Shape: figure.SeriesGlyph(class),
		}, vg.Point{X: tx(s.x[i]), Y: ty(s.y[i])})
	}
}

// DataRange implements plot.DataRanger, with a margin for the glyphs.
func (s *samples) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = widened(s.x)
	ymin, ymax = widened(s.y)
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
