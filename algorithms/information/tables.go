package information

import (
	"context"
	"sync"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
)

// EachTable calls use with the contingency table of each column that varies: the counts of the
// samples by code (rows) and class, classes without samples too; a code may have none. Columns are
// coded as by Code, and those of up to few distinct values are taken by Values. The table is valid
// during the call; calls for several columns may run at the same time. It returns the constant
// columns, and the errors of Code. The cost is that of Code.
func EachTable(ctx context.Context, d *datasets.Dataset, coding Coding, bins, few, workers int,
	use func(j int, counts []uint32)) (constant []int, err error) {
	if err := checkBins(bins); err != nil {
		return nil, err
	}
	var f features
	if x, ok := d.Stored.(*storage.Mapped); ok {
		f, err = newOnDisk(ctx, d, x, coding, bins, few, workers, onDiskLimits)
		if err == nil {
			err = f.look(ctx)
		}
	} else {
		var c *Codes
		if c, err = code(ctx, d, coding, bins, few, workers); err == nil {
			f = &held{Codes: c, d: d, workers: workers}
		}
	}
	if err == nil {
		constant, err = f.constant()
	}
	if err != nil {
		return nil, err
	}
	fixed := make([]bool, d.D())
	for _, j := range constant {
		fixed[j] = true
	}
	classes, of := len(d.Classes), d.ClassCounts()
	var pool sync.Pool
	return constant, f.codes(ctx, nil, func(j int, c codedColumn) {
		if fixed[j] {
			return
		}
		counts, _ := pool.Get().(*[]uint32)
		if counts == nil {
			counts = new([]uint32)
		}
		table := room(counts, c.count*classes)
		clear(table)
		for i, code := range c.all {
			table[int(code)*classes+d.Y[i]]++
		}
		if c.all == nil {
			rest := table[int(c.rest)*classes:][:classes]
			for y, n := range of {
				rest[y] += uint32(n)
			}
			for p, i := range c.rows {
				rest[d.Y[i]]--
				table[int(c.codes[p])*classes+d.Y[i]]++
			}
		}
		use(j, table)
		pool.Put(counts)
	})
}
