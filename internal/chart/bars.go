package chart

import (
	"math"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// Bars draws numbers as horizontal bars from 0 with whiskers: a row for each feature.
type Bars struct {
	Title, X string
	Rows     []wording.Feature
	Bars     []Bar // one a row
}

// Bar is a number, and the ends of its whisker.
type Bar struct{ Value, Low, High float64 }

const (
	barsHead = 30 // points above the bars: the title
	barsFoot = 42 // points below them: ticks and label
)

// Figure draws the bars.
func (b *Bars) Figure(alt string, caption figure.Caption) *figure.Figure {
	names := nameRows(b.Rows)
	all := &barFigure{barRows: names, title: b.Title, head: vg.Points(barsHead),
		foot: vg.Points(barsFoot), left: names.room + vg.Points(18), width: 6.8 * vg.Inch}
	all.wide = all.width - all.left - vg.Points(18)
	lo, hi := b.span()
	column := barColumn{label: figure.Fit(figure.TextStyle(figure.TextSize), b.X, all.wide),
		from: lo, to: hi, rows: upTo(len(b.Bars)), bars: b.Bars, ink: barColor(), title: b.X,
		format: ".4~g"}
	ticks := figure.AxisTicks{Room: all.wide, Style: figure.TextStyle(figure.TextSize * 0.9)}
	for _, t := range ticks.Ticks(lo, hi) {
		if t.Label != "" {
			column.ticks = append(column.ticks, t)
		}
	}
	all.columns = []barColumn{column}
	return all.figure(alt, caption)
}

// span is the range of the axis: all bars and whiskers, 0, and a margin.
func (b *Bars) span() (lo, hi float64) {
	for _, v := range b.Bars {
		lo, hi = min(lo, v.Value, v.Low), max(hi, v.Value, v.High)
	}
	if !(hi > lo) || math.IsInf(hi-lo, 0) {
		return -1, 1
	}
	margin := (hi - lo) * 0.02
	if lo < 0 {
		lo -= margin
	}
	return lo, hi + margin
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
