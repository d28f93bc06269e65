package fsnb

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/terms"
)

// remembered returns the result of work from the cache when it was computed before on the same
// data d, in any cell of any notebook; otherwise it runs the work and stores the result. A call
// that was interrupted before reports that it is recomputed. what identifies everything that the
// result depends on; an empty one is not cached. cached marks a result read from the cache and sets
// its data set, whose name may have changed; partial detects results that must not be stored. The
// data are checked by the work, or here without it.
func remembered[T any](
	d *Dataset, what string, cached func(*T), partial func(*T) bool, work func() *T,
) *T {
	if what == "" {
		return work()
	}
	cache := diskcache.Open()
	old := new(T)
	if cache.Get(what, old) {
		if d.Check() != nil {
			return work() // the error
		}
		cached(old)
		return old
	}
	end := cell.Begin(cache, what)
	v := work()
	finished := v != nil && !partial(v)
	end(finished)
	if finished {
		if err := cache.Put(what, v); err != nil {
			notRemembered(err)
		}
	}
	return v
}

// foresee says before a computation starts which of the methods take long, or much memory, for the
// best k features of d, or all with k = 0 (algorithms.WideWarning): a line for each.
func foresee(d *Dataset, k int, methods ...Selector) {
	for _, m := range methods {
		if cell.Interrupted.Load() || m == nil {
			continue
		}
		if w := algorithms.WideWarning(m, d, k); w != "" {
			cell.Say("%s", w)
		}
	}
}

// mostOf is the largest of some numbers of features, 200 for the default ones.
func mostOf(counts []int) int {
	if len(counts) == 0 {
		return terms.MostCounts
	}
	return slices.Max(counts)
}

// notRemembered reports once why the cache is not used.
func notRemembered(err error) {
	complain.Do(func() { cell.Say("results are not remembered between cells: %v", err) })
}

var complain sync.Once

// The calls that are cached, each with a revision that rises whenever its results change, in what
// they hold, too: with an entry from before p-values a test would look like a method that is none.
const (
	selecting  = "select 3"
	scoring    = "score 3"
	choosing   = "how many 3"
	scattering = "scatter 3"
	byCount    = "redundancy by count 3"
	accuracy   = "accuracy 5"
	regression = "regression 3"
	stability  = "stability 4"
)

// measured is remembered for a call that measures methods, which can be interrupted; label names it
// there, and run returns the part of its result that all have.
func measured[T any](d *Dataset, call, label string, p Protocol, methods []Selector,
	run func(*T) *evaluation.Run, work func(context.Context, Options) (*T, error)) *T {
	return remembered(d, identity(call, d, methods, p),
		func(r *T) {
			run(r).Cached = true
			run(r).Dataset, run(r).DataWarnings = d.Name, d.Warnings
		},
		func(r *T) bool { return run(r).Partial },
		func() *T {
			foresee(d, mostOf(p.Counts), methods...)
			return cell.Interruptible(Options{}, label, work)
		})
}

// identity is the cache key of a call: function, data, method and options, and what computes
// products if that is not gonum, since other last bits may give another result. It is empty when
// the cache is off or something has no identity.
func identity(call string, d *Dataset, methods []Selector, details ...any) string {
	if diskcache.Open() == "" || d == nil || d.Stored == nil && (d.X == nil || d.X.IsEmpty()) {
		return ""
	}
	parts := []string{call, d.Hash()}
	if blas := blas64.Implementation(); blas != (gonum.Implementation{}) {
		parts = append(parts, fmt.Sprintf("%T", blas))
	}
	for _, m := range methods {
		if m == nil {
			return ""
		}
		text, ok := catalogue.Identity(m)
		if !ok {
			return ""
		}
		parts = append(parts, text)
	}
	for _, v := range details {
		// In Go's syntax: nil, a default, differs from an empty list, an error.
		parts = append(parts, fmt.Sprintf("%+q", fmt.Sprintf("%#v", v)))
	}
	return strings.Join(parts, "\n")
}
