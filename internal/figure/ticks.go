package figure

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/wording"
)

// AxisTicks places up to ten labeled ticks at multiples of 1, 2 or 5 times a power of ten, as many
// as fit; gonum/plot's own ticks label two or three.
type AxisTicks struct {
	Room     vg.Length  // length of the axis
	Style    text.Style // of the labels
	Upright  bool       // a vertical axis: labels stand above one another
	Exponent int        // labels are in units of this power of ten
}

// Ticks implements plot.Ticker.
func (a AxisTicks) Ticks(lo, hi float64) []plot.Tick {
	if !(hi > lo) || math.IsInf(hi-lo, 0) {
		return []plot.Tick{{Value: lo, Label: wording.Minus(strconv.FormatFloat(lo, 'g', 4, 64))}}
	}
	const most = 10
	var before []plot.Tick
	for power := math.Floor(math.Log10((hi - lo) / most)); ; power++ {
		for _, m := range []float64{1, 2, 5} {
			ticks := a.at(m, int(power), lo, hi)
			switch {
			case len(ticks) < 2 && len(before) <= most:
				return before // crowded, but at least two
			case len(ticks) <= most && a.fit(ticks):
				return ticks
			}
			before = ticks
		}
	}
}

// at places ticks at the multiples of m·10^power.
func (a AxisTicks) at(m float64, power int, lo, hi float64) []plot.Tick {
	step := m * math.Pow10(power)
	var ticks []plot.Tick
	for k := math.Ceil(lo / step); k*step <= hi && len(ticks) < 100; k++ {
		label := strconv.FormatFloat(k*m*math.Pow10(power-a.Exponent), 'f',
			max(0, a.Exponent-power), 64)
		if k == 0 {
			label = "0"
		}
		ticks = append(ticks, plot.Tick{Value: k * step, Label: wording.Minus(label)})
	}
	return ticks
}

func (a AxisTicks) fit(ticks []plot.Tick) bool {
	var used vg.Length
	for _, t := range ticks {
		if a.Upright {
			used += a.Style.Font.Size * 1.6
		} else {
			used += a.Style.Width(t.Label) + a.Style.Font.Size
		}
	}
	return used <= a.Room
}

// Unit is the power of ten that the labels of an axis share when its values are too large or too
// small to be written in full, else 0.
func Unit(lo, hi float64) int {
	largest := max(math.Abs(lo), math.Abs(hi))
	if largest == 0 || largest >= 1e-2 && largest < 1e5 {
		return 0
	}
	return int(math.Floor(Log10(largest)))
}

// Log10 is that of package math, which is wrong by decades for subnormal numbers on amd64.
func Log10(v float64) float64 {
	if v < 1e-300 {
		return math.Log10(v*1e30) - 30
	}
	return math.Log10(v)
}
