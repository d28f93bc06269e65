package display_test

import (
	"testing"

	"fsnb.example/display"
	"fsnb.example/internal/displaytest"
)

// Names of points that look like something else, below an axis that tooltips would take for the
// address of a picture. internal/browser shows them.
func TestHostileNamesOnHover(t *testing.T) {
	f := figures(display.Chart{Title: `<b>"Points"</b>`, X: "image", Y: "title",
		Series: []display.Series{{Name: "</script>", Points: true, X: []float64{1, 2, 3, 4, 5},
			Y: []float64{1, 3, 2, 5, 4}, Names: []string{"<img src=https://example.com/x.png>",
				`a "b", c`, "back\\slash ${1+1}", "1e5", "https://example.com/y.png"}}}})[0]
	displaytest.Golden(t, "hostile.vl.json", displaytest.SpecJSON(f))
}
