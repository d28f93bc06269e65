package study_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/recordlog"
	"fsnb.example/papers/study"
)

// The limits of these tests: brief where no choice has to be within it, and patient where one must
// be, which takes microseconds.
const (
	brief   = time.Millisecond
	patient = time.Second
)

// tries lists the choices that were begun.
type tries struct {
	mu   sync.Mutex
	list []string
}

// take returns the choices since the last call, sorted.
func (c *tries) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.list
	c.list = nil
	slices.Sort(out)
	return out
}

// blocking chooses the first features, and blocks until its context ends where ends is false.
type blocking struct {
	*tries
	ends func(k int, seed uint64) bool // nil: never
	stop func() (*algorithms.Ranking, error)
}

// Select implements algorithms.Selector.
func (b blocking) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	b.mu.Lock()
	b.list = append(b.list, fmt.Sprintf("%d of split %d", opt.K, opt.Seed))
	b.mu.Unlock()
	if b.ends == nil || !b.ends(opt.K, opt.Seed) {
		if b.stop != nil {
			r, err := b.stop()
			<-ctx.Done()
			return r, err
		}
		<-ctx.Done()
		return nil, fmt.Errorf("blocking: %w", ctx.Err())
	}
	r := &algorithms.Ranking{D: d.D()}
	for j := range opt.K {
		r.Features = append(r.Features, j)
	}
	return r, nil
}

// blockingSubset chooses subsets, blockingSearch is nested, and blockingScorer scores features.
type (
	blockingSubset struct{ blocking }
	blockingSearch struct{ blocking }
	blockingScorer struct{ blocking }
)

func (blockingSubset) Name() string { return "subset" }
func (blockingSearch) Name() string { return "search" }
func (blockingScorer) Name() string { return "scorer" }

func (blockingSubset) Facts() algorithms.Facts {
	return algorithms.Facts{About: algorithms.About{Revision: 1}}
}
func (blockingSearch) Facts() algorithms.Facts { return blockingNested }
func (blockingScorer) Facts() algorithms.Facts { return blockingNested }

var blockingNested = algorithms.Facts{
	About:    algorithms.About{Revision: 1},
	Promises: algorithms.Promises{Nested: true},
}

func (blockingScorer) Score(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Scores, error) {
	return nil, errors.New("not called")
}

// within is a study of one method of the first columns of iris with a limit.
func within(limit time.Duration, m algorithms.Selector, counts ...int) study.Study {
	return study.Study{
		Name: "within", Data: study.Named("iris"), Counts: counts,
		Methods: []algorithms.Selector{m}, Splits: study.Splits{Repeats: 3}, Limit: limit,
		Measures: []study.Measure{study.Redundancy{}, study.Seconds{},
			study.Stability{Kind: "jaccard"}},
	}
}

// wantOver verifies that no measure has a value at k features, for the given reason.
func wantOver(t *testing.T, r *study.Result, k int, why string) {
	t.Helper()
	for m := range r.Measures {
		if c := r.Cell(0, 0, k, m); len(c.Values) != 0 || c.Failed != why {
			t.Errorf("%s at %d features: %v, %q, want %q", r.Measures[m].Label, k, c.Values,
				c.Failed, why)
		}
	}
}

func wantTries(t *testing.T, c *tries, what string, want ...string) {
	t.Helper()
	if got := c.take(); !slices.Equal(got, want) {
		t.Errorf("%s: tried %q, want %q", what, got, want)
	}
}

