package display

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a drawing of fixed size that can be rendered as PNG, SVG or PDF.
type Figure struct {
	Width, Height vg.Length
	// Alt says in words what the figure shows: its title and the main finding.
	Alt     string
	caption caption
	draw    func(c draw.Canvas)
}

// dpi makes the widest figure 950 pixels wide: a notebook's cell.
const dpi = 100

// maxWidth is the width of a notebook's cell.
const maxWidth = 9.5 * vg.Inch

// Output returns the figure with its description as text: Alt, then the caption that is
// drawn below it. A screen reader says it in place of the picture.
func (f *Figure) Output() Output { return Output{Text: f.description() + "\n", Figure: f} }

// PNG renders the figure as a bitmap on white.
func (f *Figure) PNG() ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(f.Width, f.Height), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(color.White))
	f.draw(draw.New(c))
	return written(vgimg.PngCanvas{Canvas: c})
}

// SVG renders the figure as scalable vector graphics on white, with Alt as its title
// and the caption as its description.
func (f *Figure) SVG() ([]byte, error) {
	c := vgsvg.New(f.Width, f.Height)
	f.onWhite(c)
	svg, err := written(c)
	if err != nil {
		return nil, err
	}
	// The fonts that stand in where Liberation is not installed are as wide.
	svg = bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	svg = bytes.ReplaceAll(svg, []byte("data:image/jpg;"), []byte("data:image/png;"))
	svg = bytes.ReplaceAll(svg, []byte("<image "), []byte("<image style=\"image-rendering:pixelated\" "))
	words := "<title>" + html.EscapeString(f.Alt) + "</title>\n"
	if f.caption.text != "" {
		words += "<desc>" + html.EscapeString(f.caption.text) + "</desc>\n"
	}
	return bytes.Replace(svg, []byte("<g "), []byte(words+"<g "), 1), nil
}

// PDF renders the figure as a one-page document.
func (f *Figure) PDF() ([]byte, error) {
	c := &pdfCanvas{vgpdf.New(f.Width, f.Height)}
	f.onWhite(c)
	return written(c)
}

func (f *Figure) onWhite(c vg.CanvasSizer) {
	dc := draw.New(c)
	fillRect(dc, color.White, dc.Rectangle)
	f.draw(dc)
}

func written(w io.WriterTo) ([]byte, error) {
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("cannot render the figure: %w", err)
	}
	return b.Bytes(), nil
}

func fillRect(c draw.Canvas, fill color.Color, r vg.Rectangle) {
	c.FillPolygon(fill, []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}})
}
