package learn

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Kernel is the inner product of a support vector machine.
type Kernel int

const (
	RBF    Kernel = iota // exp(-gamma·‖x-z‖²)
	Linear               // x·z
)

// kernelRows computes rows of the kernel matrix of n samples.
type kernelRows struct {
	kernel Kernel
	gamma  float64
	x      blas64.General // n×d, rows that may be swapped
	norms  []float64      // squared, of each row
}

func newKernelRows(kernel Kernel, gamma float64, x *mat.Dense) *kernelRows {
	k := &kernelRows{kernel, gamma, x.RawMatrix(), make([]float64, x.RawMatrix().Rows)}
	for i := range k.norms {
		k.norms[i] = floats.Dot(k.row(i), k.row(i))
	}
	return k
}

func (k *kernelRows) row(i int) []float64 {
	return k.x.Data[i*k.x.Stride:][:k.x.Cols]
}

// fill sets to[lo:hi] to the kernel of v, of that squared norm, with the rows lo
// to hi. The cost is O((hi-lo)d).
func (k *kernelRows) fill(to, v []float64, norm float64, lo, hi int) {
	if lo == hi {
		return
	}
	part := blas64.General{Rows: hi - lo, Cols: k.x.Cols, Stride: k.x.Stride,
		Data: k.x.Data[lo*k.x.Stride:]}
	to = to[lo:hi]
	blas64.Gemv(blas.NoTrans, 1, part, blas64.Vector{N: len(v), Data: v, Inc: 1}, 0,
		blas64.Vector{N: len(to), Data: to, Inc: 1})
	k.finish(to, k.norms[lo:hi], norm)
}

// of sets to (m×n) to the kernel of each row of x (m×d) with each of the rows. The cost is O(mnd).
func (k *kernelRows) of(to, x *mat.Dense) {
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, x.RawMatrix(), k.x, 0, to.RawMatrix())
	m, _ := to.Dims()
	for i := range m {
		row := x.RawRowView(i)
		k.finish(to.RawRowView(i), k.norms, floats.Dot(row, row))
	}
}

// finish makes values of the kernel of products with rows of those squared norms.
func (k *kernelRows) finish(products, norms []float64, norm float64) {
	if k.kernel == Linear {
		return
	}
	for i, dot := range products {
		// Rounding must not raise the similarity above that of equal rows.
		products[i] = math.Exp(-k.gamma * max(norm+norms[i]-2*dot, 0))
	}
}

// diagonal returns the kernel of each row with itself.
func (k *kernelRows) diagonal() []float64 {
	out := make([]float64, len(k.norms))
	for i, norm := range k.norms {
		out[i] = norm
		if k.kernel == RBF {
			out[i] = 1
		}
	}
	return out
}

func (k *kernelRows) swap(a, b int) {
	ra, rb := k.row(a), k.row(b)
	for j, v := range ra {
		ra[j], rb[j] = rb[j], v
	}
	k.norms[a], k.norms[b] = k.norms[b], k.norms[a]
}

// rowCache is an LRU cache of rows of a kernel matrix. A row may be partial, known up to a place.
type rowCache struct {
	rows     [][]float64 // by place, as long as it is known; nil for those not kept
	used     []int       // time of the last use
	clock    int
	capacity int // rows that may still be allocated
}

// newRowCache returns a cache for n rows of n numbers in that many bytes, but at least two rows.
func newRowCache(n, bytes int) *rowCache {
	return &rowCache{rows: make([][]float64, n), used: make([]int, n),
		capacity: max(2, bytes/(8*n))}
}

// get returns the known part of row i, with capacity for all of it.
func (c *rowCache) get(i int) []float64 {
	c.clock++
	c.used[i] = c.clock
	if c.rows[i] != nil {
		return c.rows[i]
	}
	if c.capacity > 0 {
		c.capacity--
		c.rows[i] = make([]float64, 0, len(c.rows))
		return c.rows[i]
	}
	oldest := -1
	for k, r := range c.rows {
		if r != nil && (oldest < 0 || c.used[k] < c.used[oldest]) {
			oldest = k
		}
	}
	c.rows[i], c.rows[oldest] = c.rows[oldest][:0], nil
	return c.rows[i]
}

// swap exchanges the places a < b, as rows and as columns.
func (c *rowCache) swap(a, b int) {
	c.rows[a], c.rows[b] = c.rows[b], c.rows[a]
	c.used[a], c.used[b] = c.used[b], c.used[a]
	for k, r := range c.rows {
		switch {
		case len(r) > b:
			r[a], r[b] = r[b], r[a]
		case len(r) > a:
			c.rows[k] = r[:a]
		}
	}
}
