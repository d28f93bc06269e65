package fsir

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// pairs is a matrix Φ (p×q) that is not formed. For the features' coordinates Y (p×r) along some
// directions, (YY')∘² = ΦΦ' if Φ has a column y_a y_b for each pair of columns of Y, times √2 if a
// ≠ b. This Φ has the pairs of largest weight.
type pairs struct {
	y       *mat.Dense
	q       int
	from    []int // the pairs (a, b), a ≤ b < ends[a], are the columns of Φ from from[a] on
	ends    []int
	workers int

	dst, v, t          []float64 // of the current product
	parts              [shares][]float64
	collect, spread    func(lo, hi int)
	left, right        []float64 // stripe rows of Φ, as they are and weighted
	weight             []float64
	gram               blas64.General
	first              int
	tiles              [][2]int
	expand, accumulate func(lo, hi int)
}

const (
	// shares is the number of parts of a sum over features, which does not depend on workers.
	shares = 16
	// stripe features and block columns of Φ are multiplied at a time.
	stripe, block = 64, 64
)

// newPairs selects most pairs or a few more. The weight of a pair is the product of the weights of
// its columns.
func newPairs(y *mat.Dense, most, workers int) *pairs {
	p, r := y.Dims()
	size := make([]float64, r)
	for j := range p {
		for a, v := range y.RawRowView(j) {
			size[a] += v * v
		}
	}
	type pair struct {
		a, b   int
		weight float64
	}
	var all []pair
	for a := range r {
		for b := a; b < r; b++ {
			w := size[a] * size[b]
			if a != b {
				w *= 2
			}
			all = append(all, pair{a, b, w})
		}
	}
	slices.SortFunc(all,
		func(x, y pair) int { return cmp.Or(cmp.Compare(y.weight, x.weight), x.a-y.a, x.b-y.b) })
	c := &pairs{y: y, ends: make([]int, r), workers: workers}
	for _, x := range all[:min(most, len(all))] {
		c.ends[x.a] = max(c.ends[x.a], x.b+1)
	}
	for a, end := range c.ends {
		c.from = append(c.from, c.q)
		c.q += max(0, end-a)
	}
	for i := range c.parts {
		c.parts[i] = make([]float64, c.q)
	}
	for i := 0; i < c.q; i += block {
		for j := 0; j <= i; j += block {
			c.tiles = append(c.tiles, [2]int{i, j})
		}
	}
	c.left, c.right = make([]float64, stripe*c.q), make([]float64, stripe*c.q)
	c.collect, c.spread, c.expand, c.accumulate = c.collectPart, c.spreadPart, c.expandRows,
		c.accumulateTiles
	return c
}

// of returns the entries of a row of Φ, or of a sum of rows, for the pairs of column a.
func (c *pairs) of(row []float64, a int) []float64 { return row[c.from[a] : c.from[a]+c.ends[a]-a] }

// row sets dst to row j of Φ.
func (c *pairs) row(dst []float64, j int) {
	y := c.y.RawRowView(j)
	for a, end := range c.ends {
		if end > a {
			to := c.of(dst, a)
			floats.ScaleTo(to, math.Sqrt2*y[a], y[a:end])
			to[0] = y[a] * y[a]
		}
	}
}

// transposed sets t to Φ'v. It costs qp operations.
func (c *pairs) transposed(ctx context.Context, t, v []float64) error {
	c.v = v
	if err := parallel.For(ctx, c.workers, shares, 1, c.collect); err != nil {
		return err
	}
	clear(t)
	for _, part := range c.parts {
		floats.Add(t, part)
	}
	c.double(t)
	return nil
}

// double multiplies the entries of pairs of two different columns by √2.
func (c *pairs) double(t []float64) {
	for a, end := range c.ends {
		if end > a {
			floats.Scale(math.Sqrt2, c.of(t, a)[1:])
		}
	}
}

func (c *pairs) collectPart(i, _ int) {
	part, p := c.parts[i], len(c.v)
	clear(part)
	for j := i * p / shares; j < (i+1)*p/shares; j++ {
		y := c.y.RawRowView(j)
		for a, end := range c.ends {
			if end > a {
				floats.AddScaled(c.of(part, a), c.v[j]*y[a], y[a:end])
			}
		}
	}
}

// mul sets dst to Φt and overwrites t. It costs qp operations.
func (c *pairs) mul(ctx context.Context, dst, t []float64) error {
	c.double(t)
	c.dst, c.t = dst, t
	return parallel.For(ctx, c.workers, len(dst), stripe, c.spread)
}

func (c *pairs) spreadPart(lo, hi int) {
	for j := lo; j < hi; j++ {
		y := c.y.RawRowView(j)
		var sum float64
		for a, end := range c.ends {
			if end > a {
				sum += y[a] * floats.Dot(c.of(c.t, a), y[a:end])
			}
		}
		c.dst[j] = sum
	}
}

// addGram adds Φ'diag(weight)Φ to the lower triangle of gram (q×q). It costs q²p operations.
func (c *pairs) addGram(ctx context.Context, gram blas64.General, weight []float64) error {
	c.gram, c.weight = gram, weight
	for c.first = 0; c.first < len(weight); c.first += stripe {
		if err := parallel.For(ctx, c.workers, min(stripe, len(weight)-c.first), 32,
			c.expand); err != nil {
			return err
		}
		if err := parallel.For(ctx, c.workers, len(c.tiles), 1, c.accumulate); err != nil {
			return err
		}
	}
	return nil
}

func (c *pairs) expandRows(lo, hi int) {
	for i := lo; i < hi; i++ {
		left := c.left[i*c.q : (i+1)*c.q]
		c.row(left, c.first+i)
		floats.ScaleTo(c.right[i*c.q:(i+1)*c.q], c.weight[c.first+i], left)
	}
}

func (c *pairs) accumulateTiles(lo, hi int) {
	features := min(stripe, len(c.weight)-c.first)
	for _, t := range c.tiles[lo:hi] {
		i, j := t[0], t[1]
		rows, cols := min(block, c.q-i), min(block, c.q-j)
		dense.AddOuter(
			blas64.General{Rows: rows, Cols: cols, Stride: c.gram.Stride,
				Data: c.gram.Data[i*c.gram.Stride+j:]},
			blas64.General{Rows: features, Cols: rows, Stride: c.q, Data: c.left[i:]},
			blas64.General{Rows: features, Cols: cols, Stride: c.q, Data: c.right[j:]})
	}
}
