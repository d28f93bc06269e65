package display

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

const (
	treeGap   = 4   // points between the cells, the strip of groups and the tree
	treeStrip = 12  // points for the numbers of the groups
	treeWidth = 132 // points from a squared correlation of 1 to 0
	treeRank  = 20  // points for the ranks left of the cells
)

// clusterLayout holds the positions of the parts of a cluster map.
type clusterLayout struct {
	f     *evaluation.FeatureClusters
	row   evaluation.RedundancyRow // in the order of the tree
	names vg.Length                // room left of the cells
	shown wording.FeatureNames
	side  vg.Length // of the cells
}

// ClustersFigure draws the squared correlations of the features of a ranking in the
// order of their clustering, with its tree: branches join at the mean squared
// correlation between them, and what is joined at the cut or more has the number
// and the color of its group. Up to 40 features are named, with their rank.
func ClustersFigure(f *evaluation.FeatureClusters) *figure.Figure {
	if f.K < 2 || len(f.Order) != f.K {
		return nil
	}
	l := layClusters(f)
	width := l.names + l.side + vg.Points(3*treeGap+treeStrip+treeWidth+scaleWidth)
	small := l.note()
	n := figure.NewNote(small.Drawn(), width)
	return &figure.Figure{
		Width: width, Height: l.side + vg.Points(heatTitle+heatRanks) + n.Height(),
		Alt: clustersAlt(f), Caption: small,
		Draw: func(c draw.Canvas) {
			top, left := c.Max.Y-vg.Points(heatTitle), c.Min.X+l.names
			r := snapped(vg.Rectangle{Min: vg.Point{X: left, Y: top - l.side},
				Max: vg.Point{X: left + l.side, Y: top}})
			l.draw(c, r)
			left = c.Max.X - vg.Points(scaleWidth-14)
			drawScale(c, snapped(vg.Rectangle{Min: vg.Point{X: left, Y: r.Min.Y},
				Max: vg.Point{X: left + vg.Points(11), Y: r.Max.Y}}))
			n.Draw(c)
		},
	}
}

func layClusters(f *evaluation.FeatureClusters) clusterLayout {
	l := clusterLayout{f: f, row: f.RedundancyRow, side: 4.6 * vg.Inch, names: vg.Points(14)}
	l.row.Names, l.row.Squared = make([]string, f.K), make([]float64, f.K*f.K)
	l.row.Columns = make([]int, 0, f.K)
	for y, a := range f.Order {
		l.row.Names[y] = f.Names[a]
		if a < len(f.Columns) {
			l.row.Columns = append(l.row.Columns, f.Columns[a])
		}
		for x, b := range f.Order {
			l.row.Squared[y*f.K+x] = f.Squared[a*f.K+b]
		}
	}
	if f.K > maxLabels {
		l.side = 4.2 * vg.Inch // keeps a map of noise below 300 kB
	} else {
		room := figure.MaxWidth - vg.Points(3*treeGap+treeStrip+treeWidth+scaleWidth)
		least := max(room*0.55, vg.Points(6.6*float64(f.K))) // for letters that can be read
		l.names = min(max(namesWidth(l.row), vg.Points(24))+vg.Points(treeRank), room-least)
		l.side = min(l.side, room-l.names)
		all := wording.Features(l.row.Names, l.row.Columns)
		style := nameStyle(l.side / vg.Length(f.K))
		l.shown = wording.NameFeatures(all, figure.InFigure(style, l.names-vg.Points(treeRank+8)))
	}
	return l
}

func clustersAlt(f *evaluation.FeatureClusters) string {
	text := "Clustered heat map of squared correlations"
	if f.Dataset != "" {
		text += ", " + wording.Clean(f.Dataset)
	}
	return fmt.Sprintf("%s, %s: %s", text, wording.Clean(f.Label), clustersSummary(f))
}

func (l clusterLayout) note() figure.Caption {
	note := "Squared correlation of the chosen features, alike beside alike. Branches join at " +
		"the mean squared correlation between them (average linkage)."
	if len(l.f.Groups) > 0 {
		note += fmt.Sprintf(" Numbered: groups from %s.", cutText(l.f.Cut))
	}
	if l.f.K <= maxValues {
		note += " Values of .5 and more are printed."
	}
	if l.f.K > panelPixels(l.side) {
		note += " A pixel is the mean of several pairs."
	}
	return figure.Caption{Dataset: l.f.Dataset, Text: note}
}

