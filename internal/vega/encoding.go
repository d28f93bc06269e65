package vega

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"
)

// Axis is an axis of a panel.
type Axis struct {
	Title    string
	From, To float64 // the ends of its scale
	Log      bool
	// At and Labels are its ticks, each of which has a grid line.
	At     []float64
	Labels []string
	NoLine bool    // leave out the line of the axis
	Offset float64 // from the data to the axis, in pixels
	// NoTicks leaves out the ticks, but for their room of TickSize, and the grid lines.
	NoTicks  bool
	TickSize float64
}

// Of is the encoding of a field by its place on the axis.
func (a *Axis) Of(field string) Object {
	scale := Object{"domain": Numbers(a.From, a.To), "nice": false, "zero": false}
	if a.Log {
		scale = Object{"domain": Numbers(a.From, a.To), "nice": false, "type": "log"}
	}
	out := Object{"field": field, "type": "quantitative", "scale": scale, "title": nil,
		"stack": nil}
	axis := Object{"values": Numbers(a.At...), "tickCount": len(a.At), "grid": true,
		"domain": !a.NoLine, "labelExpr": listed(a.Labels), "offset": number(a.Offset)}
	if a.NoTicks {
		axis["ticks"], axis["labelPadding"], axis["grid"] = false, number(a.TickSize), false
	}
	out["axis"] = axis
	if a.Title != "" {
		out["title"] = a.Title
	}
	return out
}

// listed is an expression of the label of a tick by its place among the ticks.
func listed(labels []string) string {
	all := make([]string, len(labels))
	for i, s := range labels {
		all[i] = Literal(s)
	}
	return fmt.Sprintf("[%s][round(datum.index * %d)]", strings.Join(all, ","),
		max(len(labels)-1, 0))
}

// Literal is a text as a literal of an expression, which no character of it ends.
func Literal(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == '\u2028' || r == '\u2029':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Quantity is a field of numbers on a scale that another layer gives.
func Quantity(field string) Object { return Object{"field": field, "type": "quantitative"} }

// End is the field of the second end of a bar, a rule or an area.
func End(field string) Object { return Object{"field": field} }

// Pixels is a field of places in pixels from the upper left corner of the panel.
func Pixels(field string) Object {
	return Object{"field": field, "type": "quantitative", "scale": nil, "axis": nil}
}

// As is a field whose texts are themselves colors or shapes.
func As(field string) Object {
	return Object{"field": field, "type": "nominal", "scale": nil, "legend": nil}
}

// Detail is a field whose texts tell lines apart.
func Detail(field string) Object { return Object{"field": field, "type": "nominal"} }

// Scaled is a field whose texts are names, the range of which they have in turn: colors, shapes or
// dashes. The figure's foot has the legend.
func Scaled(field string, names []string, to []any) Object {
	return Object{"field": field, "type": "nominal", "legend": nil,
		"scale": Object{"domain": Strings(names...), "range": to}}
}

// A Tip is a line of a tooltip: the field, and its title.
type Tip struct {
	Field, Title string
	Format       string // of numbers, such as ".3f"; "" for texts
}

// Tips is the encoding of tooltips.
func Tips(tips ...Tip) []any {
	out := make([]any, len(tips))
	for i, t := range tips {
		one := Object{"field": t.Field, "type": "nominal", "title": heading(t.Title)}
		if t.Format != "" {
			one["type"], one["format"] = "quantitative", t.Format
		}
		out[i] = one
	}
	return out
}

// Shown is an expression of a number as a text with about four digits.
func Shown(number string) string {
	return fmt.Sprintf("abs(%[1]s) >= 1e4 && abs(%[1]s) < 1e7 ? format(%[1]s, '.0f') : "+
		"format(%[1]s, '.4~g')", number)
}

// heading is the title of a line. The tooltips of vega-embed take a line with the title image for
// the address of a picture, which they fetch, and one with the title title for a heading.
func heading(title string) string {
	switch title {
	case "image", "title":
		return title + ":"
	case "":
		return "value"
	}
	return title
}

// Color is a color as a text, without its opacity.
func Color(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// Opacity is that of a color, with two digits.
func Opacity(c color.NRGBA) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(float64(c.A)/255, 'f', 2, 64), 64)
	return v
}
