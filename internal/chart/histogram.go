package chart

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
)

// Histogram draws counts in bins of equal width as bars, with levels across them.
type Histogram struct {
	Title, X, Y string
	From, To    float64 // of the first and the last bin
	Counts      []int
	Bars        string // what the legend calls the bars
	Levels      []Level
}

// Figure draws the bars.
func (h *Histogram) Figure(alt string, caption figure.Caption) *figure.Figure {
	grid := figure.Panels{Columns: 1, Rows: 1, Width: 6.8 * vg.Inch, Height: 3.6 * vg.Inch}
	entries := []figure.LegendEntry{{Name: h.Bars, Color: barColor(), Glyph: draw.BoxGlyph{}}}
	for i, l := range h.Levels {
		entries = append(entries, figure.LegendEntry{Name: l.Name, Color: levelColor(i), Line: true,
			Dash: levelDash(i)})
	}
	legend := figure.NewLegend(entries, grid.Width-vg.Points(30))
	return grid.Figure(alt, []string{h.Title}, legend, caption,
		func(int) *plot.Plot { return h.plot(grid) }, h.marks)
}

func (h *Histogram) plot(grid figure.Panels) *plot.Plot {
	top := 0.0
	for _, n := range h.Counts {
		top = max(top, float64(n))
	}
	for _, l := range h.Levels {
		top = max(top, l.Value)
	}
	if top == 0 {
		top = 1
	}
	p := figure.NewPlot(h.X, h.Y)
	across, up := grid.Width-vg.Points(75), grid.Height-vg.Points(75)
	margin := 0.02 * (h.To - h.From)
	p.X.Min, p.X.Max = h.From-margin, h.To+margin
	p.Y.Min, p.Y.Max = 0, 1.06*top
	p.X.Tick.Marker = figure.AxisTicks{Room: across, Style: p.X.Tick.Label}
	p.Y.Tick.Marker = wholeTicks{figure.AxisTicks{Room: up, Style: p.Y.Tick.Label, Upright: true}}
	return p
}

// wholeTicks are those of an axis of counts.
type wholeTicks struct{ figure.AxisTicks }

// Ticks implements plot.Ticker.
func (w wholeTicks) Ticks(lo, hi float64) (out []plot.Tick) {
	for _, t := range w.AxisTicks.Ticks(lo, hi) {
		if t.Value == math.Trunc(t.Value) {
			if t.Label != "" {
				t.Label = strconv.FormatFloat(t.Value, 'f', 0, 64)
			}
			out = append(out, t)
		}
	}
	return out
}

// barColor is the color of the bars, and levelColor that of a level.
func barColor() color.NRGBA { return figure.Faded(figure.Palette[0], 0.55) }

func levelColor(i int) color.NRGBA {
	if i == 0 {
		return figure.SoftInk
	}
	return figure.Palette[3]
}

func (h *Histogram) marks(_ int, on figure.Frame) []figure.Mark {
	bars := &figure.Rects{Ink: barColor(), Inset: vg.Points(0.6)}
	bars.On, bars.Y2 = on.Plot, make([]float64, len(h.Counts))
	var bins []string
	width := (h.To - h.From) / float64(len(h.Counts))
	for i, n := range h.Counts {
		lo := h.From + float64(width*float64(i))
		bars.X, bars.X2 = append(bars.X, lo), append(bars.X2, lo+width)
		bars.Y = append(bars.Y, float64(n))
		bins = append(bins, chartNumber(lo)+" to "+chartNumber(lo+width))
	}
	bars.Tips = []figure.Column{{Tip: vega.Tip{Field: "b", Title: h.X}, Words: bins},
		{Tip: vega.Tip{Field: "y", Title: h.Y, Format: "d"}}}
	out := []figure.Mark{bars}
	for i, l := range h.Levels {
		level := on.Across(l.Value, draw.LineStyle{Color: levelColor(i), Width: vg.Points(1.4),
			Dashes: levelDash(i)}, figure.Column{Tip: vega.Tip{Field: "n", Title: "level"},
			Words: []string{l.Name}})
		level.X[0], level.X2[0] = h.From, h.To
		out = append(out, level)
	}
	return out
}
