package display

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// StabilityFigure draws stability against the number of features: a line with a
// glyph for each method in a band of its 95% interval. A single number has a bar for
// each method. Too few subsamples have neither. The axis of the numbers is that of
// AccuracyFigure; 0 is always seen. It returns nil when fewer than two subsamples were
// finished.
func StabilityFigure(r *evaluation.StabilityReport) *figure.Figure {
	if r.Done < 2 || len(r.Points) == 0 {
		return nil
	}
	labels := stabilityLabels(r)
	grid := figure.Panels{Columns: 1, Rows: 1, Width: 7.6 * vg.Inch, Height: 4.2 * vg.Inch}
	entries := make([]figure.LegendEntry, len(labels))
	for i, label := range labels {
		entries[i] = figure.LegendEntry{Name: label, Color: figure.SeriesColor(i),
			Glyph: figure.SeriesGlyph(i), Line: true, Dash: seriesDash(i)}
	}
	what := "Bands"
	if len(r.Points) == 1 {
		what = "Bars"
	}
	note := fmt.Sprintf("%s: 95%% intervals over %d subsamples.", what, r.Done)
	if r.Few() {
		note = fmt.Sprintf("%d subsamples: too few repeats for an interval.", r.Done)
	}
	note += " 1: the same features from every subsample; 0: as at random."
	if r.Partial {
		note += " " + stabilityStopped(r)
	}
	return grid.Figure(stabilityAlt(r, labels), []string{stabilityTitle(r)},
		figure.NewLegend(entries, grid.Width-vg.Points(30)), figure.Caption{Text: note},
		func() []*plot.Plot {
			return []*plot.Plot{stabilityPlot(r, grid)}
		})
}

func stabilityAlt(r *evaluation.StabilityReport, labels []string) string {
	parts := make([]string, len(labels))
	first, last := r.Points[0], r.Points[len(r.Points)-1]
	for m, label := range labels {
		parts[m] = fmt.Sprintf("%s %s with %s", label,
			wording.Fixed(first.Methods[m].Nogueira.Value, 2),
			wording.Plural(first.K, "feature", "features"))
		if last.K > first.K {
			parts[m] += fmt.Sprintf(", %s with %d",
				wording.Fixed(last.Methods[m].Nogueira.Value, 2), last.K)
		}
	}
	return stabilityTitle(r) + " against their number: " + strings.Join(parts, "; ")
}

func stabilityPlot(r *evaluation.StabilityReport, grid figure.Panels) *plot.Plot {
	counts := make([]int, len(r.Points))
	lowest, highest := 0.0, 0.2
	for i, p := range r.Points {
		counts[i] = p.K
		for _, m := range p.Methods {
			index := shownIndex(r, m)
			lowest, highest = min(lowest, index.Low), max(highest, index.High)
		}
	}
	p := countPlot(counts, "stability", grid)
	margin := 0.04 * (highest - lowest)
	p.Y.Min, p.Y.Max = lowest-margin, highest+margin
	ticks := figure.AxisTicks{Room: grid.Height - vg.Points(75), Style: p.Y.Tick.Label,
		Upright: true}
	p.Y.Tick.Marker = plot.TickerFunc(func(lo,
		hi float64) []plot.Tick {
		return ticks.Ticks(lo, min(hi, 1))
	})
	p.Add(&level{0})
	n := len(r.Labels)
	if len(counts) == 1 {
		for m, s := range r.Points[0].Methods {
			p.Add(&whisker{beside(counts[0], m, n), shownIndex(r, s), r.Few(),
				figure.SeriesColor(m),
				figure.SeriesGlyph(m)})
		}
		return p
	}
	alpha := []float64{0.18, 0.18, 0.16, 0.14, 0.12, 0.1}[min(n, 5)]
	for m := 0; m < n && !r.Few(); m++ {
		p.Add(&intervals{r.Points, m, figure.Faded(figure.SeriesColor(m), alpha)})
	}
	for m := range n {
		l := &curve{color: figure.SeriesColor(m), glyph: figure.SeriesGlyph(m), dash: seriesDash(m)}
		for _, point := range r.Points {
			l.add(float64(point.K), point.Methods[m].Nogueira.Value)
		}
		p.Add(l)
	}
	return p
}

