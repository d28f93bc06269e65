package projection

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/elimination"
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
	// bottomFollow is the residual that a step accepts, relative to its violation.
	bottomFollow = 1e-4
	// bottomSlow is the part of an error that a round of the search may leave before another shift
	// is worth a factor.
	bottomSlow = .3
)

// bottom finds the m smallest eigenvectors orthogonal to 1 of
//
//	A = L + αβ(XDX' + αI)⁻¹ = L + βI - βB'(BB' + αI)⁻¹B
//
// for fewer rows of B (a×n) than samples, from those found last. The inverse of A - σ comes from
// that of L + (β - σ)I, for a σ near the smallest eigenvalues.
type bottom struct {
	l     *elimination.Matrix
	beta  float64
	unit  float64 // bound of the eigenvalues
	ones  *mat.Dense
	shift float64 // σ
	fixed *elimination.Factor
	image [][]float64 // the inverse of L + (β - σ)I times feature j
	near  *mat.Dense  // the best approximations of the last search, rows
	rest  float64     // the residual asked for

	b, images *mat.Dense // of the sizes that stand
	inner     mat.LU
}

// newBottom begins with σ = 0, below all eigenvalues.
func newBottom(l *mat.SymDense, beta, unit float64, d int) *bottom {
	n := l.SymmetricDim()
	b := &bottom{l: elimination.Of(l), beta: beta, unit: unit, image: make([][]float64, d),
		ones: mat.NewDense(1, n, nil), rest: bottomRough}
	floats.AddConst(1/math.Sqrt(float64(n)), b.ones.RawRowView(0))
	if b.fixed = b.l.Factor(beta); b.fixed == nil {
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
	b.rest = min(violation*bottomFollow, bottomRough)
	return last <= bottomRest
}

// set prepares products with the inverse of A - σ by Woodbury's identity.
func (b *bottom) set(k *shrink, s []float64) error {
	var missing []int
	for _, j := range k.active {
		if b.image[j] == nil {
			missing = append(missing, j)
		}
	}
	if missing != nil {
		out, err := b.fixed.Solve(rowsOf(k.rows, missing))
		if err != nil {
			return err
		}
		for r, j := range missing {
			b.image[j] = out.RawRowView(r)
		}
	}
	a := len(k.active)
	b.b, b.images = k.b, mat.NewDense(a, k.n, nil)
	for r, j := range k.active {
		floats.ScaleTo(b.images.RawRowView(r), math.Sqrt(2*s[j]), b.image[j])
	}
	var inner mat.Dense
	inner.Mul(b.images, k.b.T())
	for r := range a {
		for c := range a {
			inner.Set(r, c, k.kernel.At(r, c)/b.beta-inner.At(r, c))
		}
	}
	b.inner.Factorize(&inner)
	return nil
}

// solve returns the products of (A - σ)⁻¹ with rows.
func (b *bottom) solve(v *mat.Dense) (*mat.Dense, error) {
	base, err := b.fixed.Solve(v)
	if err != nil {
		return nil, err
	}
	var low, part, out mat.Dense
	low.Mul(b.b, base.T())
	if err := solved(b.inner.SolveTo(&part, false, &low)); err != nil {
		return nil, err
	}
	out.Mul(part.T(), b.images)
	out.Add(&out, base)
	return &out, nil
}

// times returns the products of A with rows.
func (b *bottom) times(k *shrink, v *mat.Dense) (*mat.Dense, error) {
	out := b.l.Times(v)
	var low, part mat.Dense
	low.Mul(k.b, v.T())
	if err := solved(k.factor.SolveTo(&part, &low)); err != nil {
		return nil, err
	}
	floats.AddScaled(out.RawMatrix().Data, b.beta, v.RawMatrix().Data)
	low.Reset()
	low.Mul(part.T(), k.b)
	floats.AddScaled(out.RawMatrix().Data, -b.beta, low.RawMatrix().Data)
	return out, nil
}

// find returns the eigenvalues and eigenvectors (n×m); ok is false if the search did not converge.
func (b *bottom) find(ctx context.Context, k *shrink, s []float64, m int) (
	values []float64, y *mat.Dense, ok bool) {
	if b.set(k, s) != nil {
		return nil, nil, false
	}
	tolerance, last := b.rest, math.Inf(1)
	if tolerance < bottomRest {
		tolerance = 0
	}
	pairs, err := krylov.Problem{
		N: k.n, Want: m, Smallest: true, Outside: b.ones, Start: b.near, Spare: bottomSpare,
		Ahead: bottomSpare, Tolerance: tolerance, Scale: b.unit, Most: k.n / 2,
		Stop: func(p *krylov.Pairs) bool {
			now := floats.Max(p.Residuals)
			done := tolerance == 0 && now <= bottomRest*b.unit && now > last/4
			last = now
			return done
		},
		Times:  func(v *mat.Dense) (*mat.Dense, error) { return b.times(k, v) },
		Expand: b.solve,
	}.Solve(ctx)
	if err != nil {
		return nil, nil, false
	}
	b.near = pairs.Near(m + bottomSpare)
	b.move(append(pairs.Values[:m:m], pairs.Beyond(bottomSpare)...), m)
	if !(floats.Max(pairs.Residuals) <= max(tolerance, bottomRest)*b.unit) {
		return nil, nil, false
	}
	return pairs.Values, mat.DenseCopyOf(pairs.Vectors.T()), true
}

// move sets another σ for the eigenvalues found, the m wanted ones first, if a round of the search
// then leaves much less of an error.
func (b *bottom) move(values []float64, m int) {
	first, end := values[0], values[len(values)-1]
	left := func(shift float64) float64 { return (values[m-1] - shift) / (end - shift) }
	shift := min(first-float64(.1*(end-first)), float64(.95*b.beta))
	if !(left(b.shift) > bottomSlow && left(shift) < left(b.shift)*left(b.shift)) &&
		b.shift < first {
		return
	}
	if fixed := b.l.Factor(b.beta - shift); fixed != nil {
		b.shift, b.fixed = shift, fixed
		clear(b.image)
	}
}
