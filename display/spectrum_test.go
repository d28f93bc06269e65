package display

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// makeSpectrum is the spectrum of rankings with the given scores.
func makeSpectrum(label func(int) string, scores ...[]float64) *evaluation.ScoreSpectrum {
	var rankings []*algorithms.Ranking
	for i, s := range scores {
		r := ranked(label(i), s...)
		r.Dataset = "synthetic"
		rankings = append(rankings, r)
	}
	s, err := evaluation.Spectrum(rankings...)
	if err != nil {
		panic(err)
	}
	return s
}

// falling is f at ranks 1 to n.
func falling(n int, f func(rank float64) float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = f(float64(i + 1))
	}
	return out
}

func inverse(r float64) float64 { return 1 / r }

func spectrumSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	method, inf := numbered("method "), math.Inf(1)
	repeat := func(n int, scores []float64) (all [][]float64) {
		for range n {
			all = append(all, scores)
		}
		return all
	}
	for _, p := range []int{1, 2, 3, 4, 6, 12, 13, 40} {
		out[fmt.Sprintf("spectrum, %d panels", p)] =
			SpectrumFigure(makeSpectrum(method, repeat(p, falling(100, inverse))...))
		out[fmt.Sprintf("spectrum, %d panels with long names", p)] =
			SpectrumFigure(makeSpectrum(long, repeat(p, falling(30, inverse))...))
	}
	for _, n := range []int{1, 2, 3, 4, 9, 10, 11, 25, 99, 400, 1000, 9999, 20000, 123456} {
		for name, f := range map[string]func(float64) float64{
			"1/r": inverse, "straight": func(r float64) float64 {
				return -r
			}, "concave": func(r float64) float64 { return -r * r },
			"step": func(r float64) float64 {
				return math.Ceil(1 - r/3)
			}, "equal": func(float64) float64 { return 7 },
		} {
			if n > 10_000 && name != "1/r" && !longtest.Asked() {
				continue // no other ticks
			}
			out[fmt.Sprintf("spectrum, %s of %d features", name, n)] =
				SpectrumFigure(makeSpectrum(method, falling(n, f)))
			out[fmt.Sprintf("spectrum, three times %s of %d features", name, n)] =
				SpectrumFigure(makeSpectrum(method, repeat(3, falling(n, f))...))
		}
	}
	for _, unit := range []float64{1e-310, 1e-300, 1e-9, 1e-3, 123, 1e5, 1e9, 1e300} {
		for _, zero := range []float64{0, -0.5, 1e6, 1e12} {
			scores := falling(20, func(r float64) float64 { return unit * (zero + 1/r) })
			out[fmt.Sprintf("spectrum, unit %g, zero %g", unit, zero)] =
				SpectrumFigure(makeSpectrum(method, repeat(3, scores)...))
		}
	}
	for name, scores := range map[string][]float64{
		"some": {inf, inf, 5, 2, 1, 0, -inf}, "all": {inf, inf, inf}, "none but": {inf, 3, -inf},
		"many":     append(slices.Repeat([]float64{inf}, 5000), falling(100, inverse)...),
		"negative": {3, 2, 0, -inf, -inf, -inf, -inf, -inf, -inf}, "all negative": {-inf, -inf},
		"range": {math.MaxFloat64, 0, -math.MaxFloat64 / 2, -math.MaxFloat64},
	} {
		out["spectrum, infinite, "+name] = SpectrumFigure(makeSpectrum(method, scores))
		out["spectrum, infinite, three panels of "+name] =
			SpectrumFigure(makeSpectrum(method, repeat(3, scores)...))
	}
	return out
}

