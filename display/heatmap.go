package display

import (
	"fmt"
	"image"
	"image/color"
	"strconv"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/evaluation"
)

// Redundancy is the table of a redundancy report.
func Redundancy(r *evaluation.RedundancyReport) *Table {
	t := &Table{
		Title: "Redundancy of the chosen features",
		Columns: []Column{
			{Name: "ranking"}, {Name: "k", Align: Right},
			{Name: "mean squared correlation", Align: Right}, {Name: "mean |correlation|", Align: Right},
			{Name: "mean correlation", Align: Right}, {Name: "mean squared cosine", Align: Right}, {Name: "most alike"},
		},
	}
	if r.Dataset != "" {
		t.Title += ", " + clean(r.Dataset)
	}
	for _, row := range r.Rows {
		cells := []string{clean(row.Label), itoa(row.K)}
		for _, v := range []float64{row.SqCosCentered, row.AbsPearson, row.Pearson, row.SqCosUncentered} {
			cells = append(cells, minus(strconv.FormatFloat(v, 'f', 3, 64)))
		}
		alike := fmt.Sprintf("%s ~ %s (%s)", clean(row.MostAlike[0]), clean(row.MostAlike[1]), minus(strconv.FormatFloat(row.Alike, 'f', 2, 64)))
		t.Rows = append(t.Rows, append(cells, alike))
		if len(row.Constant) > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: %s among the chosen, which correlate with nothing.", clean(row.Label), plural(len(row.Constant), "constant column", "constant columns")))
		}
	}
	t.Notes = append(t.Notes, "Means over all pairs of chosen features: 0 when they share nothing, 1 when they are copies. The squared cosine is of the features as they are, the correlations of the centred ones.")
	return t
}

// cividis has nine colours of the map of that name (Nuñez, Anderton, Renslow
// 2018), which readers with and without colour vision see alike.
var cividis = []color.NRGBA{
	{0x00, 0x22, 0x4E, 0xff}, {0x1A, 0x38, 0x6F, 0xff}, {0x43, 0x4E, 0x6C, 0xff}, {0x61, 0x63, 0x6F, 0xff}, {0x7D, 0x7C, 0x78, 0xff},
	{0x9C, 0x94, 0x77, 0xff}, {0xBC, 0xAE, 0x6C, 0xff}, {0xDE, 0xCA, 0x56, 0xff}, {0xFE, 0xE8, 0x38, 0xff},
}

