package display

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// makeClusters is k features of which every third has a part in common, shuffled.
func makeClusters(label string, k int, name func(int) string,
	cut float64) *evaluation.FeatureClusters {
	rng := rand.New(rand.NewPCG(uint64(k), 7))
	const n = 40
	d := &datasets.Dataset{Name: "synthetic", X: mat.NewDense(n, k, nil)}
	r := &algorithms.Ranking{Label: label, D: k, K: k, Features: rng.Perm(k)}
	for i := range n {
		common := rng.NormFloat64()
		for j := range k {
			block := math.Sin(float64((i + 1) * (j/5 + 1)))
			d.X.Set(i, j, 2*block+0.5*rng.NormFloat64())
			if j%3 == 0 {
				d.X.Set(i, j, 3*common+2*rng.NormFloat64())
			}
		}
	}
	for j := range k {
		d.Features = append(d.Features, fmt.Sprint("x", j))
	}
	for _, j := range r.Features {
		r.Names = append(r.Names, d.Features[j])
	}
	c, err := evaluation.Clusters(context.Background(), d, evaluation.ClustersOptions{Cut: cut}, r)
	if err != nil {
		panic(err)
	}
	for i := range c.Names {
		c.Names[i] = name(i)
	}
	return c
}

func clusterSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	for _, k := range []int{2, 3, 5, 10, 14, 15, 20, 21, 30, 39, 40, 41, 100, 300, 421, 1000} {
		for what, name := range map[string]func(int) string{"names": numbered("feature "),
			"long names": long, "uneven names": uneven, "digits": numbered("")} {
			out[fmt.Sprintf("cluster heat map, %d %s", k, what)] =
				ClustersFigure(makeClusters("fisher", k, name, 0))
			if k > maxLabels {
				break
			}
		}
		out[fmt.Sprintf("cluster heat map of a long method, %d features", k)] =
			ClustersFigure(makeClusters(long(1), k, numbered("f"), 0))
	}
	for _, cut := range []float64{0.001, 0.1, 0.25, 0.9, 0.999, 1} {
		out[fmt.Sprintf("cluster heat map, cut at %g", cut)] =
			ClustersFigure(makeClusters(long(2), 25, uneven, cut))
		out[fmt.Sprintf("large cluster heat map, cut at %g", cut)] =
			ClustersFigure(makeClusters("fisher", 80, uneven, cut))
	}
	for i, name := range hostile {
		out[fmt.Sprintf("cluster heat map, hostile name %d", i)] =
			ClustersFigure(makeClusters(name, 6, func(int) string { return name }, 0))
	}
	return out
}

// panelOf is where the cells of a cluster map stand.
func panelOf(f *figure.Figure, c *evaluation.FeatureClusters) vg.Rectangle {
	l := layClusters(c)
	top := f.Height - vg.Points(heatTitle)
	return snapped(vg.Rectangle{Min: vg.Point{X: l.names, Y: top - l.side},
		Max: vg.Point{X: l.names + l.side, Y: top}})
}

// The color that is last painted over the middle of a cell is that of the two
// features that stand there in the order of the tree; their ranks are beside it.
func TestClusterMapCells(t *testing.T) {
	for _, k := range []int{2, 7, 20, 40} {
		c := makeClusters("m", k, numbered("f"), 0)
		f := ClustersFigure(c)
		r := record(f)
		panel := panelOf(f, c)
		cell := float64(panel.Max.X-panel.Min.X) / float64(k)
		for y, a := range c.Order {
			middle := float64(panel.Max.Y) - cell*(float64(y)+0.5)
			for x, b := range c.Order {
				px := float64(panel.Min.X) + cell*(float64(x)+0.5)
				var got color.NRGBA
				for _, s := range r.shapes {
					if !s.stroked && s.minX < px && px < s.maxX && s.minY < middle &&
						middle < s.maxY {
						got = s.color
					}
				}
				if want := heat(c.Squared[a*k+b]); got != want {
					t.Fatalf("%d features: the cell of ranks %d and %d is %v, want %v", k, a+1, b+1,
						got, want)
				}
			}
			for _, want := range []string{wording.Itoa(a + 1), fmt.Sprint("f", a+1)} {
				found := slices.ContainsFunc(r.texts, func(p placed) bool {
					return p.text == want && p.maxX < float64(panel.Min.X) &&
						math.Abs((p.minY+p.maxY)/2-middle) < 3
				})
				if !found {
					t.Fatalf("%d features: %q is not left of row %d", k, want, y)
				}
			}
		}
	}
}

