package papers

import (
	"errors"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
)

// StepsWithin is the number of steps after which the objective of an iterative method stays within
// a share of its last value, such as .01. A ranking without the objective of its steps is an error.
func StepsWithin(r *algorithms.Ranking, share float64) (int, error) {
	if r == nil || len(r.Diagnostics.Trace) == 0 {
		return 0, errors.New("no objective of steps; give a ranking of an iterative method")
	}
	trace := r.Diagnostics.Trace
	last := float64(trace[len(trace)-1])
	for t := len(trace) - 1; t >= 0; t-- {
		if math.Abs(float64(trace[t])-last) > share*math.Abs(last) {
			return t + 2, nil
		}
	}
	return 1, nil
}

// NearestOfClass is, for each panel of a scatter plot, the share of the samples whose nearest point
// in the panel has their class; of points at equal distances the first sample's counts. The cost is
// O(n²) a panel. A plot without classes, or of one sample, is an error.
func NearestOfClass(p *evaluation.ScatterPlot) ([]float64, error) {
	if p == nil || len(p.Y) < 2 {
		return nil, errors.New("no classes; give a scatter plot of a data set that has")
	}
	var out []float64
	for _, panel := range p.Panels {
		right := 0
		for i := range panel.X {
			near, best := -1, math.Inf(1)
			for j := range panel.X {
				at := math.Hypot(panel.X[i]-panel.X[j], panel.Y[i]-panel.Y[j])
				if j != i && (at < best || near < 0) {
					near, best = j, at
				}
			}
			if p.Y[near] == p.Y[i] {
				right++
			}
		}
		out = append(out, float64(right)/float64(len(panel.X)))
	}
	return out, nil
}
