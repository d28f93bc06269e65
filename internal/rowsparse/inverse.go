package rowsparse

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// Inverse returns a function that multiplies rows of length d by A⁻¹: by a triangular factor of A
// where B has half as many rows as columns or more, with C like the function Inverse, else by the
// Woodbury identity.
// Where p is Hard, B is orthonormal rows and the result is the limit for B multiplied by ever
// larger numbers, which is perpendicular to them. The cost is O(rd² + d³) or O(r²d + r³) to set up,
// then O(d²) or O(rd) a row.
func (p Problem) Inverse() (func(v *mat.Dense) *mat.Dense, error) {
	d, r := len(p.Q), 0
	if p.C != nil {
		if inverse := inverseOf(p.C.RawSymmetric(), p.Q); inverse != nil {
			return inverse, nil
		}
		return nil, errNoConvergence
	}
	if p.B != nil {
		r, _ = p.B.Dims()
	}
	if p.Hard || 2*r < d {
		in, err := p.invert(0)
		if err != nil {
			return nil, err
		}
		return in.times, nil
	}
	stack := mat.NewDense(r+d, d, nil)
	stack.Slice(0, r, 0, d).(*mat.Dense).Copy(p.B)
	for l, q := range p.Q {
		stack.Set(r+l, l, math.Sqrt(q))
	}
	root := Triangle(stack).RawMatrix()
	upper := blas64.Triangular{
		Uplo: blas.Upper, Diag: blas.NonUnit, N: d, Data: root.Data, Stride: root.Stride,
	}
	return solver(upper), nil
}

// Inverse returns a function that multiplies rows by the inverse of C + diag(q) for a positive
// semidefinite C (d×d), whose upper part is read, or nil when rounding leaves the sum not positive
// definite. The cost is O(d³), then O(d²) a row.
func Inverse(c *mat.Dense, q []float64) func(v *mat.Dense) *mat.Dense {
	raw := c.RawMatrix()
	return inverseOf(blas64.Symmetric{N: raw.Rows, Stride: raw.Stride, Uplo: blas.Upper,
		Data: raw.Data}, q)
}

func inverseOf(c blas64.Symmetric, q []float64) func(v *mat.Dense) *mat.Dense {
	upper, ok := factor(c, q)
	if !ok {
		return nil
	}
	return solver(upper)
}

// factor returns R of R'R = C + diag(q), false when rounding leaves that not positive definite.
func factor(c blas64.Symmetric, q []float64) (blas64.Triangular, bool) {
	a := blas64.Symmetric{N: c.N, Stride: dense.Stride(c.N), Uplo: blas.Upper}
	a.Data = make([]float64, a.N*a.Stride)
	for i, v := range q {
		to := a.Data[i*a.Stride : i*a.Stride+a.N]
		copy(to[i:], c.Data[i*c.Stride+i:])
		to[i] += v
	}
	return dense.Cholesky(a, 0)
}

// solver multiplies rows by (R'R)⁻¹.
func solver(upper blas64.Triangular) func(v *mat.Dense) *mat.Dense {
	return func(v *mat.Dense) *mat.Dense {
		out := mat.DenseCopyOf(v)
		dense.SolveRows(upper, out)
		return out
	}
}
