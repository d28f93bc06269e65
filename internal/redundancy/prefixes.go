package redundancy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// prefixBlock is the number of columns that are multiplied with all columns before them while these
// are in the processor's cache.
const prefixBlock = 16

// Prefixes returns the measures of Of, up to rounding, for the first k of the chosen columns of d,
// for each k in counts, which ascend. It returns the errors of Of, and an error if a count is below
// 2 or above the number of columns, or if counts do not ascend. If ctx is canceled, it returns the
// measures of the counts that are finished, with ctx.Err(). Each pair is computed once: the cost is
// O(nK²) time and O(nK) memory with K the last count.
func Prefixes(ctx context.Context, d *datasets.Dataset, columns, counts []int, workers int) (
	[]Measures, error) {
	if len(counts) == 0 {
		return nil, errors.New("no numbers of features given; give at least one")
	}
	for i, k := range counts {
		if k < 2 || k > len(columns) || i > 0 && k <= counts[i-1] {
			return nil, fmt.Errorf("counts %d of %d features; give ascending ones from 2 to %d",
				counts, len(columns), len(columns))
		}
	}
	columns = columns[:counts[len(counts)-1]]
	raw, err := checked(ctx, d, columns, workers)
	if err != nil {
		return nil, err
	}
	centered := make([][]float64, len(raw))
	for a, f := range raw {
		centered[a] = center(f)
		normalize(centered[a])
		normalize(f)
	}
	// The sums over the pairs of each column with those before it are added in order at the end, so
	// the result does not depend on the number of workers.
	sums := make([]Measures, len(columns))
	done := make([]atomic.Bool, (len(columns)+prefixBlock-1)/prefixBlock)
	err = parallel.For(ctx, workers, len(columns), prefixBlock, func(lo, hi int) {
		for a := range hi {
			for b := max(lo, a+1); b < hi; b++ {
				s := &sums[b]
				c := clamp(floats.Dot(centered[a], centered[b]))
				s.Pearson += c
				s.AbsPearson += math.Abs(c)
				s.SqCosCentered += c * c
				q := clamp(floats.Dot(raw[a], raw[b]))
				s.SqCosUncentered += q * q
			}
		}
		done[lo/prefixBlock].Store(true)
	})
	finished := 0
	for finished < len(columns) && done[finished/prefixBlock].Load() {
		finished++
	}
	var out []Measures
	var total Measures
	next := 0
	for b, s := range sums[:finished] {
		total.Pearson += s.Pearson
		total.AbsPearson += s.AbsPearson
		total.SqCosCentered += s.SqCosCentered
		total.SqCosUncentered += s.SqCosUncentered
		if k := b + 1; next < len(counts) && k == counts[next] {
			pairs := float64(k) * float64(k-1) / 2
			out = append(out, Measures{total.Pearson / pairs, total.AbsPearson / pairs,
				total.SqCosCentered / pairs, total.SqCosUncentered / pairs})
			next++
		}
	}
	return out, err
}

// A tile of products of OverallOf has overallTile rows and, by pairs of features, overallWidth
// columns.
const overallTile, overallWidth = 64, 256

// Overall is the mean squared correlation over all pairs of features of a data set that vary. It is
// the expected value for any number of features drawn from them at random, because all pairs are
// equally likely.
type Overall struct {
	Mean    float64 // 0 if fewer than two features vary
	Varying int     // features that are not constant
}

// OverallCost is the number of products of OverallOf for n samples of d features: each pair of
// features, or of samples if these are fewer, is multiplied once.
func OverallCost(n, d int) float64 {
	n, d = max(n, d), min(n, d)
	return float64(n) * float64(d) * float64(d) / 2
}

