package projection

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
)

// canonical copies x with the samples in their canonical order, which it returns, and the columns,
// those of the lowest values in the first of these samples first. So the rounding of distances and
// means does not depend on the order of either.
func canonical(ctx context.Context, x *mat.Dense, workers int) (*mat.Dense, []int, error) {
	out := mat.DenseCopyOf(x)
	samples, err := canonicalOrder(ctx, out, workers)
	if err != nil {
		return nil, nil, err
	}
	order := make([]int, x.RawMatrix().Cols)
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(i, j int) int {
		for _, r := range samples {
			if row := x.RawRowView(r); row[i] != row[j] {
				return cmp.Compare(row[i], row[j])
			}
		}
		return 0
	})
	for to, from := range samples {
		row := x.RawRowView(from)
		for c, j := range order {
			out.Set(to, c, row[j])
		}
	}
	return out, samples, nil
}

// orderTile is the number of samples whose distances from as many others are computed at a time.
const orderTile = 64

// canonicalOrder sorts the samples by a number that depends neither on the order of the rows nor on
// that of the columns: the sum of the cubes of the squared distances from all samples, in integers,
// whose sums have no order. So k-means draws the same centers in any order. It centers x.
func canonicalOrder(ctx context.Context, centered *mat.Dense, workers int) ([]int, error) {
	n, d := centered.Dims()
	scaling := learn.FitScaling(centered)
	square := make([]float64, n)
	for i := range n {
		row := centered.RawRowView(i)
		floats.Sub(row, scaling.Mean)
		square[i] = floats.Dot(row, row)
	}
	unit := floats.Max(square)
	if !(unit > 1e-290 && unit < 1e290) {
		return nil, errLearnedSquares
	}
	scale := math.Ldexp(1, 62) / (65 * float64(n)) // a cube is at most 64
	place := make([]atomic.Int64, n)
	tiles := (n + orderTile - 1) / orderTile
	err := parallel.For(ctx, workers, tiles, 1, func(a, _ int) {
		own := make([]int64, orderTile)
		lo, hi := a*orderTile, min((a+1)*orderTile, n)
		block := centered.Slice(lo, hi, 0, d).(*mat.Dense).RawMatrix()
		products := make([]float64, orderTile*orderTile)
		for from := lo; from < n; from += orderTile {
			to := min(from+orderTile, n)
			clear(products)
			dense.AddProducts(blas64.General{Rows: hi - lo, Cols: to - from, Stride: orderTile,
				Data: products}, block, centered.Slice(from, to, 0, d).(*mat.Dense).RawMatrix())
			for k := from; k < to; k++ {
				var other int64
				for i := lo; i < hi; i++ {
					product := products[(i-lo)*orderTile+k-from]
					v := (square[i] + square[k] - 2*product) / unit
					cube := int64(v * v * v * scale)
					own[i-lo] += cube
					other += cube
				}
				if from > lo {
					place[k].Add(other)
				}
			}
		}
		for i := lo; i < hi; i++ {
			place[i].Add(own[i-lo])
		}
	})
	if err != nil {
		return nil, err
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(place[i].Load(), place[j].Load())
	})
	return order, nil
}

// startClusters are k-means clusterings of the samples in their canonical order, one for each
// start, numbered as before. The first does not depend on the seed.
func startClusters(ctx context.Context, x *mat.Dense, clusters int, opt algorithms.Options,
	restarts int) ([][]int, error) {
	sorted, order, err := canonical(ctx, x, opt.Workers)
	if err != nil {
		return nil, err
	}
	starts := make([][]int, restarts+1)
	for start := range starts {
		seed := opt.Seed
		if start == 0 {
			seed = 0
		}
		means := learn.KMeans{K: clusters, Seed: seed + uint64(start), Workers: opt.Workers}
		found, err := means.Cluster(ctx, sorted)
		if err != nil {
			return nil, err
		}
		starts[start] = make([]int, len(order))
		for to, from := range order {
			starts[start][from] = found.Labels[to]
		}
	}
	return starts, nil
}
