package chart

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

const (
	matrixTitle = 24 // points for the title of the figure
	matrixGap   = 14 // points between two panels
	matrixScale = 78 // points for the scale of colors, its numbers and its label
	// leastGroup is the smallest size of a group's name.
	leastGroup = 7
)

// matrices is a Matrices prepared for drawing.
type matrices struct {
	*Matrices
	panels    []string // names of those that are drawn
	lo, hi    float64  // ends of the scale of colors
	scale     figure.Scale
	notFinite int
	beyond    int
	parts     []group
	shown     []bool // names of groups that have room
	labels    []string
	style     text.Style // of these
	columns   int
	side      vg.Length
	names     vg.Length // room for the groups' names
}

// MatricesFigure draws matrices as heat maps of one size and one scale of colors, four in a row at
// most and twelve in all. Where there are more cells than pixels, a pixel is the mean of its cells.
// White lines divide the groups, whose names stand left of each row of panels; those that do not
// fit are omitted, and counted in the note.
//
// It returns an error without panels or finite values, and for rows that differ in length, matrices
// that do not have the size of the groups, or invalid ends of the colors.
func MatricesFigure(of *Matrices) (*figure.Figure, error) {
	if err := of.check(); err != nil {
		return nil, err
	}
	e, notFinite := of.reach()
	if !e.any {
		return nil, of.wrap(errors.New("none of the values is finite; give some that are"))
	}
	m := &matrices{Matrices: of, lo: e.lo, hi: e.hi, notFinite: notFinite, parts: of.groups()}
	if of.Min != 0 || of.Max != 0 {
		m.lo, m.hi = of.Min, of.Max
		m.beyond = of.beyond()
	}
	m.scale = figure.NewScale(m.lo, m.hi)
	m.panels = of.names()[:min(len(of.Panels), MaxPanels)]
	m.lay()
	m.panels = figure.FitApart(figure.TextStyle(figure.TextSize*1.05), m.panels, m.side)
	m.labels = figure.FitApart(m.style, m.labels, m.names-vg.Points(8))
	width := m.names + vg.Length(m.columns)*(m.side+vg.Points(matrixGap)) + vg.Points(matrixScale)
	small := figure.Caption{Text: m.note()}
	n := figure.NewNote(small.Text, width)
	panel := m.side + vg.Points(heatTitle+matrixGap)
	lines := (len(m.panels) + m.columns - 1) / m.columns
	top := vg.Points(4)
	if strings.TrimSpace(of.Title) != "" {
		top = vg.Points(matrixTitle)
	}
	f := &figure.Figure{
		Width: width, Height: top + panel*vg.Length(lines) + n.Height(), Alt: of.alt(),
		Caption: small,
		Draw: func(c draw.Canvas) {
			if strings.TrimSpace(of.Title) != "" {
				style := figure.TextStyle(figure.TextSize * 1.15)
				at := vg.Point{X: c.Min.X + vg.Points(10), Y: c.Max.Y - vg.Points(16)}
				c.FillText(style, at,
					figure.Fit(style, wording.Shorten(of.Title, 120), width-vg.Points(20)))
			}
			for i := range m.panels {
				left := c.Min.X + m.names + vg.Length(i%m.columns)*(m.side+vg.Points(matrixGap))
				up := c.Max.Y - top - panel*vg.Length(i/m.columns) - vg.Points(heatTitle)
				r := snapped(vg.Rectangle{Min: vg.Point{X: left, Y: up - m.side},
					Max: vg.Point{X: left + m.side, Y: up}})
				m.draw(c, i, r)
			}
			up := c.Max.Y - top - vg.Points(heatTitle)
			left := c.Min.X + width - vg.Points(matrixScale)
			m.drawScale(c, snapped(vg.Rectangle{Min: vg.Point{X: left, Y: up - m.side},
				Max: vg.Point{X: left + vg.Points(11), Y: up}}))
			n.Draw(c)
		},
	}
	return f.WithPanels(1, 0, 0, func() []vega.Panel {
		return m.panel(width, top, panel, top+panel*vg.Length(lines))
	}), nil
}

