package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

const (
	maxInFigure = 240  // rows of all panels
	maxDots     = 2400 // in a figure
	namesRoom   = 96   // points for the names of the rows, at most
	widestRow   = 26   // points for a row
	leastHeight = 60   // points for the rows of a panel
)

// Boxes draws distributions of values: a panel for each feature, in it a row for each class, in the
// color and glyph that the class has in a scatter plot.
type Boxes struct {
	Rows   []string // the names of the rows, the first on top
	Panels []BoxPanel
	// MostValues is the largest N with all Values, MostOutliers the largest number of Outliers.
	MostValues, MostOutliers int
}

// BoxPanel is the distributions of a feature, one a row.
type BoxPanel struct {
	Rank    int
	Feature wording.Feature
	Boxes   []Box
}

// Box is a distribution.
type Box struct {
	N                        int
	Min, Q1, Median, Q3, Max float64
	Low, High                float64   // ends of the whiskers
	Outliers                 []float64 // values beyond them, ascending
	Values                   []float64 // all values, unless N is above MostValues
}

// Drawn returns how many panels are drawn, and how many rows of each.
func (b *Boxes) Drawn() (panels, rows int) {
	rows = max(1, min(len(b.Rows), MaxLegend))
	return min(len(b.Panels), MaxPanels, maxInFigure/rows), rows
}

// Limits bound the number of dots in a figure: the numbers of samples of a class up to which it is
// drawn in each way.
type Limits struct {
	All    int // largest class with a dot per sample
	Few    int // largest class without a box
	Beyond int // largest number of dots beyond the whiskers
}

// Limits allows as many dots as a figure holds.
func (b *Boxes) Limits() Limits {
	panels, rows := b.Drawn()
	l := Limits{Beyond: max(4, min(b.MostOutliers, maxDots/(rows*panels)))}
	for _, l.All = range []int{b.MostValues, 50, 20, 10, 5, 0} {
		dots := 0
		for _, p := range b.Panels[:panels] {
			for _, g := range p.Boxes[:rows] {
				if g.N <= l.All {
					dots += g.N
				}
			}
		}
		if dots <= maxDots {
			break
		}
	}
	l.Few = min(10, l.All)
	return l
}

// Figure draws the panels, of which there is one at least. Up to Limits.All samples of a class are
// all drawn, spread over the height of the row; more than Few have a box of the quartiles with the
// median and whiskers; of more samples only those beyond the whiskers are drawn.
func (b *Boxes) Figure(alt string, caption figure.Caption) *figure.Figure {
	panels, rows := b.Drawn()
	row := vg.Points(max(9, min(widestRow, 170/float64(rows))))
	grid := figure.GridOf(panels)
	grid.Height = max(row*vg.Length(rows), vg.Points(leastHeight)) + vg.Points(62)
	limits := b.Limits()
	titles, names := b.titles(grid)
	grid.Named = true
	legend := figure.NewLegend(nil, grid.Total())
	f := grid.Figure(alt, titles, legend, caption,
		func(i int) *plot.Plot {
			return b.panel(b.Panels[i].Boxes[:rows], row, grid, i%grid.Columns == 0)
		},
		func(i int, on figure.Frame) []figure.Mark {
			return b.marks(b.Panels[i].Boxes[:rows], on, i%grid.Columns == 0, limits)
		})
	for _, p := range b.Panels[:panels] {
		f.NamingFeatures([]wording.Feature{p.Feature}, names)
	}
	style := figure.TextStyle(min(figure.TextSize*0.9, row*0.95))
	shown := figure.FitApart(style, b.Rows[:rows], vg.Points(namesRoom))
	return f.Naming(shown, b.Rows[:rows])
}

