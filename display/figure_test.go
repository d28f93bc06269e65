package display

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// texts fails for each of the words that a figure does not show.
func texts(t *testing.T, f *figure.Figure, words ...string) *recorder {
	t.Helper()
	r := record(f)
	for _, w := range words {
		if !r.has(w) {
			t.Errorf("%q is not in the figure: %q", w, r.words())
		}
	}
	return r
}

func TestScatterSays(t *testing.T) {
	s := makeScatter(2, 3, 30, numbered("method "), numbered("class "), 1)
	f := ScatterFigure(s)
	texts(t, f, "method 1", "method 2", "class 1", "class 2", "class 3", "PC 1 (50% of variance)",
		"PC 2 (0.3% of variance)",
		"synthetic. Standardized features. Same samples in every panel.")
	if want := "PCA scatter plot of synthetic, 30 samples in 3 classes; method 1, 10 features: " +
		"PC 1 50%, PC 2 0.3% of variance; method 2, 10 features: PC 1 50%, PC 2 0.3% of " +
		"variance"; f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}

	s.Standardized, s.Dataset, s.Panels = false, "", s.Panels[:1]
	texts(t, ScatterFigure(s), "Features as they are.")
	r := texts(t, ScatterFigure(oneLine(s)), "PC 1 (100% of variance)",
		"no PC 2: a row for each class")
	for _, w := range r.words() {
		if strings.HasPrefix(w, "PC 2") {
			t.Errorf("one component, and the figure says %q", w)
		}
	}
	texts(t, ScatterFigure(oneLine(makeScatter(1, 0, 30, numbered("m"), nil, 1))), "no PC 2")
	texts(t, ScatterFigure(makeScatter(1, 0, 30, numbered("m"), nil, 1e9)),
		"PC 1 in 1e9 (50% of variance)")
	texts(t, ScatterFigure(makeScatter(1, 0, 30, numbered("m"), nil, 1e-9)),
		"PC 1 in 1e−9 (50% of variance)")

	r = texts(t, ScatterFigure(makeScatter(1, 100, 300, numbered("m"), numbered("class "), 1)),
		"class 40", "and 60 more")
	if r.has("class 41") {
		t.Error("the legend names more classes than it should")
	}
	if ScatterFigure(&evaluation.ScatterPlot{}) != nil {
		t.Error("no panel made a figure")
	}
}

// Labels that repeat say what else tells them apart.
func TestLabelsToldApart(t *testing.T) {
	for _, test := range []struct {
		labels   []string
		features []int
		want     []string
	}{
		{[]string{"a", "b"}, []int{1, 1}, []string{"a", "b"}},
		{[]string{"a", "b", "a"}, []int{3, 3, 20}, []string{"a (3)", "b", "a (20)"}},
		{[]string{"a", "a"}, []int{5, 5}, []string{"a #1", "a #2"}},
		{[]string{"a", "a", "a"}, []int{5, 7, 5}, []string{"a (5) #1", "a (7)", "a (5) #2"}},
		{[]string{"a", "a"}, nil, []string{"a #1", "a #2"}},
		{[]string{long(1), long(2)}, nil, []string{
			"a very long name,… parameter=1, and… nothing",
			"a very long name,… parameter=2, and… nothing"}},
		{[]string{"", " "}, nil, []string{`""`, `" "`}},
		{nil, nil, []string{}},
	} {
		if diff := cmp.Diff(test.want, wording.Distinct(test.labels, test.features)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.labels, diff)
		}
	}
	s := makeScatter(2, 2, 20, func(int) string { return "fisher" }, numbered("c"), 1)
	s.Panels[1].K = 20
	texts(t, ScatterFigure(s), "fisher (10)", "fisher (20)")
	five, seven := makeRow("fisher", 5, numbered("f")), makeRow("fisher", 7, numbered("f"))
	five.SqCosCentered, seven.SqCosCentered = 0.5, 0.25
	texts(t, RedundancyFigure(makeReport(five, seven)), "fisher (5): mean 0.50",
		"fisher (7): mean 0.25")
	texts(t, AccuracyFigure(makeCurves(2, []int{1, 2}, 2, 2, func(int) string {
		return "fisher"
	})), "fisher #1", "fisher #2")
}

