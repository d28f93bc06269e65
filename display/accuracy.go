package display

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/evaluation"
)

// Accuracy is the table of accuracy curves: a row for each number of features,
// mean ± standard deviation for each method.
func Accuracy(a *evaluation.AccuracyCurves) *Table {
	t := &Table{Title: accuracyTitle(a), Columns: []Column{{Name: "features", Align: Right}}}
	for _, c := range a.Curves {
		t.Columns = append(t.Columns, Column{Name: clean(c.Label), Align: Right})
	}
	if a.Done > 0 {
		for i, k := range a.Protocol.Counts {
			row := []string{itoa(k)}
			for _, c := range a.Curves {
				row = append(row, spread(c.Points[i]))
			}
			t.Rows = append(t.Rows, row)
		}
		t.Notes = append(t.Notes, fmt.Sprintf("All %d features: %s. Guessing the largest class: %.3f.", a.D, spread(a.All), a.Chance))
	}
	t.Notes = append(t.Notes, protocolNote(a))
	if a.Partial {
		t.Notes = append(t.Notes, fmt.Sprintf("Stopped after %d of %d splits.", a.Done, a.Protocol.Repeats))
	}
	for _, w := range a.Warnings {
		t.Notes = append(t.Notes, "Warning: "+cleanSentence(w)+".")
	}
	return t
}

func accuracyTitle(a *evaluation.AccuracyCurves) string {
	title := fmt.Sprintf("Accuracy of %d-NN", a.Protocol.Neighbors)
	if a.Dataset != "" {
		title += ", " + clean(a.Dataset)
	}
	return title
}

func protocolNote(a *evaluation.AccuracyCurves) string {
	p := a.Protocol
	scaling := "features standardised by the training part"
	if p.Raw {
		scaling = "features as they are"
	}
	return fmt.Sprintf("Mean ± standard deviation over %s, %s for training, selection on the training part only, %s, seed %d.",
		plural(a.Done, "stratified split", "stratified splits"), percent(p.Train), scaling, p.Seed)
}

func spread(s evaluation.Spread) string { return fmt.Sprintf("%.3f ± %.3f", s.Mean, s.SD) }

// AccuracyFigure draws accuracy against the number of features: a line with a
// glyph for each method, a band of one standard deviation around it, and a dashed
// line for all features. The axis of the numbers is logarithmic when they span
// more than a factor of 12. It returns nil when no split was finished.
func AccuracyFigure(a *evaluation.AccuracyCurves) *Figure {
	if a.Done == 0 {
		return nil
	}
	entries := make([]legendEntry, 0, len(a.Curves)+1)
	for i, c := range a.Curves {
		entries = append(entries, legendEntry{name: clean(c.Label), color: seriesColor(i), glyph: glyphs[i%len(glyphs)], line: true})
	}
	entries = append(entries, legendEntry{name: fmt.Sprintf("all %d features", a.D), color: softInk, line: true, dash: dashes})
	width := 6.8 * vg.Inch
	bottom := legendHeight(entries, width) + vg.Points(20)
	return &Figure{
		Width: width, Height: 3.9*vg.Inch + bottom, Alt: accuracyAlt(a),
		draw: func(c draw.Canvas) {
			drawGrid(c, []*plot.Plot{accuracyPlot(a)}, 1, bottom)
			legend := c
			legend.Max.Y = c.Min.Y + bottom
			drawLegend(legend, entries)
			small := textStyle(textSize * 0.9)
			small.Color = softInk
			c.FillText(small, vg.Point{X: c.Min.X + vg.Points(10), Y: c.Min.Y + vg.Points(6)},
				fmt.Sprintf("Bands: ± one standard deviation over %s.", plural(a.Done, "split", "splits")))
		},
	}
}

var dashes = []vg.Length{vg.Points(5), vg.Points(3)}

func accuracyAlt(a *evaluation.AccuracyCurves) string {
	parts := make([]string, len(a.Curves))
	for i, c := range a.Curves {
		best := 0
		for k := range c.Points {
			if c.Points[k].Mean > c.Points[best].Mean {
				best = k
			}
		}
		parts[i] = fmt.Sprintf("%s best %.3f at %s", clean(c.Label), c.Points[best].Mean, plural(a.Protocol.Counts[best], "feature", "features"))
	}
	return accuracyTitle(a) + " against the number of features: " + strings.Join(parts, "; ")
}

