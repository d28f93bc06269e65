// Package replay defines the papers' experiments as studies, with the printed tables to compare
// with: one file per paper. What a paper leaves open is decided here, and stated in the study's
// remarks. Methods come from the printed tables by their names in the catalogue; missing methods
// leave their columns empty.
package replay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/papers"
	"fsnb.example/evaluation/study"
	"fsnb.example/internal/suggest"
)

// Replay is the experiments of a paper.
type Replay struct {
	Paper string // its ID in package papers
	About string // in one line
	make  func(quick bool) []Experiment
}

// Experiment is one study of a paper. Its remarks state what the paper leaves open, our choices,
// and what is reduced.
type Experiment struct {
	Study   study.Study
	Against []Against // printed tables
}

// Against is a printed table that a study is compared with.
type Against struct {
	Table int
	// Counts means that the table describes the data sets; otherwise Measure is the index of a
	// measure of the study and Entry its name in the table, "" for a table of a single measure.
	Counts  bool
	Measure int
	Entry   string
	Unlike  string // why the numbers cannot be compared
	// OverCounts means that the ± of the table is over the numbers of features.
	OverCounts bool
	// Printed are the table's names of methods whose label is another here, by label. A method
	// whose own label is one of these names is not compared.
	Printed map[string]string
	// Grids means that the table's numbers are the best of a grid: the best of each grid of the
	// study is compared with the number of its method, and so is a method with a single
	// configuration.
	Grids bool
}

// Experiments returns the paper's experiments. Quick ones have fewer splits, data sets and numbers
// of features, and say so in their remarks.
func (r Replay) Experiments(quick bool) []Experiment { return r.make(quick) }

// All returns the replays, in the order of the papers.
func All() []Replay {
	return []Replay{traceRatio, spfs, grm, fsir, lap}
}

// Find returns the replay of a paper.
func Find(paper string) (Replay, error) {
	var known []string
	for _, r := range All() {
		if r.Paper == paper {
			return r, nil
		}
		known = append(known, r.Paper)
	}
	return Replay{}, errors.New(suggest.Unknown("paper", paper, known))
}

// FindExperiment returns the experiment whose study has a name, such as
// spfs-2013-table-2.
func FindExperiment(name string, quick bool) (Experiment, error) {
	var known []string
	for _, r := range All() {
		for _, e := range r.Experiments(quick) {
			if e.Study.Name == name {
				return e, nil
			}
			known = append(known, e.Study.Name)
		}
	}
	return Experiment{}, errors.New(suggest.Unknown("experiment", name, known))
}

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

// Only keeps the experiments on some data sets, by their names here or as the paper
// prints them. It returns an error when no experiment has one of them.
func (r Replay) Only(experiments []Experiment, names ...string) ([]Experiment, error) {
	if len(names) == 0 {
		return experiments, nil
	}
	var out []Experiment
	var all []string
	found := map[string]bool{}
	for _, e := range experiments {
		var kept []study.Data
		for _, d := range e.Study.Data {
			all = append(all, d.Name)
			for _, n := range names {
				if strings.EqualFold(n, d.Name) || strings.EqualFold(r.name(n), d.Name) {
					found[n] = true
					kept = append(kept, d)
					break
				}
			}
		}
		if len(kept) > 0 {
			e.Study.Data = kept
			out = append(out, e)
		}
	}
	slices.Sort(all)
	for _, n := range names {
		if !found[n] {
			return nil, errors.New(suggest.Unknown("data set of "+r.Paper, n, slices.Compact(all)))
		}
	}
	return out, nil
}

