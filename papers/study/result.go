package study

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
)

// Result is the outcome of a study: plain data, safe for gob and JSON.
type Result struct {
	Name, Title string
	Protocol    string // in words
	Remarks     []string
	Sets        []Set
	Methods     []Method
	Measures    []MeasureInfo
	Cells       []Cell
	Grids       []Grid   // of a study with Grids
	Splits      int      // asked for
	Folds       int      // of cross-validation: splits of a round; else 0
	Warnings    []string // about the whole study
	Reused      int      // pieces read from the store
	Computed    int      // pieces computed
	Damaged     int      // torn or damaged lines of the store
	Partial     bool     // stopped before all was done
	Made        string   // the machine, the program and the day, for files; "" if unknown
	Elapsed     time.Duration
}

// Set is a data set of the result.
type Set struct {
	Name      string
	N, D      int
	Classes   int
	Counts    []int    // numbers of features, ascending
	Note      string   // why it was not run, or ""
	Warnings  []string // of the data, the splits and the methods
	Groups    string   // what the groups of the samples are; "" for none
	History   []string // of the data
	Hash      string
	Train     float64 // samples for training, the mean over the splits
	Test      float64 // and for the test
	Folds     []int   // of cross-validation: test samples of each fold, in every round
	Unlabeled bool
	// Filled is the missing values that each split fills from its training part; "" for none.
	Filled string `plain:",omitempty"`
}

// Method is a method of the result.
type Method struct {
	Label, Key string
	All        bool // uses all features
}

// MeasureInfo is a measure of the result.
type MeasureInfo struct {
	Label, Key string
	Better     int  // +1 larger, -1 smaller, 0 neither
	Time       bool // differs from run to run
	Overall    bool // one value for all splits
	PerSample  bool // a mean over the test samples, which View.Pooled can weight
}

// Cell has the values of one measure for one method on one data set with K
// features (0 is all of them): a value for each finished split, or one for all of
// them together when the measure is Overall.
type Cell struct {
	Set, Method, K, Measure int
	Splits                  []int // ascending; those that the value or values rest on
	evaluation.Spread
	Failed string // why values are missing
}

func newResult(s Study) *Result {
	r := &Result{Name: s.Name, Title: s.Title, Protocol: s.protocol(), Remarks: s.Remarks,
		Splits: s.Splits.number(), Folds: s.Splits.Folds}
	for _, m := range s.Methods {
		_, all := m.(AllFeatures)
		r.Methods = append(r.Methods, Method{Label: labelOf(m), Key: keyOf(m), All: all})
	}
	for _, m := range s.Measures {
		r.Measures = append(r.Measures,
			MeasureInfo{Label: s.labelOf(m), Key: m.Key(), Better: m.Better(),
				Time: m.Key() == secondsKey, Overall: isOverall(m), PerSample: isPerSample(m)})
	}
	if s.OnAll {
		r.Warnings = append(r.Warnings,
			"Features were chosen with the test samples in view, as the protocol has it: "+
				"accuracies come out too high.")
	}
	if s.Grids {
		r.Warnings = append(r.Warnings,
			"The best of a grid is chosen after the fact, on the values that are shown: it is "+
				"too good for new data; the median is of the same grid.")
	}
	return r
}

// labelOf is the measure's label without Raw, which is redundant on standardized columns.
func (s Study) labelOf(m Measure) string {
	if s.Standardize {
		return strings.TrimSuffix(m.Label(), rawLabel)
	}
	return m.Label()
}

// protocol describes the splits and the measures in words.
func (s Study) protocol() string {
	text := s.Splits.String()
	if s.Standardize {
		text += "; columns standardized by the training samples"
	}
	if s.Limit > 0 {
		text += "; a choice of features may take " + limitText(s.Limit)
	}
	return text + fmt.Sprintf("; seed %d", s.Seed)
}

func labelOf(m algorithms.Selector) string {
	if t, ok := m.(TunedSelector); ok {
		return t.label()
	}
	return algorithms.Label(m)
}

func keyOf(m algorithms.Selector) string {
	if t, ok := m.(TunedSelector); ok {
		return t.Key()
	}
	key, err := algorithms.Key(m)
	if err != nil {
		return algorithms.Name(m)
	}
	return key
}

// report adds the results of a run.
func (r *run) report(out *Result) {
	s := r.study
	set := Set{Name: s.Data[r.at].Name, Counts: r.counts, Note: r.note, Warnings: r.plan.warnings}
	if r.d != nil {
		set.N, set.D, set.Classes, set.History = r.d.N(), r.d.D(), len(r.d.Classes), r.d.History
		set.Hash, set.Train, set.Test, set.Unlabeled = r.hash, r.shares[0], r.shares[1],
			!r.d.Labeled()
		set.Folds, set.Groups, set.Filled = r.folds, r.d.GroupText(), r.filled
	}
	var warned []string
	for m := range s.Methods {
		name := algorithms.Name(s.Methods[m])
		// one for a grid is enough
		if w := r.said[m]; w != "" && !(s.Grids && slices.Contains(warned, name)) {
			warned = append(warned, name)
			set.Warnings = append(set.Warnings, out.Methods[m].Label+": "+w)
		}
	}
	out.Sets = append(out.Sets, set)
	reused, computed := r.counted()
	out.Reused, out.Computed = out.Reused+reused, out.Computed+computed
	for c := range out.places(len(out.Sets) - 1) {
		c.Failed = r.failures[place{c.Method, c.K, c.Measure, -1}]
		if o, ok := s.Measures[c.Measure].(Overall); ok {
			r.overall(&c, o)
			out.Cells = append(out.Cells, c)
			continue
		}
		for number := range s.Splits.number() {
			if v, ok := r.values[place{c.Method, c.K, c.Measure, number}]; ok {
				c.Splits, c.Values = append(c.Splits, number), append(c.Values, v)
			}
		}
		c.Summarize()
		out.Cells = append(out.Cells, c)
	}
}

