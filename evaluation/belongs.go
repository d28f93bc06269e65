package evaluation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
		if err := checkFilled(i, r); err != nil {
			return err
		}
		if r.D != d.D() {
			return sizeError(i, r, d)
		}
		if len(r.Names) != len(r.Features) {
			return fmt.Errorf("ranking %d (%s) has %d names for %d features; give each feature "+
				"its name",
				i+1, r.Label, len(r.Names), len(r.Features))
		}
		if err := datasets.CheckColumns(r.Features, d.D()); err != nil {
			return fmt.Errorf("ranking %d (%s): %w", i+1, r.Label, err)
		}
		for k, j := range r.Features {
			if d.Features[j] != r.Names[k] {
				return fmt.Errorf("ranking %d (%s) names feature %d %q, which is not so in %s; "+
					"rank the same data",
					i+1, r.Label, j, r.Names[k], nameOf(d))
			}
		}
	}
	return nil
}

// checkFilled returns an error when ranking i has no features.
func checkFilled(i int, r *algorithms.Ranking) error {
	switch {
	case r != nil && len(r.Features) == 0 && !r.Partial && r.Adjustment != "":
		return fmt.Errorf("ranking %d (%s) has no significant feature; raise the level, or take "+
			"the best k instead", i+1, r.Label)
	case r != nil && len(r.Features) == 0 && !r.Partial && r.Method != "":
		return fmt.Errorf("ranking %d (%s) has no feature: the method chooses none of these data; "+
			"give a ranking that has features", i+1, r.Label)
	case r == nil || len(r.Features) == 0 && !r.Partial:
		return fmt.Errorf("ranking %d is empty; select features first", i+1)
	case len(r.Features) == 0 && r.Partial:
		return fmt.Errorf("ranking %d (%s) is empty: it was interrupted before it had an "+
			"answer; run it again",
			i+1, r.Label)
	}
	return nil
}

// sizeError is the error for a ranking of another number of features; it names the steps that took
// features of the data.
func sizeError(i int, r *algorithms.Ranking, d *datasets.Dataset) error {
	of, has, advice := "", "", "rank the same data"
	mine := featureSteps(onlyIn(d.History, r.History))
	theirs := featureSteps(onlyIn(r.History, d.History))
	if len(mine)+len(theirs) > 0 {
		if len(theirs) > 0 {
			of = " (" + strings.Join(theirs, "; ") + ")"
		}
		if len(mine) > 0 {
			has = " left (" + strings.Join(mine, "; ") + ")"
		}
		advice = "give the data set that was ranked"
		if len(mine) > 0 && r.D > d.D() {
			advice = "give the data set with all its features"
		}
	}
	return fmt.Errorf("ranking %d (%s) is of %d features%s, %s has %d%s; %s",
		i+1, r.Label, r.D, of, nameOf(d), d.D(), has, advice)
}

// featureSteps are the steps of a history that took some of the features.
func featureSteps(history []string) []string {
	return slices.DeleteFunc(slices.Clone(history), func(step string) bool {
		return !strings.Contains(step, " features")
	})
}

// onlyIn is the part of a history after the one that it shares with another.
func onlyIn(history, other []string) []string {
	k := 0
	for k < len(history) && k < len(other) && history[k] == other[k] {
		k++
	}
	return history[k:]
}

// OtherData warns of rankings that were computed on other data than d, although the names of the
// features fit. Derived data, such as a standardized copy or some of the samples, are not other
// data. A ranking or data set of unknown Origin causes no warning.
func OtherData(d *datasets.Dataset, rankings ...*algorithms.Ranking) []string {
	var out []string
	for i, r := range rankings {
		if r == nil || r.Origin == "" || d.Origin == "" || r.Origin == d.Origin {
			continue
		}
		what := "other data of " + counted(r.N, "sample")
		if r.Dataset != d.Name && r.Dataset != "" {
			what += ", " + r.Dataset
		}
		out = append(out, fmt.Sprintf("ranking %d (%s) was computed on %s: "+
			"its names fit %s, and its features may mean something else there",
			i+1, r.Label, what, nameOf(d)))
	}
	return out
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
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
		shared = min(shared, len(first)-len(onlyIn(first, h)))
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

// labelsOf are the labels of rankings, with the preprocessing of their data where it differs.
func labelsOf(rankings []*algorithms.Ranking) []string {
	out := Treatments(rankings)
	for i, done := range out {
		out[i] = rankings[i].Label
		if done != "" {
			out[i] += ", " + done
		}
	}
	return out
}
