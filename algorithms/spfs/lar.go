package spfs

import (
	"context"
	"fmt"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/paramdoc"
)

// LAR chooses features from which a linear map predicts the similarity K ≈ YY' of the samples, by
// group least angle regression. With R = Y - XW the residual, X n×d, Y n×l, the feature with the
// largest correlation
//
//	‖f_j'R‖
//
// joins first. R then moves so that the features that have joined keep equal correlations, until
// another one reaches them: it joins next. The score of a feature is
// the correlation at which it joins. The path approximates that of NES and needs no
// radius. If it ends early, SFS fills the other places, with score 0 and a
// warning. Constant columns come last, with score -Inf.
//
// Select returns the errors of SFS, and an error if K has no positive eigenvalue.
//
// With a features that have joined, a step costs O(nd + nal), and every 64th step O(ndl). l is the
// number of classes, or Targets. Other similarities need eigenvectors, O(n³). Memory is a copy of X
// and O(nl).
//
// With sparse values a step costs O(entries), with a file one pass; the path ends at na = 2²⁵.
//
// Source: Algorithm 3. See docs/spfs.md.
type LAR struct {
	// Similarity is K; nil means graph.SameClass.
	Similarity graph.Similarity
	// Uncentered scales features to unit length without centering them.
	Uncentered bool
	// Targets is the number l of eigenvectors of K, the largest first; 0 means all
	// with positive eigenvalues. SameClass has one target for each class.
	Targets int `range:"[1,inf)"`
}

// unequal bounds the relative difference of correlations that the path keeps equal.
const unequal = 1e-8

// Facts returns what is known of the method.
func (m LAR) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "spfs-lar",
			Family: algorithms.Sets,
			Summary: "features from which a linear map predicts a similarity of the samples, by " +
				"group least angle regression",
			Source: "Zhao, Wang, Liu, Ye 2013", Revision: 3,
			Variants: kinds().Variants(),
			Params: kinds().About("similarity", map[string]string{
				"uncentered": paramdoc.Uncentered,
				"targets":    paramdoc.Targets,
			}),
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true, Targets: kinds().Targets(m.Similarity),
		},
		Costs: algorithms.Costs{
			Cost:    "ndck; n²d + n³ + n²dk without classes",
			Storage: storages(m.Similarity),
			Memory: func(s algorithms.Shape) float64 {
				return memory(s, m.Similarity, 3)
			},
		},
	}
}

// Select returns the features in the order in which they join. The objective is ‖Y - XW‖²_F when
// the last one joins, and the trace has the correlation at which each joins. In the diagnostics,
// "start" is ‖Y‖² and "targets" is l. The certificate is of the path, not of an optimum of (4.8):
// the largest relative difference between the correlations of the features that have joined, or by
// which another correlation is above them.
func (m LAR) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return answer(ctx, m, d, opt, func() (*algorithms.Found, error) { return m.run(ctx, d, opt) })
}

func (m LAR) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	g, err := newRegression(ctx, d, m.Similarity, m.Targets, m.Uncentered, opt)
	if err != nil {
		return nil, err
	}
	f := &completion{regression: g, d: d, want: opt.K, opt: opt}
	if f.want == 0 {
		f.want = d.D()
	}
	tick := opt.Meter("features", f.want)
	p := newPath(g, opt.Workers)
	for more := true; more && err == nil && len(p.active) < min(f.want, len(g.candidates)); {
		if more, err = p.next(ctx); more {
			tick(1)
		}
	}
	for i, j := range p.active {
		f.add(j, p.joined[i])
	}
	if err == nil {
		err = f.fill(ctx, p.ended, p.outside(false), p.outside(true))
	}
	if err == nil {
		tick(f.want - len(p.active))
	}
	r := &algorithms.Found{Features: f.features, Scores: f.scores}
	r.Warnings = f.warnings
	r.Diagnostics = algorithms.Diagnostics{
		Objective: algorithms.NewObjective(square(p.r)), Iterations: len(p.active),
		Converged: p.worst <= unequal, Trace: p.joined,
		Certificate: &algorithms.Certificate{
			Name:  "largest difference of correlations that the path keeps equal, relative",
			Value: algorithms.Number(p.worst), Tolerance: unequal,
			Proves: "the steps of the path are exact",
		},
		Extra: append(slices.Clone(g.extra), algorithms.Value{Name: "start",
			Value: algorithms.Number(square(g.y))}),
	}
	if !r.Diagnostics.Converged {
		r.Warnings = append(r.Warnings,
			fmt.Sprintf("rounding errors have left the path: the correlations of its features "+
				"differ by %.1e, relative", p.worst))
	}
	return r, err
}
