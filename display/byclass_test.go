package display

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

// makeByClass is features of n samples in classes, unlabeled for classes = 0; value
// maps a normal number of a feature and class.
func makeByClass(features, classes, n int, feature, class func(int) string,
	value func(z float64, feature, class int) float64) *evaluation.ClassDistributions {
	rng := rand.New(rand.NewPCG(3, 4))
	d := &datasets.Dataset{Name: "synthetic", X: mat.NewDense(n, features, nil)}
	r := &algorithms.Ranking{Label: "fisher", N: n, D: features, K: features}
	for c := range classes {
		d.Classes = append(d.Classes, fmt.Sprint("class ", c))
	}
	for i := range n {
		c := 0
		if classes > 0 {
			c = i % classes
			d.Y = append(d.Y, c)
		}
		for j := range features {
			d.X.Set(i, j, value(rng.NormFloat64(), j, c))
		}
	}
	for j := range features {
		d.Features, r.Features = append(d.Features, fmt.Sprint("feature ", j)),
			append(r.Features, j)
	}
	r.Names = d.Features
	out, err := evaluation.ByClass(context.Background(), d, features,
		r)
	if err != nil {
		panic(err)
	}
	for c := range classes {
		out.Classes[c] = class(c)
	}
	for j := range features {
		out.Features[j].Name = feature(j)
	}
	return out
}

func shifted(z float64, feature, class int) float64 { return z + float64(class) + float64(feature) }

func byClassSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	f, class := numbered("feature "), numbered("class ")
	for k := 1; k <= 14; k++ {
		out[fmt.Sprintf("by class, %d panels", k)] =
			byClassFigure(makeByClass(k, 3, 60, f, class, shifted))
		out[fmt.Sprintf("by class, %d panels with long names", k)] =
			byClassFigure(makeByClass(k, 3, 60, long, long, shifted))
		out[fmt.Sprintf("by class, %d panels with uneven names", k)] =
			byClassFigure(makeByClass(k, 12, 60, uneven, uneven, shifted))
	}
	for _, c := range []int{0, 1, 2, 5, 10, 20, 40, 41, 100} {
		for _, n := range []int{max(2, c), 10 * max(1, c), 200 * max(1, c)} {
			out[fmt.Sprintf("by class, %d classes, %d samples", c, n)] =
				byClassFigure(makeByClass(6, c, n, f, class, shifted))
			out[fmt.Sprintf("by class, one feature, %d classes, %d samples", c, n)] =
				byClassFigure(makeByClass(1, c, n, f, class, shifted))
		}
		out[fmt.Sprintf("by class, %d classes with long names", c)] =
			byClassFigure(makeByClass(2, c, 200, f, long, shifted))
	}
	for _, scale := range []float64{1e-310, 1e-300, 1e-9, 1e-3, 123, 1e5, 1e9, 1e290} {
		for _, zero := range []float64{0, -3, 1e6, 1e12} {
			for _, k := range []int{1, 2, 3} {
				out[fmt.Sprintf("by class, %d panels, scale %g, zero %g", k, scale, zero)] =
					byClassFigure(makeByClass(k, 3, 60, f, class,
						func(z float64, _, c int) float64 {
							return scale * (zero + z + float64(c))
						}))
			}
		}
	}
	for _, v := range []float64{0, 1, -1, 1e9, 1e-9, 1e300, -math.MaxFloat64} {
		out[fmt.Sprintf("by class, constant %g", v)] = byClassFigure(makeByClass(3, 2, 40, f, class,
			func(float64, int, int) float64 { return v }))
	}
	out["by class, range of all numbers"] = byClassFigure(makeByClass(3, 2, 40, f, class,
		func(z float64, _, _ int) float64 { return math.Copysign(math.MaxFloat64, z) }))
	out["by class, heavy tails"] = byClassFigure(makeByClass(6, 2, 20000, f, class,
		func(z float64, _, _ int) float64 { return math.Exp(4 * z) }))
	return out
}

