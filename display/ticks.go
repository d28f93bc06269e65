package display

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// axisTicks places up to ten labelled ticks at multiples of 1, 2 or 5 times a
// power of ten, as many as find room; gonum/plot's own ticks label two or three.
type axisTicks struct {
	room     vg.Length  // length of the axis
	style    text.Style // of the labels
	upright  bool       // a vertical axis: labels stand above one another
	exponent int        // labels are in units of this power of ten
}

// Ticks implements plot.Ticker.
func (a axisTicks) Ticks(lo, hi float64) []plot.Tick {
	if !(hi > lo) || math.IsInf(hi-lo, 0) {
		return []plot.Tick{{Value: lo, Label: minus(strconv.FormatFloat(lo, 'g', 4, 64))}}
	}
	const most = 10
	var before []plot.Tick
	for power := math.Floor(math.Log10((hi - lo) / most)); ; power++ {
		for _, m := range []float64{1, 2, 5} {
			ticks := a.at(m, int(power), lo, hi)
			switch {
			case len(ticks) < 2 && len(before) <= most:
				return before // crowded, but two at least
			case len(ticks) <= most && a.fit(ticks):
				return ticks
			}
			before = ticks
		}
	}
}

// at places ticks at the multiples of m·10^power.
func (a axisTicks) at(m float64, power int, lo, hi float64) []plot.Tick {
	step := m * math.Pow10(power)
	var ticks []plot.Tick
	for k := math.Ceil(lo / step); k*step <= hi && len(ticks) < 100; k++ {
		label := strconv.FormatFloat(k*m*math.Pow10(power-a.exponent), 'f', max(0, a.exponent-power), 64)
		if k == 0 {
			label = "0"
		}
		ticks = append(ticks, plot.Tick{Value: k * step, Label: minus(label)})
	}
	return ticks
}

func (a axisTicks) fit(ticks []plot.Tick) bool {
	var used vg.Length
	for _, t := range ticks {
		if a.upright {
			used += a.style.Font.Size * 1.6
		} else {
			used += a.style.Width(t.Label) + a.style.Font.Size
		}
	}
	return used <= a.room
}

// unit is the power of ten that the labels of an axis share when its values are
// too large or too small to be written out, else 0.
func unit(lo, hi float64) int {
	largest := max(math.Abs(lo), math.Abs(hi))
	if largest == 0 || largest >= 1e-2 && largest < 1e5 {
		return 0
	}
	return int(math.Floor(math.Log10(largest)))
}

// roundest returns the positions of at most most of the ascending counts, the
// first, the last and those of the roundest numbers down to a roundness,
// ascending, of which no two collide.
func roundest(counts []int, most, down int, collide func(i, j int) bool) []int {
	taken := make([]bool, len(counts))
	total := 0
	take := func(i int) {
		if total == most || taken[i] {
			return
		}
		for j, t := range taken {
			if t && collide(i, j) {
				return
			}
		}
		taken[i] = true
		total++
	}
	take(0)
	take(len(counts) - 1)
	for rank := range down + 1 {
		for i, k := range counts {
			if roundness(k) == rank {
				take(i)
			}
		}
	}
	var out []int
	for i, t := range taken {
		if t {
			out = append(out, i)
		}
	}
	return out
}

// leastRound is the largest roundness.
const leastRound = 4

// roundness is 0 for 1, 2, 5 and 10 times a power of ten, and more for others.
func roundness(k int) int {
	for k >= 100 && k%10 == 0 {
		k /= 10
	}
	switch {
	case k == 1 || k == 2 || k == 5 || k == 10 || k == 20 || k == 50:
		return 0
	case k == 3 || k == 7 || k == 15 || k == 30 || k == 70:
		return 1
	case k%10 == 0:
		return 2
	case k%5 == 0:
		return 3
	}
	return leastRound
}
