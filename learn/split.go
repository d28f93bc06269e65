package learn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Split divides the samples into a training and a test part, both ascending.
type Split struct{ Train, Test []int }

// StratifiedSplits draws repeats splits of the samples with classes y (indices
// from 0): of a class of m samples, round(fraction·m) are for training, but at
// least one and, when m > 1, at most m-1. Each repeat depends on seed and its own
// number only, so the same seed gives the same splits on every machine and the
// first of many repeats are those of few.
//
// It returns an error when fraction is not between 0 and 1, repeats < 1, or a
// class has a single sample, which could not be in both parts. The cost is
// O(n·repeats).
func StratifiedSplits(y []int, fraction float64, repeats int, seed uint64) ([]Split, error) {
	if !(fraction > 0 && fraction < 1) {
		return nil, fmt.Errorf("training fraction %g; give a number between 0 and 1, such as 0.5", fraction)
	}
	if repeats < 1 {
		return nil, fmt.Errorf("%d repeats; give at least 1", repeats)
	}
	if len(y) == 0 {
		return nil, errors.New("no labels to stratify by")
	}
	members := make([][]int, slices.Max(y)+1)
	for i, c := range y {
		members[c] = append(members[c], i)
	}
	for c, m := range members {
		if len(m) == 1 {
			return nil, fmt.Errorf("class %d has a single sample (row %d), which cannot be in the training and the test part; drop it or merge its class", c, m[0])
		}
	}
	out := make([]Split, repeats)
	for r := range out {
		rng := rand.New(rand.NewPCG(seed, uint64(r)))
		for _, m := range members {
			if len(m) == 0 {
				continue
			}
			order := rng.Perm(len(m))
			train := int(math.Round(fraction * float64(len(m))))
			train = min(max(train, 1), len(m)-1)
			for i, at := range order {
				if i < train {
					out[r].Train = append(out[r].Train, m[at])
				} else {
					out[r].Test = append(out[r].Test, m[at])
				}
			}
		}
		slices.Sort(out[r].Train)
		slices.Sort(out[r].Test)
	}
	return out, nil
}
