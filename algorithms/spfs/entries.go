package spfs

import (
	"context"
	"math"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/parallel"
)

// entries holds the features of sparse values: column j is base[j], the value of a zero, plus added
// at the rows of its entries.
type entries struct {
	x     *storage.Sparse
	raw   bool
	base  []float64
	start []int // d+1, of added
	added []float64
}

// at is feature j.
func (e *entries) at(j int) offsets {
	rows, _ := e.x.Column(j)
	return offsets{base: e.base[j], places: rows, added: e.added[e.start[j]:e.start[j+1]]}
}

// newEntries is newColumns of sparse values, in the time and memory of the entries.
func newEntries(ctx context.Context, x *storage.Sparse, raw bool, workers int) (*columns, error) {
	n, d := x.Dims()
	e := &entries{x: x, raw: raw, base: make([]float64, d), start: make([]int, d+1)}
	for j := range d {
		rows, _ := x.Column(j)
		e.start[j+1] = e.start[j] + len(rows)
	}
	e.added = make([]float64, e.start[d])
	constant := make([]bool, d)
	err := parallel.For(ctx, workers, d, sparseBlock, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			constant[j] = !e.fill(j)
		}
	})
	if err != nil {
		return nil, err
	}
	c := &columns{n: n, d: d, entries: e}
	c.divide(constant)
	return c, nil
}

// sparseBlock is the number of sparse columns that one goroutine processes at a time.
const sparseBlock = 1024

// fill normalizes column j, and returns false if it is constant.
func (e *entries) fill(j int) bool {
	rows, values := e.x.Column(j)
	n, _ := e.x.Dims()
	m, varies := e.norming(rows, values)
	if !varies {
		return false
	}
	added := e.added[e.start[j]:e.start[j+1]]
	if len(rows) < n {
		e.base[j] = m.relative(0) * m.scale
	}
	for p, v := range values {
		added[p] = m.relative(v)*m.scale - e.base[j]
	}
	return true
}

// norming is what normalize finds for a column of these entries.
func (e *entries) norming(rows []int32, values []float64) (m norming, varies bool) {
	n, _ := e.x.Dims()
	zeros := float64(n - len(rows))
	var most float64
	varies = zeros > 0 && len(rows) > 0
	for _, v := range values {
		most = max(most, math.Abs(v))
		varies = varies || v != values[0]
	}
	if !varies {
		return m, false
	}
	m.exponent = extreme(most)
	if !e.raw {
		if rows[0] == 0 {
			m.first = math.Ldexp(values[0], -m.exponent)
		}
		for _, v := range values {
			m.mean += math.Ldexp(v, -m.exponent) - m.first
		}
		m.mean = (m.mean - float64(zeros*m.first)) / float64(n)
	}
	m.most = 1
	zero, sum := 0.0, 0.0
	if zeros > 0 {
		zero = m.relative(0)
	}
	most = math.Abs(zero)
	for _, v := range values {
		most = max(most, math.Abs(m.relative(v)))
	}
	m.most = most
	for _, v := range values {
		u := m.relative(v)
		sum += u * u
	}
	zero /= most
	m.scale = 1 / math.Sqrt(sum+zeros*zero*zero)
	return m, true
}

// duplicates is that of columns. Two columns are compared before the last factor, whose rounding
// depends on the order of the sum: a column and one minus it are then equal but for sign.
func (e *entries) duplicates(ctx context.Context, live []int, workers int) ([]int, error) {
	n, d := e.x.Dims()
	var all uint64 // of a column of ones, but for what stands for the one
	for i := range n {
		all += mixed(uint64(i))
	}
	hashes := make([]uint64, len(live))
	err := parallel.For(ctx, workers, len(live), sparseBlock, func(lo, hi int) {
		for a, j := range live[lo:hi] {
			hashes[lo+a] = e.hash(j, all)
		}
	})
	if err != nil {
		return nil, err
	}
	return duplicates.ByHash(ctx, d, live, hashes, e.same)
}

// hash is a sum over all rows of which the zeros are one term; that of -f is the same.
func (e *entries) hash(j int, all uint64) uint64 {
	rows, values := e.x.Column(j)
	n, _ := e.x.Dims()
	m, _ := e.norming(rows, values)
	var zero uint64
	if len(rows) < n {
		zero = odd(m.relative(0))
	}
	h := zero * all
	for p, i := range rows {
		h += mixed(uint64(i)) * (odd(m.relative(values[p])) - zero)
	}
	return min(h, -h)
}

// odd is a hash with odd(-v) = -odd(v).
func odd(v float64) uint64 {
	switch {
	case v > 0:
		return mixed(math.Float64bits(v))
	case v < 0:
		return -mixed(math.Float64bits(-v))
	}
	return 0
}

// mixed is the output of SplitMix64 for a state.
func mixed(v uint64) uint64 {
	v += 0x9e3779b97f4a7c15
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// same reports whether columns i and j are equal or the negatives of each other.
func (e *entries) same(i, j int) bool {
	n, _ := e.x.Dims()
	rows, values := e.x.Column(i)
	others, to := e.x.Column(j)
	m, _ := e.norming(rows, values)
	o, _ := e.norming(others, to)
	plus, minus, union := true, true, 0
	compare := func(x, y float64) {
		a, b := m.relative(x), o.relative(y)
		plus, minus = plus && a == b, minus && a == -b
	}
	for p, q := 0, 0; (plus || minus) && (p < len(rows) || q < len(others)); union++ {
		switch {
		case q == len(others) || p < len(rows) && rows[p] < others[q]:
			compare(values[p], 0)
			p++
		case p == len(rows) || others[q] < rows[p]:
			compare(0, to[q])
			q++
		default:
			compare(values[p], to[q])
			p, q = p+1, q+1
		}
	}
	if (plus || minus) && union < n {
		compare(0, 0)
	}
	return plus || minus
}