// shownIndex is the stability of a method, without an interval when there are too few
// subsamples for one.
func shownIndex(
	r *evaluation.StabilityReport, m evaluation.MethodStability,
) evaluation.StabilityIndex {
	s := m.Nogueira
	if r.Few() {
		s.Low, s.High = s.Value, s.Value
	}
	return s
}

// intervals fills the area of the intervals of one method.
type intervals struct {
	points []evaluation.StabilityPoint
	method int
	color  color.NRGBA
}

// Plot implements plot.Plotter.
func (b *intervals) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	var outline []vg.Point
	for _, v := range b.points {
		outline = append(outline,
			vg.Point{X: tx(float64(v.K)), Y: ty(v.Methods[b.method].Nogueira.High)})
	}
	for i := len(b.points) - 1; i >= 0; i-- {
		v := b.points[i]
		outline = append(outline,
			vg.Point{X: tx(float64(v.K)), Y: ty(v.Methods[b.method].Nogueira.Low)})
	}
	c.FillPolygon(b.color, c.ClipPolygonXY(outline))
}

// whisker is one stability with its interval.
type whisker struct {
	x     float64
	s     evaluation.StabilityIndex
	few   bool // has no interval
	color color.NRGBA
	glyph draw.GlyphDrawer
}

// Plot implements plot.Plotter.
func (w *whisker) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	x, lo, hi := tx(w.x), ty(w.s.Low), ty(w.s.High)
	if style := (draw.LineStyle{Color: w.color, Width: vg.Points(1.5)}); !w.few {
		c.StrokeLine2(style, x, lo, x, hi)
		for _, y := range []vg.Length{lo, hi} {
			c.StrokeLine2(style, x-vg.Points(4), y, x+vg.Points(4), y)
		}
	}
	c.DrawGlyph(draw.GlyphStyle{Color: w.color, Radius: vg.Points(3.6), Shape: w.glyph},
		vg.Point{X: x, Y: ty(w.s.Value)})
}

const (
	frequencyRow    = 17 // points a feature
	frequencyHead   = 44 // points above the bars: title and names of the methods
	frequencyFoot   = 20 // points below them, for the ticks
	frequencyWidest = 170
)

// FrequencyFigure draws how often each method of a stability report chose the
// features that were chosen most often, at the number of features nearest to 10: a
// row for each feature, a column of bars for each method, with 95% intervals. It
// returns nil when no subsample was finished.
func FrequencyFigure(r *evaluation.StabilityReport) *figure.Figure {
	p := shownPoint(r)
	if p == nil || len(p.Features) == 0 {
		return nil
	}
	features, labels := shownFeatures(p), stabilityLabels(r)
	methods := min(len(labels), maxPanels)
	style := nameStyle(figure.TextSize)
	var room vg.Length
	for _, name := range frequencyNames(p, wording.InTable).Shown {
		room = max(room, style.Width(figure.Drawable(name)))
	}
	room = min(room, 2.8*vg.Inch)
	left := room + vg.Points(16)
	names := frequencyNames(p, figure.InFigure(style, room))
	gap := vg.Points(14) // between two methods
	if methods <= 5 {
		gap = vg.Points(28) // their ticks stand side by side
	}
	bar := min((figure.MaxWidth-left-vg.Points(24))/vg.Length(methods)-gap,
		vg.Points(frequencyWidest))
	// The title and the note want some width, too.
	width := max(left+vg.Length(methods)*(bar+gap)+vg.Points(12), 5.2*vg.Inch)
	small := figure.Caption{Text: frequencyNote(r, p)}
	n := figure.NewNote(small.Drawn(), width)
	height := vg.Points(frequencyHead+frequencyFoot+frequencyRow*float64(len(features))) +
		n.Height()
	return &figure.Figure{
		Width: width, Height: height, Alt: frequencyAlt(r, p, labels[:methods]), Caption: small,
		Draw: func(c draw.Canvas) {
			title := figure.TextStyle(figure.TextSize * 1.15)
			c.FillText(title, vg.Point{X: c.Min.X + vg.Points(10), Y: c.Max.Y - vg.Points(17)},
				figure.Fit(title, frequencyTitle(r, p), width-vg.Points(20)))
			top := c.Max.Y - vg.Points(frequencyHead)
			for i, f := range features {
				y := top - vg.Points(frequencyRow*(float64(i)+0.5))
				name := names.Of(f.Name, f.Feature)
				c.FillText(style, vg.Point{X: c.Min.X + left - vg.Points(6), Y: y},
					figure.Fit(style, name, left-vg.Points(14)))
			}
			heading := figure.TextStyle(figure.TextSize)
			for m, label := range figure.FitApart(heading, labels[:methods], bar+gap-vg.Points(5)) {
				x := c.Min.X + left + vg.Length(m)*(bar+gap)
				drawFrequencies(c,
					vg.Rectangle{Min: vg.Point{X: x,
						Y: top - vg.Points(frequencyRow*float64(len(features)))},
						Max: vg.Point{X: x + bar, Y: top}}, features, m, label, gap)
			}
			n.Draw(c)
		},
	}
}

