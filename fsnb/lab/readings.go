package lab

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/papers"
	"fsnb.example/evaluation/study"
	"fsnb.example/fsnb/internal/cell"
)

// Lead says for which numbers of features a method is the best on a data set.
type Lead struct {
	Set    string
	Best   []int // numbers of features at which no other method has a better mean
	Counts []int // all that the method has
}

// Leads says for each data set of a study at which numbers of features a method is the best by a
// measure, or equal to the best within 1e-12. All features are not a method here. The measure is
// named as for Table, the method as for HeadToHead. A measure of which neither more nor less is
// better is an error; data sets on which the method has no value are left out.
func Leads(r *Result, measure, method string) []Lead {
	m := measureOf(r, measure)
	at := cell.Must(r.MethodNamed(method))
	better := r.Measures[m].Better
	if better == 0 {
		cell.Fail(fmt.Errorf("neither more nor less of %s is better; give another measure",
			r.Measures[m].Label))
	}
	var out []Lead
	for s, set := range r.Sets {
		l := Lead{Set: set.Name}
		for _, k := range set.Counts {
			if c := r.Cell(s, at, k, m); c != nil && len(c.Values) > 0 {
				l.Counts = append(l.Counts, k)
				if leads(r, s, at, k, m, c.Mean*float64(better)) {
					l.Best = append(l.Best, k)
				}
			}
		}
		if len(l.Counts) > 0 {
			out = append(out, l)
		}
	}
	return out
}

// leads reports whether no other method has more than a value, of which more is better.
func leads(r *Result, set, method, k, measure int, value float64) bool {
	for i, other := range r.Methods {
		c := r.Cell(set, i, k, measure)
		if i == method || other.All || c == nil || len(c.Values) == 0 {
			continue
		}
		if c.Mean*float64(r.Measures[measure].Better) > value+1e-12 {
			return false
		}
	}
	return true
}

// AheadOfAll counts the data sets of studies on which a method is better than each of the others,
// each by a paired t-test over the numbers of features at 5%, as in papers whose star marks that.
// Values over numbers of features depend on each other, so the tests find too much. The measure is
// named as for Table, the methods as for HeadToHead; where only one label of a study begins with a
// name and a comma, other than a median, the name may leave out the parameters. No others are an
// error.
func AheadOfAll(results []*Result, measure, method string, others ...string) int {
	if len(others) == 0 {
		cell.Fail(fmt.Errorf("no methods to compare %s with; name at least one", method))
	}
	ahead := 0
	for _, r := range results {
		var pairs []Pair
		for _, other := range others {
			pairs = append(pairs, Pair{A: wholeLabel(given(r), method), B: wholeLabel(r, other)})
		}
		h := HeadToHead(r, measure, View{}, pairs...)
		behind := map[string]int{}
		for _, d := range h.Duels {
			if d.CountsP < study.Alpha && d.Ahead() == h.Better {
				behind[d.Set]++
			}
		}
		for _, n := range behind {
			if n == len(others) {
				ahead++
			}
		}
	}
	return ahead
}

// wholeLabel is the label of a method by its name without parameters, or the name itself where that
// is not the only label.
func wholeLabel(r *Result, name string) string {
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

// StepsWithin is the number of steps after which the objective of an iterative method stays within
// a share of its last value, such as .01: what Convergence draws. A ranking without the objective
// of its steps is an error.
func StepsWithin(r *algorithms.Ranking, share float64) int {
	if r == nil || len(r.Diagnostics.Trace) == 0 {
		cell.Fail(errors.New("no objective of steps; give a ranking of an iterative method"))
	}
	trace := r.Diagnostics.Trace
	last := float64(trace[len(trace)-1])
	for t := len(trace) - 1; t >= 0; t-- {
		if math.Abs(float64(trace[t])-last) > share*math.Abs(last) {
			return t + 2
		}
	}
	return 1
}

// MeanOf is the row of MethodMeans of a method as the paper prints it, such as "FSIR²".
func MeanOf(c Compared, method string) papers.MethodMean {
	n := numbers(c)
	for _, m := range n.MethodMeans() {
		if m.Method == method {
			return m
		}
	}
	cell.Fail(fmt.Errorf("%s, Table %s has no comparable numbers of %s", n.Paper, n.Table, method))
	return papers.MethodMean{}
}

// NearestOfClass is, for each panel of a scatter plot, the share of the samples whose nearest point
// in the panel has their class; of points at equal distances the first sample's counts. The cost is
// O(n²) a panel. A plot without classes, or of one sample, is an error.
func NearestOfClass(p *evaluation.ScatterPlot) []float64 {
	if p == nil || len(p.Y) < 2 {
		cell.Fail(errors.New("no classes; give a scatter plot of a data set that has"))
	}
	var out []float64
	for _, panel := range p.Panels {
		right := 0
		for i := range panel.X {
			near, best := -1, math.Inf(1)
			for j := range panel.X {
				at := math.Hypot(panel.X[i]-panel.X[j], panel.Y[i]-panel.Y[j])
				if j != i && (at < best || near < 0) {
					near, best = j, at
				}
			}
			if p.Y[near] == p.Y[i] {
				right++
			}
		}
		out = append(out, float64(right)/float64(len(panel.X)))
	}
	return out
}
