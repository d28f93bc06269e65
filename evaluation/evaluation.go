// Package evaluation measures rankings: redundancy, overlap, principal components, class
// distributions, score spectra, accuracy of classifiers and clusterings, preserved neighborhoods,
// and stability. It also compares methods on one data set and over many. Every result is plain
// data, safe for gob and JSON.
package evaluation

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/origin"
)

func nameOf(d *datasets.Dataset) string {
	if d.Name == "" {
		return "the data set"
	}
	return d.Name
}

// Take returns d with the first k features of a ranking only (all of them when k
// is 0), best first; a ranking of other data adds a warning. The result is marked as
// Chosen unless the method used no labels, or ranked other samples than those of d, such as the
// training part when d is the test part; then evaluations warn that they judge a choice on samples
// that made it. It returns an error when the ranking does not belong to d, or k is negative or more
// than it has.
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
	out.Warnings = append(slices.Clone(out.Warnings), origin.Other(d, r)...)
	out.History[len(out.History)-1] = fmt.Sprintf("took the best %d of %d features by %s", k,
		d.D(), r.Label)
	out.Chosen = chosenBy(d, r, k)
	return out, nil
}

// chosenBy is Dataset.Chosen of d with the best k features of r only.
func chosenBy(d *datasets.Dataset, r *algorithms.Ranking, k int) string {
	if r.Unsupervised || k >= d.D() || !sharesSamples(d, r) {
		return d.Chosen
	}
	return counted(k, "feature") + " by " + r.Label
}

// sharesSamples reports whether r may have been computed on samples of d, as far as their histories
// tell: unless each took samples in a step of its own, or the data are others.
func sharesSamples(d *datasets.Dataset, r *algorithms.Ranking) bool {
	if r.Origin != "" && d.Origin != "" && r.Origin != d.Origin {
		return false
	}
	mine, theirs := sampleSteps(d.History), sampleSteps(r.History)
	return len(origin.OnlyIn(mine, theirs)) == 0 || len(origin.OnlyIn(theirs, mine)) == 0
}

// sampleSteps are the steps of a history that took some of the samples.
func sampleSteps(history []string) []string {
	return slices.DeleteFunc(slices.Clone(history), func(step string) bool {
		return !strings.HasSuffix(step, " samples") && !strings.Contains(step, " samples at random")
	})
}

// honestly is the remedy of caution.AddChosen: a call of the front door on the data with all
// features.
func honestly(call, command string) string {
	out := "give the method and the data with all features: fsnb." + call
	if command != "" {
		out += ", or " + command
	}
	return out
}

// chosenFirst puts caution.AddChosen before other warnings.
func chosenFirst(others []string, chosen, what, honest string) []string {
	if w := caution.Chosen(chosen, what, honest); w != "" {
		return append([]string{w}, others...)
	}
	return others
}
