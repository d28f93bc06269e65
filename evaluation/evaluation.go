// Package evaluation measures rankings: redundancy, overlap, principal components, class
// distributions, score spectra, accuracy of classifiers and clusterings, preserved neighborhoods,
// and stability. It also compares methods on one data set and over many. Every result is plain
// data, safe for gob and JSON.
package evaluation

import (
	"fmt"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

func nameOf(d *datasets.Dataset) string {
	if d.Name == "" {
		return "the data set"
	}
	return d.Name
}

// Take returns d with the first k features of a ranking only (all of them when k
// is 0), best first; a ranking of other data adds a warning (OtherData). It returns an
// error when the ranking does not belong to d, or k is negative or more than it has.
func Take(d *datasets.Dataset, r *algorithms.Ranking, k int) (*datasets.Dataset, error) {
	if err := checkRankings(d, []*algorithms.Ranking{r}); err != nil {
		return nil, err
	}
	if k < 0 || k > len(r.Features) {
		return nil, fmt.Errorf("k = %d of a ranking of %d features; give 1 to %d, or 0 for all", k,
			len(r.Features), len(r.Features))
	}
	if k == 0 {
		k = len(r.Features)
	}
	out, err := d.Take(r.Features[:k])
	if err != nil {
		return nil, err
	}
	out.Warnings = append(slices.Clone(out.Warnings), OtherData(d, r)...)
	out.History[len(out.History)-1] = fmt.Sprintf("took the best %d of %d features by %s", k,
		d.D(), r.Label)
	return out, nil
}
