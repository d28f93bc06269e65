package chart

import (
	"cmp"
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// Differences is a heat map of signed numbers in named rows and columns: white at 0, blue below,
// orange above, and the number in each cell, unless the cells are too narrow for one of them.
type Differences struct {
	Title         string
	Values        string // what the numbers are, beside the scale
	Rows, Columns []string
	Cells         [][]Difference // by row and column
	// Of and Less name in tooltips what is subtracted from what; "" means ours less printed.
	Of, Less string
	// Gray paints unknown cells gray, which tells them from 0 where no number stands.
	Gray bool
}

// Difference is a cell. An unknown one is left empty, or gray.
type Difference struct {
	Known bool
	Value float64
	Text  string // as it stands in the cell
	// Printed and Ours are the two numbers, for tooltips.
	Printed, Ours string
}

const (
	cellHeight   = 19 // points
	leastCell    = 34 // points of width
	mostCell     = 78
	columnRow    = 13  // points of a line of a column's name
	rowNameRoom  = 150 // points at most
	differScale  = 84  // points for the scale of colors and its label
	differTitle  = 26  // points above the names of the columns
	differMargin = 10
	mostScale    = 14 // rows beside which the scale of colors stands
	cellEdge     = 2  // points left free beside a number
)

// differ is a Differences laid out.
type differ struct {
	*Differences
	largest      float64  // absolute value
	at           vg.Point // of the first cell
	names        vg.Length
	cell         vg.Length // width
	slanted      bool      // names of columns stand upright, as they do not fit
	bare         bool      // without numbers, as they do not fit
	head         vg.Length // room for them
	rows, across []string  // names as drawn; "" for columns too narrow for each to have one
}

// Figure draws the heat map.
func (d *Differences) Figure(alt string, caption figure.Caption) *figure.Figure {
	l := d.lay()
	width := vg.Points(differMargin) + l.names + l.cell*vg.Length(len(d.Columns)) +
		vg.Points(differScale)
	// A narrow map would break its caption into many lines.
	width = max(width, 5.2*vg.Inch)
	top := vg.Points(differTitle) + l.head
	height := vg.Points(cellHeight) * vg.Length(max(len(d.Rows), 5))
	s := figure.NewSheet(width, top+height+vg.Points(8), caption)
	s.Add(figure.Text(figure.TitleStyle(), vg.Points(differMargin), vg.Points(16),
		figure.Fit(figure.TitleStyle(), wording.Shorten(l.Title, 120), width-vg.Points(20))))
	l.at = vg.Point{X: vg.Points(differMargin) + l.names, Y: top}
	s.Add(l.marks()...)
	s.Add(l.scale(s.Snapped(l.at.X+l.cell*vg.Length(len(d.Columns))+vg.Points(14), top,
		vg.Points(11), d.scaleHeight()))...)
	return s.Figure(alt, caption)
}

func (d *Differences) scaleHeight() vg.Length {
	return vg.Points(cellHeight) * vg.Length(min(max(len(d.Rows), 5), mostScale))
}

func (d *Differences) lay() *differ {
	l := &differ{Differences: d, slanted: false}
	style := nameStyle(figure.TextSize)
	var number vg.Length // width of the widest
	for _, row := range d.Cells {
		for _, c := range row {
			if c.Known {
				l.largest = max(l.largest, math.Abs(c.Value))
				number = max(number, l.cellStyle().Width(c.Text))
			}
		}
	}
	l.cell = number + vg.Points(8)
	for _, name := range d.Rows {
		l.names = max(l.names, min(style.Width(figure.Drawable(name))+vg.Points(8),
			vg.Points(rowNameRoom)))
	}
	l.rows = figure.FitApart(style, d.Rows, l.names-vg.Points(8))
	room := (figure.MaxWidth - l.names - vg.Points(differScale+differMargin)) /
		vg.Length(max(1, len(d.Columns)))
	var widest vg.Length
	for _, name := range d.Columns {
		widest = max(widest, style.Width(figure.Drawable(name))+vg.Points(8))
	}
	l.cell = min(max(l.cell, min(widest, vg.Points(mostCell)), vg.Points(leastCell)), room)
	l.bare = number > l.cell-vg.Points(cellEdge)
	l.head = vg.Points(columnRow + 4)
	if l.slanted = widest > l.cell; l.slanted {
		l.head = min(widest, vg.Points(100)) + vg.Points(4)
		l.across = figure.FitApart(style, d.Columns, l.head-vg.Points(6))
		step := int(math.Ceil(float64(vg.Points(columnRow) / l.cell)))
		for j := range l.across {
			if j%step > 0 {
				l.across[j] = ""
			}
		}
	} else {
		l.across = figure.FitApart(style, d.Columns, l.cell)
	}
	return l
}

func (l *differ) cellStyle() text.Style {
	s := figure.TextStyle(figure.TextSize * .9)
	s.XAlign, s.YAlign = text.XCenter, text.YCenter
	return s
}

func (l *differ) marks() []figure.Mark {
	style := nameStyle(figure.TextSize)
	rows := figure.NewTexts(style, text.XRight, text.YCenter)
	heads := figure.NewTexts(figure.TextStyle(figure.TextSize), text.XCenter, text.YBottom)
	heads.Baseline = "bottom"
	if l.slanted {
		heads = figure.NewTexts(figure.TextStyle(figure.TextSize), text.XLeft, text.YCenter)
		heads.Style.Rotation = math.Pi / 2
	}
	for i, name := range l.rows {
		rows.Add(l.at.X-vg.Points(6), l.at.Y+vg.Points(cellHeight)*(vg.Length(i)+.5), name)
	}
	for j, name := range l.across {
		if name != "" {
			heads.Add(l.at.X+l.cell*(vg.Length(j)+.5), l.at.Y-vg.Points(5), name)
		}
	}
	return []figure.Mark{rows, heads, l}
}

// Paint implements figure.Mark: the cells, each with a thin edge, so that white ones are seen.
func (l *differ) Paint(c draw.Canvas) {
	at, height := figure.On(c, l.at), vg.Points(cellHeight)
	style := l.cellStyle()
	style.Color = color.Black
	for i, row := range l.Cells {
		up := at.Y - height*vg.Length(i)
		for j, cell := range row {
			r := snapped(vg.Rectangle{
				Min: vg.Point{X: at.X + l.cell*vg.Length(j), Y: up - height},
				Max: vg.Point{X: at.X + l.cell*vg.Length(j+1), Y: up},
			})
			ink := diverging(l.share(cell.Value))
			if !cell.Known {
				if !l.Gray {
					continue
				}
				ink = unknownCell
			}
			figure.FillRect(c, ink, r)
			c.StrokeLines(draw.LineStyle{Color: figure.GridInk, Width: vg.Points(.5)}, outline(r))
			if !l.bare && cell.Known {
				c.FillText(style, vg.Point{X: (r.Min.X + r.Max.X) / 2,
					Y: (r.Min.Y + r.Max.Y) / 2}, cell.Text)
			}
		}
	}
}

// share is the place of a value between minus and plus the largest one, from -1 to 1.
func (l *differ) share(v float64) float64 {
	if l.largest == 0 {
		return 0
	}
	return v / l.largest
}

// scale is the colors from the lowest value to the highest.
func (l *differ) scale(r vg.Rectangle) []figure.Mark {
	at, labels, wide := l.ticks()
	label := figure.Fit(figure.TextStyle(figure.TextSize), l.Values, r.Max.Y-r.Min.Y)
	m := &ramp{r: r, steps: 128, framed: true,
		ink: func(share float64) color.NRGBA { return diverging(2*share - 1) }}
	return m.marks(at, labels, label, vg.Points(10)+wide)
}

// ticks are the places of the lowest value, 0 and the highest on the scale, from 0 to 1, with
// their labels and the width of the widest; only 0 where all values are.
func (l *differ) ticks() (at []float64, labels []string, wide vg.Length) {
	at, labels = []float64{.5}, []string{"0"}
	if l.largest > 0 {
		at = []float64{0, .5, 1}
		labels = []string{wording.FormatNumber(-l.largest, l.largest), "0",
			"+" + wording.FormatNumber(l.largest, l.largest)}
	}
	style := figure.TextStyle(figure.TextSize * .9)
	for _, label := range labels {
		wide = max(wide, style.Width(label))
	}
	return at, labels, wide
}

// The ends of the diverging colors are those of the palette, which readers with any color vision
// tell apart, lightened so that black numbers are read on them.
var (
	below = color.NRGBA{0x4C, 0x9A, 0xCB, 0xff}
	above = color.NRGBA{0xE8, 0x8B, 0x3C, 0xff}
	// unknownCell is darker than what is white at 0, and has neither color.
	unknownCell = color.NRGBA{0xBD, 0xBD, 0xBD, 0xff}
)

// diverging is white at 0, the color of what is below at -1 and that of what is above at 1.
func diverging(v float64) color.NRGBA {
	end := above
	if v < 0 {
		end = below
	}
	f := min(1, math.Abs(v))
	mix := func(to uint8) uint8 {
		return uint8(float64(255*(1-f)) + float64(float64(to)*f) + .5)
	}
	return color.NRGBA{mix(end.R), mix(end.G), mix(end.B), 0xff}
}

// Layers implements figure.Mark: the known cells and the texts in them, which cover the cells and
// have their tooltips; and the gray ones, which have none.
func (l *differ) Layers() []vega.Layer {
	var rows, columns, values []float64
	var grayRows, grayColumns []float64
	var texts, printed, ours []string
	style := l.cellStyle()
	for i, row := range l.Cells {
		for j, c := range row {
			if !c.Known {
				grayRows = append(grayRows, float64(i))
				grayColumns = append(grayColumns, float64(j))
				continue
			}
			rows, columns = append(rows, float64(i)), append(columns, float64(j))
			values, texts = append(values, c.Value), append(texts, c.Text)
			printed, ours = append(printed, c.Printed), append(ours, c.Ours)
		}
	}
	t := &vega.Table{}
	t.Numbers("a", rows...)
	t.Numbers("b", columns...)
	t.Numbers("v", values...)
	t.Words("d", texts...)
	t.Words("p", printed...)
	t.Words("o", ours...)
	tips := vega.Tips(vega.Tip{Field: "na", Title: "row"}, vega.Tip{Field: "nb", Title: "column"},
		vega.Tip{Field: "p", Title: cmp.Or(l.Less, "printed")},
		vega.Tip{Field: "o", Title: cmp.Or(l.Of, "ours")},
		vega.Tip{Field: "d", Title: "difference"})
	joins := []vega.Join{joined("a", "na", shortened(l.Rows)),
		joined("b", "nb", shortened(l.Columns))}
	across, down := len(l.Columns), len(l.Cells)
	size := vg.Point{X: l.cell * vg.Length(across), Y: vg.Points(cellHeight) * vg.Length(down)}
	edges := cellEdges(vg.Rectangle{Min: l.at, Max: l.at.Add(size)}, down, across)
	cell := func(t *vega.Table, joins []vega.Join) vega.Layer {
		return vega.Layer{Table: t, Joined: joins, Computed: edges, Encoding: cellPlaces(),
			Mark: vega.Object{"type": "rect", "stroke": vega.GridInk,
				"strokeWidth": figure.Pixels(vg.Points(.5))}}
	}
	known := cell(t, joins)
	known.Encoding["color"], known.Encoding["tooltip"] = l.colors("v"), tips
	out := []vega.Layer{known}
	if !l.bare {
		out = append(out, vega.Layer{Table: t, Joined: joins,
			Mark: vega.Object{"type": "text", "align": "center", "baseline": "middle",
				"color": "black", "fontSize": figure.Pixels(style.Font.Size)},
			Computed: []vega.Computed{
				{As: "x", Expression: edgeOf(l.at.X, size.X, across, "(datum.b + .5)")},
				{As: "y", Expression: edgeOf(l.at.Y, size.Y, down, "(datum.a + .5)")}},
			Encoding: vega.Object{"x": vega.Pixels("x"), "y": vega.Pixels("y"),
				"text": vega.Detail("d"), "tooltip": tips}})
	}
	if l.Gray && len(grayRows) > 0 {
		unknown := &vega.Table{}
		unknown.Numbers("a", grayRows...)
		unknown.Numbers("b", grayColumns...)
		gray := cell(unknown, nil)
		gray.Mark["color"] = vega.Color(unknownCell)
		out = append(out, gray)
	}
	return out
}

// shortened are names as tooltips have them.
func shortened(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = wording.Shorten(name, wording.MaxName)
	}
	return out
}

// colors are those of a field: white at 0, between the largest differences in either direction.
func (l *differ) colors(field string) vega.Object {
	end := l.largest
	if end == 0 {
		end = 1
	}
	return vega.Object{"field": field, "type": "quantitative", "legend": nil,
		"scale": vega.Object{"domain": vega.Numbers(-end, 0, end),
			"range": vega.Strings(vega.Color(below), vega.Color(diverging(0)), vega.Color(above)),
			"clamp": true, "interpolate": "rgb"}}
}
