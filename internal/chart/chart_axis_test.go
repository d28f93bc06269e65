package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

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
