package filter

import (
	"context"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

// FOHSIC adds one feature at a time: the one with which the selected features F have the largest
// unbiased HSIC with a similarity K (n×n) of the samples, with the kernel
//
//	k(x, y) = exp(-‖x_F - y_F‖² / (2|F|))
//
// over features of zero mean and unit variance. 2|F| is the mean of ‖x_F - y_F‖², so that sets of
// different size are comparable. The kernel finds features that separate classes only together,
// which no criterion of single features can.
//
// Raw is the HSIC of the features so far; it may fall after its maximum. Scores are 1/place.
// Constant columns are removed first and rank last with score 0.
//
// Select returns the errors of HSIC. A candidate's HSIC takes n²/2 exponentials. From 32 samples,
// 48 candidates and 1.6 million exponentials on, bounds leave a few candidates where the kernel of
// F has small rank r: a step costs O(n²r + ndr), otherwise O(n²d), and K = 0 means d steps. The
// answer is the same. The memory is O(nd + nr), 8n² bytes up to 4096 samples, 4n² if these are at
// most ten times X, beside the similarity.
//
// Source: Song et al. 2007; the estimate is SPFS 2013, eq. 2.4.
type FOHSIC struct {
	// Similarity is K; nil means graph.SameClass. Entries may be negative.
	Similarity graph.Similarity
	// Linear takes k(x, y) = x_F'y_F. The result is then that of HSIC, which is faster.
	Linear bool
}

// Facts returns what is known of the method.
func (m FOHSIC) Facts() algorithms.Facts {
	f := searchFacts(m.Similarity, m.Linear, screenStart+2*screenMore)
	f.Name = "fohsic"
	f.Summary = "forward search by dependence on the classes (HSIC, Gaussian kernel of all " +
		"chosen features)"
	f.Criterion = "HSIC of the features so far"
	f.Cost, f.Wide = "n²dk", m.wide()
	return f
}

// wide is the growth with the Gaussian kernel.
func (m FOHSIC) wide() algorithms.Wide {
	if m.Linear {
		return algorithms.Wide{}
	}
	return algorithms.Wide{
		Why: "each step bounds the dependence with each feature that is left, and takes n²/2 " +
			"exponentials for each that the bounds leave, for as many steps as features",
		Instead: "choose fewer, take the best 1000 by hsic first, or take bahsic",
		Seconds: algorithms.Growth{Factor: 5e-10, N: 2, D: 1, K: 1, Left: true},
	}
}

// Select returns the best features in the order in which they are added. The
// objective is their HSIC.
func (m FOHSIC) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	var values algorithms.Numbers
	r, err := search(ctx, m, m.Similarity, d, opt, m.Linear,
		func(dep *dependence) (order []int, raw algorithms.Numbers, err error) {
			order, values, err = dep.forward(ctx, opt)
			return order, values, err
		})
	if r != nil && len(values) > 0 {
		r.Diagnostics.Objective = algorithms.NewObjective(values[len(values)-1])
		r.Diagnostics.Iterations = len(values)
	}
	return r, err
}

// forward returns the first K features and the HSIC after each.
func (dep *dependence) forward(ctx context.Context, opt algorithms.Options) (
	order []int, raw algorithms.Numbers, err error) {
	rest := slices.Clone(dep.live)
	k := len(rest)
	if opt.K > 0 {
		k = min(k, opt.K)
	}
	tick := opt.Meter("features", k)
	set := dep.newSet()
	bounds := &screen{dep: dep}
	for len(order) < k {
		places, values, err := bounds.best(ctx, &change{set, rest, 1, len(order) + 1}, 1,
			opt.Workers)
		if err != nil {
			return order, raw, err
		}
		first := dep.falling(values)[0]
		best := places[first]
		order, raw = append(order, rest[best]), append(raw, values[first])
		if err := dep.move(ctx, set, rest[best:best+1], 1, opt.Workers); err != nil {
			return order, raw, err
		}
		rest = slices.Delete(rest, best, best+1)
		tick(1)
	}
	return order, raw, nil
}
