package redundancy

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/krylov"
	"fsnb.example/internal/parallel"
)

const (
	// eigenSamples is the number of samples up to which all eigenvectors of ZZ' are found, and
	// eigenRounds that of products with a block of vectors for more.
	eigenSamples = 256
	eigenRounds  = 3
)

// Leading returns what rank directions of the samples (no more than there are), those of
// the largest singular values of Z or near them, hold of every feature: Y = Z'U (p×rank, a row for
// each feature) with orthonormal U (n×rank), the largest direction first, so that Z'Z - YY'
// is positive semidefinite. It costs O(n²p).
func (s *Squares) Leading(ctx context.Context, rank, workers int) (*mat.Dense, error) {
	m := s.Multiplier(workers)
	m.v = make([]float64, s.p)
	for j := range m.v {
		m.v[j] = 1
	}
	if err := parallel.For(ctx, workers, len(m.tiles), 1, m.form); err != nil {
		return nil, err
	}
	gram := mat.NewSymDense(s.n, nil) // ZZ', of which m has twice what is below the diagonal
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

// directions returns the leading eigenvectors (n×rank), or, where n is large, those of a small
// Krylov space: any directions will do, and the leading ones best.
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
