package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/vega"
)

// VegaLite is the figure as a Vega-Lite specification, or nil where it has none or one of more than
// vega.MaxMarks marks.
func (f *Figure) VegaLite() map[string]any {
	if f.Hover == nil {
		return nil
	}
	spec := f.Hover()
	if spec == nil {
		return nil
	}
	spec.Alt = f.Description()
	return spec.Spec()
}

// Pixels is a length in pixels of a specification.
func Pixels(l vg.Length) float64 { return math.Round(10*l.Dots(vega.Dpi)) / 10 }

// hover is the figure in Vega-Lite: axes, titles, legend and caption are those of the plots.
func (p Panels) hover(
	f *Figure, titles []string, l *Legend, all []*plot.Plot, marks func(i int, on Frame) []Mark,
) *vega.Figure {
	bottom := l.height() + NewNote(f.Caption.Text, p.Total()).Height()
	c := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: f.Width,
		Y: f.Height - bottom - p.moreTitle(titles)}}}
	p.equalize(c, all)
	canvases := p.align(c, all)
	out := &vega.Figure{Columns: p.Columns, Across: Pixels(vg.Points(16)),
		Down: Pixels(vg.Points(10))}
	left := all[0].DataCanvas(canvases[0][0]).Min.X
	out.Foot = foot(l, f.Caption, f.Width, left)
	room := p.Width
	for i, one := range all {
		at := canvases[i/p.Columns][i%p.Columns]
		size := one.DataCanvas(at).Size()
		room = min(room, size.X+one.Y.Padding)
		x, y := axisOf(&one.X), axisOf(&one.Y)
		panel := vega.Panel{Inset: -Pixels(one.Y.Padding), Width: Pixels(size.X),
			Height: Pixels(size.Y), X: x.Of("x"), Y: y.Of("y")}
		for _, m := range marks(i, Frame{one, size}) {
			layers := m.Layers()
			if layers == nil {
				return nil
			}
			panel.Layers = append(panel.Layers, layers...)
		}
		out.Panels = append(out.Panels, panel)
	}
	if lines := p.titleLines(titles); lines != nil {
		out.Panels[0].Title, out.Panels[0].MoreTitle = lines[0], lines[1:]
		return out
	}
	for i, title := range FitApart(TitleStyle(), titles, room) {
		out.Panels[i].Title = title
	}
	return out
}

func axisOf(a *plot.Axis) vega.Axis {
	// Vega-Lite sorts the values of an axis.
	out := vega.Axis{Title: a.Label.Text, From: a.Min, To: a.Max, Offset: Pixels(a.Padding),
		NoLine: a.LineStyle.Width == 0}
	if _, _, _, alpha := a.Tick.LineStyle.Color.RGBA(); alpha == 0 {
		out.NoTicks, out.TickSize = true, Pixels(a.Tick.Length)
	}
	_, out.Log = a.Scale.(plot.LogScale)
	ticks := slices.Clone(a.Tick.Marker.Ticks(a.Min, a.Max))
	slices.SortStableFunc(ticks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	for _, t := range ticks {
		if !t.IsMinor() && t.Value >= a.Min && t.Value <= a.Max {
			out.At, out.Labels = append(out.At, t.Value), append(out.Labels, t.Label)
		}
	}
	return out
}

// foot is the panel below the others: the entries of a legend, which may be nil, and the lines of
// the caption, of a figure of the given width. left is how far the data of the first panel are from
// the left edge of the figure: Vega-Lite puts one panel's data below the other's.
func foot(l *Legend, caption Caption, width, left vg.Length) *vega.Panel {
	// Where the face of PNG is not installed another may be wider.
	note := NewNote(caption.Text, width*0.87)
	if l == nil {
		l = &Legend{}
	}
	height := l.height() + note.Height()
	foot := &vega.Panel{Width: Pixels(width - left), Height: Pixels(height)}
	foot.Layers = append(l.layers(width, left), note.layer(height, left)...)
	if len(foot.Layers) == 0 {
		return nil
	}
	return foot
}

func (l *Legend) layers(width, left vg.Length) (out []vega.Layer) {
	if l.bar != nil {
		return l.bar.layers(width, left)
	}
	if len(l.entries) == 0 {
		return nil
	}
	// Where the face of PNG is not installed another may be wider.
	spread := max(1, min(1.15, width/(l.total()+vg.Points(legendGap))))
	for _, m := range l.marks(max(0, (width-l.total()*spread)/2)-left, spread) {
		out = append(out, m.Layers()...)
	}
	return out
}

// layer is the lines of a note at the bottom of a panel of the given height.
func (n Note) layer(height, left vg.Length) []vega.Layer {
	if len(n) == 0 {
		return nil
	}
	t := &Texts{Style: SmallStyle()}
	for i, line := range n {
		t.Add(vg.Points(10)-left, height-vg.Points(noteRow*float64(len(n)-1-i)+6), line)
	}
	return t.Layers()
}

// onWhite is a color with the opacity that it has on white.
func onWhite(c color.NRGBA) color.NRGBA {
	mix := func(v uint8) uint8 {
		a := float64(c.A) / 255
		return uint8(math.Round(float64(a*float64(v)) + float64((1-a)*255)))
	}
	return color.NRGBA{mix(c.R), mix(c.G), mix(c.B), 0xff}
}
