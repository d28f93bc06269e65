package study

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fsnb.example/internal/suggest"
)

// Choice is a part of a result. Empty fields keep everything.
type Choice struct {
	// Sets and Methods are data sets and methods by their names and labels, in the order wanted. A
	// label may leave out ", best of 12", which a grid has behind it.
	Sets, Methods []string
	// Counts are numbers of features; a method that uses all features stays.
	Counts []int
	// Measures are named by their labels or unique beginnings of them.
	Measures []string
}

// Pick returns a part of the result, which shares the values with r. It returns an error for names
// that r does not have or that are given twice, and for numbers of features that no data set of
// the choice has.
func (r *Result) Pick(c Choice) (*Result, error) {
	sets, err := located("data set", c.Sets, r.setNames(), func(i int, name string) bool {
		return r.Sets[i].Name == name
	})
	if err != nil {
		return nil, err
	}
	methods, err := located("method", c.Methods, r.methodLabels(), r.isMethod)
	if err != nil {
		return nil, err
	}
	measures := every(len(r.Measures))
	if len(c.Measures) > 0 {
		measures = nil
		for _, name := range c.Measures {
			m, err := r.MeasureNamed(name)
			if err != nil {
				return nil, err
			}
			measures = append(measures, m)
		}
	}
	out := *r
	out.Sets, out.Methods, out.Measures, out.Cells, out.Grids = nil, nil, nil, nil, nil
	for _, m := range methods {
		out.Methods = append(out.Methods, r.Methods[m])
	}
	for _, m := range measures {
		out.Measures = append(out.Measures, r.Measures[m])
	}
	for s, from := range sets {
		set := r.Sets[from]
		set.Counts = keepCounts(set.Counts, c.Counts)
		set.Warnings = slices.DeleteFunc(slices.Clone(set.Warnings), func(w string) bool {
			return r.warnsOfOther(w, methods)
		})
		out.Sets = append(out.Sets, set)
		for c := range out.places(s) {
			out.take(c, r.Cell(from, methods[c.Method], c.K, measures[c.Measure]))
		}
		out.Grids = append(out.Grids, r.gridsOf(from, s, measures)...)
	}
	if len(c.Counts) > 0 && len(out.allCounts()) == 0 {
		return nil, fmt.Errorf("%s did not try %v features on these data sets; it has %v", r.Name,
			c.Counts, r.allCounts())
	}
	return &out, nil
}

// gridsOf are the grids of a data set with its new place, and those of the measures.
func (r *Result) gridsOf(from, to int, measures []int) []Grid {
	var out []Grid
	for _, g := range r.Grids {
		if i := slices.Index(measures, g.Measure); g.Set == from && i >= 0 {
			g.Set, g.Measure = to, i
			out = append(out, g)
		}
	}
	return out
}

// warnsOfOther reports whether a warning of a data set is about a method that is not among some. In
// a grid a warning names a configuration, which the best and the median of the method represent.
func (r *Result) warnsOfOther(warning string, methods []int) bool {
	about, _, ok := strings.Cut(warning, ": ")
	if !ok {
		return false
	}
	name := nameIn(about)
	other := false
	for m, method := range r.Methods {
		same := method.Label == about
		if !same && len(r.Grids) > 0 {
			same = nameIn(method.Label) == name
		}
		if same && slices.Contains(methods, m) {
			return false
		}
		other = other || same
	}
	return other
}

// nameIn is the name of the method in a label, which comes before its parameters.
func nameIn(label string) string {
	name, _, _ := strings.Cut(label, ", ")
	return name
}

func keepCounts(counts, wanted []int) []int {
	if len(wanted) == 0 {
		return counts
	}
	var out []int
	for _, k := range counts {
		if slices.Contains(wanted, k) {
			out = append(out, k)
		}
	}
	return out
}

// located are the places of the names among the known ones, all of them for no name.
func located(kind string, names, known []string, is func(i int, name string) bool) ([]int, error) {
	if len(names) == 0 {
		return every(len(known)), nil
	}
	var out []int
	for _, name := range names {
		at := slices.IndexFunc(every(len(known)), func(i int) bool { return is(i, name) })
		if at < 0 {
			return nil, errors.New(suggest.Unknown(kind, name, known))
		}
		if slices.Contains(out, at) {
			return nil, fmt.Errorf("the %s %s is given twice; give it once", kind, name)
		}
		out = append(out, at)
	}
	return out, nil
}

