// Package figure provides the base of figures: a canvas of fixed size that becomes PNG, SVG or PDF,
// a palette and glyphs for color-blind readers, axes and ticks, panels, legends and captions.
package figure

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"fsnb.example/internal/vega"
)

// Figure is a drawing of fixed size that can be rendered as PNG, SVG or PDF.
type Figure struct {
	Width, Height vg.Length
	// Alt describes the figure in words: its title and main finding.
	Alt     string
	Caption Caption
	// Whole has the names that are cut in the figure, in full.
	Whole []string
	Draw  func(c draw.Canvas)
	// Hover is the figure as Vega-Lite, which shows the values of a mark on hover; nil for none.
	Hover func() *vega.Figure
}

// Dpi is how many pixels of a page an inch of a figure has.
const Dpi = 100

// Pixel rounds a length to whole pixels of the PNG, so that an edge there is not blurred.
func Pixel(l vg.Length) vg.Length { return vg.Length(math.Round(l.Dots(Dpi))) * vg.Inch / Dpi }

// MaxWidth makes the widest figure, with its margin, 950 pixels wide: a notebook's cell.
const MaxWidth = (950 - 2*margin) * vg.Inch / Dpi

// ShowOn shows the figure on a screen that has ShowFigure: see display.Showable.
func (f *Figure) ShowOn(screen any) {
	screen.(interface{ ShowFigure(*Figure) }).ShowFigure(f)
}

// SVG renders the figure as scalable vector graphics on white, with Alt as its title
// and the caption as its description.
func (f *Figure) SVG() ([]byte, error) {
	width, height := f.Pixels()
	c := vgsvg.New(vg.Length(width)*vg.Inch/Dpi, vg.Length(height)*vg.Inch/Dpi)
	dc := draw.New(c)
	FillRect(dc, color.White, dc.Rectangle)
	f.Draw(f.inner(dc))
	svg, err := written(c)
	if err != nil {
		return nil, err
	}
	// The substitute fonts where Liberation is not installed have the same widths.
	svg = bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	svg = bytes.ReplaceAll(svg, []byte("data:image/jpg;"), []byte("data:image/png;"))
	svg = bytes.ReplaceAll(svg, []byte("<image "),
		[]byte("<image style=\"image-rendering:pixelated\" "))
	words := "<title>" + html.EscapeString(f.Alt) + "</title>\n"
	if f.Caption.Text != "" {
		words += "<desc>" + html.EscapeString(f.Caption.Text) + "</desc>\n"
	}
	return bytes.Replace(svg, []byte("<g "), []byte(words+"<g "), 1), nil
}

// PDF renders the figure as a one-page document.
func (f *Figure) PDF() ([]byte, error) {
	c := &pdfCanvas{vgpdf.New(f.Width, f.Height)}
	dc := draw.New(c)
	FillRect(dc, color.White, dc.Rectangle)
	f.Draw(dc)
	return written(c)
}

// written is what a writer writes. It returns an error when a canvas cannot be encoded.
func written(w io.WriterTo) ([]byte, error) {
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("cannot render the figure: %w", err)
	}
	return b.Bytes(), nil
}

// FillRect fills a rectangle.
func FillRect(c draw.Canvas, fill color.Color, r vg.Rectangle) {
	c.FillPolygon(fill, []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max,
		{X: r.Min.X, Y: r.Max.Y}})
}
