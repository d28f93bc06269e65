package learn

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	denseSize = 256 // Gram matrices up to here are decomposed whole
	mostAxes  = 8   // and so are those of which more axes are wanted
	krylovMax = 600 // dimensions of the Krylov space
)

// eigenvectors returns the m largest eigenvalues, descending, and their
// eigenvectors, one a row, of the smaller Gram matrix of c, by leading where that
// is faster and succeeds. It reports false when they do not converge.
func eigenvectors(c *mat.Dense, m int) (values []float64, vectors *mat.Dense, ok bool) {
	if n, d := c.Dims(); min(n, d) > denseSize && m <= mostAxes {
		if values, vectors, ok = leading(c, m, krylovMax); ok {
			return values, vectors, true
		}
	}
	return whole(c, m)
}

// whole decomposes the Gram matrix.
func whole(c *mat.Dense, m int) (values []float64, vectors *mat.Dense, ok bool) {
	n, d := c.Dims()
	gram := mat.NewSymDense(min(n, d), nil)
	if d <= n {
		gram.SymOuterK(1, c.T())
	} else {
		gram.SymOuterK(1, c)
	}
	return largest(gram, m)
}

// largest returns the m largest eigenvalues and their eigenvectors.
func largest(s mat.Symmetric, m int) (values []float64, vectors *mat.Dense, ok bool) {
	var eig mat.EigenSym
	if !eig.Factorize(s, true) {
		return nil, nil, false
	}
	all := eig.Values(nil) // ascending
	size := len(all)
	var columns mat.Dense
	eig.VectorsTo(&columns)
	values, vectors = make([]float64, m), mat.NewDense(m, size, nil)
	for k := range m {
		values[k] = all[size-1-k]
		vectors.SetRow(k, mat.Col(nil, size-1-k, &columns))
	}
	return values, vectors, true
}

// leading does without the Gram matrix, c'c of c (n×d) when d <= n, else cc'. A
// block Krylov space with full orthogonalisation grows until each residual is
// below 1e-10 of the largest eigenvalue; a block, unlike a single vector, finds
// the copies of a repeated eigenvalue. It reports false when the space would need
// more than most dimensions. The cost is O(nd) a dimension.
func leading(c *mat.Dense, m, most int) (values []float64, vectors *mat.Dense, ok bool) {
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
		values, vectors, ok = ritz(space.Slice(0, dim, 0, size), image.Slice(0, dim, 0, size), inside.SliceSym(0, dim), m)
		if ok {
			return values, vectors, true
		}
	}
	return nil, nil, false
}

// ritz returns the best approximations in the space and whether they are good.
func ritz(space, image mat.Matrix, inside mat.Symmetric, m int) (values []float64, vectors *mat.Dense, ok bool) {
	values, shares, ok := largest(inside, m)
	if !ok {
		return nil, nil, false
	}
	vectors = new(mat.Dense)
	vectors.Mul(shares, space)
	var images mat.Dense
	images.Mul(shares, image)
	for k, value := range values {
		r := mat.VecDenseCopyOf(images.RowView(k))
		r.AddScaledVec(r, -value, vectors.RowView(k))
		if !(mat.Norm(r, 2) <= 1e-10*values[0]) {
			return nil, nil, false
		}
	}
	return values, vectors, true
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
