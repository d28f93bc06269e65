package grm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/ties"
)

// DefaultNeighbors is the size of LGD's neighborhoods when none is given (GRM 2015,
// section 4.3).
const DefaultNeighbors = 5

// LGD is the local and global discriminative criterion: how much a feature varies
// at all, relative to how much it varies among neighboring values,
//
//	score_j = sum_i (x_ij - mean_j)² / sum_i sum_{v in o(i)} (v - mean of o(i))²
//
// where o(i) are the k = Neighbors values of the feature that are nearest to x_ij,
// that itself included (GRM 2015, eqs. 29 and 30). They are found in the sorted
// column, so that no graph of the samples is made; of two values at equal distance
// the smaller one is taken, where distances that agree to 1e-12 count as equal. The
// score does not change with the unit of a feature. It uses no labels.
//
// A feature whose every value occurs k times or more has no local variance: its
// score is +Inf, and such features are ordered by the numerator, with a warning
// that counts them. Discrete data are full of them. With k = n every feature has 1/n.
// Constant columns score 0 and rank last.
//
// The cost is O(n log n + n·Neighbors) time a feature, and O(n) memory for each
// column that is worked on. Score returns an error when Neighbors is below 2 or above
// n, and when the squares of a column overflow or underflow.
type LGD struct {
	// Neighbors is k, the value itself included; 0 means 5, the paper's choice, which
	// finds 5 to 8 best.
	Neighbors int
}

// Name returns "lgd".
func (LGD) Name() string { return "lgd" }

// Facts returns what is known of the method.
func (LGD) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "how much a feature varies at all, relative to how much it varies among " +
			"neighboring values",
		Source:   "Wang, Nie, Huang 2015",
		Cost:     "nd log n",
		Revision: 2, Nested: true,
		Params: map[string]string{
			"neighbors": "values of a neighborhood, the value itself included; 0 means 5",
		},
	}
}

// Resolve writes out the defaults.
func (m LGD) Resolve() algorithms.Selector {
	if m.Neighbors == 0 {
		m.Neighbors = DefaultNeighbors
	}
	return m
}

// Score returns the criterion of every feature. Its diagnostics have the number of
// infinite ones.
func (m LGD) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	m = m.Resolve().(LGD)
	switch n := d.N(); {
	case m.Neighbors < 2:
		return nil, algorithms.Wrap(ctx, m,
			fmt.Errorf("neighbors = %d; give at least 2, the value itself being one", m.Neighbors))
	case m.Neighbors > n:
		return nil, algorithms.Wrap(ctx, m,
			fmt.Errorf("neighbors = %d, and the data set has %d samples; lower neighbors to at "+
				"most that", m.Neighbors, n))
	}
	global, constant, err := graph.Scatter(ctx, d.X, d.Features, opt.Workers)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	local, err := localScatter(ctx, d.X, m.Neighbors, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := &algorithms.Scores{
		Names: slices.Clone(d.Features), Values: make(algorithms.Numbers, d.D()),
		Tie:      make(algorithms.Numbers, d.D()),
		Constant: constant, Warnings: algorithms.ConstantWarning(d, constant),
	}
	infinite := 0
	for j, g := range global {
		switch v := g / local[j]; {
		case g == 0:
		case math.IsInf(local[j], 1):
			return nil, algorithms.Wrap(ctx, m,
				fmt.Errorf("column %d (%s): the squares of its values overflow; divide the "+
					"column by a constant", j, d.Features[j]))
		case math.IsInf(v, 1): // by no local variance, or by one that is too small for a quotient
			s.Values[j], s.Tie[j] = v, g
			infinite++
		default:
			s.Values[j] = v
		}
	}
	if infinite > 0 {
		s.Warnings = append(s.Warnings,
			fmt.Sprintf("%d of %d features have every value %d times or more, so that their "+
				"score is infinite: they are ordered by their scatter", infinite, d.D(),
				m.Neighbors))
	}
	s.Diagnostics = algorithms.Diagnostics{Converged: true,
		Extra: []algorithms.Value{{Name: "infinite scores", Value: algorithms.Number(infinite)}}}
	return s, nil
}

// Select ranks the features by their scores.
func (m LGD) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// lgdBlock is the number of columns that are copied out of the rows at a time: so
// many values of a row fill whole cache lines.
const lgdBlock = 16

// localScatter returns the denominator of every column of x (n×d).
func localScatter(ctx context.Context, x *mat.Dense, k int, opt algorithms.Options) (
	[]float64, error) {
	n, d := x.Dims()
	out := make([]float64, d)
	tick := opt.Meter("columns", d)
	err := parallel.For(ctx, opt.Workers, d, lgdBlock, func(lo, hi int) {
		values := make([]float64, n*(hi-lo)) // by column
		for i := range n {
			for j, v := range x.RawRowView(i)[lo:hi] {
				values[j*n+i] = v
			}
		}
		for j := lo; j < hi; j++ {
			f := values[(j-lo)*n:][:n]
			slices.Sort(f)
			out[j] = windows(f, k)
		}
		tick(hi - lo)
	})
	return out, err
}

// windows returns the sum over the ascending values x of the scatter of the k nearest
// to each. These are a window x[lo:lo+k], which moves up while the value above it is
// nearer than the lowest one in it, by more than rounding (ties.Slack): of equally near
// values the lower is taken, in any unit. Each scatter has a mean of its own: running
// sums of squares cancel.
func windows(x []float64, k int) float64 {
	var sum, scatter float64
	lo, known := 0, -1
	for _, v := range x {
		for lo+k < len(x) {
			below, above := v-x[lo], x[lo+k]-v
			if above >= below-ties.Slack(below, math.Abs(v)) {
				break
			}
			lo++
		}
		if lo != known {
			scatter, known = scatterOf(x[lo:lo+k]), lo
		}
		sum += scatter
	}
	return sum
}

// scatterOf is sum (v - mean)² over ascending values, exactly 0 when they are equal.
func scatterOf(window []float64) float64 {
	origin := window[0]
	if window[len(window)-1] == origin {
		return 0
	}
	var mean, sum float64
	for _, v := range window {
		mean += v - origin
	}
	mean /= float64(len(window))
	for _, v := range window {
		r := v - origin - mean
		sum += r * r
	}
	return sum
}
