// Package projection scores features by the norms of their rows in the matrix W (d×m) of a linear
// projection of the samples, which package learn computes. PCAScore, LDAScore, LPPScore and
// LFDAScore are the projections that LAP (Chen et al. 2018, section III) is compared with; FSSL
// shrinks rows to 0, and so do NDFS, JELSR, LDFS and HSFS.
//
// Features are taken as they are, and a row of W depends on the unit of its feature: of two
// features that differ only in their unit, the one with the smaller numbers has the larger row in
// LDAScore, LPPScore, LFDAScore and FSSL, and the smaller row in PCAScore. Standardize first
// (Dataset.Standardize), unless the units matter.
//
// Constant columns take no part and rank last. Duplicate columns have equal rows and equal scores.
package projection

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/stationary"
)

const (
	ridgeDoc = "number added to the diagonal of the scatter within the classes, relative to " +
		"its mean; 0 means none"
	uncenteredDoc = "take the features as they are, as printed in the paper, without subtracting " +
		"their weighted mean"
)

const (
	// residual is the tolerance of the residual of an eigenvector.
	residual = 1e-8
)

// plan holds what differs between the methods.
type plan struct {
	square   bool // W'W = I: with as many axes as features every score is 1
	extra    []algorithms.Value
	warnings []string
	measure  string  // the quantity of the certificate
	limit    float64 // its tolerance
	local    bool    // the problem is not convex
	curved   bool    // the least curvature is computed if W is unique
	plain    bool    // the values of the axes are no eigenvalues
	notes    []string
	// tie orders features whose rows are 0, nil if there is no such order.
	tie []float64
	of  string // the problem of the certificate, if it is not the choice of features
	// objective returns the objective of a result.
	objective func(p *learn.Directions) float64
}

// project learns m axes from the varying columns of d; m = 0 means c - 1 of c classes.
func project(ctx context.Context, by algorithms.Scorer, d *datasets.Dataset,
	opt algorithms.Options, m int,
	work func(x *mat.Dense, m int, p *plan) (*learn.Directions, error)) (
	*algorithms.Projection, error) {
	var out *algorithms.Projection
	answer := func() (*algorithms.Scores, error) {
		var err error
		if out, err = run(ctx, by, d, opt, m, work); out == nil {
			return nil, err
		}
		return out.Scores, err
	}
	_, err := algorithms.AnswerScores(ctx, by, d, opt, answer)
	return out, err
}

func run(ctx context.Context, by algorithms.Scorer, d *datasets.Dataset,
	opt algorithms.Options, m int,
	work func(x *mat.Dense, m int, p *plan) (*learn.Directions, error)) (
	*algorithms.Projection, error) {
	if m == 0 {
		m = classAxes(d)
	}
	_, constant, err := graphs.Scatter(ctx, d.Matrix(), d.Features, opt.Workers)
	if err != nil {
		return nil, err
	}
	s := &algorithms.Scores{
		Names: slices.Clone(d.Features), Values: make(algorithms.Numbers, d.D()),
		Constant: constant, Warnings: caution.Constant(d, constant),
		Diagnostics: algorithms.Diagnostics{Converged: true},
	}
	out := &algorithms.Projection{
		Method: algorithms.Name(by), Label: algorithms.Label(by), Dataset: d.Name,
		W: make([]algorithms.Numbers, d.D()), Values: make(algorithms.Numbers, m), Scores: s,
	}
	for j := range out.W {
		out.W[j] = make(algorithms.Numbers, m)
	}
	live := varying(d.D(), constant)
	if len(live) == 0 {
		return out, nil
	}
	p := &plan{measure: "largest residual of the eigenvectors' equations, relative",
		limit: residual}
	found, err := work(columns(d.X, live), m, p)
	if found == nil || err != nil && !parallel.Stopped(ctx, err) {
		return nil, err
	}
	_, m = found.Axes.Dims()
	if p.square && m == len(live) && m > 1 {
		return nil, fmt.Errorf(
			"dimensions = %d with as many varying columns makes W square, and every score 1; "+
				"give at most %d", m, m-1)
	}
	out.Values = out.Values[:m]
	copy(out.Values, found.Values)
	if p.tie != nil {
		s.Tie = make(algorithms.Numbers, d.D())
	}
	for l, j := range live {
		s.Values[j] = found.Norms[l]
		if p.tie != nil {
			s.Tie[j] = p.tie[l]
		}
		copy(out.W[j], found.Axes.RawRowView(l))
	}
	for j := range out.W {
		out.W[j] = out.W[j][:m]
	}
	// Also for a canceled result; a context without cancellation gives no error.
	alive := context.WithoutCancel(ctx)
	firsts, _ := duplicates.Columns(alive, d.X, live, duplicates.Rule{}, opt.Workers)
	for j, first := range firsts { // rows of duplicates differ by rounding
		s.Values[j] = s.Values[first]
		if p.tie != nil {
			s.Tie[j] = s.Tie[first]
		}
		copy(out.W[j], out.W[first])
	}
	describe(s, found, p)
	return out, err
}

