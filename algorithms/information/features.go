package information

import (
	"context"
	"fmt"
	"sync"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
)

// features computes the mutual information of the coded features of a data set, however they are
// held. The number does not depend on that, to the last bit.
type features interface {
	// target returns the classes for against.
	target() *variable
	// variable returns feature j for against.
	variable(ctx context.Context, j int) (*variable, error)
	// against calls use with the mutual information in bits of v and each of the ascending columns;
	// nil means all. Calls for several columns may run at the same time.
	against(ctx context.Context, v *variable, columns []int, use func(j int, bits float64)) error
	// codes calls use with the codes of each of the ascending columns; nil means all. It may leave
	// out constant columns. The codes are valid during the call. Calls for several columns may run
	// at the same time.
	codes(ctx context.Context, columns []int, use func(j int, c codedColumn)) error
	// chosen returns the codes of feature j, and a number above the largest of them.
	chosen(ctx context.Context, j int) (codes []uint8, count int, err error)
	// look codes all columns, as against of all columns does.
	look(ctx context.Context) error
	// constant returns the constant columns, once all are coded, and an error if the range of a
	// column overflows.
	constant() ([]int, error)
	// marginals returns the sum of the terms of the counts of each column, once all are coded, and
	// the terms.
	marginals() ([]int64, *exact)
}

// codedColumn are the codes of a column: those of all samples, or, if all is nil, those of the
// samples rows, and rest of the others.
type codedColumn struct {
	count  int // above the largest code
	all    []uint8
	planes []uint64 // of the codes of all but the last, or nil
	rows   []int32
	codes  []uint8
	rest   uint8
}

// limits bound the memory of features on disk.
type limits struct {
	codes int // bytes of codes; if they are more the file is read at each step
	cuts  int // bytes of the cuts between codes; if they are more columns are coded at each step
	table int // bytes of joint counts of a block of columns
}

// onDiskLimits keep all of a search within 1 GiB.
var onDiskLimits = limits{codes: 1 << 28, cuts: 1 << 28, table: 1 << 22}

// newFeatures codes d. Data on disk whose codes are more than a limit, or used once, or counted
// fast, are coded by each call of against.
func newFeatures(ctx context.Context, d *datasets.Dataset, coding Coding, bins, workers int,
	once bool, l limits) (features, error) {
	if err := checkBins(bins); err != nil {
		return nil, err
	}
	x, ok := d.Stored.(*storage.Mapped)
	if ok && (once || x.NonZeros() > l.codes || x.OneByte()) {
		return newOnDisk(ctx, d, x, coding, bins, 0, workers, l)
	}
	return newHeld(ctx, d, coding, bins, workers, !once)
}

// newJointFeatures is newFeatures for codes that are read as such, which are kept if they fit.
func newJointFeatures(ctx context.Context, d *datasets.Dataset, coding Coding, bins, workers int,
	l limits) (features, error) {
	if err := checkBins(bins); err != nil {
		return nil, err
	}
	if x, ok := d.Stored.(*storage.Mapped); ok && x.NonZeros() > l.codes {
		return newOnDisk(ctx, d, x, coding, bins, 0, workers, l)
	}
	return newHeld(ctx, d, coding, bins, workers, true)
}

// held is features whose codes are in memory.
type held struct {
	*Codes
	d       *datasets.Dataset
	workers int
	pool    sync.Pool // of *counter
}

// newHeld codes d. often says that columns are counted many times.
func newHeld(ctx context.Context, d *datasets.Dataset, coding Coding, bins, workers int,
	often bool) (*held, error) {
	c, err := Code(ctx, d, coding, bins, workers)
	if err == nil && often {
		err = c.lift(ctx, workers)
	}
	if err != nil {
		return nil, err
	}
	h := &held{Codes: c, d: d, workers: workers}
	h.pool.New = func() any { return newCounter(c.exact) }
	return h, nil
}

func (h *held) target() *variable { return newVariable(h.exact, h.d.Y, len(h.d.Classes)) }

func (h *held) variable(_ context.Context, j int) (*variable, error) {
	return newVariable(h.exact, h.Column(j), h.Count[j]), nil
}

func (h *held) chosen(_ context.Context, j int) (codes []uint8, count int, err error) {
	return h.Column(j), h.Count[j], nil
}

func (h *held) codes(ctx context.Context, columns []int, use func(j int, c codedColumn)) error {
	return h.each(ctx, columns, func(lo, hi int, at func(int) int) {
		for p := lo; p < hi; p++ {
			j := at(p)
			use(j, h.coded(j))
		}
	})
}

func (h *held) look(context.Context) error { return nil }

func (h *held) constant() ([]int, error) { return h.Constant, nil }

func (h *held) marginals() ([]int64, *exact) { return h.sums, h.exact }

func (h *held) against(ctx context.Context, v *variable, columns []int,
	use func(j int, bits float64)) error {
	return h.each(ctx, columns, func(lo, hi int, at func(int) int) {
		k := h.pool.Get().(*counter)
		for p := lo; p < hi; p++ {
			j := at(p)
			use(j, h.with(k, v, j))
		}
		h.pool.Put(k)
	})
}

// each calls work for blocks of the columns at(lo) to at(hi-1).
func (h *held) each(ctx context.Context, columns []int,
	work func(lo, hi int, at func(int) int)) error {
	count, at := len(columns), func(p int) int { return columns[p] }
	if columns == nil {
		count, at = len(h.Count), func(p int) int { return p }
	}
	return parallel.For(ctx, h.workers, count, 64, func(lo, hi int) { work(lo, hi, at) })
}

// checkHeld returns an error if the codes of values on disk do not fit in memory, for a method that
// needs them at once.
func checkHeld(d *datasets.Dataset, l limits) error {
	x, ok := d.Stored.(*storage.Mapped)
	if !ok || x.NonZeros() <= l.codes {
		return nil
	}
	n, p := x.Dims()
	return fmt.Errorf("the codes of %d×%d values on disk do not fit in memory, and all are needed "+
		"at once; take the best %d by infogain first", n, p, max(1, datasets.KeptDense/n))
}
