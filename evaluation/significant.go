package evaluation

import (
	"fmt"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
)

// Significant keeps the features of a ranking whose adjusted p-value is at most level, in the order
// of the ranking. The zero Kind is Benjamini–Hochberg. Its adjusted p-values are those of the kind,
// and its label and a note say level, kind, and how many of how many features are significant. It
// may have no feature. The ranking is not changed.
//
// It returns an error for a level that is not between 0 and 1, an unknown kind, and a ranking
// without p-values: its method is no test. KindHolm, KindBH and KindBY need the p-values of all d
// features, so that the ranking must have all of them (k = 0). The others take the best k as they
// are, and tell nothing of the features that are not among them. The cost is O(d log d).
func Significant(r *algorithms.Ranking, level float64, by adjust.Kind) (
	*algorithms.Ranking, error) {
	by, err := checkTest(r, level, by)
	if err != nil {
		return nil, err
	}
	adjusted, err := adjustedIn(r, by)
	if err != nil {
		return nil, err
	}
	out := *r
	out.Features, out.Names, out.Scores, out.Raw, out.PValues = nil, nil, nil, nil, nil
	out.AdjustedPValues, out.Adjustment = nil, by
	for i, p := range adjusted {
		if !(p <= level) {
			continue
		}
		out.Features = append(out.Features, r.Features[i])
		out.Names = append(out.Names, at(r.Names, i)...)
		out.Scores, out.Raw = append(out.Scores, at(r.Scores, i)...),
			append(out.Raw, at(r.Raw, i)...)
		out.PValues = append(out.PValues, r.PValues[i])
		out.AdjustedPValues = append(out.AdjustedPValues, p)
	}
	out.K = len(out.Features)
	out.Label = fmt.Sprintf("%s, p ≤ %g (%s)", r.Label, level, by.Title())
	out.Key = fmt.Sprintf("%s significant(level=%g,adjust=%s)", r.Key, level, by)
	out.Warnings = slices.Clone(r.Warnings)
	out.Diagnostics.Notes = append(slices.Clone(r.Diagnostics.Notes),
		significantNote(r, out.K, level, by, adjusted))
	return &out, nil
}

// at is a list of the i-th value, or of none.
func at[S ~[]E, E any](values S, i int) S {
	if i < len(values) {
		return values[i : i+1]
	}
	return nil
}

// significantNote says how many features are significant, and what the adjustment promises.
func significantNote(r *algorithms.Ranking, k int, level float64, by adjust.Kind,
	adjusted []float64) string {
	listed := len(r.Features)
	what := fmt.Sprintf("adjusted p ≤ %g, %s over %s", level, by.Title(), counted(r.D, "test"))
	if by == adjust.KindNone {
		what = fmt.Sprintf("p ≤ %g, unadjusted: without any effect about %.3g of %d would be",
			level,
			level*float64(r.D), r.D)
	}
	verb := "are"
	if k == 1 {
		verb = "is"
	}
	text := fmt.Sprintf("%d of %s %s significant (%s)", k, counted(listed, "feature"), verb, what)
	if k == 0 {
		text += fmt.Sprintf("; the smallest value is %.3g", slices.Min(adjusted))
	}
	if listed < r.D {
		text += fmt.Sprintf("; the other %d features are not in the ranking", r.D-listed)
	}
	return text
}

// checkTest returns an error unless the ranking has a p-value for each of its features, and the
// level and the kind are usable. It returns the kind, with the default written out.
func checkTest(r *algorithms.Ranking, level float64, by adjust.Kind) (adjust.Kind, error) {
	if err := checkFilled(0, r); err != nil {
		return "", err
	}
	if !(level > 0 && level < 1) {
		return "", fmt.Errorf("level %g; give a number between 0 and 1, such as 0.05", level)
	}
	by, err := adjust.ParseKind(string(by))
	if err != nil {
		return "", err
	}
	return by, checkPValues(r)
}

// checkPValues returns an error unless the ranking has a p-value for each of its features.
func checkPValues(r *algorithms.Ranking) error {
	switch n := len(r.PValues); {
	case r.Partial:
		return fmt.Errorf("%s was interrupted, so that p-values may be missing; run it again",
			r.Label)
	case n == 0:
		return fmt.Errorf(
			"%s has no p-values: the method is no test; rank by one, such as anova-f, "+
				"chi2, f-regression or pearson", r.Label)
	case n != len(r.Features):
		return fmt.Errorf("%s has %s for %s; give one for each", r.Label, counted(n, "p-value"),
			counted(len(r.Features), "feature"))
	case len(r.Features) > r.D:
		return fmt.Errorf("%s has %s of %d; give a ranking of one data set", r.Label,
			counted(len(r.Features), "feature"), r.D)
	}
	return nil
}

// checkWhole returns an error unless the ranking has all features: what needs them is named.
func checkWhole(r *algorithms.Ranking, what string) error {
	if k := len(r.Features); k < r.D {
		return fmt.Errorf("%s needs the p-values of all %d features, and the ranking %s has %d; "+
			"rank all of them (Select with k = 0)", what, r.D, r.Label, k)
	}
	return nil
}

// adjustedIn are the adjusted p-values of the features of a ranking, for the tests of all features.
func adjustedIn(r *algorithms.Ranking, by adjust.Kind) ([]float64, error) {
	if by.NeedsAll() {
		if err := checkWhole(r, by.Title()); err != nil {
			return nil, fmt.Errorf("%w, or adjust by %s or %s", err, adjust.KindNone,
				adjust.KindBonferroni)
		}
	}
	all := slices.Clone(r.PValues)
	for len(all) < r.D { // what is not in the ranking counts, whatever its p
		all = append(all, 1)
	}
	adjusted, err := by.Adjust(all)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Label, err)
	}
	return adjusted[:len(r.Features)], nil
}
