package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"unicode"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// hostileChart has a name everywhere that a name can stand.
func hostileChart(name string) Chart {
	return Chart{
		Title: name, X: name, Y: name, Note: name, Levels: []Level{{Name: name, Value: 2},
			{Name: name, Value: 1, Vertical: true}},
		Series: []Series{{Name: name, Y: nums{1, 2, 3}, Labels: []string{name, name + name, "x"}},
			{Name: name, Points: true, Y: nums{2, 1}}},
	}
}

func TestHostileCharts(t *testing.T) {
	for _, name := range hostile {
		t.Run(fmt.Sprintf("%.20q", name), func(t *testing.T) {
			checkHarmless(t, draws(t, hostileChart(name)))
		})
	}
}

// checkHarmless verifies that a figure is laid out, described and written whatever its names are.
func checkHarmless(t *testing.T, f *figure.Figure) {
	t.Helper()
	record(f).CheckLayout(t)
	if strings.ContainsFunc(f.Alt, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		t.Errorf("it is described as %q", f.Alt)
	}
	d := xml.NewDecoder(bytes.NewReader(must.Get(f.SVG())(t)))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("the picture is not well-formed: %v", err)
		}
	}
}

func FuzzChart(f *testing.F) {
	for i, name := range hostile {
		f.Add(name, float64(i), 1/float64(i+1), -3.0, 1e9, byte(i))
	}
	f.Add("a", 1e-320, 1e308, math.Inf(1), math.NaN(), byte(7))
	f.Add("b", 1.0, math.Nextafter(1, 2), 1.0, 1.0, byte(3))
	f.Fuzz(func(t *testing.T, name string, a, b, c, d float64, flags byte) {
		chart := hostileChart(name)
		chart.Levels = nil
		chart.LogX, chart.LogY, chart.Diagonal = flags&1 > 0, flags&2 > 0, flags&4 > 0
		chart.Series[0].X, chart.Series[0].Y = nums{a, b, c}, nums{d, c, a}
		chart.Series[1].X, chart.Series[1].Y = nums{d, a}, nums{b, b}
		figure, err := ChartFigure(&chart)
		if err != nil {
			if chart.LogX == chart.LogY && !strings.Contains(err.Error(), "none of the points") {
				t.Error(err)
			}
			return
		}
		record(figure).CheckLayout(t)
	})
}
