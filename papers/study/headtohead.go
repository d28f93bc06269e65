package study

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/evaluation/stats"
)

// Pair is two methods by their labels: how does A compare with B? An empty B stands for the best
// method, on each data set, among those that are not the A of any pair.
type Pair struct{ A, B string }

// HeadToHead compares methods in pairs, data set by data set and number of features by number of
// features.
type HeadToHead struct {
	Title   string // of the study
	Measure string
	Better  int // of the measure: +1 larger, -1 smaller, 0 neither
	Splits  int // asked for
	Overall bool
	Duels   []Duel // by data set, in each in the order of the pairs
	Pairs   []Pair // as given
	Partial bool
}

// Duel is a pair of methods on a data set.
type Duel struct {
	Pair       // B is the label of the best other method where the pair has none
	Of     int // place of the pair
	Set    string
	Counts int // numbers of features that both methods have
	// Higher, Equal and Lower count those for which the mean of A is higher than that of B, equal
	// to 1e-12, or lower.
	Higher, Equal, Lower int
	MeanA, MeanB         float64 // over these numbers
	Difference           float64 // MeanA - MeanB
	// P is of the corrected paired t-test over the splits, PlainP of the plain one, of the means
	// over the numbers of features: see Result.marks.
	P, PlainP float64
	// CountsP is of a plain paired t-test over the numbers of features, 1 for fewer than two. Its
	// values depend on each other, so that it finds differences that are none.
	CountsP float64
}

// sameMean is the difference up to which means are equal.
const sameMean = 1e-12

// verdict is +1 where A is significantly higher than B by the corrected test at 5%, -1 where it is
// significantly lower, and 0 otherwise.
func (d Duel) verdict() int {
	if d.P > Alpha {
		return 0
	}
	return cmp.Compare(d.Difference, 0)
}

// Ahead is +1, 0 or -1 as the mean of A is higher than, equal to or lower than that of B.
func (d Duel) Ahead() int {
	if math.Abs(d.Difference) <= sameMean {
		return 0
	}
	return cmp.Compare(d.Difference, 0)
}

// count adds one to lower, equal or higher, by a sign.
func count(sign int, lower, equal, higher *int) {
	*[]*int{lower, equal, higher}[sign+1]++
}

// HeadToHead compares methods in pairs by one measure, over the numbers of features of a view, of
// which K is used. Data sets on which one of the two has no value are left out. It returns an error
// without pairs, for labels that r does not have, a method against itself, and a best method where
// neither more nor less is better or no other method is left.
func (r *Result) HeadToHead(measure int, v View, pairs ...Pair) (*HeadToHead, error) {
	if len(pairs) == 0 {
		return nil, errors.New("no pairs of methods; give some, such as " +
			`Pair{A: "trace-ratio", B: "fisher"}`)
	}
	info := r.Measures[measure]
	out := &HeadToHead{Title: cmp.Or(r.Title, r.Name), Measure: info.Label, Better: info.Better,
		Splits: r.Splits, Overall: info.Overall, Pairs: pairs, Partial: r.Partial}
	at := make([][2]int, len(pairs))
	var own []int
	for i, p := range pairs {
		var err error
		if at[i][0], err = r.MethodNamed(p.A); err != nil {
			return nil, err
		}
		own = append(own, at[i][0])
		if at[i][1] = -1; p.B == "" {
			continue
		}
		if at[i][1], err = r.MethodNamed(p.B); err != nil {
			return nil, err
		}
		if at[i][0] == at[i][1] {
			return nil, fmt.Errorf("%s is compared with itself; give two methods", p.A)
		}
	}
	for s := range r.Sets {
		for i := range pairs {
			other := at[i][1]
			if other < 0 {
				if other = r.bestOther(s, measure, v, own); other < 0 {
					if info.Better == 0 || len(own) == len(r.Methods) {
						return nil, fmt.Errorf("there is no best method beside %s to compare "+
							"with; give B", pairs[i].A)
					}
					continue
				}
			}
			if d, ok := r.duel(s, at[i][0], other, measure, v); ok {
				d.Of = i
				out.Duels = append(out.Duels, d)
			}
		}
	}
	return out, nil
}

