package chart

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
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
	panel := m.side + vg.Points(heatTitle+matrixGap)
	lines := (len(m.panels) + m.columns - 1) / m.columns
	top := vg.Points(4)
	titled := strings.TrimSpace(of.Title) != ""
	if titled {
		top = vg.Points(matrixTitle)
	}
	s := figure.NewSheet(width, top+panel*vg.Length(lines), small)
	if titled {
		style := figure.TextStyle(figure.TextSize * 1.15)
		s.Add(figure.Text(style, vg.Points(10), vg.Points(16),
			figure.Fit(style, wording.Shorten(of.Title, 120), width-vg.Points(20))))
	}
	for i := range m.panels {
		s.Add(m.matrix(i, s.Snapped(m.names+vg.Length(i%m.columns)*(m.side+vg.Points(matrixGap)),
			top+panel*vg.Length(i/m.columns)+vg.Points(heatTitle), m.side, m.side))...)
	}
	s.Add(m.scaleMarks(s.Snapped(width-vg.Points(matrixScale), top+vg.Points(heatTitle),
		vg.Points(11), m.side))...)
	return s.Figure(of.alt(), small), nil
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

// matrix is one matrix, with the names of the groups where it is the first of its row.
func (m *matrices) matrix(i int, r vg.Rectangle) []figure.Mark {
	rows := m.Panels[i].Rows
	side := r.Max.X - r.Min.X
	title := figure.TextStyle(figure.TextSize * 1.05)
	lines := figure.NewLines(white, vg.Points(0.9))
	for _, g := range m.parts[:max(0, len(m.parts)-1)] {
		if len(m.parts) > maxLabels {
			break // the lines would hide what they divide
		}
		at := side * vg.Length(g.hi) / vg.Length(len(m.Groups))
		lines.Between(r.Min.X, r.Min.Y+at, r.Max.X, r.Min.Y+at)
		lines.Between(r.Min.X+at, r.Max.Y, r.Min.X+at, r.Min.Y)
	}
	out := []figure.Mark{
		figure.Text(title, r.Min.X, r.Min.Y-vg.Points(6), figure.Fit(title, m.panels[i], side)),
		(&figure.Rects{}).Add(r, figure.GridInk), // of cells that are not finite, on hover
		m.cells(rows, r),
		lines,
	}
	if i%m.columns > 0 {
		return out
	}
	names := figure.NewTexts(m.style, text.XRight, text.YCenter)
	for k, g := range m.parts {
		if m.shown[k] {
			names.Add(r.Min.X-vg.Points(6), r.Min.Y+m.middle(g),
				figure.Fit(m.style, m.labels[k], m.names-vg.Points(8)))
		}
	}
	return append(out, names)
}

func (m *matrices) cells(rows []number.Numbers, r vg.Rectangle) *cells {
	return &cells{rows: len(rows), columns: len(rows[0]), at: r, bitmap: true,
		value: func(i, j int) float64 { return rows[i][j] }, lo: m.lo, hi: m.hi,
		rowNames: func() []string { return m.lineNames(len(rows)) },
		names:    func() []string { return m.lineNames(len(rows[0])) },
		row:      "row", column: "column", values: axisWords(m.Values, "value")}
}

// lineNames are the numbers of rows or columns, with the names of their groups.
func (m *matrices) lineNames(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = wording.Itoa(i + 1)
	}
	for k, g := range m.parts {
		for i := g.lo; i < g.hi; i++ {
			out[i] += " (" + m.labels[k] + ")"
		}
	}
	return out
}

// scaleMarks are the scale of colors with the values beside it.
func (m *matrices) scaleMarks(r vg.Rectangle) []figure.Mark {
	style := figure.TextStyle(figure.TextSize * 0.9)
	height := r.Max.Y - r.Min.Y
	from, to := m.scale.At(m.lo), m.scale.At(m.hi)
	var at []float64
	var labels []string
	var wide vg.Length
	ticks := figure.AxisTicks{Room: height, Style: style, Upright: true}
	for _, t := range ticks.Ticks(from, to) {
		share := .5
		if from < to {
			share = (t.Value - from) / (to - from)
		}
		label := figure.Fit(style, t.Label, vg.Points(40))
		at, labels, wide = append(at, share), append(labels, label), max(wide, style.Width(label))
	}
	label := figure.Fit(figure.TextStyle(figure.TextSize),
		m.scale.LabelOf(axisWords(m.Values, "value")), height)
	return heatRamp(r).marks(at, labels, label, vg.Points(8)+wide)
}