// every returns 0 to n-1.
func every(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func (r *Result) setNames() (out []string) {
	for _, s := range r.Sets {
		out = append(out, s.Name)
	}
	return out
}

func (r *Result) methodLabels() (out []string) {
	for _, m := range r.Methods {
		out = append(out, m.Label)
	}
	return out
}

// isMethod reports whether a name denotes the method i: its label, perhaps without what a grid has
// behind it.
func (r *Result) isMethod(i int, name string) bool {
	label := r.Methods[i].Label
	return label == name || strings.HasPrefix(label, name+", best of ")
}

// MethodNamed returns the place of a method by its label, which may leave out ", best of 12" of a
// grid. Any other name is an error that lists the labels.
func (r *Result) MethodNamed(label string) (int, error) {
	at, err := located("method", []string{label}, r.methodLabels(), r.isMethod)
	if err != nil {
		return 0, err
	}
	return at[0], nil
}

// Rename returns the result with other names of methods and data sets, such as those that a paper
// uses. Names that are not renamed stay; names that r does not have are passed over, so that one
// map serves several studies. It returns an error where r has none of them, and for two methods or
// two data sets of one name.
func (r *Result) Rename(names map[string]string) (*Result, error) {
	out := *r
	out.Sets, out.Methods = slices.Clone(r.Sets), slices.Clone(r.Methods)
	known := slices.Concat(r.methodLabels(), r.setNames())
	found := false
	for _, old := range slices.Sorted(maps.Keys(names)) {
		for i := range r.Sets {
			if r.Sets[i].Name == old {
				out.Sets[i].Name, found = names[old], true
			}
		}
		for i := range r.Methods {
			if r.isMethod(i, old) {
				out.Methods[i].Label, found = names[old], true
			}
		}
	}
	if !found {
		return nil, fmt.Errorf("%s has none of the names to replace; it has %s", r.Name,
			strings.Join(known, ", "))
	}
	for kind, all := range map[string][]string{"methods": out.methodLabels(),
		"data sets": out.setNames()} {
		slices.Sort(all)
		if n := len(all); len(slices.Compact(all)) < n {
			return nil, fmt.Errorf("two %s of %s would have one name; give each its own", kind,
				r.Name)
		}
	}
	return &out, nil
}

// MeanOverSets returns the result with one data set, the mean over those that were run: for each
// method, measure and number of features that all of them have, the mean of the values of each
// split that all of them have finished. Every data set has the same weight. A method that lacks a
// value on one data set has none. It returns an error without a data set that was run or a common
// number of features.
func (r *Result) MeanOverSets() (*Result, error) {
	var sets []int
	var counts []int
	for s, set := range r.Sets {
		if set.Note != "" {
			continue
		}
		if len(sets) == 0 {
			counts = slices.Clone(set.Counts)
		}
		counts = slices.DeleteFunc(counts,
			func(k int) bool { return !slices.Contains(set.Counts, k) })
		sets = append(sets, s)
	}
	if len(sets) == 0 {
		return nil, fmt.Errorf("%s has no data set with results", r.Name)
	}
	if len(counts) == 0 {
		return nil, fmt.Errorf("the data sets of %s have no number of features in common; pick "+
			"some of them", r.Name)
	}
	mean := Set{Name: fmt.Sprintf("mean over %d data sets", len(sets)), Counts: counts}
	for _, s := range sets {
		mean.Train += r.Sets[s].Train / float64(len(sets))
		mean.Test += r.Sets[s].Test / float64(len(sets))
	}
	out := *r
	out.Sets, out.Cells, out.Grids = []Set{mean}, nil, nil
	for c := range out.places(0) {
		var cells []*Cell
		for _, s := range sets {
			cells = append(cells, r.Cell(s, c.Method, c.K, c.Measure))
		}
		sums := r.summed(&c, cells, float64(len(sets)))
		for _, number := range c.Splits {
			c.Values = append(c.Values, sums[number])
		}
		c.Summarize()
		out.Cells = append(out.Cells, c)
	}
	return &out, nil
}
