package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
)

// Spectra draws scores against their rank, a panel for each ranking with axes of its own: the
// curve, the straight line between its ends, and the knee, the area before it tinted. The axis of
// the ranks is linear, since the knee is a point of the linear curve.
type Spectra []Spectrum

// Spectrum is the scores of one ranking.
type Spectrum struct {
	Title string
	Ranks string // label of the axis of ranks
	Text  string // stands in the upper right corner
	// Scores holds the scores, largest first: PlusInf infinite ones, the finite ones, and MinusInf
	// negative infinite ones.
	Scores            []float64
	PlusInf, MinusInf int
	Knee              int // its rank, from 1; 0 if none
	Slight            bool
	Names             []string // of the features, as tooltips show them; nil for none
}

// Figure draws the panels.
func (s Spectra) Figure(alt string, caption figure.Caption) *figure.Figure {
	titles := make([]string, len(s))
	for i, one := range s {
		titles[i] = one.Title
	}
	grid := figure.GridOf(len(s))
	legend := figure.NewLegend(s.legend(), grid.Total()-vg.Points(30))
	return grid.Figure(alt, titles, legend, caption,
		func(i int) *plot.Plot { return s[i].panel(grid) },
		func(i int, on figure.Frame) []figure.Mark { return s[i].marks(on) })
}

func kneeColor() color.NRGBA { return figure.Palette[3] }

func (s Spectra) legend() []figure.LegendEntry {
	entries := []figure.LegendEntry{{Name: "score", Color: figure.Palette[0], Line: true}}
	var finite, knee, slight, infinite bool
	for _, c := range s {
		finite = finite || c.PlusInf+c.MinusInf < len(c.Scores)
		knee = knee || c.Knee > 0 && !c.Slight
		slight = slight || c.Slight
		infinite = infinite || c.PlusInf+c.MinusInf > 0
	}
	if finite {
		entries = append(entries,
			figure.LegendEntry{Name: "straight line between the ends", Color: figure.SoftInk,
				Line: true, Dash: figure.Dashes})
	}
	if knee {
		entries = append(entries,
			figure.LegendEntry{Name: "knee: furthest below that line", Color: kneeColor(),
				Glyph: kneeGlyph(false)})
	}
	if slight {
		entries = append(entries,
			figure.LegendEntry{Name: "slight knee: may be chance", Color: kneeColor(),
				Glyph: kneeGlyph(true)})
	}
	if infinite {
		entries = append(entries,
			figure.LegendEntry{Name: "infinite score", Color: figure.Palette[0],
				Glyph: figure.Polygon{Sides: 3, Up: 1, Filled: true}})
	}
	return entries
}

func kneeGlyph(slight bool) draw.GlyphDrawer {
	if slight {
		return figure.Polygon{Up: 1}
	}
	return draw.CircleGlyph{}
}

// span is the range of the axis of scores, and its scale.
func (c *Spectrum) span() (lo, hi float64, s figure.Scale) {
	finite := c.Scores[c.PlusInf : len(c.Scores)-c.MinusInf]
	if m := len(finite); m > 0 {
		lo, hi = finite[m-1], finite[0]
	}
	if lo > 0 && hi > 1.2*lo { // areas begin at 0 unless that flattens the curve
		lo = 0
	}
	return lo, hi, figure.NewScale(lo, hi)
}

func (c *Spectrum) panel(grid figure.Panels) *plot.Plot {
	lo, hi, s := c.span()
	across, up := grid.Width-vg.Points(75), grid.Height-vg.Points(75)
	// Room above for a line of text, and for infinite scores.
	line := float64(vg.Points(19) / up)
	above, below := 0.03+line, 0.03
	if c.PlusInf > 0 {
		above += line
	}
	if c.MinusInf > 0 {
		below += line
	}
	p := figure.NewPlot(c.Ranks, "")
	p.Y.Label.Text = figure.Fit(p.Y.Label.TextStyle, s.Label("score"), up)
	last := len(c.Scores)
	margin := max(0.02*float64(last-1), 0.02)
	if last == 1 {
		margin = 0.5
	}
	p.X.Min, p.X.Max = 1-margin, float64(last)+margin
	p.Y.Min, p.Y.Max = s.Bounds(lo, hi, below, above)
	p.X.Tick.Marker = plot.ConstantTicks(figure.RankTicks(last, across, p.X.Tick.Label))
	p.Y.Tick.Marker = figure.AxisTicks{Room: up, Style: p.Y.Tick.Label, Upright: true}
	if len(c.Scores) == c.PlusInf+c.MinusInf {
		p.Y.Tick.Marker = plot.ConstantTicks(nil)
	}
	return p
}

// hoverRanks is the largest number of ranks of a panel that have a tooltip and a vertex of the
// curve on a front end; of more those that change the drawing.
const hoverRanks = 400