func TestSpectrumTable(t *testing.T) {
	inf := math.Inf(1)
	s := makeSpectrum(numbered("m"), []float64{8, 1, 0.5, 0.25, 0.25}, []float64{3, 2, 1},
		[]float64{inf, 10, 1, 0.5, 0.2, -1, -1.5})
	s.Curves[0].D, s.Curves[1].D, s.Curves[2].D = 5, 30, 7
	s.Curves[2].Reordered = 6
	table := spectrumTable(s)
	// x = 1/4, y = .75/7.75; the second has no knee; the third begins at rank 2
	// and x = 1/5, y = 2.5/11.5. The 5% bound is sqrt(log(20)/2m): .547 and .5.
	want := [][]string{
		{"m1", "5", "8.000", "0.250", "2", "1.000", "0.65", "1 feature, 80%"},
		{"m2", "3 of 30", "3.000", "1.000", "none", "–", "–", "–"},
		{"m3", "7", "∞", "−1.500", "3", "1.000", "0.58", "2 features"},
	}
	must.Equal(t, table.Rows, want, "table.Rows")
	must.Is(t, table.Title, "Score spectrum, synthetic", "the title")
	notes := strings.Join(table.Notes, "\n")
	must.ContainAll(t, notes,
		"m2: no knee, as no score lies clearly below the straight line from the first to the last.",
		"m3: sorted by score, which is not the ranking's order from rank 6 on.",
		"furthest below the straight line")
	if strings.Contains(notes, "slight") {
		t.Error("no knee is slight, and the notes explain the word")
	}

	slight := spectrumTable(makeSpectrum(numbered("m"), []float64{8, 2, 1, 0}))
	if slight.Rows[0][4] != "2 (slight)" || !strings.Contains(strings.Join(slight.Notes, ""),
		"A slight knee is") {
		t.Errorf("a slight knee: %q, %q", slight.Rows[0], slight.Notes)
	}
	// Rankings of different data are told apart by it.
	s.Curves[1].Dataset, s.Curves[2].Label = "other", "m1"
	table = spectrumTable(s)
	if table.Title != "Score spectrum" || table.Rows[0][0] != "m1, synthetic (5)" ||
		table.Rows[1][0] != "m2, other" || table.Rows[2][0] != "m1, synthetic (7)" {
		t.Errorf("%q with %q, %q, %q", table.Title, table.Rows[0][0], table.Rows[1][0],
			table.Rows[2][0])
	}
}

func TestSpectrumSays(t *testing.T) {
	s := makeSpectrum(numbered("m"), falling(100, inverse), []float64{3, 2, 1})
	f := SpectrumFigure(s)
	r := texts(t, f, "m1", "m2", "knee at rank 10, score 0.1", "no knee", "rank of 100 features",
		"rank, the best 3 of 30 features", "score",
		"straight line between the ends", "knee: furthest below that line",
		"Scores, largest first. Each panel has axes of its own.")
	if r.Has("slight knee: may be chance") || r.Has("infinite score") {
		t.Error("the legend explains what is not drawn")
	}
	must.Is(t, f.Alt, "Score spectrum, synthetic: m1 knee at rank 10, score 0.1; m2 no knee",
		"it is described as")
	texts(t, SpectrumFigure(makeSpectrum(numbered("m"), []float64{8, 2, 1, 0})),
		"slight knee at rank 2, score 2", "slight knee: may be chance",
		"Scores, largest first.")
	texts(t, SpectrumFigure(makeSpectrum(numbered("m"), []float64{math.Inf(1), 3, 2, 0})),
		"infinite score")
	texts(t, SpectrumFigure(makeSpectrum(numbered("m"), []float64{3e9, 2e8, 1e8, 0})),
		"score in 1e9")
	texts(t, SpectrumFigure(makeSpectrum(numbered("m"), []float64{2e9 + 9, 2e9 + 1, 2e9})),
		"score − 2e9")
	var many [][]float64
	for range 14 {
		many = append(many, []float64{2, 1})
	}
	f = SpectrumFigure(makeSpectrum(numbered("m"), many...))
	r = texts(t, f, "m12",
		"Scores, largest first. Each panel has axes of its own. 2 rankings more in "+
			"the table.")
	if r.Has("m13") || !strings.HasSuffix(f.Alt, "m12 no knee; and 2 more") {
		t.Errorf("more panels than there should be, or %q", f.Alt)
	}
	if SpectrumFigure(&evaluation.ScoreSpectrum{}) != nil {
		t.Error("no curve made a figure")
	}
}

