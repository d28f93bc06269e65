package information

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
)

// onDisk is features of a file whose codes do not fit in memory: each call of against reads the
// file and codes it by blocks of columns. The first one keeps the cuts between the codes, if they
// fit.
type onDisk struct {
	coder
	x       *storage.Mapped
	workers int
	limits  limits

	most  int     // the largest number of codes of a feature
	state []state // of each column
	sums  []int64
	cuts  []float64    // most-1 of each column; nil if they do not fit
	lists [][]float64  // the same for MDL and columns by value, which have few
	kept  atomic.Int64 // cuts in lists
	seen  atomic.Int64 // the largest number of codes of the columns with lists
	pool  sync.Pool    // of *diskWork

	many atomic.Bool // columns of many values were counted one by one
	held *held       // the codes in memory, which are then faster
}

// state is what is known of a column.
type state uint8

const (
	unknown state = iota
	known         // its sum, and its cuts if they are kept
	same          // it is constant
	endless       // its range overflows
	full          // it has too many values
)

// diskWork is what a goroutine needs for a block of columns.
type diskWork struct {
	k      *counter
	values []float64 // of the block, by column
	f      []float64 // of a column
	codes  []uint8
	raw    rawWork
}

// newOnDisk prepares the values of a file. For MDL and columns by value it reads the file.
func newOnDisk(ctx context.Context, d *datasets.Dataset, x *storage.Mapped, coding Coding, bins,
	few, workers int, l limits) (*onDisk, error) {
	n, p := x.Dims()
	s := &onDisk{
		coder: *newCoder(d, coding, bins, few, newExact(n)), x: x,
		workers: workers, limits: l, state: make([]state, p), sums: make([]int64, p),
	}
	s.pool.New = func() any {
		return &diskWork{k: newCounter(s.exact), f: make([]float64, n),
			codes: make([]uint8, n)}
	}
	switch {
	case coding == MDL, coding == Values, s.byValue != nil, few > 0:
		// The joint counts have the largest number of codes of all columns.
		s.most, s.lists = mostCodes, make([][]float64, p)
		if err := s.look(ctx); err != nil {
			return nil, err
		}
		s.most = max(1, int(s.seen.Load()))
		s.pool = sync.Pool{New: s.pool.New}
		return s, nil
	case coding == Levels:
		s.most = 3
	default:
		s.most = bins
	}
	if (s.most-1)*p <= l.cuts/8 {
		s.cuts = make([]float64, (s.most-1)*p)
	}
	return s, nil
}

func (s *onDisk) target() *variable { return newVariable(s.exact, s.d.Y, len(s.d.Classes)) }

func (s *onDisk) variable(ctx context.Context, j int) (*variable, error) {
	codes, count, err := s.chosen(ctx, j)
	if err != nil {
		return nil, err
	}
	return newVariable(s.exact, codes, count), nil
}

func (s *onDisk) codes(ctx context.Context, columns []int, use func(j int, c codedColumn)) error {
	if s.held != nil {
		return s.held.codes(ctx, columns, use)
	}
	return storage.EachBlock(ctx, s.x, s.workers, 64, func(b *mat.Dense, lo, hi int) {
		w := s.work()
		defer s.pool.Put(w)
		w.values = byColumn(w.values, b)
		each(columns, lo, hi, func(j int) {
			n := len(w.f)
			if s.codesOf(w, j, w.values[(j-lo)*n:][:n]) {
				use(j, codedColumn{count: s.most, all: w.codes})
			}
		})
	})
}

func (s *onDisk) chosen(ctx context.Context, j int) (codes []uint8, count int, err error) {
	if s.held == nil && s.many.Load() && s.x.NonZeros() <= s.limits.codes {
		if s.held, err = newHeld(ctx, s.d, s.coding, s.bins, s.workers, true); err != nil {
			return nil, 0, err
		}
	}
	if s.held != nil {
		return s.held.chosen(ctx, j)
	}
	w := s.work()
	defer s.pool.Put(w)
	err = storage.Guard(func() {
		var buf storage.Buffer
		w.values = byColumn(w.values, s.x.Columns(j, j+1, &buf))
		s.codesOf(w, j, w.values)
	})
	if err != nil {
		return nil, 0, err
	}
	return slices.Clone(w.codes), s.most, nil
}

func (s *onDisk) work() *diskWork { return s.pool.Get().(*diskWork) }

func (s *onDisk) look(ctx context.Context) error {
	if s.lists != nil && s.state[0] != unknown {
		return nil
	}
	v := newVariable(s.exact, make([]uint8, s.d.N()), 1) // with which the information is 0
	if s.coding == MDL {                                 // whose cuts need the classes
		v = s.target()
	}
	return s.against(ctx, v, nil, func(int, float64) {})
}

