package information

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// nystrom is GG' + diag(rest) of p features, the Nyström approximation from some rows of Q.
type nystrom struct {
	g    *mat.Dense // p×k
	rest []float64
	gv   []float64
}

// leastEigenvalue is the share of the largest eigenvalue of a block below which eigenvalues are
// dropped: their inverses would be rounding errors.
const leastEigenvalue = 1e-10

// newNystrom approximates Q from its columns c (p×r) at the sampled features and its diagonal, if
// that is not nil: CA⁺C' = GG', with G = CU⁻¹ if A = U'U is positive definite, else G = CVΛ^-½
// with the positive eigenvalues of A = VΛV'. It turns c into G. The cost is O(r³ + pr²).
func newNystrom(ctx context.Context, c *mat.Dense, drawn []int, diagonal []float64, workers int) (
	*nystrom, error) {
	p, r := c.Dims()
	a := mat.NewSymDense(r, nil)
	for i := range drawn {
		for j := i; j < r; j++ {
			a.SetSym(i, j, (c.At(drawn[j], i)+c.At(drawn[i], j))/2)
		}
	}
	times, k, err := inverseRoot(ctx, a)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n := &nystrom{g: c.Slice(0, p, 0, k).(*mat.Dense), rest: make([]float64, p),
		gv: make([]float64, k)}
	err = parallel.For(ctx, workers, p, 64, func(lo, hi int) {
		times(c.Slice(lo, hi, 0, r).(*mat.Dense))
		for j := lo; j < hi && diagonal != nil; j++ {
			row := n.g.RawRowView(j)
			n.rest[j] = max(0, diagonal[j]-floats.Dot(row, row))
		}
	})
	return n, err
}

// inverseRoot returns a function that replaces the first k columns of c by those of cR, with RR' =
// A⁺, and their number k.
func inverseRoot(ctx context.Context, a *mat.SymDense) (times func(c *mat.Dense), k int,
	err error) {
	r := a.SymmetricDim()
	u := mat.NewSymDense(r, nil)
	u.CopySym(a)
	factor, ok := dense.Cholesky(u.RawSymmetric(), 0)
	least, most := math.Inf(1), 0.
	for i := range r {
		v := u.At(i, i) * u.At(i, i)
		least, most = min(least, v), max(most, v)
	}
	if ok && least > 10*leastEigenvalue*most {
		return func(c *mat.Dense) {
			blas64.Trsm(blas.Right, blas.NoTrans, 1, factor, c.RawMatrix())
		}, r, nil
	}
	values, vectors, err := dense.Eigen(ctx, a)
	if err != nil {
		return nil, 0, err
	}
	first := 0
	for first < r-1 && values[first] <= leastEigenvalue*values[r-1] {
		first++
	}
	for k := first; k < r; k++ {
		scale := 1 / math.Sqrt(values[k])
		for i := range r {
			vectors.Set(i, k, scale*vectors.At(i, k))
		}
	}
	part := vectors.Slice(0, r, first, r)
	return func(c *mat.Dense) {
		rows, _ := c.Dims()
		turned := mat.DenseCopyOf(c.T())
		c.Slice(0, rows, 0, r-first).(*mat.Dense).Mul(turned.T(), part)
	}, r - first, nil
}

// Dim returns p.
func (n *nystrom) Dim() int { return len(n.rest) }

// Mul sets dst to the product with v.
func (n *nystrom) Mul(ctx context.Context, dst, v []float64, workers int) error {
	p, k := n.g.Dims()
	err := parallel.For(ctx, workers, k, 64, func(lo, hi int) {
		clear(n.gv[lo:hi])
		for j := range p {
			if v[j] != 0 {
				floats.AddScaled(n.gv[lo:hi], v[j], n.g.RawRowView(j)[lo:hi])
			}
		}
	})
	if err != nil {
		return err
	}
	return parallel.For(ctx, workers, p, 64, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			dst[j] = floats.Dot(n.g.RawRowView(j), n.gv) + n.rest[j]*v[j]
		}
	})
}

// Block sets dst to the matrix at the given rows and columns.
func (n *nystrom) Block(ctx context.Context, dst *mat.Dense, rows, cols []int, workers int) error {
	return parallel.For(ctx, workers, len(rows), 16, func(lo, hi int) {
		for a := lo; a < hi; a++ {
			row, to := n.g.RawRowView(rows[a]), dst.RawRowView(a)
			for b, j := range cols {
				to[b] = floats.Dot(row, n.g.RawRowView(j))
				if rows[a] == j {
					to[b] += n.rest[j]
				}
			}
		}
	})
}