// Whatever the number of workers, the first split alone is tried, at each number of features; a
// resumed study tries nothing, and one with a larger limit again.
func TestLimit(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		c := new(tries)
		method := blockingSubset{blocking{tries: c}}
		s := within(brief, method, 1, 2)
		s.Methods = append(s.Methods, study.AllFeatures{})
		store := filepath.Join(t.TempDir(), "store")
		first := run(t, s, store, workers)
		wantTries(t, c, "first", "1 of split 0", "2 of split 0")
		wantOver(t, first, 1, "took longer than the limit of 0.001 s (at 1 feature, split 1)")
		wantOver(t, first, 2, "took longer than the limit of 0.001 s (at 2 features, split 1)")
		if v := first.Cell(0, 1, 0, 0); len(v.Values) != 3 || v.Failed != "" {
			t.Errorf("all features: %+v", v)
		}
		again := run(t, s, store, workers)
		wantTries(t, c, "resumed")
		if diff := cmp.Diff(untimed(first), untimed(again)); diff != "" {
			t.Errorf("resumed (-first +again):\n%s", diff)
		}
		if want := "3 random splits with 50% of each class for training; a choice of features " +
			"may take 0.001 s; seed 0"; first.Protocol != want {
			t.Errorf("protocol %q, want %q", first.Protocol, want)
		}
		wantReadBack(t, first)

		s.Limit = 2 * brief
		run(t, s, store, workers)
		wantTries(t, c, "a larger limit", "1 of split 0", "2 of split 0")
		s.Limit = brief
		run(t, s, store, workers)
		wantTries(t, c, "the former limit")

		// Without a limit all is computed, and found by a study with one.
		method.ends = func(int, uint64) bool { return true }
		s.Limit, s.Methods[0] = 0, method
		whole := run(t, s, store, workers)
		if n := len(c.take()); n != 6 || len(whole.Cell(0, 0, 2, 0).Values) != 3 {
			t.Errorf("without a limit: %d tries, %+v", n, whole.Cell(0, 0, 2, 0))
		}
		if strings.Contains(whole.Protocol, "may take") {
			t.Errorf("protocol without a limit: %q", whole.Protocol)
		}
		s.Limit = time.Hour
		if r := run(t, s, store, workers); r.Computed != 0 ||
			!slices.Equal(r.Cell(0, 0, 2, 0).Values, whole.Cell(0, 0, 2, 0).Values) {
			t.Errorf("with a limit after a run without: %d computed", r.Computed)
		}
		wantTries(t, c, "with a limit after a run without")
	}
}

// A choice that took longer in a study without a limit is over the limit: results do not depend on
// the store. Nothing of the study without a limit is lost.
func TestLimitOnStoredChoices(t *testing.T) {
	const instant = time.Nanosecond
	c := new(tries)
	always := func(int, uint64) bool { return true }
	for name, m := range map[string]algorithms.Selector{
		"subset": blockingSubset{blocking{tries: c, ends: always}},
		"search": blockingSearch{blocking{tries: c, ends: always}},
		"scorer": blockingScorer{blocking{tries: c, ends: always}},
	} {
		store := filepath.Join(t.TempDir(), "store")
		s := within(0, m, 1, 2, 4)
		whole := run(t, s, store, 2)
		before := c.take()
		s.Limit = instant
		limited := run(t, s, store, 2)
		if got := c.take(); name != "search" && len(got) != 0 {
			t.Errorf("%s: tried %q, which is stored", name, got)
		}
		why := "took longer than the limit of 1e-09 s (at %d features, split 1)"
		wantOver(t, limited, 4, fmt.Sprintf(why, 4))
		if name == "scorer" {
			wantOver(t, limited, 2, fmt.Sprintf(why, 4))
		} else {
			wantOver(t, limited, 2, fmt.Sprintf(why, 2))
		}
		if diff := cmp.Diff(untimed(run(t, s, "", 1)), untimed(limited)); diff != "" {
			t.Errorf("%s (-without a store +with one):\n%s", name, diff)
		}
		c.take()
		s.Limit = 0
		again := run(t, s, store, 2)
		if len(before) == 0 || again.Computed != 0 || len(c.take()) != 0 {
			t.Errorf("%s: %d results of the study without a limit are lost", name, again.Computed)
		}
		if diff := cmp.Diff(whole.Cells, again.Cells); diff != "" {
			t.Errorf("%s (-before +after):\n%s", name, diff)
		}
	}
}

// Of a nested method that exceeds the limit, smaller numbers of features are tried, until one is
// within it and serves the others.
func TestLimitOfNestedMethods(t *testing.T) {
	c := new(tries)
	few := func(k int, _ uint64) bool { return k < 3 }
	always := func(int, uint64) bool { return true }
	for _, workers := range []int{1, 3} {
		store := filepath.Join(t.TempDir(), "store")
		s := within(patient, blockingSearch{blocking{tries: c, ends: few}}, 1, 2, 4)
		first := run(t, s, store, workers)
		wantTries(t, c, "first", "2 of split 0", "2 of split 1", "2 of split 2", "4 of split 0")
		wantOver(t, first, 4, "took longer than the limit of 1 s (at 4 features, split 1)")
		s.Counts, s.Limit = []int{1, 2}, 0
		short := run(t, s, "", workers)
		c.take()
		for _, k := range s.Counts {
			for _, m := range []int{0, 2} {
				if diff := cmp.Diff(short.Cell(0, 0, k, m), first.Cell(0, 0, k, m)); diff != "" {
					t.Errorf("%d features (-of 2 at most +limited):\n%s", k, diff)
				}
			}
		}
		s.Counts, s.Limit = []int{1, 2, 4}, patient
		again := run(t, s, store, workers)
		wantTries(t, c, "resumed")
		if diff := cmp.Diff(first.Cells, again.Cells); diff != "" {
			t.Errorf("resumed (-first +again):\n%s", diff)
		}

		// Without a limit, the time of each number is that of the choice for the largest.
		s.Limit, s.Methods[0] = 0, blockingSearch{blocking{tries: c, ends: always}}
		whole := run(t, s, store, workers)
		wantTries(t, c, "without a limit", "4 of split 0", "4 of split 1", "4 of split 2")
		seconds := whole.Cell(0, 0, 4, 1).Values
		for _, k := range s.Counts {
			if got := whole.Cell(0, 0, k, 1).Values; !slices.Equal(got, seconds) ||
				len(got) != 3 {
				t.Errorf("seconds at %d features %v, at 4 features %v", k, got, seconds)
			}
		}
	}
}