// A class has a pair of color and glyph of its own as long as there are pairs.
func TestClassesDiffer(t *testing.T) {
	type pair struct {
		color color.NRGBA
		glyph any
	}
	seen := make(map[pair]int)
	for c := range len(figure.Palette) * len(figure.Glyphs) {
		p := pair{figure.SeriesColor(c), figure.SeriesGlyph(c)}
		if before, ok := seen[p]; ok {
			t.Fatalf("classes %d and %d look alike", before, c)
		}
		seen[p] = c
	}
}

// Glyphs are as large as one another, and open ones have lines that show their
// color.
func TestGlyphs(t *testing.T) {
	const radius = 10
	for i, g := range figure.Glyphs {
		r := &recorder{w: 100, h: 100, state: state{a: 1, d: 1}}
		c := draw.New(r)
		c.DrawGlyph(draw.GlyphStyle{Color: figure.Ink, Radius: radius, Shape: g},
			vg.Point{X: 50, Y: 50})
		all := r.shapes[0]
		for _, b := range r.shapes {
			all.minX, all.maxX = min(all.minX, b.minX), max(all.maxX, b.maxX)
			if b.stroked && r.state.width < 0.35*radius {
				t.Errorf("glyph %d has lines of %.1f points", i, r.state.width)
			}
		}
		if w := all.maxX - all.minX; w < 1.6*radius || w > 2.6*radius {
			t.Errorf("glyph %d of radius %d is %.1f wide", i, radius, w)
		}
		if middle := (all.minX + all.maxX) / 2; math.Abs(middle-50) > 0.01 {
			t.Errorf("glyph %d is off the middle by %.2f", i, middle-50)
		}
	}
}

// Means have glyphs while these do not run together; those of a single number of
// features stand side by side.
func TestCurveGlyphs(t *testing.T) {
	marks := func(counts []int, methods int) (glyphs []box) {
		a := makeCurves(methods, counts, 10, 10, numbered("m"))
		for _, b := range record(AccuracyFigure(a)).shapes {
			if b.color == figure.Palette[0] && !b.stroked {
				glyphs = append(glyphs, b)
			}
		}
		return glyphs[:len(glyphs)-1] // the last is the legend's
	}
	if n := len(marks([]int{1, 2, 5, 10}, 1)); n != 4 {
		t.Errorf("%d glyphs for 4 counts", n)
	}
	many := marks(upTo(200), 1)
	for i := range many[1:] {
		if d := many[i+1].minX - many[i].minX; d < 9 {
			t.Fatalf("two glyphs are %.1f points apart", d)
		}
	}
	if len(many) < 20 {
		t.Errorf("%d glyphs for 200 counts", len(many))
	}
	a := makeCurves(3, []int{10}, 10, 10, numbered("m"))
	for _, c := range a.Curves {
		c.Points[0].Mean = 0.5
	}
	var at []float64
	for _, b := range record(AccuracyFigure(a)).shapes {
		if b.stroked && b.maxX-b.minX < 2 && b.color != figure.SoftInk &&
			b.color != figure.GridInk {
			at = append(at, b.minX)
		}
	}
	if len(at) != 3 || at[1]-at[0] < 20 || at[2]-at[1] < 20 {
		t.Errorf("the bars of three methods stand at %.0f", at)
	}
}

