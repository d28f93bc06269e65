package figure

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// LegendEntry is a glyph and its name.
type LegendEntry struct {
	Name  string
	Color color.NRGBA
	Glyph draw.GlyphDrawer
	Line  bool // a line through the glyph
	Dash  []vg.Length
}

const (
	legendGap  = 18 // points between entries
	legendMark = 22 // points for the mark
	legendRow  = 15 // points a row
	legendPad  = 6  // points below
)

// Legend is a set of entries laid out below a figure.
type Legend struct {
	entries []LegendEntry // names cut to their room
	whole   []string      // the names of the entries
	columns []vg.Length   // width of each column of entries
	width   vg.Length
	bar     *colorBar // in place of entries
}

// NewLegend lays the entries out in the given width: in one row if it fits, otherwise in aligned
// columns. Names too long for enough columns are shortened.
func NewLegend(entries []LegendEntry, width vg.Length) *Legend {
	l := &Legend{width: width}
	style := TextStyle(TextSize)
	least := 1 // columns that there should be
	switch n := len(entries); {
	case n > 24:
		least = 4
	case n > 16:
		least = 3
	case n > 4:
		least = 2
	}
	// A narrow figure does not fit four columns of names.
	least = max(1, min(least, int(width/vg.Points(150))))
	room := width/vg.Length(least) - vg.Points(legendMark+legendGap)
	var widest, total vg.Length
	widths := make([]vg.Length, len(entries))
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	l.whole = names
	names = FitApart(style, names, room)
	for i, e := range entries {
		e.Name = names[i]
		l.entries = append(l.entries, e)
		widths[i] = style.Width(e.Name) + vg.Points(legendMark+legendGap)
		widest, total = max(widest, widths[i]), total+widths[i]
	}
	if total <= width {
		l.columns = widths
		return l
	}
	// The fewest columns for the same number of rows, so that the last row is full.
	columns := max(1, int(width/widest))
	rows := (len(entries) + columns - 1) / columns
	columns = (len(entries) + rows - 1) / rows
	for range columns {
		l.columns = append(l.columns, widest)
	}
	return l
}

func (l *Legend) rows() int {
	if len(l.entries) == 0 {
		return 0
	}
	return (len(l.entries) + len(l.columns) - 1) / len(l.columns)
}

// height is what the legend takes below a figure.
func (l *Legend) height() vg.Length {
	if l.bar != nil {
		return l.bar.height()
	}
	if len(l.entries) == 0 {
		return 0
	}
	return vg.Points(legendRow)*vg.Length(l.rows()) + vg.Points(legendPad)
}

// draw draws the entries row by row, centered below the point at the top of the
// middle.
func (l *Legend) draw(c draw.Canvas, at vg.Point) {
	if l.bar != nil {
		l.bar.draw(c, at)
		return
	}
	c.Min.X, c.Max.Y = at.X-l.total()/2, at.Y
	for _, m := range l.marks(0, 1) {
		m.Paint(c)
	}
}

func (l *Legend) total() vg.Length {
	total := -vg.Points(legendGap)
	for _, w := range l.columns {
		total += w
	}
	return total
}

// marks are the lines, the glyphs and the names of the entries, the first at left, in columns that
// are wider by a factor.
func (l *Legend) marks(left, spread vg.Length) (out []Mark) {
	glyphs := &Points{Ink: Ink, Radius: vg.Points(3.2)}
	glyphs.FromLeft, glyphs.FromTop = true, true
	names := NewTexts(TextStyle(TextSize), text.XLeft, text.YCenter)
	for i, e := range l.entries {
		row, column := i/len(l.columns), i%len(l.columns)
		x, y := left, vg.Points(legendRow)*(vg.Length(row)+0.5)
		for _, w := range l.columns[:column] {
			x += w * spread
		}
		if e.Line {
			out = append(out, NewLines(e.Color, vg.Points(1.5), e.Dash...).
				Between(x, y, x+vg.Points(legendMark-5), y))
		}
		if e.Glyph != nil {
			glyphs.X = append(glyphs.X, float64(x+vg.Points(legendMark-5)/2))
			glyphs.Y, glyphs.Inks = append(glyphs.Y, float64(y)), append(glyphs.Inks, e.Color)
			glyphs.Glyphs = append(glyphs.Glyphs, e.Glyph)
		}
		names.Add(x+vg.Points(legendMark), y, e.Name)
	}
	return append(out, glyphs, names)
}
