package storage

import (
	"context"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"
)

// FewShare is the largest share of values other than 0 for Few: kernels that take the time of the
// entries then win by far, and the entries take less memory than the values.
const FewShare = 1. / 8

// Few returns the values of x (n×d) that are not 0 if they are at most FewShare of all, else nil. A
// sparse x is returned as it is, whatever its share. One pass reads x, and ends when there are too
// many: O(nd) time and 12 bytes of memory for each entry. It returns a *ReadError, and ctx.Err().
func Few(ctx context.Context, x Matrix, workers int) (*Sparse, error) {
	if s, ok := x.(*Sparse); ok {
		return s, nil
	}
	n, d := x.Dims()
	const block = 64
	type part struct {
		ends   []int
		rows   []int32
		values []float64
	}
	parts := make([][]part, d) // of the blocks, by their first columns
	var entries atomic.Int64
	most := int64(FewShare * float64(n) * float64(d))
	counting, enough := context.WithCancel(ctx)
	defer enough()
	err := EachBlock(counting, x, workers, block, func(b *mat.Dense, lo, hi int) {
		count := make([]int, hi-lo)
		for i := range n {
			for j, v := range b.RawRowView(i) {
				if v != 0 {
					count[j]++
				}
			}
		}
		p, next := part{ends: make([]int, hi-lo)}, make([]int, hi-lo)
		total := 0
		for j, c := range count {
			next[j] = total
			total += c
			p.ends[j] = total
		}
		if entries.Add(int64(total)) > most {
			enough()
			return
		}
		p.rows, p.values = make([]int32, total), make([]float64, total)
		for i := range n {
			for j, v := range b.RawRowView(i) {
				if v != 0 {
					p.rows[next[j]], p.values[next[j]] = int32(i), v
					next[j]++
				}
			}
		}
		parts[lo] = []part{p}
	})
	if entries.Load() > most {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	out := &Sparse{n: n, starts: make([]int, 1, d+1)}
	out.rows, out.values = make([]int32, 0, entries.Load()), make([]float64, 0, entries.Load())
	for _, of := range parts {
		for _, p := range of {
			for _, end := range p.ends {
				out.starts = append(out.starts, len(out.rows)+end)
			}
			out.rows, out.values = append(out.rows, p.rows...), append(out.values, p.values...)
		}
	}
	return out, nil
}