func (s *onDisk) constant() (out []int, err error) {
	for j, is := range s.state {
		switch is {
		case same:
			out = append(out, j)
		case endless:
			return nil, overflows(s.d, j)
		case full:
			return nil, tooManyValues(s.d, j)
		}
	}
	return out, nil
}

func (s *onDisk) marginals() ([]int64, *exact) { return s.sums, s.exact }

func (s *onDisk) against(ctx context.Context, v *variable, columns []int,
	use func(j int, bits float64)) error {
	if s.held != nil {
		return s.held.against(ctx, v, columns, use)
	}
	if s.x.OneByte() {
		return s.againstBytes(ctx, v, columns, use)
	}
	return storage.EachBlock(ctx, s.x, s.workers, 64, func(b *mat.Dense, lo, hi int) {
		w := s.work()
		defer s.pool.Put(w)
		w.values = byColumn(w.values, b)
		each(columns, lo, hi, func(j int) {
			n := len(w.f)
			if !s.codesOf(w, j, w.values[(j-lo)*n:][:n]) {
				use(j, 0)
				return
			}
			use(j, w.k.with(v, &codedColumn{count: s.most, all: w.codes}, s.sums[j]))
		})
	})
}

// each calls use with the columns from lo to hi-1; nil columns are all.
func each(columns []int, lo, hi int, use func(j int)) {
	if columns == nil {
		for j := lo; j < hi; j++ {
			use(j)
		}
		return
	}
	at, _ := slices.BinarySearch(columns, lo)
	for ; at < len(columns) && columns[at] < hi; at++ {
		use(columns[at])
	}
}

// codesOf sets the codes of w to those of column j, whose values are f, which it may change. It
// reports whether the column has codes.
func (s *onDisk) codesOf(w *diskWork, j int, f []float64) bool {
	switch s.state[j] {
	case same, endless, full:
		return false
	case known:
		if cuts := s.cutsOf(j); cuts != nil {
			for i, v := range f {
				w.codes[i] = codeAbove(v, cuts)
			}
			return true
		}
	}
	copy(w.f, f)
	constant, count := s.column(j, w.codes, f)
	if s.state[j] == known {
		return true
	}
	if !s.begin(j, constant, count) {
		return false
	}
	s.sums[j] = s.exact.marginal(w.codes)
	least := make([]float64, count)
	for c := range least {
		least[c] = math.Inf(1)
	}
	for i, c := range w.codes {
		least[c] = min(least[c], w.f[i])
	}
	s.keepCuts(j, least)
	return true
}

// begin sets the state of a column that was coded. It reports whether it has codes.
func (s *onDisk) begin(j int, constant bool, count int) bool {
	switch {
	case constant:
		s.state[j] = same
	case count == 0:
		s.state[j] = endless
	case count == crowded:
		s.state[j] = full
	default:
		s.state[j] = known
	}
	return s.state[j] == known
}

// keepCuts keeps the cuts of column j by the least value of each code, +Inf for one that does not
// occur.
func (s *onDisk) keepCuts(j int, least []float64) {
	if s.lists != nil {
		for seen := s.seen.Load(); seen < int64(len(least)); seen = s.seen.Load() {
			s.seen.CompareAndSwap(seen, int64(len(least)))
		}
		if s.kept.Add(int64(len(least)-1)) <= int64(s.limits.cuts/8) {
			s.lists[j] = make([]float64, len(least)-1)
		}
	}
	cuts := s.cutsOf(j)
	for c := len(least) - 1; c > 0; c-- {
		if c < len(least)-1 {
			least[c] = min(least[c], least[c+1])
		}
		if cuts != nil {
			cuts[c-1] = least[c]
		}
	}
}

// cutsOf returns the cuts of column j: its code is the number of them up to the value. It is nil if
// they are not kept.
func (s *onDisk) cutsOf(j int) []float64 {
	switch {
	case s.lists != nil:
		return s.lists[j]
	case s.cuts != nil:
		return s.cuts[j*(s.most-1) : (j+1)*(s.most-1)]
	}
	return nil
}

// codeAbove is the number of ascending cuts up to v.
func codeAbove(v float64, cuts []float64) uint8 {
	if len(cuts) > 16 {
		return cutCode(v, cuts)
	}
	c := 0
	for _, cut := range cuts { // without branches, as of levelCode
		if v >= cut {
			c++
		}
	}
	return uint8(c)
}
