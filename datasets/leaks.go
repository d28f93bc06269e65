package datasets

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/visible"
)

const (
	// leakErrors is the share of samples, 1 of 200, that a column which nearly equals the classes
	// may have elsewhere.
	leakErrors = 200
	// leakRows is the number of samples from which a column of more values than classes counts. In
	// fewer, the best of many genes separates classes that differ.
	leakRows = 100
	// maxLeaks is the number of such columns up to which each is named. More are measurements that
	// separate the classes.
	maxLeaks = 3
)

// looksLikeTarget is part of the warning about a column that equals the classes.
const looksLikeTarget = ": it may be the target itself, or made of it"

// leaks warns of columns that equal or nearly equal the classes, other than those that identifiers
// names; generated data have none. Such a column has an interval of values for each class, the
// intervals are disjoint, and all samples but 0.5% (none of fewer than 200) are in that of their
// class. Fewer than 100 samples need a column of at most as many values as classes.
//
// Classes in random order would be so in one of d columns in less than one data set of a thousand:
// with at most e errors, they are in at most
//
//	c! · (2e + 1)^(c-1) · C(n, e) · c^e
//
// of n!/∏n_k! orders. More than three such columns are measurements that separate the classes, and
// cause no warning. Most columns are excluded by a few samples: the cost is about O(nd/25).
func (d *Dataset) leaks(identifiers []string) []string {
	n := d.N()
	errors := n / leakErrors
	if d.Y == nil || d.Truth != nil || n < leastLabels || !d.leakIsEvidence(errors) {
		return nil
	}
	members := d.members()
	if len(members) < 2 || len(members) > n/2 {
		return nil
	}
	var out []string
	for _, j := range d.separating(members, errors) {
		name := "column " + visible.Name(d.Features[j])
		if beginsWith(identifiers, name) || n < leakRows && !d.hasFewValues(j, len(members)) {
			continue
		}
		if wrong := d.outside(j, errors); wrong <= errors {
			out = append(out, fmt.Sprintf("%s tells the class of %s%% of the samples by its value "+
				"alone%s; if so, leave it out (Drop when a file is read)", name,
				percent(n-wrong, n), looksLikeTarget))
		}
	}
	if len(out) > maxLeaks {
		return nil
	}
	return out
}

// hasFewValues reports whether column j has at most that many values.
func (d *Dataset) hasFewValues(j, most int) bool {
	var values []float64
	for i := range d.N() {
		if v := d.X.At(i, j); !slices.Contains(values, v) {
			if len(values) == most {
				return false
			}
			values = append(values, v)
		}
	}
	return true
}

// percent is 100·k/n with one decimal, rounded down so that 100 is all.
func percent(k, n int) string {
	return strconv.FormatFloat(math.Floor(1000*float64(k)/float64(n))/10, 'f', -1, 64)
}

// leakIsEvidence reports whether a column that has the classes but for some errors is unlikely by
// chance.
func (d *Dataset) leakIsEvidence(errors int) bool {
	factorial := func(k int) float64 {
		v, _ := math.Lgamma(float64(k) + 1)
		return v
	}
	n, c, e := d.N(), 0, float64(errors)
	orders := factorial(n)
	for _, k := range d.ClassCounts() {
		orders -= factorial(k)
		c += min(k, 1)
	}
	chance := factorial(c) + float64(c-1)*math.Log(2*e+1) + e*math.Log(float64(c)) +
		factorial(n) - factorial(errors) - factorial(n-errors)
	return math.Log(float64(d.D()))+chance-orders < math.Log(rare)
}

// separating returns the columns in which few samples are outside the intervals of their classes,
// as far as blocks of eight samples of two classes tell: a block whose two halves overlap has one
// at least.
func (d *Dataset) separating(members [][]int, errors int) []int {
	const half = 4
	type columnErrors struct{ index, wrong int }
	live := make([]columnErrors, d.D())
	for j := range live {
		live[j].index = j
	}
	for len(live) > 0 {
		// The two classes with the most samples left.
		slices.SortStableFunc(members, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
		if len(members[1]) == 0 {
			break
		}
		var rows [2][][]float64
		for k := range rows {
			take := min(half, len(members[k]))
			for _, i := range members[k][:take] {
				rows[k] = append(rows[k], d.X.RawRowView(i))
			}
			members[k] = members[k][take:]
		}
		kept := 0
		for _, c := range live {
			var least, most [2]float64
			for k := range rows {
				least[k], most[k] = math.Inf(1), math.Inf(-1)
				for _, row := range rows[k] {
					v := row[c.index]
					least[k], most[k] = min(least[k], v), max(most[k], v)
				}
			}
			if most[0] >= least[1] && most[1] >= least[0] {
				c.wrong++
			}
			if c.wrong <= errors {
				live[kept] = c
				kept++
			}
		}
		live = live[:kept]
	}
	out := make([]int, len(live))
	for k, c := range live {
		out[k] = c.index
	}
	return out
}

// outside counts the samples of column j that are outside the interval of their class, in the best
// choice of disjoint intervals in the order of the classes' medians. It stops above limit.
func (d *Dataset) outside(j, limit int) int {
	n := d.N()
	order := upTo(n)
	value := func(i int) float64 { return d.X.At(i, j) }
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
	// The classes in the order of their medians.
	seen, counts := make([]int, len(d.Classes)), d.ClassCounts()
	var classes []int
	for _, i := range order {
		if c := d.Y[i]; seen[c] == counts[c]/2 {
			classes = append(classes, c)
		}
		seen[d.Y[i]]++
	}
	place := make([]int, len(d.Classes))
	for k, c := range classes {
		place[c] = k
	}
	// best[k] is the most samples inside, of those so far, when interval k is the current one.
	best := make([]int, len(classes))
	for lo := 0; lo < n; {
		hi := lo // samples of one value are in one interval
		inside := make([]int, len(classes))
		for ; hi < n && value(order[hi]) == value(order[lo]); hi++ {
			inside[place[d.Y[order[hi]]]]++
		}
		reach := 0
		for k := range best {
			reach = max(reach, best[k])
			best[k] = reach + inside[k]
		}
		if lo = hi; hi-slices.Max(best) > limit {
			return hi - slices.Max(best)
		}
	}
	return n - slices.Max(best)
}

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
