package redundancy

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
	"fsnb.example/internal/parallel"
)

const (
	// eigenSamples is the number of samples up to which all eigenvectors of ZZ' are computed. For
	// more, eigenRounds is the number of products with a block of vectors.
	eigenSamples = 256
	eigenRounds  = 3
)

// Leading returns the coordinates Y = Z'U (p×rank, one row for each feature) of the features along
// rank directions, the orthonormal columns of U (n×rank): approximately the leading left singular
// vectors of Z, the largest first. rank is at most n. Z'Z - YY' is positive semidefinite. The cost
// is O(n²p).
func (s *Squares) Leading(ctx context.Context, rank, workers int) (*mat.Dense, error) {
	m := s.Multiplier(workers)
	ones := slices.Repeat([]float64{1}, s.p)
	if err := m.makeKernel(ctx, ones, nil); err != nil {
		return nil, err
	}
	gram := mat.NewSymDense(s.n, nil) // ZZ'; m.kernel has twice its entries below the diagonal
	for i := range s.n {
		for j := range i {
			gram.SetSym(i, j, m.kernel[i*s.n+j]/2)
		}
		gram.SetSym(i, i, m.kernel[i*s.n+i])
	}
	u, err := directions(ctx, gram, min(rank, s.n))
	if err != nil {
		return nil, err
	}
	_, rank = u.Dims()
	y := mat.NewDense(s.p, rank, nil)
	err = parallel.For(ctx, workers, s.p, tile, func(lo, hi int) {
		out := y.Slice(lo, hi, 0, rank).(*mat.Dense)
		out.Mul(mat.NewDense(hi-lo, s.n, s.z[lo*s.n:hi*s.n]), u)
	})
	return y, err
}

// directions returns the leading eigenvectors (n×rank), or, if n is large, those of a small Krylov
// space. Any directions are correct, and the leading ones are the best.
func directions(ctx context.Context, gram *mat.SymDense, rank int) (*mat.Dense, error) {
	n := gram.SymmetricDim()
	if n <= eigenSamples {
		_, all, err := dense.Eigen(ctx, gram)
		if err != nil {
			return nil, err
		}
		u := mat.NewDense(n, rank, nil)
		for j := range rank {
			u.SetCol(j, mat.Col(nil, n-1-j, all))
		}
		return u, nil
	}
	pairs, err := krylov.Problem{
		N: n, Want: rank, Look: 1, Rounds: eigenRounds,
		Times: func(v *mat.Dense) (*mat.Dense, error) {
			var image mat.Dense
			image.Mul(gram, v.T())
			return mat.DenseCopyOf(image.T()), nil
		},
	}.Solve(ctx)
	if err != nil {
		return nil, err
	}
	return mat.DenseCopyOf(pairs.Vectors.T()), nil
}