// bestOther is the method of the best mean on a data set beside some, -1 for none.
func (r *Result) bestOther(set, measure int, v View, beside []int) int {
	best, most := -1, 0.0
	better := float64(r.Measures[measure].Better)
	if better == 0 {
		return -1
	}
	for m := range r.Methods {
		c := r.bySplit(set, m, measure, v)
		if len(c.Values) == 0 || slices.Contains(beside, m) {
			continue
		}
		if best < 0 || better*(c.Mean-most) > 0 {
			best, most = m, c.Mean
		}
	}
	return best
}

// duel compares two methods on a data set; ok is false where one of them has no value.
func (r *Result) duel(set, a, b, measure int, v View) (d Duel, ok bool) {
	d = Duel{Pair: Pair{r.Methods[a].Label, r.Methods[b].Label}, Set: r.Sets[set].Name,
		CountsP: 1}
	x, y := r.bySplit(set, a, measure, v), r.bySplit(set, b, measure, v)
	if len(x.Values) == 0 || len(y.Values) == 0 {
		return d, false
	}
	d.MeanA, d.MeanB, d.Difference = x.Mean, y.Mean, x.Mean-y.Mean
	d.P, d.PlainP = r.against(x, y)
	var as, bs []float64
	for _, k := range r.Sets[set].Counts {
		if v.K > 0 && k != v.K {
			continue
		}
		p, q := r.Cell(set, a, k, measure), r.Cell(set, b, k, measure)
		if p == nil || q == nil || len(p.Values) == 0 || len(q.Values) == 0 {
			continue
		}
		as, bs = append(as, p.Mean), append(bs, q.Mean)
		count(Duel{Difference: p.Mean - q.Mean}.Ahead(), &d.Lower, &d.Equal, &d.Higher)
	}
	d.Counts = len(as)
	if len(as) > 1 {
		if t, err := stats.PairedT(as, bs); err == nil && !math.IsNaN(t.P) {
			d.CountsP = t.P
		}
	}
	return d, true
}

// PairCount sums up a pair over the data sets.
type PairCount struct {
	Pair                 // as given
	Sets                 int
	Higher, Equal, Lower int     // data sets, by the means
	MeanA, MeanB         float64 // over the data sets
	// SignificantlyHigher and SignificantlyLower count data sets by the corrected test.
	SignificantlyHigher, SignificantlyLower int
}

// Counts sums up each pair over the data sets.
func (h *HeadToHead) Counts() []PairCount {
	out := make([]PairCount, len(h.Pairs))
	var neither int
	for i, p := range h.Pairs {
		c := &out[i]
		c.Pair = p
		for _, d := range h.Duels {
			if d.Of != i {
				continue
			}
			c.Sets++
			c.MeanA, c.MeanB = c.MeanA+d.MeanA, c.MeanB+d.MeanB
			count(d.Ahead(), &c.Lower, &c.Equal, &c.Higher)
			count(d.verdict(), &c.SignificantlyLower, &neither, &c.SignificantlyHigher)
		}
		if c.Sets > 0 {
			c.MeanA, c.MeanB = c.MeanA/float64(c.Sets), c.MeanB/float64(c.Sets)
		}
	}
	return out
}

// String is the count in words, such as "S-FS higher than F-FS on 5 of 6 data sets (0 significant),
// lower on 1 (0)".
func (c PairCount) String() string {
	return fmt.Sprintf("%s higher than %s on %d of %d data sets (%d significant), lower on %d (%d)",
		c.A, cmp.Or(c.B, "the best of the others"), c.Higher, c.Sets, c.SignificantlyHigher,
		c.Lower, c.SignificantlyLower)
}

// Summary is the counts of all pairs in words, for a table of verdicts.
func (h *HeadToHead) Summary() string {
	var parts []string
	for _, c := range h.Counts() {
		parts = append(parts, c.String())
	}
	return strings.Join(parts, "; ")
}

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
