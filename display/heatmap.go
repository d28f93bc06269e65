package display

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

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

const (
	maxValues  = 14 // features up to which cells hold their value
	maxBeside  = 20 // features up to which panels stand side by side with names
	maxLabels  = 40 // features up to which rows are named and cells drawn one by one
	heatTitle  = 24 // points above a panel
	heatRanks  = 36 // points below it
	heatGap    = 14 // points between two panels
	scaleWidth = 66 // points for the color scale and its label
)

// heatLayout is where the panels of a heat map stand.
type heatLayout struct {
	rows    []evaluation.RedundancyRow
	labels  []string
	columns int
	names   []vg.Length // room for the names, by column of panels
	side    vg.Length   // of a panel

	features []wording.Feature // that are named
	shown    wording.FeatureNames
}

// RedundancyFigure draws the squared correlations of each ranking's features, one panel a ranking
// with one color scale for all. Values of at least .5 are printed if they fit. It returns nil when
// no ranking is small enough to draw.
func RedundancyFigure(r *evaluation.RedundancyReport) *figure.Figure {
	l := layHeat(r)
	if len(l.rows) == 0 {
		return nil
	}
	panel := l.side + vg.Points(heatTitle+heatRanks)
	lines := (len(l.rows) + l.columns - 1) / l.columns
	width := l.right(l.columns-1) + vg.Points(scaleWidth)
	small := l.note(r)
	n := figure.NewNote(small.Drawn(), width)
	return &figure.Figure{
		Width: width, Height: panel*vg.Length(lines) + n.Height(), Alt: l.alt(r), Caption: small,
		Draw: func(c draw.Canvas) {
			titles := l.titles()
			for i := range l.rows {
				x := c.Min.X + l.right(i%l.columns)
				top := c.Max.Y - panel*vg.Length(i/l.columns) - vg.Points(heatTitle)
				l.drawPanel(c, i, titles[i],
					snapped(vg.Rectangle{Min: vg.Point{X: x - l.side, Y: top - l.side},
						Max: vg.Point{X: x, Y: top}}))
			}
			top := c.Max.Y - vg.Points(heatTitle)
			left := c.Max.X - vg.Points(scaleWidth-14)
			drawScale(c, snapped(vg.Rectangle{Min: vg.Point{X: left, Y: top - l.side},
				Max: vg.Point{X: left + vg.Points(11), Y: top}}))
			n.Draw(c)
		},
	}
}

// layHeat finds the largest panels whose names fit. More than maxBeside names need a panel as wide
// as the figure.
func layHeat(r *evaluation.RedundancyReport) heatLayout {
	var l heatLayout
	labels := reportLabels(r.Rows)
	l.columns = 2
	for i, row := range r.Rows {
		if row.Squared == nil {
			continue
		}
		l.rows, l.labels = append(l.rows, row), append(l.labels, labels[i])
		if row.K > maxBeside && row.K <= maxLabels {
			l.columns = 1
		}
	}
	l.columns = min(l.columns, max(1, len(l.rows)))
	room := (figure.MaxWidth-vg.Points(scaleWidth))/vg.Length(l.columns) - vg.Points(heatGap)
	l.names = make([]vg.Length, l.columns)
	l.side = 4.6 * vg.Inch
	if l.columns == 2 {
		l.side = 3 * vg.Inch
	}
	var names vg.Length
	for i, row := range l.rows {
		at := &l.names[i%l.columns]
		*at = max(*at, min(namesWidth(row), room*0.45))
		if row.K <= maxLabels {
			l.features = append(l.features, wording.Features(row.Names, row.Columns)...)
		}
	}
	for _, n := range l.names {
		names += n
	}
	// Space that short names save in one column is shared by both.
	l.side = min(l.side, room-names/vg.Length(l.columns))
	l.shown = wording.NameFeatures(l.features, l.fits())
	return l
}