func TestByClassTable(t *testing.T) {
	d := makeByClass(2, 2, 7, numbered("f"), numbered("c"),
		func(_ float64, feature, class int) float64 { return float64(100*class + feature) })
	d.Features[1].Groups[1] = evaluation.Distribution{}
	d.Features[0].Groups[0] = evaluation.Distribution{N: 4, Min: -1, Q1: 0.25, Median: 2,
		Q3: 30, Max: 99}
	table := byClassTable(d)
	want := [][]string{
		{"1", "f1", "c1", "4", "−1.0", "0.2", "2.0", "30.0", "99.0"},
		{"1", "f1", "c2", "3", "100.0", "100.0", "100.0", "100.0", "100.0"},
		{"2", "f2", "c1", "4", "1.000", "1.000", "1.000", "1.000", "1.000"},
		{"2", "f2", "c2", "0"},
	}
	must.Equal(t, table.Rows, want, "table.Rows")
	if table.Title != "Best 2 features by fisher in each class, synthetic" || table.Notes != nil {
		t.Errorf("%q, %q", table.Title, table.Notes)
	}
	alone := byClassTable(makeByClass(1, 0, 5, numbered("f"), nil, shifted))
	if alone.Title != "Best feature by fisher, synthetic" || len(alone.Rows) != 1 ||
		alone.Rows[0][2] != "all samples" {
		t.Errorf("%q, %q", alone.Title, alone.Rows)
	}
	large := byClassTable(makeByClass(5, 20, 40, numbered("f"), numbered("c"), shifted))
	if len(large.Rows) != maxGroups || large.Rows[59][1] != "f3" || large.Rows[59][2] != "c20" ||
		!slices.Equal(large.Notes, []string{"The first 60 of 100 rows are listed."}) {
		t.Errorf("%d rows, the last %q, %q", len(large.Rows), large.Rows[len(large.Rows)-1],
			large.Notes)
	}
}

func TestByClassSays(t *testing.T) {
	const dots = " The height of a dot in its row means nothing."
	const boxes = " Boxes: the middle half and the median; lines: to the last values within 1.5 " +
		"lengths of the box."
	note := func(n int) string {
		d := makeByClass(1, 2, n, numbered("f"), numbered("c"), shifted)
		return byClassNote(d, distributions(d)).Text
	}
	const start = "Values as they are in the data."
	few, some := note(20), note(22)
	if few != start+" Dots: samples."+dots || some != start+boxes+" Dots: samples."+dots {
		t.Errorf("%q, %q", few, some)
	}
	must.Is(t, note(1000), start+boxes+" Dots: samples beyond the lines."+dots, "note(1000)")
	tails := makeByClass(1, 1, 20000, numbered("f"), numbered("c"),
		func(z float64, _, _ int) float64 { return math.Exp(4 * z) })
	must.Is(t, byClassNote(tails, distributions(tails)).Text,
		start+boxes+" Dots: samples beyond the lines."+dots+" At most 60 a class are drawn.",
		"the result")
	many := makeByClass(8, 41, 41, numbered("f"), numbered("c"), shifted)
	if got := byClassNote(many, distributions(many)).Text; !strings.HasSuffix(got,
		" And 1 class more. And 2 features more.") {
		t.Errorf("%q", got)
	}

	d := makeByClass(4, 8, 32, numbered("f"), numbered("c"),
		func(_ float64, feature, class int) float64 { return float64(10*feature + class) })
	f := byClassFigure(d)
	r := texts(t, f, "1. f1", "2. f2", "4. f4", "c1", "c8", "10", "20", "30")
	if n := len(slices.DeleteFunc(r.Words(), func(w string) bool { return w != "c1" })); n != 2 {
		t.Errorf("class c1 is named %d times in two rows of panels", n)
	}
	if want := "Best 4 features by fisher in each class, synthetic: f1 median c1 0.000, c2 " +
		"1.000, c3 2.000, c4 3.000, c5 4.000, c6 5.000, and 2 more; " +
		"f2 median c1 10.00, c2 11.00, c3 12.00, c4 13.00, c5 14.00, c6 15.00, and 2 more; f3 " +
		"median c1 20.00, c2 21.00, c3 22.00, c4 23.00, c5 24.00, c6 25.00, and 2 more; and 1 " +
		"feature more"; f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}
	texts(t, byClassFigure(makeByClass(1, 0, 5, numbered("f"), nil, shifted)), "1. f1",
		"all samples")
	texts(t, byClassFigure(makeByClass(1, 2, 9, numbered("f"), numbered("c"),
		func(z float64, _, _ int) float64 {
			return 1e-9 * math.Copysign(3, z)
		})), "value in 1e−9")
	if byClassFigure(&evaluation.ClassDistributions{}) != nil {
		t.Error("no feature made a figure")
	}
}

// ofColor returns the shapes of a color that pass a test.
func ofColor(r *recorder, class int, alpha float64, keep func(box) bool) (out []box) {
	c := figure.SeriesColor(class)
	if alpha < 1 {
		c = figure.Faded(c, alpha)
	}
	for _, b := range r.Shapes {
		if b.Color == c && keep(b) {
			out = append(out, b)
		}
	}
	return out
}

