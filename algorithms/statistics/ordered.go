package statistics

import (
	"context"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
)

// ordered is a column of n values in ascending order, by groups of equal ones. The zeros of a
// sparse column are in a group, and are not listed.
type ordered struct {
	n       int
	entries []entry // those listed, ascending by value
	groups  []group // ascending
}

type entry struct {
	value float64
	row   int32
}

// group is entries lo to hi-1, which are equal, or zeros that are not listed.
type group struct{ lo, hi, zeros int }

func (g group) size() int { return g.hi - g.lo + g.zeros }

// constant reports whether all values are equal.
func (o *ordered) constant() bool { return len(o.groups) == 1 }

// fill orders the n values of a column.
func (o *ordered) fill(values []float64) {
	o.n, o.entries = len(values), o.entries[:0]
	for i, v := range values {
		o.entries = append(o.entries, entry{v, int32(i)})
	}
	o.sort()
}

// fillSparse orders a column of n values of which those that are not 0 are listed.
func (o *ordered) fillSparse(n int, rows []int32, values []float64) {
	o.n, o.entries = n, o.entries[:0]
	for p, i := range rows {
		o.entries = append(o.entries, entry{values[p], i})
	}
	o.sort()
}

func (o *ordered) sort() {
	slices.SortFunc(o.entries, func(a, b entry) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
	o.groups = o.groups[:0]
	zeros := o.n - len(o.entries)
	for lo := 0; lo < len(o.entries); {
		v, hi := o.entries[lo].value, lo+1
		if v > 0 && zeros > 0 {
			o.groups = append(o.groups, group{lo, lo, zeros})
			zeros = 0
		}
		for hi < len(o.entries) && o.entries[hi].value == v {
			hi++
		}
		o.groups = append(o.groups, group{lo, hi, 0})
		lo = hi
	}
	if zeros > 0 {
		o.groups = append(o.groups, group{len(o.entries), len(o.entries), zeros})
	}
}

// ranks calls use with the doubled centered rank of each group, 2·rank - (n+1), in which equal
// values share the mean of their ranks, and returns the sum of their squares over all samples. They
// are whole numbers, so sums over samples are exact in any order up to 2^53.
func (o *ordered) ranks(use func(g group, rank float64)) (squares float64) {
	before := 0
	for _, g := range o.groups {
		size := g.size()
		rank := float64(2*before + size - o.n)
		use(g, rank)
		squares += float64(size) * float64(rank*rank)
		before += size
	}
	return squares
}

// eachOrdered calls use for every column of x that varies, on several goroutines that make their
// own scratch space, and returns the constant columns, ascending. Dense columns and those of files
// take time n log n, sparse ones m log m for m entries.
func eachOrdered[T any](ctx context.Context, x storage.Matrix, workers int, scratch func() T,
	use func(room T, o *ordered, j int)) (constant []int, err error) {
	type space struct {
		own    T
		o      ordered
		column []float64
	}
	n, d := x.Dims()
	flat := make([]bool, d)
	pool := sync.Pool{New: func() any { return &space{own: scratch()} }}
	each := func(s *space, j int) {
		if flat[j] = s.o.constant(); !flat[j] {
			use(s.own, &s.o, j)
		}
	}
	if sparse, ok := x.(*storage.Sparse); ok {
		err = parallel.For(ctx, workers, d, 64, func(lo, hi int) {
			s := pool.Get().(*space)
			for j := lo; j < hi; j++ {
				rows, values := sparse.Column(j)
				s.o.fillSparse(n, rows, values)
				each(s, j)
			}
			pool.Put(s)
		})
	} else {
		err = storage.EachBlock(ctx, x, workers, 16, func(b *mat.Dense, lo, hi int) {
			s := pool.Get().(*space)
			if s.column == nil {
				s.column = make([]float64, n)
			}
			for j := lo; j < hi; j++ {
				s.o.fill(mat.Col(s.column, j-lo, b))
				each(s, j)
			}
			pool.Put(s)
		})
	}
	for j, is := range flat {
		if is {
			constant = append(constant, j)
		}
	}
	return constant, err
}
