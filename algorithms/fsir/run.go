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

func (m FSIR2) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	s, err := m.prepare(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	k := min(opt.K, len(s.live))
	f := &algorithms.Found{Last: s.last, Warnings: s.warnings}
	if k == 0 {
		f.Diagnostics.Converged = true // no column varies
	} else {
		o, solveErr := m.solve(ctx, s, k, opt)
		if o == nil {
			return nil, solveErr
		}
		sortDuplicates(o.Z, s.of, true)
		x := newExchange(s.m, s.round(o.Z), k)
		if err = solveErr; err == nil {
			f.Diagnostics, err = m.choose(ctx, s, o, x, opt)
		}
		for _, j := range x.members() {
			f.Features, f.Scores = append(f.Features, s.live[j]), append(f.Scores, o.Z[j])
		}
	}
	if g := f.Diagnostics; err == nil && g.Certificate.Holds() && !g.Converged {
		const why = "stopped after %d rounds of exchanges: another exchange may lower the objective"
		f.Warnings = append(f.Warnings, fmt.Sprintf(why, polishRounds))
	}
	return f, err
}

// choose polishes the rounded subset if m.Polish is true. If it is canceled, x has the current
// subset.
func (m FSIR2) choose(
	ctx context.Context, s *setting, o *Optimum, x *exchange, opt algorithms.Options,
) (algorithms.Diagnostics, error) {
	err := x.refresh(ctx)
	if err != nil {
		return algorithms.Diagnostics{}, err
	}
	rounded := x.value
	if m.Polish {
		err = x.polish(ctx, opt, polishRounds)
	}
	return s.diagnose(m, o, x, rounded), err
}

// solve finds the optimum of (8) for k of the p live features.
func (m FSIR2) solve(ctx context.Context, s *setting, k int, opt algorithms.Options) (
	*Optimum, error) {
	p := s.m.Dim()
	ones := slices.Repeat([]float64{1}, p)
	linear := make([]float64, p)
	floats.AddScaled(linear, -1, s.m.sum)
	sphere := Sphere{
		A: s.m, Linear: linear, B: mat.NewDense(1, p, ones), C: []float64{float64(2*k - p)},
		Radius: math.Sqrt(float64(p)),
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
			return nil, fmt.Errorf(
				"eta = %g is below the largest eigenvalue of R~, which is between %.6g and "+
					"%.6g; give a larger eta, or 0 for the least that suffices", m.Eta, least, most)
		}
	}
	o, err := sphere.Maximize(ctx, opt.Meter)
	if o != nil && k == p {
		copy(o.Z, ones) // exactly
	}
	return o, err
}

// sortDuplicates sorts the values of duplicate columns, which can be exchanged, by their index:
// ascending, or descending if falling is true.
func sortDuplicates(values []float64, of []int, falling bool) {
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

// round returns the places in order of descending z. Of equal z the one with less redundancy is
// first, which is the limit of the order of z as k approaches p.
func (s *setting) round(z []float64) []int {
	sum := slices.Clone(s.m.sum)
	sortDuplicates(sum, s.of, false)
	order := make([]int, len(z))
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(z[b], z[a]), cmp.Compare(sum[a], sum[b]), a-b)
	})
	return order
}
