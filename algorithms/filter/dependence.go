package filter

import (
	"context"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/ties"
)

// dependence computes the unbiased HSIC of a kernel over sets of features with a
// similarity K of n samples. Eq. 2.4 of SPFS is linear in K_F, so it is a sum over
// pairs of samples,
//
//	SC = sum over i < j of w_ij k(x_i, x_j),  w_ij = 2/(n(n-3)) [K_ij + a - (r_i + r_j)/(n-2)]
//
// with r = K1 without the diagonal and a = 1'r/((n-1)(n-2)). Pairs are stored row by
// row, i < j. Features have zero mean and unit variance.
type dependence struct {
	n       int
	linear  bool
	weights []float64   // w of the pairs
	columns [][]float64 // by feature; nil for constant ones
	live    []int       // features that are not constant, ascending

	diagonal []float64 // w_ii, in no sum

	// size is the sum of all |w|, to which the rounding errors of a sum are proportional.
	size     float64
	extra    []algorithms.Value
	warnings []string
}

// search checks the data, prepares the dependence, and ranks the features in the
// order that run returns.
func search(ctx context.Context, m algorithms.Selector, s graph.Similarity, d *datasets.Dataset,
	opt algorithms.Options, linear bool, run func(*dependence) ([]int, algorithms.Numbers, error)) (
	*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		dep, constant, err := newDependence(ctx, d, s, linear, opt)
		if err != nil {
			return nil, err
		}
		order, raw, err := run(dep)
		return &algorithms.Found{
			Features: order, OrderOnly: true, Raw: raw, Last: constant,
			Diagnostics: algorithms.Diagnostics{Converged: err == nil, Extra: dep.extra},
			Warnings:    append(algorithms.ConstantWarning(d, constant), dep.warnings...),
		}, err
	})
}

// falling orders features by falling HSIC; those that differ only by rounding keep their order.
func (dep *dependence) falling(values []float64) []int {
	return ties.Falling(values, 1e-12, 1e-14*dep.size)
}

// newDependence takes O(nd + n²) memory, and the cost of the similarity.
func newDependence(ctx context.Context, d *datasets.Dataset, s graph.Similarity, linear bool,
	opt algorithms.Options) (*dependence, []int, error) {
	built, k, err := hsicWeights(ctx, d, s, opt)
	if err != nil {
		return nil, nil, err
	}
	scatter, constant, err := graph.Scatter(ctx, d.Matrix(), d.Features, opt.Workers)
	if err != nil {
		return nil, nil, err
	}
	n, nf := d.N(), float64(d.N())
	dep := &dependence{
		n: n, linear: linear, weights: make([]float64, n*(n-1)/2),
		diagonal: make([]float64, n), columns: make([][]float64, d.D()),
		extra: built.Extra, warnings: built.Warnings,
	}
	r := make([]float64, n)
	var total float64
	loops, degrees := k.Diagonal(), k.Degrees()
	for i := range r {
		r[i] = degrees[i] - loops[i]
		total += r[i]
	}
	a := total / ((nf - 1) * (nf - 2))
	scale := 2 / (nf * (nf - 3))
	at := 0
	for i := range n {
		dep.diagonal[i] = scale * (loops[i] + a - 2*r[i]/(nf-2))
		for j := i + 1; j < n; j++ {
			dep.weights[at] = scale * (a - (r[i]+r[j])/(nf-2))
			at++
		}
	}
	affinity, err := built.Affinity()
	if err != nil {
		return nil, nil, err
	}
	for _, e := range affinity.Edges {
		dep.weights[dep.pair(e.I, e.J)] += scale * e.Weight
	}

	for _, w := range dep.weights {
		dep.size += math.Abs(w)
	}

	for j, q := range scatter {
		if q > 0 {
			dep.columns[j] = make([]float64, n)
			dep.live = append(dep.live, j)
		}
	}
	err = parallel.For(ctx, opt.Workers, len(dep.live), 16, func(lo, hi int) {
		for _, j := range dep.live[lo:hi] {
			// Relative to the first sample, so that a large mean loses no digits.
			f, origin, mean := dep.columns[j], d.X.At(0, j), 0.0
			for i := range f {
				f[i] = d.X.At(i, j) - origin
				mean += f[i] / nf
			}
			sd := math.Sqrt(scatter[j] / nf)
			for i := range f {
				f[i] = (f[i] - mean) / sd
			}
		}
	})
	return dep, constant, err
}

// add adds features to the squared distances (or products) of the pairs, or takes them out with
// sign -1.
func (dep *dependence) add(
	ctx context.Context, base []float64, features []int, sign float64, workers int,
) error {
	return parallel.For(ctx, workers, dep.n, 8, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			at := dep.pair(i, i+1)
			to := base[at : at+dep.n-i-1]
			for _, j := range features {
				u, rest := dep.columns[j][i], dep.columns[j][i+1:]
				rest = rest[:len(to)]
				if dep.linear {
					u *= sign
					for k, v := range rest {
						to[k] += u * v
					}
					continue
				}
				for k, v := range rest {
					to[k] += sign * ((u - v) * (u - v))
				}
			}
		}
	})
}

// pair is the place of the pair i < j.
func (dep *dependence) pair(i, j int) int { return i*(2*dep.n-i-1)/2 + j - i - 1 }

// with adds to sums the HSIC of the set of base after each candidate is added (sign 1) or removed
// (sign -1); size is the number of its features. Rows of pairs serve all candidates while they are
// in the cache.
func (dep *dependence) with(sums, base []float64, candidates []int, sign float64, size int) {
	rate, at := gaussRate(size), 0
	for i := range dep.n {
		pairs := dep.n - i - 1
		w, b := dep.weights[at:at+pairs], base[at:at+pairs]
		for c, j := range candidates {
			f := dep.columns[j]
			if dep.linear {
				u := sign * f[i]
				for k, v := range f[i+1:] {
					sums[c] += w[k] * (b[k] + u*v)
				}
			} else {
				sums[c] += gaussSum(w, b, f[i+1:], f[i], sign, rate)
			}
		}
		at += pairs
	}
}

// each sets values to the HSIC of the set of base after each candidate is added or removed; size is
// the number of its features then.
func (dep *dependence) each(ctx context.Context, values, base []float64, candidates []int,
	sign float64, size, workers int) error {
	clear(values)
	if size == 0 {
		return ctx.Err()
	}
	// Rows of pairs serve four candidates, fewer where some processors had none.
	block := min(max(1, len(candidates)/parallel.Workers(workers)), 4)
	return parallel.For(ctx, workers, len(candidates), block, func(lo, hi int) {
		dep.with(values[lo:hi], base, candidates[lo:hi], sign, size)
	})
}
