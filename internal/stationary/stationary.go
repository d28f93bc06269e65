// Package stationary minimizes a smooth function of W (m×d, in rows) under WCW' = I to a stationary
// point, for methods whose own steps converge linearly. The function may not depend on the basis,
// f(UW) = f(W) for UU' = I, as the norms of the columns of W and the distances of projections do
// not.
//
// Residual is the certificate, Descend the acceleration.
package stationary

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Function is f and its constraint.
type Function interface {
	// At evaluates f at w (m×d), which it may keep.
	At(w *mat.Dense) Point
	// Constraint returns Cv for each row of v: v itself where C = I.
	Constraint(v *mat.Dense) *mat.Dense
	// Project removes, in place, forbidden components from each row of v.
	Project(v *mat.Dense)
}

// Point is f at one W, a concave function of W'W: with M (d×d) twice its derivative by W'W,
// positive definite, the gradient by W is WM, and f(W+V) <= f(W) + <WM, V> + ½<VM, V>. Matrices are
// m×d.
type Point interface {
	Value() float64
	// Times returns vM.
	Times(v *mat.Dense) *mat.Dense
	// Curvature is the Euclidean Hessian times v.
	Curvature(v *mat.Dense) *mat.Dense
	// Inverse returns a function that multiplies rows by M⁻¹, perhaps approximately; the result
	// obeys Project.
	Inverse() (func(v *mat.Dense) *mat.Dense, error)
}

// tangent is the gradient on the manifold and its factors.
type tangent struct {
	w, cw      *mat.Dense
	residual   *mat.Dense // ∇f - ΛCW
	multiplier *mat.Dense // Λ = W∇f', symmetric
}

// tangentAt is that of p, the point of w.
func tangentAt(f Function, p Point, w *mat.Dense) *tangent {
	if p, ok := p.(ImagedPoint); ok {
		return project(f, p.(Point).Times(w), w, p.Constrained())
	}
	return project(f, p.Times(w), w, f.Constraint(w))
}

// project removes the normal part of a gradient g; cw is CW.
func project(f Function, g, w, cw *mat.Dense) *tangent {
	t := &tangent{w: w, cw: cw, multiplier: new(mat.Dense), residual: new(mat.Dense)}
	t.multiplier.Mul(w, g.T())
	m, _ := w.Dims()
	for i := range m { // symmetric within rounding
		for j := range i {
			v := (t.multiplier.At(i, j) + t.multiplier.At(j, i)) / 2
			t.multiplier.Set(i, j, v)
			t.multiplier.Set(j, i, v)
		}
	}
	t.residual.Mul(t.multiplier, t.cw)
	t.residual.Sub(g, t.residual)
	f.Project(t.residual)
	return t
}

// size is the residual relative to the objective: ‖∇f - ΛCW‖·‖W‖/(√m·f).
func (t *tangent) size(value float64) float64 {
	m, _ := t.w.Dims()
	return norm(t.residual) * norm(t.w) / math.Sqrt(float64(m)) / value
}

// Residual is the certificate of a W: the norm of the gradient on the manifold times that of W,
// relative to the objective,
//
//	‖∇f - ΛCW‖·‖W‖/(√m·f(W)),  Λ = W∇f',
//
// 0 if and only if W is stationary. It does not depend on the unit of the data; ‖W‖ is √m where C =
// I. With shares, each at most 1, f is that of diag(√share)·W, as for the mean of W'W over several
// W.
func Residual(f Function, w *mat.Dense, share []float64) float64 {
	scale := func(a *mat.Dense) *mat.Dense {
		out := mat.DenseCopyOf(a)
		for c, v := range share {
			floats.Scale(math.Sqrt(v), out.RawRowView(c))
		}
		return out
	}
	p := f.At(scale(w))
	return project(f, scale(p.Times(scale(w))), w, f.Constraint(w)).size(p.Value())
}

// Axes returns a basis of the rows of w, by ascending multiplier, and the multipliers: the
// eigenvectors and eigenvalues of Λ = W∇f'.
func Axes(f Function, w *mat.Dense) (rows *mat.Dense, multipliers []float64) {
	t := tangentAt(f, f.At(w), w)
	m, _ := w.Dims()
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(m, t.multiplier.RawMatrix().Data), true) {
		return w, mat.Row(nil, 0, t.multiplier)
	}
	var rotation mat.Dense
	eigen.VectorsTo(&rotation)
	rows = new(mat.Dense)
	rows.Mul(rotation.T(), w)
	return rows, eigen.Values(nil)
}

func norm(a *mat.Dense) float64 { return floats.Norm(a.RawMatrix().Data, 2) }

func dot(a, b *mat.Dense) float64 { return floats.Dot(a.RawMatrix().Data, b.RawMatrix().Data) }

// add sets a to a + s·b.
func add(a *mat.Dense, s float64, b *mat.Dense) {
	floats.AddScaled(a.RawMatrix().Data, s, b.RawMatrix().Data)
}