// A method that scores all features takes as long for fewer of them: they are not tried.
func TestLimitOfScorers(t *testing.T) {
	c := new(tries)
	r := run(t, within(brief, blockingScorer{blocking{tries: c}}, 1, 2, 4), "", 2)
	wantTries(t, c, "scorer", "4 of split 0")
	for _, k := range []int{1, 2, 4} {
		wantOver(t, r, k, "took longer than the limit of 0.001 s (at 4 features, split 1)")
	}
}

// A later split that exceeds the limit lacks its value only.
func TestLimitOfALaterSplit(t *testing.T) {
	c := new(tries)
	store := filepath.Join(t.TempDir(), "store")
	s := within(patient, blockingSubset{blocking{tries: c,
		ends: func(_ int, seed uint64) bool { return seed != 1 }}}, 2)
	for _, what := range []string{"first", "resumed"} {
		cell := run(t, s, store, 2).Cell(0, 0, 2, 0)
		if !slices.Equal(cell.Splits, []int{0, 2}) || cell.Failed !=
			"took longer than the limit of 1 s (at 2 features, split 2)" {
			t.Errorf("%s: %+v", what, cell)
		}
	}
	wantTries(t, c, "both runs", "2 of split 0", "2 of split 1", "2 of split 2")
}

// A choice for all splits exceeds the limit for all of them.
func TestLimitOfOneChoice(t *testing.T) {
	c := new(tries)
	store := filepath.Join(t.TempDir(), "store")
	s := within(brief, blockingSubset{blocking{tries: c}}, 2)
	s.OnAll, s.Once = true, true
	for range 2 {
		wantOver(t, run(t, s, store, 2), 2,
			"took longer than the limit of 0.001 s (at 2 features)")
	}
	wantTries(t, c, "both runs", "2 of split 0")
}

// What a method returns of a choice that was stopped is no choice, and an error that it makes of it
// is no other reason.
func TestLimitOfPartialChoices(t *testing.T) {
	for name, stop := range map[string]func() (*algorithms.Ranking, error){
		"partial": func() (*algorithms.Ranking, error) {
			return &algorithms.Ranking{Features: []int{0}, Partial: true},
				context.DeadlineExceeded
		},
		"partial without an error": func() (*algorithms.Ranking, error) {
			return &algorithms.Ranking{Features: []int{0}, Partial: true}, nil
		},
		"whole": func() (*algorithms.Ranking, error) {
			return &algorithms.Ranking{Features: []int{0, 1}}, nil
		},
		"error": func() (*algorithms.Ranking, error) { return nil, errors.New("it was stopped") },
	} {
		c := new(tries)
		store := filepath.Join(t.TempDir(), "store")
		s := within(brief, blockingSubset{blocking{tries: c, stop: stop}}, 2)
		for range 2 {
			r := run(t, s, store, 2)
			wantOver(t, r, 2, "took longer than the limit of 0.001 s (at 2 features, split 1)")
		}
		wantTries(t, c, name, "2 of split 0")
	}
}

