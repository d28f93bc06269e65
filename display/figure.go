package display

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a drawing of fixed size that can be rendered as PNG, SVG or PDF.
type Figure struct {
	Width, Height vg.Length
	// Alt says in words what the figure shows; it is the text form.
	Alt  string
	draw func(c draw.Canvas)
}

// dpi makes the widest figure about 950 pixels wide: a notebook's cell.
const dpi = 100

// Output returns the figure with its description as text.
func (f *Figure) Output() Output { return Output{Text: f.Alt + "\n", Figure: f} }

// PNG renders the figure as a bitmap on white.
func (f *Figure) PNG() ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(f.Width, f.Height), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(color.White))
	f.draw(draw.New(c))
	return written(vgimg.PngCanvas{Canvas: c})
}

// SVG renders the figure as scalable vector graphics on white.
func (f *Figure) SVG() ([]byte, error) {
	c := vgsvg.New(f.Width, f.Height)
	f.onWhite(c)
	return written(c)
}

// PDF renders the figure as a one-page document.
func (f *Figure) PDF() ([]byte, error) {
	c := vgpdf.New(f.Width, f.Height)
	f.onWhite(c)
	return written(c)
}

func (f *Figure) onWhite(c vg.CanvasSizer) {
	dc := draw.New(c)
	dc.FillPolygon(color.White, []vg.Point{{X: dc.Min.X, Y: dc.Min.Y}, {X: dc.Max.X, Y: dc.Min.Y}, {X: dc.Max.X, Y: dc.Max.Y}, {X: dc.Min.X, Y: dc.Max.Y}})
	f.draw(dc)
}

func written(w io.WriterTo) ([]byte, error) {
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("cannot render the figure: %w", err)
	}
	return b.Bytes(), nil
}

// palette is that of Okabe and Ito, which colour-blind readers can tell apart,
// without its yellow, which white paper swallows.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xB2, 0xff}, {0xE6, 0x9F, 0x00, 0xff}, {0x00, 0x9E, 0x73, 0xff}, {0xD5, 0x5E, 0x00, 0xff},
	{0xCC, 0x79, 0xA7, 0xff}, {0x56, 0xB4, 0xE9, 0xff}, {0x00, 0x00, 0x00, 0xff},
}

// glyphs differ in number from the colours, so that their pairs repeat late.
var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.BoxGlyph{}, draw.CrossGlyph{},
	draw.RingGlyph{}, draw.PlusGlyph{}, draw.TriangleGlyph{}, draw.SquareGlyph{},
}

func seriesColor(i int) color.NRGBA { return palette[i%len(palette)] }

func faded(c color.NRGBA, alpha float64) color.NRGBA {
	c.A = uint8(alpha * 255)
	return c
}

var (
	ink      = color.NRGBA{0x22, 0x22, 0x22, 0xff}
	softInk  = color.NRGBA{0x66, 0x66, 0x66, 0xff}
	gridInk  = color.NRGBA{0xEB, 0xEB, 0xEB, 0xff}
	textSize = vg.Points(10)
)

// textStyle is the sans-serif face that gonum/plot embeds.
func textStyle(size vg.Length) text.Style {
	return text.Style{
		Color: ink, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size), Handler: plot.DefaultTextHandler,
	}
}

// newPlot returns an empty plot in the house style.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.TextStyle = centred(textStyle(textSize * 1.15))
	p.Title.Padding = vg.Points(6)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		label := a.Label.TextStyle
		a.Label.TextStyle = textStyle(textSize)
		a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = label.XAlign, label.YAlign
		a.Label.TextStyle.Rotation = label.Rotation
		tick := a.Tick.Label
		a.Tick.Label = textStyle(textSize * 0.9)
		a.Tick.Label.XAlign, a.Tick.Label.YAlign = tick.XAlign, tick.YAlign
		a.LineStyle.Color, a.Tick.LineStyle.Color = softInk, softInk
		a.Padding = vg.Points(4)
		a.Tick.Marker = plot.TickerFunc(niceTicks)
	}
	return p
}

