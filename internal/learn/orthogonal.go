package learn

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// orthogonal are orthonormal columns U (n×r): outside returns Uy, inside U'g, for which it may use
// the memory of g.
type orthogonal interface {
	outside(y *mat.Dense) *mat.Dense
	inside(g *mat.Dense) *mat.Dense
}

// columnsOf is a U that is written out.
type columnsOf struct{ u *mat.Dense }

func (c *columnsOf) outside(y *mat.Dense) *mat.Dense {
	out := new(mat.Dense)
	out.Mul(c.u, y)
	return out
}

func (c *columnsOf) inside(g *mat.Dense) *mat.Dense {
	out := new(mat.Dense)
	out.Mul(c.u.T(), g)
	return out
}

// mirror is the U of samples of weight above 0 whose weighted sum is 0: all but one of the columns
// of a reflection that takes the roots of the weights to a multiple of the first unit vector. If
// the samples are not centered it is the identity.
type mirror struct {
	n     int
	kept  []int     // samples of weight above 0
	plane []float64 // reflects by I - 2·plane·plane'; nil if not centered
}

func newMirror(x *samples) *mirror {
	m := &mirror{n: x.n}
	for i := range x.n {
		if x.factor == nil || x.factor[i] > 0 {
			m.kept = append(m.kept, i)
		}
	}
	if !x.center || len(m.kept) == 0 {
		return m
	}
	m.plane = ones(len(m.kept))
	if x.factor != nil {
		for k, i := range m.kept {
			m.plane[k] = x.factor[i]
		}
	}
	floats.Scale(1/floats.Norm(m.plane, 2), m.plane)
	m.plane[0]++
	floats.Scale(1/floats.Norm(m.plane, 2), m.plane)
	return m
}

// rows is the number of columns of U.
func (m *mirror) rows() int {
	if m.plane != nil {
		return len(m.kept) - 1
	}
	return len(m.kept)
}

// reflect turns the rows of a for the samples that are kept.
func (m *mirror) reflect(a *mat.Dense) {
	_, k := a.Dims()
	sum := make([]float64, k)
	for i, v := range m.plane {
		floats.AddScaled(sum, 2*v, a.RawRowView(i))
	}
	for i, v := range m.plane {
		floats.AddScaled(a.RawRowView(i), -v, sum)
	}
}

func (m *mirror) outside(y *mat.Dense) *mat.Dense {
	_, k := y.Dims()
	lost := len(m.kept) - m.rows()
	inner := mat.NewDense(len(m.kept), k, nil)
	inner.Slice(lost, len(m.kept), 0, k).(*mat.Dense).Copy(y)
	m.reflect(inner)
	if len(m.kept) == m.n {
		return inner
	}
	out := mat.NewDense(m.n, k, nil)
	for c, i := range m.kept {
		out.SetRow(i, inner.RawRowView(c))
	}
	return out
}

func (m *mirror) inside(g *mat.Dense) *mat.Dense {
	_, k := g.Dims()
	for c, i := range m.kept {
		if c != i {
			g.SetRow(c, g.RawRowView(i))
		}
	}
	m.reflect(g)
	return g.Slice(len(m.kept)-m.rows(), len(m.kept), 0, k).(*mat.Dense)
}

// reflections are the Q (n×d) of a factorization X = QR; after expand, whole has Q.
type reflections struct {
	qr    blas64.General
	tau   []float64
	whole *mat.Dense
}

// factorQR returns R (d×d) and Q of x = QR (n×d, n ≥ d), which it overwrites. The cost is O(nd²).
// It returns ctx.Err() only.
func factorQR(ctx context.Context, x *mat.Dense) (blas64.Triangular, *reflections, error) {
	n, d := x.Dims()
	q := &reflections{qr: x.RawMatrix(), tau: make([]float64, d)}
	t := blas64.Triangular{N: d, Stride: dense.Stride(d), Uplo: blas.Upper, Diag: blas.NonUnit}
	work := []float64{0}
	lapack64.Geqrf(q.qr, q.tau, work, -1)
	work = make([]float64, int(work[0]))
	if err := parallel.Leave(ctx, n > denseSize,
		func() { lapack64.Geqrf(q.qr, q.tau, work, len(work)) }); err != nil {
		return t, nil, err
	}
	t.Data = make([]float64, d*t.Stride)
	for i := range d {
		copy(t.Data[i*t.Stride+i:i*t.Stride+d], q.qr.Data[i*q.qr.Stride+i:])
	}
	return t, q, nil
}

// expand writes out Q in place of its factors.
func (q *reflections) expand(ctx context.Context) error {
	if q.whole != nil {
		return nil
	}
	work := []float64{0}
	lapack64.Orgqr(q.qr, q.tau, work, -1)
	work = make([]float64, int(work[0]))
	if err := parallel.Leave(ctx, q.qr.Rows > denseSize,
		func() { lapack64.Orgqr(q.qr, q.tau, work, len(work)) }); err != nil {
		return err
	}
	q.whole = new(mat.Dense)
	q.whole.SetRawMatrix(q.qr)
	return nil
}

func (q *reflections) outside(y *mat.Dense) *mat.Dense {
	if q.whole != nil {
		return (&columnsOf{q.whole}).outside(y)
	}
	d, k := y.Dims()
	out := mat.NewDense(q.qr.Rows, k, nil)
	out.Slice(0, d, 0, k).(*mat.Dense).Copy(y)
	q.apply(blas.NoTrans, out)
	return out
}

func (q *reflections) inside(g *mat.Dense) *mat.Dense {
	if q.whole != nil {
		return (&columnsOf{q.whole}).inside(g)
	}
	_, k := g.Dims()
	q.apply(blas.Trans, g)
	return g.Slice(0, q.qr.Cols, 0, k).(*mat.Dense)
}

func (q *reflections) apply(trans blas.Transpose, to *mat.Dense) {
	work := []float64{0}
	lapack64.Ormqr(blas.Left, trans, q.qr, q.tau, to.RawMatrix(), work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Ormqr(blas.Left, trans, q.qr, q.tau, to.RawMatrix(), work, len(work))
}

// stacked is the upper part of a U for samples on which the rows of a ridge are stacked.
type stacked struct {
	of orthogonal
	q  *reflections // of T and the ridge
}

// both returns the parts of Uy for the samples and for the ridge.
func (s *stacked) both(y *mat.Dense) (samples, ridge *mat.Dense) {
	r, k := y.Dims()
	all := s.q.outside(y)
	return s.of.outside(all.Slice(0, r, 0, k).(*mat.Dense)),
		all.Slice(r, 2*r, 0, k).(*mat.Dense)
}

func (s *stacked) outside(y *mat.Dense) *mat.Dense {
	u, _ := s.both(y)
	return u
}

func (s *stacked) inside(g *mat.Dense) *mat.Dense {
	top := s.of.inside(g)
	r, k := top.Dims()
	all := mat.NewDense(2*r, k, nil)
	all.Slice(0, r, 0, k).(*mat.Dense).Copy(top)
	return s.q.inside(all)
}
