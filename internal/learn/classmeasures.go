package learn

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// BalancedAccuracy is the mean, over the classes of truth, of the share of their samples that are
// predicted correctly.
func BalancedAccuracy(predicted, truth []int) float64 {
	right, all, _ := tally(predicted, truth)
	var sum, classes float64
	for c, n := range all {
		if n > 0 {
			sum += right[c] / n
			classes++
		}
	}
	return sum / classes
}

// MacroF1 is the mean of F1 = 2·right / (predicted + true) over the classes that are predicted or
// true, with the numbers of samples of a class that are predicted correctly, predicted to be of it
// and of it.
func MacroF1(predicted, truth []int) float64 {
	right, all, said := tally(predicted, truth)
	var sum, classes float64
	for c := range all {
		if n := all[c] + said[c]; n > 0 {
			sum += 2 * right[c] / n
			classes++
		}
	}
	return sum / classes
}

// tally counts, for each class, its samples that are predicted correctly, all of them, and those
// that are predicted to be of it.
func tally(predicted, truth []int) (right, all, said []float64) {
	if len(predicted) != len(truth) || len(truth) == 0 {
		panic(fmt.Sprintf("learn: %d predictions of %d classes", len(predicted), len(truth)))
	}
	classes := 1 + max(slices.Max(predicted), slices.Max(truth))
	right, all, said = make([]float64, classes), make([]float64, classes), make([]float64, classes)
	for i, c := range truth {
		all[c]++
		said[predicted[i]]++
		if predicted[i] == c {
			right[c]++
		}
	}
	return right, all, said
}

// AUC is the area under the ROC curve: the share of the pairs of a positive and another sample of
// which the positive one has the larger score, equal scores counting a half. It is NaN without
// pairs. Scores may be infinite. The cost is O(n log n).
func AUC(scores []float64, positive []bool) float64 {
	if len(scores) != len(positive) {
		panic(fmt.Sprintf("learn: AUC of %d scores of %d samples", len(scores), len(positive)))
	}
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	var pairs, below, all float64 // twice the pairs in order; others with smaller scores
	for lo := 0; lo < len(order); {
		var here, others float64
		hi := lo
		for ; hi < len(order) && scores[order[hi]] == scores[order[lo]]; hi++ {
			if positive[order[hi]] {
				here++
			} else {
				others++
			}
		}
		if hi == lo { // NaN
			return math.NaN()
		}
		pairs += here * (2*below + others)
		below, all, lo = below+others, all+here, hi
	}
	return pairs / (2 * all * below)
}

// MeanAUC is the AUC of samples with several classes: the mean of those of each class of truth
// against the others, by its column of scores (n×classes), as scikit-learn's multi_class "ovr" with
// average "macro"; with two columns that of the second class. It is NaN if all samples are of one
// class.
func MeanAUC(scores *mat.Dense, truth []int) float64 {
	n, classes := scores.Dims()
	if n != len(truth) {
		panic(fmt.Sprintf("learn: AUC of %d scores of %d samples", n, len(truth)))
	}
	positive, column := make([]bool, n), make([]float64, n)
	of := func(c int) (auc float64, some bool) {
		for i, t := range truth {
			positive[i] = t == c
			some = some || positive[i]
		}
		return AUC(mat.Col(column, c, scores), positive), some
	}
	if classes == 2 {
		auc, _ := of(1)
		return auc
	}
	var sum, used float64
	for c := range classes {
		if auc, some := of(c); some {
			sum += auc
			used++
		}
	}
	return sum / used
}
