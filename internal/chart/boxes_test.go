package chart

import (
	"testing"

	"fsnb.example/internal/must"
)

// Of many values the ends and evenly spaced ones between are drawn.
func TestSpaced(t *testing.T) {
	must.Items(t, spaced([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, 4), []float64{1, 3, 6, 9},
		"four of nine")
}
