package information

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// joint is the part of a forward search that counts features together with chosen ones and the
// classes.
type joint struct {
	features features
	exact    *exact
	classes  *labels
	single   *labels   // one class
	gini     bool      // blocks have purities
	pool     sync.Pool // of *tally

	target          *grouping
	alone, paired   []int64 // terms of each feature, and of it and the classes
	relevant        []float64
	constant, other []int // columns of one code: those of one value, and the others
	passes          int
}

// newJoint codes d, counts each feature with the classes, and returns the features of more than one
// code.
func newJoint(ctx context.Context, d *datasets.Dataset, coding Coding, bins, workers int,
	l limits) (s *joint, rest []int, err error) {
	n, p := d.N(), d.D()
	s = &joint{exact: newExact(n), classes: newLabels(n, d.Y, len(d.Classes)),
		single: newLabels(n, nil, 1), alone: make([]int64, p), paired: make([]int64, p),
		relevant: make([]float64, p)}
	s.exact.pair()
	s.pool.New = func() any { return &tally{counter: newCounter(s.exact)} }
	if s.features, err = newJointFeatures(ctx, d, coding, bins, workers, l); err != nil {
		return nil, nil, err
	}
	s.target = group(s.exact, s.classes, make([]uint8, n), 1, false)
	for j := range p { // unless they are counted
		s.alone[j], s.paired[j] = s.exact.all(), s.target.groupTerms
	}
	err = s.pass(ctx, []*grouping{s.target}, nil, func(j, _ int, groups, blocks int64) {
		s.paired[j], s.alone[j] = groups, blocks
		s.relevant[j] = s.exact.bits(s.exact.all() - s.target.groupTerms - blocks + groups)
	})
	if err != nil {
		return nil, nil, err
	}
	if s.constant, err = s.features.constant(); err != nil {
		return nil, nil, err
	}
	for j, sum := range s.alone {
		_, same := slices.BinarySearch(s.constant, j)
		switch {
		case sum != s.exact.all():
			rest = append(rest, j)
		case !same:
			s.other = append(s.other, j)
		}
	}
	return s, rest, nil
}

// pass counts each of the ascending columns, nil for all, with groupings, and calls use with the
// terms of their groups and blocks, in the order of the groupings. Calls for several columns may
// run at the same time.
func (s *joint) pass(ctx context.Context, by []*grouping, columns []int,
	use func(j, at int, groups, blocks int64)) error {
	s.passes += len(by)
	return s.features.codes(ctx, columns, func(j int, c codedColumn) {
		t := s.pool.Get().(*tally)
		t.gini = s.gini
		for at, g := range by {
			groups, blocks := t.of(g, &c)
			use(j, at, groups, blocks)
		}
		s.pool.Put(t)
	})
}

// jointSearch is a forward search with joint counts.
type jointSearch struct {
	criterion func(s *joint) criterion
	paired    bool // the criterion is a formula of pairs of features
	// check returns an error for parameters out of range, or for too much work for k features.
	check func(d *datasets.Dataset, k int) error
}

func (b jointSearch) found(ctx context.Context, given *datasets.Dataset, opt algorithms.Options,
	coding Coding, bins int, l limits) (*algorithms.Found, error) {
	if b.check != nil {
		if err := b.check(given, opt.K); err != nil {
			return nil, err
		}
	}
	d, err := codedTarget(ctx, given, coding, bins)
	if err != nil {
		return nil, err
	}
	s, rest, err := newJoint(ctx, d, coding, bins, opt.Workers, l)
	if err != nil {
		return nil, err
	}
	f := &algorithms.Found{OrderOnly: true, Last: slices.Concat(s.other, s.constant)}
	k := len(rest)
	if opt.K > 0 {
		k = min(k, opt.K)
	}
	f.Features, f.Raw, err = forward(ctx, b.criterion(s), s.relevant, rest, k,
		opt.Meter("features", k))
	if f.Raw == nil {
		f.Raw = algorithms.Numbers{}
	}
	f.Diagnostics = algorithms.Diagnostics{Converged: err == nil, Extra: countPasses(s.passes)}
	f.Warnings = append(caution.Constant(given, s.constant),
		oneCodeWarning(given, s.other)...)
	crowded, failed := codingWarnings(ctx, s.features, given, d, coding, opt.Workers)
	f.Warnings = append(f.Warnings, crowded...)
	return f, cmp.Or(err, failed)
}

func countPasses(count int) []algorithms.Value {
	return []algorithms.Value{{Name: "passes of joint counts", Value: algorithms.Number(count)}}
}

// oneCodeWarning names the columns of one code but several values.
func oneCodeWarning(d *datasets.Dataset, columns []int) []string {
	if len(columns) == 0 {
		return nil
	}
	return []string{rankedLast(d, columns,
		"feature has a single code, which carries no information, and is",
		"features have a single code, which carries no information, and are")}
}
