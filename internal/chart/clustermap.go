package chart

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

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
	s := figure.NewSheet(width, l.side+vg.Points(heatTitle+heatRanks), caption)
	top := vg.Points(heatTitle)
	r := s.Snapped(l.names, top, l.side, l.side)
	title := figure.TextStyle(figure.TextSize * 1.1)
	mean := fmt.Sprintf(": %d features, mean %s", l.K, wording.Fixed(l.Mean, 2))
	s.Add(figure.Text(title, r.Min.X, r.Min.Y-vg.Points(7),
		figure.Fit(title, l.Label, r.Max.X-r.Min.X-title.Width(mean))+mean))
	s.Add(l.ordered.marks(r, l.Scale)...)
	s.Add(l.labels(r)...)
	s.Add(l.groups(r)...)
	left := r.Max.X + vg.Points(2*treeGap+treeStrip)
	s.Add(l.tree(vg.Rectangle{Min: vg.Point{X: left, Y: r.Min.Y},
		Max: vg.Point{X: left + vg.Points(treeWidth), Y: r.Max.Y}})...)
	s.Add(unitScale(s.Snapped(width-vg.Points(scaleWidth-14), top, vg.Points(11), l.side),
		l.Scale)...)
	f := s.Figure(alt, caption)
	if l.K <= maxLabels {
		f.NamingFeatures(l.ordered.Features, l.shown)
	}
	return f
}

