package algorithms

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/panics"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/visible"
)

// FuncOptions are the options of ScoreFunc and TargetScoreFunc.
type FuncOptions struct {
	// Revision above 0 lets answers be cached, under the name and the revision: raise it whenever
	// the function changes. Answers of revision 0 are not cached.
	Revision int
	// Summary describes the function in one line.
	Summary string
	// Unlabeled is true for a function that does not use y, which may then be nil.
	Unlabeled bool
}

// ScoreFunc makes a Scorer of a function of one feature: x has its n values and y the class of each
// sample, an index from 0. The result is the feature's score, larger is better; it may be infinite,
// but not NaN. x and y are copies, which f may modify. f is called for several features at the same
// time, in any order, unless Options.Workers is 1, and must give the same number for the same
// values.
//
// Constant features are not passed to f: they score 0 and rank last. name is in tables, errors and
// keys; it must not be that of a method of this library. FuncOptions is optional.
//
// Score returns an error of one line for an empty or taken name, without f, for data without
// classes, and with the feature's name when f returns NaN or panics. The cost is O(nd) and that of
// the calls, and O(n) memory for some features at a time, also of values that are sparse or on
// disk.
func ScoreFunc(name string, f func(x []float64, y []int) float64, opt ...FuncOptions) Scorer {
	return newScoreFunc(scoreFunc{name: name, targets: Classes,
		instead: "TargetScoreFunc of package algorithms"}, f,
		func(d *datasets.Dataset) []int { return d.Y }, opt)
}

// TargetScoreFunc is ScoreFunc for a continuous target: y has its n numbers.
func TargetScoreFunc(name string, f func(x, y []float64) float64, opt ...FuncOptions) Scorer {
	return newScoreFunc(scoreFunc{name: name, targets: Continuous, instead: "ScoreFunc"}, f,
		func(d *datasets.Dataset) []float64 { return d.Target }, opt)
}

// scoreFunc is a Scorer of a function.
type scoreFunc struct {
	name    string
	opt     FuncOptions
	targets Targets
	instead string
	faulty  error // of the arguments
	// prepare returns the function for a few columns of d, with a target of their own; nil without
	// a function.
	prepare func(d *datasets.Dataset) func(x []float64) float64
}

// newScoreFunc completes m for f with copies of a target.
func newScoreFunc[Y any](m scoreFunc, f func([]float64, []Y) float64,
	target func(*datasets.Dataset) []Y, opt []FuncOptions) *scoreFunc {
	if f != nil {
		m.prepare = func(d *datasets.Dataset) func(x []float64) float64 {
			whole := target(d)
			y := slices.Clone(whole)
			return func(x []float64) float64 {
				copy(y, whole)
				return f(x, y)
			}
		}
	}
	switch {
	case len(opt) > 1:
		m.faulty = fmt.Errorf("%d FuncOptions; give at most one", len(opt))
	case len(opt) == 1:
		m.opt = opt[0]
	}
	if m.opt.Unlabeled {
		m.targets = NoTarget
	}
	return &m
}

// Name returns the name that was given.
func (m *scoreFunc) Name() string {
	if m.name == "" {
		return "score function"
	}
	return m.name
}

// Facts returns what was given.
func (m *scoreFunc) Facts() Facts {
	return Facts{
		About: About{Summary: m.opt.Summary, Revision: max(m.opt.Revision, 0)},
		Promises: Promises{
			Nested: true, Targets: m.targets, Instead: m.instead, ByValue: true,
		},
		Costs: Costs{Storage: AnyStorage},
	}
}

// fault is an error of the arguments of ScoreFunc.
func (m *scoreFunc) fault() error {
	const marks = "()[]{},=|\"'`\\"
	switch {
	case m.name == "":
		return errors.New("the name is empty; give one, such as \"welch-t\"")
	case strings.ContainsAny(m.name, marks) || strings.TrimSpace(m.name) != m.name ||
		strings.ContainsFunc(m.name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf(
			"the name %q has a mark that keys use, or blanks around it; give letters, "+
				"digits and hyphens", visible.Short(m.name))
	case slices.Contains(catalogued, m.name):
		return fmt.Errorf("a method of the library is called %s; give another name", m.name)
	case m.prepare == nil:
		return errors.New("the function is nil; give one that returns the score of a feature")
	case m.opt.Revision < 0:
		return fmt.Errorf("revision %d; give 0 or more", m.opt.Revision)
	}
	return m.faulty
}

// Select ranks the features by their scores.
func (m *scoreFunc) Select(ctx context.Context, d *datasets.Dataset, opt Options) (
	*Ranking, error) {
	return RankBy(ctx, m, d, opt)
}

// scoredAtOnce is the number of columns that are copied together: rows are then read in pieces.
const scoredAtOnce = 64

// Score calls the function for every feature that varies.
func (m *scoreFunc) Score(ctx context.Context, d *datasets.Dataset, opt Options) (*Scores, error) {
	if err := m.fault(); err != nil {
		return nil, Wrap(ctx, m, err)
	}
	if err := Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	p := d.D()
	values, constant := slices.Repeat(Numbers{math.NaN()}, p), make([]bool, p)
	var first firstFault
	tick := opt.Meter(m.name, p)
	block := min(scoredAtOnce, max(1, p/(4*parallel.Workers(opt.Workers))))
	err := storage.EachBlock(ctx, d.Matrix(), opt.Workers, block, func(b *mat.Dense, lo, hi int) {
		f := m.prepare(d)
		columns := mat.DenseCopyOf(b.T())
		for k := range hi - lo {
			x := slices.Clip(columns.RawRowView(k)) // which f may modify
			if ctx.Err() != nil || first.before(lo+k) {
				return
			}
			if constant[lo+k] = slices.Min(x) == slices.Max(x); constant[lo+k] {
				values[lo+k] = 0
				continue
			}
			v, err := guarded(f, x)
			if err != nil {
				first.add(lo+k, err)
				return
			}
			values[lo+k] = v
		}
		tick(hi - lo)
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if j := slices.IndexFunc(values, math.IsNaN); j >= 0 { // a call that ended its goroutine
		first.add(j, errors.New("the function did not return; return a number"))
	}
	if first.err != nil {
		return nil, fmt.Errorf("%s: feature %d (%s): %w", m.Name(), first.column,
			visible.Name(d.Features[first.column]), first.err)
	}
	var constants []int
	for j, c := range constant {
		if c {
			constants = append(constants, j)
		}
	}
	s := NewScores(d, constants)
	s.Values = values
	return s, nil
}

// guarded is f(x), with an error for NaN and for a panic.
func guarded(f func(x []float64) float64, x []float64) (v float64, err error) {
	err = panics.Catch(func() string { return "the function" }, func() error {
		v = f(x)
		return nil
	})
	if err == nil && math.IsNaN(v) {
		err = errors.New("the score is NaN; return a finite or infinite number")
	}
	return v, err
}

// firstFault is the error of the lowest column that has one.
type firstFault struct {
	mu     sync.Mutex
	column int
	err    error
}

func (f *firstFault) add(column int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || column < f.column {
		f.column, f.err = column, err
	}
}

// before reports whether there is an error of a column before this one.
func (f *firstFault) before(column int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err != nil && f.column < column
}