// beyond counts the values outside the scale of colors.
func (m *Matrices) beyond() (n int) {
	for _, p := range m.Panels {
		for _, row := range p.Rows {
			for _, v := range row {
				if (v < m.Min || v > m.Max) && !math.IsInf(v, 0) {
					n++
				}
			}
		}
	}
	return n
}

// lay finds the number of columns, the side of the panels and the names of groups
// that have room.
func (m *matrices) lay() {
	n := len(m.panels)
	m.columns = min(n, 4)
	if n == 5 || n == 6 || n == 9 {
		m.columns = 3
	}
	m.labels, m.shown = make([]string, len(m.parts)), make([]bool, len(m.parts))
	// Groups of equal names share a label; different names stay distinct.
	var different []string
	place := make(map[string]int)
	for _, g := range m.parts {
		if _, known := place[g.name]; !known {
			place[g.name] = len(different)
			different = append(different, g.name)
		}
	}
	different = wording.Distinct(different, nil)
	for i, g := range m.parts {
		m.labels[i] = different[place[g.name]]
	}
	widest := func(style text.Style) (w vg.Length) {
		for _, l := range m.labels {
			w = max(w, style.Width(figure.Drawable(l)))
		}
		return w
	}
	m.names = vg.Points(10)
	if len(m.parts) > 0 {
		m.names = min(widest(figure.TextStyle(figure.TextSize))+vg.Points(16), 1.4*vg.Inch)
	}
	room := (figure.MaxWidth - m.names - vg.Points(matrixScale)) / vg.Length(m.columns)
	m.side = min(room-vg.Points(matrixGap), 3.4*vg.Inch)
	// The smallest group decides the size, while it is legible.
	m.style = figure.TextStyle(figure.TextSize)
	for _, g := range m.parts {
		height := m.side * vg.Length(g.hi-g.lo) / vg.Length(len(m.Groups))
		m.style = figure.TextStyle(max(vg.Points(leastGroup), min(m.style.Font.Size, height*0.9)))
	}
	m.style.XAlign, m.style.YAlign = text.XRight, text.YCenter
	below := vg.Length(math.Inf(-1))
	for i, g := range m.parts {
		at := m.middle(g)
		if m.shown[i] = at-below >= m.style.Font.Size*1.15; m.shown[i] {
			below = at
		}
	}
}

// middle is how far the middle of a group is below the top of a panel.
func (m *matrices) middle(g group) vg.Length {
	return m.side * vg.Length(g.lo+g.hi) / 2 / vg.Length(len(m.Groups))
}

func (m *matrices) note() string {
	var parts []string
	if m.Note != "" {
		parts = append(parts, wording.CleanSentence(m.Note))
	}
	averaged := false
	for _, p := range m.Panels[:len(m.panels)] {
		averaged = averaged || max(len(p.Rows), len(p.Rows[0])) > panelPixels(m.side)
	}
	if averaged {
		parts = append(parts, "A pixel is the mean of several values.")
	}
	if m.beyond > 0 {
		parts = append(parts, wording.Plural(m.beyond, "value lies",
			"values lie")+" beyond the scale of colors.")
	}
	if m.notFinite > 0 {
		parts = append(parts, wording.Plural(m.notFinite, "value is",
			"values are")+" not finite, and gray.")
	}
	if without := len(m.shown) - countTrue(m.shown); without > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s not named, for want of room.", without,
			wording.Plural(len(m.shown), "group is", "groups are")))
	}
	if n := len(m.Panels) - len(m.panels); n > 0 {
		parts = append(parts, wording.Plural(n, "matrix", "matrices")+" more not drawn.")
	}
	return strings.Join(parts, " ")
}

func countTrue(b []bool) (n int) {
	for _, v := range b {
		if v {
			n++
		}
	}
	return n
}

