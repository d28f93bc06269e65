package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// Differences is a heat map of signed numbers in named rows and columns: white at 0, blue below,
// orange above, and the number in each cell, unless the cells are too narrow for one of them.
type Differences struct {
	Title         string
	Values        string // what the numbers are, beside the scale
	Rows, Columns []string
	Cells         [][]Difference // by row and column
	// Of and Less name in tooltips what is subtracted from what; "" means ours less printed.
	Of, Less string
	// Gray paints unknown cells gray, which tells them from 0 where no number stands.
	Gray bool
}

// Difference is a cell. An unknown one is left empty, or gray.
type Difference struct {
	Known bool
	Value float64
	Text  string // as it stands in the cell
	// Printed and Ours are the two numbers, for tooltips.
	Printed, Ours string
}

const (
	cellHeight   = 19 // points
	leastCell    = 34 // points of width
	mostCell     = 78
	columnRow    = 13  // points of a line of a column's name
	rowNameRoom  = 150 // points at most
	differScale  = 84  // points for the scale of colors and its label
	differTitle  = 26  // points above the names of the columns
	differMargin = 10
	mostScale    = 14 // rows beside which the scale of colors stands
	cellEdge     = 2  // points left free beside a number
)

// differ is a Differences laid out.
type differ struct {
	*Differences
	largest      float64 // absolute value
	names        vg.Length
	cell         vg.Length // width
	slanted      bool      // names of columns stand upright, as they do not fit
	bare         bool      // without numbers, as they do not fit
	head         vg.Length // room for them
	rows, across []string  // names as drawn; "" for columns too narrow for each to have one
}

// Figure draws the heat map.
func (d *Differences) Figure(alt string, caption figure.Caption) *figure.Figure {
	l := d.lay()
	body := vg.Points(cellHeight) * vg.Length(len(d.Rows))
	width := vg.Points(differMargin) + l.names + l.cell*vg.Length(len(d.Columns)) +
		vg.Points(differScale)
	// A narrow map would break its caption into many lines.
	width = max(width, 5.2*vg.Inch)
	n := figure.NewNote(caption.Text, width)
	top := vg.Points(differTitle) + l.head
	height := max(body, 5*vg.Points(cellHeight))
	bar := d.scaleHeight()
	at := vg.Point{X: vg.Points(differMargin) + l.names, Y: top}
	f := &figure.Figure{
		Width: width, Height: top + height + vg.Points(8) + n.Height(), Alt: alt, Caption: caption,
		Draw: func(c draw.Canvas) {
			c.FillText(figure.TitleStyle(), vg.Point{X: c.Min.X + vg.Points(differMargin),
				Y: c.Max.Y - vg.Points(16)}, l.title(width))
			at := vg.Point{X: c.Min.X + at.X, Y: c.Max.Y - at.Y}
			l.draw(c, at)
			right := at.X + l.cell*vg.Length(len(d.Columns)) + vg.Points(14)
			l.scale(c, snapped(vg.Rectangle{
				Min: vg.Point{X: right, Y: at.Y - bar},
				Max: vg.Point{X: right + vg.Points(11), Y: at.Y},
			}))
			n.Draw(c)
		},
	}
	return f.WithPanels(1, 0, 0, func() []vega.Panel {
		return []vega.Panel{{Width: figure.Pixels(width),
			Height: figure.Pixels(top + height + vg.Points(8)),
			Layers: l.layers(at, bar, width)}}
	})
}

// scaleHeight is that of the scale of colors.
func (d *Differences) scaleHeight() vg.Length {
	return vg.Points(cellHeight) * vg.Length(min(max(len(d.Rows), 5), mostScale))
}

// title is the title as drawn above a map of the given width.
func (l *differ) title(width vg.Length) string {
	return figure.Fit(figure.TitleStyle(), wording.Shorten(l.Title, 120), width-vg.Points(20))
}

// lay finds the sizes.
func (d *Differences) lay() *differ {
	l := &differ{Differences: d, slanted: false}
	style := nameStyle(figure.TextSize)
	var number vg.Length // width of the widest
	for _, row := range d.Cells {
		for _, c := range row {
			if c.Known {
				l.largest = max(l.largest, math.Abs(c.Value))
				number = max(number, l.cellStyle().Width(c.Text))
			}
		}
	}
	l.cell = number + vg.Points(8)
	for _, name := range d.Rows {
		l.names = max(l.names, min(style.Width(figure.Drawable(name))+vg.Points(8),
			vg.Points(rowNameRoom)))
	}
	l.rows = figure.FitApart(style, d.Rows, l.names-vg.Points(8))
	room := (figure.MaxWidth - l.names - vg.Points(differScale+differMargin)) /
		vg.Length(max(1, len(d.Columns)))
	var widest vg.Length
	for _, name := range d.Columns {
		widest = max(widest, style.Width(figure.Drawable(name))+vg.Points(8))
	}
	l.cell = min(max(l.cell, min(widest, vg.Points(mostCell)), vg.Points(leastCell)), room)
	l.bare = number > l.cell-vg.Points(cellEdge)
	l.head = vg.Points(columnRow + 4)
	if l.slanted = widest > l.cell; l.slanted {
		l.head = min(widest, vg.Points(100)) + vg.Points(4)
		l.across = figure.FitApart(style, d.Columns, l.head-vg.Points(6))
		step := int(math.Ceil(float64(vg.Points(columnRow) / l.cell)))
		for j := range l.across {
			if j%step > 0 {
				l.across[j] = ""
			}
		}
	} else {
		l.across = figure.FitApart(style, d.Columns, l.cell)
	}
	return l
}

