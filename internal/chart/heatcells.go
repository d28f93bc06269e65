package chart

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// cells is values as cells of colors.
type cells struct {
	rows, columns   int
	value           func(row, column int) float64
	at              vg.Rectangle    // on whole pixels
	lo, hi          float64         // ends of the colors
	bitmap          bool            // the drawing is one, however few the cells are
	rowNames, names func() []string // of rows and columns, for tooltips
	row, column     string          // what these are
	values          string          // what the values are
}

// share is the position of a value between the ends of the colors, from 0 to 1. Halves keep the
// difference of large numbers finite.
func (h *cells) share(v float64) float64 {
	if !(h.lo < h.hi) {
		return 0.5
	}
	return max(0, min(1, (v/2-h.lo/2)/(h.hi/2-h.lo/2)))
}

// Paint implements figure.Mark. It paints each of few cells with all that lies to its right and
// below, which the next ones cover: no renderer leaves seams between them.
func (h *cells) Paint(c draw.Canvas) {
	r := figure.OnCanvas(c, h.at)
	if h.bitmap {
		c.DrawImage(r, h.image(panelPixels(r.Max.X-r.Min.X)))
		return
	}
	for a := range h.rows {
		y := r.Min.Y + r.Max.Y - edge(r.Min.Y, r.Max.Y, a, h.rows)
		for b := range h.columns {
			figure.FillRect(c, heat(h.share(h.value(a, b))), vg.Rectangle{
				Min: vg.Point{X: edge(r.Min.X, r.Max.X, b, h.columns), Y: r.Min.Y},
				Max: vg.Point{X: r.Max.X, Y: y},
			})
		}
	}
}

// image is the cells as a bitmap of the panel's own pixels, which is smaller than hundreds of
// rectangles. Where there are more cells than pixels, a pixel is the mean of its cells; where none
// of these is finite it is gray.
func (h *cells) image(side int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		y0, y1 := covering(y, side, h.rows)
		for x := range side {
			x0, x1 := covering(x, side, h.columns)
			var sum float64
			n := 0
			for a := y0; a < y1; a++ {
				for b := x0; b < x1; b++ {
					if v := h.value(a, b); !math.IsNaN(v) && !math.IsInf(v, 0) {
						sum += h.share(v)
						n++
					}
				}
			}
			ink := figure.GridInk
			if n > 0 {
				ink = heat(shade(sum / float64(n)))
			}
			img.SetNRGBA(x, y, ink)
		}
	}
	return img
}

// Layers implements figure.Mark. The places of cells follow from row and column, so that a cell is
// a few bytes.
func (h *cells) Layers() []vega.Layer {
	if h.rows*h.columns > vega.MaxMarks {
		return nil
	}
	var a, b, v []float64
	step := math.Pow10(int(math.Floor(math.Log10(max(h.hi-h.lo, 1e-300)))) - 3)
	for i := range h.rows {
		for j := range h.columns {
			a, b = append(a, float64(i)), append(b, float64(j))
			// Finer differences than a thousandth of the colors are invisible.
			v = append(v, math.Round(h.value(i, j)/step)*step)
		}
	}
	t := &vega.Table{}
	t.Numbers("a", a...)
	t.Numbers("b", b...)
	t.Numbers("v", v...)
	encoding := cellPlaces()
	encoding["color"], encoding["tooltip"] = heatScale("v", h.lo, h.hi), vega.Tips(h.tips()...)
	return []vega.Layer{{Table: t, Mark: vega.Object{"type": "rect"},
		Computed: cellEdges(h.at, h.rows, h.columns), Encoding: encoding,
		Joined: []vega.Join{joined("a", "na", h.rowNames()), joined("b", "nb", h.names())}}}
}

func (h *cells) tips() []vega.Tip {
	return []vega.Tip{{Field: "na", Title: h.row}, {Field: "nb", Title: h.column},
		{Field: "v", Title: h.values, Format: ".3~g"}}
}

