package chart

import (
	"slices"
	"testing"
)

// Of many values the ends and evenly spaced ones between are drawn.
func TestSpaced(t *testing.T) {
	if got := spaced([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, 4); !slices.Equal(got,
		[]float64{1, 3, 6, 9}) {
		t.Errorf("four of nine are %g", got)
	}
}
