// Package study runs a paper's experiment: data sets × methods × numbers of features × splits ×
// measures, as one value. Finished pieces are stored on disk: a stopped run continues where it was,
// and a change recomputes only what depends on it.
package study

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Study is an experiment. Name, Data, Methods and Measures are needed; the other
// fields have defaults.
type Study struct {
	Name  string // of the file of results: letters, digits, - _ and .
	Title string // of its tables; "" is the name
	Data  []Data
	// Methods are compared; AllFeatures among them is the baseline.
	Methods []algorithms.Selector
	// Counts are the numbers of features, ascending, up to the number of a data set; nil means 10,
	// 20, 30, …, 200.
	Counts   []int
	Splits   Splits
	Measures []Measure
	// Standardize brings every column to zero mean and unit variance by the
	// training samples before anything is selected or measured.
	Standardize bool
	// OnAll shows the methods all samples, including test samples, as some papers do: accuracies
	// are too high, and every table says so.
	OnAll bool
	// Once, with OnAll, runs a method once, with Seed, rather than for each split with a new seed.
	Once bool
	// Grids treats methods of one name as one method with several parameters: the result has the
	// best of them on each data set, by the mean of a measure over the numbers of features, and the
	// median one. The best is chosen on the values that are shown, as in papers that print the best
	// of a grid: it is biased upwards, and every table says so.
	Grids bool
	// Remarks are notes for every table: limits of the experiment and differences from its
	// original.
	Remarks []string
	// Seed is the seed of the splits, and of random methods and measures.
	Seed uint64
	// Limit is the longest that one choice of features may take, in wall time; 0 is no limit. A
	// choice that takes longer is stopped by its context, and its cells are empty, with a note. The
	// store records it, so that it is not tried again with the same limit. Of a nested method,
	// which runs for the largest number of features, the next smaller number is tried, unless it
	// scores all features for any number. If the first split exceeds the limit for a number of
	// features, the other splits have no value for it, and are not tried; only a part of a study
	// without the first split tries them.
	Limit time.Duration
}

// Data is a data set of a study, loaded when needed.
type Data struct {
	Name string // in tables
	Load func() (*datasets.Dataset, error)
	// Counts are the numbers of features to try on this data set; nil means those
	// of the study.
	Counts []int
}

// Named returns the data sets that Load knows by these names.
func Named(names ...string) []Data {
	out := make([]Data, len(names))
	for i, name := range names {
		out[i] = Data{Name: name, Load: func() (*datasets.Dataset,
			error) {
			return datasets.Load(name, datasets.Options{})
		}}
	}
	return out
}

// Of returns data sets that are in memory.
func Of(sets ...*datasets.Dataset) []Data {
	out := make([]Data, len(sets))
	for i, d := range sets {
		if d != nil {
			out[i].Name = d.Name
		}
		if out[i].Name == "" {
			out[i].Name = fmt.Sprintf("data %d", i+1)
		}
		out[i].Load = func() (*datasets.Dataset, error) {
			if d == nil {
				return nil, errors.New("no data set; load one first")
			}
			return d, nil
		}
	}
	return out
}

// Only keeps the data sets of those names, in the study's order; letter case
// does not matter. It returns an error for a name that the study does not have.
func (s Study) Only(names ...string) (Study, error) {
	if len(names) == 0 {
		return s, nil
	}
	known := make([]string, len(s.Data))
	for i, d := range s.Data {
		known[i] = d.Name
	}
	in := func(names []string, name string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	}
	for _, n := range names {
		if !in(known, n) {
			return s, fmt.Errorf("the study %s has no data set %q; it has %s", s.Name, n,
				strings.Join(known, ", "))
		}
	}
	s.Data = slices.DeleteFunc(slices.Clone(s.Data), func(d Data) bool {
		return !in(names, d.Name)
	})
	return s, nil
}

func (s Study) resolve() Study {
	s.Title = cmp.Or(s.Title, s.Name)
	if s.Counts == nil {
		for k := 10; k <= 200; k += 10 {
			s.Counts = append(s.Counts, k)
		}
	}
	s.Splits = s.Splits.resolve()
	return s
}

func (s Study) check() error {
	if s.Name == "" || strings.ContainsFunc(s.Name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_.", r))
	}) {
		return fmt.Errorf("a study is called %q; name it with letters, digits and -_. only", s.Name)
	}
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("the study "+s.Name+format, args...)
	}
	switch {
	case len(s.Data) == 0:
		return wrong(" has no data set; give at least one, such as wdbc by its name")
	case len(s.Methods) == 0:
		return wrong(" has no method; give at least one, such as Fisher{}")
	case len(s.Measures) == 0:
		return wrong(" has no measure; give at least one, such as Accuracy{}")
	case len(s.Counts) == 0:
		return wrong(" has no number of features; give at least one")
	}
	if i := slices.Index(s.Methods, nil); i >= 0 {
		return wrong(": method %d is nil; give one, such as Fisher{}", i+1)
	}
	for i, m := range s.Measures {
		if m == nil {
			return wrong(": measure %d is nil; give one, such as Accuracy{}", i+1)
		}
		if slices.ContainsFunc(s.Measures[:i], func(o Measure) bool { return o.Key() == m.Key() }) {
			return wrong(" has the measure %s twice; give each once", m.Label())
		}
	}
	for i, d := range s.Data {
		switch {
		case d.Load == nil:
			return wrong(": data set %d (%s) has no way to be loaded; give it by name, or one "+
				"that is in memory", i+1, d.Name)
		case slices.ContainsFunc(s.Data[:i], func(o Data) bool { return o.Name == d.Name }):
			return wrong(" has the data set %s twice; give each once, or another name", d.Name)
		case d.Counts != nil && len(d.Counts) == 0:
			return wrong(" has no number of features for %s; give at least one, or nil for those "+
				"of the study", d.Name)
		case !ascending(d.Counts):
			return wrong(": numbers of features %v for %s; give ascending numbers from 1",
				d.Counts, d.Name)
		}
	}
	switch {
	case s.Grids && slices.ContainsFunc(s.Measures, func(m Measure) bool {
		return m.Better() == 0
	}):
		return wrong(" wants the best of a grid by a measure of which neither more nor less is " +
			"better; leave the measure out, or Grids")
	case s.Once && !s.OnAll:
		return wrong(" wants one choice for all splits, each of which has samples of its own; " +
			"set OnAll, too, or leave Once out")
	case s.Limit < 0:
		return wrong(": a choice may take %s; give a positive time, such as time.Minute, or 0 "+
			"for no limit", limitText(s.Limit))
	case !ascending(s.Counts):
		return wrong(": numbers of features %v; give ascending numbers from 1", s.Counts)
	}
	return s.Splits.check()
}

func ascending(counts []int) bool {
	for i, k := range counts {
		if k < 1 || i > 0 && k <= counts[i-1] {
			return false
		}
	}
	return true
}
