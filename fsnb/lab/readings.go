package lab

import (
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// Lead says for which numbers of features a method is the best on a data set.
type Lead = study.Lead

// Leads says for each data set of a study at which numbers of features a method is the best by a
// measure: see study.Result.Leads. The measure is named as for Table, the method as for HeadToHead.
func Leads(r *Result, measure, method string) []Lead {
	m := measureOf(r, measure)
	return cell.Must(r.Leads(m, cell.Must(r.MethodNamed(method))))
}

// AheadOfAll counts the data sets of studies on which a method is better than each of the others:
// see study.Result.AheadOfAll. The measure is named as for Table.
func AheadOfAll(results []*Result, measure, method string, others ...string) int {
	ahead := 0
	for _, r := range results {
		ahead += cell.Must(r.AheadOfAll(measureOf(r, measure), method, others...))
	}
	return ahead
}

// StepsWithin is the number of steps after which the objective of an iterative method stays within
// a share of its last value, such as .01: what Convergence draws.
func StepsWithin(r *algorithms.Ranking, share float64) int {
	return cell.Must(papers.StepsWithin(r, share))
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
// in the panel has their class: see papers.NearestOfClass.
func NearestOfClass(p *evaluation.ScatterPlot) []float64 {
	return cell.Must(papers.NearestOfClass(p))
}