// All samples are drawn, in the color of their class, where they belong.
func TestScatterPoints(t *testing.T) {
	s := makeScatter(1, 2, 40, numbered("m"), numbered("c"), 1)
	r := record(ScatterFigure(s))
	var drawn [2][]box
	for _, b := range r.shapes {
		for c := range 2 {
			if b.color == figure.Faded(figure.Palette[c], 0.75) {
				drawn[c] = append(drawn[c], b)
			}
		}
	}
	if len(drawn[0]) != 20 || len(drawn[1]) != 20 {
		t.Fatalf("%d and %d glyphs, want 20 of each class", len(drawn[0]), len(drawn[1]))
	}
	for c := range 2 {
		var want []float64
		for i, x := range s.Panels[0].X {
			if s.Y[i] == c {
				want = append(want, x)
			}
		}
		slices.Sort(want)
		slices.SortFunc(drawn[c],
			func(a, b box) int { return int(math.Copysign(1, a.minX-b.minX)) })
		// A linear map takes the samples to the glyphs.
		middle := func(i int) float64 { return (drawn[c][i].minX + drawn[c][i].maxX) / 2 }
		scale := (middle(19) - middle(0)) / (want[19] - want[0])
		for i := range want {
			if at := middle(0) + scale*(want[i]-want[0]); math.Abs(at-middle(i)) > 0.01 {
				t.Errorf("class %d: a sample at %g is drawn at %.2f, not %.2f", c, want[i],
					middle(i), at)
			}
		}
	}
}

// The color that is last painted over the middle of a cell is that of its value;
// rank 1 is at the top and left.
func TestHeatMapCells(t *testing.T) {
	for _, k := range []int{2, 7, 20, 40} {
		row := makeRow("m", k, numbered("f"))
		row.Squared[1], row.Squared[k] = 0.25, 0.75 // not symmetric, to tell rows from columns
		r := record(RedundancyFigure(makeReport(row)))
		l := layHeat(makeReport(row))
		panel := snapped(vg.Rectangle{
			Min: vg.Point{X: l.right(0) - l.side, Y: r.h - vg.Points(heatTitle) - l.side},
			Max: vg.Point{X: l.right(0), Y: r.h - vg.Points(heatTitle)},
		})
		cell := float64(panel.Max.X-panel.Min.X) / float64(k)
		for i, v := range row.Squared {
			x, y := float64(panel.Min.X)+cell*(float64(i%k)+0.5),
				float64(panel.Max.Y)-cell*(float64(i/k)+0.5)
			var got color.NRGBA
			for _, b := range r.shapes {
				if b.minX < x && x < b.maxX && b.minY < y && y < b.maxY {
					got = b.color
				}
			}
			if got != heat(v) {
				t.Fatalf("%d features: the cell of rank %d and %d is %v, want %v", k, i/k+1, i%k+1,
					got, heat(v))
			}
		}
	}
}

// Larger maps are bitmaps; their pixels are found in the rendered file.
func TestHeatMapPixels(t *testing.T) {
	for _, k := range []int{41, 100, 300} {
		row := makeRow("m", k, numbered("f"))
		f := RedundancyFigure(makeReport(row))
		raw, err := f.PNG()
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		l := layHeat(makeReport(row))
		side := panelPixels(l.side)
		left := int(math.Round(l.right(0).Dots(figure.Dpi))) - side
		top := img.Bounds().Dy() - int(
			math.Round((f.Height - vg.Points(heatTitle)).Dots(figure.Dpi)))
		wrong := 0
		for i, v := range row.Squared {
			x, y := left+(2*(i%k)+1)*side/(2*k), top+(2*(i/k)+1)*side/(2*k)
			if color.NRGBAModel.Convert(img.At(x, y)) != heat(shade(v)) {
				wrong++
			}
		}
		if wrong > 0 {
			t.Errorf("%d features: %d of %d cells have another color than their value", k,
				wrong, k*k)
		}
	}
	// More cells than pixels: a pixel is their mean.
	row := makeRow("m", 1000, numbered("f"))
	for i := range row.Squared {
		row.Squared[i] = float64((i%1000 + i/1000) % 2)
	}
	img := heatImage(row, vg.Rectangle{Max: vg.Point{X: 5 * vg.Inch, Y: 5 * vg.Inch}})
	if c := img.At(250, 250); img.Bounds().Dx() != 500 || c != heat(0.5) {
		t.Errorf("%d pixels, the middle %v, want 500 and %v", img.Bounds().Dx(), c, heat(0.5))
	}
}

