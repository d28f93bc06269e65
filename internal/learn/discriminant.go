package learn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/krylov"
	"fsnb.example/internal/spectrum"
)

// none is the share φ below which the within-class scatter counts as 0, and 1-φ that of the
// between-class scatter.
const none = 1e-12

// shareError is the distance within which two shares count as equal.
const shareError = 1e-14

// discriminant maximizes tr((W'S_wW)⁻¹W'S_bW) subject to W'W = I, where S_w = X'L_wX + ridge and
// S_b + S_w = X'L_tX + ridge, L_t being positive definite on what is orthogonal to 1. Only the span
// of W is determined by the ratio; W is the orthonormal basis that the leading generalized
// eigenvectors give in their order.
//
// With φ = w'S_ww / w'(S_w + S_b)w in [0, 1] the eigenvalue is (1-φ)/φ. Where φ = 0 it is infinite:
// that space is ordered by w'S_bw/w'w, the limit of a ridge that goes to 0.
//
// Where groups (n×c) is not nil S_b is 0 on all functions of the samples that are orthogonal to its
// columns.
func discriminant(
	ctx context.Context, x mat.Matrix, m int, ridge float64, groups *mat.Dense, within,
	total func(z *mat.Dense) *mat.Dense,
) (*Directions, error) {
	s, err := newSamples(x, nil, true)
	if err != nil {
		return nil, err
	}
	if ridge == 0 && groups == nil {
		if f := leastOf(ctx, s, within, total, m); f != nil {
			for k, v := range f.values {
				f.values[k] = min(max(v, 0), 1)
			}
			p := &Directions{Rank: s.d, Converged: true}
			r := &rowSpace{rank: s.d, size: f.size} // V = I
			if err := p.separate(s, r, f.values, f.w, m, 0, within, total); err != nil {
				return nil, err
			}
			return p, ctx.Err()
		}
	}
	return discriminantInside(ctx, s, m, ridge, groups, within, total)
}

// discriminantInside is discriminant in the space of the rows.
func discriminantInside(
	ctx context.Context, s *samples, m int, ridge float64, groups *mat.Dense, within,
	total func(z *mat.Dense) *mat.Dense,
) (*Directions, error) {
	r, err := newRowSpace(ctx, s)
	if err != nil {
		return nil, err
	}
	var rho float64
	if ridge > 0 {
		rho = ridge * r.trace(s, within) / float64(s.d)
		if r, err = r.ridged(ctx, rho); err != nil {
			return nil, err
		}
	}
	p := &Directions{Rank: r.rank, Converged: true}
	var part *mat.Dense // the y that groups are combined of
	if groups != nil {
		if part = spanOf(r.u.inside(groups)); part == nil {
			p.nothing(s.d, m)
			return p, ctx.Err()
		}
	}
	u, added, err := r.functions(ctx, part)
	if err != nil {
		return nil, err
	}
	form := symmetric
	if part == nil {
		form = r.form
	}
	sw, st := form(u, within(u)), form(u, total(u))
	if added != nil {
		own := symmetric(added, added)
		sw.AddSym(sw, own)
		st.AddSym(st, own)
	}
	wanted := min(m, st.SymmetricDim())
	phi, y, err := leastShares(ctx, sw, st, wanted)
	if err != nil {
		return nil, err
	}
	if part != nil {
		y = (&columnsOf{part}).outside(y)
	}
	if err := p.separate(s, r, phi, r.solve(y), m, rho, within, total); err != nil {
		return nil, err
	}
	return p, ctx.Err()
}

// separate stores the axes w = Vz that span the solutions z of S_wz = φS_tz, of smallest φ first.
func (p *Directions) separate(
	s *samples, r *rowSpace, phi []float64, z *mat.Dense, m int, rho float64, within,
	total func(z *mat.Dense) *mat.Dense,
) error {
	_, wanted := z.Dims()
	wanted = min(m, wanted)
	keys := orderPerfect(phi, z)
	// Directions without between-class scatter are unusable.
	usable := len(phi)
	for usable > 0 && 1-phi[usable-1] <= none {
		usable--
	}
	if usable == 0 {
		p.nothing(s.d, m)
		return nil
	}
	wanted = min(wanted, usable)
	before, through := tie(keys[:usable], wanted, func(a, b float64) bool {
		if a < 0 && b < 0 { // of infinite eigenvalues, by w'w
			return math.Abs(a-b) <= same*max(-a, -b)
		}
		return a >= 0 && b >= 0 && math.Abs(a-b) <= same*max(a, b)+shareError
	})
	z = z.Slice(0, p.Rank, 0, through).(*mat.Dense)
	p.Residual = shareResidual(s, r, z, phi, rho, within, total)
	basis := mat.DenseCopyOf(z.T())
	for k := range through {
		if !krylov.Orthonormal(basis.RawRowView(k), basis, k) {
			return errDependent
		}
	}
	values := make([]float64, through)
	for k, f := range phi[:through] {
		values[k] = (1 - f) / f
		if f <= none {
			values[k] = math.Inf(1)
		}
	}
	p.finish(r.lift(mat.DenseCopyOf(basis.T())), values, m, before)
	return nil
}

