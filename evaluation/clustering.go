package evaluation

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/processor"
)

// contingency counts the samples of each cluster of one partition in each of another. Any integers
// denote clusters.
type contingency struct {
	n       int
	counts  [][]int // by cluster of the one and of the other
	of, off []int   // sums of the rows and of the columns
}

func newContingency(found, truth []int) (*contingency, error) {
	if len(found) != len(truth) {
		return nil, fmt.Errorf("%d clusters for %d labels; give one of each a sample", len(found),
			len(truth))
	}
	if len(found) == 0 {
		return nil, errors.New("no samples to compare partitions of")
	}
	rows, columns := numberedFrom0(found), numberedFrom0(truth)
	cells := float64(len(rows)) * float64(len(columns))
	if err := processor.CheckMemory(24*cells, fmt.Sprintf("the counts of %d clusters and %d labels",
		len(rows), len(columns)), "compare coarser partitions"); err != nil {
		return nil, err
	}
	c := &contingency{n: len(found), counts: make([][]int, len(rows)), of: make([]int, len(rows)),
		off: make([]int, len(columns))}
	for i := range c.counts {
		c.counts[i] = make([]int, len(columns))
	}
	for i, v := range found {
		a, b := rows[v], columns[truth[i]]
		c.counts[a][b]++
		c.of[a]++
		c.off[b]++
	}
	return c, nil
}

// numberedFrom0 numbers the values in order of appearance.
func numberedFrom0(values []int) map[int]int {
	out := make(map[int]int)
	for _, v := range values {
		if _, ok := out[v]; !ok {
			out[v] = len(out)
		}
	}
	return out
}

// ClusteringAccuracy is the largest share of samples whose cluster matches their label, over
// one-to-one matchings of clusters and labels (FSIR², section V, AC):
//
//	max over matchings π of Σ_i [π(found_i) = truth_i] / n
//
// by learn.Assignment. Any integers name clusters and labels. It returns an error when the slices
// differ in length or are empty. The cost is O(n + a²b) for the lesser a and the larger b of the
// numbers of clusters and labels.
func ClusteringAccuracy(found, truth []int) (float64, error) {
	c, err := newContingency(found, truth)
	if err != nil {
		return 0, err
	}
	cost := mat.NewDense(len(c.of), len(c.off), nil)
	for a, row := range c.counts {
		for b, n := range row {
			cost.Set(a, b, -float64(n))
		}
	}
	_, total, err := learn.Assignment(cost)
	return -total / float64(c.n), err
}

// Normalization is the divisor of the mutual information in NMI.
type Normalization int

// The larger of the two entropies, as in the literature on unsupervised feature selection; their
// mean, the usual choice elsewhere; their geometric mean; the smaller.
const (
	ByMax Normalization = iota
	ByMean
	ByRoot
	ByMin
)

// NMI is the normalized mutual information of two partitions of n samples. With n_ab samples in
// cluster a of the one and b of the other,
//
//	I   = Σ_ab n_ab/n log(n·n_ab / (n_a n_b))
//	H   = -Σ_a n_a/n log(n_a/n)
//	NMI = I / max(H_found, H_truth)
//
// or over another mean of the entropies (FSIR², section V, which takes the largest). It is 0 for
// independent partitions and 1 for equal ones. Two partitions of one cluster each are equal; when
// only one of them has one cluster it is 0. It returns an error when the slices differ in length or
// are empty, or the normalization is none of the four. The cost is O(n + clusters²).
func NMI(found, truth []int, by Normalization) (float64, error) {
	c, err := newContingency(found, truth)
	if err != nil {
		return 0, err
	}
	a, b := entropy(c.of, c.n), entropy(c.off, c.n)
	var over float64
	switch by {
	case ByMax:
		over = max(a, b)
	case ByMean:
		over = (a + b) / 2
	case ByRoot:
		over = math.Sqrt(a * b)
	case ByMin:
		over = min(a, b)
	default:
		return 0, fmt.Errorf("normalization %d; give ByMax, ByMean, ByRoot or ByMin", by)
	}
	if len(c.of) == 1 && len(c.off) == 1 {
		return 1, nil
	}
	if len(c.of) == 1 || len(c.off) == 1 {
		return 0, nil
	}
	var shared float64
	cells := 0
	for i, row := range c.counts {
		for j, n := range row {
			if n > 0 {
				cells++
				shared += float64(n) / float64(c.n) * math.Log(
					float64(c.n)*float64(n)/(float64(c.of[i])*float64(c.off[j])))
			}
		}
	}
	// The mutual information with a refinement is the entropy of the coarser partition, whose sum
	// rounds differently: equal partitions have exactly 1.
	switch refines, refined := cells == len(c.of), cells == len(c.off); {
	case refines && refined:
		return 1, nil
	case refines:
		shared = b
	case refined:
		shared = a
	}
	return max(0, min(1, shared/over)), nil
}

func entropy(sizes []int, n int) float64 {
	var h float64
	for _, m := range sizes {
		p := float64(m) / float64(n)
		h -= p * math.Log(p)
	}
	return h
}

// AdjustedRand is the Rand index of two partitions, corrected for chance (L. Hubert,
// P. Arabie, "Comparing Partitions", Journal of Classification 2 (1985), 193-218):
// with S the pairs of samples that are together in both, A and B those together in
// the one and in the other, and E = AB / (n(n-1)/2),
//
//	ARI = (S - E) / ((A + B)/2 - E).
//
// It is 1 for equal partitions, which all singletons and one cluster are, too, and
// 0 on average for random ones of the same sizes. It returns an error when the slices
// differ in length or are empty.
func AdjustedRand(found, truth []int) (float64, error) {
	c, err := newContingency(found, truth)
	if err != nil {
		return 0, err
	}
	pairs := func(sizes []int) (sum float64) {
		for _, m := range sizes {
			sum += float64(m) * float64(m-1) / 2
		}
		return sum
	}
	a, b, all := pairs(c.of), pairs(c.off), pairs([]int{c.n})
	if a == b && (a == 0 || a == all) {
		return 1, nil
	}
	var both float64
	for _, row := range c.counts {
		both += pairs(row)
	}
	by := a * b / all
	return (both - by) / ((a+b)/2 - by), nil
}
