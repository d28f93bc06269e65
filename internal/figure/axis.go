package figure

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/wording"
)

// Scale is the unit and origin of an axis: v stands at (v - from) / 10^unit, so that neither the
// axis nor its labels overflow.
type Scale struct {
	from float64
	unit int
}

// NewScale chooses the unit for values between lo and hi, and, for values so close together that
// their labels would differ only in the last of many digits, a round origin near them.
func NewScale(lo, hi float64) Scale {
	var s Scale
	largest := max(math.Abs(lo), math.Abs(hi))
	if wide := hi - lo; wide > 0 && wide < 1e-4*largest {
		digits := int(math.Floor(math.Log10(largest))-math.Ceil(math.Log10(wide))) + 1
		s.from, _ = strconv.ParseFloat(strconv.FormatFloat(lo, 'e', min(digits, 17)-1, 64), 64)
		lo, hi = lo-s.from, hi-s.from
	}
	s.unit = max(Unit(lo, hi), -323) // 10^-324 is 0
	return s
}

// Exponent is the power of ten that is the unit of the axis.
func (s Scale) Exponent() int { return s.unit }

// At is the place of a value on the axis, in its unit from its origin.
func (s Scale) At(v float64) float64 {
	if s.unit < -300 { // a power of ten so small has few digits
		return (v - s.from) * 1e300 * math.Pow10(-300-s.unit)
	}
	return (v - s.from) / math.Pow10(s.unit)
}

// Line is the values on the axis: origin + step·x at place x.
func (s Scale) Line() (origin, step float64) { return s.from, math.Pow10(s.unit) }

// Label is the label of the axis of a quantity, with its unit and origin.
func (s Scale) Label(quantity string) string {
	if s.from != 0 {
		sign := " - "
		if s.from < 0 {
			sign = " + "
		}
		whole, short := strconv.FormatFloat(math.Abs(s.from), 'f', -1, 64),
			strconv.FormatFloat(math.Abs(s.from), 'e', -1, 64)
		if len(short) < len(whole) {
			whole = strings.NewReplacer("e+0", "e", "e+", "e").Replace(short)
		}
		quantity += sign + whole
		if s.unit != 0 {
			quantity = "(" + quantity + ")"
		}
	}
	if s.unit != 0 {
		quantity += " in 1e" + wording.Itoa(s.unit)
	}
	return wording.Minus(quantity)
}

// LabelOf is label for a quantity in a user's own words, whose hyphens stay.
func (s Scale) LabelOf(quantity string) string {
	return strings.Replace(s.Label("\x00"), "\x00", quantity, 1)
}

// Bounds are the ends of an axis for values between lo and hi, with a share of its length as
// margin; a single value is centered.
func (s Scale) Bounds(lo, hi, below, above float64) (from, to float64) {
	from, to = s.At(lo), s.At(hi)
	margin := to - from
	if margin == 0 {
		half := max(math.Abs(to)/2, math.SmallestNonzeroFloat64)
		if to == 0 {
			half = 1
		}
		return from - half, to + half
	}
	return from - below*margin, to + above*margin
}

// RankTicks places ticks at 1 and at multiples of 1, 2 or 5 times a power of ten, as many as fit.
func RankTicks(last int, room vg.Length, style text.Style) []plot.Tick {
	apart := func(a, b int) vg.Length { return room * vg.Length(b-a) / vg.Length(max(last-1, 1)) }
	wide := style.Width(wording.Itoa(last)) + vg.Points(10)
	step := 1
	for i := 0; apart(0, step) < wide && step < last; i++ {
		step = []int{1, 2, 5}[i%3] * int(math.Pow10(i/3))
	}
	first := step
	if step <= 2 { // 1, 3, 5, …
		first = 1
	}
	var ticks []plot.Tick
	if first > 1 && (step > last || apart(1, step) >= 0.7*wide) {
		ticks = append(ticks, plot.Tick{Value: 1, Label: "1"})
	}
	for k := first; k <= last; k += step {
		ticks = append(ticks, plot.Tick{Value: float64(k), Label: wording.Itoa(k)})
	}
	return ticks
}

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