// titles are rank and name of the features that are drawn, as the panels of a grid have room for
// them.
func (b *Boxes) titles(grid figure.Panels) ([]string, wording.FeatureNames) {
	var left vg.Length // for the names of the rows
	for _, name := range b.Rows {
		left = max(left, figure.TextStyle(figure.TextSize).Width(figure.Drawable(name)))
	}
	// The margins of a row of panels, the gaps between them, the names and their glyphs.
	beside := vg.Points(38+16*float64(grid.Columns-1)) + min(left, vg.Points(namesRoom))
	panels, _ := b.Drawn()
	rank := figure.TitleStyle().Width(wording.Itoa(b.Panels[panels-1].Rank) + ". ")
	room := grid.Width - beside/vg.Length(grid.Columns) - rank
	all := make([]wording.Feature, len(b.Panels))
	for i, p := range b.Panels {
		all[i] = p.Feature
	}
	names := wording.NameFeatures(all, figure.InFigure(figure.TitleStyle(), room))
	titles := make([]string, panels)
	for i, p := range b.Panels[:panels] {
		titles[i] = wording.Itoa(p.Rank) + ". " + names.Shown[p.Feature]
	}
	return titles, names
}

func boxSpan(groups []Box) (lo, hi float64) {
	some := false
	for _, g := range groups {
		switch {
		case g.N == 0:
		case !some:
			lo, hi, some = g.Min, g.Max, true
		default:
			lo, hi = min(lo, g.Min), max(hi, g.Max)
		}
	}
	return lo, hi
}

func (b *Boxes) panel(groups []Box, row vg.Length, grid figure.Panels, first bool) *plot.Plot {
	lo, hi := boxSpan(groups)
	s := figure.NewScale(lo, hi)
	p := figure.NewPlot("", "")
	p.X.Min, p.X.Max = s.Bounds(lo, hi, 0.04, 0.04)
	p.Y.Min, p.Y.Max = 0, float64(len(groups))
	across := grid.Width - vg.Points(40) - vg.Points(namesRoom)/vg.Length(grid.Columns)
	if label := s.Label("value"); label != "value" {
		p.X.Label.Text = figure.Fit(p.X.Label.TextStyle, label, across)
	}
	p.X.Tick.Marker = figure.AxisTicks{Room: across, Style: p.X.Tick.Label}
	p.Y.Tick.Marker = plot.ConstantTicks(nil)
	p.Y.LineStyle.Width, p.Y.Padding = 0, vg.Points(2)
	if first {
		style := &p.Y.Tick.Label
		style.Font.Size = min(style.Font.Size, row*0.95)
		names := figure.FitApart(*style, b.Rows[:len(groups)], vg.Points(namesRoom))
		var ticks []plot.Tick
		for c, name := range names {
			ticks = append(ticks, plot.Tick{Value: float64(len(groups)-c) - 0.5, Label: name})
		}
		p.Y.Tick.Marker = plot.ConstantTicks(ticks)
		// the glyphs stand there
		p.Y.Tick.Length, p.Y.Tick.LineStyle.Color = vg.Points(14), color.Transparent
	}
	return p
}

// spaced returns at most most of the ascending values: the first, the last and
// evenly spaced ones between.
func spaced(values []float64, most int) []float64 {
	if len(values) <= most {
		return values
	}
	out := make([]float64, most)
	for i := range out {
		out[i] = values[i*(len(values)-1)/(most-1)]
	}
	return out
}

