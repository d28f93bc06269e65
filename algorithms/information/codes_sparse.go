package information

import (
	"context"
	"sync"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
)

// sparseWork is what a goroutine needs to code sparse columns.
type sparseWork struct {
	weighted
	counts [mostCodes]uint32
	all    []float64
}

// sparse codes the entries of sparse values and their zeros.
func (s *coder) sparse(ctx context.Context, c *Codes, x *storage.Sparse, constant []bool,
	workers int) error {
	n, p := x.Dims()
	c.sparse, c.zeros, c.starts = x, make([]uint8, p), make([]int, p+1)
	c.entries = make([]uint8, x.NonZeros())
	for j := range p {
		rows, _ := x.Column(j)
		c.starts[j+1] = c.starts[j] + len(rows)
	}
	var classes []int
	if s.coding == MDL {
		classes = s.d.ClassCounts()
	}
	pool := sync.Pool{New: func() any {
		return &sparseWork{all: make([]float64, n)}
	}}
	return parallel.For(ctx, workers, p, 256, func(lo, hi int) {
		w := pool.Get().(*sparseWork)
		defer pool.Put(w)
		for j := lo; j < hi; j++ {
			constant[j], c.Count[j] = s.sparseColumn(w, c, classes, j)
			c.sums[j] = w.marginal(c, j)
		}
	})
}

// sparseColumn codes column j.
func (s *coder) sparseColumn(w *sparseWork, c *Codes, classes []int, j int) (bool, int) {
	rows, values := c.sparse.Column(j)
	w.reset(c.N)
	for _, v := range values {
		w.add(v, 1)
	}
	if len(rows) < c.N {
		w.add(0, c.N-len(rows))
	}
	if s.coding == MDL {
		for p, v := range values {
			w.runs.add(v, s.d.Y[rows[p]], 1)
		}
		w.zerosOf(s.d, classes, rows)
	}
	constant, count := w.prepare(s, j, func() []float64 {
		clear(w.all)
		for p, i := range rows {
			w.all[i] = values[p]
		}
		return w.all
	})
	if constant || count == 0 || count == crowded {
		return constant, count
	}
	codes := c.entries[c.starts[j]:c.starts[j+1]]
	for p, v := range values {
		codes[p] = w.rule.code(v)
	}
	if len(rows) < c.N {
		c.zeros[j] = w.rule.code(0)
	}
	return false, count
}

// marginal is the sum of terms of the counts of column j.
func (w *sparseWork) marginal(c *Codes, j int) int64 {
	rows, codes := c.column(j)
	counts := w.counts[:max(min(c.Count[j], mostCodes), 1)]
	clear(counts)
	for _, code := range codes {
		counts[code]++
	}
	counts[c.zeros[j]] += uint32(c.N - len(rows))
	return c.exact.sum(counts)
}