// The dots stand where rank and score say; the knee stands on its dot, and is the
// one furthest below the straight line as it is drawn.
func TestSpectrumPoints(t *testing.T) {
	scores := []float64{9, 7, 6.5, 3, 2.6, 2, 1.9, 1.5, 1, 0.5}
	r := record(SpectrumFigure(makeSpectrum(numbered("m"), scores)))
	x, y := disks(r, figure.Palette[0], 2.2, 0)
	if len(x) != len(scores) {
		t.Fatalf("%d dots for %d scores", len(x), len(scores))
	}
	last, furthest, depth := len(x)-1, 0, 0.0
	for i := range x {
		atX := x[0] + (x[last]-x[0])*float64(i)/float64(last)
		atY := y[0] + (y[last]-y[0])*(scores[i]-scores[0])/(scores[last]-scores[0])
		if math.Abs(x[i]-atX) > 0.01 || math.Abs(y[i]-atY) > 0.01 {
			t.Errorf("rank %d is at (%.2f, %.2f), want (%.2f, %.2f)", i+1, x[i], y[i], atX, atY)
		}
		chord := y[0] + (y[last]-y[0])*float64(i)/float64(last)
		if chord-y[i] > depth {
			furthest, depth = i, chord-y[i]
		}
	}
	kx, ky := disks(r, figure.Palette[3], 4, 0)
	if len(kx) == 0 { // slight: an open circle
		for _, b := range r.Shapes {
			if b.Stroked && b.Color == figure.Palette[3] &&
				math.Abs((b.MaxX-b.MinX)-(b.MaxY-b.MinY)) < 1e-6 {
				kx, ky = append(kx, (b.MinX+b.MaxX)/2), append(ky, (b.MinY+b.MaxY)/2)
			}
		}
	}
	if len(kx) != 2 || math.Abs(kx[0]-x[furthest]) > 0.01 || math.Abs(ky[0]-y[furthest]) > 0.01 ||
		furthest != 3 {
		t.Errorf("the knee is at %.1f, %.1f; rank %d is at (%.1f, %.1f)", kx, ky, furthest+1,
			x[furthest], y[furthest])
	}
}

// Infinite scores stand above all finite ones at their ranks, negative ones below.
func TestSpectrumInfinite(t *testing.T) {
	inf := math.Inf(1)
	r := record(SpectrumFigure(makeSpectrum(numbered("m"),
		[]float64{inf, inf, 5, 2, 1, 0.5, -inf})))
	x, y := disks(r, figure.Palette[0], 2.2, 0)
	if len(x) != 5-1 {
		t.Fatalf("%d dots, want 4", len(x))
	}
	step := x[1] - x[0]
	var above, below []float64
	for _, b := range r.Shapes {
		if b.Color != figure.Palette[0] || b.Stroked || b.MaxX-b.MinX > 9 ||
			math.Abs(b.MaxX-b.MinX-4.4) < 1e-6 {
			continue
		}
		middle := (b.MinX + b.MaxX) / 2
		switch {
		case b.MinY > slices.Max(y)+8:
			above = append(above, middle)
		case b.MaxY < slices.Min(y) && b.MaxX-b.MinX < 6 && b.MinY > 60: // not the legend's
			below = append(below, middle)
		}
	}
	if len(above) != 2 || math.Abs(above[0]-(x[0]-2*step)) > 0.01 ||
		math.Abs(above[1]-(x[0]-step)) > 0.01 {
		t.Errorf("infinite scores at %.1f, want two before %.1f", above, x[0])
	}
	if len(below) != 1 || math.Abs(below[0]-(x[3]+step)) > 0.01 {
		t.Errorf("negative infinite scores at %.1f, want one after %.1f", below, x[3])
	}
}

// However many features, a curve is drawn by few points,
// indistinguishable from all of them.
func TestSpectrumIsSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, f := range map[string]func(float64) float64{
		"1/r": inverse, "steps": func(r float64) float64 {
			return -math.Floor(r / 1000)
		}, "noise": func(float64) float64 { return rng.NormFloat64() },
	} {
		scores := falling(40_000, f)
		figure := SpectrumFigure(makeSpectrum(numbered("m"), scores, scores, scores))
		raw := must.Get(figure.SVG())(t)
		png := must.Get(figure.PNG())(t)
		if len(raw) > 150<<10 || len(png) > 100<<10 {
			t.Errorf("%s: 40,000 features take %d kB as SVG, %d kB as PNG", name, len(raw)>>10,
				len(png)>>10)
		}
	}
}
