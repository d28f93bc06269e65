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

// LAR chooses the features from which a linear map predicts the similarity, along
// the path of group least angle regression (Algorithm 3): with K ≈ YY', Y n×l, the
// features X_A that have joined so far are those whose correlation ‖f_j'R‖ with the
// residual R = Y - XW is the largest, and equal; R moves so that it stays equal,
// until the next feature joins. The score of a feature is that correlation when it
// joined. The path approximates that of the convex problem that NES solves, and needs no
// radius. docs/spfs.md says where it ends; the places that are left are filled with score 0 and
// a warning, constant columns come last, with -Inf.
//
// The certificate is of the path: the largest relative difference between the correlations of
// the features that have joined, and of any other above them. It is no optimum of (4.8). A step
// after a features have joined costs O(nd + nal) time, one in 64 O(ndl), l being the number of
// classes, or Targets. The memory is one copy of X and O(nl). Other similarities than SameClass
// need eigenvectors, O(n³). Select returns the errors of SFS, and one when K has no positive
// eigenvalue.
type LAR struct {
	// Similarity is K; nil means graph.SameClass.
	Similarity graph.Similarity
	// Uncentered brings features to unit length without centering them.
	Uncentered bool
	// Targets is the number l of eigenvectors of K, the largest first; 0 means all
	// with positive eigenvalues. The similarity of classes has one target a class.
	Targets int
}

// unequal is how far the correlations of a path may differ, relative.
const unequal = 1e-8

// Name returns "spfs-lar".
func (LAR) Name() string { return "spfs-lar" }

// Facts returns what is known of the method.
func (m LAR) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "features from which a linear map predicts the similarity of the samples, by " +
			"group least angle regression",
		Source:   "Zhao, Wang, Liu, Ye 2013",
		Cost:     "ndck; n²d + n³ + n²dk without classes",
		Revision: 3, Nested: true, Targets: kinds().Targets(m.Similarity),
		Params: kinds().About("similarity", map[string]string{
			"uncentered": paramdoc.Uncentered,
			"targets":    paramdoc.Targets,
		}),
	}
}

// Variants lists the similarities.
func (LAR) Variants(string) []algorithms.Variant { return kinds().Variants() }

// Resolve writes out the defaults.
func (m LAR) Resolve() algorithms.Selector {
	m.Similarity = kinds().Resolve(m.Similarity)
	return m
}

// Select returns the features in the order in which they join. The objective is
// ‖Y - XW‖²_F when the last of them does, the trace the correlation at which each
// joins; "start" in the diagnostics is ‖Y‖², "targets" l.
func (m LAR) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = m.Resolve().(LAR)
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
			fmt.Sprintf("rounding has left the path: the correlations of its features differ by "+
				"%.1e, relative", p.worst))
	}
	return r, err
}