// fits reports whether a name fits in every panel with its feature.
func (l heatLayout) fits() func(wording.Feature, string) bool {
	in := make(map[wording.Feature][]int)
	for i, row := range l.rows {
		for _, f := range wording.Features(row.Names, row.Columns) {
			in[f] = append(in[f], i)
		}
	}
	return func(f wording.Feature, s string) bool {
		for _, i := range in[f] {
			if k := l.rows[i].K; k <= maxLabels {
				style := nameStyle(l.side / vg.Length(k))
				if !figure.InFigure(style, l.nameRoom(i))(f, s) {
					return false
				}
			}
		}
		return true
	}
}

// nameRoom is the room for the names of a panel.
func (l heatLayout) nameRoom(panel int) vg.Length {
	return l.names[panel%l.columns] - vg.Points(8)
}

// right is the right edge of a column of panels.
func (l heatLayout) right(column int) vg.Length {
	var x vg.Length
	for _, n := range l.names[:column+1] {
		x += n + l.side + vg.Points(heatGap)
	}
	return x
}

func (l heatLayout) alt(r *evaluation.RedundancyReport) string {
	parts, names := make([]string, len(l.rows)), alikeNames(l.rows)
	for i, row := range l.rows {
		a, b := row.MostAlike[0], row.MostAlike[1]
		parts[i] = fmt.Sprintf("%s mean %.2f, largest %s between %s and %s", l.labels[i],
			row.SqCosCentered,
			wording.Fixed(row.Alike*row.Alike, 2),
			names.Of(a, columnIn(row, a)), names.Of(b, columnIn(row, b)))
	}
	text := "Heat map of squared correlations"
	if r.Dataset != "" {
		text += ", " + wording.Clean(r.Dataset)
	}
	return text + ": " + strings.Join(parts, "; ")
}

func (l heatLayout) note(r *evaluation.RedundancyReport) figure.Caption {
	note := "Squared correlation of the chosen features, best first."
	values, averaged := false, false
	for _, row := range l.rows {
		values = values || row.K <= maxValues
		averaged = averaged || row.K > panelPixels(l.side)
	}
	if values {
		note += " Values of .5 and more are printed."
	}
	if averaged {
		note += " A pixel is the mean of several pairs."
	}
	if large := len(r.Rows) - len(l.rows); large > 0 {
		note += fmt.Sprintf(" %s of more than %d features not drawn.",
			wording.Plural(large, "ranking", "rankings"), evaluation.MaxHeatMap)
	}
	return figure.Caption{Dataset: r.Dataset, Text: note}
}

// snapped moves the corners to whole pixels, so that no edge is blurred.
func snapped(r vg.Rectangle) vg.Rectangle {
	r.Min.X, r.Min.Y, r.Max.X, r.Max.Y = pixel(r.Min.X), pixel(r.Min.Y), pixel(r.Max.X),
		pixel(r.Max.Y)
	return r
}

func pixel(l vg.Length) vg.Length {
	return vg.Length(math.Round(l.Dots(figure.Dpi))) * vg.Inch / figure.Dpi
}

// edge is the beginning of cell a of k in [lo, hi], on a whole pixel.
func edge(lo, hi vg.Length, a, k int) vg.Length {
	return pixel(lo + (hi-lo)*vg.Length(a)/vg.Length(k))
}

// nameStyle is that of the names, as large as the cells of a panel allow.
func nameStyle(cell vg.Length) text.Style {
	s := figure.TextStyle(min(figure.TextSize*0.9, cell*0.95))
	s.XAlign, s.YAlign = text.XRight, text.YCenter
	return s
}

// namesWidth is the room that the names or ranks left of a panel want.
func namesWidth(row evaluation.RedundancyRow) vg.Length {
	if row.K > maxLabels {
		return vg.Points(34)
	}
	style := nameStyle(figure.TextSize)
	var widest vg.Length
	for _, n := range wording.NameFeatures(wording.Features(row.Names, row.Columns),
		wording.InTable).Shown {
		widest = max(widest, style.Width(figure.Drawable(n)))
	}
	return widest + vg.Points(12)
}