// An interrupt is not recorded as the limit, and a failure of the method that is none is its own
// reason, for which other splits are tried.
func TestLimitAgainstInterrupt(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	ctx, interrupt := context.WithCancel(t.Context())
	c := new(tries)
	s := within(time.Hour, blockingSubset{blocking{tries: c,
		ends: func(int, uint64) bool { interrupt(); return false }}}, 2)
	r, err := study.Run(ctx, s, store, algorithms.Options{Workers: 2})
	if !errors.Is(err, context.Canceled) || !r.Partial {
		t.Fatalf("%v, partial %v", err, r.Partial)
	}
	if cell := r.Cell(0, 0, 2, 0); cell.Failed != "" {
		t.Errorf("interrupted: %q", cell.Failed)
	}
	log, err := recordlog.Read(store)
	if err != nil || log.Len() != 0 {
		t.Errorf("an interrupt left %d records, %v", log.Len(), err)
	}
	// A deadline of the caller is no limit, either.
	ctx, cancel := context.WithTimeout(t.Context(), brief)
	defer cancel()
	s.Methods[0] = blockingSubset{blocking{tries: c}}
	if r, err := study.Run(ctx, s, store, algorithms.Options{Workers: 2}); !r.Partial ||
		!errors.Is(err, context.DeadlineExceeded) || r.Computed != 0 {
		t.Errorf("%v, partial %v, %d computed", err, r.Partial, r.Computed)
	}
	c.take()
	s.Methods[0] = blockingSubset{blocking{tries: c, ends: func(int, uint64) bool { return true }}}
	r = run(t, s, store, 2)
	wantTries(t, c, "continued", "2 of split 0", "2 of split 1", "2 of split 2")
	if cell := r.Cell(0, 0, 2, 0); len(cell.Values) != 3 || cell.Failed != "" {
		t.Errorf("continued: %+v", cell)
	}

	s.Methods[0] = failing{seed: true}
	s.Seed = 1 // of the first split
	if cell := run(t, s, "", 2).Cell(0, 0, 2, 0); !slices.Equal(cell.Splits, []int{1, 2}) ||
		cell.Failed != "this does not work" {
		t.Errorf("a failure of the first split: %+v", cell)
	}
}

// A part without the first split tries its splits, and a run of the whole study leaves them out
// once the first exceeds the limit. Pieces may be in any order.
func TestLimitOfParts(t *testing.T) {
	c := new(tries)
	s := within(brief, blockingSubset{blocking{tries: c}}, 2)
	part := func(store string, splits ...int) *study.Finished {
		t.Helper()
		var pieces []study.Piece
		for _, split := range splits {
			pieces = append(pieces, study.Piece{Split: split})
		}
		return must.Get(study.RunPieces(t.Context(), s, pieces, store,
			algorithms.Options{Workers: 1}))(t)
	}
	store := filepath.Join(t.TempDir(), "store")
	done := part(store, 2, 1)
	wantTries(t, c, "without the first split", "2 of split 1", "2 of split 2")
	if want := "iris, subset: took longer than the limit of 0.001 s (at 2 features, split 2)"; len(
		done.Failed) != 1 || done.Failed[0] != want {
		t.Errorf("failed %q, want %q", done.Failed, want)
	}
	run(t, s, store, 1)
	wantTries(t, c, "the whole study", "2 of split 0")
	part(store, 2, 1)
	wantTries(t, c, "again")

	other := filepath.Join(t.TempDir(), "store")
	part(other, 2, 0, 1, 0)
	wantTries(t, c, "in any order", "2 of split 0")
	part(other, 1)
	wantTries(t, c, "after the first split", []string(nil)...)

	// The rule holds for values of other splits, too, which parts found within the limit.
	mixed := filepath.Join(t.TempDir(), "store")
	s.Limit = patient
	s.Methods[0] = blockingSubset{blocking{tries: c,
		ends: func(_ int, seed uint64) bool { return seed > 0 }}}
	if done := part(mixed, 1, 2); len(done.Failed) != 0 {
		t.Errorf("failed %q", done.Failed)
	}
	wantOver(t, run(t, s, mixed, 2), 2,
		"took longer than the limit of 1 s (at 2 features, split 1)")

	plain := s
	plain.Limit = 0
	longer := s
	longer.Limit *= 2
	if a, b, c := plain.Identity(), s.Identity(), longer.Identity(); a == b || b == c {
		t.Errorf("identities %s, %s and %s of studies with other limits", a, b, c)
	}
}

// A study within its limit is the study without one.
func TestLimitThatIsNotReached(t *testing.T) {
	for name, s := range parted() {
		s.Measures = slices.DeleteFunc(s.Measures, func(m study.Measure) bool {
			return m == study.Seconds{} // read from the choices, never from a piece of its own
		})
		want := run(t, s, "", 2)
		s.Limit = time.Hour
		store := filepath.Join(t.TempDir(), "store")
		for range 2 {
			got := run(t, s, store, 2)
			if diff := cmp.Diff(untimed(want).Cells, untimed(got).Cells); diff != "" {
				t.Errorf("%s (-without a limit +with one):\n%s", name, diff)
			}
		}
		s.Limit = 0
		if again := run(t, s, store, 2); again.Computed != 0 {
			t.Errorf("%s: %d computed without a limit", name, again.Computed)
		}
	}
	s := within(time.Hour, filter.Fisher{}, 1, 4)
	r := run(t, s, "", 2)
	for _, k := range s.Counts {
		if c := r.Cell(0, 0, k, 1); len(c.Values) != 3 || !(c.Mean > 0) {
			t.Errorf("seconds at %d features: %+v", k, c)
		}
	}
}