func TestHeatMapSays(t *testing.T) {
	row := makeRow("fisher", 3, numbered("f"))
	row.Squared = []float64{1, 0.504, 0.49, 0.504, 1, 0.996, 0.49, 0.996, 1}
	row.SqCosCentered = 0.663
	f := RedundancyFigure(makeReport(row))
	r := texts(t, f, "fisher: mean 0.66", "f1", "f2", "f3", "1", "2", "3", "rank",
		"squared correlation", "0.0", "1.0",
		"synthetic. Squared correlation of the chosen features, best first. Values of .5 and "+
			"more are printed.")
	var values []string
	for _, w := range r.words() {
		if strings.HasPrefix(w, ".") || w == "1" {
			values = append(values, w)
		}
	}
	// the last is the rank
	if diff := cmp.Diff([]string{".50", ".50", "1", "1", "1"}, values); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if want := "Heat map of squared correlations, synthetic: fisher mean 0.66, largest 0.81 " +
		"between f1 and f3"; f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}
	if r := record(
		RedundancyFigure(makeReport(makeRow("m", 15, numbered("f"))))); slices.ContainsFunc(
		r.words(), func(w string) bool {
			return strings.HasPrefix(w, ".")
		}) {
		t.Error("15 features have their values printed")
	}

	texts(t, RedundancyFigure(makeReport(makeRow("m", 1000, numbered("f")))),
		"synthetic. Squared correlation of the chosen features, best first. A pixel is the mean "+
			"of several pairs.")
	large := makeRow("large", 2, numbered("f"))
	large.K, large.Squared = 2000, nil
	texts(t, RedundancyFigure(makeReport(row, large, large)),
		"synthetic. Squared correlation of the chosen features, best first. Values of .5 and "+
			"more are printed. 2", "rankings of more than 1000 features not drawn.")
	if RedundancyFigure(makeReport(large)) != nil || RedundancyFigure(makeReport()) != nil {
		t.Error("there is a figure without a panel")
	}
}

func TestHeatColors(t *testing.T) {
	if heat(0) != cividis[0] || heat(1) != cividis[8] || heat(-1) != cividis[0] ||
		heat(2) != cividis[8] || heat(0.5) != cividis[4] {
		t.Errorf("ends %v and %v, middle %v", heat(0), heat(1), heat(0.5))
	}
	brightness := func(c color.NRGBA) float64 {
		return 0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B)
	}
	for i := range 100 {
		if a, b := brightness(heat(float64(i)/100)), brightness(heat(float64(i+1)/100)); b < a-0.5 {
			t.Errorf("brightness falls from %.1f to %.1f at %d%%", a, b, i)
		}
	}
}

func TestAccuracyFigureSays(t *testing.T) {
	a := makeCurves(2, []int{1, 2, 5, 10}, 10, 10, numbered("method "))
	f := AccuracyFigure(a)
	texts(t, f, "Accuracy of 1-NN, synthetic", "method 1", "method 2", "all 300 features",
		"number of features", "accuracy", "1", "2", "5", "10",
		"Bands: ± one standard deviation over 10 splits.")
	if want := "Accuracy of 1-NN, synthetic against the number of features: method 1 best 0.742 " +
		"at 10 features; method 2 best 0.722 at 10 features; all 300 features 0.830"; f.Alt !=
		want {
		t.Errorf("it is described as %q", f.Alt)
	}
	texts(t, AccuracyFigure(makeCurves(2, []int{1, 12}, 10, 10, numbered("m"))),
		"number of features")
	texts(t, AccuracyFigure(makeCurves(2, []int{1, 13}, 10, 10, numbered("m"))),
		"number of features (logarithmic)")
	texts(t, AccuracyFigure(makeCurves(2, []int{1, 20}, 10, 4, numbered("m"))),
		"number of features (logarithmic)",
		"Bands: ± one standard deviation over 4 splits. Stopped after 4 of 10 splits.")
	texts(t, AccuracyFigure(makeCurves(2, []int{1, 2}, 1, 1, numbered("m"))),
		"One split: no bands.")
	texts(t, AccuracyFigure(makeCurves(2, []int{3}, 10, 10, numbered("m"))), "3",
		"Bars: ± one standard deviation over 10 splits.")
	r := texts(t, AccuracyFigure(flat(makeCurves(2, []int{1, 2}, 10, 10, numbered("m")), 1)),
		"1.00", "0.95")
	for _, w := range r.words() {
		if strings.HasPrefix(w, "1.0") && w != "1.00" {
			t.Errorf("the axis of accuracies reaches %s", w)
		}
	}
	if AccuracyFigure(makeCurves(2, []int{1, 2}, 10, 0, numbered("m"))) != nil {
		t.Error("no split made a figure")
	}
}