// name is the library's name of a data set in the paper.
func (r Replay) name(printed string) string {
	for _, n := range papers.Names() {
		if n.Paper == r.Paper && n.Kind == "data set" && strings.EqualFold(n.Printed, printed) {
			return n.Name
		}
	}
	return printed
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
func (a Against) results(t *papers.Table, r *study.Result) []papers.Result {
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

// withStandIns adds substitutes for the unavailable data sets of a paper, each after its original;
// in tables only where that is missing.
func withStandIns(paper string, data []study.Data) []study.Data {
	var out []study.Data
	for _, d := range data {
		out = append(out, d)
		for _, n := range papers.Names() {
			if n.Paper == paper && n.Kind == "stand-in" && standsFor(paper, n.Name) == d.Name &&
				n.Name != d.Name {
				out = append(out, study.Named(n.Name)...)
			}
		}
	}
	return out
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

// methodsOf are the methods of a printed table, in its order; no selection at all
// is AllFeatures.
func methodsOf(paper string, table int) []algorithms.Selector {
	methods, _ := methodsAs(paper, table, nil)
	return methods
}

// methodsAs is methodsOf, where some of the table's names stand for a method with
// other parameters, such as "hsic" for "hsic, similarity=rbf". It also returns these
// names by the labels of the methods, for Against.
func methodsAs(paper string, table int, as map[string]string) ([]algorithms.Selector,
	map[string]string) {
	t, err := papers.Find(paper, table)
	if err != nil {
		panic(err) // the files are embedded
	}
	var out []algorithms.Selector
	var seen []string
	printed := map[string]string{}
	for _, e := range t.Entries {
		name := e.Method
		if name == "" {
			name = printedMethod(t.Paper, e)
		}
		if name == "" || slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		m := methodOf(name)
		if other, ok := as[name]; ok {
			m = methodOf(other)
			printed[algorithms.Label(m)] = name
		}
		out = append(out, m)
	}
	return out, printed
}

// unlabeled removes the labels, so that no method sees them.
func unlabeled(data []study.Data) []study.Data {
	out := slices.Clone(data)
	for i, d := range data {
		out[i].Load = func() (*datasets.Dataset, error) {
			labeled, err := d.Load()
			if err != nil {
				return nil, err
			}
			plain := *labeled
			plain.Y, plain.Classes = nil, nil
			plain.History = append(slices.Clone(labeled.History), "left the classes out")
			return &plain, nil
		}
	}
	return out
}

// printedMethod is a method of a paper that has no counterpart here, by its printed name.
func printedMethod(paper string, e papers.Entry) string {
	for _, n := range papers.Names() {
		if n.Paper == paper && n.Kind == "method" && n.Name == "" &&
			(n.Printed == e.Row || n.Printed == e.Column) {
			return n.Printed
		}
	}
	return ""
}

// methodOf makes a method from its label, such as "trace-ratio, graph=neighbors".
func methodOf(label string) algorithms.Selector {
	if label == "all" {
		return study.AllFeatures{}
	}
	words := strings.Split(label, ", ")
	m, err := catalogue.New(words[0], words[1:]...)
	if err != nil {
		return missing{label}
	}
	return m
}

// missing is a method of a paper that is not implemented.
type missing struct{ label string }

// Name implements algorithms.Namer.
func (m missing) Name() string { return m.label }

// Select implements algorithms.Selector.
func (missing) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return nil, errors.New("the method is not in this version")
}

// dataOf are the data sets of a printed table, in its order.
func dataOf(paper string, table int) []study.Data {
	t, err := papers.Find(paper, table)
	if err != nil {
		panic(err) // the files are embedded
	}
	var names []string
	for _, e := range t.Entries {
		if e.Dataset != "" && !slices.Contains(names, e.Dataset) {
			names = append(names, e.Dataset)
		}
	}
	return study.Named(names...)
}

// keep returns the data sets of those names.
func keep(data []study.Data, names ...string) []study.Data {
	return slices.DeleteFunc(slices.Clone(data),
		func(d study.Data) bool { return !slices.Contains(names, d.Name) })
}

// withCounts sets the numbers of features of data sets.
func withCounts(data []study.Data, counts map[string][]int) []study.Data {
	out := slices.Clone(data)
	for i := range out {
		if own, ok := counts[out[i].Name]; ok {
			out[i].Counts = own
		}
	}
	return out
}

// steps are lo, lo+step, … up to hi.
func steps(lo, hi, step int) []int {
	var out []int
	for k := lo; k <= hi; k += step {
		out = append(out, k)
	}
	return out
}

// both returns the methods of two lists, each once.
func both(a, b []algorithms.Selector) []algorithms.Selector {
	out := slices.Clone(a)
	for _, m := range b {
		if !slices.ContainsFunc(out, func(o algorithms.Selector) bool {
			return algorithms.Label(o) == algorithms.Label(m)
		}) {
			out = append(out, m)
		}
	}
	return out
}

// quickRemark states what is reduced in a quick replay.
func quickRemark(what string) string { return "Quick: " + what + "." }

func repeats(n int) string { return fmt.Sprintf("%d splits", n) }