// Up to ten samples of a class are dots, and no box; a linear map takes the values
// to where they stand, each class in a row of its own.
func TestByClassDots(t *testing.T) {
	d := makeByClass(1, 2, 20, numbered("f"), numbered("c"), shifted)
	r := record(byClassFigure(d))
	var rows [2][2]float64
	var from, to [2]float64 // value and place of the smallest and the largest of class 1
	for c, g := range d.Features[0].Groups {
		dots := ofColor(r, c, 0.75, func(b box) bool { return !b.Stroked })
		if len(dots) != 10 {
			t.Fatalf("class %d has %d dots, want 10", c+1, len(dots))
		}
		rows[c] = [2]float64{math.Inf(1), math.Inf(-1)}
		for i, b := range dots {
			middle := (b.MinX + b.MaxX) / 2
			rows[c] = [2]float64{min(rows[c][0], b.MinY), max(rows[c][1], b.MaxY)}
			if c == 0 && g.Values[i] == g.Min {
				from = [2]float64{g.Min, middle}
			}
			if c == 0 && g.Values[i] == g.Max {
				to = [2]float64{g.Max, middle}
			}
		}
		for i, b := range dots {
			want := from[1] + (g.Values[i]-from[0])*(to[1]-from[1])/(to[0]-from[0])
			must.Near(t, (b.MinX+b.MaxX)/2, want, 0.01, "class %d: the value %g stands at", c+1,
				g.Values[i])
		}
		if n := len(ofColor(r, c, 0.22, func(box) bool { return true })); n != 0 {
			t.Errorf("ten samples have %d boxes", n)
		}
	}
	if rows[1][1] >= rows[0][0] {
		t.Errorf("the classes stand from %.1f to %.1f and from %.1f to %.1f: they share rows, "+
			"or the first is not at the top", rows[0][0], rows[0][1], rows[1][0], rows[1][1])
	}
	if rows[0][1]-rows[0][0] < 10 {
		t.Errorf("ten dots spread over %.1f points", rows[0][1]-rows[0][0])
	}
}

// Larger classes have a box from quartile to quartile, the median across it, and
// whiskers; the largest have dots beyond these only.
func TestByClassBoxes(t *testing.T) {
	for _, n := range []int{40, 2000} {
		d := makeByClass(1, 1, n, numbered("f"), numbered("c"),
			func(z float64, _, _ int) float64 { return math.Exp(z) })
		g := d.Features[0].Groups[0]
		r := record(byClassFigure(d))
		boxes := ofColor(r, 0, 0.22, func(box) bool { return true })
		if len(boxes) != 1 {
			t.Fatalf("%d samples: %d boxes", n, len(boxes))
		}
		place := func(v float64) float64 {
			return boxes[0].MinX + (v-g.Q1)*(boxes[0].MaxX-boxes[0].MinX)/(g.Q3-g.Q1)
		}
		median := slices.DeleteFunc(slices.Clone(r.Shapes),
			func(b box) bool { return b.Color != figure.Ink || !b.Stroked })
		if len(median) != 1 || math.Abs((median[0].MinX+median[0].MaxX)/2-place(g.Median)) > 0.01 ||
			median[0].MaxY < boxes[0].MaxY || median[0].MinY > boxes[0].MinY {
			t.Errorf("%d samples: the median is drawn as %+v, want a line at %.2f", n, median,
				place(g.Median))
		}
		left, right := math.Inf(1), math.Inf(-1)
		for _, b := range ofColor(r, 0, 1, func(b box) bool { return b.Stroked }) {
			left, right = min(left, b.MinX+0.5), max(right, b.MaxX-0.5)
		}
		if math.Abs(left-place(g.Low)) > 0.01 || math.Abs(right-place(g.High)) > 0.01 {
			t.Errorf("%d samples: lines from %.2f to %.2f, want %.2f to %.2f", n, left, right,
				place(g.Low), place(g.High))
		}
		dots := ofColor(r, 0, 0.55, func(b box) bool { return !b.Stroked })
		want := g.Values
		if n > terms.MaxValues {
			want = g.Outliers
		}
		if len(dots) != len(want) || len(want) < 3 {
			t.Fatalf("%d samples: %d dots, want %d", n, len(dots), len(want))
		}
		for i, b := range dots {
			must.Near(t, (b.MinX+b.MaxX)/2, place(want[i]), 0.01, "%d samples: a dot at", n)
		}
	}
}

