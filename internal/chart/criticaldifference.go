package chart

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

const (
	rankRow    = 18 // points a method
	rankTop    = 92 // points above the axis: title, critical difference, ticks
	rankLevel  = 8  // points a level of bars
	rankMargin = 8  // points around
)

// MaxRanked is the largest number of methods of a critical-difference plot.
const MaxRanked = 60

// CriticalDifference is the plot of Demšar (2006, figure 1): an axis of average ranks, the best on
// the left; a line from each method's rank to its name, the better half on the left; thick bars
// over groups of methods; and the critical difference above the axis.
type CriticalDifference struct {
	Title      string
	Names      []string  // of the methods, two at least
	Average    []float64 // their average ranks
	Order      []int     // of the methods, the best average rank first
	Groups     [][2]int  // first and last place in Order of what a bar joins
	Difference float64
}

// Figure draws the plot.
func (d *CriticalDifference) Figure(alt string, caption figure.Caption) *figure.Figure {
	width := 8.2 * vg.Inch
	levels, deepest := groupLevels(d.Groups)
	below := vg.Points(rankLevel*float64(deepest) + 16) // from the axis to the first name
	rows := (len(d.Names) + 1) / 2
	s := figure.NewSheet(width, vg.Points(rankTop)+below+vg.Points(rankRow*float64(rows)), caption)
	title := figure.TextStyle(figure.TextSize * 1.15)
	s.Add(figure.Text(title, vg.Points(10), vg.Points(17),
		figure.Fit(title, d.Title, width-vg.Points(20))))
	a := rankAxis{d, 0.3 * width, width - 0.3*width, vg.Points(rankTop)}
	s.Add(a.axis()...)
	s.Add(a.difference()...)
	s.Add(a.methods(below)...)
	s.Add(a.groups(levels))
	return s.Figure(alt, caption)
}

// groupLevels puts groups that share methods on levels of their own.
func groupLevels(groups [][2]int) (levels []int, deepest int) {
	var ends []int // last place of each level
	for _, g := range groups {
		level := 0
		for level < len(ends) && ends[level] >= g[0] {
			level++
		}
		if level == len(ends) {
			ends = append(ends, 0)
		}
		ends[level] = g[1]
		levels = append(levels, level)
	}
	return levels, len(ends)
}

// rankAxis places what stands on the axis of ranks, which is y below the top.
type rankAxis struct {
	*CriticalDifference
	left, right, y vg.Length
}

func (a rankAxis) at(rank float64) vg.Length {
	return a.left + (a.right-a.left)*vg.Length((rank-1)/float64(len(a.Names)-1))
}

func (a rankAxis) place(i int) vg.Length { return a.at(a.Average[a.Order[i]]) }

func (a rankAxis) axis() []figure.Mark {
	style := figure.TextStyle(figure.TextSize * 0.9)
	lines := figure.NewLines(figure.SoftInk, vg.Points(1)).Between(a.left, a.y, a.right, a.y)
	labels := figure.NewTexts(style, text.XCenter, text.YBottom)
	for _, t := range figure.RankTicks(len(a.Names), a.right-a.left, style) {
		x := a.at(t.Value)
		lines.Between(x, a.y, x, a.y-vg.Points(4))
		labels.Add(x, a.y-vg.Points(6), t.Label)
	}
	side := figure.NewTexts(figure.SmallStyle(), text.XRight, text.YBottom).
		Add(a.left-vg.Points(14), a.y-vg.Points(6), "average rank, best first")
	labels.Baseline, side.Baseline = "bottom", "bottom"
	return []figure.Mark{lines, labels, side}
}

// difference is the critical difference from rank 1 on, as far as the axis goes.
func (a rankAxis) difference() []figure.Mark {
	y, last := a.y-vg.Points(33), float64(len(a.Names))
	end := 1 + a.Difference
	label := "critical difference " + wording.Fixed(a.Difference, 2)
	from, to := a.at(1), a.at(min(end, last))
	bar := figure.NewLines(figure.Ink, vg.Points(1.5)).Between(from, y, to, y)
	ends := figure.NewLines(figure.Ink, vg.Points(1.5)).
		Between(from, y-vg.Points(4), from, y+vg.Points(4))
	if end > last {
		label += ", more than the axis is long"
		bar.Style.Dashes = figure.Dashes
	} else {
		ends.Between(to, y-vg.Points(4), to, y+vg.Points(4))
	}
	words := figure.Text(figure.TextStyle(figure.TextSize*0.9), from, y-vg.Points(6), label)
	words.Baseline = "bottom"
	return []figure.Mark{bar, ends, words}
}

// methods are the names, the better half on the left, from above, the others on the right, the last
// on top, so that no lines cross; and the lines from the ranks to them. Names show the whole name
// and the rank on hover.
func (a rankAxis) methods(below vg.Length) []figure.Mark {
	k := len(a.Names)
	half := (k + 1) / 2
	lines := figure.NewLines(figure.SoftInk, vg.Points(0.9))
	var wide vg.Length // of the ranks
	for _, rank := range a.Average {
		wide = max(wide, figure.SmallStyle().Width(wording.Fixed(rank, 2))+vg.Points(7))
	}
	room := a.left - vg.Points(14+5+rankMargin) - wide
	labels := figure.FitApart(figure.TextStyle(figure.TextSize), a.Names, room)
	out := []figure.Mark{lines}
	for _, right := range []bool{false, true} {
		first, behind, align := 0, half, text.XRight
		edge, away := a.left-vg.Points(14), vg.Length(-1)
		if right {
			first, behind, align = half, k, text.XLeft
			edge, away = a.right+vg.Points(14), 1
		}
		ranks := figure.NewTexts(figure.SmallStyle(), align, text.YCenter)
		names := figure.NewTexts(figure.TextStyle(figure.TextSize), align, text.YCenter)
		method := figure.Column{Tip: vega.Tip{Field: "n", Title: "method"}}
		average := figure.Column{Tip: vega.Tip{Field: "r", Title: "average rank", Format: ".3f"}}
		for i, m := range a.Order[first:behind] {
			row := i
			if right {
				row = k - 1 - half - i
			}
			x, y := a.place(first+i), a.y+below+vg.Points(rankRow*(float64(row)+0.5))
			lines.Add(vg.Point{X: x, Y: a.y}, vg.Point{X: x, Y: y}, vg.Point{X: edge, Y: y})
			at := edge + away*vg.Points(5)
			ranks.Add(at, y, wording.Fixed(a.Average[m], 2))
			names.Add(at+away*wide, y, labels[m])
			method.Words = append(method.Words, a.Names[m])
			average.Numbers = append(average.Numbers, a.Average[m])
		}
		ranks.Tips = []figure.Column{method, average}
		names.Tips = ranks.Tips
		out = append(out, ranks, names)
	}
	return out
}

// groups are the bars below the axis. They reach a little beyond the lines that they join.
func (a rankAxis) groups(levels []int) figure.Mark {
	bars := figure.NewLines(figure.Palette[0], vg.Points(4))
	for i, g := range a.Groups {
		y, over := a.y+vg.Points(10+rankLevel*float64(levels[i])), vg.Points(3)
		bars.Between(a.place(g[0])-over, y, a.place(g[1])+over, y)
	}
	return bars
}
