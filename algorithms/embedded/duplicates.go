package embedded

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
)

// standardColumns returns the live columns of d with zero mean and unit variance, and the indices
// of the live, the duplicate and the constant columns.
func standardColumns(
	ctx context.Context, d *datasets.Dataset, workers int,
) (x *mat.Dense, live, duplicated, constant []int, err error) {
	c, err := findDuplicates(ctx, d, workers)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	for j, of := range c.first {
		if of != j {
			duplicated = append(duplicated, j)
		}
	}
	live, constant = c.live, c.constant
	if len(live) == 0 {
		return nil, nil, duplicated, constant, nil
	}
	n := d.N()
	x = mat.NewDense(n, len(live), nil)
	err = parallel.For(ctx, workers, len(live), 64, func(lo, hi int) {
		for c0 := lo; c0 < hi; c0++ {
			j := live[c0]
			origin, mean := d.X.At(0, j), 0.0
			for i := range n {
				mean += (d.X.At(i, j) - origin) / float64(n)
			}
			sd := math.Sqrt(c.scatter[j] / float64(n))
			for i := range n {
				x.Set(i, c0, (d.X.At(i, j)-origin-mean)/sd)
			}
		}
	})
	return x, live, duplicated, constant, err
}

// kinds are the columns of a data set: live ones are neither constant nor a duplicate of an
// earlier column.
type kinds struct {
	live, constant []int     // ascending
	first          []int     // of a duplicate its first column, of any other column itself
	scatter        []float64 // sum of squares about the mean
}

func findDuplicates(ctx context.Context, d *datasets.Dataset, workers int) (*kinds, error) {
	scatter, constant, err := graphs.Scatter(ctx, d.Matrix(), d.Features, workers)
	if err != nil {
		return nil, err
	}
	c := &kinds{constant: constant, scatter: scatter}
	var varying []int
	for j, q := range scatter {
		if q != 0 {
			varying = append(varying, j)
		}
	}
	c.first, err = duplicates.Columns(ctx, d.X, varying, duplicates.Rule{}, workers)
	if err != nil {
		return nil, err
	}
	for _, j := range varying {
		if c.first[j] == j {
			c.live = append(c.live, j)
		}
	}
	return c, nil
}
