package evaluation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/origin"
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
	mine := featureSteps(origin.OnlyIn(d.History, r.History))
	theirs := featureSteps(origin.OnlyIn(r.History, d.History))
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

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
