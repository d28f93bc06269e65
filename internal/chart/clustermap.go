package chart

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

const (
	treeGap   = 4   // points between the cells, the strip of groups and the tree
	treeStrip = 12  // points for the numbers of the groups
	treeWidth = 132 // points from a value of 1 to 0
	treeRank  = 20  // points for the ranks left of the cells
)

// clusterMap is a heat map of features in the order of their clustering, laid out for drawing, with
// its tree: branches join at the mean value between them.
type clusterMap struct {
	Clusters
	ordered HeatMap
	names   vg.Length // room left of the cells
	shown   wording.FeatureNames
	side    vg.Length // of the cells
}

// Clusters is what a cluster map shows.
type Clusters struct {
	HeatMap         // best first
	Scale   string  // what the values are
	Cut     float64 // the value from which features are a group
	CutText string
	Order   []int // of the features along the tree
	Tree    []Merge
	Groups  [][]int // features of each, in the order of the tree
}

// Merge joins two branches at a height, 1 minus the value between them. Branch c < K is feature c,
// K+i the result of merge i.
type Merge struct {
	A, B   int
	Height float64
}

// NewClusterMap lays a cluster map out. Up to 40 features are named, with their rank.
func NewClusterMap(of Clusters) *clusterMap {
	k := of.K
	l := &clusterMap{Clusters: of, ordered: of.HeatMap, side: 4.6 * vg.Inch,
		names: vg.Points(14)}
	l.ordered.Features, l.ordered.Values = make([]wording.Feature, k), make([]float64, k*k)
	for y, a := range of.Order {
		l.ordered.Features[y] = of.Features[a]
		for x, b := range of.Order {
			l.ordered.Values[y*k+x] = of.Values[a*k+b]
		}
	}
	if k > maxLabels {
		l.side = 4.2 * vg.Inch // keeps a map of noise below 300 kB
		return l
	}
	room := figure.MaxWidth - vg.Points(3*treeGap+treeStrip+treeWidth+scaleWidth)
	least := max(room*0.55, vg.Points(6.6*float64(k))) // for letters that can be read
	l.names = min(max(l.ordered.namesWidth(), vg.Points(24))+vg.Points(treeRank), room-least)
	l.side = min(l.side, room-l.names)
	style := nameStyle(l.side / vg.Length(k))
	l.shown = wording.NameFeatures(l.ordered.Features,
		figure.InFigure(style, l.names-vg.Points(treeRank+8)))
	return l
}

// Printed reports whether cells hold their value.
func (l *clusterMap) Printed() bool { return l.K <= maxValues }

// Averaged reports whether a pixel shows several cells.
func (l *clusterMap) Averaged() bool { return l.K > panelPixels(l.side) }

// Figure draws the map and its tree. The branches and cells of a group have its number and color.
func (l *clusterMap) Figure(alt string, caption figure.Caption) *figure.Figure {
	width := l.names + l.side + vg.Points(3*treeGap+treeStrip+treeWidth+scaleWidth)
	n := figure.NewNote(caption.Text, width)
	f := &figure.Figure{
		Width: width, Height: l.side + vg.Points(heatTitle+heatRanks) + n.Height(),
		Alt: alt, Caption: caption,
		Draw: func(c draw.Canvas) {
			top, left := c.Max.Y-vg.Points(heatTitle), c.Min.X+l.names
			r := snapped(vg.Rectangle{Min: vg.Point{X: left, Y: top - l.side},
				Max: vg.Point{X: left + l.side, Y: top}})
			l.draw(c, r)
			left = c.Max.X - vg.Points(scaleWidth-14)
			drawScale(c, snapped(vg.Rectangle{Min: vg.Point{X: left, Y: r.Min.Y},
				Max: vg.Point{X: left + vg.Points(11), Y: r.Max.Y}}), l.Scale)
			n.Draw(c)
		},
	}
	if l.K <= maxLabels {
		f.NamingFeatures(l.ordered.Features, l.shown)
	}
	return f.WithPanels(1, 0, 0, func() []vega.Panel {
		return l.panel(width, l.side+vg.Points(heatTitle+heatRanks))
	})
}