// nothing sets m axes of 0.
func (p *Directions) nothing(d, m int) {
	p.Axes, p.Values = mat.NewDense(d, m, nil), make([]float64, m)
	p.Norms, p.Tied = make([]float64, d), 1
}

// spanOf returns orthonormal columns with the span of those of a, nil if all are 0.
func spanOf(a *mat.Dense) *mat.Dense {
	rows := mat.DenseCopyOf(a.T())
	count, n := rows.Dims()
	rank := 0
	for c := range count {
		v := rows.RawRowView(rank)
		copy(v, rows.RawRowView(c))
		if krylov.Orthonormal(v, rows, rank) {
			rank++
		}
	}
	if rank == 0 {
		return nil
	}
	return mat.DenseCopyOf(rows.Slice(0, rank, 0, n).T())
}

// leastShares returns the smallest φ of S_wz = φS_tz, those that equal the last one included, and z
// with z'S_tz = 1.
func leastShares(
	ctx context.Context, sw, st *mat.SymDense, wanted int,
) (phi []float64, z *mat.Dense, err error) {
	phi, vectors, err := spectrum.SmallestOf(ctx, sw, st, wanted)
	switch {
	case errors.Is(err, spectrum.ErrSingular):
		return nil, nil, fmt.Errorf("the scatter of the samples is singular within rounding; " +
			"standardize the features")
	case err != nil:
		return nil, nil, err
	}
	z = mat.NewDense(st.SymmetricDim(), len(phi), nil)
	for k, v := range vectors {
		z.SetCol(k, v)
		phi[k] = min(max(phi[k], 0), 1)
	}
	return phi, z, ctx.Err()
}

// orderPerfect turns the basis of the space of φ = 0, the first columns of z, so that it
// diagonalizes w'w, the shortest first, and returns the sort keys of all columns: -1/w'w there, φ
// elsewhere.
func orderPerfect(phi []float64, z *mat.Dense) (keys []float64) {
	keys = append(keys, phi...)
	perfect := 0
	for perfect < len(phi) && phi[perfect] <= none {
		perfect++
	}
	if perfect == 0 {
		return keys
	}
	rows, _ := z.Dims()
	head := z.Slice(0, rows, 0, perfect).(*mat.Dense)
	var svd mat.SVD
	if svd.Factorize(head, mat.SVDThin) {
		values := svd.Values(nil)
		var v, rotated mat.Dense
		svd.VTo(&v)
		rotated.Mul(head, &v)
		for k, value := range values { // descending; the shortest goes first
			head.SetCol(perfect-1-k, mat.Col(nil, k, &rotated))
			keys[perfect-1-k] = -1 / (value * value)
		}
	}
	return keys
}

// shareResidual is the certificate of eigenvectors w = Vz: ‖S_ww - φ(S_w+S_b)w‖ relative to the
// size of the second term.
func shareResidual(
	s *samples, r *rowSpace, z *mat.Dense, phi []float64, rho float64, within,
	total func(z *mat.Dense) *mat.Dense,
) float64 {
	w := r.lift(z)
	_, m := w.Dims()
	projected := s.times(w)
	all := total(projected)
	gap := within(projected)
	gap.Apply(func(i, k int, v float64) float64 { return v - phi[k]*all.At(i, k) }, gap)
	residual := s.transposeTimes(gap)
	sizes := make([]float64, m)
	for k := range m {
		length := mat.Norm(w.ColView(k), 2)
		floats.AddScaled(residual.RawRowView(k), rho*(1-phi[k]), mat.Col(nil, k, w))
		sizes[k] = r.size*mat.Norm(all.ColView(k), 2) + rho*length
	}
	return relative(residual, func(k int) float64 { return sizes[k] })
}
