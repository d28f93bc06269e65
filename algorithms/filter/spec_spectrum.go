package filter

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
)

// sameEigenvalue is the difference up to which eigenvalues of ℒ, which are between 0 and 2, count
// as equal.
const sameEigenvalue = 1e-9

// zeroEigenvalue is the rounding error of an eigenvalue 0; γ(λ) = √λ would raise 1e-16 to 1e-8.
const zeroEigenvalue = 1e-12

// spectral returns, for every feature, sum_{i>1} γ(λ_i) α_i² and the sum over
// 1 < i <= Eigenvectors of (γ(2) - γ(λ_i)) α_i², both times ‖D^½f‖², by all eigenvectors of ℒ,
// which replaces K.
func (m SPEC) spectral(ctx context.Context, d *datasets.Dataset, k *mat.SymDense,
	degrees []float64, opt algorithms.Options) (rough, close []float64, err error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	n := d.N()
	toLaplacian(k, degrees)
	values, vectors, err := dense.Eigen(ctx, k) // ascending
	if err != nil {
		return nil, nil, err
	}
	shares := shares(values, m.Eigenvectors)
	top := math.Pow(2, m.Power)
	gamma, weight := make([]float64, n), make([]float64, n)
	for i, v := range values {
		if v > zeroEigenvalue {
			gamma[i] = math.Pow(v, m.Power)
		}
		weight[i] = shares[i] * (top - gamma[i])
	}

	mean, err := graphs.WeightedMeans(ctx, d.Matrix(), degrees, opt.Workers)
	if err != nil {
		return nil, nil, err
	}
	rough, close = make([]float64, d.D()), make([]float64, d.D())
	const block = 64
	origin := d.X.RawRowView(0)
	err = parallel.For(ctx, opt.Workers, d.D(), block, func(lo, hi int) {
		// D^½f~ is orthogonal to ξ_1, and the rounding error of f~ is far below that of f.
		centered := mat.NewDense(n, hi-lo, nil)
		for i := range n {
			root, row, out := math.Sqrt(degrees[i]), d.X.RawRowView(i), centered.RawRowView(i)
			for j := lo; j < hi; j++ {
				out[j-lo] = root * (row[j] - origin[j] - mean[j])
			}
		}
		var alpha mat.Dense
		alpha.Mul(vectors.T(), centered)
		for i := range n {
			for j, v := range alpha.RawRowView(i) {
				rough[lo+j] += gamma[i] * v * v
				close[lo+j] += weight[i] * v * v
			}
		}
	})
	return rough, close, err
}

// toLaplacian replaces K by D^-½(D - K)D^-½. Samples without an edge, where every D^½f is 0, come
// last in its spectrum.
func toLaplacian(k *mat.SymDense, degrees []float64) {
	root := make([]float64, len(degrees))
	for i, degree := range degrees {
		root[i] = math.Sqrt(degree)
	}
	raw := k.RawSymmetric()
	for i, degree := range degrees {
		row := raw.Data[i*raw.Stride:][:raw.N]
		if row[i] = 1 - row[i]/degree; degree == 0 {
			row[i] = 2
		}
		for j := i + 1; j < len(row); j++ {
			if row[j] != 0 {
				row[j] = -row[j] / root[i] / root[j]
			}
		}
	}
}

// shares returns the weight of each of the ascending eigenvalues if the first k count:
// 1 below the k-th, 0 above it, and equal weights for all that equal the k-th. The first,
// of ξ_1, always counts whole; a centered feature is orthogonal to ξ_1, so its weight here
// may be that of the eigenvalues equal to it.
func shares(values []float64, k int) []float64 {
	out := make([]float64, len(values))
	if k == 0 {
		k = len(values)
	}
	lo, hi := k-1, k
	for lo > 0 && values[k-1]-values[lo-1] <= sameEigenvalue {
		lo--
	}
	for hi < len(values) && values[hi]-values[k-1] <= sameEigenvalue {
		hi++
	}
	share := float64(k-lo) / float64(hi-lo)
	if lo == 0 && hi > 1 {
		share = float64(k-1) / float64(hi-1)
	}
	for i := range hi {
		if out[i] = 1; i >= lo {
			out[i] = share
		}
	}
	return out
}