// marks are a row for each class, the first at the top: a box, dots, or both. The first panel of a
// row has the glyphs of the classes beside their names.
func (b *Boxes) marks(groups []Box, on figure.Frame, first bool, l Limits) []figure.Mark {
	lo, hi := boxSpan(groups)
	scale := figure.NewScale(lo, hi)
	row := on.Size.Y / vg.Length(len(groups))
	half := float64(min(row*0.62, vg.Points(20))/row) / 2
	data := figure.Data{On: on.Plot}
	rows := &figure.Rules{Data: data,
		Style: draw.LineStyle{Color: figure.GridInk, Width: vg.Points(0.5)}}
	whiskers := &figure.Rules{Data: data, Style: draw.LineStyle{Width: vg.Points(1)}}
	boxes := &figure.Rects{Data: data, Ink: figure.Faded(color.NRGBA{}, 0.22), Width: vg.Points(1)}
	medians := &figure.Rules{Data: data,
		Style: draw.LineStyle{Color: figure.Ink, Width: vg.Points(1.8)}}
	keys := &figure.Points{Data: data, Ink: figure.Ink, Radius: min(vg.Points(3.2), row*0.3)}
	keys.FromLeft = true
	var dots []figure.Mark
	var class, samples, quartiles []string
	for i, g := range groups {
		ink, y := figure.SeriesColor(i), float64(len(groups)-i)-0.5
		rows.Between(on.X.Min, y, on.X.Max, y)
		keys.Inks, keys.Glyphs = append(keys.Inks, ink), append(keys.Glyphs, figure.SeriesGlyph(i))
		keys.X, keys.Y = append(keys.X, -9), append(keys.Y, y)
		dots = append(dots, b.dots(g, i, y, row, scale, l, on.Plot))
		if g.N <= l.Few {
			continue
		}
		for _, side := range [][2]float64{{g.Q1, g.Low}, {g.Q3, g.High}} {
			end := scale.At(side[1])
			whiskers.Between(scale.At(side[0]), y, end, y)
			whiskers.Between(end, y-half/2, end, y+half/2)
			whiskers.Inks = append(whiskers.Inks, ink, ink)
		}
		boxes.Between(scale.At(g.Q1), y-half, scale.At(g.Q3), y+half)
		boxes.Inks = append(boxes.Inks, ink)
		medians.Between(scale.At(g.Median), y-half, scale.At(g.Median), y+half)
		class, samples = append(class, b.Rows[i]), append(samples, wording.Itoa(g.N))
		quartiles = append(quartiles, chartNumber(g.Q1)+", "+chartNumber(g.Median)+", "+
			chartNumber(g.Q3))
	}
	// No gray line goes through a box on a front end.
	ground := &figure.Rects{Data: boxes.Data, Ink: color.NRGBA{0xff, 0xff, 0xff, 0xff}}
	boxes.Tips = []figure.Column{{Tip: vega.Tip{Field: "k", Title: "class"}, Words: class},
		{Tip: vega.Tip{Field: "n", Title: "samples"}, Words: samples},
		{Tip: vega.Tip{Field: "q", Title: "quartiles"}, Words: quartiles}}
	out := append([]figure.Mark{rows, whiskers, figure.OnHover{Mark: ground}, boxes}, dots...)
	out = append(out, medians)
	if first {
		out = append(out, keys)
	}
	return out
}

// dots are the samples of a class that are drawn, spread over the height by the multiples of the
// golden section, which fill it evenly whatever their number.
func (b *Boxes) dots(
	g Box, class int, y float64, row vg.Length, scale figure.Scale, l Limits, on *plot.Plot,
) *figure.Points {
	values, alpha := g.Values, 0.75
	if g.N > l.All {
		values = spaced(g.Outliers, l.Beyond)
	}
	if g.N > l.Few {
		alpha = 0.55
	}
	height := min(row*0.72, vg.Points(34))
	dots := &figure.Points{Ink: figure.Faded(figure.SeriesColor(class), alpha),
		Glyph: figure.SeriesGlyph(class), Radius: min(vg.Points(2.2), height*0.2)}
	dots.On = on
	spread := float64((height - 2*dots.Radius) / row)
	shown := make([]string, len(values))
	for i, v := range values {
		_, at := math.Modf(float64(float64(i+1) * 0.6180339887498949))
		if len(values) == 1 {
			at = 0.5
		}
		dots.X, dots.Y = append(dots.X, scale.At(v)), append(dots.Y, y+float64(spread*(at-0.5)))
		shown[i] = chartNumber(v)
	}
	dots.Tips = []figure.Column{{Tip: vega.Tip{Field: "k", Title: "class"},
		Expression: vega.Literal(b.Rows[class])},
		{Tip: vega.Tip{Field: "v", Title: "value"}, Words: shown}}
	return dots
}
