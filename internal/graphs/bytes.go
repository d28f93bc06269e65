package graphs

import (
	"context"
	"sync"

	"fsnb.example/datasets/storage"
)

// countsMemory is the number of bytes for the counts of a block of columns.
const countsMemory = 1 << 22

// classBytes computes the forms of ClassForms for numbers of one byte, from the counts of their
// values in each class, in one pass over the file. of is the class of each row, among those that
// have rows, and size their numbers.
func classBytes(ctx context.Context, x *storage.Mapped, of, size []int, between, within []float64,
	workers int) error {
	codes := storage.NewCodes(len(of), len(size), func(i int) int { return of[i] })
	pool := sync.Pool{New: func() any { return newClassRoom(len(size)) }}
	_, err := storage.EachTally(ctx, x, codes, workers, countsMemory, nil,
		func(t *storage.Tally, j int) {
			r := pool.Get().(*classRoom)
			within[j] = r.tallied(t, size)
			between[j] = r.between(size)
			pool.Put(r)
		})
	return err
}

// tallied sets the means of the classes, and returns the scatter within.
func (r *classRoom) tallied(t *storage.Tally, size []int) (within float64) {
	for c, n := range size {
		within = r.tallyClass(t, c, n, within)
	}
	return within
}

// tallyClass sets the mean of class c of n samples, relative to its smallest value, so that a class
// of one value has exact zeros, and returns within plus its scatter.
func (r *classRoom) tallyClass(t *storage.Tally, c, n int, within float64) float64 {
	k := len(t.Distinct)
	counts := t.Joint[c*k : (c+1)*k]
	first := 0
	for counts[first] == 0 {
		first++
	}
	origin, mean := t.Distinct[first], 0.0
	for v, count := range counts[first:] {
		mean += float64(count) * (t.Distinct[first+v] - origin)
	}
	mean /= float64(n)
	for v, count := range counts[first:] {
		d := t.Distinct[first+v] - origin - mean
		within += float64(count) * d * d
	}
	r.origin[c], r.mean[c] = origin, mean
	return within
}
