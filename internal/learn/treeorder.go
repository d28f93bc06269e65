package learn

import (
	"cmp"
	"context"
	"slices"

	"fsnb.example/internal/parallel"
)

// Random numbers of a forest belong to places: row 3 is drawn twice, column 7 is a candidate. So
// rows and columns are put into an order of their own first, which depends on the codes and the
// target only: the answers are then those of any order of rows, columns and classes. The order is
// that of hashes. The hash of a column sums over the rows those of its codes and of the rows; the
// hash of a row, over the columns; twice in turn, beginning with the target. What the hashes cannot
// tell apart, as in a full factorial design, keeps its place.

// scrambled is a hash of two words (the finalizer of SplitMix64).
func scrambled(a, b uint64) uint64 {
	z := a*0x9e3779b97f4a7c15 + b
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// reorder puts the columns of b into an order of their own, groups those with the same codes, and
// returns the order of the rows: row k is now rows[k]. target has a hash for each row; classes,
// which may be nil, are the class of each row, whose hash then includes those of its rows.
func (b *bins) reorder(ctx context.Context, target []uint64, classes []int, workers int) (
	rows []int, err error) {
	columnKeys, rowKeys := make([]uint64, len(b.cols)), slices.Clone(target)
	for range 2 {
		if err := b.hashColumns(ctx, columnKeys, rowKeys, workers); err != nil {
			return nil, err
		}
		if err := b.hashRows(ctx, rowKeys, columnKeys, target, workers); err != nil {
			return nil, err
		}
		target = classHashes(target, rowKeys, classes)
		for i, t := range target {
			rowKeys[i] = scrambled(rowKeys[i], t)
		}
	}
	columns := inOrderOf(columnKeys, func(int, int) int { return 0 })
	rows = inOrderOf(rowKeys, func(i, k int) int {
		for _, j := range columns {
			if c := cmp.Compare(b.codes[j*b.n+i], b.codes[j*b.n+k]); c != 0 {
				return c
			}
		}
		return cmp.Compare(target[i], target[k])
	})
	b.take(rows, columns)
	b.group(columnKeys, columns)
	return rows, ctx.Err()
}

// hashColumns sets keys to the hashes of the columns.
func (b *bins) hashColumns(ctx context.Context, keys, rows []uint64, workers int) error {
	return parallel.For(ctx, workers, len(b.cols), 64, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			var sum uint64
			for i, c := range b.column(j) {
				sum += scrambled(rows[i], uint64(c))
			}
			keys[j] = scrambled(sum, uint64(len(b.cols[j].lo)))
		}
	})
}

// hashRows sets keys to the hashes of the rows.
func (b *bins) hashRows(ctx context.Context, keys, columns, target []uint64, workers int) error {
	return parallel.For(ctx, workers, b.n, 1024, func(lo, hi int) {
		sums := make([]uint64, hi-lo)
		for j, key := range columns {
			for k, c := range b.column(j)[lo:hi] {
				sums[k] += scrambled(key, uint64(c))
			}
		}
		for k, sum := range sums {
			keys[lo+k] = scrambled(sum, target[lo+k])
		}
	})
}

// classHashes are the hashes of the rows of each row's class; target itself without classes.
func classHashes(target, rows []uint64, classes []int) []uint64 {
	if classes == nil {
		return target
	}
	sums := make([]uint64, slices.Max(classes)+1)
	for i, c := range classes {
		sums[c] += scrambled(rows[i], 1)
	}
	out := make([]uint64, len(target))
	for i, c := range classes {
		out[i] = scrambled(sums[c], 2)
	}
	return out
}

// inOrderOf are the indices of keys, ascending by key, then as ties says, then by index.
func inOrderOf(keys []uint64, ties func(i, k int) int) []int {
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int {
		if c := cmp.Compare(keys[i], keys[k]); c != 0 {
			return c
		}
		return ties(i, k)
	})
	return order
}

// take keeps rows and columns in the given order.
func (b *bins) take(rows, columns []int) {
	codes, cols := make([]uint8, len(b.codes)), make([]binsColumn, len(columns))
	for k, j := range columns {
		cols[k] = b.cols[j]
		from, to := b.column(j), codes[k*b.n:(k+1)*b.n]
		for i, r := range rows {
			to[i] = from[r]
		}
	}
	b.codes, b.cols = codes, cols
}

// group finds columns with the same codes, which have the same key.
func (b *bins) group(keys []uint64, columns []int) {
	key := func(k int) uint64 { return keys[columns[k]] }
	for from := 0; from < len(b.cols); {
		to := from + 1
		for to < len(b.cols) && key(to) == key(from) {
			to++
		}
		if to-from > 1 {
			b.groupOf(from, to)
		} else {
			b.cols[from].of, b.cols[from].copies = from, 1
		}
		from = to
	}
}

// groupOf is group for columns that have one key.
func (b *bins) groupOf(from, to int) {
	first := make(map[string]int)
	for k := from; k < to; k++ {
		codes := string(b.column(k))
		if _, known := first[codes]; !known {
			first[codes] = k
		}
		b.cols[k].of = first[codes]
		b.cols[first[codes]].copies++
	}
	for k := from; k < to; k++ {
		b.cols[k].copies = b.cols[b.cols[k].of].copies
	}
}
