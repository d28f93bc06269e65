package filter

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

// DefaultNeighbors is the number of neighbours of a graph when none is given
// (He, Cai, Niyogi 2005 use 5).
const DefaultNeighbors = 5

// DefaultPercentile is that of the squared distances which SPFS (2013, §6) takes
// for the δ² of its kernel.
const DefaultPercentile = 20

// Laplacian is the Laplacian score: how little a feature varies between
// neighbouring samples, relative to how much it varies at all. On the graph that
// joins each sample to its nearest, symmetric by "or", with heat kernel weights,
// where samples that tie share the last places (graph.HeatKernel),
//
//	criterion_j = f~'Lf~ / f~'Df~,  f~ = f - (f'D1 / 1'D1) 1
//	score_j     = 1 - criterion_j
//
// (He, Cai, Niyogi 2005, eqs. 7 to 9; SPFS 2013, eq. 3.3). The criterion is
// small for good features, so the score is 1 minus it, and Raw keeps the
// criterion. Methods that need positive scores use its reciprocal (Nie et al.
// 2008, footnote 1). No labels are used; on the class graph, as Given,
// criterion_j = 1/(1 + Fisher score). Constant columns score -Inf and rank last,
// after those that vary only at samples without an edge of any weight.
//
// The cost is O(n²d/2 + nd·Neighbors) time and O(n·Neighbors) memory; with
// Given O((n + pairs)·d) time, where pairs are its entries other than 0. Score
// returns an error when Neighbors is not between 1 and n-1, Heat is negative, or
// Given does not fit.
type Laplacian struct {
	// Neighbors is the number of nearest samples that each sample is joined to;
	// 0 means 5.
	Neighbors int
	// Heat is the width t of the kernel exp(-‖x-y‖²/t); 0 means the mean squared
	// distance between joined samples, +Inf weighs all edges alike.
	Heat float64
	// Given is A itself (n×n) in place of the nearest neighbours, without negative
	// entries: a *mat.SymDense, or what graph.FromPairs makes of a list; nil for
	// none.
	Given mat.Symmetric
}

// Name returns "laplacian".
func (Laplacian) Name() string { return "laplacian" }

// Resolve writes out the defaults.
func (m Laplacian) Resolve() algorithms.Selector {
	if m.Given != nil { // which replaces these
		m.Neighbors, m.Heat = 0, 0
	}
	if m.Neighbors == 0 {
		m.Neighbors = DefaultNeighbors
	}
	return m
}

// Score returns the Laplacian score of every feature. Its diagnostics have the
// width of the kernel and the number of edges.
func (m Laplacian) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt, algorithms.Needs{}); err != nil {
		return nil, err
	}
	m = m.Resolve().(Laplacian)
	a, err := m.graph(ctx, d, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	t, err := termsOf(ctx, d, a, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := lessIsBetter(d, t, func(j int) float64 { return t.smooth[j] / t.spread[j] })
	s.Warnings = append(s.Warnings, a.Warnings()...)
	s.Diagnostics.Extra = edgesOf(a)
	return s, nil
}

func (m Laplacian) graph(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*graph.Affinity, error) {
	if m.Given != nil {
		return graph.NonNegative(m.Given, d.N())
	}
	return graph.HeatKernel(ctx, d.X, m.Neighbors, m.Heat, opt.Workers, opt.Meter)
}

// edgesOf describes a graph.
func edgesOf(a *graph.Affinity) []algorithms.Value {
	return []algorithms.Value{
		{Name: "heat", Value: algorithms.Number(a.Heat)},
		{Name: "edges", Value: algorithms.Number(len(a.Edges))},
	}
}

// Select ranks the features by their scores.
func (m Laplacian) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
