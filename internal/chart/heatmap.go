package chart

import (
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

const (
	maxValues  = 14 // features up to which cells hold their value
	maxBeside  = 20 // features up to which panels stand side by side with names
	maxLabels  = 40 // features up to which rows are named and cells drawn one by one
	heatTitle  = 24 // points above a panel
	heatRanks  = 36 // points below it
	heatGap    = 14 // points between two panels
	scaleWidth = 66 // points for the color scale and its label
)

// HeatMap is a square of values between 0 and 1 for all pairs of features.
type HeatMap struct {
	Label    string
	Mean     float64 // of the pairs, for the title
	K        int
	Features []wording.Feature // of the rows, the first on top
	Values   []float64         // K×K, row by row
}

// heatMaps is heat maps side by side, with one scale of colors for all, laid out for drawing.
type heatMaps struct {
	values  string
	maps    []HeatMap
	columns int
	names   []vg.Length // room for the names, by column of panels
	side    vg.Length   // of a panel

	shown wording.FeatureNames
}

// NewHeatMaps lays maps out in the largest panels whose names fit. More than maxBeside names need a
// panel as wide as the figure. values says what the values are.
func NewHeatMaps(values string, maps []HeatMap) *heatMaps {
	l := &heatMaps{values: values, maps: maps, columns: 2}
	for _, m := range maps {
		if m.K > maxBeside && m.K <= maxLabels {
			l.columns = 1
		}
	}
	l.columns = min(l.columns, max(1, len(maps)))
	room := (figure.MaxWidth-vg.Points(scaleWidth))/vg.Length(l.columns) - vg.Points(heatGap)
	l.names = make([]vg.Length, l.columns)
	l.side = 4.6 * vg.Inch
	if l.columns == 2 {
		l.side = 3 * vg.Inch
	}
	var features []wording.Feature
	for i := range maps {
		at := &l.names[i%l.columns]
		*at = max(*at, min(maps[i].namesWidth(), room*0.45))
		if maps[i].K <= maxLabels {
			features = append(features, maps[i].Features...)
		}
	}
	var names vg.Length
	for _, n := range l.names {
		names += n
	}
	// Space that short names save in one column is shared by both.
	l.side = min(l.side, room-names/vg.Length(l.columns))
	l.shown = wording.NameFeatures(features, l.fits())
	return l
}

// Printed reports whether cells hold their value.
func (l *heatMaps) Printed() bool {
	return slices.ContainsFunc(l.maps, func(m HeatMap) bool { return m.K <= maxValues })
}

// Averaged reports whether a pixel shows several cells.
func (l *heatMaps) Averaged() bool {
	return slices.ContainsFunc(l.maps, func(m HeatMap) bool { return m.K > panelPixels(l.side) })
}

// Figure draws the panels. Values of at least .5 are printed if they fit.
func (l *heatMaps) Figure(alt string, caption figure.Caption) *figure.Figure {
	panel := l.side + vg.Points(heatTitle+heatRanks)
	lines := (len(l.maps) + l.columns - 1) / l.columns
	width := l.right(l.columns-1) + vg.Points(scaleWidth)
	s := figure.NewSheet(width, panel*vg.Length(lines), caption)
	titles := l.titles()
	for i := range l.maps {
		m := &l.maps[i]
		r := s.Snapped(l.right(i%l.columns)-l.side,
			panel*vg.Length(i/l.columns)+vg.Points(heatTitle), l.side, l.side)
		s.Add(figure.Text(heatTitleStyle(), r.Min.X, r.Min.Y-vg.Points(7), titles[i]))
		s.Add(m.marks(r, l.values)...)
		if m.K <= maxLabels {
			s.Add(namesBeside(m.namesIn(l.shown), r, 0, l.nameRoom(i)))
		}
		s.Add(m.ranks(r, l.side)...)
	}
	s.Add(unitScale(s.Snapped(width-vg.Points(scaleWidth-14), vg.Points(heatTitle), vg.Points(11),
		l.side), l.values)...)
	f := s.Figure(alt, caption)
	for _, m := range l.maps {
		if m.K <= maxLabels {
			f.NamingFeatures(m.Features, l.shown)
		}
	}
	return f
}

// fits reports whether a name fits in every panel with its feature.
func (l *heatMaps) fits() func(wording.Feature, string) bool {
	in := make(map[wording.Feature][]int)
	for i, m := range l.maps {
		for _, f := range m.Features {
			in[f] = append(in[f], i)
		}
	}
	return func(f wording.Feature, s string) bool {
		for _, i := range in[f] {
			if k := l.maps[i].K; k <= maxLabels {
				style := nameStyle(l.side / vg.Length(k))
				if !figure.InFigure(style, l.nameRoom(i))(f, s) {
					return false
				}
			}
		}
		return true
	}
}

func (l *heatMaps) nameRoom(panel int) vg.Length {
	return l.names[panel%l.columns] - vg.Points(8)
}

func (l *heatMaps) right(column int) vg.Length {
	var x vg.Length
	for _, n := range l.names[:column+1] {
		x += n + l.side + vg.Points(heatGap)
	}
	return x
}

// nameStyle is that of the names, as large as the cells of a panel allow.
func nameStyle(cell vg.Length) text.Style {
	s := figure.TextStyle(min(figure.TextSize*0.9, cell*0.95))
	s.XAlign, s.YAlign = text.XRight, text.YCenter
	return s
}

// namesWidth is the room that the names or ranks left of a panel want.
func (m *HeatMap) namesWidth() vg.Length {
	if m.K > maxLabels {
		return vg.Points(34)
	}
	style := nameStyle(figure.TextSize)
	var widest vg.Length
	for _, n := range wording.NameFeatures(m.Features, wording.InTable).Shown {
		widest = max(widest, style.Width(figure.Drawable(n)))
	}
	return widest + vg.Points(12)
}

func heatTitleStyle() text.Style { return figure.TextStyle(figure.TextSize * 1.1) }

// titles are label and mean of each panel.
func (l *heatMaps) titles() []string {
	style := heatTitleStyle()
	labels := make([]string, len(l.maps))
	for i, m := range l.maps {
		labels[i] = m.Label
	}
	out := figure.FitApart(style, labels, l.side-style.Width(": mean 0.00"))
	for i, m := range l.maps {
		out[i] += ": mean " + wording.Fixed(m.Mean, 2)
	}
	return out
}

func (m *HeatMap) namesIn(shown wording.FeatureNames) []string {
	var names []string
	for _, f := range m.Features {
		names = append(names, shown.Shown[f])
	}
	return names
}

// marks are the cells of a map, and the values that they hold.
func (m *HeatMap) marks(r vg.Rectangle, values string) []figure.Mark {
	names := func() []string { return shownNames(m.Features) }
	h := &cells{rows: m.K, columns: m.K, at: r, bitmap: m.K > maxLabels,
		value: func(i, j int) float64 { return m.Values[i*m.K+j] }, hi: 1, rowNames: names,
		names: names, row: "feature", column: "and feature", values: values}
	if m.K > maxValues {
		return []figure.Mark{h}
	}
	cell := (r.Max.X - r.Min.X) / vg.Length(m.K)
	style := figure.TextStyle(min(figure.TextSize*0.85, cell*0.56))
	style.Color = color.Black // reads better than white on every color from .5
	printed := figure.NewTexts(style, text.XCenter, text.YCenter)
	for _, tip := range h.tips() { // those of the cell, which it covers
		printed.Tips = append(printed.Tips, figure.Column{Tip: tip})
	}
	row, column, value := &printed.Tips[0], &printed.Tips[1], &printed.Tips[2]
	shown := names()
	for i, v := range m.Values {
		if a, b := i/m.K, i%m.K; a != b && v >= 0.5 {
			row.Words, column.Words = append(row.Words, shown[a]), append(column.Words, shown[b])
			value.Numbers = append(value.Numbers, v)
			printed.Add(r.Min.X+cell*(vg.Length(b)+0.5), r.Min.Y+cell*(vg.Length(a)+0.5),
				cellText(v))
		}
	}
	return []figure.Mark{h, printed}
}

// namesBeside are names left of rows of cells, further left by away.
func namesBeside(names []string, r vg.Rectangle, away, room vg.Length) figure.Mark {
	cell := (r.Max.Y - r.Min.Y) / vg.Length(len(names))
	style := nameStyle(cell)
	texts := figure.NewTexts(style, text.XRight, text.YCenter)
	for i, name := range names {
		texts.Add(r.Min.X-away-vg.Points(6), r.Min.Y+cell*(vg.Length(i)+0.5),
			figure.Fit(style, name, room))
	}
	return texts
}

// cellText writes .67 for 0.67, and 1 for what rounds to it.
func cellText(v float64) string {
	s := wording.Fixed(v, 2)
	if s == "1.00" {
		return "1"
	}
	return strings.TrimPrefix(s, "0")
}

// rankStep is from a rank with a label to the next, of k ranks along a side.
func rankStep(side vg.Length, k int) (step int) {
	for _, step = range []int{1, 2, 5, 10, 20, 50, 100, 200, 500} {
		if side/vg.Length(k)*vg.Length(step) >= vg.Points(18) {
			break
		}
	}
	return step
}

func rankLabeled(k, step int) bool {
	if step == 2 {
		return k%2 == 1
	}
	return k%step == 0 || k == 1
}

// ranks are the ranks below the cells, and beside them where there are no names, as many as there
// is room for on the given side: r is snapped to pixels, so that panels of one side may differ.
func (m *HeatMap) ranks(r vg.Rectangle, side vg.Length) []figure.Mark {
	cell := (r.Max.X - r.Min.X) / vg.Length(m.K)
	step := rankStep(side, m.K)
	style := figure.TextStyle(figure.TextSize * 0.9)
	below := figure.NewTexts(style, text.XCenter, text.YTop)
	beside := figure.NewTexts(style, text.XRight, text.YCenter)
	for k := 1; k <= m.K; k++ {
		if !rankLabeled(k, step) {
			continue
		}
		at := cell * (vg.Length(k) - 0.5)
		below.Add(r.Min.X+at, r.Max.Y+vg.Points(4), wording.Itoa(k))
		beside.Add(r.Min.X-vg.Points(5), r.Min.Y+at, wording.Itoa(k))
	}
	out := []figure.Mark{below, belowMark(r, "rank")}
	if m.K > maxLabels {
		out = append(out, beside)
	}
	return out
}
