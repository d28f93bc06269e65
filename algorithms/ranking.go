package algorithms

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/quickselect"
)

// Scores is the answer of a Scorer: one score for each feature.
type Scores struct {
	Names []string // of the features, in the order of the columns
	// Values has one score for each feature, larger is better. A score may be infinite, but not
	// NaN.
	Values Numbers
	// Raw is the criterion as the paper prints it if Values is a transformation of it, such as 1 -
	// criterion for a criterion that is minimized; else nil.
	Raw Numbers
	// Tie orders features of equal score, larger first, such as the numerators of infinite scores.
	// It may be nil. Remaining ties go to the lower index.
	Tie Numbers
	// PValues has the p-value of each feature under the null hypothesis of a test, 1 for a constant
	// column; nil if the method is no test. Features are ranked by Values, never by it.
	PValues Numbers
	// Constant lists the constant columns, ascending. They rank last with any score.
	Constant    []int
	Diagnostics Diagnostics
	Warnings    []string
	// DataWarnings are those of the data set.
	DataWarnings []string
	Partial      bool // the work was interrupted before its end
	Cached       bool // read from disk instead of computed
}

// NewScores makes scores of 0 for every feature of d, those of a closed form, with the constant
// columns, ascending, and the warning that names them.
func NewScores(d *datasets.Dataset, constant []int) *Scores {
	return &Scores{
		Names:       slices.Clone(d.Features),
		Values:      make(Numbers, d.D()),
		Constant:    constant,
		Diagnostics: Diagnostics{Converged: true},
		Warnings:    ConstantWarning(d, constant),
	}
}

// Order returns all feature indices, best first: by score, then by Tie, then by lower index, with
// the constant columns at the end.
func (s *Scores) Order() []int { return s.best(0) }

// best returns the first k of Order, or all if k is 0.
func (s *Scores) best(k int) []int {
	constant := make([]bool, len(s.Values))
	for _, j := range s.Constant {
		constant[j] = true
	}
	order := s.candidates(k, constant)
	slices.SortFunc(order, func(a, b int) int {
		if constant[a] != constant[b] {
			if constant[a] {
				return 1
			}
			return -1
		}
		if c := cmp.Compare(s.Values[b], s.Values[a]); c != 0 {
			return c
		}
		if s.Tie != nil {
			if c := cmp.Compare(s.Tie[b], s.Tie[a]); c != 0 {
				return c
			}
		}
		return cmp.Compare(a, b)
	})
	if k > 0 {
		return order[:min(k, len(order))]
	}
	return order
}

// few is the share of the features, one in few, up to which the best ones are found before they are
// sorted.
const few = 8

// candidates returns features among which are the k best: those of at least the k-th largest score,
// or all if k is not few of them.
func (s *Scores) candidates(k int, constant []bool) []int {
	d := len(s.Values)
	live := d - len(s.Constant)
	if k == 0 || k > live || k > d/few {
		order := make([]int, d)
		for j := range order {
			order[j] = j
		}
		return order
	}
	values := make([]float64, 0, live)
	for j, v := range s.Values {
		if !constant[j] {
			values = append(values, v)
		}
	}
	least := quickselect.Largest(values, k)
	var order []int
	for j, v := range s.Values {
		if v >= least && !constant[j] {
			order = append(order, j)
		}
	}
	return order
}

// Ranking is the answer of a Selector. It is plain data, safe for gob and JSON.
type Ranking struct {
	Method  string // name in the catalogue
	Label   string // name with the parameters that differ from the defaults
	Params  []Param
	Key     string // canonical text of method and parameters
	Dataset string
	History []string // of the data set
	// Origin is that of the data set; "" is unknown.
	Origin   string   `plain:",omitempty"`
	N, D, K  int      // samples, features, features chosen
	Features []int    // K column indices, best first
	Names    []string // their names
	Scores   Numbers  // their scores, larger is better
	// Raw is the criterion as printed, nil if that is Scores.
	Raw Numbers `plain:"raw,omitempty"`
	// PValues are the p-values of Features if the method is a test, else nil.
	PValues Numbers `plain:",omitempty"`
	// AdjustedPValues are those of Features, adjusted for the tests of all D features as Adjustment
	// says: by Benjamini–Hochberg unless Significant used another. They are nil if some p-values
	// are unknown.
	AdjustedPValues Numbers     `plain:",omitempty"`
	Adjustment      adjust.Kind `plain:",omitempty"`
	// OrderOnly is true if Scores are 1/place and have no other meaning. Raw then has the criterion
	// of each step, which Criterion names, if there is one.
	OrderOnly   bool   `plain:",omitempty"`
	Criterion   string `plain:",omitempty"`
	Diagnostics Diagnostics
	Warnings    []string
	// DataWarnings are those of the data set.
	DataWarnings []string      `plain:",omitempty"`
	Elapsed      time.Duration `plain:"seconds"`
	Cached       bool          // read from disk instead of computed
	Partial      bool          // the work was interrupted before its end
}

// Diagnostics report the computation of an answer and its proof.
type Diagnostics struct {
	Objective  *Number // value of the objective, nil for plain scores
	Iterations int     // 0 for a closed form
	Converged  bool    // false if a limit stopped the iteration
	Trace      Numbers // objective after each iteration
	// Certificate is nil for a closed form. If it does not hold, there is a warning.
	Certificate *Certificate `plain:",omitempty"`
	Extra       []Value      `plain:",omitempty"` // further numbers of the method
	// Notes explain the numbers, in one sentence each.
	Notes []string `plain:",omitempty"`
}

