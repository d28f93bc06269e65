package fsnb

import (
	"fmt"
	"strings"
	"sync"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/internal/diskcache"
)

// remembered returns the result of work from the disk when it was done before on
// the same data, in any cell of any notebook, else does the work and puts it
// there. A call that was interrupted before says that it is computed again. what names
// everything that the result depends on; an empty one is not remembered. cached marks a result that
// was read and gives it the data set at hand, whose numbers may have had another name; partial tells
// one that must not be kept.
func remembered[T any](what string, cached func(*T), partial func(*T) bool, work func() *T) *T {
	if what == "" {
		return work()
	}
	cache := diskcache.Open()
	old := new(T)
	if cache.Get(what, old) {
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

// notRemembered says once why the cache is not used: the work goes on without.
func notRemembered(err error) {
	complain.Do(func() { cell.Say("results are not remembered between cells: %v", err) })
}

var complain sync.Once

// identity names a call: what is done, on which data, with which method and
// options. It is empty when the cache is off or something has no identity.
func identity(call string, d *Dataset, methods []Selector, details ...any) string {
	if diskcache.Open() == "" || d == nil || d.Check() != nil {
		return ""
	}
	parts := []string{call, d.Hash()}
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
		// In Go's syntax: no list, a default, is not an empty one, a mistake.
		parts = append(parts, fmt.Sprintf("%+q", fmt.Sprintf("%#v", v)))
	}
	return strings.Join(parts, "\n")
}
