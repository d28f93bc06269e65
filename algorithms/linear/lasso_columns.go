package linear

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
)

// columnBlock is the number of columns that one goroutine processes at a time.
const columnBlock = 128

// columns are the columns of a data set that vary, each centered and divided by its norm. Values in
// memory are copied; those that are sparse or on disk are converted when they are needed, with the
// same numbers.
type columns struct {
	x        storage.Matrix
	n        int
	origin   []float64 // value of the first sample, by feature
	mean     []float64 // of the values less origin
	norm     []float64 // of the centered values, 0 of a constant column
	live     []int     // features that vary, ascending: column c is feature live[c]
	constant []int
	unit     [][]float64 // by column, of values in memory
	workers  int
}

// newColumns returns the columns of d. It returns an error if the squares of one overflow or
// underflow.
func newColumns(ctx context.Context, d *datasets.Dataset, workers int) (*columns, error) {
	scatter, constant, err := graphs.Scatter(ctx, d.Matrix(), d.Features, workers)
	if err != nil {
		return nil, err
	}
	ones := make([]float64, d.N())
	floats.AddConst(1, ones)
	mean, err := graphs.WeightedMeans(ctx, d.Matrix(), ones, workers)
	if err != nil {
		return nil, err
	}
	c := &columns{x: d.Matrix(), n: d.N(), origin: make([]float64, d.D()), mean: mean,
		norm: scatter, constant: constant, workers: workers}
	for j, s := range scatter {
		if c.norm[j] = math.Sqrt(s); s > 0 {
			c.live = append(c.live, j)
		}
	}
	err = storage.Guard(func() {
		first := c.x.Rows(0, 1, new(storage.Buffer))
		copy(c.origin, first.RawRowView(0))
	})
	if err == nil && d.X != nil {
		err = c.copyColumns(ctx, d.X)
	}
	return c, err
}

// copyColumns fills unit.
func (c *columns) copyColumns(ctx context.Context, x *mat.Dense) error {
	data := make([]float64, c.n*len(c.live))
	c.unit = make([][]float64, len(c.live))
	for k := range c.unit {
		c.unit[k] = data[k*c.n : (k+1)*c.n : (k+1)*c.n]
	}
	return parallel.For(ctx, c.workers, len(c.live), columnBlock, func(lo, hi int) {
		for i := range c.n {
			row := x.RawRowView(i)
			for k := lo; k < hi; k++ {
				c.unit[k][i] = row[c.live[k]]
			}
		}
		for k := lo; k < hi; k++ {
			c.normalize(c.live[k], c.unit[k])
		}
	})
}

// normalize centers the values f of feature j and divides them by their norm.
func (c *columns) normalize(j int, f []float64) {
	for i, v := range f {
		f[i] = (v - c.origin[j] - c.mean[j]) / c.norm[j]
	}
}

// Len returns the number of columns.
func (c *columns) Len() int { return len(c.live) }

// Column returns column k.
func (c *columns) Column(k int) ([]float64, error) {
	if c.unit != nil {
		return c.unit[k], nil
	}
	out, j := make([]float64, c.n), c.live[k]
	err := storage.Guard(func() {
		mat.Col(out, 0, c.x.Columns(j, j+1, new(storage.Buffer)))
	})
	c.normalize(j, out)
	return out, err
}

// Dots sets out[k] to the product of column k with v, for every column not in skip.
func (c *columns) Dots(ctx context.Context, out, v []float64, skip []bool) error {
	switch x := c.x.(type) {
	case *storage.Sparse:
		sum := floats.Sum(v)
		return parallel.For(ctx, c.workers, len(c.live), columnBlock, func(lo, hi int) {
			for k := lo; k < hi; k++ {
				if !skip[k] {
					out[k] = c.sparseDot(x, c.live[k], v, sum)
				}
			}
		})
	case storage.Dense:
		return parallel.For(ctx, c.workers, len(c.live), columnBlock, func(lo, hi int) {
			for k := lo; k < hi; k++ {
				if !skip[k] {
					out[k] = floats.Dot(c.unit[k], v)
				}
			}
		})
	}
	return c.storedDots(ctx, out, v, skip)
}

// sparseDot is the product of feature j with v, whose entries add up to sum.
func (c *columns) sparseDot(x *storage.Sparse, j int, v []float64, sum float64) float64 {
	rows, values := x.Column(j)
	mean := c.origin[j] + c.mean[j]
	var dot, covered float64
	for p, i := range rows {
		dot += float64((values[p] - c.origin[j] - c.mean[j]) * v[i])
		covered += v[i]
	}
	if len(rows) < c.n {
		dot -= float64(mean * (sum - covered))
	}
	return dot / c.norm[j]
}

