package evaluation

import (
	"context"
	"errors"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/terms"
)

// defaultCounts is 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, … from the least
// up to d, at most 200.
func defaultCounts(least, d int) []int {
	var counts []int
	for scale := 1; scale <= 100; scale *= 10 {
		for _, c := range []float64{1, 1.5, 2, 3, 5, 7} {
			if k := c * float64(scale); k == math.Trunc(k) && k >= float64(least) &&
				k < float64(d) && k <= terms.MostCounts {
				counts = append(counts, int(k))
			}
		}
	}
	if d <= terms.MostCounts {
		counts = append(counts, d)
	}
	return counts
}

func checkCounts(counts []int, least, d int) error {
	if len(counts) == 0 {
		return errors.New("no numbers of features given; give at least one")
	}
	for i, k := range counts {
		if k < least || k > d {
			return fmt.Errorf("%d features of %d; give counts from %d to %d", k, d, least, d)
		}
		if i > 0 && k <= counts[i-1] {
			return fmt.Errorf("the counts %d, %d do not ascend; sort them", counts[i-1], k)
		}
	}
	return nil
}

func checkMethods(methods []algorithms.Selector) error {
	if len(methods) == 0 {
		return errors.New("no method given; give at least one, such as Fisher{}")
	}
	for i, m := range methods {
		if m == nil {
			return fmt.Errorf("method %d is nil; give one, such as Fisher{}", i+1)
		}
	}
	return nil
}

// keyOf is the key of a method, or its name when it has none.
func keyOf(m algorithms.Selector) string {
	key, err := algorithms.Key(m)
	if err != nil {
		return algorithms.Name(m)
	}
	return key
}

// selection is an answer of a method, and the counts that it serves.
type selection struct {
	features []int // best first
	// ks are the ascending numbers of them to use, and counts the positions of the counts that each
	// serves. A method that chooses fewer features than a count serves it with all of them: ks then
	// has fewer numbers than there are counts, and is a single 0 if no feature is chosen.
	ks     []int
	counts [][]int
}

// newSelection serves the counts from lo to hi with the features.
func newSelection(features, counts []int, lo, hi int) selection {
	s := selection{features: features}
	for i := lo; i <= hi; i++ {
		k := min(counts[i], len(features))
		if last := len(s.ks) - 1; last >= 0 && s.ks[last] == k {
			s.counts[last] = append(s.counts[last], i)
			continue
		}
		s.ks, s.counts = append(s.ks, k), append(s.counts, []int{i})
	}
	return s
}

// empty reports whether no feature is chosen.
func (s selection) empty() bool { return len(s.features) == 0 }

// used are the features of the largest count.
func (s selection) used() []int { return s.features[:s.ks[len(s.ks)-1]] }

// selectCounts asks a method for its best features at each of the ascending counts. It calls use
// with them: once for a nested method, which runs once, otherwise for one count at a time, the
// largest first. It returns the warnings of the method.
func selectCounts(ctx context.Context, d *datasets.Dataset, method algorithms.Selector,
	counts []int, opt algorithms.Options, use func(s selection) error) ([]string, error) {
	return selectCountsBy(ctx, algorithms.Run, d, method, counts, opt, use)
}

// A runner is algorithms.Run, or another order of what ties.
type runner func(context.Context, algorithms.Selector, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error)

// selectCountsBy is selectCounts for the rankings of run.
func selectCountsBy(ctx context.Context, run runner, d *datasets.Dataset,
	method algorithms.Selector, counts []int, opt algorithms.Options,
	use func(s selection) error) ([]string, error) {
	var warnings []string
	facts, _ := algorithms.FactsOf(method)
	for i := len(counts) - 1; i >= 0; i-- {
		opt.K = counts[i]
		r, err := run(ctx, method, d, opt)
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, r.Warnings...)
		lo := i
		if facts.Nested {
			lo = 0
		}
		if err := use(newSelection(r.Features, counts, lo, i)); err != nil {
			return nil, err
		}
		if facts.Nested {
			break
		}
	}
	return warnings, nil
}
