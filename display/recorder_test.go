package display

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
)

// recorder is a canvas that keeps where everything stands on the page.
type recorder struct {
	w, h   vg.Length
	state  state
	stack  []state
	texts  []placed
	shapes []box // filled and stroked paths
	images []box
}

type state struct {
	a, b, c, d, x, y float64 // the point p is drawn at (a·px + c·py + x, b·px + d·py + y)
	width            vg.Length
	color            color.Color
}

type box struct {
	minX, minY, maxX, maxY float64
	color                  color.NRGBA
	stroked                bool
}

type placed struct {
	box
	text string
	size float64
}

// record draws a figure on a recorder.
func record(f *figure.Figure) *recorder {
	r := &recorder{w: f.Width, h: f.Height, state: state{a: 1, d: 1}}
	f.Draw(draw.New(r))
	return r
}

func (r *recorder) Size() (w, h vg.Length)                 { return r.w, r.h }
func (r *recorder) SetLineWidth(w vg.Length)               { r.state.width = w }
func (r *recorder) SetLineDash(_ []vg.Length, _ vg.Length) {}
func (r *recorder) SetColor(c color.Color)                 { r.state.color = c }
func (r *recorder) Push()                                  { r.stack = append(r.stack, r.state) }
func (r *recorder) Pop() {
	r.state, r.stack = r.stack[len(r.stack)-1], r.stack[:len(r.stack)-1]
}

func (r *recorder) Translate(p vg.Point) {
	s := &r.state
	s.x, s.y = s.a*float64(p.X)+s.c*float64(p.Y)+s.x, s.b*float64(p.X)+s.d*float64(p.Y)+s.y
}

func (r *recorder) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	s := &r.state
	s.a, s.b, s.c, s.d = s.a*cos+s.c*sin, s.b*cos+s.d*sin, s.c*cos-s.a*sin, s.d*cos-s.b*sin
}

func (r *recorder) Scale(x, y float64) {
	s := &r.state
	s.a, s.b, s.c, s.d = s.a*x, s.b*x, s.c*y, s.d*y
}

func (r *recorder) around(points ...vg.Point) box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), color.NRGBA{A: 0xff}, false}
	if r.state.color != nil {
		b.color = color.NRGBAModel.Convert(r.state.color).(color.NRGBA)
	}
	for _, p := range points {
		x := r.state.a*float64(p.X) + r.state.c*float64(p.Y) + r.state.x
		y := r.state.b*float64(p.X) + r.state.d*float64(p.Y) + r.state.y
		b.minX, b.maxX = min(b.minX, x), max(b.maxX, x)
		b.minY, b.maxY = min(b.minY, y), max(b.maxY, y)
	}
	return b
}

func (r *recorder) path(p vg.Path) box {
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

func (r *recorder) Stroke(p vg.Path) {
	b := r.path(p)
	half := float64(r.state.width) / 2
	b.minX, b.minY, b.maxX, b.maxY, b.stroked = b.minX-half, b.minY-half, b.maxX+half, b.maxY+
		half, true
	r.shapes = append(r.shapes, b)
}

func (r *recorder) Fill(p vg.Path) { r.shapes = append(r.shapes, r.path(p)) }

func (r *recorder) FillString(f font.Face, at vg.Point, s string) {
	// Letters stand three quarters of their size above the line and hang a fifth
	// below it.
	w, size := f.Width(s), f.Font.Size
	b := r.around(vg.Point{X: at.X, Y: at.Y - size*0.2}, vg.Point{X: at.X + w, Y: at.Y + size*0.75})
	r.texts = append(r.texts, placed{b, s, float64(size)})
}

func (r *recorder) DrawImage(rect vg.Rectangle, _ image.Image) {
	r.images = append(r.images, r.around(rect.Min, rect.Max))
}

// words returns the texts in the order in which they were drawn.
func (r *recorder) words() []string {
	out := make([]string, len(r.texts))
	for i, t := range r.texts {
		out[i] = t.text
	}
	return out
}

func (r *recorder) has(s string) bool { return slices.Contains(r.words(), s) }

func (a box) overlaps(b box, slack float64) bool {
	return a.minX+slack < b.maxX && b.minX+slack < a.maxX && a.minY+slack < b.maxY &&
		b.minY+slack < a.maxY
}

// checkLayout finds what is cut, what stands on another, and what is too small to
// read.
func (r *recorder) checkLayout(t *testing.T) {
	t.Helper()
	if len(r.stack) != 0 {
		t.Errorf("%d pushes without a pop", len(r.stack))
	}
	if r.w > figure.MaxWidth+0.01 {
		t.Errorf("the figure is %.0f points wide, a cell %.0f", r.w, figure.MaxWidth)
	}
	page := func(what string, b box) {
		if b.minX < -0.1 || b.minY < -0.1 || b.maxX > float64(r.w)+0.1 ||
			b.maxY > float64(r.h)+0.1 {
			t.Errorf("%s is cut: (%.1f, %.1f) to (%.1f, %.1f) on a page of %.1f × %.1f", what,
				b.minX, b.minY, b.maxX, b.maxY, r.w, r.h)
		}
	}
	for i, a := range r.texts {
		page("text "+a.text, a.box)
		if a.size < 6.2 {
			t.Errorf("text %q has a size of %.1f points", a.text, a.size)
		}
		for _, b := range r.texts[:i] {
			if a.overlaps(b.box, 0.3) {
				t.Errorf("texts %q and %q overlap", a.text, b.text)
			}
		}
	}
	for _, b := range r.shapes {
		page("a shape", b)
		// A glyph is smaller than a letter or two; lines and areas are not.
		if b.maxX-b.minX > 9 || b.maxY-b.minY > 9 || b.color == figure.SoftInk ||
			b.color == figure.GridInk {
			continue
		}
		for _, a := range r.texts {
			if a.overlaps(b, 0.3) && !isGround(b) {
				t.Errorf("a glyph stands on the text %q", a.text)
			}
		}
	}
	for _, b := range r.images {
		page("an image", b)
	}
}

// isGround reports whether a shape is a cell of a heat map, on which values stand.
func isGround(b box) bool { return !b.stroked && math.Abs((b.maxX-b.minX)-(b.maxY-b.minY)) > 1e-9 }