// storedDots is Dots of values on disk. Blocks without a wanted column are not read.
func (c *columns) storedDots(ctx context.Context, out, v []float64, skip []bool) error {
	place := make([]int, len(c.norm)) // of a feature, plus 1; 0 for those that are not wanted
	for k, j := range c.live {
		if !skip[k] {
			place[j] = k + 1
		}
	}
	return storage.EachBlock(ctx, c.x, c.workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		f := make([]float64, c.n)
		for j := lo; j < hi; j++ {
			if place[j] > 0 {
				mat.Col(f, j-lo, b)
				c.normalize(j, f)
				out[place[j]-1] = floats.Dot(f, v)
			}
		}
	})
}

// target is the target of a linear model: u is centered and of unit length, and mean + deviation·√n
// u is the target, of classes -1 for the first and 1 for the second.
type target struct {
	u               []float64
	mean, deviation float64
}

// newTarget returns the target of d, which algorithms.Check has accepted. It returns an error when
// the target's squares overflow.
func newTarget(d *datasets.Dataset) (*target, error) {
	y := codes(d)
	t := &target{}
	t.u, _ = graphs.CenteredTarget(y)
	var most, mean, square float64
	for _, v := range y {
		most = max(most, math.Abs(v/2-y[0]/2))
	}
	for _, v := range y {
		mean += (v/2 - y[0]/2) / most / float64(len(y))
	}
	for _, v := range y {
		e := (v/2-y[0]/2)/most - mean
		square += float64(e * e)
	}
	t.mean = y[0] + 2*most*mean
	t.deviation = 2 * most * math.Sqrt(square/float64(len(y)))
	if !(t.deviation > 1e-140 && t.deviation < 1e140) {
		return nil, fmt.Errorf("the squares of the target overflow or underflow: its standard "+
			"deviation is %.3g; rescale it", t.deviation)
	}
	return t, nil
}

// codes is the continuous target, or -1 and 1 for the two classes in their order.
func codes(d *datasets.Dataset) []float64 {
	if d.Continuous() {
		return d.Target
	}
	first := math.MaxInt
	for _, c := range d.Y {
		first = min(first, c)
	}
	y := make([]float64, d.N())
	for i, c := range d.Y {
		y[i] = 1
		if c == first {
			y[i] = -1
		}
	}
	return y
}

// solution returns the coefficients a of columns in the units of X and of the target.
func (c *columns) solution(t *target, lambda float64, at []int, a []float64) Solution {
	s := Solution{Lambda: lambda, Intercept: t.mean}
	root := math.Sqrt(float64(c.n))
	for i, k := range at {
		if a[i] == 0 {
			continue
		}
		j := c.live[k]
		b := a[i] * t.deviation * root / c.norm[j]
		s.Features = append(s.Features, j)
		s.Coefficients = append(s.Coefficients, b)
		s.Intercept -= b * (c.origin[j] + c.mean[j])
	}
	s.sort()
	return s
}

// found orders all features: those that entered, in that order, with their scores, then the others
// by the size of their correlations, then constant ones, which score 0.
func (c *columns) found(entered []int, scores []float64, correlations []float64, start float64,
	whole bool) *algorithms.Found {
	f := &algorithms.Found{}
	seen := make([]bool, len(c.live))
	for i, k := range entered {
		seen[k] = true
		f.Features, f.Scores = append(f.Features, c.live[k]), append(f.Scores, scores[i])
	}
	if !whole {
		return f
	}
	least := 1.0
	if len(scores) > 0 {
		least = scores[len(scores)-1]
	}
	var rest []int
	score := make([]float64, len(c.live))
	for k := range c.live {
		if !seen[k] {
			rest = append(rest, k)
		}
		if start > 0 {
			score[k] = min(math.Abs(correlations[k])/start, least)
		}
	}
	fall(rest, score)
	for _, k := range rest {
		f.Features, f.Scores = append(f.Features, c.live[k]), append(f.Scores, score[k])
	}
	for _, j := range c.constant {
		f.Features, f.Scores = append(f.Features, j), append(f.Scores, 0)
	}
	return f
}

// tied is the difference within which scores of at most 1 are equal.
const tied = 1e-12

// fall sorts columns by falling score. Scores that tie are set to the largest of them, and their
// columns are in order.
func fall(columns []int, score []float64) {
	slices.SortFunc(columns, func(a, b int) int {
		if c := cmp.Compare(score[b], score[a]); c != 0 {
			return c
		}
		return a - b
	})
	for from := 0; from < len(columns); {
		best, to := score[columns[from]], from
		for to < len(columns) && score[columns[to]] >= best-tied {
			score[columns[to]] = best
			to++
		}
		slices.Sort(columns[from:to])
		from = to
	}
}
