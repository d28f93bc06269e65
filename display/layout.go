package display

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// note is the small print in the lower left corner of a figure.
type note []string

const noteRow = 12 // points a line

// newNote breaks the text into lines no wider than a figure.
func newNote(s string, figure vg.Length) note {
	style, room := smallStyle(), figure-vg.Points(16)
	var n note
	for _, word := range strings.Fields(s) {
		last := len(n) - 1
		if last >= 0 && style.Width(drawable(n[last]+" "+word)) <= room {
			n[last] += " " + word
		} else {
			n = append(n, word)
		}
	}
	for i, line := range n {
		n[i] = fit(style, line, room)
	}
	return n
}

// height is what the note takes at the bottom of a figure.
func (n note) height() vg.Length { return vg.Points(8 + noteRow*float64(len(n))) }

func (n note) draw(c draw.Canvas) {
	for i, line := range n {
		up := noteRow*float64(len(n)-1-i) + 6
		c.FillText(smallStyle(), vg.Point{X: c.Min.X + vg.Points(10), Y: c.Min.Y + vg.Points(up)}, line)
	}
}

// panels is a grid of plots of one size with a legend and a note below.
type panels struct {
	columns, rows int
	width, height vg.Length // of one panel
}

// gridOf chooses the grid for n panels.
func gridOf(n int) panels {
	p := panels{columns: n, width: 6.6 * vg.Inch, height: 4.4 * vg.Inch}
	switch {
	case n == 2 || n == 4:
		p.columns, p.width, p.height = 2, maxWidth/2, 3.9*vg.Inch
	case n > 2:
		p.columns, p.width, p.height = 3, maxWidth/3, 2.9*vg.Inch
	}
	p.rows = (n + p.columns - 1) / p.columns
	return p
}

// total is the width of the figure.
func (p panels) total() vg.Length { return p.width * vg.Length(p.columns) }

// figure lays the plots out, their axes aligned, each below its title, all above
// the legend and the note.
func (p panels) figure(alt string, titles []string, l *legend, small caption, plots func() []*plot.Plot) *Figure {
	n := newNote(small.drawn(), p.total())
	bottom := l.height() + n.height()
	return &Figure{
		Width: p.total(), Height: p.height*vg.Length(p.rows) + bottom, Alt: alt, caption: small,
		draw: func(c draw.Canvas) {
			p.draw(draw.Crop(c, 0, 0, bottom, 0), titles, plots())
			l.draw(c, vg.Point{X: (c.Min.X + c.Max.X) / 2, Y: c.Min.Y + bottom})
			n.draw(c)
		},
	}
}

// titleStyle is that of the titles of panels.
func titleStyle() text.Style { return textStyle(textSize * 1.15) }

// titleHeight is what a title takes above a plot.
var titleHeight = vg.Points(20)

func (p panels) draw(c draw.Canvas, titles []string, plots []*plot.Plot) {
	canvases := p.align(c, plots)
	style := titleStyle()
	corners, room := make([]vg.Point, len(titles)), p.width
	for i := range titles {
		at := canvases[i/p.columns][i%p.columns]
		plots[i].Draw(at)
		// gonum/plot's own titles are not level: they stand above the highest tick.
		data := plots[i].DataCanvas(at)
		corners[i] = vg.Point{X: data.Min.X - plots[i].Y.Padding, Y: data.Max.Y + vg.Points(8)}
		room = min(room, data.Max.X-corners[i].X)
	}
	for i, title := range fitApart(style, titles, room) {
		c.FillText(style, corners[i], title)
	}
}

// align returns the canvases of the plots.
func (p panels) align(c draw.Canvas, plots []*plot.Plot) [][]draw.Canvas {
	grid := make([][]*plot.Plot, p.rows)
	for i := range grid {
		grid[i] = make([]*plot.Plot, p.columns)
		copy(grid[i], plots[i*p.columns:min((i+1)*p.columns, len(plots))])
	}
	tiles := draw.Tiles{
		Rows: p.rows, Cols: p.columns, PadX: vg.Points(16), PadY: vg.Points(10) + titleHeight,
		PadTop: vg.Points(4) + titleHeight, PadBottom: vg.Points(4), PadLeft: vg.Points(6), PadRight: vg.Points(12),
	}
	return plot.Align(grid, tiles, c)
}

// area is where the data of the only plot of a grid are drawn.
func (p panels) area(one *plot.Plot) vg.Rectangle {
	c := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: p.width, Y: p.height}}}
	return one.DataCanvas(p.align(c, []*plot.Plot{one})[0][0]).Rectangle
}