func (l *clusterMap) draw(c draw.Canvas, r vg.Rectangle) {
	title := figure.TextStyle(figure.TextSize * 1.1)
	above := r.Max.Y + vg.Points(7)
	mean := fmt.Sprintf(": %d features, mean %s", l.K, wording.Fixed(l.Mean, 2))
	c.FillText(title, vg.Point{X: r.Min.X, Y: above},
		figure.Fit(title, l.Label, r.Max.X-r.Min.X-title.Width(mean))+mean)
	l.ordered.draw(c, r)
	if l.K <= maxLabels {
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
func (l *clusterMap) drawLabels(c draw.Canvas, r vg.Rectangle) {
	cell := l.side / vg.Length(l.K)
	beside := r
	beside.Min.X -= vg.Points(treeRank)
	drawNames(c, l.ordered.namesIn(l.shown), beside, l.names-vg.Points(treeRank+8))
	heading := figure.SmallStyle()
	heading.XAlign = text.XRight
	c.FillText(heading, vg.Point{X: r.Min.X - vg.Points(6), Y: r.Max.Y + vg.Points(7)}, "rank")
	style := nameStyle(cell)
	below := figure.TextStyle(min(figure.TextSize*0.9, cell*0.76))
	below.XAlign, below.YAlign = text.XCenter, text.YTop
	fits := below.Font.Size >= vg.Points(6.2)
	for place, a := range l.Order {
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
func (l *clusterMap) places(features []int) (first, behind int) {
	inside := make(map[int]bool, len(features))
	for _, a := range features {
		inside[a] = true
	}
	for !inside[l.Order[first]] {
		first++
	}
	return first, first + len(features)
}

// drawGroups frames the cells of each group and puts its number beside them.
func (l *clusterMap) drawGroups(c draw.Canvas, r vg.Rectangle) {
	const least = 9 // points that a number needs
	frame := draw.LineStyle{Color: color.White, Width: vg.Points(1.6)}
	for i, g := range l.Groups {
		first, behind := l.places(g)
		x0, x1 := edge(r.Min.X, r.Max.X, first, l.K), edge(r.Min.X, r.Max.X, behind, l.K)
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

// drawTree draws the branches between the cells, at a value of 1,
// and the right, at 0.
func (l *clusterMap) drawTree(c draw.Canvas, r vg.Rectangle) {
	k := l.K
	x := func(height float64) vg.Length { return r.Min.X + (r.Max.X-r.Min.X)*vg.Length(height) }
	l.drawTreeAxis(c, r, x)
	width := vg.Points(1.3)
	if k > maxLabels {
		width = max(vg.Points(0.4), vg.Points(1.3*maxLabels/float64(k)))
	}
	at := make([]vg.Point, k, 2*k) // of each cluster
	branch := make([]color.NRGBA, k, 2*k)
	for place, a := range l.Order {
		at[a] = vg.Point{X: r.Min.X, Y: r.Max.Y - l.side*(vg.Length(place)+0.5)/vg.Length(k)}
		branch[a] = figure.SoftInk
	}
	for i, g := range l.Groups {
		for _, a := range g {
			branch[a] = figure.SeriesColor(i)
		}
	}
	within := 1 // merges inside of groups come first
	for _, g := range l.Groups {
		within += len(g) - 1
	}
	for i, m := range l.Tree {
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
func (l *clusterMap) drawTreeAxis(
	c draw.Canvas, r vg.Rectangle, x func(height float64) vg.Length,
) {
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
	drawBelow(c, r, "mean "+l.Scale)
	at := x(1 - l.Cut)
	c.StrokeLine2(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(1), Dashes: figure.Dashes},
		at, r.Min.Y, at, r.Max.Y+vg.Points(3))
	heading := figure.SmallStyle()
	heading.XAlign = text.XCenter
	words := "groups from " + l.CutText
	half := heading.Width(words) / 2
	c.FillText(heading, vg.Point{X: min(max(at, r.Min.X+half), r.Max.X-half),
		Y: r.Max.Y + vg.Points(7)}, words)
}
