package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

const (
	// sound is the reciprocal condition, in the norm of the largest column, above which a triangle
	// has full rank beyond doubt: the ranks of other ones are those of their singular values.
	sound = 1e-10
	// sizeSteps are those of the power method for the size of a triangle.
	sizeSteps = 20
)

// rowSpace is X = U·T·V' of rank r, where U'U = V'V = I, which reduces problems from d to r
// dimensions: the projected samples of w = VT⁻¹y are Xw = Uy, and depend only on the part of the
// axes inside the space of the rows.
type rowSpace struct {
	rank int
	size float64 // the largest singular value, or slightly less
	// T: triangular where X has full rank, else the singular values, descending
	t *blas64.Triangular
	s []float64
	// V = Q'P (d×r); a nil p or q is the identity
	p *mat.Dense
	q *reflectors
	u orthogonal // U
}

// newRowSpace decomposes the samples: as X = QR when d < n, else as HX = LQ, where H is a
// reflection after which one of the centered samples is 0. Where that triangle may be singular it
// is decomposed further, by singular values; those below max(n, d)·1e-15 of the largest are
// rounding. The cost is O(nd·min(n, d)) time, one copy of X and O(min(n, d)²) memory.
func newRowSpace(ctx context.Context, x *samples) (*rowSpace, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := &rowSpace{}
	var t blas64.Triangular
	var err error
	mirror := newMirror(x)
	if rows := mirror.rows(); x.d < rows {
		t, r.u, err = factorQR(ctx, x.dense())
	} else if rows == 0 {
		return nil, errConstant
	} else {
		var l *mat.Dense
		if l, r.q, err = factorLQ(ctx, mirror.inside(x.dense())); err == nil {
			raw := l.RawMatrix()
			t, r.u = blas64.Triangular{N: raw.Rows, Stride: raw.Stride, Data: raw.Data,
				Uplo: blas.Lower, Diag: blas.NonUnit}, mirror
		}
	}
	if err != nil {
		return nil, err
	}
	condition := lapack64.Trcon(lapack.MaxColumnSum, t, make([]float64, 3*t.N), make([]int, t.N))
	if condition > sound {
		r.rank, r.t, r.size = t.N, &t, sizeOf(t)
		return r, nil
	}
	u, values, v, err := dense.SVD(ctx, wholeOf(t), mat.SVDThin)
	if err != nil {
		return nil, err
	}
	for r.rank < len(values) &&
		values[r.rank] > values[0]*1e-15*float64(max(x.n, x.d)) {
		r.rank++
	}
	if r.rank == 0 {
		return nil, errConstant
	}
	r.size, r.s = values[0], values[:r.rank]
	r.p = v.Slice(0, t.N, 0, r.rank).(*mat.Dense)
	r.u = &columnsOf{r.u.outside(mat.DenseCopyOf(u.Slice(0, t.N, 0, r.rank)))}
	return r, nil
}

// lift returns Vz (d×m) for z (r×m): orthonormal columns stay so.
func (r *rowSpace) lift(z *mat.Dense) *mat.Dense {
	inside := z
	if r.p != nil {
		inside = new(mat.Dense)
		inside.Mul(r.p, z)
	}
	if r.q == nil {
		return mat.DenseCopyOf(inside)
	}
	return mat.DenseCopyOf(r.q.times(inside.T()).T())
}

// solve returns T⁻¹y.
func (r *rowSpace) solve(y *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(y)
	if r.t != nil {
		blas64.Trsm(blas.Left, blas.NoTrans, 1, *r.t, out.RawMatrix())
		return out
	}
	for i, v := range r.s {
		row := out.RawRowView(i)
		for k := range row {
			row[k] /= v
		}
	}
	return out
}

// factor returns T.
func (r *rowSpace) factor() *mat.Dense {
	if r.t != nil {
		return wholeOf(*r.t)
	}
	out := mat.NewDense(r.rank, r.rank, nil)
	for i, v := range r.s {
		out.Set(i, i, v)
	}
	return out
}

// functions returns Uy, and what the ridge adds to their products; those of all y when y is nil.
func (r *rowSpace) functions(
	ctx context.Context, y *mat.Dense,
) (u, added *mat.Dense, err error) {
	if y == nil {
		switch u := r.u.(type) {
		case *columnsOf:
			return u.u, nil, nil
		case *reflections:
			if err := u.expand(ctx); err != nil {
				return nil, nil, err
			}
			return u.whole, nil, nil
		}
		y = identity(r.rank)
	}
	if s, ok := r.u.(*stacked); ok {
		u, added = s.both(y)
		return u, added, nil
	}
	return r.u.outside(y), nil, nil
}