// niceTicks places four to eight labelled ticks at multiples of 1, 2 or 5 times
// a power of ten; gonum/plot's own ticks label only two or three.
func niceTicks(lo, hi float64) []plot.Tick {
	if !(hi > lo) {
		return []plot.Tick{{Value: lo, Label: minus(strconv.FormatFloat(lo, 'g', 4, 64))}}
	}
	power := math.Pow(10, math.Floor(math.Log10((hi-lo)/4)))
	step := power
	for _, m := range []float64{2, 5} {
		if (hi-lo)/(m*power) >= 4 {
			step = m * power
		}
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []plot.Tick
	for k := math.Ceil(lo / step); k*step <= hi; k++ {
		label := strconv.FormatFloat(k*step, 'f', decimals, 64)
		if step >= 1e6 || decimals > 6 {
			label = strconv.FormatFloat(k*step, 'e', 1, 64)
		}
		ticks = append(ticks, plot.Tick{Value: k * step, Label: minus(label)})
	}
	return ticks
}

func centred(s text.Style) text.Style {
	s.XAlign, s.YAlign = text.XCenter, text.YTop
	return s
}

// legendEntry is a glyph and its name.
type legendEntry struct {
	name  string
	color color.NRGBA
	glyph draw.GlyphDrawer
	line  bool // a line through the glyph
	dash  []vg.Length
}

const (
	legendGap  = 18 // points between entries
	legendMark = 22 // points for the mark
	legendRow  = 15 // points a row
)

// legendHeight is the height that the entries take in the given width.
func legendHeight(entries []legendEntry, width vg.Length) vg.Length {
	if len(entries) == 0 {
		return 0
	}
	return vg.Points(legendRow)*vg.Length(len(legendRows(entries, width))) + vg.Points(6)
}

// legendRows breaks the entries into rows no wider than width.
func legendRows(entries []legendEntry, width vg.Length) [][]legendEntry {
	style := textStyle(textSize)
	var rows [][]legendEntry
	var used vg.Length
	for _, e := range entries {
		w := style.Width(e.name) + vg.Points(legendMark+legendGap)
		if len(rows) == 0 || used+w > width {
			rows, used = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		used += w
	}
	return rows
}

// drawLegend draws the rows centred in c, from the top.
func drawLegend(c draw.Canvas, entries []legendEntry) {
	style := textStyle(textSize)
	style.YAlign = text.YCenter
	y := c.Max.Y - vg.Points(legendRow)/2
	for _, row := range legendRows(entries, c.Max.X-c.Min.X) {
		var total vg.Length
		for _, e := range row {
			total += style.Width(e.name) + vg.Points(legendMark+legendGap)
		}
		x := (c.Min.X+c.Max.X-total)/2 + vg.Points(legendGap)/2
		for _, e := range row {
			if e.line {
				c.StrokeLine2(draw.LineStyle{Color: e.color, Width: vg.Points(1.5), Dashes: e.dash}, x, y, x+vg.Points(legendMark-6), y)
			}
			if e.glyph != nil {
				c.DrawGlyph(draw.GlyphStyle{Color: e.color, Radius: vg.Points(3.2), Shape: e.glyph}, vg.Point{X: x + vg.Points(legendMark-6)/2, Y: y})
			}
			c.FillText(style, vg.Point{X: x + vg.Points(legendMark), Y: y}, e.name)
			x += style.Width(e.name) + vg.Points(legendMark+legendGap)
		}
		y -= vg.Points(legendRow)
	}
}

// drawGrid lays plots out in rows of columns, their axes aligned, and draws them
// above the given height at the bottom.
func drawGrid(c draw.Canvas, plots []*plot.Plot, columns int, bottom vg.Length) {
	rows := (len(plots) + columns - 1) / columns
	grid := make([][]*plot.Plot, rows)
	for i := range grid {
		grid[i] = make([]*plot.Plot, columns)
		copy(grid[i], plots[i*columns:min((i+1)*columns, len(plots))])
	}
	tiles := draw.Tiles{
		Rows: rows, Cols: columns, PadX: vg.Points(22), PadY: vg.Points(18),
		PadTop: vg.Points(6), PadBottom: vg.Points(4), PadLeft: vg.Points(6), PadRight: vg.Points(12),
	}
	canvases := plot.Align(grid, tiles, draw.Crop(c, 0, 0, bottom, 0))
	for i, row := range grid {
		for j, p := range row {
			if p != nil {
				p.Draw(canvases[i][j])
			}
		}
	}
}

// gridSize is the number of columns for panels, and the size of their figure.
func gridSize(panels int, legend vg.Length) (columns int, width, height vg.Length) {
	columns = min(panels, 2)
	if panels > 4 {
		columns = 3
	}
	rows := (panels + columns - 1) / columns
	panelWidth, panelHeight := 4.7*vg.Inch, 3.9*vg.Inch
	if columns == 3 {
		panelWidth, panelHeight = 3.2*vg.Inch, 2.9*vg.Inch
	}
	if columns == 1 {
		panelWidth = 5.6 * vg.Inch
	}
	return columns, panelWidth * vg.Length(columns), panelHeight*vg.Length(rows) + legend
}
