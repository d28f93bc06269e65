package study

import (
	"fmt"
	"strings"
)

// Lead says for which numbers of features a method is the best on a data set.
type Lead struct {
	Set    string
	Best   []int // numbers of features at which no other method has a better mean
	Counts []int // all that the method has
}

// Leads says for each data set at which numbers of features a method is the best by a measure, or
// equal to the best within 1e-12. All features are not a method here. A measure of which neither
// more nor less is better is an error; data sets on which the method has no value are left out.
func (r *Result) Leads(measure, method int) ([]Lead, error) {
	if r.Measures[measure].Better == 0 {
		return nil, fmt.Errorf("neither more nor less of %s is better; give another measure",
			r.Measures[measure].Label)
	}
	var out []Lead
	for s, set := range r.Sets {
		l := Lead{Set: set.Name}
		for _, k := range set.Counts {
			if c := r.Cell(s, method, k, measure); c != nil && len(c.Values) > 0 {
				l.Counts = append(l.Counts, k)
				if r.leads(s, method, k, measure, c.Mean) {
					l.Best = append(l.Best, k)
				}
			}
		}
		if len(l.Counts) > 0 {
			out = append(out, l)
		}
	}
	return out, nil
}

// leads reports whether no other method is better than a value.
func (r *Result) leads(set, method, k, measure int, value float64) bool {
	better := float64(r.Measures[measure].Better)
	for i, other := range r.Methods {
		c := r.Cell(set, i, k, measure)
		if i == method || other.All || c == nil || len(c.Values) == 0 {
			continue
		}
		if c.Mean*better > value*better+1e-12 {
			return false
		}
	}
	return true
}

// AheadOfAll counts the data sets on which a method is better than each of the others, each by a
// paired t-test over the numbers of features at 5%, as in papers whose star marks that. Values over
// numbers of features depend on each other, so the tests find too much. Methods are named as for
// HeadToHead; where only one label begins with a name and a comma, other than a median, the name
// may leave out the parameters. No others are an error.
func (r *Result) AheadOfAll(measure int, method string, others ...string) (int, error) {
	if len(others) == 0 {
		return 0, fmt.Errorf("no methods to compare %s with; name at least one", method)
	}
	var pairs []Pair
	for _, other := range others {
		pairs = append(pairs, Pair{A: r.wholeLabel(method), B: r.wholeLabel(other)})
	}
	h, err := r.HeadToHead(measure, View{}, pairs...)
	if err != nil {
		return 0, err
	}
	behind, ahead := map[string]int{}, 0
	for _, d := range h.Duels {
		if d.CountsP < Alpha && d.Ahead() == h.Better {
			behind[d.Set]++
		}
	}
	for _, n := range behind {
		if n == len(others) {
			ahead++
		}
	}
	return ahead, nil
}

// wholeLabel is the label of a method by its name without parameters, or the name itself where that
// is not the only label.
func (r *Result) wholeLabel(name string) string {
	if _, err := r.MethodNamed(name); err == nil {
		return name
	}
	var found []string
	for _, m := range r.Methods {
		if strings.HasPrefix(m.Label, name+", ") && !strings.HasPrefix(m.Label, name+", median") {
			found = append(found, m.Label)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return name
}
