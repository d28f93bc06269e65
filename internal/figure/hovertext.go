package figure

import (
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/vega"
)

// OldTexts is texts at places in pixels from the upper left corner of the data of a panel.
type OldTexts struct {
	x, y  []float64
	words []string
}

// Add adds a text.
func (t *OldTexts) Add(x, y vg.Length, text string) {
	t.x, t.y = append(t.x, Pixels(x)), append(t.y, Pixels(y))
	t.words = append(t.words, text)
}

// Layer is the texts in a size. align is left, center or right, baseline is top, middle, alphabetic
// or bottom.
func (t *OldTexts) Layer(size vg.Length, align, baseline, ink string) vega.Layer {
	table := &vega.Table{}
	table.Numbers("x", t.x...)
	table.Numbers("y", t.y...)
	table.Words("t", t.words...)
	return vega.Layer{Table: table,
		Mark: vega.Object{"type": "text", "align": align, "baseline": baseline, "color": ink,
			"fontSize": Pixels(size)},
		Encoding: vega.Object{"x": vega.Pixels("x"), "y": vega.Pixels("y"),
			"text": vega.Detail("t")}}
}

// Rules is straight lines between places in pixels.
type Rules struct{ x, y, x2, y2 []float64 }

// Add adds a line.
func (r *Rules) Add(x, y, x2, y2 vg.Length) {
	r.x, r.y = append(r.x, Pixels(x)), append(r.y, Pixels(y))
	r.x2, r.y2 = append(r.x2, Pixels(x2)), append(r.y2, Pixels(y2))
}

// Layer is the lines in a width and a color.
func (r *Rules) Layer(width vg.Length, ink string, dash []vg.Length) vega.Layer {
	t, encoding := r.table()
	return vega.Layer{Table: t, Mark: vega.Object{"type": "rule", "color": ink,
		"strokeWidth": Pixels(width), "strokeDash": Dash(dash)}, Encoding: encoding}
}

// Filled is the rectangles that have the lines for diagonals, in colors of their own.
func (r *Rules) Filled(inks []string) vega.Layer {
	t, encoding := r.table()
	t.Words("c", inks...)
	encoding["fill"] = vega.As("c")
	return vega.Layer{Table: t, Mark: vega.Object{"type": "rect"}, Encoding: encoding}
}

func (r *Rules) table() (*vega.Table, vega.Object) {
	t := &vega.Table{}
	t.Numbers("x", r.x...)
	t.Numbers("y", r.y...)
	t.Numbers("x2", r.x2...)
	t.Numbers("y2", r.y2...)
	return t, vega.Object{"x": vega.Pixels("x"), "y": vega.Pixels("y"), "x2": vega.End("x2"),
		"y2": vega.End("y2")}
}

// WithPanels gives a figure its form in Vega-Lite: panels above its caption, the data of one gap
// from those of the next; left is from the left edge of the figure to the data of the first. Where
// panels returns nil the figure has no such form.
func (f *Figure) WithPanels(columns int, left, gap vg.Length, panels func() []vega.Panel) *Figure {
	f.Hover = func() *vega.Figure {
		all := panels()
		if all == nil {
			return nil
		}
		return &vega.Figure{Columns: columns, Flush: columns > 1, Across: Pixels(gap),
			Down: Pixels(gap), Panels: all, Foot: foot(nil, f.Caption, f.Width, left)}
	}
	return f
}
