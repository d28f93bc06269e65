// Package evaluation asks what a ranking is worth: how much its features repeat
// each other, what two rankings share, how the samples lie on its principal
// components, how its features are distributed in each class, where its scores turn
// flat, how well a classifier or a clustering does with it, whether it keeps the
// neighbourhoods of the samples, and how far it depends on the samples at hand; and
// which of several methods are the best, on one data set and over many. Every result
// is plain data, safe for gob and JSON.
package evaluation

import (
	"errors"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// checkRankings returns an error unless every ranking has features and fits d.
func checkRankings(d *datasets.Dataset, rankings []*algorithms.Ranking) error {
	if err := d.Check(); err != nil {
		return err
	}
	if len(rankings) == 0 {
		return errors.New("no ranking given; give at least one")
	}
	for i, r := range rankings {
		if r == nil || len(r.Features) == 0 {
			return fmt.Errorf("ranking %d is empty; select features first", i+1)
		}
		if r.D != d.D() {
			return fmt.Errorf("ranking %d (%s) is of %d features, %s has %d; rank the same data", i+1, r.Label, r.D, nameOf(d), d.D())
		}
		if len(r.Names) != len(r.Features) {
			return fmt.Errorf("ranking %d (%s) has %d names for %d features; give each feature its name", i+1, r.Label, len(r.Names), len(r.Features))
		}
		if err := datasets.CheckColumns(r.Features, d.D()); err != nil {
			return fmt.Errorf("ranking %d (%s): %w", i+1, r.Label, err)
		}
		for k, j := range r.Features {
			if d.Features[j] != r.Names[k] {
				return fmt.Errorf("ranking %d (%s) names feature %d %q, which is not so in %s; rank the same data", i+1, r.Label, j, r.Names[k], nameOf(d))
			}
		}
	}
	return nil
}

func nameOf(d *datasets.Dataset) string {
	if d.Name == "" {
		return "the data set"
	}
	return d.Name
}

// Take returns d with the first k features of a ranking only (all of them when k
// is 0), best first. It returns an error when the ranking does not belong to d,
// or k is negative or more than it has.
func Take(d *datasets.Dataset, r *algorithms.Ranking, k int) (*datasets.Dataset, error) {
	if err := checkRankings(d, []*algorithms.Ranking{r}); err != nil {
		return nil, err
	}
	if k < 0 || k > len(r.Features) {
		return nil, fmt.Errorf("k = %d of a ranking of %d features; give 1 to %d, or 0 for all", k, len(r.Features), len(r.Features))
	}
	if k == 0 {
		k = len(r.Features)
	}
	out, err := d.Take(r.Features[:k])
	if err != nil {
		return nil, err
	}
	out.History[len(out.History)-1] = fmt.Sprintf("took the best %d of %d features by %s", k, d.D(), r.Label)
	return out, nil
}