// heat interpolates the colour map at v between 0 and 1.
func heat(v float64) color.NRGBA {
	v = max(0, min(1, v)) * float64(len(cividis)-1)
	i := min(int(v), len(cividis)-2)
	a, b, f := cividis[i], cividis[i+1], v-float64(i)
	mix := func(x, y uint8) uint8 { return uint8(float64(x)*(1-f) + float64(y)*f + 0.5) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

const (
	maxValues  = 14 // features up to which cells hold their value
	maxLabels  = 40 // features up to which rows are named and cells drawn one by one
	heatInches = 2.9
)

// HeatMap draws the squared correlations of each ranking's features, one panel a
// ranking with one colour scale for all. Values above .5 are printed while the
// cells have room. It returns nil when no ranking is small enough to draw.
func HeatMap(r *evaluation.RedundancyReport) *Figure {
	var rows []evaluation.RedundancyRow
	for _, row := range r.Rows {
		if row.Squared != nil {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	columns := min(len(rows), 2)
	lines := (len(rows) + columns - 1) / columns
	left := make([]vg.Length, columns) // room for the names of a column of panels
	for i, row := range rows {
		left[i%columns] = max(left[i%columns], namesWidth(row))
	}
	side := heatInches * vg.Inch
	if len(rows) == 1 {
		side *= 1.25
	}
	width := vg.Points(80)
	for _, l := range left {
		width += l + side + vg.Points(26)
	}
	panel := side + vg.Points(62)
	return &Figure{
		Width: width, Height: panel * vg.Length(lines), Alt: heatAlt(rows),
		draw: func(c draw.Canvas) {
			x0 := c.Min.X + vg.Points(6)
			for i, row := range rows {
				x := x0
				for _, l := range left[:i%columns] {
					x += l + side + vg.Points(26)
				}
				top := c.Max.Y - panel*vg.Length(i/columns) - vg.Points(24)
				drawHeat(c, row, vg.Rectangle{
					Min: vg.Point{X: x + left[i%columns], Y: top - side},
					Max: vg.Point{X: x + left[i%columns] + side, Y: top},
				})
			}
			top := c.Max.Y - vg.Points(24)
			drawScale(c, vg.Rectangle{
				Min: vg.Point{X: c.Max.X - vg.Points(68), Y: top - side},
				Max: vg.Point{X: c.Max.X - vg.Points(56), Y: top},
			})
		},
	}
}

func heatAlt(rows []evaluation.RedundancyRow) string {
	parts := make([]string, len(rows))
	for i, row := range rows {
		parts[i] = fmt.Sprintf("%s mean %.2f", clean(row.Label), row.SqCosCentered)
	}
	return "Heat map of squared correlations: " + strings.Join(parts, "; ")
}

func nameStyle(k int) text.Style {
	size := textSize * 0.9
	if k > 20 {
		size = textSize * 0.62
	}
	s := textStyle(size)
	s.XAlign, s.YAlign = text.XRight, text.YCenter
	return s
}

func namesWidth(row evaluation.RedundancyRow) vg.Length {
	if row.K > maxLabels {
		return vg.Points(34)
	}
	style := nameStyle(row.K)
	var widest vg.Length
	for _, n := range row.Names {
		widest = max(widest, style.Width(clean(n)))
	}
	return widest + vg.Points(12)
}

func drawHeat(c draw.Canvas, row evaluation.RedundancyRow, r vg.Rectangle) {
	title := textStyle(textSize * 1.1)
	c.FillText(title, vg.Point{X: r.Min.X, Y: r.Max.Y + vg.Points(7)}, fmt.Sprintf("%s: mean %s", clean(row.Label), strconv.FormatFloat(row.SqCosCentered, 'f', 2, 64)))
	if row.K > maxLabels {
		c.DrawImage(r, heatImage(row))
	} else {
		drawCells(c, row, r)
	}
	drawRanks(c, row, r)
}

// heatImage has a pixel for each cell, first rank at the top: hundreds of
// rectangles would weigh more than they show.
func heatImage(row evaluation.RedundancyRow) image.Image {
	// Several pixels a cell keep the borders sharp where the canvas smooths.
	scale := max(1, 600/row.K)
	img := image.NewNRGBA(image.Rect(0, 0, row.K*scale, row.K*scale))
	for y := range row.K * scale {
		for x := range row.K * scale {
			img.SetNRGBA(x, y, heat(row.Squared[y/scale*row.K+x/scale]))
		}
	}
	return img
}

func drawCells(c draw.Canvas, row evaluation.RedundancyRow, r vg.Rectangle) {
	cell := (r.Max.X - r.Min.X) / vg.Length(row.K)
	value := textStyle(min(textSize*0.82, cell*0.42))
	value.XAlign, value.YAlign = text.XCenter, text.YCenter
	names := nameStyle(row.K)
	for a := range row.K {
		y := r.Max.Y - cell*vg.Length(a)
		for b := range row.K {
			v := row.Squared[a*row.K+b]
			x := r.Min.X + cell*vg.Length(b)
			fill := heat(v)
			// Half a pixel more hides the seams between neighbouring cells.
			over := vg.Points(0.3)
			c.FillPolygon(fill, []vg.Point{{X: x, Y: y}, {X: x + cell + over, Y: y}, {X: x + cell + over, Y: y - cell - over}, {X: x, Y: y - cell - over}})
			if row.K <= maxValues && a != b && v >= 0.5 {
				value.Color = color.Black
				if v < 0.62 {
					value.Color = color.White
				}
				c.FillText(value, vg.Point{X: x + cell/2, Y: y - cell/2}, cellText(v))
			}
		}
		c.FillText(names, vg.Point{X: r.Min.X - vg.Points(6), Y: y - cell/2}, clean(row.Names[a]))
	}
}

// cellText writes .67 for 0.67, and 1 for what rounds to it.
func cellText(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
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
	style := textStyle(textSize * 0.9)
	style.XAlign, style.YAlign = text.XCenter, text.YTop
	side := nameStyle(1)
	for k := 1; k <= row.K; k++ {
		if k != 1 && k%step != 0 {
			continue
		}
		at := cell * (vg.Length(k) - 0.5)
		c.FillText(style, vg.Point{X: r.Min.X + at, Y: r.Min.Y - vg.Points(4)}, itoa(k))
		if row.K > maxLabels {
			c.FillText(side, vg.Point{X: r.Min.X - vg.Points(5), Y: r.Max.Y - at}, itoa(k))
		}
	}
	c.FillText(style, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: r.Min.Y - vg.Points(18)}, "rank")
}

func drawScale(c draw.Canvas, r vg.Rectangle) {
	const steps = 128
	h := (r.Max.Y - r.Min.Y) / steps
	for i := range steps {
		y := r.Min.Y + h*vg.Length(i)
		top := min(y+h+vg.Points(0.3), r.Max.Y)
		c.FillPolygon(heat((float64(i)+0.5)/steps), []vg.Point{{X: r.Min.X, Y: y}, {X: r.Max.X, Y: y}, {X: r.Max.X, Y: top}, {X: r.Min.X, Y: top}})
	}
	style := textStyle(textSize * 0.9)
	style.YAlign = text.YCenter
	for i := range 6 {
		v := float64(i) / 5
		y := r.Min.Y + (r.Max.Y-r.Min.Y)*vg.Length(v)
		c.StrokeLine2(draw.LineStyle{Color: softInk, Width: vg.Points(0.6)}, r.Max.X, y, r.Max.X+vg.Points(3), y)
		c.FillText(style, vg.Point{X: r.Max.X + vg.Points(6), Y: y}, strconv.FormatFloat(v, 'f', 1, 64))
	}
	label := textStyle(textSize)
	label.XAlign, label.YAlign = text.XCenter, text.YTop
	label.Rotation = 1.5707963267948966 // a quarter turn
	c.FillText(label, vg.Point{X: r.Max.X + vg.Points(28), Y: (r.Min.Y + r.Max.Y) / 2}, "squared correlation")
}
