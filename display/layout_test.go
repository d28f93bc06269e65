package display

import (
	"testing"

	"fsnb.example/internal/displaytest"
)

// Whatever is drawn, nothing is cut, no text stands on another or on a glyph,
// and all of it can be read.
func TestLayout(t *testing.T) {
	displaytest.CheckFigures(t, situations())
}
