package learn

import (
	"math"
	"testing"
)

// R² does not depend on the unit, even where squares vanish or overflow.
func TestR2OfAnyUnit(t *testing.T) {
	for _, unit := range []float64{1e-320, 1e-165, 1, 1e165, 1e300} {
		got := R2([]float64{10 * unit, 20 * unit, 40 * unit},
			[]float64{10 * unit, 20 * unit, 30 * unit})
		if math.Abs(got-.5) > 1e-9 {
			t.Errorf("unit %g: %g, want .5", unit, got)
		}
	}
}
