package chart

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

// makeMap is k features whose values fall with the distance of their blocks of five.
func makeMap(k int) HeatMap {
	rng := rand.New(rand.NewPCG(uint64(k), 2))
	m := HeatMap{Label: "m", Mean: 0.5, K: k, Values: make([]float64, k*k)}
	for i := range k {
		m.Features = append(m.Features, wording.Feature{Name: numbered("f")(i), Column: i})
		m.Values[i*k+i] = 1
		for j := range i {
			v := rng.Float64() * math.Exp(-math.Abs(float64(i/5-j/5)))
			m.Values[i*k+j], m.Values[j*k+i] = v, v
		}
	}
	return m
}

// mapFigure draws one map.
func mapFigure(m HeatMap) (*heatMaps, *figure.Figure) {
	l := NewHeatMaps("values", []HeatMap{m})
	return l, l.Figure("Map", figure.Caption{Text: "Made up."})
}

// Panels of one side show the same ranks, wherever they begin between two pixels.
func TestHeatMapRanks(t *testing.T) {
	for length := range 20 {
		for k, want := range map[int]int{12: 12, 13: 7} {
			first, second := makeMap(k), makeMap(k)
			for i := range first.Features {
				first.Features[i].Name += strings.Repeat("i", length)
			}
			l := NewHeatMaps("values", []HeatMap{first, second})
			count := map[string]int{}
			for _, w := range record(l.Figure("Map", figure.Caption{})).Words() {
				if _, err := strconv.Atoi(w); err == nil {
					count[w]++
				}
			}
			for rank := 1; rank <= k; rank++ {
				if n := count[strconv.Itoa(rank)]; n != 0 && n != 2 {
					t.Errorf("%d features, names longer by %d: rank %d stands below %d of 2 panels",
						k, length, rank, n)
				}
			}
			must.Is(t, len(count), want, "%d features, names longer by %d: ranks %v of them", k,
				length, count)
		}
	}
}

// painted is the color of the area that is last painted over a place.
func painted(r *displaytest.Recorder, x, y float64) (c color.NRGBA) {
	for _, s := range r.Shapes {
		if !s.Stroked && s.MinX < x && x < s.MaxX && s.MinY < y && y < s.MaxY {
			c = s.Color
		}
	}
	return c
}

// The color that is last painted over the middle of a cell is that of its value;
// rank 1 is at the top and left.
func TestHeatMapCells(t *testing.T) {
	for _, k := range []int{2, 7, 20, 40} {
		row := makeMap(k)
		row.Values[1], row.Values[k] = 0.25, 0.75 // not symmetric, to tell rows from columns
		l, f := mapFigure(row)
		r := record(f)
		panel := snapped(vg.Rectangle{
			Min: vg.Point{X: l.right(0) - l.side, Y: r.H - vg.Points(heatTitle) - l.side},
			Max: vg.Point{X: l.right(0), Y: r.H - vg.Points(heatTitle)},
		})
		cell := float64(panel.Max.X-panel.Min.X) / float64(k)
		for i, v := range row.Values {
			x, y := float64(panel.Min.X)+cell*(float64(i%k)+0.5),
				float64(panel.Max.Y)-cell*(float64(i/k)+0.5)
			if got := painted(r, x, y); got != heat(v) {
				t.Fatalf("%d features: the cell of rank %d and %d is %v, want %v", k, i/k+1, i%k+1,
					got, heat(v))
			}
		}
	}
}

// Larger maps are bitmaps; their pixels are found in the rendered file.
func TestHeatMapPixels(t *testing.T) {
	for _, k := range []int{41, 100, 300} {
		row := makeMap(k)
		l, f := mapFigure(row)
		raw := must.Get(f.PNG())(t)
		img := must.Get(png.Decode(bytes.NewReader(raw)))(t)
		side := panelPixels(l.side)
		left := int(math.Round(l.right(0).Dots(figure.Dpi))) - side
		up := int(math.Round((f.Height - vg.Points(heatTitle)).Dots(figure.Dpi)))
		wrong := 0
		for i, v := range row.Values {
			x, y := left+(2*(i%k)+1)*side/(2*k), up-(2*(i/k)+1)*side/(2*k)
			if !near(pixelAt(img, f, x, y), heat(shade(v))) {
				wrong++
			}
		}
		if wrong > 0 {
			t.Errorf("%d features: %d of %d cells have another color than their value", k,
				wrong, k*k)
		}
	}
	// More cells than pixels: a pixel is their mean.
	row := makeMap(1000)
	for i := range row.Values {
		row.Values[i] = float64((i%1000 + i/1000) % 2)
	}
	img := row.marks(vg.Rectangle{}, "")[0].(*cells).image(500)
	if c := img.At(250, 250); img.Bounds().Dx() != 500 || c != heat(0.5) {
		t.Errorf("%d pixels, the middle %v, want 500 and %v", img.Bounds().Dx(), c, heat(0.5))
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
