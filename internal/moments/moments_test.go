package moments

import (
	"math"
	"testing"
)

func columns(rows ...[]float64) (mean, sd []float64) {
	return Columns(len(rows), len(rows[0]), func(i int) []float64 { return rows[i] })
}

// Closed forms: the standard deviation of 1, 2, 3 is 1, of a and -a it is a√2.
func TestColumns(t *testing.T) {
	third := 1.0 / 3
	mean, sd := columns([]float64{1, 1e16, third, 1e200}, []float64{2, 1e16 + 2, third, -1e200},
		[]float64{3, 1e16 + 4, third, 0})
	for j, want := range [][2]float64{{2, 1}, {1e16 + 2, 2}, {third, 0}, {0, 1e200}} {
		if mean[j] != want[0] || math.Abs(sd[j]-want[1]) > 1e-15*want[1] {
			t.Errorf("column %d: mean %v, SD %v, want %v", j, mean[j], sd[j], want)
		}
	}
}

func TestColumnsOfOneRow(t *testing.T) {
	mean, sd := columns([]float64{0.1, -3})
	if mean[0] != 0.1 || mean[1] != -3 || sd[0] != 0 || sd[1] != 0 {
		t.Errorf("means %v, SDs %v", mean, sd)
	}
}
