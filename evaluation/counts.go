package evaluation

import (
	"context"
	"errors"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// defaultCounts is 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, … from the least
// up to d, at most 200.
func defaultCounts(least, d int) []int {
	var counts []int
	for scale := 1; scale <= 100; scale *= 10 {
		for _, c := range []float64{1, 1.5, 2, 3, 5, 7} {
			if k := c * float64(scale); k == math.Trunc(k) && k >= float64(least) &&
				k < float64(d) && k <= 200 {
				counts = append(counts, int(k))
			}
		}
	}
	if d <= 200 {
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

// selectCounts asks a method for its best features at each of the ascending counts. It calls use
// with them and the positions of their counts: all counts for a nested method, which runs once,
// otherwise one at a time, the largest first. It returns the warnings of the method.
func selectCounts(ctx context.Context, d *datasets.Dataset, method algorithms.Selector,
	counts []int, opt algorithms.Options, use func(served []int, features []int) error) (
	[]string, error) {
	var warnings []string
	facts, _ := algorithms.FactsOf(method)
	for i := len(counts) - 1; i >= 0; i-- {
		opt.K = counts[i]
		r, err := algorithms.Run(ctx, method, d, opt)
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, r.Warnings...)
		served := []int{i}
		if facts.Nested {
			for served = nil; len(served) <= i; {
				served = append(served, len(served))
			}
		}
		if err := use(served, r.Features); err != nil {
			return nil, err
		}
		if facts.Nested {
			break
		}
	}
	return warnings, nil
}
