package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// Bars draws numbers as horizontal bars from 0 with whiskers: a row for each feature.
type Bars struct {
	Title, X string
	Rows     []wording.Feature
	Bars     []Bar // one a row
}

// Bar is a number, and the ends of its whisker.
type Bar struct{ Value, Low, High float64 }

const (
	barsHead = 30 // points above the bars: the title
	barsFoot = 42 // points below them: ticks and label
)

// Figure draws the bars.
func (b *Bars) Figure(alt string, caption figure.Caption) *figure.Figure {
	names := nameRows(b.Rows)
	all := &barFigure{barRows: names, title: b.Title, head: vg.Points(barsHead),
		foot: vg.Points(barsFoot), left: names.room + vg.Points(18), width: 6.8 * vg.Inch}
	all.wide = all.width - all.left - vg.Points(18)
	lo, hi := b.span()
	column := barColumn{label: figure.Fit(figure.TextStyle(figure.TextSize), b.X, all.wide),
		from: lo, to: hi, rows: upTo(len(b.Bars)), bars: b.Bars, ink: barColor(), title: b.X,
		format: ".4~g"}
	ticks := figure.AxisTicks{Room: all.wide, Style: figure.TextStyle(figure.TextSize * 0.9)}
	for _, t := range ticks.Ticks(lo, hi) {
		if t.Label != "" {
			column.ticks = append(column.ticks, t)
		}
	}
	all.columns = []barColumn{column}
	return all.figure(alt, caption)
}

// span is the range of the axis: all bars and whiskers, 0, and a margin.
func (b *Bars) span() (lo, hi float64) {
	for _, v := range b.Bars {
		lo, hi = min(lo, v.Value, v.Low), max(hi, v.Value, v.High)
	}
	if !(hi > lo) || math.IsInf(hi-lo, 0) {
		return -1, 1
	}
	margin := (hi - lo) * 0.02
	if lo < 0 {
		lo -= margin
	}
	return lo, hi + margin
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

const barRow = 17 // points a feature

// barRows are the names of features beside horizontal bars, a row for each feature.
type barRows struct {
	features []wording.Feature
	style    text.Style
	room     vg.Length // of the longest name that is drawn
	names    wording.FeatureNames
}

func nameRows(features []wording.Feature) *barRows {
	r := &barRows{features: features, style: nameStyle(figure.TextSize)}
	for _, name := range wording.NameFeatures(features, wording.InTable).Shown {
		r.room = max(r.room, r.style.Width(figure.Drawable(name)))
	}
	r.room = min(r.room, 2.8*vg.Inch)
	r.names = wording.NameFeatures(features, figure.InFigure(r.style, r.room))
	return r
}

func (r *barRows) height() vg.Length { return vg.Points(barRow * float64(len(r.features))) }

// rowMiddle is the distance of the middle of row i from the top of the rows.
func rowMiddle(i int) vg.Length { return vg.Points(barRow * (float64(i) + 0.5)) }

// namesLeft are the names of the rows, left of them, from the upper left corner of the bars.
func (r *barRows) namesLeft(left vg.Length) *figure.Texts {
	names := &figure.Texts{Style: r.style}
	for i, f := range r.features {
		names.Add(-vg.Points(6), rowMiddle(i),
			figure.Fit(r.style, r.names.Shown[f], left-vg.Points(14)))
	}
	return names
}

// barColumn is bars on an axis of their own, each in a row of the figure.
type barColumn struct {
	heading       string // above the bars
	label         string // of the axis
	from, to      float64
	ticks         []plot.Tick
	rows          []int // of the bars
	bars          []Bar
	ink           color.NRGBA
	title, format string // of values in tooltips
}

// barFigure is columns of bars of a width, the first left from the edge of a figure of a width,
// each a gap from the next, with the names of the rows, and head and foot above and below them.
type barFigure struct {
	*barRows
	title                       string
	head, foot, left, gap, wide vg.Length
	width                       vg.Length
	columns                     []barColumn
}

func (b *barFigure) figure(alt string, caption figure.Caption) *figure.Figure {
	n := figure.NewNote(caption.Text, b.width)
	f := &figure.Figure{Width: b.width, Height: b.head + b.foot + b.height() + n.Height(), Alt: alt,
		Caption: caption, Draw: func(c draw.Canvas) {
			for i := range b.columns {
				min := vg.Point{X: c.Min.X + b.left + vg.Length(i)*(b.wide+b.gap),
					Y: c.Max.Y - b.head - b.height()}
				at := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: min,
					Max: min.Add(vg.Point{X: b.wide, Y: b.height()})}}
				for _, m := range b.marks(i) {
					m.Paint(at)
				}
			}
			n.Draw(c)
		}}
	f.NamingFeatures(b.features, b.names)
	return f.WithPanels(len(b.columns), b.left, b.gap, func() []vega.Panel {
		out := make([]vega.Panel, len(b.columns))
		for i, column := range b.columns {
			axis := vega.Axis{Title: column.label, From: column.from, To: column.to, NoLine: true}
			for _, t := range column.ticks {
				axis.At, axis.Labels = append(axis.At, t.Value), append(axis.Labels, t.Label)
			}
			out[i] = vega.Panel{Width: figure.Pixels(b.wide), Height: figure.Pixels(b.height()),
				X: axis.Of("x")}
			for _, m := range b.marks(i) {
				out[i].Layers = append(out[i].Layers, m.Layers()...)
			}
		}
		return out
	})
}

