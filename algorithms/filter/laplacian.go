package filter

import (
	"context"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

// DefaultNeighbors is the number of neighbours of a graph when none is given
// (He, Cai, Niyogi 2005 use 5).
const DefaultNeighbors = 5

// Laplacian is the Laplacian score: how little a feature varies between
// neighbouring samples, relative to how much it varies at all. On the graph that
// joins each sample to its nearest, symmetric by "or", with heat kernel weights,
//
//	criterion_j = f~'Lf~ / f~'Df~,  f~ = f - (f'D1 / 1'D1) 1
//	score_j     = 1 - criterion_j
//
// (He, Cai, Niyogi 2005, eqs. 7 to 9; SPFS 2013, eq. 3.3). The criterion is
// small for good features, so the score is 1 minus it, and Raw keeps the
// criterion. Methods that need positive scores use its reciprocal (Nie et al.
// 2008, footnote 1). No labels are used. Constant columns score -Inf and rank
// last, after those that vary only at samples without an edge of any weight.
//
// The cost is O(n²d/2 + nd·Neighbors) time and O(n·Neighbors) memory. Score
// returns an error when Neighbors is not between 1 and n-1, or Heat is negative.
type Laplacian struct {
	// Neighbors is the number of nearest samples that each sample is joined to;
	// 0 means 5.
	Neighbors int
	// Heat is the width t of the kernel exp(-‖x-y‖²/t); 0 means the mean squared
	// distance between joined samples, +Inf weighs all edges alike.
	Heat float64
}

// Name returns "laplacian".
func (Laplacian) Name() string { return "laplacian" }

// Resolve writes out the defaults.
func (m Laplacian) Resolve() algorithms.Selector {
	if m.Neighbors == 0 {
		m.Neighbors = DefaultNeighbors
	}
	return m
}

// Score returns 1 minus the Laplacian score of every feature, and the Laplacian
// scores as Raw. Diagnostics name the width of the kernel and the number of
// edges.
func (m Laplacian) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt, algorithms.Needs{}); err != nil {
		return nil, err
	}
	m = m.Resolve().(Laplacian)
	a, err := graph.HeatKernel(ctx, d.X, m.Neighbors, m.Heat, opt.Workers, opt.Meter)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	f, err := a.Forms(ctx, d.X, d.Features, opt.Workers)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := newScores(d, f.Constant)
	s.Warnings = append(s.Warnings, algorithms.FlatWarning(d, f.Flat)...)
	s.Raw = make(algorithms.Numbers, d.D())
	for j, b := range f.Between {
		if b == 0 {
			s.Raw[j], s.Values[j] = math.Inf(1), math.Inf(-1)
			continue
		}
		s.Raw[j] = f.Within[j] / b
		s.Values[j] = 1 - s.Raw[j]
	}
	s.Diagnostics.Extra = []algorithms.Value{
		{Name: "heat", Value: algorithms.Number(a.Heat)},
		{Name: "edges", Value: algorithms.Number(len(a.Edges))},
	}
	return s, nil
}

// Select ranks the features by their scores.
func (m Laplacian) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
