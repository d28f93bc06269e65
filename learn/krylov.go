package learn

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	denseSize = 256 // Gram matrices up to here are decomposed whole
	mostAxes  = 8   // and so are those of which more axes are wanted
	krylovMax = 600 // dimensions of the Krylov space
)

// errNoConvergence says that an iteration ended without its result.
var errNoConvergence = errors.New("the eigenvalues of the covariance matrix did not converge; standardise the features")

// eigenvectors returns the m largest eigenvalues, descending, and their
// eigenvectors, one a row, of the smaller Gram matrix of c, by leading where that
// is faster and succeeds. It returns an error when they do not converge, and
// ctx.Err().
func eigenvectors(ctx context.Context, c *mat.Dense, m int) (values []float64, vectors *mat.Dense, err error) {
	if n, d := c.Dims(); min(n, d) > denseSize && m <= mostAxes {
		if values, vectors, err = leading(ctx, c, m, krylovMax); err == nil || ctx.Err() != nil {
			return values, vectors, err
		}
	}
	return whole(ctx, c, m)
}

// whole decomposes the Gram matrix.
func whole(ctx context.Context, c *mat.Dense, m int) (values []float64, vectors *mat.Dense, err error) {
	samples := mat.Matrix(c) // or features: those of which there are fewer
	if n, d := c.Dims(); d <= n {
		samples = c.T()
	}
	gram, err := outer(ctx, samples)
	if err != nil {
		return nil, nil, err
	}
	return largest(ctx, gram, m)
}

// outer returns aa', looking at the context after each block of rows.
func outer(ctx context.Context, a mat.Matrix) (*mat.SymDense, error) {
	const block = 256
	n, _ := a.Dims()
	rows := mat.DenseCopyOf(a)
	gram := mat.NewSymDense(n, nil)
	for lo := 0; lo < n; lo += block {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hi := min(lo+block, n)
		_, d := rows.Dims()
		var part mat.Dense
		part.Mul(rows.Slice(lo, hi, 0, d), rows.Slice(lo, n, 0, d).T())
		for i := lo; i < hi; i++ {
			for j := i; j < n; j++ {
				gram.SetSym(i, j, part.At(i-lo, j-lo))
			}
		}
	}
	return gram, nil
}

// largest returns the m largest eigenvalues and their eigenvectors. gonum's
// decomposition cannot be stopped: when the context ends it is left to end by
// itself.
func largest(ctx context.Context, s mat.Symmetric, m int) (values []float64, vectors *mat.Dense, err error) {
	size := s.SymmetricDim()
	var eig mat.EigenSym
	converged := make(chan bool, 1)
	work := func() { converged <- eig.Factorize(s, true) }
	if size <= denseSize {
		work()
	} else {
		go work()
	}
	select {
	case ok := <-converged:
		if !ok {
			return nil, nil, errNoConvergence
		}
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	all := eig.Values(nil) // ascending
	var columns mat.Dense
	eig.VectorsTo(&columns)
	values, vectors = make([]float64, m), mat.NewDense(m, size, nil)
	for k := range m {
		values[k] = all[size-1-k]
		vectors.SetRow(k, mat.Col(nil, size-1-k, &columns))
	}
	return values, vectors, nil
}

// leading does without the Gram matrix, c'c of c (n×d) when d <= n, else cc'. A
// block Krylov space with full orthogonalisation grows until each residual is
// below 1e-10 of the largest eigenvalue; a block, unlike a single vector, finds
// the copies of a repeated eigenvalue. It returns an error when the space would
// need more than most dimensions, and ctx.Err(). The cost is O(nd) a dimension.
func leading(ctx context.Context, c *mat.Dense, m, most int) (values []float64, vectors *mat.Dense, err error) {
	n, d := c.Dims()
	size, block := min(n, d), m+4
	most = min(most, size)
	// Vectors are rows, over which products run in one piece.
	space := mat.NewDense(most, size, nil) // orthonormal
	image := mat.NewDense(most, size, nil) // the Gram matrix times each
	inside := mat.NewSymDense(most, nil)   // the Gram matrix in the space
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(v []float64) {
		for i := range v {
			v[i] = rng.NormFloat64()
		}
	}
	for dim, checked := 0, 0; dim < most; {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		add := min(block, most-dim)
		for k := dim; k < dim+add; k++ {
			v := space.RawRowView(k)
			if k < block {
				random(v)
			} else {
				copy(v, image.RawRowView(k-block))
			}
			for !orthogonalise(v, space, k) {
				random(v) // the block has lost a direction: any other will do
			}
		}
		fresh := space.Slice(dim, dim+add, 0, size)
		out := image.Slice(dim, dim+add, 0, size).(*mat.Dense)
		var half, corner mat.Dense
		if d <= n {
			half.Mul(fresh, c.T())
			out.Mul(&half, c)
		} else {
			half.Mul(fresh, c)
			out.Mul(&half, c.T())
		}
		corner.Mul(out, space.Slice(0, dim+add, 0, size).T())
		for k := range add {
			for i := range dim + k + 1 {
				inside.SetSym(i, dim+k, corner.At(k, i))
			}
		}
		dim += add
		// To look is dear in a large space: it grows by a fifth in between.
		if dim < most && (dim < 4*block || dim < checked+checked/5) {
			continue
		}
		checked = dim
		values, vectors, err = ritz(ctx, space.Slice(0, dim, 0, size), image.Slice(0, dim, 0, size), inside.SliceSym(0, dim), m)
		if err == nil {
			return values, vectors, nil
		}
	}
	return nil, nil, errNoConvergence
}

// ritz returns the best approximations in the space, or an error when they are
// not good.
func ritz(ctx context.Context, space, image mat.Matrix, inside mat.Symmetric, m int) (values []float64, vectors *mat.Dense, err error) {
	values, shares, err := largest(ctx, inside, m)
	if err != nil {
		return nil, nil, err
	}
	vectors = new(mat.Dense)
	vectors.Mul(shares, space)
	var images mat.Dense
	images.Mul(shares, image)
	for k, value := range values {
		r := mat.VecDenseCopyOf(images.RowView(k))
		r.AddScaledVec(r, -value, vectors.RowView(k))
		if !(mat.Norm(r, 2) <= 1e-10*values[0]) {
			return nil, nil, errNoConvergence
		}
	}
	return values, vectors, nil
}

// orthogonalise takes off v what it has of the first k rows of q, gives it length
// 1, and reports whether anything but rounding was left. Twice is enough.
func orthogonalise(v []float64, q *mat.Dense, k int) bool {
	x := mat.NewVecDense(len(v), v)
	for range 2 {
		norm := mat.Norm(x, 2)
		if norm == 0 {
			return false
		}
		x.ScaleVec(1/norm, x)
		if k == 0 {
			return true
		}
		rows := q.Slice(0, k, 0, len(v))
		var shares, part mat.VecDense
		shares.MulVec(rows, x)
		part.MulVec(rows.T(), &shares)
		x.SubVec(x, &part)
		if mat.Norm(x, 2) < 1e-10 {
			return false
		}
	}
	x.ScaleVec(1/mat.Norm(x, 2), x)
	return true
}
