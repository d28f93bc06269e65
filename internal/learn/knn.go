package learn

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// KNN predicts the class of each row of test (m×d) from its k nearest rows of train (n×d) in
// Euclidean distance: Nearest with all columns.
func KNN(
	ctx context.Context, train *mat.Dense, y []int, classes int, test *mat.Dense, k int,
) ([]int, error) {
	_, d := train.Dims()
	if k == 0 {
		return nil, tooFew(k, len(y))
	}
	out, err := Nearest{K: k}.Classes(ctx, train, y, classes, test, []int{d})
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// Nearest predicts from the nearest training samples. The zero value is 1-NN in Euclidean distance.
type Nearest struct {
	K      int    // neighbors; 0 means 1
	Metric Metric // "" means Euclidean
}

// Classes predicts the class of each row of test (m×d) from its K nearest rows of train (n×d),
// whose classes are y (indices below classes), once for each of counts, which ascend: from the
// first counts[i] columns. The majority decides; a tie goes to the tied class with the nearest
// neighbor. Rows at equal distance are taken in order. Distances equal to the k-th, or to the
// least, within 1e-12 (ties.Slack) count as equal, so that neither the order of the columns nor
// their unit matters; so do squared distances that overflow, and cosines that differ by 1e-12.
//
// It returns an error when K is not between 1 and n or the metric is unknown, with Cosine when a
// value is not finite or above 1e140, and ctx.Err() within a second of the context's end. The cost
// is O(nmd) time for all counts and O(n) memory for each.
func (p Nearest) Classes(ctx context.Context, train *mat.Dense, y []int, classes int,
	test *mat.Dense, counts []int) ([][]int, error) {
	m, _ := test.Dims()
	out := make([][]int, len(counts))
	for c := range out {
		out[c] = make([]int, m)
	}
	votes := make([]int, classes)
	return out, p.each(ctx, train, len(y), test, counts, func(t, c int, near *ranked) {
		out[c][t] = near.vote(y, votes)
	})
}

// Shares returns the shares of the classes among the nearest rows, for each of counts: a row for
// each row of test, a column for each class. The rest is as in Classes.
func (p Nearest) Shares(ctx context.Context, train *mat.Dense, y []int, classes int,
	test *mat.Dense, counts []int) ([]*mat.Dense, error) {
	m, _ := test.Dims()
	if err := checkScores(len(counts), m, classes); err != nil {
		return nil, err
	}
	out := make([]*mat.Dense, len(counts))
	for c := range out {
		out[c] = mat.NewDense(m, classes, nil)
	}
	return out, p.each(ctx, train, len(y), test, counts, func(t, c int, near *ranked) {
		near.share(y, out[c].RawRowView(t))
	})
}

// Means predicts the number of each row of test as the mean of the numbers y of the nearest rows of
// train. The rest is as in Classes.
func (p Nearest) Means(ctx context.Context, train *mat.Dense, y []float64, test *mat.Dense,
	counts []int) ([][]float64, error) {
	m, _ := test.Dims()
	out := make([][]float64, len(counts))
	for c := range out {
		out[c] = make([]float64, m)
	}
	return out, p.each(ctx, train, len(y), test, counts, func(t, c int, near *ranked) {
		out[c][t] = near.mean(y)
	})
}

// each calls use with the nearest of given training rows to each test row in each of the counts.
func (p Nearest) each(ctx context.Context, train *mat.Dense, given int, test *mat.Dense,
	counts []int, use func(t, c int, near *ranked)) error {
	n, d := train.Dims()
	_, dt := test.Dims()
	if d != dt || given != n {
		panic(fmt.Sprintf("learn: Nearest of %d×%d with %d answers on %d columns", n, d, given, dt))
	}
	for c, to := range counts {
		if to > d || to < 1 || c > 0 && to <= counts[c-1] {
			panic(fmt.Sprintf("learn: Nearest in %v of %d columns", counts, d))
		}
	}
	if err := p.check(n); err != nil {
		return err
	}
	s := search{k: max(p.K, 1), train: train, counts: counts, kernel: newSquares(train, counts)}
	if p.Metric == Cosine {
		for _, x := range []*mat.Dense{train, test} {
			if err := checkValues(x); err != nil {
				return err
			}
		}
		s.kernel = newCosines(train, counts)
	}
	return s.run(ctx, test, use)
}

// check returns an error for impossible options, with n training samples.
func (p Nearest) check(n int) error {
	if p.K < 0 || p.K > n {
		return tooFew(p.K, n)
	}
	return p.Metric.Check()
}

func tooFew(k, n int) error {
	return fmt.Errorf("k-NN with %d neighbors of %d training samples; give 1 to %d", k, n, n)
}

// Accuracy is the share of predictions that equal the truth.
func Accuracy(predicted, truth []int) float64 {
	right := 0
	for i, c := range predicted {
		if c == truth[i] {
			right++
		}
	}
	return float64(right) / float64(len(predicted))
}
