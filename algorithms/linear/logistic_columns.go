package linear

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/moments"
	"fsnb.example/internal/parallel"
)

// glmColumns are the columns of a data set (n×d), centered and divided by their standard deviation
// (1/n), for models with a loss of their linear form. Values in memory are standardized once, one
// column after the other; those of files whenever they are read, to the same bits; sparse ones
// never: means are subtracted within products.
type glmColumns struct {
	x             mat.Matrix
	n, d, workers int
	mean, sd      []float64 // sd is 0 for a constant column
	sparse        *storage.Sparse
	dense         []float64 // d×n; nil if the values are sparse or on disk
	constant      []int
	buffers       sync.Pool
}

const glmBlock = 128 // columns that a worker takes at a time

func newGLMColumns(ctx context.Context, d *datasets.Dataset, workers int) (*glmColumns, error) {
	scatter, constant, err := graph.Scatter(ctx, d.Matrix(), d.Features, workers)
	if err != nil {
		return nil, err
	}
	c := &glmColumns{
		x: d.Matrix(), n: d.N(), d: d.D(), workers: workers, constant: constant,
		mean: make([]float64, d.D()), sd: make([]float64, d.D()),
	}
	if s, ok := c.x.(*storage.Sparse); ok {
		c.sparse = s
		for j := range c.d {
			_, values := s.Column(j)
			c.mean[j] = floats.Sum(values) / float64(c.n)
			c.sd[j] = math.Sqrt(scatter[j] / float64(c.n))
		}
	} else if err := c.measure(ctx); err != nil {
		return nil, err
	}
	for _, j := range constant {
		c.sd[j] = 0
	}
	if d.X == nil {
		return c, ctx.Err()
	}
	c.dense = make([]float64, c.n*c.d)
	err = storage.EachBlock(ctx, c.x, workers, glmBlock, func(b *mat.Dense, lo, hi int) {
		c.standardize(c.dense[lo*c.n:hi*c.n], b, lo, hi)
	})
	return c, err
}

// measure sets the means and standard deviations.
func (c *glmColumns) measure(ctx context.Context) error {
	factor := math.Sqrt(float64(c.n-1) / float64(c.n)) // from 1/(n-1) to 1/n
	return storage.EachBlock(ctx, c.x, c.workers, glmBlock, func(b *mat.Dense, lo, hi int) {
		mean, sd := moments.Columns(c.n, hi-lo, b.RawRowView)
		for k := range mean {
			c.mean[lo+k], c.sd[lo+k] = mean[k], factor*sd[k]
		}
	})
}

// standardize writes columns lo to hi-1, which b holds, one after the other.
func (c *glmColumns) standardize(out []float64, b *mat.Dense, lo, hi int) {
	const tile = 8 // columns of a cache line
	for j := lo; j < hi; j += tile {
		end := min(j+tile, hi)
		for i := range c.n {
			row := b.RawRowView(i)
			for k := j; k < end; k++ {
				if c.sd[k] > 0 {
					out[(k-lo)*c.n+i] = (row[k-lo] - c.mean[k]) / c.sd[k]
				} else {
					out[(k-lo)*c.n+i] = 0
				}
			}
		}
	}
}

// products sets out[j·q+c] to z_j'r_c/n for all d columns z_j, and the q vectors r_c.
func (c *glmColumns) products(ctx context.Context, r [][]float64, out []float64) error {
	q := len(r)
	set := func(z []float64, j int) {
		for k, v := range r {
			out[j*q+k] = floats.Dot(z, v) / float64(c.n)
		}
	}
	switch {
	case c.dense != nil:
		return parallel.For(ctx, c.workers, c.d, glmBlock, func(lo, hi int) {
			for j := lo; j < hi; j++ {
				set(c.dense[j*c.n:(j+1)*c.n], j)
			}
		})
	case c.sparse != nil:
		return c.sparseProducts(ctx, r, out)
	}
	return storage.EachBlock(ctx, c.x, c.workers, glmBlock, func(b *mat.Dense, lo, hi int) {
		buf, _ := c.buffers.Get().(*[]float64)
		if buf == nil || cap(*buf) < (hi-lo)*c.n {
			values := make([]float64, (hi-lo)*c.n)
			buf = &values
		}
		z := (*buf)[:(hi-lo)*c.n]
		c.standardize(z, b, lo, hi)
		for j := lo; j < hi; j++ {
			set(z[(j-lo)*c.n:(j-lo+1)*c.n], j)
		}
		c.buffers.Put(buf)
	})
}

func (c *glmColumns) sparseProducts(ctx context.Context, r [][]float64, out []float64) error {
	q, sums := len(r), make([]float64, len(r))
	for k, v := range r {
		sums[k] = floats.Sum(v)
	}
	return parallel.For(ctx, c.workers, c.d, glmBlock, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			rows, values := c.sparse.Column(j)
			for k, v := range r {
				var s float64
				for p, i := range rows {
					s += values[p] * v[i]
				}
				if out[j*q+k] = 0; c.sd[j] > 0 {
					out[j*q+k] = (s - c.mean[j]*sums[k]) / c.sd[j] / float64(c.n)
				}
			}
		}
	})
}

// column returns z_j. Callers must not modify it.
func (c *glmColumns) column(j int) ([]float64, error) {
	if c.dense != nil {
		return c.dense[j*c.n : (j+1)*c.n : (j+1)*c.n], nil
	}
	z := make([]float64, c.n)
	if c.sparse != nil {
		floats.AddConst(-c.mean[j]/c.sd[j], z)
		rows, values := c.sparse.Column(j)
		for p, i := range rows {
			z[i] = (values[p] - c.mean[j]) / c.sd[j]
		}
		return z, nil
	}
	return z, storage.Guard(func() {
		c.standardize(z, storage.Of(c.x).Columns(j, j+1, new(storage.Buffer)), j, j+1)
	})
}
