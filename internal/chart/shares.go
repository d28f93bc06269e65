package chart

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

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
	n := figure.NewNote(caption.Text, width)
	rows := names.height()
	f := &figure.Figure{
		Width: width, Height: vg.Points(shareHead+shareFoot) + rows + n.Height(), Alt: alt,
		Caption: caption,
		Draw: func(c draw.Canvas) {
			top := c.Max.Y - vg.Points(shareHead)
			names.draw(c, s.Title, top, left, width)
			labels := s.headings(bar + gap - vg.Points(5))
			for m := range s.Columns {
				x := c.Min.X + left + vg.Length(m)*(bar+gap)
				s.drawColumn(c, vg.Rectangle{Min: vg.Point{X: x, Y: top - rows},
					Max: vg.Point{X: x + bar, Y: top}}, m, labels[m], gap)
			}
			n.Draw(c)
		},
	}
	f.NamingFeatures(s.Rows, names.names)
	return f.WithPanels(len(s.Columns), left, gap, func() []vega.Panel {
		return s.panels(names, left, bar, gap, width)
	})
}

// headings are the names of the columns, shortened to the room of one.
func (s *Shares) headings(room vg.Length) []string {
	names := make([]string, len(s.Columns))
	for m, column := range s.Columns {
		names[m] = column.Name
	}
	return figure.FitApart(figure.TextStyle(figure.TextSize), names, room)
}

// drawColumn draws the bars of one column.
func (s *Shares) drawColumn(
	c draw.Canvas, at vg.Rectangle, m int, label string, gap vg.Length,
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
	for i, v := range s.Columns[m].Shares {
		y := at.Max.Y - rowMiddle(i)
		if v.None {
			continue
		}
		place := func(share float64) vg.Length { return at.Min.X + wide*vg.Length(share) }
		drawBar(c, figure.Faded(figure.SeriesColor(m), 0.55), y, at.Min.X, place(v.Value),
			place(v.Low), place(v.High))
	}
	c.StrokeLine2(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(0.7)}, at.Min.X, at.Min.Y,
		at.Min.X, at.Max.Y)
}