// Large maps are bitmaps in the same order.
func TestClusterMapPixels(t *testing.T) {
	for _, k := range []int{41, 100, 300} {
		c := makeClusters("m", k, numbered("f"), 0.9)
		f := ClustersFigure(c)
		c.Groups = nil // their frames cover pixels
		raw, err := ClustersFigure(c).PNG()
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		panel := panelOf(f, c)
		left, side := int(math.Round(panel.Min.X.Dots(figure.Dpi))),
			int(math.Round((panel.Max.X - panel.Min.X).Dots(figure.Dpi)))
		top := img.Bounds().Dy() - int(math.Round(panel.Max.Y.Dots(figure.Dpi)))
		wrong := 0
		for y, a := range c.Order {
			for x, b := range c.Order {
				got := color.NRGBAModel.Convert(img.At(left+(2*x+1)*side/(2*k),
					top+(2*y+1)*side/(2*k)))
				if got != heat(shade(c.Squared[a*k+b])) {
					wrong++
				}
			}
		}
		if wrong > 0 {
			t.Errorf("%d features: %d of %d cells have another color than their value", k,
				wrong, k*k)
		}
	}
}

// Each merge joins its two branches at its height, in the color of its group.
func TestClusterMapTree(t *testing.T) {
	for _, k := range []int{2, 9, 40, 120} {
		c := makeClusters("m", k, numbered("f"), 0)
		if k > 2 && len(c.Groups) < 2 {
			t.Fatalf("%d features have %d groups: the test shows little", k, len(c.Groups))
		}
		f := ClustersFigure(c)
		r := record(f)
		panel := panelOf(f, c)
		left := float64(panel.Max.X) + 2*treeGap + treeStrip
		cell := float64(panel.Max.Y-panel.Min.Y) / float64(k)
		type branch struct{ x, y float64 }
		at := make([]branch, k)
		group := make([]int, k) // 0 for none
		for i, g := range c.Groups {
			for _, a := range g.Features {
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
			found := slices.ContainsFunc(r.shapes, func(s box) bool {
				half := (s.maxX - join)
				return s.stroked && s.color == ink && half > 0 && half < 1 &&
					math.Abs(s.minX+half-min(a.x, b.x)) < 0.05 &&
					math.Abs(s.minY+half-min(a.y, b.y)) < 0.05 &&
					math.Abs(s.maxY-half-max(a.y, b.y)) < 0.05
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
	c := makeClusters("m", 30, numbered("f"), 0)
	f := ClustersFigure(c)
	r := record(f)
	panel := panelOf(f, c)
	cell := float64(panel.Max.Y-panel.Min.Y) / 30
	row := func(y float64) int { return int(math.Round((float64(panel.Max.Y) - y) / cell)) }
	var strips, frames [][2]int
	for _, s := range r.shapes {
		switch {
		case !s.stroked && s.minX > float64(panel.Max.X) &&
			math.Abs(s.maxX-s.minX-treeStrip) < 1e-6:
			strips = append(strips, [2]int{row(s.maxY), row(s.minY)})
		case s.stroked && s.color == (color.NRGBA{0xff, 0xff, 0xff, 0xff}):
			frames = append(frames, [2]int{row(s.maxY), row(s.minY)})
		}
	}
	var want [][2]int
	for i, g := range c.Groups {
		first := len(c.Order)
		for place, a := range c.Order {
			if slices.Contains(g.Features, a) {
				first = min(first, place)
			}
		}
		want = append(want, [2]int{first, first + len(g.Features)})
		if !slices.ContainsFunc(r.texts, func(p placed) bool {
			return p.text == wording.Itoa(i+1) && p.minX > float64(panel.Max.X) &&
				p.maxX < float64(panel.Max.X)+treeGap+treeStrip && row((p.minY+p.maxY)/2) <= first+
				len(g.Features)
		}) {
			t.Errorf("group %d has no number", i+1)
		}
	}
	if diff := cmp.Diff(want, strips); diff != "" || len(want) < 3 {
		t.Errorf("strips (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, frames); diff != "" {
		t.Errorf("frames (-want +got):\n%s", diff)
	}
}

func TestClusterMapSays(t *testing.T) {
	c := makeClusters("fisher", 10, numbered("f"), 0)
	f := ClustersFigure(c)
	r := texts(t, f, "fisher: 10 features, mean "+wording.Fixed(c.SqCosCentered, 2), "rank",
		"groups from .5", "mean squared correlation", "squared correlation", "f1", "f10")
	note := strings.Join(r.words(), " ")
	for _, want := range []string{
		"synthetic. Squared correlation of the chosen features, alike beside alike.",
		"Numbered: groups from .5.", "Values of .5 and more are printed."} {
		if !strings.Contains(note, want) {
			t.Errorf("%q is not in the figure: %q", want, r.words())
		}
	}
	if want := "Clustered heat map of squared correlations, synthetic, fisher: " +
		clustersSummary(c); f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}
	texts(t, ClustersFigure(makeClusters("m", 41, numbered("f"), 0.25)),
		"features in the order of the tree", "groups from .25")
	one := makeClusters("m", 2, numbered("f"), 0)
	one.K = 1
	if ClustersFigure(one) != nil || ClustersFigure(&evaluation.FeatureClusters{}) != nil {
		t.Error("there is a map of less than two features")
	}
}

// A map of noise is the heaviest.
func TestClusterMapSize(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range []int{41, 419, 500, 600, 1000} {
		c := makeClusters("m", k, numbered("f"), 0)
		for i := range c.Squared {
			v := rng.NormFloat64()
			c.Squared[i] = min(1, 0.02*v*v) // of 50 independent samples
		}
		raw, err := ClustersFigure(c).PNG()
		if err != nil {
			t.Fatal(err)
		}
		if len(raw) > 300<<10 {
			t.Errorf("%d features: %d kB", k, len(raw)>>10)
		}
	}
}

func TestClustersTable(t *testing.T) {
	c := makeClusters("fisher", 12, numbered("f"), 0)
	c.Names[3] = c.Names[4] // told apart by their columns
	c.Constant = []string{"flat"}
	c.Groups = []evaluation.FeatureGroup{{Features: []int{4, 7}, MeanSquared: 0.75},
		{Features: []int{0, 1, 2, 3, 5, 6, 8}, MeanSquared: 0.5}}
	c.Alone = []int{9, 10, 11}
	got := ClustersTable(c)
	want := [][]string{
		{"1", "2", "0.750", "5 f5 (column 9), 8 f8"}, {"2", "7", "0.500",
			"1 f1, 2 f2, 3 f3, 4 f5 (column 5), 6 f6, 7 f7, 9 f9"},
		{"alone", "3", "", "10 f10, 11 f11, 12 f12"},
	}
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	notes := []string{
		"7 of the 12 features are one group; in all there are 2 groups and 3 features alone.",
		"Average linkage: groups are joined while the mean squared correlation between the " +
			"features of the one and of the other is .5 or more.",
		"1 constant column among the chosen: no correlation with anything.",
	}
	if diff := cmp.Diff(notes, got.Notes); diff != "" ||
		got.Title != "Groups of correlated features, synthetic: fisher, 12 features" {
		t.Errorf("%q, notes (-want +got):\n%s", got.Title, diff)
	}
	c.Groups = c.Groups[1:]
	if got, want := ClustersTable(c).Notes[0],
		"7 of the 12 features are one group; in all there is 1 group and 3 features alone."; got !=
		want {
		t.Errorf("one group: %q, want %q", got, want)
	}
	c.Groups = []evaluation.FeatureGroup{{Features: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}}
	c.Alone = nil
	if s := clustersSummary(c); s != "All 12 features are one group" {
		t.Errorf("it says %q", s)
	}
	if row := ClustersTable(c).Rows[0][3]; !strings.HasSuffix(row, "10 f10 and 2 more") {
		t.Errorf("twelve features are listed as %q", row)
	}
	c.Groups = nil
	if s := clustersSummary(c); s != "No two of the 12 features are a group" {
		t.Errorf("it says %q", s)
	}
	for i := range 25 {
		c.Groups = append(c.Groups, evaluation.FeatureGroup{Features: []int{0, 1, 2, 3}[:2+i%3]})
	}
	many := ClustersTable(c)
	if len(many.Rows) != maxRows || many.Rows[0][0] != "1" ||
		many.Notes[1] != "The 20 largest of 25 groups are listed." {
		t.Errorf("%d rows, %q", len(many.Rows), many.Notes)
	}
	for _, row := range many.Rows { // 8 of 4, 8 of 3, and the first 4 of the 9 of 2: 1, 4, 7, 10
		if row[1] == "2" && !slices.Contains([]string{"1", "4", "7", "10"}, row[0]) {
			t.Errorf("group %s is among the largest", row[0])
		}
	}
}