func (l clusterLayout) draw(c draw.Canvas, r vg.Rectangle) {
	title := figure.TextStyle(figure.TextSize * 1.1)
	above := r.Max.Y + vg.Points(7)
	mean := fmt.Sprintf(": %d features, mean %s", l.f.K, wording.Fixed(l.f.SqCosCentered, 2))
	c.FillText(title, vg.Point{X: r.Min.X, Y: above},
		figure.Fit(title, wording.Clean(l.f.Label), r.Max.X-r.Min.X-title.Width(mean))+mean)
	drawMap(c, l.row, r)
	if l.f.K <= maxLabels {
		l.drawLabels(c, r)
	} else {
		drawBelow(c, r, "features in the order of the tree")
	}
	l.drawGroups(c, r)
	left := r.Max.X + vg.Points(2*treeGap+treeStrip)
	l.drawTree(c, vg.Rectangle{Min: vg.Point{X: left, Y: r.Min.Y},
		Max: vg.Point{X: left + vg.Points(treeWidth), Y: r.Max.Y}})
}

// drawLabels puts name and rank left of the cells, and the ranks below where they
// have room.
func (l clusterLayout) drawLabels(c draw.Canvas, r vg.Rectangle) {
	cell := l.side / vg.Length(l.f.K)
	beside := r
	beside.Min.X -= vg.Points(treeRank)
	var names []string
	for _, f := range wording.Features(l.row.Names, l.row.Columns) {
		names = append(names, l.shown.Shown[f])
	}
	drawNames(c, names, beside, l.names-vg.Points(treeRank+8))
	heading := figure.SmallStyle()
	heading.XAlign = text.XRight
	c.FillText(heading, vg.Point{X: r.Min.X - vg.Points(6), Y: r.Max.Y + vg.Points(7)}, "rank")
	style := nameStyle(cell)
	below := figure.TextStyle(min(figure.TextSize*0.9, cell*0.76))
	below.XAlign, below.YAlign = text.XCenter, text.YTop
	fits := below.Font.Size >= vg.Points(6.2)
	for place, a := range l.f.Order {
		at := cell * (vg.Length(place) + 0.5)
		c.FillText(style, vg.Point{X: r.Min.X - vg.Points(6), Y: r.Max.Y - at}, wording.Itoa(a+1))
		if fits {
			c.FillText(below, vg.Point{X: r.Min.X + at, Y: r.Min.Y - vg.Points(4)},
				wording.Itoa(a+1))
		}
	}
	if fits {
		drawBelow(c, r, "rank")
	}
}

// places returns where the features of a group begin and end along the order.
func (l clusterLayout) places(g evaluation.FeatureGroup) (first, behind int) {
	inside := make(map[int]bool, len(g.Features))
	for _, a := range g.Features {
		inside[a] = true
	}
	for !inside[l.f.Order[first]] {
		first++
	}
	return first, first + len(g.Features)
}

// drawGroups frames the cells of each group and puts its number beside them.
func (l clusterLayout) drawGroups(c draw.Canvas, r vg.Rectangle) {
	const least = 9 // points that a number needs
	frame := draw.LineStyle{Color: color.White, Width: vg.Points(1.6)}
	for i, g := range l.f.Groups {
		first, behind := l.places(g)
		x0, x1 := edge(r.Min.X, r.Max.X, first, l.f.K), edge(r.Min.X, r.Max.X, behind, l.f.K)
		y0, y1 := r.Min.Y+r.Max.X-x1, r.Min.Y+r.Max.X-x0
		if x1-x0 > vg.Points(least) {
			c.StrokeLines(frame,
				[]vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1},
					{X: x0, Y: y0}})
		}
		// A gap keeps neighbors apart.
		gap := min(vg.Points(0.8), (y1-y0)/8)
		left := r.Max.X + vg.Points(treeGap)
		figure.FillRect(c, figure.SeriesColor(i),
			vg.Rectangle{Min: vg.Point{X: left, Y: y0 + gap},
				Max: vg.Point{X: left + vg.Points(treeStrip), Y: y1 - gap}})
		if y1-y0 < vg.Points(least) {
			continue
		}
		style := figure.TextStyle(min(figure.TextSize*0.9, (y1-y0)*0.8))
		style.XAlign, style.YAlign, style.Color = text.XCenter, text.YCenter,
			onColor(figure.SeriesColor(i))
		if label := wording.Itoa(i + 1); style.Width(label) <= vg.Points(treeStrip) {
			c.FillText(style, vg.Point{X: left + vg.Points(treeStrip)/2, Y: (y0 + y1) / 2}, label)
		}
	}
}

