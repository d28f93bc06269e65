package statistics

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
)

// Spearman scores a feature by the absolute value of the correlation of its ranks with those of the
// target, equal values sharing the mean of their ranks:
//
//	score_j = |Σ_i (R_i - (n+1)/2)(Q_i - (n+1)/2)| / √(Σ_i (R_i - (n+1)/2)² Σ_i (Q_i - (n+1)/2)²)
//
// with R the ranks of the feature and Q those of the target, 1 to n. The target is continuous, or
// two classes as 0 and 1. No increasing function of a feature or of the target changes its score.
// Scores are between 0 and 1; constant columns score 0 and rank last.
//
// Score returns an error for another target, and one that is the same in all samples. The cost is
// O(nd log n) time and O(n) memory a worker.
//
// Source: Spearman 1904; Kendall 1945 for equal values.
type Spearman struct{}

// Name returns "spearman".
func (Spearman) Name() string { return "spearman" }

// Facts returns what is known of the method.
func (Spearman) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "absolute correlation of ranks with those of a continuous target, or with two " +
			"classes",
		Source:   "Spearman 1904",
		Cost:     "nd log n",
		Revision: 1, Nested: true, Targets: algorithms.TwoClasses | algorithms.Continuous,
		Instead: "fisher", InPlace: true, Storage: algorithms.OnDisk,
	}
}

// Score returns the absolute correlation of the ranks of every feature.
func (m Spearman) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	n, p := d.N(), d.D()
	target := newRanker(n)
	size := target.rank(algorithms.TwoClassCodes(d))
	values, flat := make(algorithms.Numbers, p), make([]bool, p)
	err := storage.EachBlock(ctx, d.Matrix(), opt.Workers, 16, func(x *mat.Dense, lo, hi int) {
		r, column := newRanker(n), make([]float64, n)
		for j := lo; j < hi; j++ {
			own := r.rank(mat.Col(column, j-lo, x))
			if flat[j] = own == 0; flat[j] {
				continue
			}
			var sum float64
			for i, v := range r.ranks {
				sum += v * target.ranks[i] // a multiple of 1/4: exact
			}
			values[j] = math.Abs(sum) / math.Sqrt(own) / math.Sqrt(size)
		}
	})
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	var constant []int
	for j, is := range flat {
		if is {
			constant = append(constant, j)
		}
	}
	s := algorithms.NewScores(d, constant)
	for j, v := range values {
		s.Values[j] = min(1, v)
	}
	return s, nil
}

// Select ranks the features by their scores.
func (m Spearman) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// ranker ranks n numbers.
type ranker struct {
	order []int
	ranks []float64 // less their mean
}

func newRanker(n int) *ranker { return &ranker{make([]int, n), make([]float64, n)} }

// rank puts the centered ranks of values into r.ranks, and returns the sum of their squares.
func (r *ranker) rank(values []float64) float64 {
	n := len(values)
	for i := range r.order {
		r.order[i] = i
	}
	slices.SortFunc(r.order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	var sum float64
	for lo := 0; lo < n; {
		hi := lo + 1
		for hi < n && values[r.order[hi]] == values[r.order[lo]] {
			hi++
		}
		at := float64(lo+hi-n) / 2 // the mean of ranks lo+1 to hi, less (n+1)/2
		for _, i := range r.order[lo:hi] {
			r.ranks[i] = at
		}
		sum += float64(hi-lo) * at * at
		lo = hi
	}
	return sum
}

// fewSamples is the error of data with fewer samples than a method needs.
func fewSamples(d *datasets.Dataset, least int) error {
	return fmt.Errorf("the data set has %d samples; the method needs at least %d", d.N(), least)
}
