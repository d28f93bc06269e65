package projection

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/krylov"
)

const (
	// manySamples is the number of samples above which no n×n matrix is formed for few rows.
	manySamples = 64
	// bottomSpare are the extra vectors of a search.
	bottomSpare = 4
	// bottomRest is the residual of converged eigenvectors, relative to the bound of the
	// eigenvalues, from where a search goes on as long as it helps; bottomRough is the largest
	// that a step far from the end accepts. The error of their values is its square.
	bottomRest, bottomRough = 1e-13, 1e-8
	// bottomShift, times β, is near the wanted eigenvalues, from below those of L + βI.
	bottomShift = .95
)

// bottom finds the m smallest eigenvectors orthogonal to 1 of
//
//	L + αβ(XDX' + αI)⁻¹ = L + βI - βB'(BB' + αI)⁻¹B
//
// for fewer rows of B (a×n) than samples, from those found last.
type bottom struct {
	l     *mat.Dense   // L + unit/n·11', which moves 1 above the others
	unit  float64      // bound of the eigenvalues
	fixed mat.Cholesky // of that matrix plus β(1 - bottomShift)
	image [][]float64  // its inverse times feature j
	near  *mat.Dense   // the best approximations of the last search, rows
	rest  float64      // the residual asked for
}

func newBottom(l *mat.SymDense, beta, unit float64, d int) *bottom {
	n := l.SymmetricDim()
	b := &bottom{l: mat.DenseCopyOf(l), unit: unit, image: make([][]float64, d),
		rest: bottomRough}
	raised := mat.NewSymDense(n, nil)
	for i := range n {
		row := b.l.RawRowView(i)
		floats.AddConst(unit/float64(n), row)
		for j := i; j < n; j++ {
			raised.SetSym(i, j, row[j])
		}
		raised.SetSym(i, i, row[i]+beta*(1-bottomShift))
	}
	if !b.fixed.Factorize(raised) {
		return nil
	}
	return b
}

// follow sets the accuracy for a descent with that violation, and reports whether the last search
// was as accurate as any.
func (b *bottom) follow(violation float64) bool {
	if b == nil {
		return true
	}
	last := b.rest
	b.rest = min(violation*1e-5, bottomRough)
	return last <= bottomRest
}

// images returns B times the inverse (a×n).
func (b *bottom) images(k *shrink, s []float64) (*mat.Dense, error) {
	var missing []int
	for _, j := range k.active {
		if b.image[j] == nil {
			missing = append(missing, j)
		}
	}
	if missing != nil {
		x := mat.NewDense(k.n, len(missing), nil)
		for c, j := range missing {
			x.SetCol(c, k.rows.RawRowView(j))
		}
		var out mat.Dense
		if err := solved(b.fixed.SolveTo(&out, x)); err != nil {
			return nil, err
		}
		for c, j := range missing {
			b.image[j] = mat.Col(nil, c, &out)
		}
	}
	out := mat.NewDense(len(k.active), k.n, nil)
	for r, j := range k.active {
		floats.ScaleTo(out.RawRowView(r), math.Sqrt(2*s[j]), b.image[j])
	}
	return out, nil
}

// find returns the eigenvalues and eigenvectors (n×m); ok is false if the search did not converge.
func (b *bottom) find(ctx context.Context, k *shrink, s []float64, beta float64, m int) (
	values []float64, y *mat.Dense, ok bool) {
	images, err := b.images(k, s)
	if err != nil {
		return nil, nil, false
	}
	a := len(k.active)
	// The inverse of the shifted matrix by Woodbury's identity.
	var inner mat.Dense
	inner.Mul(images, k.b.T())
	for r := range a {
		for c := range a {
			inner.Set(r, c, k.kernel.At(r, c)/beta-inner.At(r, c))
		}
	}
	var lu mat.LU
	lu.Factorize(&inner)
	tolerance, last := b.rest, math.Inf(1)
	if tolerance < bottomRest {
		tolerance = 0
	}
	pairs, err := krylov.Problem{
		N: k.n, Want: m, Smallest: true, Start: b.near, Spare: bottomSpare, Ahead: bottomSpare,
		Tolerance: tolerance, Scale: b.unit, Most: k.n / 2,
		Stop: func(p *krylov.Pairs) bool {
			now := floats.Max(p.Residuals)
			done := tolerance == 0 && now <= bottomRest*b.unit && now > last/4
			last = now
			return done
		},
		Times: func(v *mat.Dense) (*mat.Dense, error) {
			var out, low, part mat.Dense
			out.Mul(v, b.l)
			low.Mul(k.b, v.T())
			if err := solved(k.factor.SolveTo(&part, &low)); err != nil {
				return nil, err
			}
			floats.AddScaled(out.RawMatrix().Data, beta, v.RawMatrix().Data)
			low.Reset()
			low.Mul(part.T(), k.b)
			floats.AddScaled(out.RawMatrix().Data, -beta, low.RawMatrix().Data)
			return &out, nil
		},
		Expand: func(r *mat.Dense) (*mat.Dense, error) {
			var base, low, part, out mat.Dense
			if err := solved(b.fixed.SolveTo(&base, r.T())); err != nil {
				return nil, err
			}
			low.Mul(k.b, &base)
			if err := solved(lu.SolveTo(&part, false, &low)); err != nil {
				return nil, err
			}
			out.Mul(part.T(), images)
			out.Add(&out, base.T())
			return &out, nil
		},
	}.Solve(ctx)
	if err != nil || !(floats.Max(pairs.Residuals) <= max(tolerance, bottomRest)*b.unit) {
		return nil, nil, false
	}
	b.near = pairs.Near(m + bottomSpare)
	return pairs.Values, mat.DenseCopyOf(pairs.Vectors.T()), true
}
