// Package vega builds Vega-Lite 5 specifications of figures, which front ends draw themselves and
// which show the values of a mark on hover. A specification consists of the values that gob and
// JSON have: map[string]any, []any, string, float64, int, bool and nil. It names no address that a
// front end fetches.
package vega

import (
	"math"
	"strconv"
)

// MIMEType is the type of a specification in a display bundle.
const MIMEType = "application/vnd.vegalite.v5+json"

// MaxMarks is the largest number of marks of a specification: points, bars, cells, vertices of
// lines.
const MaxMarks = 5000

// maxBytes is the largest size of the tables of a specification. Long names in every row reach it
// before MaxMarks.
const maxBytes = 256 << 10

// Object is a JSON object.
type Object = map[string]any

// Figure is panels above a foot, which holds the legend and the caption.
type Figure struct {
	Alt     string // the description for screen readers
	Title   string // above all panels; "" for none
	Columns int    // of panels
	Panels  []Panel
	Foot    *Panel // nil for none
	// Across and Down are the space between two panels with their axes; in a Flush figure between
	// their data.
	Across, Down float64
	Flush        bool
}

// Panel is layers of marks on common axes.
type Panel struct {
	Title     string
	MoreTitle []string // its further lines
	// Inset moves the title from the left edge of the data, to the left where it is negative.
	Inset         float64
	Width, Height float64 // of the data, in pixels
	// X and Y are the places of the fields x and y of all layers that have no other; nil for none.
	X, Y   Object
	Layers []Layer
}

// Layer is marks of one kind, one for each row of a table. Later layers cover earlier ones.
type Layer struct {
	Table    *Table
	Mark     Object
	Encoding Object
	// Computed is fields that follow from others.
	Computed []Computed
	// Joined is other tables from which rows take fields.
	Joined []Join
}

// Computed is a field with the value of an expression.
type Computed struct{ As, Expression string }

// Join looks up Field of the rows in the column Key of a table, and adds its column Take as As.
type Join struct {
	Field     string
	Table     *Table
	Key, Take string
	As        string
}

// Spec returns the specification, or nil if it is larger than MaxMarks or MaxBytes.
func (f *Figure) Spec() map[string]any {
	tables := &tables{}
	panels := make([]any, len(f.Panels))
	for i := range f.Panels {
		panels[i] = f.Panels[i].spec(tables)
	}
	bounds := "full"
	if f.Flush {
		bounds = "flush"
	}
	grid := Object{"concat": panels, "columns": max(1, f.Columns), "bounds": bounds,
		"spacing": Object{"row": number(f.Down), "column": number(f.Across)},
		"resolve": Object{"scale": Object{"x": "independent", "y": "independent"}}}
	stack := []any{grid}
	if f.Foot != nil {
		stack = append(stack, f.Foot.spec(tables))
	}
	if tables.marks > MaxMarks || tables.bytes > maxBytes {
		return nil
	}
	out := map[string]any{
		"$schema":     "https://vega.github.io/schema/vega-lite/v5.json",
		"description": f.Alt,
		"background":  "white",
		"padding":     6,
		"config":      config(),
		"usermeta":    Object{"embedOptions": EmbedOptions()},
		"datasets":    tables.sets(),
		"vconcat":     stack,
		"spacing":     8,
	}
	if f.Title != "" {
		out["title"] = Object{"text": f.Title, "fontSize": headingSize, "offset": 12}
	}
	return out
}

// EmbedOptions asks for a figure without a menu, one entry of which would send the data to another
// machine. The specification has them, and JupyterLab reads them in the metadata of an output.
func EmbedOptions() map[string]any { return Object{"renderer": "svg", "actions": false} }

// font is that of all text. It has the widths of the face in PNG wherever one of these is
// installed.
const font = "Liberation Sans, Arial, Helvetica, sans-serif"

// Colors of text, of lines beside the data, and of grid lines.
const (
	Ink     = "#222222"
	SoftInk = "#666666"
	GridInk = "#DDDDDD"
)

// Dpi makes the widest figure 874 pixels wide, so that a window of JupyterLab of 1100 pixels shows
// it whole: unlike a picture, a front end does not make it narrower.
const Dpi = 92

// Sizes of text in pixels, those of PNG at Dpi.
const (
	TextSize  = 12.8
	SmallSize = 11.5
	titleSize = 14.7
	// headingSize is that of a title above all panels.
	headingSize = 16.6
)

func config() Object {
	return Object{
		"font": font,
		"view": Object{"stroke": nil},
		"axis": Object{
			"labelFontSize": SmallSize, "titleFontSize": TextSize, "titleFontWeight": "normal",
			"labelColor": Ink, "titleColor": Ink, "domainColor": SoftInk, "tickColor": SoftInk,
			"gridColor": GridInk, "labelLimit": 0, "titleLimit": 0, "tickSize": 5,
			"labelOverlap": "greedy", "labelFlush": false,
		},
		"title": Object{"fontSize": titleSize, "fontWeight": "normal", "color": Ink,
			"anchor": "start", "frame": "group", "limit": 0, "offset": 8},
		"text": Object{"font": font, "fontSize": TextSize, "color": Ink, "limit": 0},
		"legend": Object{"labelFontSize": SmallSize, "titleFontSize": TextSize,
			"titleFontWeight": "normal", "labelColor": Ink, "titleColor": Ink, "labelLimit": 0,
			"titleLimit": 0},
	}
}

// title is the title in the form that Vega-Lite has for its lines.
func (p *Panel) title() any {
	if p.MoreTitle == nil {
		return p.Title
	}
	lines := []any{p.Title}
	for _, line := range p.MoreTitle {
		lines = append(lines, line)
	}
	return lines
}

func (p *Panel) spec(tables *tables) Object {
	layers := []any{}
	for _, l := range p.Layers {
		if l.Table.rows > 0 {
			layers = append(layers, l.spec(tables))
		}
	}
	out := Object{"width": number(p.Width), "height": number(p.Height), "layer": layers}
	if p.Title != "" {
		out["title"] = Object{"text": p.title(), "dx": number(p.Inset)}
	}
	shared := Object{}
	for channel, place := range map[string]Object{"x": p.X, "y": p.Y} {
		if place != nil {
			shared[channel] = place
		}
	}
	if len(shared) > 0 {
		out["encoding"] = shared
	}
	return out
}

func (l *Layer) spec(tables *tables) Object {
	tables.marks += l.Table.rows
	out := Object{"data": tables.use(l.Table), "mark": l.Mark}
	if len(l.Encoding) > 0 {
		out["encoding"] = l.Encoding
	}
	var added []any
	for _, c := range l.Computed {
		added = append(added, Object{"calculate": c.Expression, "as": c.As})
	}
	for _, j := range l.Joined {
		added = append(added, Object{"lookup": j.Field, "as": []any{j.As}, "from": Object{
			"data": tables.use(j.Table), "key": j.Key, "fields": []any{j.Take}}})
	}
	if added != nil {
		out["transform"] = added
	}
	return out
}

// number is a number of a specification with nine digits, so that it is the same on every
// processor: nil, JSON's null, where it is not finite.
func number(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 9, 64), 64)
	return short
}

// Numbers is an array of numbers.
func Numbers(v ...float64) []any {
	out := make([]any, len(v))
	for i, x := range v {
		out[i] = number(x)
	}
	return out
}

// Strings is an array of strings.
func Strings(s ...string) []any {
	out := make([]any, len(s))
	for i, x := range s {
		out[i] = x
	}
	return out
}