// OverallOf computes the overall redundancy of d, for n < d without the d×d matrix: with the
// columns of Z (n×d) centered and of unit length, the sum of the squared correlations is ‖Z'Z‖² =
// ‖ZZ'‖². It returns an error if a value is not finite, and ctx.Err(). The cost is O(nd·min(n,d))
// time, and O(n²) memory for n < d, else O(nd).
func OverallOf(ctx context.Context, d *datasets.Dataset, workers int) (*Overall, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	n, p := d.N(), d.D()
	all := make([]int, p)
	for j := range all {
		all[j] = j
	}
	if n >= p {
		return overallOfPairs(ctx, d, all, workers)
	}
	const block = 256 // columns
	gram := mat.NewDense(n, n, nil)
	z := mat.NewDense(n, block, nil)
	o := &Overall{}
	for lo := 0; lo < p; lo += block {
		columns, err := columnsOf(ctx, d, all[lo:min(lo+block, p)], workers)
		if err != nil {
			return nil, err
		}
		err = unit(ctx, columns, workers)
		if err != nil {
			return nil, err
		}
		z.Zero()
		for a, f := range columns {
			if f != nil {
				o.Varying++
				z.SetCol(a, f)
			}
		}
		err = parallel.For(ctx, workers, n, overallTile, func(from, to int) {
			dense.AddProducts(gram.Slice(from, to, 0, to).(*mat.Dense).RawMatrix(),
				z.Slice(from, to, 0, block).(*mat.Dense).RawMatrix(),
				z.Slice(0, to, 0, block).(*mat.Dense).RawMatrix())
		})
		if err != nil {
			return nil, err
		}
	}
	var squares float64
	for i := range n {
		row := gram.RawRowView(i)[:i+1]
		squares += 2*floats.Dot(row[:i], row[:i]) + row[i]*row[i]
	}
	if v := float64(o.Varying); v > 1 {
		o.Mean = max(0, min(1, (squares-v)/(v*(v-1))))
	}
	return o, nil
}

// overallOfPairs is OverallOf by pairs of features.
func overallOfPairs(ctx context.Context, d *datasets.Dataset, all []int, workers int) (
	*Overall, error) {
	columns, err := columnsOf(ctx, d, all, workers)
	if err != nil {
		return nil, err
	}
	n, o := d.N(), &Overall{}
	room := columns[0][:len(columns)*n] // they stand one after the other
	if err := unit(ctx, columns, workers); err != nil {
		return nil, err
	}
	for a, f := range columns {
		if f == nil {
			continue
		}
		if o.Varying < a {
			copy(room[o.Varying*n:(o.Varying+1)*n], f)
		}
		o.Varying++
	}
	if o.Varying < 2 {
		return o, ctx.Err()
	}
	z := mat.NewDense(o.Varying, n, room[:o.Varying*n])
	// The squares of each row are added in order at the end.
	squares := make([]float64, o.Varying)
	err = parallel.For(ctx, workers, o.Varying, overallTile, func(lo, hi int) {
		tile := mat.NewDense(hi-lo, overallWidth, nil)
		rows := z.Slice(lo, hi, 0, n).(*mat.Dense).RawMatrix()
		for from := 0; from < hi; from += overallWidth {
			to := min(from+overallWidth, hi)
			tile.Zero()
			dense.AddProducts(tile.Slice(0, hi-lo, 0, to-from).(*mat.Dense).RawMatrix(), rows,
				z.Slice(from, to, 0, n).(*mat.Dense).RawMatrix())
			for i := lo; i < hi; i++ {
				for _, v := range tile.RawRowView(i - lo)[:max(0, min(i, to)-from)] {
					v = clamp(v)
					squares[i] += v * v
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	v := float64(o.Varying)
	o.Mean = floats.Sum(squares) / (v * (v - 1) / 2)
	return o, nil
}

// unit centers each column and scales it to unit length; a constant one becomes nil.
func unit(ctx context.Context, columns [][]float64, workers int) error {
	return parallel.For(ctx, workers, len(columns), 8, func(lo, hi int) {
		for a, f := range columns[lo:hi] {
			if centerInPlace(f); !normalize(f) {
				columns[lo+a] = nil
			}
		}
	})
}
