package spfs

import (
	"context"
	"errors"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/paramdoc"
)

// SFS is forward search: it adds the feature that leaves the least of the similarity K (n×n) of the
// samples unexplained,
//
//	R = K;  repeat: s = argmin_j ‖R - f_j f_j'‖²_F,  R = R - f_s f_s'
//
// with f_j column j of X (n×d), centered and of unit length. The score of a feature is f'Rf at the
// step at which it is added, Raw the ‖R‖² after it. Constant columns rank last, with score -Inf.
//
// Select returns an error if labels are needed and missing, if the squares of K overflow, if Scale
// is negative, and those of graph.Make.
//
// The cost is that of f'Kf, O(nd) for classes and O(n²d) for other similarities, and at most O(nd)
// for each chosen feature. Memory is one copy of X, and O(n²) for K other than that of classes.
//
// With SameClass, or Target without a percentile, values may be sparse, in the time and memory of
// the entries, or on disk: two passes over the file, then the columns that a step compares.
//
// Source: Algorithm 1. Its line 4 stops if no feature lowers ‖R‖²: see EarlyStop and docs/spfs.md.
type SFS struct {
	// Similarity is K; nil means graph.SameClass. It may be indefinite.
	Similarity graph.Similarity
	// Uncentered scales features to unit length without centering them, which preserves much less
	// of the similarity.
	Uncentered bool
	// Scale multiplies K; 0 means 1. A large scale favors relevance, a small one low redundancy.
	Scale float64 `default:"1" range:"[1e-100,1e+100]"`
	// EarlyStop obeys line 4 of Algorithm 1: Select may return fewer features than asked, with a
	// warning and a note.
	EarlyStop bool
}

// Facts returns what is known of the method.
func (m SFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "spfs-sfs",
			Family: algorithms.Sets,
			Summary: "forward search for features that preserve a similarity of the samples " +
				"without redundancy",
			Source: "Zhao, Wang, Liu, Ye 2013", Revision: 3,
			Variants: kinds().Variants(),
			Params: kinds().About("similarity", map[string]string{
				"uncentered": paramdoc.Uncentered,
				"scale": "factor of the similarity: larger for more relevance, smaller for less " +
					"redundancy; 0 means 1",
				"early_stop": "stop if no feature lowers the residue, as line 4 of Algorithm 1 " +
					"does, with fewer than k features",
			}),
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true, Fewer: m.EarlyStop,
			Targets: kinds().Targets(m.Similarity),
		},
		Costs: algorithms.Costs{
			Cost: "ndk; n²d + ndk without classes", Storage: storages(m.Similarity),
			Memory: func(s algorithms.Shape) float64 {
				return memory(s, m.Similarity, 0)
			},
		},
	}
}

// Select returns the best features. The objective is ‖X_F X_F' - K‖²_F, and the trace has its value
// after each feature. In the diagnostics, "start" is ‖K‖², and "line 4 stops after" is the number
// of features that Algorithm 1 as printed would select, if that is fewer.
func (m SFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return answer(ctx, m, d, opt, func() (*algorithms.Found, error) { return m.run(ctx, d, opt) })
}

func (m SFS) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	k, err := m.similarity(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	c, forms, err := m.forms(ctx, d, k, opt)
	if err != nil {
		return nil, err
	}
	g := newGreedy(c, forms, nil, append([]int(nil), c.live...), opt.Workers)
	return m.collect(ctx, d, opt, k, c.constant, g.next)
}

// similarity is K before it is multiplied by Scale.
func (m SFS) similarity(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*similarity, error) {
	k, err := newSimilarity(ctx, d, m.Similarity, opt)
	if err != nil {
		return nil, err
	}
	if math.IsInf(m.start(k), 0) {
		return nil, errors.New("the squares of the similarity overflow; give a smaller scale")
	}
	return k, nil
}

// start is ‖K‖² with its scale.
func (m SFS) start(k *similarity) float64 { return k.square * m.Scale * m.Scale }

// forms are f'Kf of all features, with the scale.
func (m SFS) forms(ctx context.Context, d *datasets.Dataset, k *similarity,
	opt algorithms.Options) (*columns, []float64, error) {
	c, err := newColumns(ctx, d.Matrix(), m.Uncentered, opt.Workers)
	if err != nil {
		return nil, nil, err
	}
	forms, err := k.forms(ctx, c, opt.Workers)
	if err != nil {
		return nil, nil, err
	}
	for j := range forms {
		forms[j] *= m.Scale
	}
	return c, forms, nil
}

// collect makes the answer of the features that next returns, one at a time.
func (m SFS) collect(ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
	k *similarity, constant []int, next func(context.Context) (int, float64, error)) (
	*algorithms.Found, error) {
	start := m.start(k)
	want := opt.K
	if want == 0 {
		want = d.D()
	}
	var features []int
	var scores, residue algorithms.Numbers
	var err error
	left, line4, stopped := start, -1, false
	tick := opt.Meter("features", want)
	for len(features) < min(want, d.D()-len(constant)) {
		var j int
		var gain float64
		if j, gain, err = next(ctx); err != nil {
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
		for _, j := range constant[:want-len(features)] {
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
	r.Warnings = append(caution.Constant(d, constant), k.warnings...)
	if stopped {
		r.Diagnostics.Notes = []string{"Line 4 of Algorithm 1 stopped the search: every further " +
			"feature raises the residue."}
	}
	return r, err
}
