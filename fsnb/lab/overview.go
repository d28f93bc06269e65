package lab

import (
	"errors"

	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/papers/study"
)

// Methods compared over data sets.
type (
	// Overview has one number for each method on each data set, for Show and Save.
	Overview = study.Overview
	// Versus is a method compared with another one over data sets.
	Versus = study.Versus
)

// Over is the overview of a measure of one or several studies: the mean over the splits of each
// method on each data set. The beginning of several labels, such as "balanced accuracy", takes
// their mean; "" is the first measure. View{K: 20} takes one number of features, View{} the mean
// over all. A measure that a study does not have is an error, and so is a data set of two studies.
func Over(measure string, v View, results ...*Result) *Overview {
	for _, r := range results {
		given(r)
	}
	return cell.Must(study.Over(results, measure, v))
}

// Front draws the methods of two overviews by their means over the data sets where they have values
// of both, a across and b upwards, with the names of those that no other beats in both (Pareto
// front), and of some more. Overviews of different methods are an error, and so is an unknown name.
func Front(a, b *Overview, named ...string) display.Chart {
	if a == nil || b == nil {
		cell.Fail(errors.New("no overview; make one by Over"))
	}
	return *cell.Must(study.FrontChart(a, b, named...))
}
