// Package origin compares the data that rankings were computed on, and how they were preprocessed.
package origin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/wording"
)

// Other warns of rankings that were computed on other data than d, although the names of the
// features fit. Derived data, such as a standardized copy or some of the samples, are not other
// data. A ranking or data set of unknown Origin causes no warning.
func Other(d *datasets.Dataset, rankings ...*algorithms.Ranking) []string {
	var out []string
	for i, r := range rankings {
		if r == nil || r.Origin == "" || d.Origin == "" || r.Origin == d.Origin {
			continue
		}
		what := "other data of " + wording.Plural(r.N, "sample", "samples")
		if r.Dataset != d.Name && r.Dataset != "" {
			what += ", " + r.Dataset
		}
		out = append(out, fmt.Sprintf("ranking %d (%s) was computed on %s: "+
			"its names fit %s, and its features may mean something else there",
			i+1, r.Label, what, cmp.Or(d.Name, "the data set")))
	}
	return out
}

// OnlyIn is the part of a history after the one that it shares with another.
func OnlyIn(history, other []string) []string {
	k := 0
	for k < len(history) && k < len(other) && history[k] == other[k] {
		k++
	}
	return history[k:]
}

// Treatments describes how the data of each ranking were preprocessed, where the rankings differ in
// that: "standardized"; "" for unchanged data and where all are alike.
func Treatments(rankings []*algorithms.Ranking) []string {
	histories := make([][]string, len(rankings))
	for i, r := range rankings {
		if r != nil {
			histories[i] = r.History
		}
	}
	out := make([]string, len(rankings))
	if len(rankings) == 0 {
		return out
	}
	first := histories[0]
	shared, alike := len(first), true
	for _, h := range histories[1:] {
		alike = alike && slices.Equal(h, first)
		shared = min(shared, len(first)-len(OnlyIn(first, h)))
	}
	for i, h := range histories {
		if !alike {
			out[i] = inShort(h[shared:])
		}
	}
	return out
}

// inShort abbreviates a history: "standardized" for "standardized to zero mean and unit variance".
func inShort(history []string) string {
	steps := make([]string, len(history))
	for i, step := range history {
		for _, rest := range []string{" to ", " for ", ",", ":"} {
			step, _, _ = strings.Cut(step, rest)
		}
		steps[i] = step
	}
	return strings.Join(steps, ", ")
}

// Labels are the labels of rankings, with the preprocessing of their data where it differs.
func Labels(rankings []*algorithms.Ranking) []string {
	out := Treatments(rankings)
	for i, done := range out {
		out[i] = rankings[i].Label
		if done != "" {
			out[i] += ", " + done
		}
	}
	return out
}
