package study

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/stats"
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
// method has only if it has all of them. v says for which numbers of features; by default the mean
// over all of them. Methods of several studies are the same if their labels are; all features
// (AllFeatures) are one of them.
//
// It returns an error without results, for a measure that a study does not have, for measures of
// which not all are better in the same direction, and for a data set of two studies.
func Over(results []*Result, measure string, v View) (*Overview, error) {
	if len(results) == 0 {
		return nil, errors.New("no studies; give one at least, as lab.Read reads them")
	}
	o := &Overview{Measure: measure}
	at := map[string]int{}
	for i, r := range results {
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
			return nil, fmt.Errorf("%s: more of %s is better there, and less in %s; give one "+
				"measure", r.Name, measure, results[0].Name)
		}
		o.Better = better
		if len(found) == 1 && len(results) == 1 {
			o.Measure = r.Measures[found[0]].Label
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
				return nil, fmt.Errorf("the data set %s is in two of the studies; give one of them",
					set.Name)
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

// Keep keeps some methods, in the order given. It returns an error for one that o does not have.
func (o *Overview) Keep(methods ...string) (*Overview, error) {
	var columns []int
	for _, name := range methods {
		at := slices.Index(o.Methods, name)
		if at < 0 {
			return nil, errors.New(suggest.Unknown("method", name, o.Methods))
		}
		columns = append(columns, at)
	}
	return o.take(columns), nil
}

// Complete keeps the methods that have a value on at least a share of the data sets, such as .9.
func (o *Overview) Complete(share float64) *Overview {
	var columns []int
	for m := range o.Methods {
		if n := o.count(m); n > 0 && float64(n) >= share*float64(len(o.Sets)) {
			columns = append(columns, m)
		}
	}
	return o.take(columns)
}

// count is the number of data sets on which a method has a value.
func (o *Overview) count(method int) (n int) {
	for s := range o.Sets {
		if o.Known[s][method] {
			n++
		}
	}
	return n
}

func (o *Overview) take(columns []int) *Overview {
	out := *o
	out.Methods, out.Families, out.Values, out.Known = nil, nil, nil, nil
	for _, m := range columns {
		out.Methods = append(out.Methods, o.Methods[m])
		out.Families = append(out.Families, o.Families[m])
	}
	for s := range o.Sets {
		values, known := make([]float64, len(columns)), make([]bool, len(columns))
		for i, m := range columns {
			values[i], known[i] = o.Values[s][m], o.Known[s][m]
		}
		out.Values, out.Known = append(out.Values, values), append(out.Known, known)
	}
	return &out
}

// ByFamily has the families of the catalogue in place of the methods: on each data set the mean
// over their methods with a value. Methods without a family, such as all features, are left out.
func (o *Overview) ByFamily() *Overview {
	out := *o
	out.Methods, out.Families = nil, nil
	for _, f := range o.Families {
		if f != "" && !slices.Contains(out.Methods, f) {
			out.Methods, out.Families = append(out.Methods, f), append(out.Families, f)
		}
	}
	out.Values, out.Known = nil, nil
	for s := range o.Sets {
		values, known := make([]float64, len(out.Methods)), make([]bool, len(out.Methods))
		for i, family := range out.Methods {
			var sum float64
			n := 0
			for m, f := range o.Families {
				if f == family && o.Known[s][m] {
					sum += o.Values[s][m]
					n++
				}
			}
			if n > 0 {
				values[i], known[i] = sum/float64(n), true
			}
		}
		out.Values, out.Known = append(out.Values, values), append(out.Known, known)
	}
	return &out
}

// Relative has differences: each value less the median of the methods on its data set, so that
// data sets of different difficulty can be averaged. Families and all features count like methods.
func (o *Overview) Relative() *Overview {
	out := *o
	out.Measure += ", less the median"
	out.Values = nil
	for s := range o.Sets {
		median := o.median(s)
		values := make([]float64, len(o.Methods))
		for m := range values {
			if o.Known[s][m] {
				values[m] = o.Values[s][m] - median
			}
		}
		out.Values = append(out.Values, values)
	}
	return &out
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

// Means are those of each method over the data sets where it has a value, NaN where it has none.
func (o *Overview) Means() []float64 {
	means := make([]float64, len(o.Methods))
	for m := range means {
		var sum float64
		for s := range o.Sets {
			if o.Known[s][m] {
				sum += o.Values[s][m]
			}
		}
		means[m] = sum / float64(o.count(m)) // 0/0 is NaN
	}
	return means
}

// Ranks compares the methods by their ranks over the data sets (evaluation.Ranks). A method without
// a value on a data set, because it took too long or does not take the data, shares the last place
// there. It returns the errors of evaluation.Ranks, and one for a measure of which neither more nor
// less is better.
func (o *Overview) Ranks(opt evaluation.RankOptions) (*evaluation.RankComparison, error) {
	if o.Better == 0 {
		return nil, fmt.Errorf("neither more nor less of %s is better; give another measure",
			o.Measure)
	}
	opt.Smaller = o.Better < 0
	var names []string
	scores := make([][]float64, len(o.Sets))
	for s, set := range o.Sets {
		names = append(names, set.Name)
		worst := math.Inf(1)
		for m, v := range o.Values[s] {
			if o.Known[s][m] {
				worst = min(worst, float64(o.Better)*v)
			}
		}
		if math.IsInf(worst, 1) {
			worst = 0
		}
		scores[s] = slices.Clone(o.Values[s])
		for m := range scores[s] {
			if !o.Known[s][m] {
				scores[s][m] = float64(o.Better) * (worst - 1)
			}
		}
	}
	r, err := evaluation.Ranks(names, o.Methods, scores, opt)
	if err != nil {
		return nil, err
	}
	r.Score = o.Measure
	return r, nil
}

// Versus compares a method with another one over the data sets where both have a value.
type Versus struct {
	Method     string
	Sets       int     // where both have a value
	Difference float64 // mean of the other method less this one, in the direction of better
	Won, Lost  int     // data sets on which this method is better, and worse
	P          float64 // of Wilcoxon's signed ranks, two-sided; 1 for fewer than two data sets
	Adjusted   float64 // by Holm, over all methods that are compared
}

// Against compares each other method with one of them, by Wilcoxon's signed ranks over the data
// sets, with p-values adjusted by Holm. Differences are how much better the one is. It returns an
// error for a method that o does not have, and for a measure without a better direction.
func (o *Overview) Against(method string) ([]Versus, error) {
	at := slices.Index(o.Methods, method)
	if at < 0 {
		return nil, errors.New(suggest.Unknown("method", method, o.Methods))
	}
	if o.Better == 0 {
		return nil, fmt.Errorf("neither more nor less of %s is better; give another measure",
			o.Measure)
	}
	var out []Versus
	var p []float64
	for m, name := range o.Methods {
		if m == at {
			continue
		}
		v := Versus{Method: name, P: 1}
		var a, b []float64
		for s := range o.Sets {
			if o.Known[s][at] && o.Known[s][m] {
				a = append(a, float64(o.Better)*o.Values[s][at])
				b = append(b, float64(o.Better)*o.Values[s][m])
			}
		}
		v.Sets = len(a)
		for i := range a {
			v.Difference += (a[i] - b[i]) / float64(len(a))
			switch {
			case b[i] > a[i]:
				v.Won++
			case b[i] < a[i]:
				v.Lost++
			}
		}
		if len(a) > 1 {
			w, err := stats.Wilcoxon(a, b)
			if err != nil {
				return nil, err
			}
			v.P = w.P
		}
		out, p = append(out, v), append(p, v.P)
	}
	adjusted, err := stats.Holm(p)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Adjusted = adjusted[i]
	}
	return out, nil
}

// Front are the methods, in the order of o, that no other method beats in both measures (Pareto
// front): none has a mean over the data sets that is at least as good by both and better by one.
// Means are compared over the data sets where a method has values of both; a method without any is
// not on the front. It returns an error for overviews of different methods, and for a measure
// without a better direction.
func (o *Overview) Front(other *Overview) ([]string, error) {
	if !slices.Equal(o.Methods, other.Methods) {
		return nil, errors.New("the two overviews have different methods; keep the same in both")
	}
	if o.Better == 0 || other.Better == 0 {
		return nil, errors.New("of a measure neither more nor less is better; give another one")
	}
	a, b := o.Means(), other.Means()
	var front []string
	for m, name := range o.Methods {
		if math.IsNaN(a[m]) || math.IsNaN(b[m]) {
			continue
		}
		beaten := false
		for n := range o.Methods {
			da, db := float64(o.Better)*(a[n]-a[m]), float64(other.Better)*(b[n]-b[m])
			if da >= 0 && db >= 0 && (da > 0 || db > 0) {
				beaten = true
				break
			}
		}
		if !beaten {
			front = append(front, name)
		}
	}
	return front, nil
}

// ShowOn shows the overview on a screen that has ShowOverview: see display.Screen.
func (o *Overview) ShowOn(screen any) {
	screen.(interface{ ShowOverview(*Overview) }).ShowOverview(o)
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