// cellStyle is that of the numbers in the cells.
func (l *differ) cellStyle() text.Style {
	s := figure.TextStyle(figure.TextSize * .9)
	s.XAlign, s.YAlign = text.XCenter, text.YCenter
	return s
}

// draw draws the names and the cells below and right of a point.
func (l *differ) draw(c draw.Canvas, at vg.Point) {
	names := nameStyle(figure.TextSize)
	heads := figure.TextStyle(figure.TextSize)
	heads.XAlign, heads.YAlign = text.XCenter, text.YBottom
	if l.slanted {
		heads.XAlign, heads.YAlign, heads.Rotation = text.XLeft, text.YCenter, math.Pi/2
	}
	for j, name := range l.across {
		if name == "" {
			continue
		}
		c.FillText(heads, vg.Point{X: at.X + l.cell*(vg.Length(j)+.5), Y: at.Y + vg.Points(5)},
			name)
	}
	height := vg.Points(cellHeight)
	for i, row := range l.Cells {
		up := at.Y - height*vg.Length(i)
		c.FillText(names, vg.Point{X: at.X - vg.Points(6), Y: up - height/2}, l.rows[i])
		for j, cell := range row {
			r := snapped(vg.Rectangle{
				Min: vg.Point{X: at.X + l.cell*vg.Length(j), Y: up - height},
				Max: vg.Point{X: at.X + l.cell*vg.Length(j+1), Y: up},
			})
			l.drawCell(c, cell, r)
		}
	}
}

// drawCell draws a cell with a thin edge, so that white ones are seen.
func (l *differ) drawCell(c draw.Canvas, cell Difference, r vg.Rectangle) {
	ink := diverging(l.share(cell.Value))
	if !cell.Known {
		if !l.Gray {
			return
		}
		ink = unknownCell
	}
	figure.FillRect(c, ink, r)
	c.StrokeLines(draw.LineStyle{Color: figure.GridInk, Width: vg.Points(.5)}, []vg.Point{r.Min,
		{X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min})
	if l.bare || !cell.Known {
		return
	}
	style := l.cellStyle()
	style.Color = color.Black
	c.FillText(style, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, cell.Text)
}

// share is the place of a value between minus and plus the largest one, from -1 to 1.
func (l *differ) share(v float64) float64 {
	if l.largest == 0 {
		return 0
	}
	return v / l.largest
}

// scale paints the colors from the lowest value to the highest.
func (l *differ) scale(c draw.Canvas, r vg.Rectangle) {
	const steps = 128
	for i := range steps {
		figure.FillRect(c, diverging((float64(i)+.5)/steps*2-1),
			vg.Rectangle{Min: vg.Point{X: r.Min.X, Y: edge(r.Min.Y, r.Max.Y, i, steps)},
				Max: r.Max})
	}
	line := draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(.6)}
	c.StrokeLines(line, []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max,
		{X: r.Min.X, Y: r.Max.Y}, r.Min})
	style := figure.TextStyle(figure.TextSize * .9)
	style.YAlign = text.YCenter
	at, labels, wide := l.ticks()
	for i, share := range at {
		y := r.Min.Y + (r.Max.Y-r.Min.Y)*vg.Length(share)
		c.StrokeLine2(line, r.Max.X, y, r.Max.X+vg.Points(3), y)
		c.FillText(style, vg.Point{X: r.Max.X + vg.Points(6), Y: y}, labels[i])
	}
	label := figure.TextStyle(figure.TextSize)
	label.XAlign, label.YAlign, label.Rotation = text.XCenter, text.YTop, math.Pi/2
	c.FillText(label, vg.Point{X: r.Max.X + vg.Points(10) + wide, Y: (r.Min.Y + r.Max.Y) / 2},
		figure.Fit(label, l.Values, r.Max.Y-r.Min.Y))
}

// ticks are the places of the lowest value, 0 and the highest on the scale, from 0 to 1, with
// their labels and the width of the widest; only 0 where all values are.
func (l *differ) ticks() (at []float64, labels []string, wide vg.Length) {
	at, labels = []float64{.5}, []string{"0"}
	if l.largest > 0 {
		at = []float64{0, .5, 1}
		labels = []string{wording.FormatNumber(-l.largest, l.largest), "0",
			"+" + wording.FormatNumber(l.largest, l.largest)}
	}
	style := figure.TextStyle(figure.TextSize * .9)
	for _, label := range labels {
		wide = max(wide, style.Width(label))
	}
	return at, labels, wide
}

// The ends of the diverging colors are those of the palette, which readers with any color vision
// tell apart, lightened so that black numbers are read on them.
var (
	below = color.NRGBA{0x4C, 0x9A, 0xCB, 0xff}
	above = color.NRGBA{0xE8, 0x8B, 0x3C, 0xff}
	// unknownCell is darker than what is white at 0, and has neither color.
	unknownCell = color.NRGBA{0xBD, 0xBD, 0xBD, 0xff}
)

// diverging is white at 0, the color of what is below at -1 and that of what is above at 1.
func diverging(v float64) color.NRGBA {
	end := above
	if v < 0 {
		end = below
	}
	f := min(1, math.Abs(v))
	mix := func(to uint8) uint8 {
		return uint8(float64(255*(1-f)) + float64(float64(to)*f) + .5)
	}
	return color.NRGBA{mix(end.R), mix(end.G), mix(end.B), 0xff}
}
