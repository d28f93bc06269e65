package lab

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/internal/figure"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// Claims of a paper, and what becomes of them.
type (
	// Verdicts are claims with their verdicts, for Show and Save.
	Verdicts = papers.Verdicts
	// Claim is a claim of a paper, the evidence on both sides, the verdict and the reason.
	Claim = papers.Claim
	// Verdict is Holds, InPart or Not.
	Verdict = papers.Verdict
)

// Verdicts of a claim.
const (
	Holds  = papers.Holds
	InPart = papers.InPart
	Not    = papers.Not
)

// Methods compared in pairs.
type (
	// Pair is two methods of a study by their labels; without B, A is compared with the best of
	// the others.
	Pair = study.Pair
	// Duels is the outcome of HeadToHead, for Show and Save.
	Duels = study.HeadToHead
	// Choice is a part of a study, for Pick.
	Choice = study.Choice
)

// HeadToHead compares methods of a study in pairs by one of its measures, which is named as for
// Table: on each data set, for how many numbers of features A is higher than, equal to or lower
// than B, the means over these numbers, and the significance of their difference. View{K: 20} takes
// one number of features only. Labels may leave out ", best of 12" of a grid.
func HeadToHead(r *Result, measure string, v View, pairs ...Pair) *Duels {
	m := measureOf(r, measure)
	return cell.Must(r.HeadToHead(m, v, pairs...))
}

// OverSets sums each pair up over the data sets: on how many A is higher, equal or lower, the
// means, and the number of significant differences.
func OverSets(h *Duels) *display.Table {
	if h == nil {
		cell.Fail(errors.New("no pairs; give what HeadToHead returned"))
	}
	return h.CountsTable()
}

// Pick returns a part of a study: some data sets, methods, numbers of features or measures, in the
// order given. Its tables, figures and means are of that part.
func Pick(r *Result, c Choice) *Result { return cell.Must(given(r).Pick(c)) }

// Rename returns a study with other names of methods and data sets, such as those of a paper; names
// that it does not have are passed over, so that one map serves several studies. A renamed study
// cannot be set against the printed tables: AgainstPapers knows the names of the library.
func Rename(r *Result, names map[string]string) *Result {
	return cell.Must(given(r).Rename(names))
}

// MeanOverSets returns a study with one data set, the mean over those of r, each with the same
// weight, at the numbers of features that all of them have.
func MeanOverSets(r *Result) *Result { return cell.Must(given(r).MeanOverSets()) }

// Curves draws a measure of a study against the number of features: a panel for each data set, a
// line for each method, with a band of one standard deviation over the splits. The measure is named
// as for Table.
func Curves(r *Result, measure string) *figure.Figure {
	m := measureOf(r, measure)
	f := r.Figure(m)
	if f == nil {
		cell.Fail(fmt.Errorf("%s has no values of %s", r.Name, r.Measures[m].Label))
	}
	return f
}

// ByParameter draws a measure of a study against a parameter of its methods, such as "neighbors": a
// line for each data set, of the methods that differ from the first with this parameter in nothing
// else.
func ByParameter(r *Result, measure, parameter string) display.Chart {
	return *cell.Must(given(r).ParameterChart(measureOf(r, measure), parameter))
}

func given(r *Result) *Result {
	if r == nil {
		cell.Fail(errors.New("no study; run one"))
	}
	return r
}

// Compared is a printed table with numbers of ours: what AgainstTable, AgainstPapers and
// AgainstPaper return.
type Compared interface{ Numbers() *papers.Comparison }

// numbers are those of a comparison; without one the program ends.
func numbers(c Compared) *papers.Comparison {
	if v := reflect.ValueOf(c); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		cell.Fail(errors.New("no comparison; give what AgainstTable returned"))
	}
	return c.Numbers()
}

// AgainstTable sets the results of papers' studies beside one printed table, by its number. All
// results are of one paper.
func AgainstTable(number int, results ...*Result) *ReplayComparison {
	return cell.Must(AgainstPapers(results...).Table(number))
}

// Agreement draws the numbers of a printed table against ours, with the diagonal: a color for each
// method, and names at the five largest differences. The note has the number of points, the mean
// absolute difference and the correlation.
func Agreement(c Compared) display.Chart {
	return *cell.Must(numbers(c).AgreementChart())
}

// Differences draws ours less the printed numbers as a heat map with the rows and columns of the
// printed table, white where they are equal.
func Differences(c Compared) *figure.Figure {
	return cell.Must(numbers(c).DifferencesFigure())
}

// MethodMeans is a table of the means of each method over the data sets that both the paper and we
// have, printed and ours, and on how many it is the best.
func MethodMeans(c Compared) *display.Table {
	return cell.Must(numbers(c).MeansTable())
}

// Convergence draws how far the objective of iterative methods is from its last value after each
// step.
func Convergence(rankings ...*algorithms.Ranking) display.Chart {
	return *cell.Must(display.ConvergenceChart(rankings...))
}

// Scatters returns the scatter of each feature between the classes and within them: the sum over
// the classes of size times squared distance of the class mean from the overall mean, and the sum
// over the samples of squared distances from their class mean. Fisher's score is their ratio.
func Scatters(d *datasets.Dataset) (between, within []float64) {
	loaded(d)
	if !d.Labeled() {
		cell.Fail(fmt.Errorf("%s has no classes; give a data set that has", d.Name))
	}
	f := cell.Must(graph.ClassForms(context.Background(), d.Matrix(), d.Y, len(d.Classes),
		d.Features, 0))
	return f.Between, f.Within
}

func loaded(d *datasets.Dataset) {
	if d == nil {
		cell.Fail(errors.New("no data set; load one"))
	}
}
