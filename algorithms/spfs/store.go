package spfs

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/parallel"
)

// held is the number of values, 256 MiB, of columns on disk that stay in memory, and of the
// orthonormal basis of a path through stored values.
const held = 1 << 25

// column is a feature in the forms in which products are taken.
type column struct {
	offsets
	full   []float64 // all its values; nil for sparse values
	buffer []float64
}

// product is f'v, with all values of f if there are; sum is the sum of v.
func (f *column) product(v []float64, sum float64) float64 {
	if f.full != nil {
		return floats.Dot(f.full, v)
	}
	return f.dot(v, sum)
}

// values returns all values of f, of length n; those of sparse values in a buffer of f.
func (f *column) values(n int) []float64 {
	if f.full != nil {
		return f.full
	}
	v := f.room(n)
	for i := range v {
		v[i] = f.base
	}
	for p, i := range f.places {
		v[i] += f.added[p]
	}
	return v
}

// room returns memory of f for size values, which are not those of before.
func (f *column) room(size int) []float64 {
	if cap(f.buffer) < size {
		f.buffer = make([]float64, size)
	}
	return f.buffer[:size]
}

// compress finds the offsets of some features of values in memory. Others have them already.
func (c *columns) compress(ctx context.Context, features []int, workers int) error {
	if c.data == nil {
		return nil
	}
	c.compact = make([]offsets, c.d)
	return parallel.For(ctx, workers, len(features), columnBlock, func(lo, hi int) {
		for _, j := range features[lo:hi] {
			c.compact[j] = newOffsets(c.at(j))
		}
	})
}

// dense sets f to feature j of values in memory.
func (c *columns) dense(f *column, j int) {
	f.full = c.at(j)
	if c.compact != nil {
		f.offsets = c.compact[j]
	} else {
		f.offsets = offsets{dense: f.full}
	}
}

// each calls use for features[a], ascending, on several goroutines: one pass over values on disk. f
// is valid until use returns.
func (c *columns) each(ctx context.Context, features []int, workers int,
	use func(a int, f *column)) error {
	if c.file != nil {
		return c.file.each(ctx, features, workers, use)
	}
	block := 16
	if c.entries != nil {
		block = 256
	}
	var rooms sync.Pool
	return parallel.For(ctx, workers, len(features), block, func(lo, hi int) {
		f, _ := rooms.Get().(*column)
		if f == nil {
			f = new(column)
		}
		for a, j := range features[lo:hi] {
			if c.entries != nil {
				f.offsets = c.entries.at(j)
			} else {
				c.dense(f, j)
			}
			use(lo+a, f)
		}
		rooms.Put(f)
	})
}

// some calls use for runs of features in any order: fs[a] is features[lo+a]. Values on disk are
// read once and kept, as far as memory allows. It returns a *storage.ReadError.
func (c *columns) some(features []int, use func(lo int, fs []column)) error {
	if c.file != nil {
		return c.file.some(features, use)
	}
	fs := make([]column, len(features))
	for a, j := range features {
		if c.entries != nil {
			fs[a].offsets = c.entries.at(j)
		} else {
			c.dense(&fs[a], j)
		}
	}
	use(0, fs)
	return nil
}

// vector copies feature j to out, of length n. It returns a *storage.ReadError.
func (c *columns) vector(out []float64, j int) error {
	return c.some([]int{j}, func(_ int, fs []column) { copy(out, fs[0].values(c.n)) })
}

// against sets out to the products of v with some features. It returns a *storage.ReadError.
func (c *columns) against(out, v []float64, features []int) error {
	if c.data != nil {
		for a, j := range features {
			out[a] = floats.Dot(v, c.at(j))
		}
		return nil
	}
	sum := floats.Sum(v)
	return c.some(features, func(lo int, fs []column) {
		for a := range fs {
			out[lo+a] = fs[a].product(v, sum)
		}
	})
}

// products calls use with the products of features[a] and of others from the place from[a] on, in
// their order, on several goroutines, one for each a. It is for values that are sparse or on disk.
func (c *columns) products(ctx context.Context, features, from, others []int, workers int,
	use func(a int, v float64)) error {
	first := len(others)
	for _, v := range from {
		first = min(first, v)
	}
	if c.file != nil {
		return c.file.products(ctx, features, from, others, first, workers, use)
	}
	const block = 64
	rooms := sync.Pool{New: func() any { v := make([]float64, c.n); return &v }}
	return parallel.For(ctx, workers, len(features), block, func(lo, hi int) {
		// The sum of a centered feature is 0, so the base of the other adds nothing.
		room := rooms.Get().(*[]float64)
		for k, other := range others[first:] {
			g := c.entries.at(other)
			for p, i := range g.places {
				(*room)[i] = g.added[p]
			}
			sum := -g.base * float64(c.n)
			for a, j := range features[lo:hi] {
				if first+k >= from[lo+a] {
					f := c.entries.at(j)
					use(lo+a, f.dot(*room, sum))
				}
			}
			for _, i := range g.places {
				(*room)[i] = 0
			}
		}
		rooms.Put(room)
	})
}
