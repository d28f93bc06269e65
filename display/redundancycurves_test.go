package display

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/redundancy"
)

// makeRedundancy is redundancy that falls with the number of features.
func makeRedundancy(methods int, counts []int,
	label func(int) string) *evaluation.RedundancyCurves {
	r := &evaluation.RedundancyCurves{Counts: counts, Overall: 0.12, Varying: 299}
	r.About = evaluation.About{Dataset: "synthetic", N: 100, D: 300}
	for m := range methods {
		c := evaluation.Curve[redundancy.Point]{Label: label(m)}
		for _, k := range counts {
			v := (0.1 + 0.8/math.Sqrt(float64(k))) * (1 - 0.06*float64(m))
			c.Points = append(c.Points, redundancy.Point{K: k,
				Measures: redundancy.Measures{SqCosCentered: v}})
		}
		r.Curves = append(r.Curves, c)
	}
	return r
}

// stopped leaves out what an interrupt would: the last method, the smaller counts
// of the one before, the mean over all pairs.
func stopped(r *evaluation.RedundancyCurves) *evaluation.RedundancyCurves {
	last := len(r.Curves) - 1
	r.Curves[last].Points = nil
	if last > 0 {
		p := r.Curves[last-1].Points
		r.Curves[last-1].Points = p[len(p)/2:]
	}
	r.Partial, r.Varying, r.Overall = true, 0, 0
	return r
}

// level0 sets every value.
func level0(r *evaluation.RedundancyCurves, v float64) *evaluation.RedundancyCurves {
	for _, c := range r.Curves {
		for i := range c.Points {
			c.Points[i].SqCosCentered = v
		}
	}
	r.Overall = v
	return r
}

func redundancySituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	method := numbered("method ")
	for name, counts := range map[string][]int{
		"one": {10}, "two": {2, 3}, "far": {2, 10, 100, 1000, 10000, 20000}, "many": upTo(200)[1:],
		"some": {2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200}, "close": {97, 98, 99},
	} {
		for _, m := range []int{1, 3, 8, 12} {
			out[fmt.Sprintf("redundancy, %s counts, %d methods", name, m)] =
				redundancyCurvesFigure(makeRedundancy(m, counts, method))
			out[fmt.Sprintf("redundancy, %s counts, %d long methods", name, m)] =
				redundancyCurvesFigure(makeRedundancy(m, counts, long))
		}
		out[fmt.Sprintf("redundancy, %s counts, partial", name)] =
			redundancyCurvesFigure(stopped(makeRedundancy(3, counts, method)))
		for _, v := range []float64{0, 0.003, 0.5, 1} {
			out[fmt.Sprintf("redundancy, %s counts, all %g", name, v)] =
				redundancyCurvesFigure(level0(makeRedundancy(2, counts, method), v))
		}
	}
	return out
}

func TestRedundancyCurvesTable(t *testing.T) {
	r := makeRedundancy(2, []int{4, 16, 100}, numbered("m"))
	got := redundancyCurvesTable(r)
	want := [][]string{{"m1", "0.500", "0.300", "0.180"}, {"m2", "0.470", "0.282", "0.169"},
		{"expected at random", "0.120", "0.120", "0.120"}}
	must.Equal(t, got.Rows, want, "rows")
	if diff := cmp.Diff([]Column{{Name: "method"}, {Name: "4", Align: Right},
		{Name: "16", Align: Right}, {Name: "100", Align: Right}}, got.Columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	const random = "Expected at random: the mean over all pairs of the 299 features that vary, " +
		"which any number of them, drawn at random, have on average."
	if diff := cmp.Diff([]string{pairsNote, random}, got.Notes); diff != "" ||
		got.Title != "Redundancy of the best features, synthetic" {
		t.Errorf("%q, notes (-want +got):\n%s", got.Title, diff)
	}
	got = redundancyCurvesTable(stopped(r))
	must.Equal(t, got.Rows, [][]string{{"m1", "–", "0.300", "0.180"}, {"m2", "–", "–", "–"}},
		"partial")
	r.Cached, r.Warnings = true, []string{"odd"}
	must.Equal(t, redundancyCurvesTable(r).Notes,
		[]string{pairsNote, cachedNote, "Stopped after 2 of 6 points.", "Warning: odd."}, "notes")
	many := redundancyCurvesTable(makeRedundancy(1, upTo(200)[1:], numbered("m")))
	if n := len(many.Columns); n != 1+mostCounts || many.Columns[1].Name != "2" ||
		many.Columns[n-1].Name != "200" ||
		many.Notes[0] != "13 of the 199 numbers of features are listed." {
		t.Errorf("%d columns: %v, %q", n, many.Columns, many.Notes[0])
	}
}

func TestRedundancyFigureSays(t *testing.T) {
	r := makeRedundancy(2, []int{4, 16}, numbered("m"))
	f := redundancyCurvesFigure(r)
	texts(t, f, "Redundancy of the best features, synthetic", "m1", "m2", "expected at random",
		"number of features", "mean squared correlation", "4", "16", "0")
	if want := "Redundancy of the best features, synthetic, mean squared correlation against " +
		"their number: m1 0.500 at 4 features, 0.300 at 16; m2 0.470 at 4 features, 0.282 at " +
		"16; expected at random 0.120"; f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}
	partial := redundancyCurvesFigure(stopped(r))
	if record(partial).Has("expected at random") ||
		!strings.Contains(strings.Join(record(partial).Words(), " "),
			"Stopped after 1 of 4 points.") {
		t.Errorf("the partial figure says %q", record(partial).Words())
	}
	if want := "Redundancy of the best features, synthetic, mean squared correlation against " +
		"their number: m1 0.300 at 16 features"; partial.Alt != want {
		t.Errorf("it is described as %q", partial.Alt)
	}
	r.Curves[0].Points = nil
	if redundancyCurvesFigure(r) != nil ||
		redundancyCurvesFigure(&evaluation.RedundancyCurves{}) != nil {
		t.Error("no point made a figure")
	}
	for _, w := range record(
		redundancyCurvesFigure(level0(makeRedundancy(1, []int{2, 3}, numbered("m")), 1))).Words() {
		if strings.HasPrefix(w, "1.0") && w != "1.0" {
			t.Errorf("the axis reaches %s", w)
		}
	}
}

