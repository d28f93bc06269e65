package storage

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A sparse matrix is the dense one, whole, by blocks and by parts.
func TestSparseEqualsDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		n, d := 1+rng.IntN(12), 1+rng.IntN(12)
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				if rng.IntN(3) == 0 {
					x.Set(i, j, rng.NormFloat64())
				}
			}
		}
		s := Compress(x)
		lo := rng.IntN(d)
		hi := lo + 1 + rng.IntN(d-lo)
		rows, columns := rng.Perm(n)[:1+rng.IntN(n)], rng.Perm(d)[:1+rng.IntN(d)]
		rows = append(rows, rows[0])
		dense := Dense{x}
		for name, pair := range map[string][2]mat.Matrix{
			"whole":   {s, x},
			"copy":    {ToDense(s), x},
			"columns": {s.Columns(lo, hi, new(Buffer)), dense.Columns(lo, hi, nil)},
			"take":    {s.Take(columns), dense.Take(columns)},
			"rows":    {s.TakeRows(rows), dense.TakeRows(rows)},
		} {
			if !mat.Equal(pair[0], pair[1]) {
				t.Errorf("%s of\n%v\nare\n%v", name, mat.Formatted(pair[1]), mat.Formatted(pair[0]))
			}
		}
	}
}

// Workers see each column once, in blocks of their own.
func TestEachBlock(t *testing.T) {
	x := Compress(mat.NewDense(3, 2000, nil))
	seen := make([]int, 2000)
	err := EachBlock(t.Context(), x, 2, 7, func(b *mat.Dense, lo, hi int) {
		if r, c := b.Dims(); r != 3 || c != hi-lo {
			t.Errorf("a block of %d×%d for columns %d to %d", r, c, lo, hi)
		}
		for j := lo; j < hi; j++ {
			seen[j]++
		}
	})
	for j, k := range seen {
		if k != 1 || err != nil {
			t.Fatalf("column %d was seen %d times, %v", j, k, err)
		}
	}
}
