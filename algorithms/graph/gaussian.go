package graph

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/quickselect"
)

// Matrix returns K (n×n) over the rows of x (n×d), and σ². If no field is set, σ² is the mean of
// all n² squared distances. If all rows are equal, all similarities are 1.
//
// It returns an error if both fields are set or one is out of range, if the distances overflow or
// all underflow, and ctx.Err(). The cost is O(n²d/2) time, of few entries that of FindNearest, and
// O(n²) memory; meter is that of FindNearest.
func (s RBF) Matrix(
	ctx context.Context, x *mat.Dense, workers int, meter func(stage string, total int) func(int),
) (k *mat.SymDense, width float64, err error) {
	n, d := x.Dims()
	if err := algorithms.CheckRanges(s, n, d); err != nil {
		return nil, 0, err
	}
	if s.Percentile != 0 && s.Width != 0 {
		return nil, 0, fmt.Errorf("percentile = %g and width = %g; give one of them",
			s.Percentile, s.Width)
	}
	k, pairs, err := squaredDistances(ctx, x, workers, meter)
	if err != nil {
		return nil, 0, err
	}
	width = s.Width
	switch {
	case s.Percentile != 0:
		// In order, n zeros of the diagonal, then each pair twice.
		width = percentileOf(func(place int) float64 {
			if place < n {
				return 0
			}
			return quickselect.Smallest(pairs, (place-n)/2+1)
		}, n*n, s.Percentile)
		if width == 0 {
			for _, v := range pairs {
				if v > 0 && (width == 0 || v < width) {
					width = v
				}
			}
		}
	case width == 0:
		slices.Sort(pairs) // the sum does not depend on the order of the samples
		for _, v := range pairs {
			share := v / float64(n*n)
			width += share
			width += share
		}
	}
	toKernel(k, width, workers)
	return k, width, nil
}

// toKernel replaces squared distances by similarities.
func toKernel(k *mat.SymDense, width float64, workers int) {
	raw := k.RawSymmetric()
	parallel.Whole(workers, raw.N, 16, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := raw.Data[i*raw.Stride:][i:raw.N]
			for j, v := range row {
				row[j] = 1
				if v > 0 {
					row[j] = math.Exp(-v / width / 2)
				}
			}
		}
	})
}

// squaredDistances returns the squared distances of all rows of x, as a matrix and as a list of
// those above its diagonal.
func squaredDistances(ctx context.Context, x *mat.Dense, workers int,
	meter func(stage string, total int) func(int)) (k *mat.SymDense, pairs []float64, err error) {
	n, d := x.Dims()
	if err := checkPairs(n, 12); err != nil { // of k, and of pairs
		return nil, nil, err
	}
	k = mat.NewSymDense(n, nil)
	few, err := fewOf(ctx, storage.Dense{Dense: x}, workers)
	if err != nil {
		return nil, nil, err
	}
	var about *aboutCenter
	if few == nil && dense.External() {
		about = aboutMean(x, workers)
	}
	if few != nil {
		err = newSparseRows(few, false).eachPair(ctx, workers, "distances", meter, k.SetSym)
	} else if about != nil {
		err = about.eachDistance(ctx, workers, "distances", meter, k.SetSym)
	} else {
		err = eachTile(ctx, x, workers, "distances", meter, func(a, b int, dist *tile) {
			for i := a * tileRows; i < min((a+1)*tileRows, n); i++ {
				for j := max(i, b*tileRows); j < min((b+1)*tileRows, n); j++ {
					k.SetSym(i, j, dist[i-a*tileRows][j-b*tileRows])
				}
			}
		})
	}
	if err != nil {
		return nil, nil, err
	}
	pairs = make([]float64, 0, n*(n-1)/2)
	var most float64
	raw := k.RawSymmetric()
	for i := range n {
		for _, v := range raw.Data[i*raw.Stride+i+1 : i*raw.Stride+n] {
			most = max(most, v) // NaN stays
			pairs = append(pairs, v)
		}
	}
	if math.IsInf(most, 0) || math.IsNaN(most) {
		return nil, nil,
			errors.New("the squared distances between samples overflow; divide the data by a " +
				"constant")
	} else if most < tinyForm {
		columns := make([]int, d)
		for j := range columns {
			columns[j] = j
		}
		if dev, _ := deviations(x, columns); slices.Max(dev) > 0 {
			return nil, nil,
				errors.New("the squared distances between samples underflow; multiply the data " +
					"by a constant")
		}
	}
	return k, pairs, nil
}

// percentileOf interpolates between count ascending values.
func percentileOf(value func(place int) float64, count int, percentile float64) float64 {
	// A position that is a whole number must not be off by rounding: 1e-16 above it, the percentile
	// would be a tiny number instead of 0 if the value there is 0. So the product, which is whole
	// for a whole percentile, comes first, and is rounded before Modf subtracts from it.
	whole, part := math.Modf(float64(percentile*float64(count-1)) / 100)
	v := value(int(whole))
	if part > 0 {
		v += float64(part * (value(int(whole)+1) - v))
	}
	return v
}
