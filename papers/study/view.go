package study

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fsnb.example/evaluation"
	"fsnb.example/evaluation/stats"
)

// View selects the numbers of features of a table. The zero value is the mean over all numbers, the
// aggregated measure of the literature.
type View struct {
	K    int  // a single number of features
	Best bool // the best number of each method on each data set, chosen afterwards
	// Pooled gives each round of folds one value, the share over all its held-out samples, as
	// svm-train -v does: folds are weighted by their size. By default a mean is over the folds,
	// unweighted. It has no effect on random splits, whose test parts have one size, and on
	// measures that are not PerSample.
	Pooled bool
}

// At is the cell of a view for a measure of a method on a data set. K is 0 unless the view has a
// single number. A number that was not tried is Failed. Pooled, the cell has a value for each
// finished round of folds, and Splits numbers the rounds.
func (r *Result) At(set, method, measure int, v View) Cell {
	c := r.bySplit(set, method, measure, v)
	if v.Pooled {
		return r.rounds(c)
	}
	return c
}

// bySplit is At with a value for each split, which the tests compare.
func (r *Result) bySplit(set, method, measure int, v View) Cell {
	c := r.unweighted(set, method, measure, v)
	if v.Pooled {
		return r.weighted(c)
	}
	return c
}

func (r *Result) unweighted(set, method, measure int, v View) Cell {
	empty := Cell{Set: set, Method: method, Measure: measure}
	switch {
	case r.Sets[set].Note != "":
		empty.Failed = r.Sets[set].Note
		return empty
	case v.Best:
		mean := func(c *Cell) float64 { return c.Mean }
		if v.Pooled {
			mean = func(c *Cell) float64 { return r.weighted(*c).Mean }
		}
		if c := r.best(set, method, measure, mean); c != nil {
			return *c
		}
		for _, k := range r.counts(set, method) { // why it is missing
			if c := r.Cell(set, method, k, measure); c != nil && c.Failed != "" {
				empty.Failed = c.Failed
				break
			}
		}
		return empty
	case v.K > 0:
		if c := r.Cell(set, method, v.K, measure); c != nil {
			return *c
		}
		if d := r.Sets[set].D; v.K > d {
			empty.Failed = fmt.Sprintf("the data set has %d features", d)
		} else {
			empty.Failed = fmt.Sprintf("the study did not try %d features", v.K)
		}
		return empty
	}
	return r.Aggregate(set, method, measure)
}

// Alpha is the level of significance of the marks.
const Alpha = 0.05

// mark compares a method with the best one on a data set.
type mark struct {
	// Good marks the best mean, the first of equals, and those not significantly worse by the
	// corrected test.
	Good bool
	// Plain means that the plain test finds a Good one worse.
	Plain bool
	// P and PlainP are the p-values of the tests against the best: 1 for the best
	// itself, and for a method that cannot be tested 0, or 1 when it is as good.
	P, PlainP float64
}

// marks compares the methods on a data set with the one of the best mean, by paired t-tests over
// the splits that both have finished: the plain one, as in papers, and that of Nadeau and Bengio,
// which corrects for overlapping training parts (stats.PairedT, stats.CorrectedPairedT), by the
// mean sizes of the parts: 1/(k-1) for k folds. Pooled, folds are weighted. With fewer than two
// common splits only those equal to the best are Good. None is Good for a measure where neither
// more nor less is better.
func (r *Result) marks(set, measure int, v View) []mark {
	marks := make([]mark, len(r.Methods))
	cells := make([]Cell, len(r.Methods))
	best := -1
	better := float64(r.Measures[measure].Better)
	for m := range r.Methods {
		cells[m] = r.bySplit(set, m, measure, v)
		if better != 0 && len(cells[m].Values) > 0 &&
			(best < 0 || better*(cells[m].Mean-cells[best].Mean) > 0) {
			best = m
		}
	}
	if best < 0 {
		return marks
	}
	for m, c := range cells {
		if len(c.Values) == 0 {
			continue
		}
		k := &marks[m]
		k.P, k.PlainP = r.against(cells[best], c)
		k.Good = k.P > Alpha
		k.Plain = k.Good && k.PlainP <= Alpha
	}
	return marks
}

// against returns the p-values of the corrected and of the plain test of two cells
// of a data set.
func (r *Result) against(a, b Cell) (corrected, plain float64) {
	x, y := common(a, b)
	if len(x) < 2 || r.Measures[a.Measure].Overall {
		if a.Mean == b.Mean {
			return 1, 1
		}
		return 0, 0
	}
	// Over all splits together, mean sizes are whole numbers.
	set, splits := r.Sets[a.Set], float64(max(r.Splits, 1))
	p, err := stats.PairedT(x, y)
	c, err2 := stats.CorrectedPairedT(x, y, max(1, int(math.Round(set.Train*splits))),
		max(1, int(math.Round(set.Test*splits))))
	if err != nil || err2 != nil { // values are finite pairs
		return 0, 0
	}
	return c.P, p.P
}

func common(a, b Cell) (x, y []float64) {
	for i, j := 0, 0; i < len(a.Values) && j < len(b.Values); {
		switch {
		case a.Splits[i] < b.Splits[j]:
			i++
		case a.Splits[i] > b.Splits[j]:
			j++
		default:
			x, y = append(x, a.Values[i]), append(y, b.Values[j])
			i++
			j++
		}
	}
	return x, y
}

