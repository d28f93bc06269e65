package embedded

import (
	"fmt"
	"math"
	"testing"
	"time"

	"fsnb.example/algorithms"
)

func TestTryRows(t *testing.T) {
	for _, shape := range [][3]int{{300, 30, 1}, {100, 30, 4}, {40, 80, 2}, {60, 400, 1}, {60, 1000, 3}} {
		for _, gamma := range []float64{.1, 1, 100} {
			d := standardised(t, uint64(shape[1]), shape[0], shape[1], 3)
			m := UDFS{Dimensions: shape[2], Gamma: gamma}
			t0 := time.Now()
			f, _ := plainRows(t, m, d, 1e-7, 500)
			t1 := time.Now()
			s := scored(t, m, d)
			t2 := time.Now()
			fmt.Printf("udfs %v γ%g: old %d steps %.3fs, new %d grad %.1e least %.1e conv %v ratio %.2f obj %.1e\n", shape, gamma, f.steps, t1.Sub(t0).Seconds(), s.Diagnostics.Iterations, s.Diagnostics.Certificate.Value, s.Diagnostics.Get("least curvature"), s.Diagnostics.Converged, t2.Sub(t1).Seconds()/t1.Sub(t0).Seconds(), float64(*s.Diagnostics.Objective)/f.objective()-1)
		}
	}
	for _, shape := range [][3]int{{150, 20, 1}, {100, 30, 4}, {40, 80, 2}, {60, 400, 1}} {
		for _, gamma := range []float64{.1, 1, 100} {
			d := standardised(t, uint64(shape[1]), shape[0], shape[1], 3)
			m := SOGFS{Dimensions: shape[2], Gamma: gamma, Clusters: 3}
			t1 := time.Now()
			s, err := m.Score(t.Context(), d, algorithms.Options{})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Printf("sogfs %v γ%g: new %d rounds %v grad %.1e least %.1e conv %v %.3fs obj %.10g rise %.1e\n", shape, gamma, s.Diagnostics.Iterations, s.Diagnostics.Get("rounds"), s.Diagnostics.Certificate.Value, s.Diagnostics.Get("least curvature"), s.Diagnostics.Converged, time.Since(t1).Seconds(), *s.Diagnostics.Objective, s.Diagnostics.Get("largest rise of a step"))
		}
	}
	_ = math.Pi
}