// drawFrequencies draws the bars of one method.
func drawFrequencies(
	c draw.Canvas, at vg.Rectangle, features []evaluation.FeatureFrequency, m int, label string,
	gap vg.Length,
) {
	wide := at.Max.X - at.Min.X
	heading := figure.TextStyle(figure.TextSize)
	c.FillText(heading, vg.Point{X: at.Min.X, Y: at.Max.Y + vg.Points(5)},
		figure.Fit(heading, label, wide+gap-vg.Points(5)))
	tick := figure.TextStyle(figure.TextSize * 0.9)
	tick.XAlign, tick.YAlign = text.XCenter, text.YTop
	for _, share := range []float64{0, 0.5, 1} {
		x := at.Min.X + wide*vg.Length(share)
		c.StrokeLine2(draw.LineStyle{Color: figure.GridInk, Width: vg.Points(0.7)}, x, at.Min.Y, x,
			at.Max.Y)
		if share == 1 || gap > vg.Points(20) {
			c.FillText(tick, vg.Point{X: x, Y: at.Min.Y - vg.Points(4)}, wording.Percent(share))
		}
	}
	for i, f := range features {
		v := f.Methods[m]
		y := at.Max.Y - vg.Points(frequencyRow*(float64(i)+0.5))
		if v.Hits == 0 {
			continue
		}
		figure.FillRect(c, figure.Faded(figure.SeriesColor(m), 0.55), vg.Rectangle{
			Min: vg.Point{X: at.Min.X, Y: y - vg.Points(5)},
			Max: vg.Point{X: at.Min.X + wide*vg.Length(v.Share), Y: y + vg.Points(5)},
		})
		line := draw.LineStyle{Color: figure.Ink, Width: vg.Points(1)}
		lo, hi := at.Min.X+wide*vg.Length(v.Low), at.Min.X+wide*vg.Length(v.High)
		c.StrokeLine2(line, lo, y, hi, y)
		for _, x := range []vg.Length{lo, hi} {
			c.StrokeLine2(line, x, y-vg.Points(2.5), x, y+vg.Points(2.5))
		}
	}
	c.StrokeLine2(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(0.7)}, at.Min.X, at.Min.Y,
		at.Min.X, at.Max.Y)
}

func frequencyNote(r *evaluation.StabilityReport, p *evaluation.StabilityPoint) string {
	note := fmt.Sprintf("Share of %s with 95%% intervals.",
		wording.Plural(r.Done, "subsample", "subsamples"))
	if more := moreFeatures(p); more != "" {
		note += " " + more
	}
	if more := len(r.Labels) - maxPanels; more > 0 {
		note += fmt.Sprintf(" %s in the table.",
			wording.Plural(more, "method more", "methods more"))
	}
	if r.Partial {
		note += " " + stabilityStopped(r)
	}
	return note
}

func frequencyAlt(
	r *evaluation.StabilityReport, p *evaluation.StabilityPoint, labels []string,
) string {
	parts := make([]string, len(labels))
	favorites := make([]wording.Feature, len(labels))
	for m := range labels {
		best := 0
		for i, f := range p.Features {
			if f.Methods[m].Hits > p.Features[best].Methods[m].Hits {
				best = i
			}
		}
		f := p.Features[best]
		favorites[m] = wording.Feature{Name: f.Name, Column: f.Feature}
		parts[m] = fmt.Sprintf("(%s), %d always, %d ever", wording.Percent(f.Methods[m].Share),
			p.Methods[m].Always, p.Methods[m].Ever)
	}
	names := wording.NameFeatures(favorites, wording.InTable)
	for m, label := range labels {
		parts[m] = fmt.Sprintf("%s most often %s %s", label, names.Shown[favorites[m]], parts[m])
	}
	return frequencyTitle(r, p) + ": " + strings.Join(parts, "; ")
}
