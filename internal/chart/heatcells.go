package chart

import (
	"fmt"
	"image"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
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
