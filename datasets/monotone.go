package datasets

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

// Log returns a copy of d with the natural logarithm of the named features, or of the continuous
// target without names. It returns an error that names the first value of 0 or below, for an
// unknown feature, without a continuous target, for features of sparse values and files, and for
// features with missing cells, which were filled in the old unit. The cost is O(nd).
func (d *Dataset) Log(features ...string) (*Dataset, error) {
	return d.monotonically("the logarithm", features, func(what string, v []float64) error {
		for i, x := range v {
			if x <= 0 {
				return fmt.Errorf("row %d of %s is %g, which has no logarithm; use Ranks, or add a "+
					"constant first", i, what, x)
			}
			v[i] = math.Log(x)
		}
		return nil
	})
}

// Ranks returns a copy of d with the ranks, from 1, of the values of the named features, or of the
// continuous target without names; equal values share the mean of their ranks. Ranks of a target
// use all samples: the order of those of a split is kept. Errors are those of Log, except for
// values of 0 and below. The cost is O(n log n) a column and O(nd).
func (d *Dataset) Ranks(features ...string) (*Dataset, error) {
	return d.monotonically("the ranks", features, func(_ string, v []float64) error {
		for i, r := range midRanks(v) {
			v[i] = r + 1
		}
		return nil
	})
}

// monotonically applies change to the named features, or to the target.
func (d *Dataset) monotonically(how string, features []string,
	change func(what string, v []float64) error) (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if len(features) == 0 {
		if !d.Continuous() {
			return nil, fmt.Errorf("the data set has no continuous target; name the features "+
				"that %s replace", how)
		}
		y := slices.Clone(d.Target)
		if err := change("the "+d.TargetText(), y); err != nil {
			return nil, err
		}
		out, err := d.WithTarget(d.TargetName, y)
		if err == nil {
			out.History[len(out.History)-1] = "took " + how + " of the " + d.TargetText()
		}
		return out, err
	}
	if err := d.NeedDense(); err != nil {
		return nil, err
	}
	if err := d.CheckFinite(); err != nil {
		return nil, err
	}
	out := *d
	out.X = mat.DenseCopyOf(d.X)
	for _, name := range features {
		j, ok := d.Index(name)
		if !ok {
			return nil, errors.New(suggest.Unknown("feature", visible.Short(name),
				shownAll(d.Features)))
		}
		if d.Missing != nil && slices.ContainsFunc(d.Missing.Gaps, func(g Gap) bool {
			return slices.Contains(g.Columns, j)
		}) {
			return nil, fmt.Errorf("feature %s has missing cells, which evaluations fill in the "+
				"unit of the file; drop them, or change the column before it is read",
				visible.Name(name))
		}
		v := mat.Col(nil, j, d.X)
		if err := change("feature "+visible.Name(name), v); err != nil {
			return nil, err
		}
		out.X.SetCol(j, v)
	}
	out.History = append(slices.Clone(d.History), fmt.Sprintf("took %s of %s", how,
		suggest.List(features, 5)))
	return &out, nil
}

const (
	// crowdedShare of the values of a target in one tenth of its range make a warning.
	crowdedShare = .95
	sayUnit      = "; change it with Ranks or Log, or set coding=frequency"
)

// targetOutliers warns of a continuous target whose values are in one tenth of its range but for a
// few: these decide correlations, and equal-width codes and levels tell only them. A target that
// repeats one value in half of the samples is counts with many zeros, which no unit spreads.
func (d *Dataset) targetOutliers() []string {
	n := len(d.Target)
	if n < leastLabels {
		return nil
	}
	y := slices.Clone(d.Target)
	slices.Sort(y)
	width := y[n-1]/10 - y[0]/10
	most, run, longest := 0, 0, 0
	for lo, hi := 0, 0; lo < n; lo++ {
		for hi < n && y[hi]-y[lo] <= width {
			hi++
		}
		most = max(most, hi-lo)
		if lo == 0 || y[lo] != y[lo-1] {
			run = 0
		}
		run++
		longest = max(longest, run)
	}
	if most == n || float64(most) < crowdedShare*float64(n) || 2*longest > n {
		return nil
	}
	far := y[n-1]
	if y[0]+y[n-1] < 2*y[n/2] {
		far = y[0]
	}
	return []string{fmt.Sprintf("%d of %d values of the %s are in a tenth of its range, because of "+
		"values such as %.4g: correlations and codes of equal width see little else%s", most, n,
		d.TargetText(), far, sayUnit)}
}
