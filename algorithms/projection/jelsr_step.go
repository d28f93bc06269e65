package projection

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/spectrum"
)

// jelsrSteps bounds the steps from a start.
const jelsrSteps = 1500

// embedder minimizes the objective of JELSR, as a function of the sizes s of the rows:
//
//	G(s) = min over Y of tr(Y'(L + αβ(XDX' + αI)⁻¹)Y) + αβ Σ s_j/2
//
// A step of the paper, s_j = ‖w_j‖, never raises it.
type embedder struct {
	*shrink
	l    *mat.SymDense
	m    int
	beta float64
}

// look returns Y, V = (XDX' + αI)⁻¹Y and G at s.
func (e *embedder) look(ctx context.Context, s []float64) (y, v *mat.Dense, value float64,
	err error) {
	if err := e.set(s); err != nil {
		return nil, nil, 0, err
	}
	form, err := e.inverse()
	if err != nil {
		return nil, nil, 0, err
	}
	n := e.n
	// Gershgorin's bound of L, β of the regression, and 1 moved above both.
	scale := e.beta
	for i := range n {
		scale = max(scale, e.beta+2*e.l.At(i, i))
	}
	for i := range n {
		for j := i; j < n; j++ {
			a := e.l.At(i, j) + e.lambda*e.beta*form.At(i, j)
			form.SetSym(i, j, a/scale+1/float64(n))
		}
	}
	values, vectors, err := spectrum.Smallest(ctx, form, e.m)
	if err != nil {
		return nil, nil, 0, err
	}
	y = mat.NewDense(n, e.m, nil)
	for c := range e.m {
		y.SetCol(c, vectors[c])
		value += values[c] * scale
	}
	for _, size := range s {
		value += e.lambda * e.beta * size / 2
	}
	v, err = e.solve(y)
	return y, v, value, err
}

// run descends from s.
func (e *embedder) run(ctx context.Context, s []float64, tick func(int)) (*learned, error) {
	out := &learned{objective: math.Inf(1)}
	var ahead anderson
	var safe []float64 // the paper's step from the last accepted point
	defer func() { tick(jelsrSteps - out.steps) }()
	for out.steps < jelsrSteps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		y, v, value, err := e.look(ctx, s)
		if err != nil {
			return nil, err
		}
		out.steps++
		tick(1)
		if safe != nil && !(value <= out.objective*(1+1e-14)) {
			ahead.forget()
			s, safe = safe, nil
			continue
		}
		all := out.steps%everySteps == 0 || out.steps == jelsrSteps
		ratio := e.ratios(v, s, all)
		if out.residual = violation(s, ratio); out.residual <= learnedRest && !all {
			ratio = e.ratios(v, s, true)
			out.residual = violation(s, ratio)
		}
		out.take(s, ratio, e.weights(s, v), y, value)
		if out.residual <= learnedRest || out.steps == jelsrSteps {
			break
		}
		next := e.next(s, ratio)
		if stepsRest(s, ratio) && e.enter(next, ratio) {
			ahead.forget()
			s, safe = next, nil
			out.objective = math.Inf(1)
			continue
		}
		s, safe = ahead.after(s, next, s), next
	}
	return out, nil
}
