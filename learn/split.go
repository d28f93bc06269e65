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

// Splitter draws stratified splits one at a time.
type Splitter struct {
	members  [][]int // samples of each class
	fraction float64
	seed     uint64
}

// NewSplitter prepares splits of the samples with classes y (indices from 0): of
// a class of m samples, round(fraction·m) are for training, but at least one and
// at most m-1.
//
// It returns an error when fraction is not between 0 and 1, or a class has a
// single sample, which could not be in both parts. The cost is O(n).
func NewSplitter(y []int, fraction float64, seed uint64) (*Splitter, error) {
	if !(fraction > 0 && fraction < 1) {
		return nil, fmt.Errorf("training fraction %g; give a number between 0 and 1, such as 0.5", fraction)
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
	return &Splitter{members, fraction, seed}, nil
}

// Split returns the split of that number. It depends on the seed and the number
// only: the same on every machine, however many there are. The cost is O(n log n).
func (s *Splitter) Split(number int) Split {
	var out Split
	rng := rand.New(rand.NewPCG(s.seed, uint64(number)))
	for _, m := range s.members {
		if len(m) == 0 {
			continue
		}
		order := rng.Perm(len(m))
		train := int(math.Round(s.fraction * float64(len(m))))
		train = min(max(train, 1), len(m)-1)
		for i, at := range order {
			if i < train {
				out.Train = append(out.Train, m[at])
			} else {
				out.Test = append(out.Test, m[at])
			}
		}
	}
	slices.Sort(out.Train)
	slices.Sort(out.Test)
	return out
}

// StratifiedSplits returns the first splits of a Splitter, whose errors are its
// own; repeats < 1 is an error, too. The cost is O(n log n) a split.
func StratifiedSplits(y []int, fraction float64, repeats int, seed uint64) ([]Split, error) {
	s, err := NewSplitter(y, fraction, seed)
	if err != nil {
		return nil, err
	}
	if repeats < 1 {
		return nil, fmt.Errorf("%d repeats; give at least 1", repeats)
	}
	out := make([]Split, repeats)
	for r := range out {
		out[r] = s.Split(r)
	}
	return out, nil
}
