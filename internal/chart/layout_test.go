package chart

import (
	"maps"
	"testing"

	"fsnb.example/internal/displaytest"
)

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