// cellEdges are the corners of the cells of a rectangle, from their rows a and columns b.
func cellEdges(at vg.Rectangle, rows, columns int) []vega.Computed {
	size := at.Size()
	return []vega.Computed{{As: "x", Expression: edgeOf(at.Min.X, size.X, columns, "datum.b")},
		{As: "x2", Expression: edgeOf(at.Min.X, size.X, columns, "(datum.b + 1)")},
		{As: "y", Expression: edgeOf(at.Min.Y, size.Y, rows, "datum.a")},
		{As: "y2", Expression: edgeOf(at.Min.Y, size.Y, rows, "(datum.a + 1)")}}
}

func edgeOf(from, size vg.Length, n int, at string) string {
	return fmt.Sprintf("round(%.6g + %.6g * %s)", figure.Pixels(from),
		size.Dots(vega.Dpi)/float64(n), at)
}

// cellPlaces are the corners of cells as cellEdges has them.
func cellPlaces() vega.Object {
	return vega.Object{"x": vega.Pixels("x"), "x2": vega.End("x2"), "y": vega.Pixels("y"),
		"y2": vega.End("y2")}
}

// joined takes the names of rows or columns by their number.
func joined(field, as string, names []string) vega.Join {
	t := &vega.Table{}
	numbers := make([]float64, len(names))
	for i := range numbers {
		numbers[i] = float64(i)
	}
	t.Numbers("i", numbers...)
	t.Words("n", names...)
	return vega.Join{Field: field, Table: t, Key: "i", Take: "n", As: as}
}

func heatScale(field string, lo, hi float64) vega.Object {
	at, colors := make([]float64, len(cividis)), make([]any, len(cividis))
	for i, c := range cividis {
		at[i] = lo + float64((hi-lo)*float64(i)/float64(len(cividis)-1))
		colors[i] = vega.Color(c)
	}
	if !(hi > lo) {
		at, colors = []float64{lo, lo + 1}, []any{vega.Color(heat(.5)), vega.Color(heat(.5))}
	}
	return vega.Object{"field": field, "type": "quantitative", "legend": nil,
		"scale": vega.Object{"domain": vega.Numbers(at...), "range": colors, "clamp": true,
			"interpolate": "rgb"}}
}

// cividis has nine colors of the map of that name (Nuñez, Anderton, Renslow 2018), which looks the
// same with and without color vision.
var cividis = []color.NRGBA{
	{0x00, 0x22, 0x4E, 0xff}, {0x1A, 0x38, 0x6F, 0xff}, {0x43, 0x4E, 0x6C, 0xff},
	{0x61, 0x63, 0x6F, 0xff}, {0x7D, 0x7C, 0x78, 0xff},
	{0x9C, 0x94, 0x77, 0xff}, {0xBC, 0xAE, 0x6C, 0xff}, {0xDE, 0xCA, 0x56, 0xff},
	{0xFE, 0xE8, 0x38, 0xff},
}

