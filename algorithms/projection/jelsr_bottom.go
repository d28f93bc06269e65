package projection

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/elimination"
	"fsnb.example/internal/krylov"
)

const (
	// manySamples is the number of samples above which no n×n matrix is formed for few rows.
	manySamples = 64
	// veryMany is the number above which none is formed for any rows.
	veryMany = 256
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
	// bottomRounds bounds the rounds of a search for many rows.
	bottomRounds = 40
)

// bottom finds the m smallest eigenvectors orthogonal to 1 of
//
//	A = L + αβ(XDX' + αI)⁻¹ = L + βI - βB'(BB' + αI)⁻¹B
//
// from those found last, for B of a×n. Where a is far below n, the inverse of A - σ comes from that
// of L + (β - σ)I, for a σ near the smallest eigenvalues. For more rows, that of L + κI, for the
// mean κ of what they leave of β, is near enough for the search.
type bottom struct {
	l     *elimination.Matrix
	beta  float64
	unit  float64 // bound of the eigenvalues
	ones  *mat.Dense
	shift float64 // σ
	fixed *elimination.Factor
	image [][]float64         // the inverse of L + (β - σ)I times feature j
	near  *mat.Dense          // the best approximations of the last search, rows
	rest  float64             // the residual asked for
	far   *elimination.Factor // of L + κI
	vain  bool                // whether a search for many rows did not converge

	b, images *mat.Dense // of the sizes that stand
	inner     mat.LU
}

// newBottom begins with σ = 0, below all eigenvalues.
func newBottom(l *elimination.Matrix, beta, unit float64, d int) *bottom {
	n := l.SymmetricDim()
	b := &bottom{l: l, beta: beta, unit: unit, image: make([][]float64, d),
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
	var part mat.Dense
	if err := solved(b.inner.SolveTo(&part, false, dense.Cross(base, b.b).T())); err != nil {
		return nil, err
	}
	out := dense.Times(mat.DenseCopyOf(part.T()), b.images)
	out.Add(out, base)
	return out, nil
}

// times returns the products of A with rows.
func (b *bottom) times(k *shrink, v *mat.Dense) (*mat.Dense, error) {
	out := b.l.Times(v)
	if len(k.active) == 0 {
		floats.AddScaled(out.RawMatrix().Data, b.beta, v.RawMatrix().Data)
		return out, nil
	}
	if k.wide {
		var part mat.Dense
		if err := solved(k.factor.SolveTo(&part, v.T())); err != nil {
			return nil, err
		}
		rows := mat.DenseCopyOf(part.T())
		floats.AddScaled(out.RawMatrix().Data, b.beta*k.lambda, rows.RawMatrix().Data)
		return out, nil
	}
	var part mat.Dense
	if err := solved(k.factor.SolveTo(&part, dense.Cross(v, k.b).T())); err != nil {
		return nil, err
	}
	low := dense.Times(mat.DenseCopyOf(part.T()), k.b)
	floats.AddScaled(out.RawMatrix().Data, b.beta, v.RawMatrix().Data)
	floats.AddScaled(out.RawMatrix().Data, -b.beta, low.RawMatrix().Data)
	return out, nil
}

// few reports whether the inverse for the active rows is made.
func (b *bottom) few(k *shrink) bool { return len(k.active) < k.n/2 }

// prepare returns what makes residuals of the search directions.
func (b *bottom) prepare(k *shrink, s []float64) (func(*mat.Dense) (*mat.Dense, error), error) {
	if len(k.active) == 0 {
		return b.fixed.Solve, nil
	}
	if b.few(k) {
		return b.solve, b.set(k, s)
	}
	if b.far == nil {
		var square float64
		k.eachScaled(func(_ int, part *mat.Dense) {
			for _, v := range part.RawMatrix().Data {
				square += v * v
			}
		})
		share := k.lambda / (k.lambda + square/float64(k.n))
		if b.far = b.l.Factor(b.beta * share); b.far == nil {
			return nil, errLearnedSquares
		}
	}
	return b.far.Solve, nil
}

// find returns the eigenvalues and eigenvectors (n×m); ok is false if the search did not converge.
func (b *bottom) find(ctx context.Context, k *shrink, s []float64, m int) (
	values []float64, y *mat.Dense, ok bool) {
	few := b.few(k)
	expand, err := b.prepare(k, s)
	if err != nil || b.vain && !few {
		return nil, nil, false
	}
	tolerance, last := b.rest, math.Inf(1)
	if tolerance < bottomRest {
		tolerance = 0
	}
	problem := krylov.Problem{
		N: k.n, Want: m, Smallest: true, Outside: b.ones, Start: b.near, Spare: bottomSpare,
		Ahead: bottomSpare, Tolerance: tolerance, Scale: b.unit, Most: k.n / 2,
		Stop: func(p *krylov.Pairs) bool {
			now := floats.Max(p.Residuals)
			done := tolerance == 0 && now <= bottomRest*b.unit && now > last/4
			last = now
			return done
		},
		Times:  func(v *mat.Dense) (*mat.Dense, error) { return b.times(k, v) },
		Expand: expand,
	}
	if !few {
		problem.Rounds = bottomRounds
	}
	pairs, err := problem.Solve(ctx)
	if err != nil {
		return nil, nil, false
	}
	b.near = pairs.Near(m + bottomSpare)
	if few {
		b.move(append(pairs.Values[:m:m], pairs.Beyond(bottomSpare)...), m)
	}
	if !(floats.Max(pairs.Residuals) <= max(tolerance, bottomRest)*b.unit) {
		b.vain = b.vain || !few
		return nil, nil, false
	}
	return pairs.Values, mat.DenseCopyOf(pairs.Vectors.T()), true
}

// move sets another σ for the eigenvalues found, the m wanted ones first, if a round of the search
// then leaves much less of an error.
func (b *bottom) move(values []float64, m int) {
	first, end := values[0], values[len(values)-1]
	rate := func(shift float64) float64 { return (values[m-1] - shift) / (end - shift) }
	shift := min(first-float64(.1*(end-first)), float64(.95*b.beta))
	if !(rate(b.shift) > bottomSlow && rate(shift) < rate(b.shift)*rate(b.shift)) &&
		b.shift < first {
		return
	}
	if fixed := b.l.Factor(b.beta - shift); fixed != nil {
		b.shift, b.fixed = shift, fixed
		clear(b.image)
	}
}