// tally counts the data sets on which a method is significantly better, neither,
// and significantly worse than another, by the corrected test of marks.
type tally struct{ Wins, Ties, Losses int }

// tallyOf counts the data sets on which method does better or worse than other.
func (r *Result) tallyOf(method, other, measure int, v View) tally {
	var t tally
	better := float64(r.Measures[measure].Better)
	for set := range r.Sets {
		a, b := r.bySplit(set, method, measure, v), r.bySplit(set, other, measure, v)
		if len(a.Values) == 0 || len(b.Values) == 0 {
			continue
		}
		p, _ := r.against(a, b)
		switch {
		case p > Alpha || better == 0:
			t.Ties++
		case better*(a.Mean-b.Mean) > 0:
			t.Wins++
		default:
			t.Losses++
		}
	}
	return t
}

// Ranks compares the methods over the data sets on which all of them have a value,
// by evaluation.Ranks on the means. It returns an error when the measure has no
// better, fewer than two data sets are left, and those of evaluation.Ranks.
func (r *Result) Ranks(measure int, v View) (*evaluation.RankComparison, error) {
	return r.ranksOf(every(len(r.Methods)), measure, v)
}

// ranksOf is Ranks of some methods only, by their places.
func (r *Result) ranksOf(methods []int, measure int, v View) (*evaluation.RankComparison, error) {
	better := r.Measures[measure].Better
	if better == 0 {
		return nil, fmt.Errorf("of %s neither more nor less is better; rank by another measure",
			r.Measures[measure].Label)
	}
	var names, labels []string
	var scores [][]float64
	for _, m := range methods {
		labels = append(labels, r.Methods[m].Label)
	}
	for set := range r.Sets {
		var row []float64
		for _, m := range methods {
			if c := r.At(set, m, measure, v); len(c.Values) > 0 {
				row = append(row, c.Mean)
			}
		}
		if len(row) == len(methods) {
			names, scores = append(names, r.Sets[set].Name), append(scores, row)
		}
	}
	if len(scores) < 2 {
		return nil, errors.New(
			"fewer than two data sets have a value of every method; compare on more")
	}
	c, err := evaluation.Ranks(names, labels, scores, evaluation.RankOptions{Smaller: better < 0})
	if err != nil {
		return nil, err
	}
	c.Score = r.Measures[measure].Label
	return c, nil
}

// allCounts are the numbers of features of all data sets together, ascending.
func (r *Result) allCounts() []int {
	var all []int
	for _, set := range r.Sets {
		all = append(all, set.Counts...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Single reports whether no data set has more than one number of features.
func (r *Result) Single() bool {
	return !slices.ContainsFunc(r.Sets, func(s Set) bool { return len(s.Counts) > 1 })
}

// unequal reports whether folds of a data set differ in size for a measure that View.Pooled
// weights, and the smallest and the largest size.
func (r *Result) unequal(set, measure int) (least, most int, unequal bool) {
	for i, n := range r.Sets[set].Folds {
		if i == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	return least, most, least < most && r.Measures[measure].PerSample
}

// weighted is a cell of whole rounds of folds, with each value times the size of its fold over the
// mean size: the mean over the folds of a round is then the share over all its samples, and
// likewise for differences of two methods. Cells that cannot be pooled are unchanged; those of a
// study of unknown sizes are Failed.
func (r *Result) weighted(c Cell) Cell {
	k := r.Folds
	if k == 0 || len(c.Values) == 0 || !r.Measures[c.Measure].PerSample {
		return c
	}
	sizes := r.Sets[c.Set].Folds
	out := Cell{Set: c.Set, Method: c.Method, K: c.K, Measure: c.Measure, Failed: c.Failed}
	if len(sizes) != k {
		out.Failed = "the sizes of the folds are not known; run the study again"
		return out
	}
	var samples int
	for _, n := range sizes {
		samples += n
	}
	for at := 0; at < len(c.Splits); {
		first := c.Splits[at]
		end := at + k
		if first%k != 0 || end > len(c.Splits) || c.Splits[end-1] != first+k-1 {
			at++ // of an unfinished round
			continue
		}
		for ; at < end; at++ {
			out.Splits = append(out.Splits, c.Splits[at])
			out.Values = append(out.Values,
				c.Values[at]*float64(k*sizes[c.Splits[at]%k])/float64(samples))
		}
	}
	if len(out.Values) == 0 && out.Failed == "" {
		out.Failed = "no round of folds is finished"
	}
	out.Summarize()
	return out
}

// rounds is a weighted cell with one value, the mean over the folds, for each round.
func (r *Result) rounds(c Cell) Cell {
	k := r.Folds
	if k == 0 || len(c.Values) == 0 || !r.Measures[c.Measure].PerSample {
		return c
	}
	out := Cell{Set: c.Set, Method: c.Method, K: c.K, Measure: c.Measure, Failed: c.Failed}
	for at := 0; at < len(c.Values); at += k {
		var sum float64
		for _, v := range c.Values[at : at+k] {
			sum += v
		}
		out.Splits = append(out.Splits, c.Splits[at]/k)
		out.Values = append(out.Values, sum/float64(k))
	}
	out.Summarize()
	return out
}
