package projection

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
	"fsnb.example/learn"
)

// canonical copies the samples in that order, and the columns, those of the lowest values in the
// first of these samples first. So the rounding of distances and means does not depend on the order
// of either.
func canonical(x *mat.Dense, samples []int) *mat.Dense {
	n, d := x.Dims()
	order := make([]int, d)
	for j := range d {
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
	out := mat.NewDense(n, d, nil)
	for to, from := range samples {
		row := x.RawRowView(from)
		for c, j := range order {
			out.Set(to, c, row[j])
		}
	}
	return out
}

// placesAtATime are the samples of whose distances a processor adds the cubes at a time.
const placesAtATime = 16

// canonicalOrder sorts the samples by a number that depends neither on the order of the rows nor on
// that of the columns: the sum of the cubes of the squared distances from all samples. So k-means
// draws the same centers in any order.
func canonicalOrder(ctx context.Context, x *mat.Dense, workers int) ([]int, error) {
	n, _ := x.Dims()
	scaling := learn.FitScaling(x)
	centered := mat.DenseCopyOf(x)
	for i := range n {
		row := centered.RawRowView(i)
		for j := range row {
			row[j] -= scaling.Mean[j]
		}
	}
	gram := dense.Gram(centered, nil)
	square := make([]float64, n)
	for i := range n {
		square[i] = gram.Data[i*gram.Stride+i]
	}
	unit := floats.Max(square)
	if !(unit > 1e-290 && unit < 1e290) {
		return nil, errLearnedSquares
	}
	place := make([]float64, n)
	err := parallel.For(ctx, workers, n, placesAtATime, func(lo, hi int) {
		list := make([]float64, n)
		for i := lo; i < hi; i++ {
			for k := range n {
				product := gram.Data[min(i, k)*gram.Stride+max(i, k)]
				v := (square[i] + square[k] - 2*product) / unit
				list[k] = v * v * v
			}
			slices.Sort(list)
			place[i] = floats.Sum(list)
		}
	})
	if err != nil {
		return nil, err
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(place[i], place[j]) })
	return order, nil
}

// startClusters is a k-means clustering of the canonical samples x, numbered as before. The first
// start does not depend on the seed.
func startClusters(ctx context.Context, x *mat.Dense, order []int, clusters int, seed uint64,
	start, workers int) ([]int, error) {
	if start == 0 {
		seed = 0
	}
	means := learn.KMeans{K: clusters, Seed: seed + uint64(start), Workers: workers}
	found, err := means.Cluster(ctx, x)
	if err != nil {
		return nil, err
	}
	labels := make([]int, len(order))
	for to, from := range order {
		labels[from] = found.Labels[to]
	}
	return labels, nil
}
