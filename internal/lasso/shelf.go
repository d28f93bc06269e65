package lasso

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/parallel"
)

// shelf makes columns and keeps some: those of features, and those of columns measured lately.
type shelf struct {
	MadeColumns
	workers int
	kept    [][]float64 // by column, nil if not kept
	used    []int       // by column: the call of both that used it last
	count   int         // number of kept columns
	pinned  []bool      // features
	spare   [][]float64 // buffers of columns that were given up
	calls   int
	made    int
	buffers sync.Pool
}

// idle is the number of calls of both after which a kept column may be given up.
const idle = 4

func newShelf(c MadeColumns, workers int) *shelf {
	s := &shelf{MadeColumns: c, workers: workers, kept: make([][]float64, c.Count),
		used: make([]int, c.Count), pinned: make([]bool, c.Count)}
	s.buffers.New = func() any { b := make([]float64, c.Size); return &b }
	return s
}

// column is column j, kept or made in buf.
func (s *shelf) column(buf []float64, j int) []float64 {
	if k := s.kept[j]; k != nil {
		return k
	}
	s.Fill(buf, j)
	return buf
}

// place gives column j a buffer, if there is room; the caller fills it.
func (s *shelf) place(j int) bool {
	if s.count >= max(1, s.Capacity/max(1, s.Size)) && !s.clear() {
		return false
	}
	if n := len(s.spare); n > 0 {
		s.kept[j], s.spare = s.spare[n-1], s.spare[:n-1]
	} else {
		s.kept[j] = make([]float64, s.Size)
	}
	s.count++
	return true
}

// clear gives up the columns that were not used lately, and reports whether there are any.
func (s *shelf) clear() bool {
	before := s.count
	for j, k := range s.kept {
		if k != nil && !s.pinned[j] && s.used[j] < s.calls-idle {
			s.kept[j], s.spare = nil, append(s.spare, k)
			s.count--
		}
	}
	return s.count < before
}

// keep is column j, kept if there is room.
func (s *shelf) keep(j int) []float64 {
	if s.kept[j] == nil {
		s.made++
		if !s.place(j) {
			out := make([]float64, s.Size)
			s.Fill(out, j)
			return out
		}
		s.Fill(s.kept[j], j)
	}
	return s.kept[j]
}

// each calls f for i below n, with a buffer for a column.
func (s *shelf) each(ctx context.Context, n, block int, f func(i int, buf []float64)) error {
	return parallel.For(ctx, s.workers, n, block, func(lo, hi int) {
		buf := s.buffers.Get().(*[]float64)
		for i := lo; i < hi; i++ {
			f(i, *buf)
		}
		s.buffers.Put(buf)
	})
}

// both sets a and b to x_j'r and x_j'u of some columns.
func (s *shelf) both(ctx context.Context, columns []int, r, u, a, b []float64) error {
	s.calls++
	fresh := make([]bool, len(columns))
	for i, j := range columns {
		if s.kept[j] == nil {
			s.made++
			fresh[i] = s.place(j)
		}
		s.used[j] = s.calls
	}
	return s.each(ctx, len(columns), 4, func(i int, buf []float64) {
		if fresh[i] {
			s.Fill(s.kept[columns[i]], columns[i])
		}
		x := s.column(buf, columns[i])
		a[i], b[i] = floats.Dot(x, r), floats.Dot(x, u)
	})
}

// products sets out to x_j'v of the given columns.
func (s *shelf) products(ctx context.Context, out, v []float64, columns []int) error {
	return s.each(ctx, len(columns), 16, func(i int, buf []float64) {
		out[i] = floats.Dot(s.column(buf, columns[i]), v)
	})
}

// combine adds Σ a_i x_j of the given columns j to out.
func (s *shelf) combine(ctx context.Context, out []float64, columns []int, a []float64) error {
	for _, j := range columns {
		if s.kept[j] == nil {
			return s.combineMade(ctx, out, columns, a)
		}
	}
	return parallel.For(ctx, s.workers, len(out), 4096, func(lo, hi int) {
		for i, j := range columns {
			floats.AddScaled(out[lo:hi], a[i], s.kept[j][lo:hi])
		}
	})
}

// combineMade is combine where some columns are not kept.
func (s *shelf) combineMade(ctx context.Context, out []float64, columns []int,
	a []float64) error {
	buf := make([]float64, s.Size)
	for i, j := range columns {
		if err := ctx.Err(); err != nil {
			return err
		}
		floats.AddScaled(out, a[i], s.column(buf, j))
	}
	return ctx.Err()
}
