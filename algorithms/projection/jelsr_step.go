package projection

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/elimination"
	"fsnb.example/internal/optimize"
	"fsnb.example/internal/spectrum"
)

const (
	// jelsrSteps bounds the steps from a start.
	jelsrSteps = 500
	// fitFollow is the violation that a fit may leave, relative to that of the step before.
	fitFollow = 1e-4
	// restless is the number of steps without a smaller violation that ends a descent.
	restless = 20
	// flatSlack is the relative rounding of the objective.
	flatSlack = 1e-14
)

// embedder minimizes the objective of JELSR, as a function of the sizes s of the rows:
//
//	G(s) = min over Y of tr(Y'(L + αβ(XDX' + αI)⁻¹)Y) + αβ Σ s_j/2
//
// A step of the paper, s_j = ‖w_j‖, never raises it.
type embedder struct {
	*shrink
	l    *elimination.Matrix
	m    int
	beta float64

	bottom *bottom // for many samples
}

// look returns Y, V = (XDX' + αI)⁻¹Y and G at s.
func (e *embedder) look(ctx context.Context, s []float64) (y, v *mat.Dense, value float64,
	err error) {
	if err := e.set(s); err != nil {
		return nil, nil, 0, err
	}
	values, y, err := e.lowest(ctx, s)
	if err != nil {
		return nil, nil, 0, err
	}
	value = floats.Sum(values) + e.lambda*e.beta*floats.Sum(s)/2
	v, err = e.solve(y)
	return y, v, value, err
}

// lowest returns the m smallest eigenvalues of L + αβ(XDX' + αI)⁻¹ and their eigenvectors, which
// are orthogonal to 1.
func (e *embedder) lowest(ctx context.Context, s []float64) ([]float64, *mat.Dense, error) {
	n := e.n
	// Gershgorin's bound of L, β of the regression, and 1 moved above both.
	scale := e.beta
	for _, v := range e.l.Diagonal() {
		scale = max(scale, e.beta+2*v)
	}
	if n > manySamples && (len(e.active) < n/2 || n > veryMany) {
		if e.bottom == nil {
			e.bottom = newBottom(e.l, e.beta, scale, e.d)
		}
		if e.bottom != nil {
			values, y, ok := e.bottom.find(ctx, e.shrink, s, e.m)
			if ok || ctx.Err() != nil {
				return values, y, ctx.Err()
			}
		}
	}
	form, err := e.inverse()
	if err != nil {
		return nil, nil, err
	}
	for i := range n {
		for j := i; j < n; j++ {
			a := e.l.At(i, j) + e.lambda*e.beta*form.At(i, j)
			form.SetSym(i, j, a/scale+1/float64(n))
		}
	}
	values, vectors, err := spectrum.Smallest(ctx, form, e.m)
	if err != nil {
		return nil, nil, err
	}
	y := mat.NewDense(n, e.m, nil)
	for c := range e.m {
		y.SetCol(c, vectors[c])
		values[c] *= scale
	}
	return values[:e.m], y, nil
}

// run alternates between the best sizes for Y, a convex problem, and the best Y for them, which
// extrapolation speeds up. G never rises.
func (e *embedder) run(ctx context.Context, s []float64, tick func(int)) (*learned, error) {
	out := &learned{objective: math.Inf(1)}
	var ahead optimize.Anderson
	defer func() { tick(jelsrSteps - out.steps) }()
	target, _, _, err := e.look(ctx, s)
	if err != nil {
		return nil, err
	}
	// Far fewer rows stay than there are at the start.
	s = make([]float64, len(s))
	var safe *mat.Dense // the step from the last accepted point, after an extrapolation
	idle, least := 0, math.Inf(1)
	for out.steps < jelsrSteps {
		if s, err = e.fit(ctx, target, s, fitFollow*min(least, 1)); err != nil {
			return nil, err
		}
		y, v, value, err := e.look(ctx, s)
		if err != nil {
			return nil, err
		}
		out.steps++
		tick(1)
		if safe != nil && !(value <= out.objective*(1+flatSlack)) {
			ahead.Reset()
			target, safe = safe, nil
			continue
		}
		ratio := e.ratios(v, s, true)
		rest := violation(s, ratio)
		if !e.bottom.follow(rest) && rest <= learnedRest {
			e.bottom.rest = 0
			if y, v, value, err = e.look(ctx, s); err != nil {
				return nil, err
			}
			ratio = e.ratios(v, s, true)
			rest = violation(s, ratio)
		}
		// At the limit of rounding, only a smaller violation is progress.
		if value < out.objective*(1-flatSlack) || rest < least {
			out.residual, least = rest, min(rest, least)
			out.take(s, ratio, e.weights(out.w, s, v), y, value)
			idle = 0
		}
		if idle++; rest <= learnedRest || idle > restless {
			break
		}
		rotateTo(y, target)
		target, safe = extrapolate(&ahead, target, y), y
	}
	return out, nil
}

// extrapolate returns the extrapolation, with orthonormal columns, from a point and its image,
// whose columns are rotated to it.
func extrapolate(ahead *optimize.Anderson, point, image *mat.Dense) *mat.Dense {
	out, x := mat.DenseCopyOf(image), slices.Clone(point.RawMatrix().Data)
	f := floats.SubTo(make([]float64, len(x)), image.RawMatrix().Data, x)
	if !ahead.Extrapolate(out.RawMatrix().Data, x, f, nil) {
		return out
	}
	var gram mat.SymDense
	gram.SymOuterK(1, out.T())
	var factor mat.Cholesky
	var upper, inverse mat.TriDense
	if !factor.Factorize(&gram) || !(factor.Cond() < 1e8) {
		return mat.DenseCopyOf(image)
	}
	factor.UTo(&upper)
	if err := inverse.InverseTri(&upper); err != nil {
		return mat.DenseCopyOf(image)
	}
	out.Mul(mat.DenseCopyOf(out), &inverse)
	return out
}

// rotateTo rotates the orthonormal columns of y, within their space, to be nearest to those of to.
func rotateTo(y, to *mat.Dense) {
	var cross, rotation, nearest mat.Dense
	cross.Mul(y.T(), to)
	var svd mat.SVD
	if !svd.Factorize(&cross, mat.SVDThin) {
		return
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	rotation.Mul(&u, v.T())
	nearest.Mul(y, &rotation)
	y.Copy(&nearest)
}
