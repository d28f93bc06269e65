package datasets

import (
	"context"
	"math"
	"sync"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
	"gonum.org/v1/gonum/mat"
)

// equalRows returns for each sample the first one that is equal to it; nil if there is no other, or
// a single feature. Some columns exclude most rows.
func (d *Dataset) equalRows() ([]int, error) {
	n, p := d.Matrix().Dims()
	if n < 2 || p < 2 {
		return nil, nil
	}
	few := spaced(p, screenedColumns)
	if _, sparse := d.Stored.(*storage.Sparse); sparse {
		few = nil // all of them take no longer
	}
	sums, err := d.rowSums(nil, few)
	if err != nil {
		return nil, err
	}
	first := firstEqual(sums)
	alike := func() (rows []int) { // those with another one
		live := make([]bool, n)
		for i, k := range first {
			if int(k) != i {
				live[i], live[k] = true, true
			}
		}
		for i, is := range live {
			if is {
				rows = append(rows, i)
			}
		}
		return rows
	}
	rows := alike()
	if rows != nil && few != nil && len(few) < p {
		if sums, err = d.rowSums(rows, nil); err != nil {
			return nil, err
		}
		again := firstEqual(sums)
		for k, i := range rows {
			first[i] = int32(rows[again[k]])
		}
		rows = alike()
	}
	if rows == nil {
		return nil, nil
	}
	of := make([]int, n)
	for i, k := range first {
		of[i] = int(k)
	}
	return of, nil
}

// firstEqual returns for each of the sums the place of the first one that equals it.
func firstEqual(sums []uint64) []int32 {
	size := 1
	for size < 2*len(sums) {
		size *= 2
	}
	table, first := make([]int32, size), make([]int32, len(sums)) // places from 1
	for i, s := range sums {
		at := int(s) & (size - 1)
		for table[at] != 0 && sums[table[at]-1] != s {
			at = (at + 1) & (size - 1)
		}
		if table[at] == 0 {
			table[at] = int32(i + 1)
		}
		first[i] = table[at] - 1
	}
	return first
}

// rowSums returns the hash of each of the rows in the given columns, nil for all: a sum over the
// values other than 0, so that sparse and dense rows have the same.
func (d *Dataset) rowSums(rows, columns []int) ([]uint64, error) {
	n := len(rows)
	if rows == nil {
		n = d.N()
	}
	sums := make([]uint64, n)
	if d.Stored == nil {
		const block = 1 << 8
		return sums, parallel.For(context.Background(), 0, n, block, func(lo, hi int) {
			for k := lo; k < hi; k++ {
				i := k
				if rows != nil {
					i = rows[k]
				}
				row := d.X.RawRowView(i)
				if columns == nil {
					for j, v := range row {
						sums[k] += valueHash(j, v)
					}
				}
				for _, j := range columns {
					sums[k] += valueHash(j, row[j])
				}
			}
		})
	}
	if s, sparse := d.Stored.(*storage.Sparse); sparse { // of all rows and columns
		for j := range d.D() {
			at, values := s.Column(j)
			for k, i := range at {
				sums[i] += valueHash(j, values[k])
			}
		}
		return sums, nil
	}
	x := d.Stored
	if rows != nil {
		x = x.TakeRows(rows)
	}
	if columns != nil {
		x = x.Take(columns)
	}
	place := func(j int) int {
		if columns != nil {
			return columns[j]
		}
		return j
	}
	if m, ok := x.(*storage.Mapped); ok && !m.Layout().Fortran { // as the file has them
		_, p := m.Dims()
		var buffers sync.Pool
		return sums, storage.Guard(func() {
			// Without a deadline there is no error.
			_ = parallel.For(context.Background(), 0, n, hashedValues/p+1, func(lo, hi int) {
				buf, _ := buffers.Get().(*storage.Buffer)
				if buf == nil {
					buf = new(storage.Buffer)
				}
				part := m.Rows(lo, hi, buf)
				for i := lo; i < hi; i++ {
					for j, v := range part.RawRowView(i - lo) {
						sums[i] += valueHash(place(j), v)
					}
				}
				buffers.Put(buf)
			})
		})
	}
	var mu sync.Mutex
	return sums, storage.EachBlock(context.Background(), x, 0, d.D(),
		func(b *mat.Dense, lo, hi int) {
			own := make([]uint64, n)
			for i := range own {
				for j, v := range b.RawRowView(i) {
					own[i] += valueHash(place(lo+j), v)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for i, s := range own {
				sums[i] += s
			}
		})
}

// valueHash is a hash of a value of column j, 0 for 0: the last step of SplitMix64.
func valueHash(j int, v float64) uint64 {
	if v == 0 {
		return 0
	}
	h := math.Float64bits(v) + uint64(j+1)*0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