func accuracyPlot(a *evaluation.AccuracyCurves) *plot.Plot {
	p := newPlot(accuracyTitle(a), "number of features", "accuracy")
	counts := a.Protocol.Counts
	if counts[len(counts)-1] > 12*counts[0] {
		p.X.Scale = plot.LogScale{}
	}
	p.X.Tick.Marker = plot.ConstantTicks(countTicks(counts, p.X.Scale))
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = gridInk, gridInk
	p.Add(grid)
	for i, c := range a.Curves {
		p.Add(&band{counts, c.Points, faded(seriesColor(i), 0.16)})
	}
	p.Add(&level{a.All.Mean})
	for i, c := range a.Curves {
		p.Add(&curve{counts, c.Points, seriesColor(i), glyphs[i%len(glyphs)]})
	}
	lo, hi := accuracyRange(a)
	p.Y.Min, p.Y.Max = lo, hi
	p.X.Min, p.X.Max = float64(counts[0]), float64(counts[len(counts)-1])
	if p.X.Min == p.X.Max {
		p.X.Min, p.X.Max = p.X.Min-0.5, p.X.Max+0.5
	}
	return p
}

func accuracyRange(a *evaluation.AccuracyCurves) (lo, hi float64) {
	lo, hi = a.All.Mean, a.All.Mean
	for _, c := range a.Curves {
		for _, s := range c.Points {
			lo, hi = min(lo, s.Mean-s.SD), max(hi, s.Mean+s.SD)
		}
	}
	margin := max(0.02, (hi-lo)*0.06)
	return max(0, lo-margin), min(1, hi+margin)
}

// countTicks labels the counts, leaving out labels that would touch.
func countTicks(counts []int, scale plot.Normalizer) []plot.Tick {
	lo, hi := float64(counts[0]), float64(counts[len(counts)-1])
	last := math.Inf(-1)
	ticks := make([]plot.Tick, len(counts))
	for i, k := range counts {
		ticks[i] = plot.Tick{Value: float64(k)}
		at := 0.0
		if hi > lo {
			at = scale.Normalize(lo, hi, float64(k))
		}
		room := 0.022 * float64(len(itoa(k))+1)
		if at-last >= room && (i == len(counts)-1 || hi == lo || scale.Normalize(lo, hi, hi)-at >= room) {
			ticks[i].Label, last = itoa(k), at
		}
	}
	return ticks
}

// band fills the area of one standard deviation around a curve.
type band struct {
	counts []int
	points []evaluation.Spread
	color  color.NRGBA
}

// Plot implements plot.Plotter.
func (b *band) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	var outline []vg.Point
	for i, s := range b.points {
		outline = append(outline, vg.Point{X: tx(float64(b.counts[i])), Y: ty(s.Mean + s.SD)})
	}
	for i := len(b.points) - 1; i >= 0; i-- {
		outline = append(outline, vg.Point{X: tx(float64(b.counts[i])), Y: ty(b.points[i].Mean - b.points[i].SD)})
	}
	c.FillPolygon(b.color, c.ClipPolygonXY(outline))
}

// curve draws the means with glyphs.
type curve struct {
	counts []int
	points []evaluation.Spread
	color  color.NRGBA
	glyph  draw.GlyphDrawer
}

// Plot implements plot.Plotter.
func (l *curve) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	line := make([]vg.Point, len(l.points))
	for i, s := range l.points {
		line[i] = vg.Point{X: tx(float64(l.counts[i])), Y: ty(s.Mean)}
	}
	c.StrokeLines(draw.LineStyle{Color: l.color, Width: vg.Points(1.5)}, line)
	for _, at := range line {
		c.DrawGlyph(draw.GlyphStyle{Color: l.color, Radius: vg.Points(3.2), Shape: l.glyph}, at)
	}
}

// level is the dashed line of all features.
type level struct{ at float64 }

// Plot implements plot.Plotter.
func (l *level) Plot(c draw.Canvas, p *plot.Plot) {
	_, ty := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: softInk, Width: vg.Points(1.2), Dashes: dashes}, c.Min.X, ty(l.at), c.Max.X, ty(l.at))
}
