// Package displaytest has what the tests of all that shows results share: golden texts and
// pictures, checks of every form of a table, of layouts and of descriptions, a canvas that keeps
// where everything stands, and names of all lengths and kinds.
package displaytest

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
)

// A Recorder is a canvas that keeps where everything stands on the page.
type Recorder struct {
	W, H   vg.Length
	state  state
	stack  []state
	Texts  []Placed
	Shapes []Box // filled and stroked paths
	Images []Box
}

type state struct {
	a, b, c, d, x, y float64 // the point p is drawn at (a·px + c·py + x, b·px + d·py + y)
	width            vg.Length
	color            color.Color
}

// Box is what a shape covers.
type Box struct {
	MinX, MinY, MaxX, MaxY float64
	Color                  color.NRGBA
	Stroked                bool
}

// Placed is a text at its place.
type Placed struct {
	Box
	Text string
	Size float64
}

// New returns an empty recorder of a size.
func New(w, h vg.Length) *Recorder { return &Recorder{W: w, H: h, state: state{a: 1, d: 1}} }

// Record draws a figure on a recorder.
func Record(f *figure.Figure) *Recorder {
	r := New(f.Width, f.Height)
	f.Draw(draw.New(r))
	return r
}

// LineWidth is the width of the lines that are drawn last.
func (r *Recorder) LineWidth() vg.Length { return r.state.width }

// Size is the size of the page.
func (r *Recorder) Size() (w, h vg.Length) { return r.W, r.H }

// SetLineWidth sets the width of lines.
func (r *Recorder) SetLineWidth(w vg.Length) { r.state.width = w }

// SetLineDash is ignored.
func (r *Recorder) SetLineDash(_ []vg.Length, _ vg.Length) {}

// SetColor sets the color.
func (r *Recorder) SetColor(c color.Color) { r.state.color = c }

// Push keeps the state.
func (r *Recorder) Push() { r.stack = append(r.stack, r.state) }

// Pop restores the state.
func (r *Recorder) Pop() {
	r.state, r.stack = r.stack[len(r.stack)-1], r.stack[:len(r.stack)-1]
}

// Translate moves the origin.
func (r *Recorder) Translate(p vg.Point) {
	s := &r.state
	s.x, s.y = s.a*float64(p.X)+s.c*float64(p.Y)+s.x, s.b*float64(p.X)+s.d*float64(p.Y)+s.y
}

// Rotate turns the axes.
func (r *Recorder) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	s := &r.state
	s.a, s.b, s.c, s.d = s.a*cos+s.c*sin, s.b*cos+s.d*sin, s.c*cos-s.a*sin, s.d*cos-s.b*sin
}

// Scale stretches the axes.
func (r *Recorder) Scale(x, y float64) {
	s := &r.state
	s.a, s.b, s.c, s.d = s.a*x, s.b*x, s.c*y, s.d*y
}

func (r *Recorder) around(points ...vg.Point) Box {
	b := Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), color.NRGBA{A: 0xff}, false}
	if r.state.color != nil {
		b.Color = color.NRGBAModel.Convert(r.state.color).(color.NRGBA)
	}
	for _, p := range points {
		x := r.state.a*float64(p.X) + r.state.c*float64(p.Y) + r.state.x
		y := r.state.b*float64(p.X) + r.state.d*float64(p.Y) + r.state.y
		b.MinX, b.MaxX = min(b.MinX, x), max(b.MaxX, x)
		b.MinY, b.MaxY = min(b.MinY, y), max(b.MaxY, y)
	}
	return b
}

func (r *Recorder) path(p vg.Path) Box {
	var points []vg.Point
	for _, c := range p {
		switch c.Type {
		case vg.CloseComp:
		case vg.ArcComp:
			d := vg.Point{X: c.Radius, Y: c.Radius}
			points = append(points, c.Pos.Sub(d), c.Pos.Add(d))
		default:
			points = append(points, c.Pos)
		}
	}
	return r.around(points...)
}

