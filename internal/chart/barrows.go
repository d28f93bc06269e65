package chart

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

const barRow = 17 // points a feature

// barRows are the names of features beside horizontal bars, a row for each feature.
type barRows struct {
	features []wording.Feature
	style    text.Style
	room     vg.Length // of the longest name that is drawn
	names    wording.FeatureNames
}

func nameRows(features []wording.Feature) *barRows {
	r := &barRows{features: features, style: nameStyle(figure.TextSize)}
	for _, name := range wording.NameFeatures(features, wording.InTable).Shown {
		r.room = max(r.room, r.style.Width(figure.Drawable(name)))
	}
	r.room = min(r.room, 2.8*vg.Inch)
	r.names = wording.NameFeatures(features, figure.InFigure(r.style, r.room))
	return r
}

func (r *barRows) height() vg.Length { return vg.Points(barRow * float64(len(r.features))) }

// rowMiddle is the distance of the middle of row i from the top of the rows.
func rowMiddle(i int) vg.Length { return vg.Points(barRow * (float64(i) + 0.5)) }

// draw writes the title of a figure of the given width, and the names to the left of left, of rows
// that begin at top.
func (r *barRows) draw(c draw.Canvas, title string, top, left, width vg.Length) {
	barTitle(title, width, vg.Points(10), vg.Points(17)).Paint(c)
	c.Min.X, c.Max.Y = c.Min.X+left, top
	r.namesLeft(left).Paint(c)
}

// barTitle is the title of a figure of the given width at a place.
func barTitle(title string, width, x, y vg.Length) *figure.Texts {
	large := figure.TextStyle(figure.TextSize * 1.15)
	return figure.Text(large, x, y, figure.Fit(large, title, width-vg.Points(20)))
}

// namesLeft are the names of the rows, left of them, from the upper left corner of the bars.
func (r *barRows) namesLeft(left vg.Length) *figure.Texts {
	names := &figure.Texts{Style: r.style}
	for i, f := range r.features {
		names.Add(-vg.Points(6), rowMiddle(i),
			figure.Fit(r.style, r.names.Shown[f], left-vg.Points(14)))
	}
	return names
}

// drawBar draws a bar from zero to value at height y, and its whisker from low to high.
func drawBar(c draw.Canvas, fill color.Color, y, zero, value, low, high vg.Length) {
	figure.FillRect(c, fill, vg.Rectangle{
		Min: vg.Point{X: min(zero, value), Y: y - vg.Points(5)},
		Max: vg.Point{X: max(zero, value), Y: y + vg.Points(5)},
	})
	line := draw.LineStyle{Color: figure.Ink, Width: vg.Points(1)}
	c.StrokeLine2(line, low, y, high, y)
	for _, x := range []vg.Length{low, high} {
		c.StrokeLine2(line, x, y-vg.Points(2.5), x, y+vg.Points(2.5))
	}
}
