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
		columns: make([][]float64, d.D()),
		extra:   built.Extra, warnings: built.Warnings,
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
		dep.weights[e.I*(2*n-e.I-1)/2+e.J-e.I-1] += scale * e.Weight
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

// add adds a feature to the squared distances (or products) of the pairs.
func (dep *dependence) add(base []float64, j int) {
	at := 0
	f := dep.columns[j]
	for i, u := range f {
		for _, v := range f[i+1:] {
			if dep.linear {
				base[at] += u * v
			} else {
				base[at] += (u - v) * (u - v)
			}
			at++
		}
	}
}

// with returns the HSIC of the set of base after feature j is
// added (sign 1) or removed (sign -1); size is the number of its features.
func (dep *dependence) with(base []float64, j int, sign float64, size int) float64 {
	if size == 0 {
		return 0
	}
	f := dep.columns[j]
	at, sum := 0, 0.0
	if dep.linear {
		for i, u := range f {
			u *= sign
			for _, v := range f[i+1:] {
				sum += dep.weights[at] * (base[at] + u*v)
				at++
			}
		}
		return sum
	}
	rate := -1 / (2 * float64(size))
	for i, u := range f {
		rest := f[i+1:]
		w, b := dep.weights[at:][:len(rest)], base[at:][:len(rest)]
		for k, v := range rest {
			r := u - v
			sum += w[k] * math.Exp(rate*(b[k]+sign*r*r))
		}
		at += len(rest)
	}
	return sum
}

// each sets values to the HSIC of the set of base after each candidate is added or removed; size is
// the number of its features then.
func (dep *dependence) each(ctx context.Context, values, base []float64, candidates []int,
	sign float64, size, workers int) error {
	return parallel.For(ctx, workers, len(candidates), 4, func(lo, hi int) {
		for c := lo; c < hi; c++ {
			values[c] = dep.with(base, candidates[c], sign, size)
		}
	})
}
