package display

import (
	"slices"
	"strings"
	"testing"
)

// Whatever is drawn, nothing is cut, no text stands on another or on a glyph,
// and all of it can be read.
func TestLayout(t *testing.T) {
	for name, f := range situations() {
		t.Run(name, func(t *testing.T) {
			r := record(f)
			r.checkLayout(t)
			if f.Alt == "" || strings.ContainsAny(f.Alt, "\n\t") {
				t.Errorf("it is described as %q", f.Alt)
			}
			// No two entries of a legend, titles or names look alike.
			seen := make(map[string]int)
			for _, w := range r.words() {
				if strings.HasPrefix(w, "a very long") {
					seen[w]++
				}
			}
			for w, n := range seen {
				if n > 1 && !strings.Contains(name, "panels") &&
					!strings.Contains(name, "heat map") {
					t.Errorf("%d texts are %q", n, w)
				}
			}
			if slices.Contains(r.words(), "−0") {
				t.Error("a tick says −0")
			}
		})
	}
}
