package evaluation

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/terms"
	"fsnb.example/internal/ties"
)

// ClassDistributions has the distributions of the best features of a ranking in each class.
type ClassDistributions struct {
	About
	Label    string   `plain:",first"` // of the ranking
	Classes  []string // nil without labels; of a continuous target the ranges of its quartiles
	Target   string   // the name of a continuous target, "target" if it has none; else ""
	Features []FeatureDistributions
}

// FeatureDistributions is one feature in each class.
type FeatureDistributions struct {
	Rank    int // in the ranking, from 1
	Feature int // column
	Name    string
	// Groups has one distribution a class, in the order of Classes; one of all
	// samples without labels.
	Groups []Distribution
}

// Distribution is a sample in five numbers, with Tukey's whiskers. A class
// without samples has N = 0 and zeros.
type Distribution struct {
	N                        int
	Min, Q1, Median, Q3, Max float64
	// Low and High are the whiskers: the last values within 1.5·(Q3 - Q1) of the
	// quartiles, or the quartile itself when no value lies between.
	Low, High float64
	Beyond    int // values outside the whiskers
	// Outliers holds the values outside the whiskers, ascending; of more than
	// 60 the extremes and values evenly spaced in rank between them.
	Outliers []float64
	// Values holds all values in the order of the samples; nil for more than
	// 150.
	Values []float64
}

const defaultByClass = 6

// ByClass describes the values of the best k features of a ranking of d, 0 for the
// best 6 or all of a shorter one, in each class: minimum, quartiles, maximum, Tukey's whiskers and
// outliers. With a continuous target the classes are its quartiles: the samples up to the first
// quartile of the target, those above it up to the median, and so on, named by their smallest and
// largest target. Samples of one target are in one class, so there are fewer classes where many are
// equal. The quartiles are those of Hyndman and Fan's definition 7 (1996), the default of R and
// NumPy: with the values ascending from x_0, quantile p is x_h at h = (n - 1)p, interpolated
// between whole h.
//
// It returns an error when the ranking does not belong to d, k is negative or
// more than the ranking has, a value is not finite, and ctx.Err(). The cost is
// O(k·n log n).
func ByClass(ctx context.Context, d *datasets.Dataset, k int, r *algorithms.Ranking) (
	*ClassDistributions, error) {
	if err := checkRankings(d, []*algorithms.Ranking{r}); err != nil {
		return nil, err
	}
	have := len(r.Features)
	if k < 0 || k > have {
		return nil, fmt.Errorf(
			"k = %d of a ranking of %d features; give 1 to %d, or 0 for the best %d", k, have, have,
			min(defaultByClass, have))
	}
	if k == 0 {
		k = min(defaultByClass, have)
	}
	out := &ClassDistributions{
		About: about(d, r), Label: r.Label, Classes: d.Classes,
	}
	of, groups := d.Y, 1
	switch {
	case d.Continuous():
		of, out.Classes = quartiles(d.Target)
		groups = len(out.Classes)
		out.Target = cmp.Or(d.TargetName, "target")
	case d.Labeled():
		groups = len(d.Classes)
	}
	for i, j := range r.Features[:k] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part, err := taken(d, []int{j})
		if err != nil {
			return nil, err
		}
		values := make([][]float64, groups)
		for row := range d.N() {
			g, v := 0, part.X.At(row, 0)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, d.CheckFinite()
			}
			if of != nil {
				g = of[row]
			}
			values[g] = append(values[g], v)
		}
		f := FeatureDistributions{Rank: i + 1, Feature: j, Name: r.Names[i],
			Groups: make([]Distribution, groups)}
		for g := range values {
			f.Groups[g] = distribution(values[g])
		}
		out.Features = append(out.Features, f)
	}
	return out, nil
}

// quartiles returns the quartile of each number, without those that are empty, and the range of
// each.
func quartiles(y []float64) (of []int, names []string) {
	sorted := slices.Sorted(slices.Values(y))
	bounds := []float64{quantile(sorted, .25), quantile(sorted, .5), quantile(sorted, .75)}
	var ends [][2]float64 // the least and the largest of each
	last := -1
	for _, v := range sorted {
		g, _ := slices.BinarySearch(bounds, v) // the first bound of at least v
		if g != last {
			last = g
			ends = append(ends, [2]float64{v, v})
		}
		ends[len(ends)-1][1] = v
	}
	of = make([]int, len(y))
	for i, v := range y {
		for of[i]+1 < len(ends) && v > ends[of[i]][1] {
			of[i]++
		}
	}
	return of, rangeNames(ends)
}

// rangeNames writes ascending ranges with the fewest digits, four at least, that tell their ends
// apart.
func rangeNames(ends [][2]float64) []string {
	var names []string
	for digits := 4; digits <= 17; digits++ {
		names = names[:0]
		apart, before := true, ""
		for _, e := range ends {
			low := strconv.FormatFloat(e[0], 'g', digits, 64)
			high := strconv.FormatFloat(e[1], 'g', digits, 64)
			apart = apart && low != before && (low != high || e[0] == e[1])
			if before = high; low == high {
				names = append(names, low)
			} else {
				names = append(names, low+" to "+high)
			}
		}
		if apart {
			break
		}
	}
	return names
}

// distribution takes ownership of the values.
func distribution(values []float64) Distribution {
	n := len(values)
	if n == 0 {
		return Distribution{}
	}
	d := Distribution{N: n}
	if n <= terms.MaxValues {
		d.Values = slices.Clone(values)
	}
	slices.Sort(values)
	d.Min, d.Max = values[0], values[n-1]
	d.Q1, d.Median, d.Q3 = quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)
	// In tenths, 1.5·(Q3 - Q1) and the value at that distance differ in the last digit.
	reach := float64(1.5 * (d.Q3 - d.Q1))
	reach += ties.Slack(reach, max(math.Abs(d.Q1), math.Abs(d.Q3)))
	// values[lo:hi] are within reach; the median always is.
	lo, _ := slices.BinarySearch(values, d.Q1-reach)
	hi := n
	for hi > 0 && values[hi-1] > d.Q3+reach {
		hi--
	}
	d.Low, d.High = min(values[lo], d.Q1), max(values[hi-1], d.Q3)
	d.Outliers = slices.Concat(values[:lo], values[hi:])
	d.Beyond = len(d.Outliers)
	d.Outliers = thinned(d.Outliers)
	return d
}

// quantile is Hyndman and Fan's definition 7 of ascending values.
func quantile(values []float64, p float64) float64 {
	whole, part := math.Modf(float64(p * float64(len(values)-1)))
	a := values[int(whole)]
	if part == 0 {
		return a
	}
	b := values[int(whole)+1]
	if math.IsInf(b-a, 0) {
		return float64(a*(1-part)) + float64(b*part)
	}
	return min(a+float64(part*(b-a)), b)
}

// thinned keeps at most terms.MaxOutliers of ascending values: the first, the last and
// evenly spaced ones between.
func thinned(values []float64) []float64 {
	if len(values) <= terms.MaxOutliers {
		return values
	}
	out := make([]float64, terms.MaxOutliers)
	for i := range out {
		out[i] = values[i*(len(values)-1)/(terms.MaxOutliers-1)]
	}
	return out
}

// ShowOn shows the distributions on a screen that has ShowByClass: see display.Showable.
func (d *ClassDistributions) ShowOn(screen any) {
	screen.(interface{ ShowByClass(*ClassDistributions) }).ShowByClass(d)
}