// describe sets the diagnostics and warnings.
func describe(s *algorithms.Scores, found *learn.Directions, p *plan) {
	g := &s.Diagnostics
	g.Iterations, g.Trace = found.Iterations, found.Trace
	g.Certificate = &algorithms.Certificate{Name: p.measure,
		Value: algorithms.Number(found.Residual), Tolerance: algorithms.Number(p.limit),
		Local: p.local, Of: p.of}
	g.Notes = p.notes
	if p.objective != nil {
		g.Objective = algorithms.NewObjective(p.objective(found))
	}
	g.Extra = append(p.extra, algorithms.Value{Name: "axes",
		Value: algorithms.Number(len(found.Values))})
	for k, v := range found.Values[:min(len(found.Values), 5)] {
		if p.plain {
			break
		}
		g.Extra = append(g.Extra, algorithms.Value{Name: fmt.Sprintf("eigenvalue %d", k+1),
			Value: algorithms.Number(v)})
	}
	if found.Tied > 1 {
		g.Extra = append(g.Extra, algorithms.Value{Name: "axes that share the last eigenvalue",
			Value: algorithms.Number(found.Tied)})
	}
	s.Warnings = append(s.Warnings, p.warnings...)
	if p.curved && found.Tied == 1 && !math.IsNaN(found.Least) {
		g.Extra = append(g.Extra, algorithms.Value{Name: "least curvature",
			Value: algorithms.Number(found.Least)})
		if !(found.Least > stationary.Flat) {
			s.Warnings = append(s.Warnings, stationary.FlatWarning(found.Least))
		}
	}
	for _, v := range (stationary.Spread{Objectives: found.Starts, Kept: found.Start}).Numbers() {
		g.Extra = append(g.Extra, algorithms.Value{Name: v.Name, Value: algorithms.Number(v.Value)})
	}
	if g.Converged = found.Converged && g.Certificate.Holds(); !found.Converged {
		text := fmt.Sprintf("the iteration was ended after %d steps", found.Iterations)
		s.Warnings = append(s.Warnings, text)
	}
	if found.Iterations == 0 && !p.plain && !g.Certificate.Holds() {
		s.Warnings = append(s.Warnings,
			"rounding errors dominate the axes, as with values far from all others or columns of "+
				"very different units; look for outliers, and standardize")
	}
	if slices.Max(found.Norms) == 0 {
		s.Warnings = append(s.Warnings,
			"the axes cannot separate the samples: every score is 0")
	}
}

// sum is the objective of methods whose trace is the sum of the eigenvalues.
func sum(p *learn.Directions) float64 {
	var t float64
	for _, v := range p.Values {
		t += v
	}
	return t
}

func varying(d int, constant []int) []int {
	live := make([]int, 0, d)
	for j := range d {
		if _, flat := slices.BinarySearch(constant, j); !flat {
			live = append(live, j)
		}
	}
	return live
}

// columns returns x if live are all of its columns, else a copy of the live columns.
func columns(x *mat.Dense, live []int) *mat.Dense {
	n, d := x.Dims()
	if len(live) == d {
		return x
	}
	out := mat.NewDense(n, len(live), nil)
	for i := range n {
		from, to := x.RawRowView(i), out.RawRowView(i)
		for l, j := range live {
			to[l] = from[j]
		}
	}
	return out
}

// scores returns the scores of a projection.
func scores(p *algorithms.Projection, err error) (*algorithms.Scores, error) {
	if p == nil {
		return nil, err
	}
	return p.Scores, err
}

// similarity makes the similarity of the rows of x, the varying columns of d. It adds warnings and
// diagnostics to p.
func (p *plan) similarity(ctx context.Context, d *datasets.Dataset, x *mat.Dense,
	s graph.Similarity, opt algorithms.Options) (*graph.Built, error) {
	part := *d
	part.X = x
	built, err := graph.MakeNonNegative(ctx, &part, s, opt)
	if err != nil {
		return nil, err
	}
	p.warnings, p.extra = built.Warnings, built.Extra
	return built, nil
}

// pairsOf lists the entries of a similarity.
func pairsOf(built *graph.Built) ([]learn.Pair, error) {
	a, err := built.Affinity()
	if err != nil {
		return nil, err
	}
	pairs := make([]learn.Pair, 0, len(a.Edges))
	for _, e := range a.Edges {
		pairs = append(pairs, learn.Pair{I: e.I, J: e.J, Weight: e.Weight})
	}
	for i, w := range a.Loops {
		if w != 0 {
			pairs = append(pairs, learn.Pair{I: i, J: i, Weight: w})
		}
	}
	return pairs, nil
}

// graph makes a similarity in the form of package learn, which lists no pairs for classes and for
// the complete graph.
func (p *plan) graph(ctx context.Context, d *datasets.Dataset, x *mat.Dense, s graph.Similarity,
	opt algorithms.Options) (*learn.Graph, error) {
	switch s.(type) {
	case graph.SameClass:
		return learn.ClassGraph(d.Y)
	case graph.Complete:
		return learn.CompleteGraph(d.N()), nil
	}
	built, err := p.similarity(ctx, d, x, s, opt)
	if err != nil {
		return nil, err
	}
	pairs, err := pairsOf(built)
	if err != nil {
		return nil, err
	}
	return learn.PairGraph(d.N(), pairs)
}

// rowspaceMemory is that of so many copies of X and of triangles of its rank, and of W.
func rowspaceMemory(s algorithms.Shape, copies, triangles, axes float64) float64 {
	n, d, _ := s.Floats()
	rank := min(n, d)
	return 8 * (copies*n*d + triangles*rank*rank + 3*d*min(axes, rank))
}
