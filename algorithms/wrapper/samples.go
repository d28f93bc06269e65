package wrapper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/moments"
	"fsnb.example/internal/parallel"
)

// samples are the rows of a data set in an order that depends on neither the order of the rows nor
// that of columns and classes, unless the data have symmetries, so that folds and halves do not.
type samples struct {
	rows           []int // of the data set
	live, constant []int // columns
	// y are the classes, of which each has samples, numbered by their size and first row; nil for a
	// continuous target, which is target.
	y       []int
	classes int
	target  []float64
	// group are the groups, of which there are groups, numbered by their first row; nil without.
	group  []int
	groups int
	x      *mat.Dense // m×n, the columns of live; nil unless read
	// times is how often the samples are there: once, which 0 means, or filled for each fold.
	times int
}

// mixed scrambles two numbers to one (the finalizer of SplitMix64).
func mixed(a, b uint64) uint64 {
	z := a ^ b*0x9e3779b97f4a7c15 + 0x7f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// newSamples orders the samples of d, whose values may be held in any way.
func newSamples(ctx context.Context, d *datasets.Dataset, workers int) (*samples, error) {
	n := d.N()
	keys := targetKeys(d)
	varies := make([]bool, d.D())
	const rounds, block = 2, 16
	for range rounds {
		next := make([]uint64, n)
		var mu sync.Mutex
		err := storage.EachBlock(ctx, d.Matrix(), workers, block,
			func(b *mat.Dense, lo, hi int) {
				ranks, order := make([]int32, n), make([]int, n)
				add := make([]uint64, n)
				for j := lo; j < hi; j++ {
					values := mat.Col(nil, j-lo, b)
					if varies[j] = rank(values, ranks, order); varies[j] {
						addColumn(add, ranks, keys)
					}
				}
				mu.Lock()
				defer mu.Unlock()
				for i, v := range add {
					next[i] += v // the same in any order
				}
			})
		if err != nil {
			return nil, err
		}
		for i, v := range next {
			keys[i] = mixed(v, keys[i])
		}
	}
	for i, v := range d.Target {
		if !(math.Abs(v) <= largestScaled) {
			return nil, fmt.Errorf("the target of row %d is %g; give numbers up to %g", i, v,
				largestScaled)
		}
	}
	s := &samples{rows: make([]int, n)}
	for i := range s.rows {
		s.rows[i] = i
	}
	slices.SortFunc(s.rows, func(a, b int) int {
		return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b))
	})
	for j, v := range varies {
		if v {
			s.live = append(s.live, j)
		} else {
			s.constant = append(s.constant, j)
		}
	}
	s.setTarget(d)
	s.setGroups(d)
	return s, nil
}

// targetKeys are numbers of the samples that depend on their target only: the size of their class,
// or its rank.
func targetKeys(d *datasets.Dataset) []uint64 {
	keys := make([]uint64, d.N())
	switch {
	case d.Continuous():
		ranks := make([]int32, d.N())
		rank(d.Target, ranks, make([]int, d.N()))
		for i, r := range ranks {
			keys[i] = mixed(uint64(r), 1)
		}
	case d.Labeled():
		counts := d.ClassCounts()
		for i, c := range d.Y {
			keys[i] = mixed(uint64(counts[c]), 2)
		}
	}
	return keys
}

// rank writes the place of each value among the different values, and reports whether there are
// two.
func rank(values []float64, ranks []int32, order []int) bool {
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	var at int32
	for k, i := range order {
		if k > 0 && values[i] != values[order[k-1]] {
			at++
		}
		ranks[i] = at
	}
	return at > 0
}

// addColumn adds a hash of each value of a column to the sums of the rows. A column is known by the
// pairs of its ranks and the keys of the rows.
func addColumn(sums []uint64, ranks []int32, keys []uint64) {
	var own uint64
	for i, r := range ranks {
		own += mixed(uint64(r), keys[i])
	}
	for i, r := range ranks {
		sums[i] += mixed(uint64(r), own)
	}
}

