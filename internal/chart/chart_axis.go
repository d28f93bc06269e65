package chart

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// valueRange is the range of the values of an axis.
type valueRange struct {
	any    bool
	lo, hi float64
	broken bool // whether some are not whole numbers
}

func (e *valueRange) add(v float64) {
	if !e.any {
		e.any, e.lo, e.hi = true, v, v
	}
	e.lo, e.hi = min(e.lo, v), max(e.hi, v)
	e.broken = e.broken || v != math.Trunc(v)
}

// chartAxis says where values stand on an axis of a chart, which is drawn as a
// linear one: on a logarithmic axis by their logarithm to base 10.
type chartAxis struct {
	log      bool
	scale    figure.Scale // of a linear axis
	whole    bool         // whether its values, and so its ticks, are whole numbers
	some     float64      // one of its values
	from, to float64
	quantity string // the label for the values, with "log" for logarithms
	label    string // the same in the units of the ticks
}

// newChartAxis makes the axis for values, with shares of its length as room for glyphs at its ends.
// A logarithmic axis shows two thousandths of a decade at least.
func newChartAxis(quantity string, log bool, e valueRange, below, above float64) chartAxis {
	const least = 0.002
	a := chartAxis{log: log, some: e.lo, quantity: quantity}
	if log {
		lo, hi := figure.Log10(e.lo), figure.Log10(e.hi)
		switch wide := hi - lo; {
		case wide == 0:
			lo, hi = lo-0.5, hi+0.5
		case wide < least:
			lo, hi = lo-(least-wide)/2, hi+(least-wide)/2
		}
		a.from, a.to = lo-below*(hi-lo), hi+above*(hi-lo)
		a.quantity += " (logarithmic)"
		a.label = a.quantity
		return a
	}
	a.scale = figure.NewScale(e.lo, e.hi)
	a.whole = !e.broken && a.scale == figure.Scale{}
	a.from, a.to = a.scale.Bounds(e.lo, e.hi, below, above)
	a.label = a.scale.LabelOf(quantity)
	return a
}

func (a *chartAxis) at(v float64) float64 {
	if a.log {
		return figure.Log10(v)
	}
	return a.scale.At(v)
}

// ticks places the ticks of an axis of the given length.
func (a *chartAxis) ticks(room vg.Length, style text.Style, upright bool) []plot.Tick {
	if a.log {
		return logTicks{room, style, upright}.between(a.from, a.to)
	}
	ticks := figure.AxisTicks{Room: room, Style: style, Upright: upright}.Ticks(a.from, a.to)
	if !a.whole {
		return ticks
	}
	for _, t := range ticks {
		if t.Value == math.Trunc(t.Value) {
			continue
		}
		// Ticks between whole numbers would be dense, so all of these fit.
		ticks = nil
		for v := math.Ceil(a.from); v <= a.to; v++ {
			ticks = append(ticks,
				plot.Tick{Value: v, Label: wording.Minus(strconv.FormatFloat(v, 'f', 0, 64))})
		}
		break
	}
	return ticks
}

// logTicks places labeled ticks on an axis of decimal logarithms.
type logTicks struct {
	room    vg.Length
	style   text.Style
	upright bool
}

// between labels as many round numbers as fit, at most ten: multiples of a power of ten by 1 to 9,
// by 1, 2, 5, or by 1, 3, whole powers, or every second, fifth, tenth, … of them. Between
// neighboring powers the multiples have a tick. Where there are no three round numbers the ticks
// are those of a linear axis.
func (l logTicks) between(from, to float64) []plot.Tick {
	const most = 10
	if to-from < 2 {
		ticks := l.decades(from, to, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, 1)
		if len(ticks) < 3 {
			return l.linear(from, to)
		}
		if len(ticks) <= most && l.fit(ticks, from, to) {
			return ticks
		}
	}
	for _, multiples := range [][]int{{1, 2, 5}, {1, 3}, {1}} {
		if ticks := l.decades(from, to, multiples, 1); len(ticks) > 1 && len(ticks) <= most &&
			l.fit(ticks, from, to) {
			return append(ticks, l.between9(from, to, multiples)...)
		}
	}
	for i := 1; ; i++ {
		step := []int{1, 2, 5}[i%3] * int(math.Pow10(i/3))
		if ticks := l.decades(from, to, []int{1}, step); len(ticks) <= most &&
			l.fit(ticks, from, to) || len(ticks) < 2 {
			return ticks
		}
	}
}

// decades labels the multiples of every step-th power of ten.
func (l logTicks) decades(from, to float64, multiples []int, step int) []plot.Tick {
	plain := from > -3.5 && to < 5
	var ticks []plot.Tick
	for power := int(math.Floor(from)); float64(power) <= to; power++ {
		if power%step != 0 {
			continue
		}
		for _, m := range multiples {
			at := float64(power) + math.Log10(float64(m))
			if at < from || at > to {
				continue
			}
			label := wording.Itoa(m)
			switch {
			case plain:
				label = strconv.FormatFloat(float64(m)*math.Pow10(power), 'f', max(0, -power), 64)
			case power != 0:
				label += "e" + wording.Minus(wording.Itoa(power))
			}
			ticks = append(ticks, plot.Tick{Value: at, Label: label})
		}
	}
	return ticks
}

// between9 are the ticks without labels.
func (l logTicks) between9(from, to float64, labeled []int) []plot.Tick {
	if to-from > 8 {
		return nil
	}
	var others []int
	for m := 1; m <= 9; m++ {
		with := false
		for _, k := range labeled {
			with = with || k == m
		}
		if !with {
			others = append(others, m)
		}
	}
	ticks := l.decades(from, to, others, 1)
	for i := range ticks {
		ticks[i].Label = ""
	}
	return ticks
}

func (l logTicks) linear(from, to float64) []plot.Tick {
	power := int(math.Floor(from))
	exponent := 0
	if power < -3 || power >= 5 {
		exponent = power
	}
	at := func(log float64) float64 { return math.Pow(10, log-float64(exponent)) }
	ticks := figure.AxisTicks{Room: l.room, Style: l.style, Upright: l.upright}.Ticks(at(from),
		at(to))
	for i := range ticks {
		ticks[i].Value = math.Log10(ticks[i].Value) + float64(exponent)
		if exponent != 0 {
			ticks[i].Label += "e" + wording.Minus(wording.Itoa(exponent))
		}
	}
	return ticks
}

func (l logTicks) fit(ticks []plot.Tick, from, to float64) bool {
	for i := range ticks[min(1, len(ticks)):] {
		a, b := ticks[i], ticks[i+1]
		room := l.style.Font.Size * 1.4
		if !l.upright {
			room = (l.style.Width(a.Label)+l.style.Width(b.Label))/2 + l.style.Font.Size*0.8
		}
		if l.room*vg.Length((b.Value-a.Value)/(to-from)) < room {
			return false
		}
	}
	return true
}
