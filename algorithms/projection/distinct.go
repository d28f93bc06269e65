package projection

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/duplicates"
)

// distinct are the columns of a matrix without those that equal an earlier one. A regression with a
// penalty of the norms of its rows shares the row of a column among its copies, in any way: here
// equally.
type distinct struct {
	x      *mat.Dense
	of     []int     // of each column of the whole matrix
	copies []float64 // of each column of x
}

func distinctColumns(ctx context.Context, x *mat.Dense, workers int) (*distinct, error) {
	_, d := x.Dims()
	firsts, err := duplicates.Columns(ctx, x, nil, duplicates.Rule{}, workers)
	if err != nil {
		return nil, err
	}
	out := &distinct{of: make([]int, d)}
	var kept []int
	for j, first := range firsts {
		if first == j {
			out.of[j] = len(kept)
			kept = append(kept, j)
			out.copies = append(out.copies, 0)
		}
		out.of[j] = out.of[first]
		out.copies[out.of[j]]++
	}
	out.x = columns(x, kept)
	return out, nil
}

// sizes are the sizes of the rows at a start, those of copies added.
func (c *distinct) sizes(seed uint64, start int) []float64 {
	s := startSizes(len(c.copies), seed, start)
	for j, v := range c.copies {
		s[j] *= v
	}
	return s
}

// share gives the copies their rows.
func (c *distinct) share(l *learned) *learned {
	if l == nil || len(c.of) == len(c.copies) {
		return l
	}
	_, m := l.w.Dims()
	w, s, tie := mat.NewDense(len(c.of), m, nil), make([]float64, len(c.of)),
		make([]float64, len(c.of))
	for j, u := range c.of {
		floats.ScaleTo(w.RawRowView(j), 1/c.copies[u], l.w.RawRowView(u))
		s[j], tie[j] = l.s[u]/c.copies[u], l.tie[u]
	}
	l.w, l.s, l.tie = w, s, tie
	return l
}