// marks are the title, the names of the rows, and the axis, the bars from 0 and the whiskers of
// column i, from the upper left corner of its bars.
func (b *barFigure) marks(i int) (out []figure.Mark) {
	if i == 0 {
		large := figure.TextStyle(figure.TextSize * 1.15)
		out = append(out, b.namesLeft(b.left), figure.Text(large, vg.Points(10)-b.left,
			vg.Points(17)-b.head, figure.Fit(large, b.title, b.width-vg.Points(20))))
	}
	column := &b.columns[i]
	on := plot.New()
	on.X.Min, on.X.Max = column.from, column.to
	data := figure.Data{On: on, FromTop: true}
	rules := func(ink color.NRGBA, width float64) *figure.Rules {
		return &figure.Rules{Data: data, Style: draw.LineStyle{Color: ink, Width: vg.Points(width)}}
	}
	bottom := float64(b.height())
	style := figure.TextStyle(figure.TextSize)
	lines, ticks := rules(figure.GridInk, 0.7), figure.NewTexts(
		figure.TextStyle(figure.TextSize*0.9), text.XCenter, text.YTop)
	for _, t := range column.ticks {
		lines.Between(t.Value, 0, t.Value, bottom)
		if t.Label != "" {
			ticks.Add(b.wide*vg.Length(on.X.Norm(t.Value)), b.height()+vg.Points(4), t.Label)
		}
	}
	out = append(out, figure.Drawn{Mark: lines}, figure.Drawn{Mark: ticks})
	if column.label != "" {
		out = append(out, figure.Drawn{Mark: figure.NewTexts(style, text.XCenter, text.YTop).Add(
			b.wide/2, b.height()+vg.Points(20), column.label)})
	}
	if column.heading != "" {
		out = append(out, figure.Text(style, 0, -vg.Points(5), column.heading))
	}
	bars, whiskers, ends := &figure.Rects{Data: data, Ink: column.ink}, rules(figure.Ink, 1),
		rules(figure.Ink, 1)
	names := shownNames(b.features)
	var feature, interval []string
	for k, v := range column.bars {
		y := float64(rowMiddle(column.rows[k]))
		bars.Between(v.Value, y-5, 0, y+5)
		whiskers.Between(v.Low, y, v.High, y)
		for _, x := range []float64{v.Low, v.High} {
			ends.Between(x, y-2.5, x, y+2.5)
		}
		feature = append(feature, names[column.rows[k]])
		interval = append(interval, chartNumber(v.Low)+" to "+chartNumber(v.High))
	}
	bars.Tips = []figure.Column{{Tip: vega.Tip{Field: "n", Title: "feature"}, Words: feature},
		{Tip: vega.Tip{Field: "x", Title: column.title, Format: column.format}},
		{Tip: vega.Tip{Field: "w", Title: "interval"}, Words: interval}}
	zero := rules(figure.SoftInk, 0.7)
	zero.Between(0, 0, 0, bottom)
	return append(out, bars, whiskers, ends, zero)
}

// shownNames are names of features as tables have them.
func shownNames(features []wording.Feature) []string {
	shown := wording.NameFeatures(features, wording.InTable).Shown
	out := make([]string, len(features))
	for i, f := range features {
		out[i] = shown[f]
	}
	return out
}

const (
	shareHead   = 44 // points above the bars: title and names of the methods
	shareFoot   = 20 // points below them, for the ticks
	shareWidest = 170
)

// Shares draws shares between 0 and 1 as bars with intervals: a row for each feature, a column of
// bars for each series.
type Shares struct {
	Title   string
	Rows    []wording.Feature
	Columns []ShareColumn
}

// ShareColumn is a series of bars, one a row.
type ShareColumn struct {
	Name   string
	Shares []Share
}

// Share is a bar with an interval.
type Share struct {
	Value, Low, High float64
	None             bool // draws no bar
}

// Figure draws the bars.
func (s *Shares) Figure(alt string, caption figure.Caption) *figure.Figure {
	names := nameRows(s.Rows)
	left := names.room + vg.Points(16)
	columns := vg.Length(len(s.Columns))
	gap := vg.Points(14) // between two columns
	if len(s.Columns) <= 5 {
		gap = vg.Points(28) // their ticks stand side by side
	}
	bar := min((figure.MaxWidth-left-vg.Points(24))/columns-gap, vg.Points(shareWidest))
	// The title and the note want some width, too.
	width := max(left+columns*(bar+gap)+vg.Points(12), 5.2*vg.Inch)
	all := &barFigure{barRows: names, title: s.Title, head: vg.Points(shareHead),
		foot: vg.Points(shareFoot), left: left, gap: gap, wide: bar, width: width}
	headings := s.headings(bar + gap - vg.Points(5))
	for m, of := range s.Columns {
		column := barColumn{heading: headings[m], to: 1, title: of.Name, format: ".0%",
			ink: figure.Faded(figure.SeriesColor(m), 0.55)}
		for _, at := range []float64{0, 0.5, 1} {
			tick := plot.Tick{Value: at}
			if at == 1 || gap > vg.Points(20) {
				tick.Label = wording.Percent(at)
			}
			column.ticks = append(column.ticks, tick)
		}
		for i, v := range of.Shares {
			if !v.None {
				column.rows = append(column.rows, i)
				column.bars = append(column.bars, Bar{v.Value, v.Low, v.High})
			}
		}
		all.columns = append(all.columns, column)
	}
	return all.figure(alt, caption)
}

// headings are the names of the columns, shortened to the room of one.
func (s *Shares) headings(room vg.Length) []string {
	names := make([]string, len(s.Columns))
	for m, column := range s.Columns {
		names[m] = column.Name
	}
	return figure.FitApart(figure.TextStyle(figure.TextSize), names, room)
}