// Stroke draws lines.
func (r *Recorder) Stroke(p vg.Path) {
	b := r.path(p)
	half := float64(r.state.width) / 2
	b.MinX, b.MinY, b.MaxX, b.MaxY, b.Stroked = b.MinX-half, b.MinY-half, b.MaxX+half, b.MaxY+
		half, true
	r.Shapes = append(r.Shapes, b)
}

// Fill fills a path.
func (r *Recorder) Fill(p vg.Path) { r.Shapes = append(r.Shapes, r.path(p)) }

// FillString writes a text.
func (r *Recorder) FillString(f font.Face, at vg.Point, s string) {
	// Letters stand three quarters of their size above the line and hang a fifth
	// below it.
	w, size := f.Width(s), f.Font.Size
	b := r.around(vg.Point{X: at.X, Y: at.Y - size*0.2}, vg.Point{X: at.X + w, Y: at.Y + size*0.75})
	r.Texts = append(r.Texts, Placed{b, s, float64(size)})
}

// DrawImage draws a bitmap.
func (r *Recorder) DrawImage(rect vg.Rectangle, _ image.Image) {
	r.Images = append(r.Images, r.around(rect.Min, rect.Max))
}

// Words returns the texts in the order in which they were drawn.
func (r *Recorder) Words() []string {
	out := make([]string, len(r.Texts))
	for i, t := range r.Texts {
		out[i] = t.Text
	}
	return out
}

// Has reports whether a text was drawn.
func (r *Recorder) Has(s string) bool { return slices.Contains(r.Words(), s) }

// Overlaps reports whether two boxes have more than slack in common in both directions.
func (a Box) Overlaps(b Box, slack float64) bool {
	return a.MinX+slack < b.MaxX && b.MinX+slack < a.MaxX && a.MinY+slack < b.MaxY &&
		b.MinY+slack < a.MaxY
}

// CheckLayout finds what is cut, what stands on another, and what is too small to
// read.
func (r *Recorder) CheckLayout(t *testing.T) {
	t.Helper()
	if len(r.stack) != 0 {
		t.Errorf("%d pushes without a pop", len(r.stack))
	}
	if r.W > figure.MaxWidth+0.01 {
		t.Errorf("the figure is %.0f points wide, a cell %.0f", r.W, figure.MaxWidth)
	}
	page := func(what string, b Box) {
		if b.MinX < -0.1 || b.MinY < -0.1 || b.MaxX > float64(r.W)+0.1 ||
			b.MaxY > float64(r.H)+0.1 {
			t.Errorf("%s is cut: (%.1f, %.1f) to (%.1f, %.1f) on a page of %.1f × %.1f", what,
				b.MinX, b.MinY, b.MaxX, b.MaxY, r.W, r.H)
		}
	}
	for i, a := range r.Texts {
		page("text "+a.Text, a.Box)
		if a.Size < 6.2 {
			t.Errorf("text %q has a size of %.1f points", a.Text, a.Size)
		}
		for _, b := range r.Texts[:i] {
			if a.Overlaps(b.Box, 0.3) {
				t.Errorf("texts %q and %q overlap", a.Text, b.Text)
			}
		}
	}
	for _, b := range r.Shapes {
		page("a shape", b)
		// A glyph is smaller than a letter or two; lines and areas are not.
		if b.MaxX-b.MinX > 9 || b.MaxY-b.MinY > 9 || b.Color == figure.SoftInk ||
			b.Color == figure.GridInk {
			continue
		}
		for _, a := range r.Texts {
			if a.Overlaps(b, 0.3) && !isGround(b) {
				t.Errorf("a glyph stands on the text %q", a.Text)
			}
		}
	}
	for _, b := range r.Images {
		page("an image", b)
	}
}

// isGround reports whether a shape is a cell of a heat map, on which values stand.
func isGround(b Box) bool { return !b.Stroked && math.Abs((b.MaxX-b.MinX)-(b.MaxY-b.MinY)) > 1e-9 }