// setTarget puts the target into the order of the rows. Numbers so small that their squares
// underflow are multiplied by a power of 2, which changes neither R² nor the order of importances.
func (s *samples) setTarget(d *datasets.Dataset) {
	if d.Continuous() {
		_, power := math.Frexp(max(slices.Max(d.Target), -slices.Min(d.Target)))
		if power > smallTarget {
			power = 0
		}
		s.target = make([]float64, len(s.rows))
		for k, i := range s.rows {
			s.target[k] = math.Ldexp(d.Target[i], -power)
		}
		return
	}
	if !d.Labeled() {
		return
	}
	counts := d.ClassCounts()
	var present []int // in the order of their first rows
	seen := make([]bool, len(counts))
	for _, i := range s.rows {
		if c := d.Y[i]; !seen[c] {
			seen[c], present = true, append(present, c)
		}
	}
	slices.SortStableFunc(present, func(a, b int) int { return cmp.Compare(counts[a], counts[b]) })
	number := make([]int, len(counts))
	for k, c := range present {
		number[c] = k
	}
	s.y, s.classes = make([]int, len(s.rows)), len(present)
	for k, i := range s.rows {
		s.y[k] = number[d.Y[i]]
	}
}

// setGroups puts the groups into the order of the rows.
func (s *samples) setGroups(d *datasets.Dataset) {
	if !d.Grouped() {
		return
	}
	number := make(map[int]int)
	s.group = make([]int, len(s.rows))
	for k, i := range s.rows {
		at, seen := number[d.Group[i]]
		if !seen {
			at = len(number)
			number[d.Group[i]] = at
		}
		s.group[k] = at
	}
	s.groups = len(number)
}

// read copies the live columns of d.X, each of which becomes a row of s.x.
func (s *samples) read(ctx context.Context, d *datasets.Dataset, workers int) error {
	if len(s.live) == 0 {
		return ctx.Err()
	}
	s.x = mat.NewDense(len(s.live), len(s.rows), nil)
	return parallel.For(ctx, workers, len(s.live), 16, func(lo, hi int) {
		for k, i := range s.rows {
			row := d.X.RawRowView(i)
			for c := lo; c < hi; c++ {
				s.x.Set(c, k, row[s.live[c]])
			}
		}
	})
}

// scaling are means and standard deviations (1/n) of the live columns over some samples.
type scaling struct{ mean, sd []float64 }

// largestScaled bounds standardized values, so that their squares can be added.
const largestScaled = 1e100

// smallTarget is the power of 2 of a target that is multiplied: the squares of differences in the
// 16th digit of larger ones are numbers.
const smallTarget = -400

// scalingOf standardizes all columns by the given samples. It returns an error when a value of the
// samples from lo to hi lies too many standard deviations away.
func (s *samples) scalingOf(d *datasets.Dataset, train []int, lo, hi int) (*scaling, error) {
	m, _ := s.x.Dims()
	z := &scaling{make([]float64, m), make([]float64, m)}
	root := math.Sqrt(float64(len(train)-1) / float64(len(train)))
	for c := range m {
		column := s.x.RawRowView(c)
		mean, sd := moments.Columns(len(train), 1, func(i int) []float64 {
			return column[train[i] : train[i]+1]
		})
		z.mean[c], z.sd[c] = mean[0], sd[0]*root
		if z.sd[c] == 0 {
			z.sd[c] = math.Inf(1) // standardized, the column is 0
			continue
		}
		for i := lo; i < hi; i++ {
			if v := (column[i] - z.mean[c]) / z.sd[c]; !(math.Abs(v) <= largestScaled) {
				return nil, fmt.Errorf("row %d of column %s is %g, more than %g standard "+
					"deviations from the mean; correct it, or drop the column", s.rows[i],
					d.Features[s.live[c]], column[i], largestScaled)
			}
		}
	}
	return z, nil
}

// column writes the standardized values of column c for some samples.
func (z *scaling) column(to []float64, s *samples, c int, rows []int) []float64 {
	to = to[:len(rows)]
	column, mean, sd := s.x.RawRowView(c), z.mean[c], z.sd[c]
	for k, i := range rows {
		to[k] = (column[i] - mean) / sd
	}
	return to
}

// found is the finding of a method that orders the live columns, with what decided each step.
func (s *samples) found(d *datasets.Dataset, columns []int, raw []float64) *algorithms.Found {
	f := &algorithms.Found{OrderOnly: true, Raw: raw, Last: s.constant,
		Warnings: caution.Constant(d, s.constant)}
	for _, c := range columns {
		f.Features = append(f.Features, s.live[c])
	}
	return f
}

// opened reads the samples of d. Where no column varies it returns the answer instead.
func opened(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (s *samples,
	constant *algorithms.Found, err error) {
	if s, err = newSamples(ctx, d, opt.Workers); err != nil {
		return nil, nil, err
	}
	if err = s.read(ctx, d, opt.Workers); err != nil {
		return nil, nil, err
	}
	if len(s.live) == 0 {
		constant = s.found(d, nil, nil)
		constant.Diagnostics.Converged = true
	}
	return s, constant, nil
}