// Glyphs and the dashed line stand where an axis from 0 has them.
func TestRedundancyFigurePoints(t *testing.T) {
	r := makeRedundancy(1, []int{2, 4, 8}, numbered("m"))
	rec := record(redundancyCurvesFigure(r))
	var glyphs []box
	var dashed, zero float64
	for _, b := range rec.Shapes {
		switch {
		case b.Color == figure.Palette[0] && !b.Stroked:
			glyphs = append(glyphs, b)
		case b.Color == figure.SoftInk && b.Stroked && b.MaxX-b.MinX > 300 && b.MaxY-b.MinY < 2 &&
			b.MaxY-b.MinY > 1.1:
			dashed = (b.MinY + b.MaxY) / 2
		case b.Color == figure.GridInk && b.Stroked && b.MaxX-b.MinX > 300 &&
			(zero == 0 || b.MinY < zero):
			zero = (b.MinY + b.MaxY) / 2 // the lowest line of the grid
		}
	}
	glyphs = glyphs[:len(glyphs)-1] // the legend's
	if len(glyphs) != 3 || dashed == 0 || zero == 0 {
		t.Fatalf("%d glyphs, dashed line at %g, zero at %g", len(glyphs), dashed, zero)
	}
	middle := func(b box) float64 { return (b.MinY + b.MaxY) / 2 }
	unit := (middle(glyphs[0]) - zero) / r.Curves[0].Points[0].SqCosCentered
	for i, g := range glyphs {
		must.Near(t, middle(g), zero+unit*r.Curves[0].Points[i].SqCosCentered, 0.01,
			"glyph %d stands at", i)
	}
	must.Near(t, dashed, zero+unit*r.Overall, 0.01, "the dashed line stands at")
	// At a single number of features the methods stand side by side.
	var at []float64
	for _, b := range record(
		redundancyCurvesFigure(level0(makeRedundancy(3, []int{10}, numbered("m")), 0.5))).Shapes {
		if !b.Stroked && slices.Contains(figure.Palette[:3], b.Color) && b.MinY > 90 {
			at = append(at, b.MinX)
		}
	}
	if len(at) != 3 || at[1]-at[0] < 20 || at[2]-at[1] < 20 {
		t.Errorf("the glyphs of three methods stand at %.0f", at)
	}
}

// What was interrupted before it had a value is a line in place of an empty table.
func TestNothingYet(t *testing.T) {
	c := &evaluation.RedundancyCurves{Counts: []int{2, 5}, Run: evaluation.Run{Partial: true},
		Curves: []evaluation.Curve[redundancy.Point]{{Label: "a"}, {Label: "b"}}}
	want := "Redundancy of the best features\n" +
		"Interrupted: 0 of 4 points finished, so there is nothing to show yet.\n"
	table := redundancyCurvesTable(c)
	must.Is(t, table.Text(), want, "table.Text()")
	if md := table.Markdown(); strings.Count(md, "\n") != 5 ||
		!strings.Contains(table.HTML(), "<td") {
		t.Errorf("Markdown:\n%s", md)
	}
}
