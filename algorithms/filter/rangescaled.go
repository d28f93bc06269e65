package filter

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
)

// rangeScaled returns X with each column scaled to a range of 1, constant ones to 0, the ranges,
// and the constant columns. In memory the smallest value of a column becomes 0; sparse values keep
// their zeros, so that differences of samples are the same; and those on disk are a view. Values of
// which few are not 0 are taken as sparse ones, unless dense says that they must not be.
func rangeScaled(ctx context.Context, d *datasets.Dataset, dense bool, workers int) (
	x mat.Matrix, width []float64, constant []int, err error) {
	values := d.Matrix()
	if !dense {
		few, err := storage.Few(ctx, values, workers)
		if err != nil {
			return nil, nil, nil, err
		}
		if few != nil {
			values = few
		}
	}
	least, width, err := ranges(ctx, values, workers)
	if err != nil {
		return nil, nil, nil, err
	}
	for j, w := range width {
		if w == 0 {
			constant = append(constant, j)
		} else if math.IsInf(w, 1) {
			return nil, nil, nil,
				fmt.Errorf("column %d (%s): the range of its values overflows; divide the "+
					"column by a constant", j, d.Features[j])
		}
	}
	switch m := values.(type) {
	case *storage.Sparse:
		return m.DivideColumns(width), width, constant, nil
	case *storage.Mapped:
		return m.Scaled(least, width), width, constant, nil
	}
	out := mat.NewDense(d.N(), d.D(), nil)
	err = storage.EachBlock(ctx, d.X, workers, rangeBlock, func(b *mat.Dense, lo, hi int) {
		least, width := least[lo:hi], width[lo:hi]
		for i := range d.N() {
			to := out.RawRowView(i)[lo:hi]
			for j, v := range b.RawRowView(i) {
				if width[j] > 0 {
					to[j] = (v - least[j]) / width[j]
				}
			}
		}
	})
	return out, width, constant, err
}

const rangeBlock = 128

// ranges returns the smallest value of every column, and the largest less the smallest.
func ranges(ctx context.Context, x storage.Matrix, workers int) (least, width []float64,
	err error) {
	n, d := x.Dims()
	least, width = make([]float64, d), make([]float64, d)
	if s, ok := x.(*storage.Sparse); ok {
		for j := range d {
			_, values := s.Column(j)
			if len(values) == n {
				least[j], width[j] = values[0], values[0]
			}
			for _, v := range values {
				least[j], width[j] = min(least[j], v), max(width[j], v)
			}
			width[j] -= least[j]
		}
		return least, width, ctx.Err()
	}
	err = storage.EachBlock(ctx, x, workers, rangeBlock, func(b *mat.Dense, lo, hi int) {
		least, width := least[lo:hi], width[lo:hi]
		copy(least, b.RawRowView(0))
		copy(width, least)
		for i := range n {
			for j, v := range b.RawRowView(i) {
				least[j], width[j] = min(least[j], v), max(width[j], v)
			}
		}
		for j := range width {
			width[j] -= least[j]
		}
	})
	return least, width, err
}

// byRange is rangeScaled with scores, in place of the constant columns, and beforeScaling.
func byRange(ctx context.Context, d *datasets.Dataset, dense bool, workers int) (
	x mat.Matrix, sizes []float64, s *algorithms.Scores, err error) {
	x, width, constant, err := rangeScaled(ctx, d, dense, workers)
	if err != nil {
		return nil, nil, nil, err
	}
	sizes, err = beforeScaling(ctx, d.Matrix(), width)
	return x, sizes, algorithms.NewScores(d, constant), err
}

// constantLast gives the constant columns the lowest score.
func constantLast(s *algorithms.Scores) {
	for _, j := range s.Constant {
		s.Values[j] = math.Inf(-1)
	}
}

// beforeScaling returns Σ_j |x_ij| / width_j, the size of the values before their differences are
// taken.
func beforeScaling(ctx context.Context, x storage.Matrix, width []float64) ([]float64, error) {
	n, d := x.Dims()
	out := make([]float64, n)
	if s, ok := x.(*storage.Sparse); ok {
		for j := range d {
			rows, values := s.Column(j)
			for p, i := range rows {
				if width[j] > 0 {
					out[i] += math.Abs(values[p]) / width[j]
				}
			}
		}
		return out, ctx.Err()
	}
	// One goroutine, since the columns of a row are added in their order.
	err := storage.EachBlock(ctx, x, 1, d, func(b *mat.Dense, lo, _ int) {
		for i := range out {
			for j, v := range b.RawRowView(i) {
				if width[lo+j] > 0 {
					out[i] += math.Abs(v) / width[lo+j]
				}
			}
		}
	})
	return out, err
}
