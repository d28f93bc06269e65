package algorithms

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
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