// places are cells without values: those that a data set has when it was run, in their order.
func (r *Result) places(set int) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for m := range r.Methods {
			for _, k := range r.counts(set, m) {
				for i := range r.Measures {
					if !yield(Cell{Set: set, Method: m, K: k, Measure: i}) {
						return
					}
				}
			}
		}
	}
}

// take adds the cell of another result at a place of this one, if there is one.
func (r *Result) take(at Cell, c *Cell) {
	if c != nil {
		at.Splits, at.Spread, at.Failed = c.Splits, c.Spread, c.Failed
		r.Cells = append(r.Cells, at)
	}
}

// Cell returns the cell of a data set, a method, a number of features and a
// measure, by their places; that of a method that leaves nothing out for any
// number. It returns nil when there is none.
func (r *Result) Cell(set, method, k, measure int) *Cell {
	if method < len(r.Methods) && r.Methods[method].All {
		k = 0
	}
	i, ok := slices.BinarySearchFunc(r.Cells, [4]int{set, method, k, measure},
		func(c Cell, at [4]int) int {
			return slices.Compare([]int{c.Set, c.Method, c.K, c.Measure}, at[:])
		})
	if !ok {
		return nil
	}
	return &r.Cells[i]
}

// counts are the numbers of features of the cells of a method on a data set.
func (r *Result) counts(set, method int) []int {
	if r.Methods[method].All {
		return []int{0}
	}
	return r.Sets[set].Counts
}

// Aggregate is the mean over a data set's numbers of features of a measure, for each split;
// "aggregated accuracy" in the literature. Splits that are not finished for all numbers are
// omitted.
func (r *Result) Aggregate(set, method, measure int) Cell {
	out := Cell{Set: set, Method: method, Measure: measure}
	counts := r.counts(set, method)
	if r.Measures[measure].Overall {
		return r.aggregateOverall(out, counts)
	}
	var cells []*Cell
	for _, k := range counts {
		cells = append(cells, r.Cell(set, method, k, measure))
	}
	sums := r.summed(&out, cells, 1)
	for _, number := range out.Splits {
		out.Values = append(out.Values, sums[number]/float64(len(cells)))
	}
	out.Summarize()
	return out
}

// summed adds up the values of cells, each over by, on every split that all of them have. out gets
// these splits, and the first reason why a value is missing.
func (r *Result) summed(out *Cell, cells []*Cell, by float64) map[int]float64 {
	sums, times := map[int]float64{}, map[int]int{}
	for _, c := range cells {
		if c == nil {
			continue
		}
		out.Failed = cmp.Or(out.Failed, c.Failed)
		splits := c.Splits
		if r.Measures[c.Measure].Overall {
			splits = []int{0}
		}
		for i, v := range c.Values {
			sums[splits[i]] += v / by
			times[splits[i]]++
		}
	}
	for number := range r.Splits {
		if n := times[number]; n > 0 && n == len(cells) {
			out.Splits = append(out.Splits, number)
		}
	}
	return sums
}

// Best is the cell of the number of features with the best mean, the fewest of
// several; nil when none is finished or the measure has no better.
func (r *Result) Best(set, method, measure int) *Cell {
	return r.best(set, method, measure, func(c *Cell) float64 { return c.Mean })
}

// best is Best by another mean of a cell.
func (r *Result) best(set, method, measure int, mean func(*Cell) float64) *Cell {
	var best *Cell
	better := float64(r.Measures[measure].Better)
	for _, k := range r.counts(set, method) {
		c := r.Cell(set, method, k, measure)
		if c == nil || len(c.Values) == 0 || better == 0 {
			continue
		}
		if best == nil || better*(mean(c)-mean(best)) > 0 {
			best = c
		}
	}
	return best
}

// MeasureNamed returns the place of a measure among Measures: of the one with this label, or of the
// only one whose label begins so, as "accuracy" does; "" means the first. Any other name is an
// error that lists the labels.
func (r *Result) MeasureNamed(name string) (int, error) {
	var labels []string
	var found []int
	for i, m := range r.Measures {
		if m.Label == name || name == "" {
			return i, nil
		}
		labels = append(labels, strconv.Quote(m.Label))
		if strings.HasPrefix(m.Label, name) {
			found = append(found, i)
		}
	}
	all := strings.Join(labels, ", ")
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("no measure %q of %s; name one of %s", name, r.Name, all)
	case 1:
		return found[0], nil
	}
	return 0, fmt.Errorf("%d measures of %s begin with %q; name one of %s", len(found), r.Name,
		name, all)
}

// Rounded returns the result with values of so many significant digits, 1 to 17, for smaller files;
// means and standard deviations are those of the rounded values. r is left as it is.
func (r *Result) Rounded(digits int) *Result {
	digits = min(max(digits, 1), 17)
	out := *r
	out.Cells = make([]Cell, len(r.Cells))
	for i, c := range r.Cells {
		values := slices.Clone(c.Values)
		for j, v := range values {
			values[j], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
		}
		c.Spread = evaluation.Spread{Values: values}
		c.Summarize()
		out.Cells[i] = c
	}
	return &out
}
