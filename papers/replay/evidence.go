package replay

import (
	"cmp"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/advice"
	"fsnb.example/papers/study"
)

// Evidence is what advice rests on for a kind of data, from results of the benchmark: means over
// the numbers of features. Methods without any value are left out, and so are all features. It
// returns the errors of study.Over.
func Evidence(kind advice.Kind, results ...*study.Result) ([]advice.Evidence, error) {
	o, err := study.Over(results, measureOf(kind), study.View{})
	if err != nil {
		return nil, err
	}
	names := slices.DeleteFunc(o.Complete(0).Methods,
		func(name string) bool { return name == algorithms.Name(study.AllFeatures{}) })
	if o, err = o.Keep(names...); err != nil {
		return nil, err
	}
	of := func(m study.Measure) (*study.Overview, error) {
		all, err := study.Over(results, m.Label(), study.View{})
		if err != nil {
			return nil, err
		}
		return all.Keep(names...)
	}
	redundancy, err := of(study.Redundancy{})
	if err != nil {
		return nil, err
	}
	seconds, err := of(study.Seconds{})
	if err != nil {
		return nil, err
	}
	ranks, err := o.Ranks(evaluation.RankOptions{})
	if err != nil {
		return nil, err
	}
	differences, repeats := o.Relative().Means(), redundancy.Relative().Means()
	var out []advice.Evidence
	for m, name := range names {
		e := advice.Evidence{Kind: kind, Method: name, Of: len(o.Sets), Against: len(names),
			Rank: ranks.Friedman.Average[m], Difference: differences[m], Redundancy: repeats[m]}
		var times []float64
		for s := range o.Sets {
			if o.Known[s][m] {
				e.Sets++
			}
			if seconds.Known[s][m] {
				times = append(times, seconds.Values[s][m])
			}
		}
		if len(times) == 0 || math.IsNaN(e.Redundancy) {
			continue // nothing else is known of it
		}
		slices.Sort(times)
		n := len(times)
		e.Seconds = (times[(n-1)/2] + times[n/2]) / 2
		out = append(out, e)
	}
	slices.SortStableFunc(out,
		func(a, b advice.Evidence) int { return cmp.Compare(a.Rank, b.Rank) })
	return out, nil
}

// measureOf is what methods are rated by on a kind of data: the beginning of the labels.
func measureOf(k advice.Kind) string {
	switch k {
	case advice.Targets:
		return "R²"
	case advice.Clusters:
		return "normalized mutual information"
	}
	return "balanced accuracy"
}
