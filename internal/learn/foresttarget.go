package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// rowTarget is the target of the rows of a matrix.
type rowTarget struct {
	present []int    // classes that have samples
	classes []int    // place in present of each row, nil for numbers
	keys    []uint64 // hashes of the targets, which do not depend on the names of the classes
	// in puts the target into an order of the rows.
	in func(rows []int) *treeTarget
}

// bins codes the columns of x, puts rows and columns into an order of their own, and returns the
// rows in that order.
func (t *rowTarget) bins(ctx context.Context, x mat.Matrix, workers int) (*bins, []int, error) {
	b, err := newBins(ctx, x, workers)
	if err != nil {
		return nil, nil, err
	}
	rows, err := b.reorder(ctx, t.keys, t.classes, workers)
	return b, rows, err
}

// classTarget is the target of classes y (indices below classes). It returns an error when a label
// is not below classes, and when fewer than two classes have samples.
func classTarget(y []int, classes int) (*rowTarget, error) {
	members, present, err := group(y, classes)
	if err != nil {
		return nil, err
	}
	n := len(y)
	place, sizes := make([]int, classes), make([]uint64, n)
	for k, c := range present {
		place[c] = k
		for _, i := range members[c] {
			sizes[i] = scrambled(uint64(len(members[c])), 3)
		}
	}
	dense := make([]int, n)
	for i, c := range y {
		dense[i] = place[c]
	}
	in := func(rows []int) *treeTarget {
		t := &treeTarget{classes: len(present), class: make([]int32, n), step: 1}
		for k, i := range rows {
			t.class[k] = int32(dense[i])
		}
		return t
	}
	return &rowTarget{present, dense, sizes, in}, nil
}

// meanTarget is the target of numbers y. It returns an error when one is not finite or too large.
func meanTarget(y []float64) (*rowTarget, error) {
	n := len(y)
	for i, v := range y {
		if !(math.Abs(v) <= largestValue) {
			return nil, fmt.Errorf("the target of row %d is %g; give finite numbers up to %g", i, v,
				largestValue)
		}
	}
	keys := make([]uint64, n)
	whole, step := wholeNumbers(y)
	for i, v := range whole {
		keys[i] = scrambled(uint64(v), 4)
	}
	in := func(rows []int) *treeTarget {
		t := &treeTarget{y: make([]float64, n), whole: make([]int64, n), step: step}
		for k, i := range rows {
			t.y[k], t.whole[k] = y[i], whole[i]
		}
		return t
	}
	return &rowTarget{keys: keys, in: in}, nil
}
