package chart

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// A thinned line covers the same columns from the same lowest to the same highest
// point.
func TestThinnedLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	run := make([]vg.Point, 50000)
	for i := range run {
		run[i] = vg.Point{X: vg.Length(i) / 100, Y: vg.Length(rng.NormFloat64())}
	}
	thin := thinnedLine(run)
	if len(thin) > 4*840 {
		t.Errorf("%d points are left", len(thin))
	}
	reach := func(points []vg.Point) map[int][2]vg.Length {
		out := make(map[int][2]vg.Length)
		for _, p := range points {
			column := int(p.X / 0.6)
			r, ok := out[column]
			if !ok {
				r = [2]vg.Length{p.Y, p.Y}
			}
			out[column] = [2]vg.Length{min(r[0], p.Y), max(r[1], p.Y)}
		}
		return out
	}
	must.Equal(t, reach(thin), reach(run), "reach(thin)")
	if few := []vg.Point{run[0], run[100], run[200], run[0]}; !cmp.Equal(thinnedLine(few), few) ||
		thin[0] != run[0] || thin[len(thin)-1] != run[len(run)-1] {
		t.Error("ends or few points are lost")
	}
}

// However many points, files stay small.
func TestChartIsSmall(t *testing.T) {
	noise := Series{Name: "noise"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		noise.Y = append(noise.Y, rng.NormFloat64())
	}
	for _, test := range []struct {
		series Series
		most   int // kB as SVG
	}{{noise, 150}, {cloud(10_000, nil), 3000}} {
		f := draws(t, Chart{Series: []Series{test.series}})
		raw := must.Get(f.SVG())(t)
		if len(raw) > test.most<<10 {
			t.Errorf("%d points of %s take %d kB as SVG", len(test.series.Y), test.series.Name,
				len(raw)>>10)
		}
	}
}

// Whatever is drawn, nothing is cut, no text stands on another or on a glyph,
// and all of it can be read.
func TestLayout(t *testing.T) {
	all := chartSituations()
	maps.Copy(all, matricesSituations())
	maps.Copy(all, markSituations())
	for name, f := range all {
		t.Run(name, func(t *testing.T) { displaytest.CheckFigure(t, name, f) })
	}
}

// A title that is wider than a chart takes two lines, in the picture and in Vega-Lite, and the
// description has no name that it cuts; the plot is as large as below a short title.
func TestLongTitlesTakeLines(t *testing.T) {
	lines := []string{"a-2015, Table 8: how often two features of a group come", "closer in rank"}
	c := Chart{Title: strings.Join(lines, " "), Diagonal: true,
		Series: []Series{{Points: true, X: nums{1, 2, 3}, Y: nums{2, 1, 3}}}}
	f := draws(t, c)
	texts(t, f, lines...)
	if d := f.Description(); strings.Contains(d, "Names in full") || !strings.Contains(d, c.Title) {
		t.Errorf("the description is %q", d)
	}
	raw := must.Get(json.Marshal(f.VegaLite()))(t)
	want := must.Get(json.Marshal(lines))(t)
	if !strings.Contains(string(raw), `"text":`+string(want)) {
		t.Errorf("no title %s in %s", want, raw)
	}
	c.Title = "short"
	short := draws(t, c)
	if more := (f.Height - short.Height).Points(); more < 15.9 || more > 16.1 {
		t.Errorf("a second line takes %g points, want 16", more)
	}
	size := hovering(t, short).Vconcat[0].Concat
	var long specOf
	must.Do(t, json.Unmarshal([]byte(strings.ReplaceAll(string(raw), `"text":`+string(want),
		`"text":""`)), &long))
	if got := long.Vconcat[0].Concat; len(got) != 1 || len(size) != 1 ||
		got[0].Width != size[0].Width || got[0].Height != size[0].Height {
		t.Errorf("plots %+v, want the size of %+v", got, size)
	}
}

// Ticks between whole numbers have no place where all values are whole.
func TestChartTicks(t *testing.T) {
	r := texts(t, draws(t, Chart{Series: []Series{{Y: nums{0.5, 0.75, 1}}}}), "1", "2", "3")
	if r.Has("1.5") {
		t.Error("there is a tick at 1.5 rounds")
	}
	for _, test := range []struct {
		from, to float64
		want     string
	}{
		{0, 1, "1 2 5 10"}, {0, 0.92, "1 2 3 4 5 6 7 8"}, {-2, 0, "0.01 0.02 0.05 0.1 0.2 0.5 1"},
		{-1.5, 3.5, "0.1 0.3 1 3 10 30 100 300 1000 3000"},
		{-12, -4, "1e−12 1e−11 1e−10 1e−9 1e−8 1e−7 1e−6 1e−5 1e−4"}, {-20, 30,
			"1e−20 1e−10 1 1e10 1e20 1e30"}, {0.49, 0.6, "3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9"},
	} {
		var labels []string
		for _, tick := range (logTicks{room: 300, style: figure.TextStyle(9)}).between(test.from,
			test.to) {
			if tick.Label == "" {
				continue
			}
			labels = append(labels, tick.Label)
			var v float64
			fmt.Sscan(strings.ReplaceAll(tick.Label, "−", "-"), &v)
			must.Near(t, math.Log10(v), tick.Value, 1e-9, "%s is at", tick.Label)
		}
		must.Is(t, strings.Join(labels, " "), test.want, "from %g to %g", test.from, test.to)
	}
}
