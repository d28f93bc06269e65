package chart

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

// makeClusters is k features in the blocks of makeMap, shuffled, with the tree of average linkage
// and its groups from a cut on.
func makeClusters(k int, cut float64) Clusters {
	c := Clusters{HeatMap: makeMap(k), Scale: "values", Cut: cut, CutText: "half"}
	rng := rand.New(rand.NewPCG(uint64(k), 7))
	place := rng.Perm(k)
	values := make([]float64, k*k)
	apart := mat.NewSymDense(k, nil)
	for a := range k {
		for b := range k {
			v := c.Values[place[a]*k+place[b]]
			values[a*k+b] = v
			apart.SetSym(a, b, 1-v)
		}
	}
	c.Values = values
	tree, err := learn.AverageLinkage(apart)
	if err != nil {
		panic(err)
	}
	c.Order = learn.LeafOrder(tree, apart)
	for _, m := range tree {
		c.Tree = append(c.Tree, Merge{A: m.A, B: m.B, Height: m.Height})
	}
	for _, g := range tree.Cut(1 - cut) {
		if len(g) > 1 {
			c.Groups = append(c.Groups, g)
		}
	}
	at := func(g []int) int { return slices.Index(c.Order, g[0]) }
	slices.SortFunc(c.Groups, func(a, b []int) int { return at(a) - at(b) })
	return c
}

// clusterFigure draws a map, and finds where its cells stand.
func clusterFigure(c Clusters) (f *figure.Figure, panel vg.Rectangle) {
	l := NewClusterMap(c)
	f = l.Figure("Map", figure.Caption{Text: "Made up."})
	top := f.Height - vg.Points(heatTitle)
	return f, snapped(vg.Rectangle{Min: vg.Point{X: l.names, Y: top - l.side},
		Max: vg.Point{X: l.names + l.side, Y: top}})
}

// The color that is last painted over the middle of a cell is that of the two
// features that stand there in the order of the tree; their ranks are beside it.
func TestClusterMapCells(t *testing.T) {
	for _, k := range []int{2, 7, 20, 40} {
		c := makeClusters(k, 0.5)
		f, panel := clusterFigure(c)
		r := record(f)
		cell := float64(panel.Max.X-panel.Min.X) / float64(k)
		for y, a := range c.Order {
			middle := float64(panel.Max.Y) - cell*(float64(y)+0.5)
			for x, b := range c.Order {
				px := float64(panel.Min.X) + cell*(float64(x)+0.5)
				got := painted(r, px, middle)
				if want := heat(c.Values[a*k+b]); got != want {
					t.Fatalf("%d features: the cell of ranks %d and %d is %v, want %v", k, a+1, b+1,
						got, want)
				}
			}
			for _, want := range []string{wording.Itoa(a + 1), fmt.Sprint("f", a+1)} {
				found := slices.ContainsFunc(r.Texts, func(p placed) bool {
					return p.Text == want && p.MaxX < float64(panel.Min.X) &&
						math.Abs((p.MinY+p.MaxY)/2-middle) < 3
				})
				if !found {
					t.Fatalf("%d features: %q is not left of row %d", k, want, y)
				}
			}
		}
	}
}

// Each merge joins its two branches at its height, in the color of its group.
func TestClusterMapTree(t *testing.T) {
	for _, k := range []int{2, 9, 40, 120} {
		c := makeClusters(k, 0.5)
		if k > 2 && len(c.Groups) < 2 {
			t.Fatalf("%d features have %d groups: the test shows little", k, len(c.Groups))
		}
		f, panel := clusterFigure(c)
		r := record(f)
		left := float64(panel.Max.X) + 2*treeGap + treeStrip
		cell := float64(panel.Max.Y-panel.Min.Y) / float64(k)
		type branch struct{ x, y float64 }
		at := make([]branch, k)
		group := make([]int, k) // 0 for none
		for i, g := range c.Groups {
			for _, a := range g {
				group[a] = i + 1
			}
		}
		for place, a := range c.Order {
			at[a] = branch{left, float64(panel.Max.Y) - cell*(float64(place)+0.5)}
		}
		for i, m := range c.Tree {
			a, b := at[m.A], at[m.B]
			join := left + treeWidth*m.Height
			ink, of := figure.SoftInk, 0
			if m.Height <= 1-c.Cut {
				of = group[m.A]
				ink = figure.SeriesColor(of - 1)
			}
			found := slices.ContainsFunc(r.Shapes, func(s box) bool {
				half := (s.MaxX - join)
				return s.Stroked && s.Color == ink && half > 0 && half < 1 &&
					math.Abs(s.MinX+half-min(a.x, b.x)) < 0.05 &&
					math.Abs(s.MinY+half-min(a.y, b.y)) < 0.05 &&
					math.Abs(s.MaxY-half-max(a.y, b.y)) < 0.05
			})
			if !found {
				t.Fatalf("%d features: merge %d at %g is not drawn between (%.1f, %.1f) and "+
					"(%.1f, %.1f) up to %.1f in %v", k, i, m.Height, a.x, a.y, b.x, b.y, join, ink)
			}
			at, group = append(at, branch{join, (a.y + b.y) / 2}), append(group, of)
		}
	}
}

// A strip of its color, with its number, stands beside the rows of each group,
// and nothing beside the others; a white frame is around its cells.
func TestClusterMapGroups(t *testing.T) {
	c := makeClusters(30, 0.5)
	f, panel := clusterFigure(c)
	r := record(f)
	cell := float64(panel.Max.Y-panel.Min.Y) / 30
	row := func(y float64) int { return int(math.Round((float64(panel.Max.Y) - y) / cell)) }
	var strips, frames [][2]int
	for _, s := range r.Shapes {
		switch {
		case !s.Stroked && s.MinX > float64(panel.Max.X) &&
			math.Abs(s.MaxX-s.MinX-treeStrip) < 1e-6:
			strips = append(strips, [2]int{row(s.MaxY), row(s.MinY)})
		case s.Stroked && s.Color == (color.NRGBA{0xff, 0xff, 0xff, 0xff}):
			frames = append(frames, [2]int{row(s.MaxY), row(s.MinY)})
		}
	}
	var want [][2]int
	for i, g := range c.Groups {
		first := len(c.Order)
		for place, a := range c.Order {
			if slices.Contains(g, a) {
				first = min(first, place)
			}
		}
		want = append(want, [2]int{first, first + len(g)})
		if !slices.ContainsFunc(r.Texts, func(p placed) bool {
			return p.Text == wording.Itoa(i+1) && p.MinX > float64(panel.Max.X) &&
				p.MaxX < float64(panel.Max.X)+treeGap+treeStrip && row((p.MinY+p.MaxY)/2) <= first+
				len(g)
		}) {
			t.Errorf("group %d has no number", i+1)
		}
	}
	if diff := cmp.Diff(want, strips); diff != "" || len(want) < 3 {
		t.Errorf("strips (-want +got):\n%s", diff)
	}
	must.Equal(t, frames, want, "frames")
}

// A map of noise is the heaviest.
func TestClusterMapSize(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range []int{41, 419, 500, 600, 1000} {
		c := makeClusters(k, 0.5)
		for i := range c.Values {
			v := rng.NormFloat64()
			c.Values[i] = min(1, 0.02*v*v) // of 50 independent samples
		}
		f, _ := clusterFigure(c)
		raw := must.Get(f.PNG())(t)
		if len(raw) > 300<<10 {
			t.Errorf("%d features: %d kB", k, len(raw)>>10)
		}
	}
}
