package replay

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// Comparisons are those of several printed tables.
type Comparisons []*Comparison

// CompareResults is Compare for results of experiments of one or several papers, in any order,
// recognized by their names.
func CompareResults(results ...*study.Result) (Comparisons, error) {
	var out Comparisons
	used := 0
	for _, r := range All() {
		var experiments []Experiment
		var of []*study.Result
		for _, e := range r.Experiments(false) {
			for _, result := range results {
				if result != nil && result.Name == e.Study.Name {
					experiments, of = append(experiments, e), append(of, result)
				}
			}
		}
		used += len(of)
		compared, err := r.Compare(experiments, of)
		if err != nil {
			return nil, err
		}
		out = append(out, compared...)
	}
	if used < len(results) {
		for _, result := range results {
			if result == nil {
				return nil, errors.New("no result to compare; run a study of a paper first")
			}
			if _, err := FindExperiment(result.Name, false); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// Comparison is a printed table with the numbers of ours, from one or several
// studies.
type Comparison struct {
	*papers.Comparison
	Protocols []string // protocols of the studies
	Remarks   []string // of the studies, each once
	Partial   bool     // a study was stopped before its end
}

// Compare sets the results of experiments, in their order, beside the printed
// tables: a comparison for each table that has a number of ours.
func (r Replay) Compare(experiments []Experiment, results []*study.Result) (Comparisons, error) {
	var tables []int
	for _, e := range experiments {
		for _, a := range e.Against {
			tables = append(tables, a.Table)
		}
	}
	slices.Sort(tables)
	var out Comparisons
	for _, number := range slices.Compact(tables) {
		t, err := papers.Find(r.Paper, number)
		if err != nil {
			return nil, err
		}
		c := &Comparison{}
		var ours []papers.Result
		for i, result := range results {
			for _, a := range experiments[i].Against {
				if found := a.results(t, result); a.Table == number && len(found) > 0 {
					ours = append(ours, found...)
					c.from(result)
				}
			}
		}
		if len(ours) == 0 {
			continue
		}
		if c.Comparison, err = papers.Compare(t, ours...); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// from notes where numbers come from.
func (c *Comparison) from(r *study.Result) {
	add := func(list *[]string, text string) {
		if !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	add(&c.Protocols, r.Protocol)
	for _, text := range slices.Concat(r.Remarks, r.Warnings) {
		add(&c.Remarks, text)
	}
	c.Partial = c.Partial || r.Partial
}

// results are our numbers that have a place in the table.
func (a against) results(t *papers.Table, r *study.Result) []papers.Result {
	var out []papers.Result
	here := func(name string) bool {
		return slices.ContainsFunc(r.Sets,
			func(s study.Set) bool { return s.Name == name && s.Note == "" })
	}
	for s, set := range r.Sets {
		original := standsFor(t.Paper, set.Name)
		if set.Note != "" || original != set.Name && here(original) {
			continue
		}
		if a.Counts {
			for measure, v := range map[string]int{"samples": set.N, "features": set.D,
				"classes": set.Classes, "training_samples": int(set.Train)} {
				if hasEntry(t, original, "", measure) {
					out = append(out, papers.Result{Dataset: set.Name, Measure: measure,
						Value: float64(v)})
				}
			}
			continue
		}
		for m, method := range r.Methods {
			label := method.Label
			if method.All {
				label = "all"
			}
			if name, with, _ := strings.Cut(label, ", "); a.Grids &&
				!strings.HasPrefix(with, "median of ") {
				label = name // of the best, or of the only one
			}
			if printed, ok := a.Printed[label]; ok {
				label = printed
			} else if slices.Contains(slices.Collect(maps.Values(a.Printed)), label) {
				continue // the name stands for another method
			}
			c := r.Aggregate(s, m, a.Measure)
			if len(c.Values) == 0 || !hasEntry(t, original, label, a.Entry) {
				continue
			}
			sd := c.SD
			if a.OverCounts {
				sd = overCounts(r, s, m, a.Measure)
			}
			out = append(out, papers.Result{Dataset: set.Name, Method: label, Measure: a.Entry,
				Value: c.Mean, SD: sd, Unlike: a.Unlike})
		}
	}
	return out
}

// standsFor is the data set of the paper that another one substitutes, by our names; every other
// name is unchanged.
func standsFor(paper, name string) string {
	names := papers.Names()
	for _, n := range names {
		if n.Paper != paper || n.Kind != "stand-in" || n.Name != name {
			continue
		}
		for _, o := range names {
			if o.Paper == paper && o.Kind == "data set" && o.Printed == n.Printed {
				return o.Name
			}
		}
	}
	return name
}

// overCounts is the standard deviation of the means over the numbers of features, 0
// for a single one.
func overCounts(r *study.Result, set, method, measure int) float64 {
	var means []float64
	for _, k := range r.Sets[set].Counts {
		if c := r.Cell(set, method, k, measure); c != nil && c.K > 0 && len(c.Values) > 0 {
			means = append(means, c.Mean)
		}
	}
	if len(means) < 2 {
		return 0
	}
	return evaluation.NewSpread(means).SD
}

// hasEntry reports whether a table has a number for a data set, a method and a
// measure, by our names.
func hasEntry(t *papers.Table, dataset, method, measure string) bool {
	return slices.ContainsFunc(t.Entries, func(e papers.Entry) bool {
		return e.Dataset == dataset && e.Method == method && (measure == "" || e.Measure == measure)
	})
}

// Table returns the comparison with a printed table of a number. It returns an error where there
// is none, or those of several papers.
func (all Comparisons) Table(number int) (*Comparison, error) {
	var found []*Comparison
	var have []string
	for _, c := range all {
		have = append(have, c.Paper+", Table "+c.Table)
		if n, err := papers.ParseNumber(c.Table); err == nil && n == number {
			found = append(found, c)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, fmt.Errorf("%d papers have a table %d with numbers of these studies; give "+
			"studies of one paper", len(found), number)
	}
	return nil, fmt.Errorf("these studies have no number of a table %d; they have numbers of %s",
		number, strings.Join(have, "; "))
}