// heatTitleStyle is that of the titles of the panels.
func heatTitleStyle() text.Style { return figure.TextStyle(figure.TextSize * 1.1) }

// titles are label and mean of each panel.
func (l heatLayout) titles() []string {
	style := heatTitleStyle()
	out := figure.FitApart(style, l.labels, l.side-style.Width(": mean 0.00"))
	for i, row := range l.rows {
		out[i] += ": mean " + wording.Fixed(row.SqCosCentered, 2)
	}
	return out
}

func (l heatLayout) drawPanel(c draw.Canvas, i int, title string, r vg.Rectangle) {
	row := l.rows[i]
	c.FillText(heatTitleStyle(), vg.Point{X: r.Min.X, Y: r.Max.Y + vg.Points(7)}, title)
	drawMap(c, row, r)
	if row.K <= maxLabels {
		var names []string
		for _, f := range wording.Features(row.Names, row.Columns) {
			names = append(names, l.shown.Shown[f])
		}
		drawNames(c, names, r, l.nameRoom(i))
	}
	drawRanks(c, row, r)
}

// drawMap draws the cells, one by one while there are few.
func drawMap(c draw.Canvas, row evaluation.RedundancyRow, r vg.Rectangle) {
	if row.K > maxLabels {
		c.DrawImage(r, heatImage(row, r))
	} else {
		drawCells(c, row, r)
	}
}

// heatImage is the cells as a bitmap of the panel's own pixels, which is smaller than hundreds of
// rectangles. Where there are more cells than pixels, a pixel is the mean of its cells.
func heatImage(row evaluation.RedundancyRow, r vg.Rectangle) image.Image {
	side := panelPixels(r.Max.X - r.Min.X)
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		y0, y1 := covering(y, side, row.K)
		for x := range side {
			x0, x1 := covering(x, side, row.K)
			var sum float64
			for a := y0; a < y1; a++ {
				for _, v := range row.Squared[a*row.K+x0 : a*row.K+x1] {
					sum += v
				}
			}
			img.SetNRGBA(x, y, heat(shade(sum/float64((y1-y0)*(x1-x0)))))
		}
	}
	return img
}

// covering returns the cells lo to hi-1 of n that pixel i of side ones shows.
func covering(i, side, n int) (lo, hi int) {
	if n > side {
		return i * n / side, (i + 1) * n / side
	}
	lo = (2*i + 1) * n / (2 * side)
	return lo, lo + 1
}

// shade rounds a value of a bitmap: finer shades cost space and are invisible.
func shade(v float64) float64 { return math.Round(32*v) / 32 }

func panelPixels(side vg.Length) int { return int(math.Round(side.Dots(figure.Dpi))) }

// drawCells paints each cell with all that lies to its right and below, which the next ones cover:
// no renderer leaves seams between them.
func drawCells(c draw.Canvas, row evaluation.RedundancyRow, r vg.Rectangle) {
	cell := (r.Max.X - r.Min.X) / vg.Length(row.K)
	value := figure.TextStyle(min(figure.TextSize*0.85, cell*0.56))
	value.XAlign, value.YAlign = text.XCenter, text.YCenter
	value.Color = color.Black // reads better than white on every color from .5
	for a := range row.K {
		y := r.Min.Y + r.Max.Y - edge(r.Min.Y, r.Max.Y, a, row.K)
		for b := range row.K {
			figure.FillRect(c, heat(row.Squared[a*row.K+b]), vg.Rectangle{
				Min: vg.Point{X: edge(r.Min.X, r.Max.X, b, row.K), Y: r.Min.Y},
				Max: vg.Point{X: r.Max.X, Y: y},
			})
		}
	}
	for i, v := range row.Squared {
		a, b := i/row.K, i%row.K
		if row.K <= maxValues && a != b && v >= 0.5 {
			at := vg.Point{X: r.Min.X + cell*(vg.Length(b)+0.5),
				Y: r.Max.Y - cell*(vg.Length(a)+0.5)}
			c.FillText(value, at, cellText(v))
		}
	}
}

