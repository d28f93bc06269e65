package chart

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"

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
