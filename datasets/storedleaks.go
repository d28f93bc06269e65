package datasets

import (
	"context"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

const (
	// storedErrors is the number of blocks of eight of the screened samples in which a column that
	// nearly equals the classes may be out of order: one in two hundred samples is, so that more
	// are as rare as 1 in 300.
	storedErrors = 2
	// storedLeaks is the number of columns that are looked at whole. More are measurements.
	storedLeaks = 1000
)

// storedLeaks are the warnings of leaks and targetLeaks about values that are sparse or on disk: 64
// samples exclude most columns, and the others are put in memory.
func (d *Dataset) storedLeaks() []string {
	n := d.N()
	if n < leastLabels || d.Truth != nil || d.Y == nil && d.Target == nil {
		return nil
	}
	if d.Y != nil && !d.leakIsEvidence(n/leakErrors) {
		return nil
	}
	rows := d.screened()
	if rows == nil {
		return nil
	}
	few, err := d.Rows(rows)
	if err != nil {
		return nil
	}
	var found []int
	var mu sync.Mutex
	err = storage.EachBlock(context.Background(), few.Stored, 0, storedLeaks,
		func(x *mat.Dense, lo, hi int) {
			part := *few
			part.X, part.Stored, part.Features = x, nil, d.Features[lo:hi]
			var live []int
			if d.Y != nil {
				live = part.separating(part.members(), storedErrors)
			} else {
				live = part.monotone(upTo(len(rows)))
			}
			mu.Lock()
			defer mu.Unlock()
			for _, j := range live {
				found = append(found, lo+j)
			}
		})
	if err != nil || len(found) == 0 || len(found) > storedLeaks {
		return nil
	}
	slices.Sort(found)
	part, err := d.Take(found)
	if err != nil || part.Stored != nil {
		return nil // they do not fit in memory
	}
	return append(part.leaks(nil), part.targetLeaks(nil)...)
}

// screened are at most 64 samples: of the two largest classes, or from the smallest target to the
// largest, in that order; nil if the target is the same in all.
func (d *Dataset) screened() []int {
	if d.Y == nil {
		return d.alongTarget()
	}
	members := d.members()
	slices.SortStableFunc(members, func(a, b []int) int { return len(b) - len(a) })
	if len(members) < 2 {
		return nil
	}
	var out []int
	for _, rows := range members[:2] {
		take := min(len(rows), leakScreen/2)
		for k := range take {
			out = append(out, rows[k*len(rows)/take])
		}
	}
	return out
}
