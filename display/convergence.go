package display

import (
	"errors"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/internal/wording"
)

// ConvergenceChart draws how far the objective of each ranking is from its last value after each
// step, relative to that value unless it is 0, on a logarithmic axis. Steps that reach it are left
// out. It returns an error where no ranking has two different values of an objective.
func ConvergenceChart(rankings ...*algorithms.Ranking) (*Chart, error) {
	out := &Chart{Title: "Objective, relative to its last value", X: "step",
		Y: "relative distance", LogY: true}
	var labels []string
	for _, r := range rankings {
		if r == nil {
			return nil, errors.New("one of the rankings is nil; give what Select returned")
		}
		labels = append(labels, r.Label+", "+r.Dataset)
	}
	labels = wording.Distinct(labels, nil)
	for i, r := range rankings {
		trace := r.Diagnostics.Trace
		s := Series{Name: labels[i]}
		for t := range trace {
			last := float64(trace[len(trace)-1])
			gap := math.Abs(float64(trace[t]) - last)
			if last != 0 {
				gap /= math.Abs(last)
			}
			if gap > 0 && !math.IsInf(gap, 0) {
				s.X, s.Y = append(s.X, float64(t+1)), append(s.Y, gap)
			}
		}
		if len(s.Y) > 0 {
			out.Series = append(out.Series, s)
		}
	}
	if len(out.Series) == 0 {
		return nil, errors.New("none of the rankings has an objective that changes from step " +
			"to step; give those of an iterative method, such as GRM")
	}
	return out, nil
}
