package study

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/suggest"
)

// Ranks compares the methods by their ranks over the data sets (evaluation.Ranks). A method without
// a value on a data set, because it took too long or does not take the data, shares the last place
// there: its number among the Scores is worse than the worst one by the largest absolute value. It
// returns the errors of evaluation.Ranks, and one for a measure of which neither more nor less is
// better.
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
		worst, largest := math.Inf(1), 0.0
		for m, v := range o.Values[s] {
			if o.Known[s][m] {
				worst, largest = min(worst, float64(o.Better)*v), max(largest, math.Abs(v))
			}
		}
		if math.IsInf(worst, 1) {
			worst = 0
		}
		if largest == 0 {
			largest = 1
		}
		scores[s] = slices.Clone(o.Values[s])
		for m := range scores[s] {
			if !o.Known[s][m] {
				scores[s][m] = float64(o.Better) * (worst - largest)
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

// Versus compares a method with another one, the reference, over the data sets where both have a
// value.
type Versus struct {
	Method     string
	Sets       int     // where both have a value
	Difference float64 // mean of how much better the reference is; negative where Method is
	Won, Lost  int     // data sets on which Method is better, and worse
	P          float64 // of Wilcoxon's signed ranks, two-sided; 1 for fewer than two data sets
	Adjusted   float64 // by Holm, over the methods with a data set; 1 without one
}

// Against compares each other method with one of them, the reference, by Wilcoxon's signed ranks
// over the data sets where both have a value (stats.Wilcoxon), with p-values adjusted by Holm, in
// the order of o. It returns an error for a method that o does not have, and for a measure of which
// neither more nor less is better.
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
		out = append(out, v)
		if v.Sets > 0 {
			p = append(p, v.P)
		}
	}
	adjusted, err := adjust.Holm(p)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Adjusted = 1
		if out[i].Sets > 0 {
			out[i].Adjusted, adjusted = adjusted[0], adjusted[1:]
		}
	}
	return out, nil
}

// common keeps the data sets of both overviews, by their names and in the order of o, and on each
// the values of the methods that have one in both. It returns an error for overviews of different
// methods, and without a data set of both.
func (o *Overview) common(other *Overview) (a, b *Overview, err error) {
	if !slices.Equal(o.Methods, other.Methods) {
		return nil, nil, errors.New("the two overviews have different methods; keep the same in " +
			"both")
	}
	first, second := *o, *other
	a, b = &first, &second
	a.Sets, a.Values, a.Known = nil, nil, nil
	b.Sets, b.Values, b.Known = nil, nil, nil
	for s, set := range o.Sets {
		at := slices.IndexFunc(other.Sets,
			func(s OverviewSet) bool { return s.Name == set.Name })
		if at < 0 {
			continue
		}
		n := len(o.Methods)
		mine, theirs, known := make([]float64, n), make([]float64, n), make([]bool, n)
		for m := range n {
			if o.Known[s][m] && other.Known[at][m] {
				mine[m], theirs[m], known[m] = o.Values[s][m], other.Values[at][m], true
			}
		}
		a.Sets, b.Sets = append(a.Sets, set), append(b.Sets, other.Sets[at])
		a.Values, b.Values = append(a.Values, mine), append(b.Values, theirs)
		a.Known, b.Known = append(a.Known, known), append(b.Known, slices.Clone(known))
	}
	if len(a.Sets) == 0 {
		return nil, nil, errors.New("the two overviews have no data set in common; make both of " +
			"the same studies")
	}
	return a, b, nil
}

// Front are the methods, in the order of o, that no other method beats in both measures (Pareto
// front): none has a mean over the data sets that is at least as good by both and better by one.
// Equal ones are all on it. Means are those of Common: over the data sets where a method has values
// of both measures; a method without any is not on the front. It returns the errors of Common, and
// one for a measure of which neither more nor less is better. The cost is quadratic in the methods.
func (o *Overview) Front(other *Overview) ([]string, error) {
	o, other, err := o.common(other)
	if err != nil {
		return nil, err
	}
	if o.Better == 0 || other.Better == 0 {
		return nil, fmt.Errorf("neither more nor less of %s is better; give another measure",
			map[bool]*Overview{true: o, false: other}[o.Better == 0].Measure)
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