// Dots are few whatever there is to draw, and as many as there may be.
func TestByClassLimits(t *testing.T) {
	for _, test := range []struct{ features, classes, n, all, few, beyond int }{
		{1, 1, 150, 150, 10, 60}, {6, 3, 178, 150, 10, 60}, {12, 4, 171, 150, 10, 50},
		{12, 10, 1500, 50, 10, 20},
		{6, 40, 400, 150, 10, 10}, {6, 40, 40 * 60, 50, 10, 10}, {6, 40, 40 * 15, 10, 10, 10},
		{1, 100, 100 * 100, 50, 10, 60},
		{12, 20, 20 * 12, 10, 10, 10},
	} {
		d := makeByClass(test.features, test.classes, test.n, numbered("f"), numbered("c"), shifted)
		must.Is(t, distributions(d).Limits(),
			(chart.Limits{All: test.all, Few: test.few, Beyond: test.beyond}),
			"%d features, %d classes, %d samples", test.features, test.classes, test.n)
	}
}

// The key beside a name has the color and the glyph that the class has in a
// scatter plot.
func TestByClassKeys(t *testing.T) {
	const classes = 12
	d := makeByClass(1, classes, 24, numbered("f"), numbered("c"), shifted)
	r := record(byClassFigure(d))
	for c := range classes {
		var name placed
		for _, text := range r.Texts {
			if text.Text == fmt.Sprint("c", c+1) {
				name = text
			}
		}
		middle := (name.MinY + name.MaxY) / 2
		keys := slices.DeleteFunc(slices.Clone(r.Shapes), func(b box) bool {
			return b.MinX < name.MaxX || b.MaxX > name.MaxX+16 ||
				math.Abs((b.MinY+b.MaxY)/2-middle) > 4 || b.Color.A != 0xff
		})
		if len(keys) == 0 || slices.ContainsFunc(keys,
			func(b box) bool { return b.Color != figure.SeriesColor(c) }) {
			t.Errorf("class %d has the keys %+v, want its color %v", c+1, keys,
				figure.SeriesColor(c))
		}
	}
}

// However many samples, the picture is small.
func TestByClassIsSmall(t *testing.T) {
	for name, d := range map[string]*evaluation.ClassDistributions{
		"many samples": makeByClass(12, 10, 100_000, numbered("f"), numbered("c"),
			func(z float64, _, _ int) float64 { return math.Exp(2 * z) }),
		"many dots":    makeByClass(12, 10, 1500, numbered("f"), numbered("c"), shifted),
		"many classes": makeByClass(12, 100, 5000, numbered("f"), numbered("c"), shifted),
		"few of each":  makeByClass(12, 100, 900, numbered("f"), numbered("c"), shifted),
		"heavy tails": makeByClass(12, 40, 40000, numbered("f"), numbered("c"),
			func(z float64, _, _ int) float64 { return math.Exp(4 * z) }),
	} {
		raw := must.Get(byClassFigure(d).PNG())(t)
		if len(raw) > 300<<10 {
			t.Errorf("%s: %d kB", name, len(raw)>>10)
		}
	}
}

// With a continuous target the rows are its quartiles, and the title, the heading of the column and
// the notes say so.
func TestByQuartile(t *testing.T) {
	d := makeByClass(1, 4, 8, numbered("f"), numbered("range "), shifted)
	d.Target = "dose"
	table := byClassTable(d)
	note := "Rows: the samples in the quartiles of dose, from its smallest to its largest value " +
		"in each."
	if table.Title != "Best feature by fisher by quartile of dose, synthetic" ||
		table.Columns[2].Name != "dose" || !slices.Equal(table.Notes, []string{note}) {
		t.Errorf("%q, %v, %q", table.Title, table.Columns, table.Notes)
	}
	f := byClassFigure(d)
	if !strings.Contains(f.Caption.Text, note) ||
		!strings.HasPrefix(f.Alt, "Best feature by fisher by quartile of dose, synthetic: f1 "+
			"median range 1: ") {
		t.Errorf("%q, %q", f.Caption.Text, f.Alt)
	}
	d = makeByClass(1, 2, 8, numbered("f"), numbered("range "), shifted)
	d.Target = "dose"
	texts(t, byClassFigure(d), "range 1", "range 2")
	if got := byClassTable(d).Notes[0]; !strings.HasSuffix(got, "; 2 instead of 4, since equal "+
		"values are in one.") {
		t.Errorf("two quartiles: %q", got)
	}
	d = makeByClass(1, 1, 8, numbered("f"), numbered("range "), shifted)
	d.Target = "dose"
	must.Is(t, byClassTable(d).Notes[0], "One row: dose is the same in all samples.",
		"one quartile")
}
