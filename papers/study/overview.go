package study

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/evaluation"
	"fsnb.example/internal/suggest"
)

// An Overview has one number for each method on each data set of one or several studies: the mean
// over the splits of a measure, or of several of one kind, such as the accuracies of four
// classifiers. It compares methods over data sets.
type Overview struct {
	Measure  string // what the numbers are
	Better   int    // +1 larger, -1 smaller, 0 neither
	Sets     []OverviewSet
	Methods  []string    // labels
	Families []string    // of the methods, as the catalogue has them; "" for others
	Values   [][]float64 // by set and method
	Known    [][]bool    // whether there is a value; others are 0
}

// OverviewSet is a data set of an Overview.
type OverviewSet struct {
	Name, Study string // of the set, and of the study that it is from
	N, D        int
}

// Over is the overview of a measure of the studies. The measure is named by the beginning of its
// label: with several that begin so, such as "balanced accuracy", the number is their mean, which a
// method has only if it has all of them. "" means the first measure of the first study. v says for
// which numbers of features; by default the mean over all of them. Methods of several studies are
// the same if their labels are; all features (AllFeatures) are one of them. Data sets that a study
// could not run are left out.
//
// It returns an error without results, for a measure that a study does not have, for measures of
// which not all are better in the same direction, for two methods of one label in a study, and for
// a data set that is there twice.
func Over(results []*Result, measure string, v View) (*Overview, error) {
	if len(results) == 0 {
		return nil, errors.New("no studies; give one at least, as lab.Read reads them")
	}
	if measure == "" {
		if len(results[0].Measures) == 0 {
			return nil, fmt.Errorf("%s has no measure; give another study", results[0].Name)
		}
		measure = results[0].Measures[0].Label
	}
	o := &Overview{Measure: measure}
	at := map[string]int{}
	labels := map[string]bool{} // of the measures
	for i, r := range results {
		for m, method := range r.Methods {
			if slices.ContainsFunc(r.Methods[:m],
				func(other Method) bool { return other.Label == method.Label }) {
				return nil, fmt.Errorf("%s: two methods are called %s; rename one", r.Name,
					method.Label)
			}
		}
		for _, m := range r.Methods {
			if _, ok := at[m.Label]; !ok {
				at[m.Label] = len(o.Methods)
				o.Methods = append(o.Methods, m.Label)
				o.Families = append(o.Families, familyOf(m.Label))
			}
		}
		found, better, err := r.measuresOf(measure)
		if err != nil {
			return nil, err
		}
		if i > 0 && better != o.Better {
			return nil, fmt.Errorf("%s and %s: %q is better in different directions; give a "+
				"longer beginning of one measure", results[0].Name, r.Name, measure)
		}
		o.Better = better
		for _, m := range found {
			labels[r.Measures[m].Label] = true
		}
	}
	if len(labels) == 1 { // else the beginning that they share
		for label := range labels {
			o.Measure = label
		}
	}
	for _, r := range results {
		found, _, _ := r.measuresOf(measure)
		for s, set := range r.Sets {
			if set.Note != "" {
				continue
			}
			if slices.ContainsFunc(o.Sets,
				func(other OverviewSet) bool { return other.Name == set.Name }) {
				return nil, fmt.Errorf("%s: the data set %s is there twice, or in another of the "+
					"studies; keep one by Pick", r.Name, set.Name)
			}
			values, known := make([]float64, len(o.Methods)), make([]bool, len(o.Methods))
			for m, method := range r.Methods {
				values[at[method.Label]], known[at[method.Label]] = r.meanOf(s, m, found, v)
			}
			o.Sets = append(o.Sets, OverviewSet{set.Name, r.Title, set.N, set.D})
			o.Values, o.Known = append(o.Values, values), append(o.Known, known)
		}
	}
	return o, nil
}

// measuresOf are the places of the measures whose labels begin so, and which of their values are
// better.
func (r *Result) measuresOf(name string) (found []int, better int, err error) {
	for i, m := range r.Measures {
		if m.Label == name {
			return []int{i}, m.Better, nil
		}
		if strings.HasPrefix(m.Label, name) {
			if len(found) > 0 && m.Better != better {
				return nil, 0, fmt.Errorf("%s: %q and %q are not better in one direction; give a "+
					"longer beginning than %q", r.Name, r.Measures[found[0]].Label, m.Label, name)
			}
			found, better = append(found, i), m.Better
		}
	}
	if len(found) == 0 {
		_, err = r.MeasureNamed(name)
		return nil, 0, err
	}
	return found, better, nil
}

// meanOf is the mean of measures of a method on a data set, if it has all of them.
func (r *Result) meanOf(set, method int, measures []int, v View) (mean float64, ok bool) {
	for _, m := range measures {
		c := r.At(set, method, m, v)
		if len(c.Values) == 0 {
			return 0, false
		}
		mean += c.Mean / float64(len(measures))
	}
	return mean, true
}

// familyOf is the family of the method of a label, "" if the catalogue does not have it.
func familyOf(label string) string {
	e, err := catalogue.Find(nameIn(label))
	if err != nil {
		return ""
	}
	return string(e.Family)
}

// From keeps the data sets of the studies with these titles, in the order of o.
func (o *Overview) From(titles ...string) (*Overview, error) {
	out := *o
	out.Sets, out.Values, out.Known = nil, nil, nil
	var all []string
	for s, set := range o.Sets {
		if !slices.Contains(all, set.Study) {
			all = append(all, set.Study)
		}
		if slices.Contains(titles, set.Study) {
			out.Sets = append(out.Sets, set)
			out.Values, out.Known = append(out.Values, o.Values[s]), append(out.Known, o.Known[s])
		}
	}
	for _, t := range titles {
		if !slices.Contains(all, t) {
			return nil, errors.New(suggest.Unknown("study", t, all))
		}
	}
	return &out, nil
}

