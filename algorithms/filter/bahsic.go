package filter

import (
	"context"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

// BAHSIC removes features from all of them by the unbiased HSIC with a similarity K (n×n) of the
// samples: each round removes the tenth, at least one, without which the others depend most on K,
//
//	k(x, y) = exp(-‖x_F - y_F‖² / (2|F|))   over features of zero mean and unit variance
//
// The last one to be removed ranks first. BAHSIC can find features that depend on K only together,
// which FOHSIC may miss, but it begins with all irrelevant features included.
//
// Raw is the HSIC of the round's features without this one, 0 for the last of all; scores are
// 1/place. Within a round the feature whose removal costs least is removed first. Constant columns
// are removed first and rank last with score 0.
//
// Select returns the errors of HSIC. The HSIC without a feature takes n²/2 exponentials, of about
// 10d features in all rounds: O(n²d). From 32 samples, 48 features and 1.6 million exponentials a
// round on, bounds leave little more than those that are removed where the kernel has small rank r,
// and cost O(n²r + ndr) a round. The answer is the same. The memory is that of FOHSIC.
//
// Source: Song et al. 2007.
type BAHSIC struct {
	// Similarity is K; nil means graph.SameClass. Entries may be negative.
	Similarity graph.Similarity
	// Linear takes k(x, y) = x_F'y_F. The result is then that of HSIC, which is faster.
	Linear bool
}

// roundShare is the part of the features that a round of BAHSIC removes.
const roundShare = 0.1

// Facts returns what is known of the method.
func (m BAHSIC) Facts() algorithms.Facts {
	f := searchFacts(m.Similarity, m.Linear, screenMostSpace)
	f.Name = "bahsic"
	f.Summary = "backward elimination by dependence on the classes (HSIC), which keeps " +
		"features that act together"
	f.Criterion = "HSIC of the round without it"
	f.Cost = "n²d"
	return f
}

// Select returns the features that remain longest, best first.
func (m BAHSIC) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	rounds := 0
	r, err := search(ctx, m, m.Similarity, d, opt, m.Linear,
		func(dep *dependence) (order []int, raw algorithms.Numbers, err error) {
			order, raw, rounds, err = dep.backward(ctx, opt)
			return order, raw, err
		})
	if r != nil {
		r.Diagnostics.Iterations = rounds
	}
	return r, err
}

// backward returns all live features, the last one to be removed first; none when the
// context ends, since the best are unknown before the end.
func (dep *dependence) backward(ctx context.Context, opt algorithms.Options) (
	order []int, raw algorithms.Numbers, rounds int, err error) {
	rest := slices.Clone(dep.live)
	tick := opt.Meter("features", len(rest))
	set := dep.newSet()
	whole := 2 * len(rest) // features when the set was made
	var gone []int         // features of the round before
	bounds := &screen{dep: dep}
	for len(rest) > 0 {
		// Made again when half of the features are left: differences accumulate rounding errors.
		moved, sign := gone, -1.0
		if 2*len(rest) <= whole {
			whole, moved, sign = len(rest), rest, 1
			set.empty()
		}
		if err := dep.move(ctx, set, moved, sign, opt.Workers); err != nil {
			return nil, nil, rounds, err
		}
		count := max(1, int(roundShare*float64(len(rest))))
		places, values, err := bounds.best(ctx, &change{set, rest, -1, len(rest) - 1}, count,
			opt.Workers)
		if err != nil {
			return nil, nil, rounds, err
		}
		for k := range values {
			values[k] = -values[k]
		}
		// The first to be removed leaves the most; ties are removed from the highest index.
		falling := dep.falling(values)
		slices.Reverse(falling)
		gone = gone[:0]
		leaving := make([]int, count)
		for k, at := range falling[:count] {
			leaving[k] = places[at]
			gone = append(gone, rest[places[at]])
			raw = append(raw, -values[at])
		}
		order = append(order, gone...)
		tick(len(leaving))
		slices.Sort(leaving)
		for _, c := range slices.Backward(leaving) {
			rest = slices.Delete(rest, c, c+1)
		}
		rounds++
	}
	slices.Reverse(order)
	slices.Reverse(raw)
	return order, raw, rounds, nil
}
