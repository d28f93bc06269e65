package spectrum

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
)

const (
	// leastAtOnce is the largest matrix of which all eigenvalues are computed.
	leastAtOnce = 300
	// leastSteps bounds the steps for larger ones, and leastResidual, relative to the largest
	// eigenvalue, ends them: the error of the least eigenvalue is the square of the residual over
	// the gap to the next.
	leastSteps, leastResidual = 400, 1e-8
	// leastLook is the relative growth of the basis between two computations of the approximations.
	leastLook = .2
)

// Least returns the least eigenvalue of a symmetric matrix a (n×n), or a lower bound within the
// residual of the Lanczos method, and the size of the largest. For n above 300 the cost is one
// product of a and a vector per step, and O(n·steps²); a hundred steps are usual. times sets dst to
// av.
func Least(
	ctx context.Context, a mat.Symmetric, times func(dst, v []float64) error,
) (least, size float64, err error) {
	n := a.SymmetricDim()
	if n <= leastAtOnce {
		values, err := dense.Eigenvalues(ctx, a)
		if err != nil {
			return 0, 0, err
		}
		return values[0], max(values[n-1], -values[0]), nil
	}
	pairs, err := krylov.Problem{
		N: n, Want: 1, Smallest: true, Look: leastLook, Most: leastSteps, Tolerance: leastResidual,
		Times: func(v *mat.Dense) (*mat.Dense, error) {
			k, _ := v.Dims()
			images := mat.NewDense(k, n, nil)
			for c := range k {
				if err := times(images.RawRowView(c), v.RawRowView(c)); err != nil {
					return nil, err
				}
			}
			return images, nil
		},
	}.Solve(ctx)
	if err != nil {
		return 0, 0, err
	}
	if least = pairs.Values[0]; !pairs.Converged {
		least -= pairs.Residuals[0]
	}
	return least, pairs.Size, nil
}