// heat interpolates the color map at v between 0 and 1.
func heat(v float64) color.NRGBA {
	v = max(0, min(1, v)) * float64(len(cividis)-1)
	i := min(int(v), len(cividis)-2)
	a, b, f := cividis[i], cividis[i+1], v-float64(i)
	mix := func(x,
		y uint8) uint8 {
		return uint8(float64(float64(x)*(1-f)) + float64(float64(y)*f) + 0.5)
	}
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// shade rounds a value of a bitmap: finer shades cost space and are invisible.
func shade(v float64) float64 { return math.Round(32*v) / 32 }

// covering returns the cells lo to hi-1 of n that pixel i of side ones shows.
func covering(i, side, n int) (lo, hi int) {
	if n > side {
		return i * n / side, (i + 1) * n / side
	}
	lo = (2*i + 1) * n / (2 * side)
	return lo, lo + 1
}

// snapped moves the corners to whole pixels, so that no edge is blurred.
func snapped(r vg.Rectangle) vg.Rectangle {
	r.Min.X, r.Min.Y, r.Max.X, r.Max.Y = figure.Pixel(r.Min.X), figure.Pixel(r.Min.Y),
		figure.Pixel(r.Max.X),
		figure.Pixel(r.Max.Y)
	return r
}

// edge is the beginning of cell a of k in [lo, hi], on a whole pixel.
func edge(lo, hi vg.Length, a, k int) vg.Length {
	return figure.Pixel(lo + (hi-lo)*vg.Length(a)/vg.Length(k))
}

func panelPixels(side vg.Length) int { return int(math.Round(side.Dots(figure.Dpi))) }

// belowMark is the label of an axis below its ticks.
func belowMark(r vg.Rectangle, label string) figure.Mark {
	style := figure.TextStyle(figure.TextSize * 0.9)
	return figure.NewTexts(style, text.XCenter, text.YTop).
		Add((r.Min.X+r.Max.X)/2, r.Max.Y+vg.Points(18), label)
}

// ramp is the colors of a scale, from the lowest value at the bottom.
type ramp struct {
	r      vg.Rectangle
	steps  int                       // of the drawing
	ink    func(float64) color.NRGBA // of a share from 0 to 1
	framed bool                      // the drawing
}

// Paint implements figure.Mark. Each step reaches up to the top, so that there are no seams.
func (m *ramp) Paint(c draw.Canvas) {
	r := figure.OnCanvas(c, m.r)
	for i := range m.steps {
		figure.FillRect(c, m.ink((float64(i)+0.5)/float64(m.steps)),
			vg.Rectangle{Min: vg.Point{X: r.Min.X, Y: edge(r.Min.Y, r.Max.Y, i, m.steps)},
				Max: r.Max})
	}
	if m.framed {
		c.StrokeLines(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(.6)}, outline(r))
	}
}

// outline is the corners of a rectangle, the first twice.
func outline(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
}

// Layers implements figure.Mark.
func (m *ramp) Layers() []vega.Layer {
	const steps = 64
	var cells figure.Rects
	for i := range steps {
		r := m.r
		r.Min.Y += (r.Max.Y - r.Min.Y) * vg.Length(i) / steps
		cells.Add(r, m.ink(1-(float64(i)+.5)/steps))
	}
	return cells.Layers()
}

// marks are the scale with its label, and texts beside it at shares of its height. The label is
// as far beside it as given.
func (m *ramp) marks(at []float64, labels []string, label string, beside vg.Length) []figure.Mark {
	ticks := figure.NewLines(figure.SoftInk, vg.Points(0.6))
	numbers := figure.NewTexts(figure.TextStyle(figure.TextSize*0.9), text.XLeft, text.YCenter)
	r := m.r
	for i, share := range at {
		y := r.Max.Y - (r.Max.Y-r.Min.Y)*vg.Length(share)
		ticks.Between(r.Max.X, y, r.Max.X+vg.Points(3), y)
		numbers.Add(r.Max.X+vg.Points(6), y, labels[i])
	}
	words := figure.NewTexts(figure.TextStyle(figure.TextSize), text.XCenter, text.YTop).
		Add(r.Max.X+beside, (r.Min.Y+r.Max.Y)/2, label)
	words.Style.Rotation = math.Pi / 2
	return []figure.Mark{m, ticks, numbers, words}
}

// heatRamp is the scale of the colors of heat.
func heatRamp(r vg.Rectangle) *ramp { return &ramp{r: r, steps: 256, ink: heat} }

// unitScale is the scale of colors of values from 0 to 1.
func unitScale(r vg.Rectangle, label string) []figure.Mark {
	var at []float64
	var labels []string
	for i := range 6 {
		at, labels = append(at, float64(i)/5), append(labels, wording.Fixed(float64(i)/5, 1))
	}
	return heatRamp(r).marks(at, labels, label, vg.Points(24))
}
