package algorithms

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/quickselect"
	"fsnb.example/internal/ties"
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
	// Squares says that Values are sums of squares in the units of the columns, such as variances:
	// they may be of any size, and rounding is relative to each (Order).
	Squares bool `plain:",omitempty"`
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
		Warnings:    caution.Constant(d, constant),
	}
}

// Order returns all feature indices, best first: by score, then by Tie, then by lower index, with
// the constant columns at the end. Scores that differ by rounding tie, since the order of the
// samples changes the last digits of sums: going down from the largest, one ties with the score s
// before it if it is less by at most
//
//	1e-12·|s| + 1e-14·min(1, largest |finite score|)
//
// The second term is for sums that cancel. It is 0 for Squares, and for values of Tie.
func (s *Scores) Order() []int {
	order, _, _ := s.best(0, nil)
	return order
}

const tiePart, tieSlack = 1e-12, 1e-14

// slack is the second term of the tolerance of Order.
func (s *Scores) slack() float64 {
	if s.Squares {
		return 0
	}
	largest := 0.0
	for _, v := range s.Values {
		if v = math.Abs(v); !math.IsInf(v, 1) {
			largest = max(largest, v)
		}
	}
	return tieSlack * min(1, largest)
}

// A tie is that of the last of the best features with the next ones.
type tie struct {
	features int // that tie
	chosen   int // of them
}

// warning is the warning of a tie at the cut, "" if there is none.
func (t tie) warning(by string) string {
	if t.features == 0 {
		return ""
	}
	return fmt.Sprintf("%d features tie at the cut: %d chosen, %d left out, %s", t.features,
		t.chosen, t.features-t.chosen, by)
}

// best returns the first k of Order, or all if k is 0, and the tie of the k-th feature with the
// next one, the zero value if there is none. Constant columns tie. scores are those of the order:
// features that tie have the largest of theirs. rank orders features that tie in both Values and
// Tie, nil by lower index.
func (s *Scores) best(k int, rank func(run []int)) (order []int, scores Numbers, cut tie) {
	if rank == nil {
		rank = slices.Sort[[]int]
	}
	constant := make([]bool, len(s.Values))
	for _, j := range s.Constant {
		constant[j] = true
	}
	room := s.slack()
	order = s.candidates(k, constant, room)
	scores = make(Numbers, 0, cap(order))
	place := 0
	last := func(run []int) {
		rank(run)
		if place < k && k < place+len(run) {
			cut = tie{len(run), k - place}
		}
		place += len(run)
	}
	equal := func(run []int) {
		largest := s.Values[run[0]]
		for range run {
			scores = append(scores, largest)
		}
		if s.Tie == nil {
			last(run)
		} else {
			ties.Runs(run, s.Tie, tiePart, 0, last)
		}
	}
	ties.Runs(order, s.Values, tiePart, room, equal)
	if k > 0 && k <= len(order) {
		return order[:k], scores[:k], cut
	}
	live := len(order)
	for j, is := range constant {
		if is {
			order = append(order, j)
		}
	}
	ties.Runs(order[live:], s.Values, tiePart, room, equal)
	if k > 0 {
		k = min(k, len(order))
		order, scores = order[:k], scores[:k]
	}
	return order, scores, cut
}

// few is the share of the features, one in few, up to which the best ones are found before they are
// sorted.
const few = 8

// candidates returns features that vary, among which are the k best and all that tie with the last
// of them: all if k is not few of them.
func (s *Scores) candidates(k int, constant []bool, room float64) []int {
	d := len(s.Values)
	order := make([]int, 0, d-len(s.Constant))
	least := math.Inf(-1)
	if k > 0 && k <= cap(order) && k <= d/few {
		values := make([]float64, 0, cap(order))
		for j, v := range s.Values {
			if !constant[j] {
				values = append(values, v)
			}
		}
		least = s.tied(quickselect.Largest(values, k), constant, room)
	}
	for j, v := range s.Values {
		if v >= least && !constant[j] {
			order = append(order, j)
		}
	}
	return order
}

// chains is the number of passes after which tied sorts instead: each value may tie with the next.
const chains = 4