// labels are names and ranks left of the cells, and the ranks below where they have room.
func (l *clusterMap) labels(r vg.Rectangle) []figure.Mark {
	if l.K > maxLabels {
		return []figure.Mark{belowMark(r, "features in the order of the tree")}
	}
	cell := l.side / vg.Length(l.K)
	ranks := figure.NewTexts(nameStyle(cell), text.XRight, text.YCenter)
	small := figure.TextStyle(min(figure.TextSize*0.9, cell*0.76))
	below := figure.NewTexts(small, text.XCenter, text.YTop)
	for place, a := range l.Order {
		at := cell * (vg.Length(place) + 0.5)
		ranks.Add(r.Min.X-vg.Points(6), r.Min.Y+at, wording.Itoa(a+1))
		below.Add(r.Min.X+at, r.Max.Y+vg.Points(4), wording.Itoa(a+1))
	}
	heading := figure.NewTexts(figure.SmallStyle(), text.XRight, text.YBottom).
		Add(r.Min.X-vg.Points(6), r.Min.Y-vg.Points(7), "rank")
	out := []figure.Mark{namesBeside(l.ordered.namesIn(l.shown), r, vg.Points(treeRank),
		l.names-vg.Points(treeRank+8)), ranks, heading}
	if small.Font.Size >= vg.Points(6.2) {
		out = append(out, below, belowMark(r, "rank"))
	}
	return out
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

// groups are the frames around the cells of each group, and the strip with their numbers.
func (l *clusterMap) groups(r vg.Rectangle) []figure.Mark {
	const least = 9 // points that a number needs
	frames, strip := figure.NewLines(white, vg.Points(1.6)), &figure.Rects{}
	words := figure.Column{Tip: vega.Tip{Field: "g", Title: "group"}, Words: []string{}}
	var numbers []*figure.Texts // one for each style
	for i, g := range l.Groups {
		first, behind := l.places(g)
		x0, x1 := edge(r.Min.X, r.Max.X, first, l.K), edge(r.Min.X, r.Max.X, behind, l.K)
		top, bottom := r.Max.Y-(r.Max.X-x0), r.Max.Y-(r.Max.X-x1)
		if x1-x0 > vg.Points(least) {
			frames.Add(outline(vg.Rectangle{Min: vg.Point{X: x0, Y: bottom},
				Max: vg.Point{X: x1, Y: top}})...)
		}
		// A gap keeps neighbors apart.
		gap := min(vg.Points(0.8), (bottom-top)/8)
		left := r.Max.X + vg.Points(treeGap)
		strip.Add(vg.Rectangle{Min: vg.Point{X: left, Y: top + gap},
			Max: vg.Point{X: left + vg.Points(treeStrip), Y: bottom - gap}}, figure.SeriesColor(i))
		words.Words = append(words.Words, fmt.Sprintf("%d: %s", i+1,
			wording.Plural(len(g), "feature", "features")))
		style := figure.TextStyle(min(figure.TextSize*0.9, (bottom-top)*0.8))
		style.Color = onColor(figure.SeriesColor(i))
		if label := wording.Itoa(i + 1); bottom-top >= vg.Points(least) &&
			style.Width(label) <= vg.Points(treeStrip) {
			style.XAlign, style.YAlign = text.XCenter, text.YCenter
			at := slices.IndexFunc(numbers, func(t *figure.Texts) bool { return t.Style == style })
			if at < 0 {
				at, numbers = len(numbers), append(numbers, &figure.Texts{Style: style})
			}
			numbers[at].Add(left+vg.Points(treeStrip)/2, (top+bottom)/2, label)
		}
	}
	strip.Tips = []figure.Column{words}
	out := []figure.Mark{frames, strip}
	for _, t := range numbers {
		out = append(out, t)
	}
	return out
}

// white is the color of lines on cells.
var white = color.NRGBA{0xff, 0xff, 0xff, 0xff}

// onColor is black or white, whichever has more contrast to a color.
func onColor(ground color.NRGBA) color.Color {
	if 0.299*float64(ground.R)+0.587*float64(ground.G)+0.114*float64(ground.B) > 140 {
		return color.Black
	}
	return color.White
}

// tree is the branches between the cells, at a value of 1, and the right, at 0, with the value at
// which they join on hover, and their axis.
func (l *clusterMap) tree(r vg.Rectangle) []figure.Mark {
	k := l.K
	x := func(height float64) vg.Length { return r.Min.X + (r.Max.X-r.Min.X)*vg.Length(height) }
	width := vg.Points(1.3)
	if k > maxLabels {
		width = max(vg.Points(0.4), vg.Points(1.3*maxLabels/float64(k)))
	}
	at := make([]vg.Point, k, 2*k) // of each cluster
	branch := make([]color.NRGBA, k, 2*k)
	for place, a := range l.Order {
		at[a] = vg.Point{X: r.Min.X, Y: r.Min.Y + l.side*(vg.Length(place)+0.5)/vg.Length(k)}
		branch[a] = figure.SoftInk
	}
	within := 1 // merges inside of groups come first
	for i, g := range l.Groups {
		within += len(g) - 1
		for _, a := range g {
			branch[a] = figure.SeriesColor(i)
		}
	}
	lines := figure.NewLines(figure.SoftInk, width)
	value := figure.Column{Tip: vega.Tip{Field: "v", Title: "mean " + l.Scale, Format: ".2f"}}
	for i, m := range l.Tree {
		ink := figure.SoftInk
		if i+1 < within {
			ink = branch[m.A]
		}
		a, b, join := at[m.A], at[m.B], x(m.Height)
		lines.Add(a, vg.Point{X: join, Y: a.Y}, vg.Point{X: join, Y: b.Y}, b)
		lines.Inks, value.Numbers = append(lines.Inks, ink), append(value.Numbers, 1-m.Height)
		at, branch = append(at, vg.Point{X: join, Y: (a.Y + b.Y) / 2}), append(branch, ink)
	}
	lines.Tips = []figure.Column{value}
	return append(l.treeAxis(r, x), lines)
}

// treeAxis is the axis of the branches below them, and the cut.
func (l *clusterMap) treeAxis(r vg.Rectangle, x func(height float64) vg.Length) []figure.Mark {
	axis := figure.NewLines(figure.SoftInk, vg.Points(0.6)).
		Between(r.Min.X, r.Max.Y, r.Max.X, r.Max.Y)
	ticks := figure.NewTexts(figure.TextStyle(figure.TextSize*0.9), text.XCenter, text.YTop)
	for i := range 6 {
		v := float64(i) / 5
		at := x(1 - v)
		axis.Between(at, r.Max.Y, at, r.Max.Y+vg.Points(3))
		ticks.Add(at, r.Max.Y+vg.Points(4), wording.Fixed(v, 1))
	}
	at := x(1 - l.Cut)
	cut := figure.NewLines(figure.SoftInk, vg.Points(1), figure.Dashes...).
		Between(at, r.Max.Y, at, r.Min.Y-vg.Points(3))
	words := "groups from " + l.CutText
	half := figure.SmallStyle().Width(words) / 2
	heading := figure.NewTexts(figure.SmallStyle(), text.XCenter, text.YBottom).
		Add(min(max(at, r.Min.X+half), r.Max.X-half), r.Min.Y-vg.Points(7), words)
	return []figure.Mark{axis, ticks, belowMark(r, "mean "+l.Scale), cut, heading}
}