func TestPNG(t *testing.T) {
	for name, f := range map[string]*figure.Figure{
		"nine panels": ScatterFigure(makeScatter(9, 3, 300, numbered("method "),
			numbered("class "), 1)),
		"heat map": RedundancyFigure(makeReport(makeRow("fisher", 300, numbered("f")),
			makeRow("variance", 300, numbered("f")))),
	} {
		raw, err := f.PNG()
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if len(raw) > 300<<10 || img.Bounds().Dx() > 950 {
			t.Errorf("%s: %d kB, %d pixels wide", name, len(raw)>>10, img.Bounds().Dx())
		}
		for _, at := range []image.Point{{}, {img.Bounds().Dx() - 1, 0},
			{0, img.Bounds().Dy() - 1}} {
			if r, g, b, a := img.At(at.X, at.Y).RGBA(); r&g&b&a != 0xffff {
				t.Errorf("%s: the corner %v is not white", name, at)
			}
		}
	}
}

// A bitmap inside a drawing keeps its cells sharp.
func TestSVGImage(t *testing.T) {
	raw, err := RedundancyFigure(makeReport(makeRow("m", 60, numbered("f")))).SVG()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(raw, []byte(`<image style="image-rendering:pixelated" `)) ||
		!bytes.Contains(raw, []byte(`"data:image/png;base64,iVBOR`)) {
		t.Error("the image is smoothed, or not said to be what it is")
	}
}

// The drawing has the same text as the bitmap, on white, with a title for those
// who do not see it.
func TestSVG(t *testing.T) {
	f := ScatterFigure(makeScatter(2, 3, 30, func(i int) string {
		return "a<b & \"c\""
	}, numbered("3'-UTR "), 1))
	raw, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	var title, desc, first string
	d := xml.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("it is not XML: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		var text string
		switch e.Name.Local {
		case "text":
			if err := d.DecodeElement(&text, &e); err != nil {
				t.Fatal(err)
			}
			words = append(words, text)
		case "title":
			if err := d.DecodeElement(&title, &e); err != nil {
				t.Fatal(err)
			}
		case "desc":
			if err := d.DecodeElement(&desc, &e); err != nil {
				t.Fatal(err)
			}
		case "path":
			for _, a := range e.Attr {
				if first == "" && a.Name.Local == "style" {
					first = a.Value
				}
			}
		}
	}
	if diff := cmp.Diff(record(f).words(), words); diff != "" {
		t.Errorf("text (-bitmap +drawing):\n%s", diff)
	}
	if title != f.Alt {
		t.Errorf("its title is %q, want %q", title, f.Alt)
	}
	if desc != f.Caption.Text {
		t.Errorf("its description is %q, want %q", desc, f.Caption.Text)
	}
	if first != "fill:#FFFFFF" {
		t.Errorf("it begins with %q, not with a white ground", first)
	}
	if n := bytes.Count(raw,
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")); n != len(words) {
		t.Errorf("%d of %d texts have a font to fall back on", n, len(words))
	}
}
