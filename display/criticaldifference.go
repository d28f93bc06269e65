package display

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

const (
	rankRow    = 18 // points a method
	rankTop    = 92 // points above the axis: title, critical difference, ticks
	rankLevel  = 8  // points a level of bars
	maxRanked  = 60 // methods that are drawn
	rankMargin = 8  // points around
)

// RanksFigure draws the plot of Demšar (2006, figure 1): an axis of average
// ranks, the best on the left; a line from each method's rank to its name, the better
// half on the left; thick bars over methods of which none differs significantly from
// another; and the critical difference above the axis. It returns nil for more than
// 60 methods.
func RanksFigure(r *evaluation.RankComparison) *figure.Figure {
	k := len(r.Methods)
	if k > maxRanked || k < 2 {
		return nil
	}
	width := 8.2 * vg.Inch
	levels, deepest := groupLevels(r.Groups)
	small := figure.Caption{Text: criticalNote(r)}
	n := figure.NewNote(small.Drawn(), width)
	below := vg.Points(rankLevel*float64(deepest) + 16) // from the axis to the first name
	rows := (k + 1) / 2
	height := vg.Points(rankTop) + below + vg.Points(rankRow*float64(rows)) + n.Height()
	return &figure.Figure{
		Width: width, Height: height, Alt: criticalAlt(r), Caption: small,
		Draw: func(c draw.Canvas) {
			title := figure.TextStyle(figure.TextSize * 1.15)
			c.FillText(title, vg.Point{X: c.Min.X + vg.Points(10), Y: c.Max.Y - vg.Points(17)},
				figure.Fit(title, ranksTitle(r), width-vg.Points(20)))
			a := rankAxis{c: c, r: r, left: c.Min.X + 0.3*width, right: c.Max.X - 0.3*width,
				y: c.Max.Y - vg.Points(rankTop)}
			a.drawAxis()
			a.drawDifference()
			a.drawNames(below)
			a.drawGroups(levels)
			n.Draw(c)
		},
	}
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
	c              draw.Canvas
	r              *evaluation.RankComparison
	left, right, y vg.Length
}

// at is where a rank stands.
func (a rankAxis) at(rank float64) vg.Length {
	return a.left + (a.right-a.left)*vg.Length((rank-1)/float64(len(a.r.Methods)-1))
}

func (a rankAxis) place(i int) vg.Length { return a.at(a.r.Friedman.Average[a.r.Order[i]]) }

func (a rankAxis) drawAxis() {
	line := draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(1)}
	a.c.StrokeLine2(line, a.left, a.y, a.right, a.y)
	style := figure.TextStyle(figure.TextSize * 0.9)
	for _, t := range figure.RankTicks(len(a.r.Methods), a.right-a.left, style) {
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
	label := "critical difference " + wording.Fixed(a.r.Difference, 2)
	end := 1 + a.r.Difference
	last := float64(len(a.r.Methods))
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
	labels := wording.Distinct(a.r.Methods, nil)
	k := len(labels)
	half := (k + 1) / 2
	line := draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(0.9)}
	var wide vg.Length // of the ranks
	for _, rank := range a.r.Friedman.Average {
		wide = max(wide, figure.SmallStyle().Width(wording.Fixed(rank, 2))+vg.Points(7))
	}
	room := a.left - a.c.Min.X - vg.Points(14+5+rankMargin) - wide
	labels = figure.FitApart(figure.TextStyle(figure.TextSize), labels, room)
	for i, m := range a.r.Order {
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
		a.c.FillText(soft, vg.Point{X: at, Y: y}, wording.Fixed(a.r.Friedman.Average[m], 2))
		a.c.FillText(style, vg.Point{X: at + out*wide, Y: y}, labels[m])
	}
}

// drawGroups draws the bars below the axis. They reach a little beyond the lines that
// they join.
func (a rankAxis) drawGroups(levels []int) {
	for i, g := range a.r.Groups {
		y := a.y - vg.Points(10+rankLevel*float64(levels[i]))
		over := vg.Points(3)
		a.c.StrokeLine2(draw.LineStyle{Color: figure.Palette[0], Width: vg.Points(4)},
			a.place(g[0])-over, y, a.place(g[1])+over, y)
	}
}

func criticalNote(r *evaluation.RankComparison) string {
	note := fmt.Sprintf("Bars join methods that do not differ significantly (Nemenyi, %s). ",
		level100(r.Alpha))
	if len(r.Groups) == 0 {
		note = fmt.Sprintf("All methods differ significantly from each other (Nemenyi, %s). ",
			level100(r.Alpha))
	}
	if r.Friedman.PF > r.Alpha {
		return note + fmt.Sprintf("Friedman's test finds no difference between the methods: p %s.",
			isValue(r.Friedman.PF))
	}
	return note + fmt.Sprintf("Friedman's test that all are alike: p %s.", isValue(r.Friedman.PF))
}

func criticalAlt(r *evaluation.RankComparison) string {
	labels := wording.Distinct(r.Methods, nil)
	var parts []string
	for _, m := range r.Order {
		parts = append(parts, labels[m]+" "+wording.Fixed(r.Friedman.Average[m], 2))
	}
	return fmt.Sprintf("Critical-difference plot of %s, average ranks: %s; critical difference %s",
		ranksTitle(r), strings.Join(parts, ", "), wording.Fixed(r.Difference, 2))
}
