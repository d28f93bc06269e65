package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// chartLabel is a text beside a point.
type chartLabel struct {
	at   vg.Point // left end, middle of its small letters, from the corner of the area
	text string
}

const (
	labelRoom = 130 // points that a label is wide at most
	labelGap  = 2   // points between a glyph and its label
)

func labelStyle() text.Style {
	s := figure.TextStyle(figure.TextSize * 0.88)
	s.YAlign = text.YCenter
	return s
}

// place positions the labels in the area of the data.
func (c *chart) place(p *plot.Plot, area vg.Rectangle) {
	if c.labeled == 0 {
		return
	}
	canvas := draw.Canvas{Rectangle: vg.Rectangle{Max: area.Size()}}
	at := c.places(&canvas, p)
	m := newMask(area.Size())
	if c.Diagonal {
		m.line(canvas.Min, canvas.Max)
	}
	for _, l := range c.Levels {
		a, b := levelEnds(l, canvas.Rectangle, at, c)
		m.line(a, b)
	}
	for i := range c.Series {
		s := &c.Series[i]
		taken := make(map[[2]int]bool)
		c.runs(s, at, func(first int, run []vg.Point) {
			if s.hasLine() {
				thin := thinnedLine(run)
				for k := range thin[1:] {
					m.line(thin[k], thin[k+1])
				}
			}
			if s.hasGlyphs() {
				for _, k := range c.glyphPlaces(s, first, run, taken) {
					m.mark(square(run[k], c.glyphReach(s)), occupied)
				}
			}
			// A point between gaps is a dot, and so are lines too short to be visible.
			if !s.hasGlyphs() && len(run) < 3 {
				for _, end := range run {
					m.mark(square(end, c.glyphReach(s)), occupied)
				}
			}
		})
	}
	style := labelStyle()
	for i := range c.Series {
		s := &c.Series[i]
		for _, k := range endsFirst(len(s.Labels)) {
			x, y := s.at(k)
			if s.Labels[k] == "" || !c.drawable(x, y) {
				continue
			}
			label := figure.Fit(style, wording.Clean(s.Labels[k]), vg.Points(labelRoom))
			if whole := wording.WholeName(s.Labels[k]); label != figure.Drawable(whole) {
				c.cut = append(c.cut, whole)
			}
			if left, ok := m.find(at(x, y), c.glyphReach(s), style.Width(label),
				style.Font.Size); ok {
				c.labels = append(c.labels, chartLabel{left, label})
			} else {
				c.noRoom++
			}
		}
	}
}

// LabelNames are names of features for labels of points: what is shortened stays apart.
func LabelNames(features []wording.Feature) wording.FeatureNames {
	return wording.NameFeatures(features, figure.InFigure(labelStyle(), vg.Points(labelRoom)))
}

// glyphReach is how far the glyphs of a series reach from their point.
func (c *chart) glyphReach(s *Series) vg.Length {
	if !s.hasGlyphs() {
		return vg.Points(1.5)
	}
	return c.radius * 1.2
}

// endsFirst is the order in which the labels of a series are placed.
func endsFirst(n int) []int {
	var out []int
	if n > 0 {
		out = append(out, 0)
	}
	if n > 1 {
		out = append(out, n-1)
	}
	for i := 1; i < n-1; i++ {
		out = append(out, i)
	}
	return out
}

func square(at vg.Point, half vg.Length) vg.Rectangle {
	d := vg.Point{X: half, Y: half}
	return vg.Rectangle{Min: at.Sub(d), Max: at.Add(d)}
}

// What a cell of a mask holds.
const (
	crossed  = 1 << iota // a line
	occupied             // a glyph or a label
)

// mask records what is drawn where, with a resolution of one point.
type mask struct {
	columns, rows int
	cells         []byte
}

func newMask(size vg.Point) *mask {
	m := &mask{columns: int(math.Ceil(float64(size.X))), rows: int(math.Ceil(float64(size.Y)))}
	m.cells = make([]byte, m.columns*m.rows)
	return m
}

// each calls f with the cells that a rectangle touches until it returns false.
func (m *mask) each(r vg.Rectangle, f func(cell *byte) bool) {
	for row := max(0, int(r.Min.Y)); row <= min(m.rows-1, int(r.Max.Y)); row++ {
		for column := max(0, int(r.Min.X)); column <= min(m.columns-1, int(r.Max.X)); column++ {
			if !f(&m.cells[row*m.columns+column]) {
				return
			}
		}
	}
}

func (m *mask) mark(r vg.Rectangle, what byte) {
	m.each(r, func(cell *byte) bool {
		*cell |= what
		return true
	})
}

// line marks what a line crosses.
func (m *mask) line(a, b vg.Point) {
	d := b.Sub(a)
	steps := int(2*max(math.Abs(float64(d.X)), math.Abs(float64(d.Y)))) + 1
	for i := range steps + 1 {
		share := vg.Length(i) / vg.Length(steps)
		m.mark(square(vg.Point{X: a.X + share*d.X, Y: a.Y + share*d.Y}, 1), crossed)
	}
}

func (m *mask) free(r vg.Rectangle, of byte) bool {
	if r.Min.X < 0 || r.Min.Y < 0 || r.Max.X > vg.Length(m.columns-1) ||
		r.Max.Y > vg.Length(m.rows-1) {
		return false
	}
	free := true
	m.each(r, func(cell *byte) bool {
		free = *cell&of == 0
		return free
	})
	return free
}

// find returns the left end of the middle of a label's place beside a point, and marks the place.
func (m *mask) find(at vg.Point, reach, width, size vg.Length) (left vg.Point, ok bool) {
	half := 0.6 * size
	gap := reach + labelGap
	// More than a point, so that the label shares no cell with the glyph.
	near := reach + 1.2
	aside, upward := near, half+near
	lefts := []vg.Point{
		{X: gap}, {X: aside, Y: upward}, {X: -width / 2, Y: half + gap},
		{X: -aside - width, Y: upward},
		{X: -gap - width}, {X: -aside - width, Y: -upward}, {X: -width / 2, Y: -half - gap},
		{X: aside, Y: -upward},
	}
	for _, of := range []byte{crossed | occupied, occupied} {
		for _, l := range lefts {
			left = at.Add(l)
			r := vg.Rectangle{Min: vg.Point{X: left.X, Y: left.Y - half},
				Max: vg.Point{X: left.X + width, Y: left.Y + half}}
			if m.free(r, of) {
				m.mark(r, occupied)
				return left, true
			}
		}
	}
	return vg.Point{}, false
}
