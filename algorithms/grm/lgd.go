package grm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/ties"
)

// LGD is the local and global discriminative criterion, the variance of a feature relative to its
// variance among neighboring values:
//
//	score_j = Σ_i (x_ij - mean_j)² / Σ_i Σ_{v in o(i)} (v - mean of o(i))²
//
// where o(i) are the k values in column j of X (n×d) that are nearest to x_ij, including x_ij
// itself. Of two values at equal distance (to 1e-12, relative) o(i) has the smaller one. The score
// does not depend on the unit of a feature. LGD uses no labels.
//
// A feature each of whose values occurs k times or more has score +Inf. Such features are ordered
// by the numerator, and a warning counts them. Constant columns score 0 and rank last.
//
// Score returns an error if Neighbors is below 2 or above n, and if the squares of a column
// overflow or underflow. The cost is O(d(n log n + nk)) time and O(n) memory for each column in
// work.
//
// Source: GRM 2015, (29), (30). See docs/grm.md.
type LGD struct {
	// Neighbors is k, including the value itself; 0 means 5, the paper's choice.
	Neighbors int `default:"5" range:"[2,n]"`
}

// Facts returns what is known of the method.
func (LGD) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "lgd",
			Family:  algorithms.Similarity,
			Summary: "variance of the feature relative to its variance among neighboring values",
			Source:  "Wang, Nie, Huang 2015", Revision: 2,
			Params: map[string]string{
				"neighbors": "values of a neighborhood, the value itself included; 0 means 5",
			},
		},
		Promises: algorithms.Promises{Nested: true},
		Costs:    algorithms.Costs{Cost: "nd log n", Storage: algorithms.AnyStorage},
	}
}

// Score returns the criterion of every feature. The diagnostics have the number of infinite scores.
func (m LGD) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	m = algorithms.WithDefaults(m)
	global, constant, err := graphs.Scatter(ctx, d.Matrix(), d.Features, opt.Workers)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	local, err := localScatter(ctx, d.Matrix(), m.Neighbors, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := &algorithms.Scores{
		Names: slices.Clone(d.Features), Values: make(algorithms.Numbers, d.D()),
		Tie:      make(algorithms.Numbers, d.D()),
		Constant: constant, Warnings: caution.Constant(d, constant),
	}
	infinite := 0
	for j, g := range global {
		switch v := g / local[j]; {
		case g == 0:
		case math.IsInf(local[j], 1):
			return nil, algorithms.Wrap(ctx, m,
				fmt.Errorf("column %d (%s): the squares of its values overflow; divide the "+
					"column by a constant", j, d.Features[j]))
		case math.IsInf(v, 1): // the local variance is 0, or so small that the quotient overflows
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

// lgdBlock is the number of columns copied at a time, so that the values of a row fill whole cache
// lines.
const lgdBlock = 16

// localScatter returns the denominator of every column of x (n×d).
func localScatter(ctx context.Context, x mat.Matrix, k int, opt algorithms.Options) (
	[]float64, error) {
	n, d := x.Dims()
	out := make([]float64, d)
	tick := opt.Meter("columns", d)
	if s, ok := x.(*storage.Sparse); ok {
		err := parallel.For(ctx, opt.Workers, d, lgdBlock, func(lo, hi int) {
			var room []float64
			for j := lo; j < hi; j++ {
				room = fewerZeros(room[:0], s, j, k)
				out[j] = windows(room, k)
			}
			tick(hi - lo)
		})
		return out, err
	}
	err := storage.EachBlock(ctx, x, opt.Workers, lgdBlock, func(b *mat.Dense, lo, hi int) {
		values := make([]float64, n*(hi-lo)) // by column
		for i := range n {
			for j, v := range b.RawRowView(i) {
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

// fewerZeros appends the ascending values of column j, with 2k zeros at most: of more, none is near
// an entry on both sides, and those between have windows of zeros alone.
func fewerZeros(to []float64, x *storage.Sparse, j, k int) []float64 {
	n, _ := x.Dims()
	_, values := x.Column(j)
	to = append(to, values...)
	for range min(n-len(values), 2*k) {
		to = append(to, 0)
	}
	slices.Sort(to)
	return to
}

// windows returns Σ over the ascending values x of the scatter of the k values nearest to each.
// These are a window x[lo:lo+k]. It moves up while the value above it is nearer than its lowest
// value by more than rounding (ties.Slack), so that ties go to the lower value in any unit. Each
// scatter is computed from its own mean, because running sums of squares cancel.
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

// scatterOf is Σ (v - mean)² over ascending values, exactly 0 if they are equal.
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
