package learn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Split divides the samples into a training and a test part, both ascending.
type Split struct{ Train, Test []int }

// Splitter draws stratified splits one at a time.
type Splitter struct {
	// Warnings has a line for each problem of classes that are too small.
	Warnings []string

	members [][]int             // samples of each class
	train   func(m int) int     // of a class of m samples; nil for folds
	folds   int                 // 0 for random splits
	starts  []int               // by class, the fold of its first sample when folds are dealt
	stream  func(int) [2]uint64 // the seed of a split
	groups  *groups             // of the samples; nil without
}

// membersOf lists the samples of each class.
func membersOf(y []int) ([][]int, error) {
	if len(y) == 0 {
		return nil, errors.New("no labels to stratify by")
	}
	members := make([][]int, slices.Max(y)+1)
	for i, c := range y {
		members[c] = append(members[c], i)
	}
	return members, nil
}

// NewSplitter prepares random splits of the samples with classes y (indices from
// 0): of a class of m samples, round(fraction·m) are for training, but at least
// one and at most m-1.
//
// It returns an error when fraction is not between 0 and 1, or a class has a
// single sample, which could not be in both parts. The cost is O(n).
func NewSplitter(y []int, fraction float64, seed uint64) (*Splitter, error) {
	if !(fraction > 0 && fraction < 1) {
		return nil, fmt.Errorf("training fraction %g; give a number between 0 and 1, such as 0.5",
			fraction)
	}
	members, err := membersOf(y)
	if err != nil {
		return nil, err
	}
	for c, m := range members {
		if len(m) == 1 {
			return nil, fmt.Errorf("class %d has a single sample (row %d), which cannot be in "+
				"the training and the test part; drop it or merge its class", c, m[0])
		}
	}
	return &Splitter{
		members: members,
		train:   func(m int) int { return min(max(int(math.Round(fraction*float64(m))), 1), m-1) },
		stream:  func(number int) [2]uint64 { return [2]uint64{seed, uint64(number)} },
	}, nil
}

// NewPerClassSplitter prepares random splits with the same number of training
// samples of every class; all others are for the test.
//
// It returns an error when perClass is below 1, or a class has no sample left for
// the test. The cost is O(n).
func NewPerClassSplitter(y []int, perClass int, seed uint64) (*Splitter, error) {
	if perClass < 1 {
		return nil, fmt.Errorf("%d training samples a class; give at least 1", perClass)
	}
	members, err := membersOf(y)
	if err != nil {
		return nil, err
	}
	for c, m := range members {
		if len(m) > 0 && len(m) <= perClass {
			return nil, fmt.Errorf("class %d has %d samples: %d for training leave none for the "+
				"test; lower the number a class, or leave the class out", c, len(m), perClass)
		}
	}
	return &Splitter{
		members: members,
		train:   func(int) int { return perClass },
		stream:  func(number int) [2]uint64 { return [2]uint64{seed, uint64(number)} },
	}, nil
}

// NewFolds prepares stratified k-fold cross-validation. Splits 0 to k-1 are the folds, which test
// every sample once; splits k to 2k-1 are those of another shuffle, and so on.
//
// Where every class has k samples or more, the folds are drawn as LIBSVM's svm-train does it: the
// samples of each class are shuffled, and fold i has those from place ⌊i·m/k⌋ to ⌊(i+1)·m/k⌋ of the
// m, so that the last folds are the largest. With a smaller class the first folds would be small or
// empty: then the shuffled samples are dealt to the folds in turn, class after class, and sizes
// differ by at most one, overall and in each class.
//
// A class of fewer samples than folds is missing from the test part of some, and one of a single
// sample is missing from the training part that it is tested on: Warnings says so in one line. It
// returns an error when k is not between 2 and the number of samples. The cost is O(n).
func NewFolds(y []int, k int, seed uint64) (*Splitter, error) {
	members, err := membersOf(y)
	if err != nil {
		return nil, err
	}
	if k < 2 || k > len(y) {
		return nil, fmt.Errorf("%d folds of %d samples; give 2 to %d", k, len(y), len(y))
	}
	s := &Splitter{
		members: members,
		folds:   k,
		stream:  func(number int) [2]uint64 { return [2]uint64{seed, uint64(number / k)} },
	}
	var small []string
	for c, m := range members {
		if len(m) > 0 && len(m) < k {
			small = append(small, fmt.Sprintf("class %d (%d)", c, len(m)))
		}
	}
	if len(small) > 0 {
		s.dealInTurn()
		s.Warnings = []string{fmt.Sprintf("fewer samples than the %d folds: %s; %s", k,
			strings.Join(small, ", "), InTurn)}
	}
	return s, nil
}

// InTurn describes what NewFolds does when a class has fewer samples than folds.
const InTurn = "some folds test none of them, and all samples are dealt in turn, so that fold " +
	"sizes differ by at most one"

// dealInTurn gives each class the fold after the last one of the class before.
func (s *Splitter) dealInTurn() {
	at := 0
	for _, m := range s.members {
		s.starts = append(s.starts, at%s.folds)
		at += len(m)
	}
}

// Split returns the split of that number, from 0. It depends on the classes, the seed and the
// number only: the same on every machine, however many there are. The cost is O(n log n).
func (s *Splitter) Split(number int) Split {
	if s.groups != nil {
		return s.splitGroups(number)
	}
	var out Split
	stream := s.stream(number)
	rng := rand.New(rand.NewPCG(stream[0], stream[1]))
	for c, m := range s.members {
		if len(m) == 0 {
			continue
		}
		tested := s.tested(c, number)
		for i, at := range rng.Perm(len(m)) {
			if tested(i) {
				out.Test = append(out.Test, m[at])
			} else {
				out.Train = append(out.Train, m[at])
			}
		}
	}
	slices.Sort(out.Train)
	slices.Sort(out.Test)
	return out
}

// tested returns the places of the shuffled class that are for the test: the end for a random
// split, a piece for a fold, or every k-th place.
func (s *Splitter) tested(class, number int) func(place int) bool {
	m := len(s.members[class])
	if s.folds == 0 {
		lo := s.train(m)
		return func(place int) bool { return place >= lo }
	}
	fold := number % s.folds
	if s.starts != nil {
		return func(place int) bool { return (s.starts[class]+place)%s.folds == fold }
	}
	lo, hi := fold*m/s.folds, (fold+1)*m/s.folds
	return func(place int) bool { return lo <= place && place < hi }
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