// Value is a named number.
type Value struct {
	Name  string
	Value Number
}

// Get returns the number of that name in Extra, NaN if there is none.
func (d Diagnostics) Get(name string) float64 {
	for _, v := range d.Extra {
		if v.Name == name {
			return float64(v.Value)
		}
	}
	return math.NaN()
}

// NewObjective returns the address of a Number, for Diagnostics.Objective.
func NewObjective(v float64) *Number { n := Number(v); return &n }

// NewRanking makes a ranking with the fields that describe the method and the data. scores and raw
// belong to features, in their order; raw may be nil.
func NewRanking(m Selector, d *datasets.Dataset, features []int, scores, raw Numbers) *Ranking {
	r := &Ranking{
		Method: Name(m), Label: Label(m), Dataset: d.Name, History: slices.Clone(d.History),
		N: d.N(), D: d.D(), K: len(features),
		Features: features, Scores: scores, Raw: raw, Names: make([]string, len(features)),
		Origin: d.Origin, DataWarnings: slices.Clone(d.Warnings),
	}
	for i, j := range features {
		r.Names[i] = d.Features[j]
	}
	r.Params = Params(m)
	// A user-defined selector may have no key; it is not cached then, and Key is its name.
	if key, err := Key(m); err == nil {
		r.Key = key
	} else {
		r.Key = r.Method
	}
	return r
}

// RankBy makes a ranking of the best Options.K features (all if K is 0) from the scores of m. It is
// the Select method of every Scorer. It adds a warning if the certificate does not hold, unless
// Score has added it. p-values are adjusted for the tests of all features (adjust.Default).
func RankBy(ctx context.Context, m Scorer, d *datasets.Dataset, opt Options) (*Ranking, error) {
	start := time.Now()
	s, err := RunScore(ctx, m, d, opt)
	stopped := parallel.Stopped(ctx, err)
	if err != nil && !stopped {
		return nil, err
	}
	return rankScores(ctx, m, d, s, opt, start, err)
}

// RankScores is RankBy for the scores of m on d that are given, such as those of parts of the
// columns that were computed elsewhere. It returns an error if they are not those of RunScore.
func RankScores(ctx context.Context, m Scorer, d *datasets.Dataset, s *Scores, opt Options) (
	*Ranking, error) {
	start := time.Now()
	if err := Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	s, err := completeScores(s, d, m)
	if err != nil {
		return nil, err
	}
	return rankScores(ctx, m, d, s, opt, start, nil)
}

// rankScores ranks by scores, which are nil or partial if stopped is why they are.
func rankScores(ctx context.Context, m Scorer, d *datasets.Dataset, s *Scores, opt Options,
	start time.Time, stopped error) (*Ranking, error) {
	if failed := checkK(d, opt); failed != nil {
		return nil, Wrap(ctx, m, failed)
	}
	var f *Found
	if s != nil {
		order := s.best(opt.K)
		f = &Found{
			Features: order, Scores: gather(s.Values, order), Raw: gather(s.Raw, order),
			Diagnostics: s.Diagnostics, Warnings: s.Warnings,
		}
	}
	r := f.ranking(m, d, opt.K, stopped != nil)
	if s != nil {
		r.setPValues(s.PValues)
	}
	r.Elapsed = time.Since(start)
	return r, stopped
}

// setPValues takes the p-values of the features of r from those of all columns, and adjusts them
// for the tests of all columns. A partial answer has no adjusted ones, since p-values may be
// missing.
func (r *Ranking) setPValues(all Numbers) {
	if all == nil {
		return
	}
	r.PValues = gather(all, r.Features)
	if r.Partial {
		return
	}
	if adjusted, err := adjust.Default.Adjust(all); err == nil {
		r.AdjustedPValues, r.Adjustment = gather(adjusted, r.Features), adjust.Default
	}
}

func gather(values Numbers, order []int) Numbers {
	if values == nil {
		return nil
	}
	out := make(Numbers, len(order))
	for i, j := range order {
		out[i] = values[j]
	}
	return out
}

// Cautions returns the warnings of the data; those of the method are in the table.
func (r *Ranking) Cautions() (own, data []string) { return nil, r.DataWarnings }

// Cautions returns the warnings of the data; those of the method are in the table.
func (s *Scores) Cautions() (own, data []string) { return nil, s.DataWarnings }

// Title is the ranking's heading: "fisher: 10 of 30, wdbc".
func (r *Ranking) Title() string {
	title := fmt.Sprintf("%s: %d of %d", r.Label, r.K, r.D)
	if r.Dataset != "" {
		title += ", " + r.Dataset
	}
	return title
}

// String is the title and the names, best first.
func (r *Ranking) String() string {
	return r.Title() + ": " + strings.Join(r.Names, ", ")
}

// ShowOn shows the ranking on a screen with the method ShowRanking: see display.Screen.
func (r *Ranking) ShowOn(screen any) {
	screen.(interface{ ShowRanking(*Ranking) }).ShowRanking(r)
}

// ShowOn shows the scores on a screen with the method ShowScores: see display.Screen.
func (s *Scores) ShowOn(screen any) {
	screen.(interface{ ShowScores(*Scores) }).ShowScores(s)
}