// Keep keeps some methods, in the order given. It returns an error for one that o does not have,
// and for one that is named twice.
func (o *Overview) Keep(methods ...string) (*Overview, error) {
	var columns []int
	for _, name := range methods {
		at := slices.Index(o.Methods, name)
		if at < 0 {
			return nil, errors.New(suggest.Unknown("method", name, o.Methods))
		}
		if slices.Contains(columns, at) {
			return nil, fmt.Errorf("the method %s is named twice; name it once", name)
		}
		columns = append(columns, at)
	}
	return o.take(columns), nil
}

// Complete keeps the methods that have a value on at least a share of the data sets, such as .9;
// those without any value are left out, also by a share of 0.
func (o *Overview) Complete(share float64) *Overview {
	var columns []int
	for m := range o.Methods {
		n := len(o.known(m))
		if n > 0 && float64(n)/float64(len(o.Sets)) >= share {
			columns = append(columns, m)
		}
	}
	return o.take(columns)
}

// known are the values that a method has.
func (o *Overview) known(method int) (values []float64) {
	for s, row := range o.Values {
		if o.Known[s][method] {
			values = append(values, row[method])
		}
	}
	return values
}

// mean is NaN for no values.
func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func (o *Overview) take(columns []int) *Overview {
	var methods, families []string
	for _, m := range columns {
		methods, families = append(methods, o.Methods[m]), append(families, o.Families[m])
	}
	return o.with(methods, families, func(s int, values []float64, known []bool) {
		for i, m := range columns {
			values[i], known[i] = o.Values[s][m], o.Known[s][m]
		}
	})
}

// with is o with other columns, whose numbers on each data set are those that fill sets.
func (o *Overview) with(methods, families []string,
	fill func(set int, values []float64, known []bool)) *Overview {
	out := *o
	out.Methods, out.Families, out.Values, out.Known = methods, families, nil, nil
	for s := range o.Sets {
		values, known := make([]float64, len(methods)), make([]bool, len(methods))
		fill(s, values, known)
		out.Values, out.Known = append(out.Values, values), append(out.Known, known)
	}
	return &out
}

// ByFamily has the families of the catalogue in place of the methods: on each data set the mean
// over their methods with a value. Methods without a family, such as all features, are left out.
func (o *Overview) ByFamily() *Overview {
	var families []string
	for _, f := range o.Families {
		if f != "" && !slices.Contains(families, f) {
			families = append(families, f)
		}
	}
	return o.with(families, slices.Clone(families),
		func(s int, values []float64, known []bool) {
			for i, family := range families {
				var of []float64
				for m, f := range o.Families {
					if f == family && o.Known[s][m] {
						of = append(of, o.Values[s][m])
					}
				}
				if len(of) > 0 {
					values[i], known[i] = mean(of), true
				}
			}
		})
}

// Relative has differences: each value less the median of the methods on its data set, so that
// data sets of different difficulty can be averaged. Families and all features count like methods.
func (o *Overview) Relative() *Overview {
	out := o.with(o.Methods, o.Families, func(s int, values []float64, known []bool) {
		copy(known, o.Known[s])
		median := o.median(s)
		for m := range values {
			if known[m] {
				values[m] = o.Values[s][m] - median
			}
		}
	})
	out.Measure += ", less the median"
	return out
}

// median is that of the known values on a data set, 0 without any.
func (o *Overview) median(set int) float64 {
	var known []float64
	for m, v := range o.Values[set] {
		if o.Known[set][m] {
			known = append(known, v)
		}
	}
	if len(known) == 0 {
		return 0
	}
	slices.Sort(known)
	n := len(known)
	return (known[(n-1)/2] + known[n/2]) / 2
}

// Means are those of each method over the data sets where it has a value, NaN for a method without
// any. Means of methods with values on different data sets do not compare; those of Relative do,
// and those of Complete(1).
func (o *Overview) Means() []float64 {
	means := make([]float64, len(o.Methods))
	for m := range means {
		means[m] = mean(o.known(m))
	}
	return means
}

// Best keeps the n methods of the best average ranks, in this order, and also others by name after
// them. It returns the errors of Ranks, and one for a name that o does not have.
func (o *Overview) Best(n int, also ...string) (*Overview, error) {
	r, err := o.Ranks(evaluation.RankOptions{})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range r.Order[:min(max(n, 0), len(r.Order))] {
		names = append(names, o.Methods[m])
	}
	for _, name := range also {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return o.Keep(names...)
}

// Without leaves some methods out, such as all features, which choose nothing. It returns an error
// for a name that o does not have.
func (o *Overview) Without(methods ...string) (*Overview, error) {
	if _, err := o.Keep(methods...); err != nil {
		return nil, err
	}
	var columns []int
	for m, name := range o.Methods {
		if !slices.Contains(methods, name) {
			columns = append(columns, m)
		}
	}
	return o.take(columns), nil
}

// Column has the values of a method by data set, NaN where it has none. It returns an error for a
// name that o does not have.
func (o *Overview) Column(method string) ([]float64, error) {
	at := slices.Index(o.Methods, method)
	if at < 0 {
		return nil, errors.New(suggest.Unknown("method", method, o.Methods))
	}
	out := make([]float64, len(o.Sets))
	for s := range out {
		out[s] = math.NaN()
		if o.Known[s][at] {
			out[s] = o.Values[s][at]
		}
	}
	return out, nil
}