// marks are the tinted area up to the knee and the line below it, the straight line between the
// ends, the curve, the glyphs of knee and infinite scores, and the text.
func (c *Spectrum) marks(on figure.Frame) (out []figure.Mark) {
	finite := c.Scores[c.PlusInf : len(c.Scores)-c.MinusInf]
	last, knee := len(finite)-1, c.Knee-1-c.PlusInf
	_, _, scale := c.span()
	rank := func(i int) float64 { return float64(c.PlusInf + i + 1) }
	score := func(i int) float64 { return scale.At(finite[i]) }
	wide, high := on.X.Max-on.X.Min, on.Y.Max-on.Y.Min
	both := func(mark func(places []int) figure.Mark) {
		const near = 0.6 // points
		drawn := c.visible(last+1, score, near*wide/float64(on.Size.X),
			near*high/float64(on.Size.Y))
		shown := upTo(last + 1)
		if len(shown) > hoverRanks {
			shown = c.visible(last+1, score, wide/hoverRanks, (score(0)-score(last))/hoverRanks)
		}
		out = append(out, figure.Drawn{Mark: mark(drawn)}, figure.OnHover{Mark: mark(shown)})
	}
	data := func(places []int) figure.Data {
		return figure.Data{On: on.Plot, X: taken(places, rank), Y: taken(places, score)}
	}
	straight := func(x, y, x2, y2 float64, ink color.NRGBA, dashes []vg.Length) {
		r := &figure.Rules{Style: draw.LineStyle{Color: ink, Width: vg.Points(1), Dashes: dashes}}
		r.On = on.Plot
		r.Between(x, y, x2, y2)
		out = append(out, r)
	}
	if c.Knee > 0 {
		both(func(places []int) figure.Mark {
			d := data(slices.DeleteFunc(places, func(i int) bool { return i > knee }))
			d.Y2 = slices.Repeat([]float64{on.Y.Min}, len(d.X))
			return &figure.Band{Data: d, Ink: figure.Faded(figure.Palette[0], 0.12)}
		})
		straight(rank(knee), on.Y.Min, rank(knee), score(knee), kneeColor(),
			[]vg.Length{vg.Points(2), vg.Points(2)})
	}
	if last > 0 {
		straight(rank(0), score(0), rank(last), score(last), figure.SoftInk, figure.Dashes)
	}
	both(func(places []int) figure.Mark {
		d := data(places)
		d.Tips = c.tips(taken(places, func(i int) int { return c.PlusInf + i }), chartNumber)
		p := figure.Points{Data: d, Ink: figure.Palette[0], Glyph: draw.CircleGlyph{},
			Radius: vg.Points(2.2)}
		if len(finite) > 50 {
			p.Faint, p.Apart = true, vg.Length(math.Inf(1))
		}
		return &figure.Curve{Points: p, Style: draw.LineStyle{Color: figure.Palette[0],
			Width: vg.Points(1.5)}}
	})
	if c.Knee > 0 {
		d := data([]int{knee})
		tip := vega.Tip{Field: "t", Title: "knee"}
		d.Tips = []figure.Column{{Tip: tip, Words: []string{c.Text}}}
		out = append(out, &figure.Points{Data: d, Ink: kneeColor(), Glyph: kneeGlyph(c.Slight),
			Radius: vg.Points(4)})
	}
	out = append(out, c.infinite(0, c.PlusInf, on, 21, on.Y.Max-0.09*high, 1, "∞")...)
	out = append(out, c.infinite(len(c.Scores)-c.MinusInf, len(c.Scores), on,
		float64(on.Size.Y)-8, on.Y.Min+0.03*high, -1, "−∞")...)
	style := figure.SmallStyle()
	style.Color = figure.Ink
	right := func(x, y vg.Length, s string) figure.Mark {
		return figure.NewTexts(style, text.XRight, text.YTop).Add(x, y, s)
	}
	return append(out, figure.Drawn{Mark: right(on.Size.X-vg.Points(2), vg.Points(3),
		figure.Fit(style, c.Text, on.Size.X-vg.Points(4)))},
		figure.OnHover{Mark: right(on.Size.X, vg.Points(3.13), c.Text)})
}

// tips are the names of the features at some places, where there are names, their ranks, and their
// scores.
func (c *Spectrum) tips(places []int, score func(v float64) string) (tips []figure.Column) {
	if len(c.Names) > 0 {
		tips = append(tips, figure.Column{Tip: vega.Tip{Field: "n", Title: "feature"},
			Words: taken(places, func(i int) string { return c.Names[i] })})
	}
	return append(tips, figure.Column{Tip: vega.Tip{Field: "x", Title: "rank", Format: "d"}},
		figure.Column{Tip: vega.Tip{Field: "v", Title: "score"},
			Words: taken(places, func(i int) string { return score(c.Scores[i]) })})
}

// visible are the places, of n finite scores, that change the drawing of the curve: those a step of
// ranks or a fall of scores away from the one before, and the knee.
func (c *Spectrum) visible(n int, score func(int) float64, step, fall float64) (out []int) {
	for i := range n {
		if len(out) > 0 && i < n-1 && i != c.Knee-1-c.PlusInf {
			before := out[len(out)-1]
			if float64(i-before) < step && score(before)-score(i) < fall {
				continue
			}
		}
		out = append(out, i)
	}
	return out
}

// infinite marks the ranks from lo to hi at an edge: down points below the upper one, of many some,
// and on a front end at y.
func (c *Spectrum) infinite(
	lo, hi int, on figure.Frame, down, y, up float64, score string,
) []figure.Mark {
	mark := func(places []int, y float64) *figure.Points {
		return &figure.Points{Data: figure.Data{On: on.Plot,
			X: taken(places, func(i int) float64 { return float64(i + 1) }),
			Y: slices.Repeat([]float64{y}, len(places))}, Ink: figure.Palette[0],
			Radius: vg.Points(2.6), Glyph: figure.Polygon{Sides: 3, Up: up, Filled: true}}
	}
	var some, all []int
	apart := math.Inf(1) // points since the last of some
	for i := lo; i < hi; i++ {
		all = append(all, i)
		apart += float64(on.Size.X) / (on.X.Max - on.X.Min)
		if apart >= 4 || i == hi-1 && apart >= 1 {
			some, apart = append(some, i), 0
		}
	}
	drawn, shown := mark(some, down), mark(all, y)
	drawn.FromTop = true
	shown.Tips = c.tips(all, func(float64) string { return score })
	return []figure.Mark{figure.Drawn{Mark: drawn}, figure.OnHover{Mark: shown}}
}
