package display

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// RedundancyCurvesFigure draws the mean squared correlation of the best features
// against their number, from 0: a line with a glyph for each method, and a dashed
// line for features drawn at random. The axis of the numbers is that of
// AccuracyFigure. It returns nil when no point was finished.
func RedundancyCurvesFigure(r *evaluation.RedundancyCurves) *figure.Figure {
	points := 0
	for _, c := range r.Curves {
		points += len(c.Points)
	}
	if points == 0 {
		return nil
	}
	labels := redundancyLabels(r)
	grid := figure.Panels{Columns: 1, Rows: 1, Width: 7.6 * vg.Inch, Height: 4.2 * vg.Inch}
	entries := make([]figure.LegendEntry, 0, len(r.Curves)+1)
	for i, label := range labels {
		entries = append(entries,
			figure.LegendEntry{Name: label, Color: figure.SeriesColor(i),
				Glyph: figure.SeriesGlyph(i), Line: true, Dash: seriesDash(i)})
	}
	note := pairsNote
	if r.HasOverall() {
		entries = append(entries,
			figure.LegendEntry{Name: atRandom, Color: figure.SoftInk, Line: true,
				Dash: figure.Dashes})
		note += " " + randomNote(r)
	}
	if r.Partial {
		note += " " + unfinishedNote(r)
	}
	legend := figure.NewLegend(entries, grid.Width-vg.Points(30))
	return grid.Figure(redundancyAlt(r, labels), []string{redundancyTitle(r)}, legend,
		figure.Caption{Text: note}, func() []*plot.Plot {
			return []*plot.Plot{redundancyPlot(r, grid)}
		})
}

func redundancyAlt(r *evaluation.RedundancyCurves, labels []string) string {
	var parts []string
	for i, c := range r.Curves {
		if len(c.Points) == 0 {
			continue
		}
		first, last := c.Points[0], c.Points[len(c.Points)-1]
		part := fmt.Sprintf("%s %s at %d features", labels[i],
			wording.Fixed(first.SqCosCentered, 3), first.K)
		if last.K > first.K {
			part += fmt.Sprintf(", %s at %d", wording.Fixed(last.SqCosCentered, 3), last.K)
		}
		parts = append(parts, part)
	}
	if r.HasOverall() {
		parts = append(parts, atRandom+" "+wording.Fixed(r.Overall, 3))
	}
	return redundancyTitle(r) + ", mean squared correlation against their number: " +
		strings.Join(parts, "; ")
}

func redundancyPlot(r *evaluation.RedundancyCurves, grid figure.Panels) *plot.Plot {
	p := countPlot(r.Counts, "mean squared correlation", grid)
	top := r.Overall
	for _, c := range r.Curves {
		for _, point := range c.Points {
			top = max(top, point.SqCosCentered)
		}
	}
	// The axis reaches at least .1, so that small values look small.
	p.Y.Min, p.Y.Max = 0, 1.06*max(top, 0.1)
	ticks := figure.AxisTicks{Room: grid.Height - vg.Points(75), Style: p.Y.Tick.Label,
		Upright: true}
	p.Y.Tick.Marker = plot.TickerFunc(func(lo,
		hi float64) []plot.Tick {
		return ticks.Ticks(lo, min(hi, 1))
	})
	if r.HasOverall() {
		p.Add(&level{r.Overall})
	}
	for i, c := range r.Curves {
		l := &curve{color: figure.SeriesColor(i), glyph: figure.SeriesGlyph(i), dash: seriesDash(i)}
		for _, point := range c.Points {
			x := float64(point.K)
			if len(r.Counts) == 1 {
				x = beside(point.K, i, len(r.Curves))
			}
			l.add(x, point.SqCosCentered)
		}
		p.Add(l)
	}
	return p
}