// form returns U'·image for all of U and its image under a symmetric matrix, which it overwrites.
func (r *rowSpace) form(u, image *mat.Dense) *mat.SymDense {
	if _, ok := r.u.(*mirror); ok {
		return symmetrized(r.u.inside(image)) // O(nr)
	}
	return symmetric(u, image)
}

// trace returns tr(X'LX) for the samples and the products of L with functions.
func (r *rowSpace) trace(x *samples, laplacian func(z *mat.Dense) *mat.Dense) float64 {
	rotated := r.u.outside(r.factor()) // XV
	smooth := laplacian(rotated)
	var sum float64
	for i := range x.n {
		sum += floats.Dot(rotated.RawRowView(i), smooth.RawRowView(i))
	}
	return sum
}

// ridged is the row space of the samples on which √ρ·I is stacked: V is the same.
func (r *rowSpace) ridged(ctx context.Context, rho float64) (*rowSpace, error) {
	stack := dense.New(2*r.rank, r.rank)
	stack.Slice(0, r.rank, 0, r.rank).(*mat.Dense).Copy(r.factor())
	for i := range r.rank {
		stack.Set(r.rank+i, i, math.Sqrt(rho))
	}
	t, q, err := factorQR(ctx, stack)
	if err != nil {
		return nil, err
	}
	return &rowSpace{rank: r.rank, size: r.size, t: &t, p: r.p, q: r.q,
		u: &stacked{r.u, q}}, nil
}

// wholeOf writes out the zeros of a triangle.
func wholeOf(t blas64.Triangular) *mat.Dense {
	out := mat.NewDense(t.N, t.N, nil)
	for i := range t.N {
		lo, hi := i, t.N
		if t.Uplo == blas.Lower {
			lo, hi = 0, i+1
		}
		copy(out.RawRowView(i)[lo:hi], t.Data[i*t.Stride+lo:i*t.Stride+hi])
	}
	return out
}

// sizeOf is the largest singular value of a triangle, or slightly less, by the power method.
func sizeOf(t blas64.Triangular) float64 {
	best, square := 0, 0.
	whole := wholeOf(t)
	for i := range t.N {
		row := whole.RawRowView(i)
		if s := floats.Dot(row, row); s > square {
			best, square = i, s
		}
	}
	v := blas64.Vector{N: t.N, Inc: 1, Data: mat.Row(nil, best, whole)}
	var size float64
	for range sizeSteps {
		floats.Scale(1/floats.Norm(v.Data, 2), v.Data)
		blas64.Trmv(blas.NoTrans, t, v)
		size = floats.Norm(v.Data, 2)
		blas64.Trmv(blas.Trans, t, v)
	}
	return size
}

// reflectors are Q (n×d, QQ' = I) of a factorization X = LQ.
type reflectors struct {
	q   *mat.Dense
	tau []float64
}

// factorLQ returns L (n×n, lower triangular) and Q of x = LQ (n×d, d ≥ n), which it overwrites. The
// cost is O(n²d). It returns ctx.Err() only.
func factorLQ(ctx context.Context, x *mat.Dense) (l *mat.Dense, q *reflectors, err error) {
	n, _ := x.Dims()
	q = &reflectors{x, make([]float64, n)}
	work := []float64{0}
	lapack64.Gelqf(x.RawMatrix(), q.tau, work, -1)
	work = make([]float64, int(work[0]))
	if err := parallel.Leave(ctx, n > denseSize,
		func() { lapack64.Gelqf(x.RawMatrix(), q.tau, work, len(work)) }); err != nil {
		return nil, nil, err
	}
	l = mat.NewDense(n, n, nil)
	for i := range n {
		copy(l.RawRowView(i)[:i+1], x.RawRowView(i))
	}
	return l, q, nil
}

// times returns vQ (m×d) for v (m×n).
func (q *reflectors) times(v mat.Matrix) *mat.Dense {
	m, _ := v.Dims()
	n, d := q.q.Dims()
	rows := mat.NewDense(m, d, nil)
	rows.Slice(0, m, 0, n).(*mat.Dense).Copy(v)
	work := []float64{0}
	lapack64.Ormlq(blas.Right, blas.NoTrans, q.q.RawMatrix(), q.tau, rows.RawMatrix(), work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Ormlq(blas.Right, blas.NoTrans, q.q.RawMatrix(), q.tau, rows.RawMatrix(), work,
		len(work))
	return rows
}
