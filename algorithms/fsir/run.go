package fsir

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

func (m FSIR2) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Ranking, error) {
	if m.Eta < 0 || math.IsNaN(m.Eta) || math.IsInf(m.Eta, 1) {
		return nil, fmt.Errorf("eta = %g; give a positive number, or 0 for one just above the largest eigenvalue", m.Eta)
	}
	s, err := m.prepare(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	k := min(opt.K, len(s.live))
	var features []int
	var scores algorithms.Numbers
	var diagnostics algorithms.Diagnostics
	if k == 0 {
		diagnostics.Converged = true // nothing to choose from
	} else {
		o, solveErr := m.solve(ctx, s, k, opt)
		if o == nil {
			return nil, solveErr
		}
		settle(o.Z, s.of, true)
		places := s.round(o.Z, k)
		for _, j := range places {
			features = append(features, s.live[j])
			scores = append(scores, o.Z[j])
		}
		if err = solveErr; err == nil {
			diagnostics, err = s.diagnose(ctx, m, o, places)
		}
	}
	if err == nil {
		for _, j := range s.last[:opt.K-k] {
			features = append(features, j)
			scores = append(scores, math.Inf(-1))
		}
	}
	r := algorithms.NewRanking(m, d, features, scores, nil)
	r.Diagnostics, r.Warnings = diagnostics, s.warnings
	return r, err
}

// solve finds the optimum of (8) for k of the p features that take part.
func (m FSIR2) solve(ctx context.Context, s *setting, k int, opt algorithms.Options) (*Optimum, error) {
	p := s.m.Dim()
	ones := slices.Repeat([]float64{1}, p)
	linear := make([]float64, p)
	floats.AddScaled(linear, -1, s.m.sum)
	sphere := Sphere{
		A: s.m, Linear: linear, B: mat.NewDense(1, p, ones), C: []float64{float64(2*k - p)}, Radius: math.Sqrt(float64(p)),
		Solver: m.Solver, Eta: m.Eta,
	}
	if m.Solver == Power {
		least, most, err := s.m.largest(ctx)
		if err != nil {
			return nil, err
		}
		if m.Eta == 0 {
			sphere.Eta = most
		} else if m.Eta < least*(1-1e-12) {
			return nil, fmt.Errorf("eta = %g is below the largest eigenvalue of R~, which is between %.6g and %.6g; give more, or 0 for enough", m.Eta, least, most)
		}
	}
	o, err := sphere.Maximise(ctx, opt.Meter)
	if o != nil && k == p {
		copy(o.Z, ones) // without rounding
	}
	return o, err
}

// settle puts the values of copies, which can be exchanged, into the order of their
// index, the largest first if falling.
func settle(values []float64, of []int, falling bool) {
	groups := make(map[int][]int)
	for j, first := range of {
		if j != first {
			if groups[first] == nil {
				groups[first] = []int{first}
			}
			groups[first] = append(groups[first], j)
		}
	}
	for _, members := range groups {
		sorted := make([]float64, len(members))
		for a, j := range members {
			sorted[a] = values[j]
		}
		slices.Sort(sorted)
		if falling {
			slices.Reverse(sorted)
		}
		for a, j := range members {
			values[j] = sorted[a]
		}
	}
}

// round returns the places of the k largest z, the largest first. Of equal ones that with
// less redundancy is first, which is the order that z tends to as k nears p.
func (s *setting) round(z []float64, k int) []int {
	sum := slices.Clone(s.m.sum)
	settle(sum, s.of, false)
	order := make([]int, len(z))
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(z[b], z[a]), cmp.Compare(sum[a], sum[b]), a-b)
	})
	return order[:k]
}

// diagnose says what is known of the optimum and of its rounding. In terms of w = (z +
// 1)/2, w'R~w = -f(z)/2 + e'R~e/4, f being what Sphere maximises.
func (s *setting) diagnose(ctx context.Context, m FSIR2, o *Optimum, places []int) (algorithms.Diagnostics, error) {
	quarter := floats.Sum(s.m.sum) / 4
	inW := func(f float64) float64 { return quarter - f/2 }
	w, rw := make([]float64, s.m.Dim()), make([]float64, s.m.Dim())
	for _, j := range places {
		w[j] = 1
	}
	if err := s.m.product(ctx, rw, w); err != nil {
		return algorithms.Diagnostics{}, err
	}
	relaxed, subset := inW(o.Value), floats.Dot(w, rw)
	var gap float64
	if subset > relaxed {
		gap = (subset - relaxed) / subset
	}
	g := algorithms.Diagnostics{
		Objective:   algorithms.NewObjective(relaxed),
		Iterations:  o.Iterations,
		Converged:   o.Converged,
		Certificate: &algorithms.Certificate{Name: "of the relaxed problem: residual, relative", Value: algorithms.Number(o.Residual), Tolerance: Tolerance},
		Extra:       slices.Clone(s.extra),
	}
	for _, f := range o.Trace {
		g.Trace = append(g.Trace, inW(f))
	}
	number := func(name string, v float64) {
		g.Extra = append(g.Extra, algorithms.Value{Name: name, Value: algorithms.Number(v)})
	}
	number("mean eigenvalue", s.m.scale)
	number("objective of the subset", subset)
	number("gap", gap)
	number("multiplier", o.Multiplier)
	number("largest eigenvalue, at most", o.Largest)
	number("products", float64(o.Products+1))
	hard := 0.0
	if o.Hard {
		hard = 1
	}
	number("hard case", hard)
	if o.Hard {
		number("objective of the saddle", inW(o.Saddle))
	}
	if m.Solver == Power {
		number("eta", o.Eta)
	}
	return g, nil
}
