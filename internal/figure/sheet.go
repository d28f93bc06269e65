package figure

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/vega"
)

// Sheet is a figure as data: marks at places from its upper left corner, x to the right and y
// down, above a caption. Figure draws them, and has the same marks in Vega-Lite.
type Sheet struct {
	width, height vg.Length // height is without the caption
	note          Note
	marks         []Mark
}

// Mark is marks of one kind in a sheet. Later ones cover earlier ones.
type Mark interface {
	// Paint draws the marks. Their places are from the upper left corner of the canvas.
	Paint(c draw.Canvas)
	// Layers are the marks in Vega-Lite, or nil for more than it has.
	Layers() []vega.Layer
}

// NewSheet is an empty sheet, whose height is without the caption.
func NewSheet(width, height vg.Length, caption Caption) *Sheet {
	return &Sheet{width: width, height: height, note: NewNote(caption.Text, width)}
}

// Add adds marks.
func (s *Sheet) Add(marks ...Mark) { s.marks = append(s.marks, marks...) }

// Snapped moves the corners of a rectangle to whole pixels of the PNG, so that no edge is blurred.
func (s *Sheet) Snapped(left, top, width, height vg.Length) vg.Rectangle {
	whole := s.height + s.note.Height()
	y := func(down vg.Length) vg.Length { return whole - Pixel(whole-down) }
	return vg.Rectangle{Min: vg.Point{X: Pixel(left), Y: y(top)},
		Max: vg.Point{X: Pixel(left + width), Y: y(top + height)}}
}

// Figure is the sheet above a caption, that of NewSheet.
func (s *Sheet) Figure(alt string, caption Caption) *Figure {
	f := &Figure{
		Width: s.width, Height: s.height + s.note.Height(), Alt: alt, Caption: caption,
		Draw: func(c draw.Canvas) {
			for _, m := range s.marks {
				m.Paint(c)
			}
			s.note.Draw(c)
		},
	}
	return f.WithPanels(1, 0, 0, func() []vega.Panel {
		p := vega.Panel{Width: Pixels(s.width), Height: Pixels(s.height)}
		for _, m := range s.marks {
			layers := m.Layers()
			if layers == nil {
				return nil
			}
			p.Layers = append(p.Layers, layers...)
		}
		return []vega.Panel{p}
	})
}

// WithPanels gives a figure its form in Vega-Lite: panels above its caption, the data of one gap
// from those of the next; left is from the left edge of the figure to the data of the first. Where
// panels returns nil the figure has no such form.
func (f *Figure) WithPanels(columns int, left, gap vg.Length, panels func() []vega.Panel) *Figure {
	f.Hover = func() *vega.Figure {
		all := panels()
		if all == nil {
			return nil
		}
		return &vega.Figure{Columns: columns, Flush: columns > 1, Across: Pixels(gap),
			Down: Pixels(gap), Panels: all, Foot: foot(nil, f.Caption, f.Width, left)}
	}
	return f
}

// On is where a place from the upper left corner is on a canvas.
func On(c draw.Canvas, at vg.Point) vg.Point {
	return vg.Point{X: c.Min.X + at.X, Y: c.Max.Y - at.Y}
}

// OnCanvas is where a rectangle is whose Min is the upper left corner.
func OnCanvas(c draw.Canvas, r vg.Rectangle) vg.Rectangle {
	a, b := On(c, r.Min), On(c, r.Max)
	return vg.Rectangle{Min: vg.Point{X: a.X, Y: b.Y}, Max: vg.Point{X: b.X, Y: a.Y}}
}

// Column is a value of each mark that its tooltip shows: Words, Numbers in Format, or an expression
// of Vega-Lite.
type Column struct {
	vega.Tip
	Words      []string
	Numbers    []float64
	Expression string
}

// tipped adds columns and the tooltips that show them.
func tipped(columns []Column, l *vega.Layer) {
	if len(columns) == 0 {
		return
	}
	var tips []vega.Tip
	for _, c := range columns {
		switch {
		case c.Words != nil:
			l.Table.Words(c.Field, c.Words...)
		case c.Numbers != nil:
			l.Table.Numbers(c.Field, c.Numbers...)
		case c.Expression != "":
			l.Computed = append(l.Computed, vega.Computed{As: c.Field, Expression: c.Expression})
		}
		tips = append(tips, c.Tip)
	}
	l.Encoding["tooltip"] = vega.Tips(tips...)
}

// Texts is texts in one style.
type Texts struct {
	Style text.Style
	// Baseline is what of a letter Vega-Lite puts at a place at the bottom; "" means alphabetic.
	Baseline string
	Tips     []Column
	at       []vg.Point
	words    []string
}