// drawNames puts a name left of each row of cells.
func drawNames(c draw.Canvas, names []string, r vg.Rectangle, room vg.Length) {
	cell := (r.Max.Y - r.Min.Y) / vg.Length(len(names))
	style := nameStyle(cell)
	for a, name := range names {
		at := vg.Point{X: r.Min.X - vg.Points(6), Y: r.Max.Y - cell*(vg.Length(a)+0.5)}
		c.FillText(style, at, figure.Fit(style, name, room))
	}
}

// cellText writes .67 for 0.67, and 1 for what rounds to it.
func cellText(v float64) string {
	s := wording.Fixed(v, 2)
	if s == "1.00" {
		return "1"
	}
	return strings.TrimPrefix(s, "0")
}

// drawRanks puts the ranks below the cells, as many as there is room for.
func drawRanks(c draw.Canvas, row evaluation.RedundancyRow, r vg.Rectangle) {
	cell := (r.Max.X - r.Min.X) / vg.Length(row.K)
	step := 1
	for _, s := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500} {
		if step = s; cell*vg.Length(s) >= vg.Points(18) {
			break
		}
	}
	style := figure.TextStyle(figure.TextSize * 0.9)
	style.XAlign, style.YAlign = text.XCenter, text.YTop
	side := nameStyle(figure.TextSize)
	for k := 1; k <= row.K; k++ {
		labeled := k%step == 0 || k == 1
		if step == 2 {
			labeled = k%2 == 1
		}
		if !labeled {
			continue
		}
		at := cell * (vg.Length(k) - 0.5)
		c.FillText(style, vg.Point{X: r.Min.X + at, Y: r.Min.Y - vg.Points(4)}, wording.Itoa(k))
		if row.K > maxLabels {
			c.FillText(side, vg.Point{X: r.Min.X - vg.Points(5), Y: r.Max.Y - at}, wording.Itoa(k))
		}
	}
	drawBelow(c, r, "rank")
}

// drawBelow puts the label of an axis below its ticks.
func drawBelow(c draw.Canvas, r vg.Rectangle, label string) {
	style := figure.TextStyle(figure.TextSize * 0.9)
	style.XAlign, style.YAlign = text.XCenter, text.YTop
	c.FillText(style, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: r.Min.Y - vg.Points(18)}, label)
}

// drawScale paints the colors from below, each up to the top.
func drawScale(c draw.Canvas, r vg.Rectangle) {
	const steps = 256
	for i := range steps {
		figure.FillRect(c, heat((float64(i)+0.5)/steps),
			vg.Rectangle{Min: vg.Point{X: r.Min.X, Y: edge(r.Min.Y, r.Max.Y, i, steps)},
				Max: r.Max})
	}
	style := figure.TextStyle(figure.TextSize * 0.9)
	style.YAlign = text.YCenter
	for i := range 6 {
		v := float64(i) / 5
		y := r.Min.Y + (r.Max.Y-r.Min.Y)*vg.Length(v)
		c.StrokeLine2(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(0.6)}, r.Max.X, y,
			r.Max.X+vg.Points(3), y)
		c.FillText(style, vg.Point{X: r.Max.X + vg.Points(6), Y: y}, wording.Fixed(v, 1))
	}
	label := figure.TextStyle(figure.TextSize)
	label.XAlign, label.YAlign = text.XCenter, text.YTop
	label.Rotation = math.Pi / 2
	c.FillText(label, vg.Point{X: r.Max.X + vg.Points(24), Y: (r.Min.Y + r.Max.Y) / 2},
		"squared correlation")
}
