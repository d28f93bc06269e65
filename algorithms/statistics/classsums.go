package statistics

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
)

// columnBlock is the number of columns that one goroutine processes at a time, so that the sums of
// a block stay in the first cache.
const columnBlock = 128

// classSums adds the values of columns over the classes that have samples.
type classSums struct {
	of    []int     // the class of each sample
	share []float64 // the share of each class in the samples
}

func newClassSums(d *datasets.Dataset) *classSums {
	of, size := filled(d)
	g := &classSums{of: of}
	for _, count := range size {
		g.share = append(g.share, float64(count)/float64(d.N()))
	}
	return g
}

// each calls use with the smallest value of each column, and the sums over the classes of the
// values less the smallest, so that those of a constant column are exact zeros. use is called on
// several goroutines, and sums are valid during the call. The sums of a column with values
// below 0 are of no use.
func (g *classSums) each(ctx context.Context, x storage.Matrix, workers int,
	use func(j int, least float64, sums []float64)) error {
	switch x := x.(type) {
	case *storage.Sparse:
		return g.sparse(ctx, x, workers, use)
	case *storage.Mapped:
		if x.OneByte() {
			return g.bytes(ctx, x, workers, use)
		}
	}
	pool := sync.Pool{New: func() any { return new(sumsRoom) }}
	return storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, _ int) {
		r := pool.Get().(*sumsRoom)
		r.add(b, g)
		for k, least := range r.least {
			for c := range r.column {
				r.column[c] = r.sums[c*len(r.least)+k]
			}
			use(lo+k, least, r.column)
		}
		pool.Put(r)
	})
}

// sumsRoom has the sums of a block of columns.
type sumsRoom struct {
	least  []float64
	sums   []float64 // classes × columns
	column []float64 // those of a column
}

func (r *sumsRoom) add(b *mat.Dense, g *classSums) {
	_, w := b.Dims()
	r.least = append(r.least[:0], b.RawRowView(0)...)
	for i := range g.of {
		for k, v := range b.RawRowView(i) {
			if v < r.least[k] {
				r.least[k] = v
			}
		}
	}
	if size := len(g.share) * w; cap(r.sums) < size {
		r.sums = make([]float64, size)
	} else {
		r.sums = r.sums[:size]
		clear(r.sums)
	}
	if r.column == nil {
		r.column = make([]float64, len(g.share))
	}
	for i, c := range g.of {
		row := b.RawRowView(i)
		sums, least := r.sums[c*w:][:len(row)], r.least[:len(row)]
		for k, v := range row {
			sums[k] += v - least[k]
		}
	}
}

// sparse is each in the time of the entries.
func (g *classSums) sparse(ctx context.Context, x *storage.Sparse, workers int,
	use func(j int, least float64, sums []float64)) error {
	_, d := x.Dims()
	const block = 1024
	return parallel.For(ctx, workers, d, block, func(lo, hi int) {
		sums := make([]float64, len(g.share))
		for j := lo; j < hi; j++ {
			rows, values := x.Column(j)
			least := 0.0
			if len(rows) == len(g.of) {
				least = values[0]
			}
			for _, v := range values {
				least = min(least, v)
			}
			clear(sums)
			for p, i := range rows {
				sums[g.of[i]] += values[p] - least
			}
			use(j, least, sums)
		}
	})
}

// tallyMemory is the number of bytes for the counts of a block of columns.
const tallyMemory = 1 << 22

// bytes is each for numbers of one byte, from the counts of their values.
func (g *classSums) bytes(ctx context.Context, x *storage.Mapped, workers int,
	use func(j int, least float64, sums []float64)) error {
	codes := storage.NewCodes(len(g.of), len(g.share), func(i int) int { return g.of[i] })
	pool := sync.Pool{New: func() any {
		sums := make([]float64, len(g.share))
		return &sums
	}}
	_, err := storage.EachTally(ctx, x, codes, workers, tallyMemory, nil,
		func(t *storage.Tally, j int) {
			sums := pool.Get().(*[]float64)
			least := t.Distinct[0]
			for c := range *sums {
				var sum float64
				for v, count := range t.Joint[c*len(t.Distinct):][:len(t.Distinct)] {
					sum += float64(count) * (t.Distinct[v] - least)
				}
				(*sums)[c] = sum
			}
			use(j, least, *sums)
			pool.Put(sums)
		})
	return err
}
