package learn

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// samples are the rows of a matrix, centered and scaled, without a copy.
type samples struct {
	n, d   int
	row    func(i int) []float64
	origin []float64 // the first row, or zeros
	mean   []float64 // relative to it
	factor []float64 // of each row; nil for ones
	// values are divided by 2^exponent, which keeps squares finite without rounding
	exponent int
}

// newSamples takes the rows of x minus their mean with the given weights (nil for equal ones), or
// unchanged, times the square roots of the weights. It returns an error when the numbers, or their
// differences, are not finite, or all are zero.
func newSamples(x mat.Matrix, weights []float64, center bool) (*samples, error) {
	n, d := x.Dims()
	s := &samples{n: n, d: d, row: rowReader(x), origin: make([]float64, d),
		mean: make([]float64, d)}
	var total float64
	if weights != nil {
		s.factor = make([]float64, n)
		for i, w := range weights {
			s.factor[i] = math.Sqrt(w)
			total += w
		}
	}
	if center {
		copy(s.origin, s.row(0))
		for i := range n {
			share := 1 / float64(n)
			if weights != nil {
				share = weights[i] / total
			}
			for j, v := range s.row(i) {
				s.mean[j] += share * (v - s.origin[j])
			}
		}
	}
	var largest float64
	buf := make([]float64, d)
	for i := range n {
		s.at(buf, i)
		for _, v := range buf {
			largest = max(largest, math.Abs(v)) // NaN stays
		}
	}
	switch {
	case math.IsNaN(largest) || math.IsInf(largest, 0):
		return nil, errInfinite
	case largest == 0:
		return nil, errConstant
	}
	_, s.exponent = math.Frexp(largest)
	return s, nil
}

var errConstant = errors.New("every feature is constant: there is nothing to project")

// at sets dst to row i.
func (s *samples) at(dst []float64, i int) {
	f := 1.0
	if s.factor != nil {
		f = s.factor[i]
	}
	if s.exponent != 0 {
		scale := math.Ldexp(1, -s.exponent/2) // twice, since 2^-exponent itself may overflow
		rest := math.Ldexp(1, -s.exponent+s.exponent/2)
		for j, v := range s.row(i) {
			dst[j] = f * ((v - s.origin[j] - s.mean[j]) * scale * rest)
		}
		return
	}
	for j, v := range s.row(i) {
		dst[j] = f * (v - s.origin[j] - s.mean[j])
	}
}

// dense returns all rows.
func (s *samples) dense() *mat.Dense {
	x := mat.NewDense(s.n, s.d, nil)
	for i := range s.n {
		s.at(x.RawRowView(i), i)
	}
	return x
}

// times returns the projected rows (n×m), w being d×m.
func (s *samples) times(w *mat.Dense) *mat.Dense {
	_, m := w.Dims()
	axes := mat.DenseCopyOf(w.T())
	out, buf := mat.NewDense(s.n, m, nil), make([]float64, s.d)
	for i := range s.n {
		s.at(buf, i)
		to := out.RawRowView(i)
		for k := range to {
			to[k] = floats.Dot(buf, axes.RawRowView(k))
		}
	}
	return out
}

// transposeTimes returns X'q (m×d, transposed), q being n×m.
func (s *samples) transposeTimes(q *mat.Dense) *mat.Dense {
	_, m := q.Dims()
	out, buf := mat.NewDense(m, s.d, nil), make([]float64, s.d)
	for i := range s.n {
		s.at(buf, i)
		for k, v := range q.RawRowView(i) {
			floats.AddScaled(out.RawRowView(k), v, buf)
		}
	}
	return out
}

// rowSpace is X = U·diag(s)·V' of rank r, which reduces problems from d to r dimensions: the
// projected samples depend only on the part of the axes inside the space of the rows.
type rowSpace struct {
	u *mat.Dense // n×r
	s []float64  // descending
	v *mat.Dense // d×r when d <= n
	// when d > n: X = LQ, L = U·diag(s)·P', V = Q'P
	p *mat.Dense
	q *reflectors
}

// newRowSpace decomposes the samples, as X = LQ when d > n. Directions whose singular value is
// below max(n, d)·1e-15 of the largest are rounding. The cost is O(nd·min(n, d)) time, one copy of
// X and O(min(n, d)²) memory.
func newRowSpace(ctx context.Context, x *samples) (*rowSpace, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := &rowSpace{}
	a := x.dense()
	if x.d > x.n {
		var err error
		if a, r.q, err = factorLQ(ctx, a); err != nil {
			return nil, err
		}
	}
	u, values, v, err := dense.SVD(ctx, a, mat.SVDThin)
	if err != nil {
		return nil, err
	}
	r.s = values
	rank := 0
	for rank < len(r.s) && r.s[rank] > r.s[0]*1e-15*float64(max(x.n, x.d)) {
		rank++
	}
	if rank == 0 {
		return nil, errConstant
	}
	r.s = r.s[:rank]
	rows, _ := v.Dims()
	r.u = u.Slice(0, x.n, 0, rank).(*mat.Dense)
	right := v.Slice(0, rows, 0, rank).(*mat.Dense)
	if r.q == nil {
		r.v = right
	} else {
		r.p = right
	}
	return r, nil
}

// lift returns Vz (d×m) for z (r×m): orthonormal columns stay so.
func (r *rowSpace) lift(z *mat.Dense) *mat.Dense {
	var out mat.Dense
	if r.q == nil {
		out.Mul(r.v, z)
		return &out
	}
	var inside mat.Dense
	inside.Mul(r.p, z)
	return mat.DenseCopyOf(r.q.times(inside.T()).T())
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
