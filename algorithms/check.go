package algorithms

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/suggest"
)

// Check is the validation that every method runs first. It returns an error of one line, which
// begins with the method's name, if the data set breaks a rule of datasets.Dataset, holds a NaN or
// infinite value, has no target of a kind that the method takes by its Facts (the error names what
// to use instead), or holds values in a way that these do not list; if K is negative, larger than
// d, or missing for a method that is not nested; if a parameter is none of its choices, or out of
// its Range; and if it takes more memory, by its Facts, than this process may take: the least of
// GOMEMLIMIT, and on Linux of the available memory, the limits of control groups, and ulimit -v. A
// method without Facts needs no target and takes values in memory. The cost is one parallel pass
// over X.
func Check(ctx context.Context, m Selector, d *datasets.Dataset, opt Options) error {
	return Wrap(ctx, m, check(ctx, m, d, opt))
}

// Wrap puts the method's name before an error. It returns nil and the error of a canceled context
// unchanged.
func Wrap(ctx context.Context, m Selector, err error) error {
	if err == nil {
		return nil
	}
	if parallel.Stopped(ctx, err) {
		return err
	}
	return fmt.Errorf("%s: %w", Name(m), err)
}

func check(ctx context.Context, m Selector, d *datasets.Dataset, opt Options) error {
	if err := checkChoices(m); err != nil {
		return err
	}
	if err := d.Check(); err != nil {
		return err
	}
	if err := CheckRanges(WithDefaults(m), d.N(), d.D()); err != nil {
		return err
	}
	if err := checkK(d, opt); err != nil {
		return err
	}
	facts, known := FactsOf(m)
	if opt.K == 0 && known && !facts.Nested {
		return errors.New(
			"k is missing: the method chooses a subset, whose best k features are not the first " +
				"k of more; give k")
	}
	if err := checkTarget(m, d); err != nil {
		return err
	}
	s := StorageOf(d)
	if s != InMemory && !facts.Storage.Has(s) {
		err := d.NeedDense()
		if facts.StoredIf != "" {
			err = fmt.Errorf("%w; or set %s, which takes them as they are", err, facts.StoredIf)
		}
		return err
	}
	if err := checkMemory(m, d, opt); err != nil {
		return err
	}
	if s != InMemory {
		return d.CheckFinite()
	}
	return checkFinite(ctx, d, opt.Workers)
}

func checkK(d *datasets.Dataset, opt Options) error {
	switch {
	case opt.K < 0:
		return fmt.Errorf("k = %d is negative; give the number of features wanted", opt.K)
	case opt.K > d.D():
		return fmt.Errorf("k = %d is more than the %d features of the data set; give at most %d",
			opt.K, d.D(), d.D())
	}
	return nil
}

func checkClasses(d *datasets.Dataset) error {
	if !d.Labeled() {
		return fmt.Errorf(
			"%w, which the method needs; name the label column, or use an unsupervised method",
			datasets.ErrNoLabels)
	}
	filled, only := 0, 0
	for c, count := range d.ClassCounts() {
		if count > 0 {
			filled, only = filled+1, c
		}
	}
	if filled < 2 {
		return fmt.Errorf(
			"all %d samples are of class %q; a supervised method needs two classes or more", d.N(),
			d.Classes[only])
	}
	return nil
}

// checkFinite checks blocks of rows in parallel. If one has a value that is not finite, it searches
// for the first such value.
func checkFinite(ctx context.Context, d *datasets.Dataset, workers int) error {
	n, p := d.X.Dims()
	block := max(1, (1<<18)/p)
	var bad atomic.Bool
	err := parallel.For(ctx, workers, n, block, func(lo, hi int) {
		if !d.FiniteRows(lo, hi) {
			bad.Store(true)
		}
	})
	if err == nil && bad.Load() {
		err = d.CheckFinite()
	}
	return err
}

// ConstantWarning is the warning that names constant columns; empty if there are none.
func ConstantWarning(d *datasets.Dataset, constant []int) []string {
	return columnsWarning(d, constant, "constant column is ranked last",
		"constant columns are ranked last")
}

// NeverChosenWarning is ConstantWarning for a method that chooses how many features (Facts.Fewer),
// whose answers have no constant column.
func NeverChosenWarning(d *datasets.Dataset, constant []int) []string {
	return columnsWarning(d, constant, "constant column is not chosen",
		"constant columns are not chosen")
}

// FlatWarning is the warning that names the columns that vary only at samples without an edge in
// the graph; empty if there are none.
func FlatWarning(d *datasets.Dataset, flat []int) []string {
	const why = " only at samples that no edge of any weight joins (a larger heat gives them " +
		"one), so the score is the lowest"
	return columnsWarning(d, flat, "column varies"+why, "columns vary"+why)
}

// AskedWarning is the warning that fewer than K features have what the method chooses by, such as
// "a weight": the others follow by something else. It is empty if there are enough, or if K is 0,
// which asks for all in order.
func AskedWarning(have, k int, what, others string) []string {
	if have >= k {
		return nil
	}
	return []string{fmt.Sprintf("%d of the %d features asked for have %s: the others%s", have, k,
		what, others)}
}

// columnsWarning names the first few columns in one line.
func columnsWarning(d *datasets.Dataset, columns []int, one, many string) []string {
	if len(columns) == 0 {
		return nil
	}
	names := make([]string, len(columns))
	for i, j := range columns {
		names[i] = d.Features[j]
	}
	what := many
	if len(columns) == 1 {
		what = one
	}
	return []string{fmt.Sprintf("%d %s: %s", len(columns), what, suggest.List(names, 5))}
}
