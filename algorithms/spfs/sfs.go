package spfs

import (
	"context"
	"errors"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/paramdoc"
)

// SFS adds one feature at a time, the one that leaves the least of the similarity
// K unexplained (Algorithm 1):
//
//	R = K;  repeat: s = argmin_j ‖R - f_j f_j'‖²_F,  R = R - f_s f_s'
//
// where f_j is column j of X (n×d), centered and of unit length. The score of a
// feature is f'Rf when it was taken, Raw the ‖R‖² that it left. The k best are the
// first k of the k+1 best. Line 4 of Algorithm 1 stops when no feature lowers ‖R‖²: the
// diagnostics say where, and EarlyStop obeys it. The answer depends on the scale of K
// (docs/spfs.md): small, features are taken for being unlike the others; large, for their
// f'Kf alone.
//
// Constant columns are taken out first and rank last, with score -Inf. The cost is
// that of f'Kf (O(nd) for classes, O(n²d) for the others), then at most O(nd) for
// each of K features; the memory is one copy of X, and O(n²) for K unless it is that of
// classes. Select returns an error when labels are needed and missing, when the squares of K
// overflow, when Scale is negative, and those of graph.Make.
type SFS struct {
	// Similarity is K; nil means graph.SameClass. It need not be positive semidefinite.
	Similarity graph.Similarity
	// Uncentered brings features to unit length without centering them, which preserves
	// much less (docs/spfs.md).
	Uncentered bool
	// Scale multiplies K: more of it is more relevance, less is less redundancy; 0
	// means 1.
	Scale float64
	// EarlyStop obeys line 4 of Algorithm 1: fewer features than asked may come
	// back, with a warning.
	EarlyStop bool
}

// Name returns "spfs-sfs".
func (SFS) Name() string { return "spfs-sfs" }

// Facts returns what is known of the method.
func (m SFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "forward search for features that together preserve the similarity of the " +
			"samples, without repeating each other",
		Source:   "Zhao, Wang, Liu, Ye 2013",
		Cost:     "ndk; n²d + ndk without classes",
		Revision: 3, Nested: true, Targets: kinds().Targets(m.Similarity),
		Params: kinds().About("similarity", map[string]string{
			"uncentered": paramdoc.Uncentered,
			"scale": "what the similarity is multiplied with: larger for more relevance, " +
				"smaller for less redundancy",
			"early_stop": "stop, as Algorithm 1 is printed, when no feature lowers the residue: " +
				"fewer than k features may come back",
		}),
	}
}

// Variants lists the similarities.
func (SFS) Variants(string) []algorithms.Variant { return kinds().Variants() }

// Resolve writes out the defaults.
func (m SFS) Resolve() algorithms.Selector {
	m.Similarity = kinds().Resolve(m.Similarity)
	if m.Scale == 0 {
		m.Scale = 1
	}
	return m
}

// Select returns the best features. The objective is ‖X_F X_F' - K‖²_F, the trace
// its value after each feature; "start" in the diagnostics is ‖K‖², and
// "line 4 stops after" how many features Algorithm 1 as printed would have taken,
// when that is fewer.
func (m SFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = m.Resolve().(SFS)
	return answer(ctx, m, d, opt, func() (*algorithms.Found, error) { return m.run(ctx, d, opt) })
}

func (m SFS) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	if !(m.Scale > 0) || math.IsInf(m.Scale, 1) {
		return nil, fmt.Errorf("scale = %g; give a positive number, or 0 for 1", m.Scale)
	}
	k, err := newSimilarity(ctx, d, m.Similarity, opt)
	if err != nil {
		return nil, err
	}
	c, err := newColumns(ctx, d.X, m.Uncentered, opt.Workers)
	if err != nil {
		return nil, err
	}
	forms, err := k.forms(ctx, c, opt.Workers)
	if err != nil {
		return nil, err
	}
	for j := range forms {
		forms[j] *= m.Scale
	}
	start := k.square * m.Scale * m.Scale
	if math.IsInf(start, 0) {
		return nil, errors.New("the squares of the similarity overflow; give a smaller scale")
	}
	want := opt.K
	if want == 0 {
		want = d.D()
	}
	var features []int
	var scores, residue algorithms.Numbers
	left, line4, stopped := start, -1, false
	g := newGreedy(c, forms, nil, append([]int(nil), c.live...), opt.Workers)
	tick := opt.Meter("features", want)
	for len(features) < min(want, len(c.live)) {
		var j int
		var gain float64
		if j, gain, err = g.next(ctx); err != nil {
			break
		}
		if gain < 0.5 && line4 < 0 {
			if line4 = len(features); m.EarlyStop {
				stopped = true
				break
			}
		}
		left += 1 - 2*gain
		features, scores, residue = append(features, j), append(scores, gain), append(residue, left)
		tick(1)
	}
	trace := append(algorithms.Numbers(nil), residue...)
	if err == nil && !stopped {
		for _, j := range c.constant[:want-len(features)] {
			features, scores, residue = append(features, j), append(scores, math.Inf(-1)),
				append(residue, left)
		}
	}
	tick(want - len(trace))
	r := &algorithms.Found{Features: features, Scores: scores, Raw: residue}
	r.Diagnostics = algorithms.Diagnostics{
		Objective: algorithms.NewObjective(left), Iterations: len(trace), Converged: true,
		Trace: trace,
		Extra: append(k.extra, algorithms.Value{Name: "start", Value: algorithms.Number(start)}),
	}
	if line4 >= 0 {
		r.Diagnostics.Extra = append(r.Diagnostics.Extra,
			algorithms.Value{Name: "line 4 stops after", Value: algorithms.Number(line4)})
	}
	r.Warnings = append(algorithms.ConstantWarning(d, c.constant), k.warnings...)
	if stopped {
		r.Warnings = append(r.Warnings,
			fmt.Sprintf("stopped after %d of %d features, as line 4 of Algorithm 1 says: every "+
				"further one raises the residue", len(features), want))
	}
	return r, err
}