// tied is the least score that ties with the given one, or a lower bound of it.
func (s *Scores) tied(least float64, constant []bool, room float64) float64 {
	for range chains {
		next := least
		near := least - 2*(room+tiePart*math.Abs(least))
		for j, v := range s.Values {
			if v >= near && v < next && !constant[j] && ties.Follows(least, v, tiePart, room) {
				next = v
			}
		}
		if next == least {
			return least
		}
		least = next
	}
	return math.Inf(-1)
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
	Origin string `plain:",omitempty"`
	// Unsupervised is set if the method used no target (Facts.Targets).
	Unsupervised bool     `plain:",omitempty"`
	N, D, K      int      // samples, features, features chosen
	Features     []int    // K column indices, best first
	Names        []string // their names
	Scores       Numbers  // their scores, larger is better
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
	if facts, ok := FactsOf(m); ok {
		r.Unsupervised = facts.Targets == NoTarget
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
	return rankBy(ctx, m, d, opt, RunScore, nil)
}

// RankTiesAtRandom is RankBy with features that tie in an order drawn from seed, constant columns
// too, instead of that of the columns: for comparisons of rankings, which the columns' order would
// make more alike than the data do.
func RankTiesAtRandom(ctx context.Context, m Scorer, d *datasets.Dataset, opt Options,
	seed uint64) (*Ranking, error) {
	rng := rand.New(rand.NewPCG(seed, tieStream))
	return rankBy(ctx, m, d, opt, RunScore, func(run []int) {
		slices.Sort(run)
		rng.Shuffle(len(run), func(i, j int) { run[i], run[j] = run[j], run[i] })
	})
}

// tieStream separates the random numbers of RankTiesAtRandom from others of the same seed.
const tieStream = 0x71e5

// RankScores is RankBy for the scores of m on d that are given, such as those of parts of the
// columns that were computed elsewhere. It returns an error if they are not those of RunScore.
func RankScores(ctx context.Context, m Scorer, d *datasets.Dataset, s *Scores, opt Options) (
	*Ranking, error) {
	if err := Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	whole := *s
	if err := whole.complete(m, d); err != nil {
		return nil, err
	}
	given := func(context.Context, Scorer, *datasets.Dataset, Options) (*Scores, error) {
		return &whole, nil
	}
	return rankBy(ctx, m, d, opt, given, nil)
}

// rankBy ranks by scores, which are nil or partial if they are stopped. Features that tie are in
// the order of rank, nil by the columns.
func rankBy(ctx context.Context, m Scorer, d *datasets.Dataset, opt Options,
	scores func(context.Context, Scorer, *datasets.Dataset, Options) (*Scores, error),
	rank func(run []int)) (*Ranking, error) {
	start := time.Now()
	s, stopped := scores(ctx, m, d, opt)
	if stopped != nil && !parallel.Stopped(ctx, stopped) {
		return nil, stopped
	}
	if failed := checkK(d, opt); failed != nil {
		return nil, Wrap(ctx, m, failed)
	}
	var f *Found
	if s != nil {
		order, scores, cut := s.best(opt.K, rank)
		f = &Found{
			Features: order, Scores: scores, Raw: gather(s.Raw, order),
			Diagnostics: s.Diagnostics, Warnings: s.Warnings,
		}
		by := "by the order of the columns"
		if rank != nil {
			by = "at random"
		}
		if w := cut.warning(by); w != "" {
			f.Warnings = append(slices.Clip(f.Warnings), w)
		}
	}
	r := f.ranking(m, d, opt.K, stopped != nil)
	if s != nil {
		r.setPValues(s.PValues)
		if text := d.Missing.Text(); text != "" && s.PValues != nil {
			r.Warnings = append(slices.Clip(r.Warnings), "the p-values take "+text+", as "+
				"measured: the more there are, the less they hold; leave out the columns or "+
				"samples that have them")
		}
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

// ShowOn shows the ranking on a screen with the method ShowRanking: see display.Showable.
func (r *Ranking) ShowOn(screen any) {
	screen.(interface{ ShowRanking(*Ranking) }).ShowRanking(r)
}

// ShowOn shows the scores on a screen with the method ShowScores: see display.Showable.
func (s *Scores) ShowOn(screen any) {
	screen.(interface{ ShowScores(*Scores) }).ShowScores(s)
}
