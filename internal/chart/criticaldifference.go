package chart

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

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
	n := figure.NewNote(caption.Text, width)
	below := vg.Points(rankLevel*float64(deepest) + 16) // from the axis to the first name
	rows := (len(d.Names) + 1) / 2
	height := vg.Points(rankTop) + below + vg.Points(rankRow*float64(rows)) + n.Height()
	f := &figure.Figure{
		Width: width, Height: height, Alt: alt, Caption: caption,
		Draw: func(c draw.Canvas) {
			title := figure.TextStyle(figure.TextSize * 1.15)
			c.FillText(title, vg.Point{X: c.Min.X + vg.Points(10), Y: c.Max.Y - vg.Points(17)},
				figure.Fit(title, d.Title, width-vg.Points(20)))
			a := rankAxis{CriticalDifference: d, c: c, left: c.Min.X + 0.3*width,
				right: c.Max.X - 0.3*width, y: c.Max.Y - vg.Points(rankTop)}
			a.drawAxis()
			a.drawDifference()
			a.drawNames(below)
			a.drawGroups(levels)
			n.Draw(c)
		},
	}
	return f.WithPanels(1, 0, 0, func() []vega.Panel {
		return []vega.Panel{d.panel(width, below, height-n.Height(), levels)}
	})
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

// rankAxis draws what stands on the axis of ranks.
type rankAxis struct {
	*CriticalDifference
	c              draw.Canvas
	left, right, y vg.Length
}

// at is where a rank stands.
func (a rankAxis) at(rank float64) vg.Length {
	return a.left + (a.right-a.left)*vg.Length((rank-1)/float64(len(a.Names)-1))
}

func (a rankAxis) place(i int) vg.Length { return a.at(a.Average[a.Order[i]]) }

func (a rankAxis) drawAxis() {
	line := draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(1)}
	a.c.StrokeLine2(line, a.left, a.y, a.right, a.y)
	style := figure.TextStyle(figure.TextSize * 0.9)
	for _, t := range figure.RankTicks(len(a.Names), a.right-a.left, style) {
		x := a.at(t.Value)
		a.c.StrokeLine2(line, x, a.y, x, a.y+vg.Points(4))
		centered := style
		centered.XAlign, centered.YAlign = text.XCenter, text.YBottom
		a.c.FillText(centered, vg.Point{X: x, Y: a.y + vg.Points(6)}, t.Label)
	}
	side := figure.SmallStyle()
	side.YAlign = text.YBottom
	side.XAlign = text.XRight
	a.c.FillText(side, vg.Point{X: a.left - vg.Points(14), Y: a.y + vg.Points(6)},
		"average rank, best first")
}

// drawDifference draws the critical difference from rank 1 on, as far as the axis
// goes.
func (a rankAxis) drawDifference() {
	y := a.y + vg.Points(33)
	label := "critical difference " + wording.Fixed(a.Difference, 2)
	end := 1 + a.Difference
	last := float64(len(a.Names))
	line := draw.LineStyle{Color: figure.Ink, Width: vg.Points(1.5)}
	if end > last {
		label += ", more than the axis is long"
		line.Dashes = figure.Dashes
	}
	from, to := a.at(1), a.at(min(end, last))
	a.c.StrokeLine2(line, from, y, to, y)
	line.Dashes = nil
	ends := []vg.Length{from, to}
	if end > last {
		ends = ends[:1]
	}
	for _, x := range ends {
		a.c.StrokeLine2(line, x, y-vg.Points(4), x, y+vg.Points(4))
	}
	style := figure.TextStyle(figure.TextSize * 0.9)
	style.YAlign = text.YBottom
	a.c.FillText(style, vg.Point{X: from, Y: y + vg.Points(6)}, label)
}

// drawNames draws the better half on the left, from above, the others on the right, the last on
// top, so that no lines cross.
func (a rankAxis) drawNames(below vg.Length) {
	k := len(a.Names)
	half := (k + 1) / 2
	line := draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(0.9)}
	var wide vg.Length // of the ranks
	for _, rank := range a.Average {
		wide = max(wide, figure.SmallStyle().Width(wording.Fixed(rank, 2))+vg.Points(7))
	}
	room := a.left - a.c.Min.X - vg.Points(14+5+rankMargin) - wide
	labels := figure.FitApart(figure.TextStyle(figure.TextSize), a.Names, room)
	for i, m := range a.Order {
		style, soft := figure.TextStyle(figure.TextSize), figure.SmallStyle()
		style.YAlign, soft.YAlign = text.YCenter, text.YCenter
		row, edge, out := i, a.left-vg.Points(14), vg.Length(-1)
		if i >= half {
			row, edge, out = k-1-i, a.right+vg.Points(14), 1
		} else {
			style.XAlign, soft.XAlign = text.XRight, text.XRight
		}
		x, y := a.place(i), a.y-below-vg.Points(rankRow*(float64(row)+0.5))
		a.c.StrokeLines(line, []vg.Point{{X: x, Y: a.y}, {X: x, Y: y}, {X: edge, Y: y}})
		at := edge + out*vg.Points(5)
		a.c.FillText(soft, vg.Point{X: at, Y: y}, wording.Fixed(a.Average[m], 2))
		a.c.FillText(style, vg.Point{X: at + out*wide, Y: y}, labels[m])
	}
}

// drawGroups draws the bars below the axis. They reach a little beyond the lines that
// they join.
func (a rankAxis) drawGroups(levels []int) {
	for i, g := range a.Groups {
		y := a.y - vg.Points(10+rankLevel*float64(levels[i]))
		over := vg.Points(3)
		a.c.StrokeLine2(draw.LineStyle{Color: figure.Palette[0], Width: vg.Points(4)},
			a.place(g[0])-over, y, a.place(g[1])+over, y)
	}
}
