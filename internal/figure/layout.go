package figure

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/vega"
)

// Note is the text in the lower left corner of a figure.
type Note []string

const noteRow = 12 // points a line

// NewNote breaks the text into lines no wider than a figure.
func NewNote(s string, figure vg.Length) Note {
	style, room := SmallStyle(), figure-vg.Points(16)
	n := Note(breakLines(style, s, room))
	for i, line := range n {
		n[i] = Fit(style, line, room)
	}
	return n
}

// breakLines breaks a text between words into lines no wider than the room, if no word is.
func breakLines(style text.Style, s string, room vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		last := len(lines) - 1
		if last >= 0 && style.Width(Drawable(lines[last]+" "+word)) <= room {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// Height is the height of the note.
func (n Note) Height() vg.Length { return vg.Points(8 + noteRow*float64(len(n))) }

// Draw writes the note at the bottom of a canvas.
func (n Note) Draw(c draw.Canvas) {
	for i, line := range n {
		up := noteRow*float64(len(n)-1-i) + 6
		c.FillText(SmallStyle(), vg.Point{X: c.Min.X + vg.Points(10), Y: c.Min.Y + vg.Points(up)},
			line)
	}
}

// Panels is a grid of plots of one size with a legend and a note below.
type Panels struct {
	Columns, Rows int
	Width, Height vg.Length // of one panel
	// Equal has the panels in which one unit of x is as long as one of y, so that distances between
	// points can be compared: the shorter axis is extended on both sides. nil means none.
	Equal []bool
	// Named says that the caller lists the titles that are cut in the description.
	Named bool
}

// GridOf chooses the grid for n panels.
func GridOf(n int) Panels {
	p := Panels{Columns: n, Width: 6.6 * vg.Inch, Height: 4.4 * vg.Inch}
	switch {
	case n == 2 || n == 4:
		p.Columns, p.Width, p.Height = 2, MaxWidth/2, 3.9*vg.Inch
	case n > 2:
		p.Columns, p.Width, p.Height = 3, MaxWidth/3, 2.9*vg.Inch
	}
	p.Rows = (n + p.Columns - 1) / p.Columns
	return p
}

// Total is the width of the figure.
func (p Panels) Total() vg.Length { return p.Width * vg.Length(p.Columns) }

// Figure lays the plots out, their axes aligned, each below its title, all above the legend and the
// note. The title of a single plot may take several lines. Plot i, which one makes, has the marks
// of i, which Figure has in Vega-Lite, too.
func (p Panels) Figure(
	alt string, titles []string, l *Legend, small Caption, one func(i int) *plot.Plot,
	marks func(i int, on Frame) []Mark,
) *Figure {
	n := NewNote(small.Text, p.Total())
	bottom, more := l.height()+n.Height(), p.moreTitle(titles)
	plots := func() []*plot.Plot {
		all := make([]*plot.Plot, len(titles))
		for i := range all {
			all[i] = one(i)
		}
		return all
	}
	f := &Figure{
		Width: p.Total(), Height: p.Height*vg.Length(p.Rows) + bottom + more,
		Alt: alt, Caption: small,
		Draw: func(c draw.Canvas) {
			all := plots()
			for i, one := range all {
				one.Add(painter(func(on Frame) []Mark { return marks(i, on) }))
			}
			p.draw(draw.Crop(c, 0, 0, bottom, -more), titles, all)
			l.draw(c, vg.Point{X: (c.Min.X + c.Max.X) / 2, Y: c.Min.Y + bottom})
			n.Draw(c)
		},
	}
	f.Hover = func() *vega.Figure { return p.hover(f, titles, l, plots(), marks) }
	if !p.Named && more == 0 {
		f.Naming(FitApart(TitleStyle(), titles, p.Width-vg.Points(titleAside)), titles)
	}
	for i, e := range l.entries {
		f.Naming([]string{e.Name}, l.whole[i:i+1])
	}
	return f
}

// painter draws the marks of a panel.
type painter func(on Frame) []Mark

// Plot implements plot.Plotter.
func (f painter) Plot(c draw.Canvas, p *plot.Plot) {
	for _, m := range f(Frame{p, c.Size()}) {
		m.Paint(c)
	}
}

func (p Panels) draw(c draw.Canvas, titles []string, plots []*plot.Plot) {
	p.equalize(c, plots)
	canvases := p.align(c, plots)
	style := TitleStyle()
	corners, room := make([]vg.Point, len(titles)), p.Width
	for i := range titles {
		at := canvases[i/p.Columns][i%p.Columns]
		plots[i].Draw(at)
		// gonum/plot's own titles are not aligned: they stand above the highest tick.
		data := plots[i].DataCanvas(at)
		corners[i] = vg.Point{X: data.Min.X - plots[i].Y.Padding, Y: data.Max.Y + vg.Points(8)}
		room = min(room, data.Max.X-corners[i].X)
	}
	if lines := p.titleLines(titles); lines != nil {
		for i, line := range lines {
			up := vg.Points(titleStep * float64(len(lines)-1-i))
			c.FillText(style, vg.Point{X: corners[0].X, Y: corners[0].Y + up}, line)
		}
		return
	}
	for i, title := range FitApart(style, titles, room) {
		c.FillText(style, corners[i], title)
	}
}

// equalize extends the axes of the panels of Equal. The labels of the ticks of longer axes may
// take more space, so it goes on from there.
func (p Panels) equalize(c draw.Canvas, plots []*plot.Plot) {
	if !slices.Contains(p.Equal, true) {
		return
	}
	for range 4 {
		canvases := p.align(c, plots)
		for i, one := range plots {
			if p.Equal[i] {
				size := one.DataCanvas(canvases[i/p.Columns][i%p.Columns]).Size()
				EqualAxes(&one.X.Min, &one.X.Max, &one.Y.Min, &one.Y.Max, size)
			}
		}
	}
}

// EqualAxes extends one of two ranges on both sides, so that both have the same length a point on
// an area of the given size. Ranges that are not finite, and areas that are empty, stay.
func EqualAxes(xmin, xmax, ymin, ymax *float64, size vg.Point) {
	across, up := (*xmax-*xmin)/float64(size.X), (*ymax-*ymin)/float64(size.Y)
	if !(across > 0 && up > 0 && size.X > 0 && size.Y > 0) || math.IsInf(across+up, 0) {
		return
	}
	if across > up {
		widen(ymin, ymax, across*float64(size.Y))
	} else {
		widen(xmin, xmax, up*float64(size.X))
	}
}

// widen makes a range as long as it is said, around its middle.
func widen(lo, hi *float64, length float64) {
	middle := *lo/2 + *hi/2
	*lo, *hi = middle-length/2, middle+length/2
}

// align returns the canvases of the plots.
func (p Panels) align(c draw.Canvas, plots []*plot.Plot) [][]draw.Canvas {
	grid := make([][]*plot.Plot, p.Rows)
	for i := range grid {
		grid[i] = make([]*plot.Plot, p.Columns)
		copy(grid[i], plots[i*p.Columns:min((i+1)*p.Columns, len(plots))])
	}
	tiles := draw.Tiles{
		Rows: p.Rows, Cols: p.Columns, PadX: vg.Points(16), PadY: vg.Points(10) + titleHeight,
		PadTop: vg.Points(4) + titleHeight, PadBottom: vg.Points(4), PadLeft: vg.Points(6),
		PadRight: vg.Points(12),
	}
	return plot.Align(grid, tiles, c)
}

// Area is where the data of the only plot of a grid are drawn.
func (p Panels) Area(one *plot.Plot) vg.Rectangle {
	c := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: p.Width, Y: p.Height}}}
	return one.DataCanvas(p.align(c, []*plot.Plot{one})[0][0]).Rectangle
}