// NewTexts is no texts yet, in a style with an alignment.
func NewTexts(style text.Style, x text.XAlignment, y text.YAlignment) *Texts {
	style.XAlign, style.YAlign = x, y
	return &Texts{Style: style}
}

// Text is one text whose baseline begins at a place.
func Text(style text.Style, x, y vg.Length, s string) *Texts {
	return NewTexts(style, text.XLeft, text.YBottom).Add(x, y, s)
}

// Add adds a text, and returns t.
func (t *Texts) Add(x, y vg.Length, s string) *Texts {
	t.at, t.words = append(t.at, vg.Point{X: x, Y: y}), append(t.words, s)
	return t
}

// Paint implements Mark.
func (t *Texts) Paint(c draw.Canvas) {
	for i, at := range t.at {
		c.FillText(t.Style, On(c, at), t.words[i])
	}
}

// Layers implements Mark.
func (t *Texts) Layers() []vega.Layer {
	x, y := make([]float64, len(t.at)), make([]float64, len(t.at))
	for i, at := range t.at {
		x[i], y[i] = Pixels(at.X), Pixels(at.Y)
	}
	table := &vega.Table{}
	table.Numbers("x", x...)
	table.Numbers("y", y...)
	table.Words("t", t.words...)
	align := map[text.XAlignment]string{text.XLeft: "left", text.XCenter: "center",
		text.XRight: "right"}[t.Style.XAlign]
	baseline := map[text.YAlignment]string{text.YBottom: "alphabetic", text.YCenter: "middle",
		text.YTop: "top"}[t.Style.YAlign]
	if t.Baseline != "" {
		baseline = t.Baseline
	}
	mark := vega.Object{"type": "text", "align": align, "baseline": baseline,
		"color": inkOf(t.Style.Color), "fontSize": Pixels(t.Style.Font.Size)}
	if t.Style.Rotation != 0 {
		mark["angle"] = 270
	}
	encoding := vega.Object{"x": vega.Pixels("x"), "y": vega.Pixels("y"),
		"text": vega.Detail("t")}
	l := vega.Layer{Table: table, Mark: mark, Encoding: encoding}
	tipped(t.Tips, &l)
	return []vega.Layer{l}
}

// inkOf is a color of the house, black or white as Vega-Lite has it.
func inkOf(c color.Color) string { return vega.Color(color.NRGBAModel.Convert(c).(color.NRGBA)) }

// Lines is lines of straight pieces in one style.
type Lines struct {
	Style draw.LineStyle
	Inks  []color.NRGBA // of each; nil means that of the style
	Tips  []Column      // a value a line
	lines [][]vg.Point
}

// NewLines is no lines yet.
func NewLines(ink color.NRGBA, width vg.Length, dashes ...vg.Length) *Lines {
	return &Lines{Style: draw.LineStyle{Color: ink, Width: width, Dashes: dashes}}
}

// Add adds a line, and returns l.
func (l *Lines) Add(points ...vg.Point) *Lines {
	l.lines = append(l.lines, points)
	return l
}

// Between adds a line between two places, and returns l.
func (l *Lines) Between(x, y, x2, y2 vg.Length) *Lines {
	return l.Add(vg.Point{X: x, Y: y}, vg.Point{X: x2, Y: y2})
}

// Paint implements Mark.
func (l *Lines) Paint(c draw.Canvas) {
	for i, line := range l.lines {
		style := l.Style
		if l.Inks != nil {
			style.Color = l.Inks[i]
		}
		at := make([]vg.Point, len(line))
		for k, p := range line {
			at[k] = On(c, p)
		}
		c.StrokeLines(style, at)
	}
}

// Layers implements Mark: a rule for each piece.
func (l *Lines) Layers() []vega.Layer {
	r := &Rules{Data: Data{FromLeft: true, FromTop: true}, Style: l.Style}
	tips := make([]Column, len(l.Tips))
	for i, c := range l.Tips {
		tips[i].Tip = c.Tip
	}
	for i, line := range l.lines {
		for k := 1; k < len(line); k++ {
			a, b := line[k-1], line[k]
			r.Between(float64(a.X), float64(a.Y), float64(b.X), float64(b.Y))
			if l.Inks != nil {
				r.Inks = append(r.Inks, l.Inks[i])
			}
			for j, c := range l.Tips {
				if c.Words != nil {
					tips[j].Words = append(tips[j].Words, c.Words[i])
				} else {
					tips[j].Numbers = append(tips[j].Numbers, c.Numbers[i])
				}
			}
		}
	}
	r.Tips = tips
	return r.Layers()
}