func (m *matrices) draw(c draw.Canvas, i int, r vg.Rectangle) {
	title := figure.TextStyle(figure.TextSize * 1.05)
	c.FillText(title, vg.Point{X: r.Min.X, Y: r.Max.Y + vg.Points(6)},
		figure.Fit(title, m.panels[i], r.Max.X-r.Min.X))
	c.DrawImage(r, m.image(m.Panels[i].Rows, panelPixels(r.Max.X-r.Min.X)))
	line := draw.LineStyle{Color: color.White, Width: vg.Points(0.9)}
	for _, g := range m.parts[:max(0, len(m.parts)-1)] {
		if len(m.parts) > maxLabels {
			break // the lines would hide what they divide
		}
		at := (r.Max.X - r.Min.X) * vg.Length(g.hi) / vg.Length(len(m.Groups))
		c.StrokeLine2(line, r.Min.X, r.Max.Y-at, r.Max.X, r.Max.Y-at)
		c.StrokeLine2(line, r.Min.X+at, r.Min.Y, r.Min.X+at, r.Max.Y)
	}
	if i%m.columns > 0 {
		return
	}
	for k, g := range m.parts {
		if m.shown[k] {
			at := vg.Point{X: r.Min.X - vg.Points(6), Y: r.Max.Y - m.middle(g)}
			c.FillText(m.style, at, figure.Fit(m.style, m.labels[k], m.names-vg.Points(8)))
		}
	}
}

// image has the cells as a bitmap of side×side pixels.
func (m *matrices) image(rows []number.Numbers, side int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		y0, y1 := covering(y, side, len(rows))
		for x := range side {
			x0, x1 := covering(x, side, len(rows[0]))
			var sum float64
			n := 0
			for _, row := range rows[y0:y1] {
				for _, v := range row[x0:x1] {
					if !math.IsNaN(v) && !math.IsInf(v, 0) {
						sum += m.share(v)
						n++
					}
				}
			}
			if n == 0 {
				img.SetNRGBA(x, y, figure.GridInk)
			} else {
				img.SetNRGBA(x, y, heat(shade(sum/float64(n))))
			}
		}
	}
	return img
}

// share is the position of a value between the ends of the colors, from 0 to 1. Halves keep the
// difference of large numbers finite.
func (m *matrices) share(v float64) float64 {
	if !(m.lo < m.hi) {
		return 0.5
	}
	return max(0, min(1, (v/2-m.lo/2)/(m.hi/2-m.lo/2)))
}

// drawScale paints the colors from below, each up to the top, and the values
// beside them.
func (m *matrices) drawScale(c draw.Canvas, r vg.Rectangle) {
	const steps = 256
	for i := range steps {
		figure.FillRect(c, heat((float64(i)+0.5)/steps),
			vg.Rectangle{Min: vg.Point{X: r.Min.X, Y: edge(r.Min.Y, r.Max.Y, i, steps)},
				Max: r.Max})
	}
	style := figure.TextStyle(figure.TextSize * 0.9)
	style.YAlign = text.YCenter
	height := r.Max.Y - r.Min.Y
	from, to := m.scale.At(m.lo), m.scale.At(m.hi)
	var wide vg.Length
	for _, t := range (figure.AxisTicks{Room: height, Style: style, Upright: true}).Ticks(from,
		to) {
		y := r.Min.Y + height/2
		if from < to {
			y = r.Min.Y + height*vg.Length((t.Value-from)/(to-from))
		}
		label := figure.Fit(style, t.Label, vg.Points(40))
		wide = max(wide, style.Width(label))
		c.StrokeLine2(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(0.6)}, r.Max.X, y,
			r.Max.X+vg.Points(3), y)
		c.FillText(style, vg.Point{X: r.Max.X + vg.Points(6), Y: y}, label)
	}
	label := figure.TextStyle(figure.TextSize)
	label.XAlign, label.YAlign = text.XCenter, text.YTop
	label.Rotation = math.Pi / 2
	at := vg.Point{X: r.Max.X + vg.Points(8) + wide, Y: (r.Min.Y + r.Max.Y) / 2}
	c.FillText(label, at, figure.Fit(label, m.scale.LabelOf(axisWords(m.Values, "value")), height))
}