// onColor is black or white, whichever has more contrast to a color.
func onColor(ground color.NRGBA) color.Color {
	if 0.299*float64(ground.R)+0.587*float64(ground.G)+0.114*float64(ground.B) > 140 {
		return color.Black
	}
	return color.White
}

// drawTree draws the branches between the cells, at a squared correlation of 1,
// and the right, at 0.
func (l clusterLayout) drawTree(c draw.Canvas, r vg.Rectangle) {
	k := l.f.K
	x := func(height float64) vg.Length { return r.Min.X + (r.Max.X-r.Min.X)*vg.Length(height) }
	drawTreeAxis(c, r, l.f.Cut, x)
	width := vg.Points(1.3)
	if k > maxLabels {
		width = max(vg.Points(0.4), vg.Points(1.3*maxLabels/float64(k)))
	}
	at := make([]vg.Point, k, 2*k) // of each cluster
	branch := make([]color.NRGBA, k, 2*k)
	for place, a := range l.f.Order {
		at[a] = vg.Point{X: r.Min.X, Y: r.Max.Y - l.side*(vg.Length(place)+0.5)/vg.Length(k)}
		branch[a] = figure.SoftInk
	}
	for i, g := range l.f.Groups {
		for _, a := range g.Features {
			branch[a] = figure.SeriesColor(i)
		}
	}
	within := 1 // merges inside of groups come first
	for _, g := range l.f.Groups {
		within += len(g.Features) - 1
	}
	for i, m := range l.f.Tree {
		ink := figure.SoftInk
		if i+1 < within {
			ink = branch[m.A]
		}
		a, b, join := at[m.A], at[m.B], x(m.Height)
		c.StrokeLines(draw.LineStyle{Color: ink, Width: width},
			[]vg.Point{a, {X: join, Y: a.Y}, {X: join, Y: b.Y}, b})
		at, branch = append(at, vg.Point{X: join, Y: (a.Y + b.Y) / 2}), append(branch, ink)
	}
}

// drawTreeAxis draws the axis of the branches below them, and the cut.
func drawTreeAxis(c draw.Canvas, r vg.Rectangle, cut float64, x func(height float64) vg.Length) {
	tick := figure.TextStyle(figure.TextSize * 0.9)
	tick.XAlign, tick.YAlign = text.XCenter, text.YTop
	line := draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(0.6)}
	c.StrokeLine2(line, r.Min.X, r.Min.Y, r.Max.X, r.Min.Y)
	for i := range 6 {
		v := float64(i) / 5
		at := x(1 - v)
		c.StrokeLine2(line, at, r.Min.Y, at, r.Min.Y-vg.Points(3))
		c.FillText(tick, vg.Point{X: at, Y: r.Min.Y - vg.Points(4)}, wording.Fixed(v, 1))
	}
	drawBelow(c, r, "mean squared correlation")
	at := x(1 - cut)
	c.StrokeLine2(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(1), Dashes: figure.Dashes},
		at, r.Min.Y, at, r.Max.Y+vg.Points(3))
	heading := figure.SmallStyle()
	heading.XAlign = text.XCenter
	words := "groups from " + cutText(cut)
	half := heading.Width(words) / 2
	c.FillText(heading, vg.Point{X: min(max(at, r.Min.X+half), r.Max.X-half),
		Y: r.Max.Y + vg.Points(7)}, words)
}
