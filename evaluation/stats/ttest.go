package stats

import (
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/internal/tails"
)

// TTest is the result of a t-test of paired values.
type TTest struct {
	N          int     // pairs
	Difference float64 // mean of a - b
	SD         float64 // standard deviation of a - b (n-1)
	SE         float64 // standard error of Difference in the test
	T          algorithms.Number
	DF         int
	P          float64 // two-sided
	// Effect is Difference / SD, Cohen's d of the differences. T and Effect are
	// infinite when the differences are constant and not 0.
	Effect    algorithms.Number
	Low, High float64 // the interval of Difference at Level
}

// PairedT tests the null hypothesis that the paired values a_i and b_i have the same mean, against
// that they have not, by Student's t of the differences d_i = a_i - b_i:
//
//	t = mean(d) / (sd(d) / sqrt(n)), with n - 1 degrees of freedom.
//
// It is exact when the differences are independent and normal. Accuracies of repeated splits of one
// data set are not independent, as their training parts overlap: there the test finds too many
// differences; use CorrectedPairedT. It is the test of the SPFS paper (2013, section 6).
//
// Differences that vary by less than rounding are constant: all 0 means t = 0 and P = 1, another
// constant an infinite t and P = 0. It returns an error for fewer than two pairs, slices that
// differ in length, and values that are not finite.
func PairedT(a, b []float64) (*TTest, error) {
	return pairedT(a, b, 1/float64(len(a)))
}

// CorrectedPairedT is PairedT for the results of n repeated random splits of one
// data set into train and test samples, whose training parts overlap. Nadeau and
// Bengio, "Inference for the Generalization Error", Machine Learning 52 (2003),
// 239-281, section 5, take the variance of the mean as
//
//	(1/n + test/train) sd(d)²
//
// in place of sd(d)²/n. That is an approximation, which supposes a correlation of
// test/(train + test) between any two results. Errors and degenerate cases are
// those of PairedT; train and test are at least 1.
func CorrectedPairedT(a, b []float64, train, test int) (*TTest, error) {
	if train < 1 || test < 1 {
		return nil, fmt.Errorf(
			"%d samples for training and %d for the test; give at least 1 of each", train, test)
	}
	return pairedT(a, b, 1/float64(len(a))+float64(test)/float64(train))
}

// pairedT takes the variance of the mean as factor·sd².
func pairedT(a, b []float64, factor float64) (*TTest, error) {
	largest, err := checkPairs(a, b)
	if err != nil {
		return nil, err
	}
	n := len(a)
	t := &TTest{N: n, DF: n - 1, P: 1}
	if largest == 0 {
		return t, nil
	}
	// In units of the largest value squares neither overflow nor vanish.
	d := make([]float64, n)
	for i := range a {
		d[i] = a[i]/largest - b[i]/largest
	}
	mean, sd := meanAndSD(d)
	if math.Abs(mean) <= sameValue {
		mean = 0
	}
	if sd <= sameValue {
		sd = 0
	}
	t.Difference, t.SD, t.SE = mean*largest, sd*largest, sd*math.Sqrt(factor)*largest
	if sd > 0 {
		ratio := mean / (sd * math.Sqrt(factor))
		t.T, t.Effect, t.P = algorithms.Number(ratio), algorithms.Number(mean/sd),
			tails.T(ratio, float64(t.DF))
	} else if mean != 0 {
		inf := algorithms.Number(math.Inf(int(math.Copysign(1, mean))))
		t.T, t.Effect, t.P = inf, inf, 0
	}
	if t.Low, t.High, err = t.Interval(Level); err != nil {
		return nil, err
	}
	return t, nil
}

// Interval is that of the mean difference at a level of confidence between 0 and
// 1: Difference ± SE times the quantile of t.
func (t *TTest) Interval(level float64) (low, high float64, err error) {
	if err := checkShare("level", level, Level); err != nil {
		return 0, 0, err
	}
	half := tQuantile(level, float64(t.DF)) * t.SE
	return t.Difference - half, t.Difference + half, nil
}

// meanAndSD takes the mean relative to the first value, so that equal values have
// exactly that mean and no deviation.
func meanAndSD(values []float64) (mean, sd float64) {
	n, first := float64(len(values)), values[0]
	for _, v := range values {
		mean += (v - first) / n
	}
	mean += first
	var squares float64
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / (n - 1))
}
