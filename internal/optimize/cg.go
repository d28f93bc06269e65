// Package optimize has the iterations of numerical optimization that solvers share: conjugate
// gradients, Anderson's acceleration of a fixed-point iteration, and L-BFGS under an orthogonality
// constraint.
package optimize

import "gonum.org/v1/gonum/floats"

// CG is the state of preconditioned conjugate gradients for Ax = b, A symmetric (Hestenes, Stiefel
// 1952). The caller sets AP to the product of A and P, calls Step, judges the residual, and calls
// Next:
//
//	c := NewCG(b, precondition)
//	for !small(c.R) {
//		times(c.AP, c.P)
//		if !c.Step() {
//			break // A is not positive definite
//		}
//		c.Next()
//	}
//
// An iteration costs the two products and five passes over vectors.
type CG struct {
	X, R  []float64 // x, and b - Ax
	P, AP []float64 // the direction, and its product with A
	Rho   float64   // r'M⁻¹r
	Bend  float64   // p'Ap, set by Step and Curve

	precondition func(r []float64) []float64
}

// NewCG begins at x = 0 for b, which it keeps as R. precondition returns M⁻¹r for a positive
// definite M near A, a vector that is not r; nil stands for I. Numbers behind those of r, linear in
// them, are carried along in P and X.
func NewCG(b []float64, precondition func(r []float64) []float64) *CG {
	c := &CG{R: b, AP: make([]float64, len(b)), precondition: precondition}
	z := c.preconditioned()
	c.Rho = floats.Dot(b, z[:len(b)])
	c.P, c.X = append([]float64(nil), z...), make([]float64, len(z))
	return c
}

func (c *CG) preconditioned() []float64 {
	if c.precondition == nil {
		return c.R
	}
	return c.precondition(c.R)
}

// Curve returns p'Ap, from AP.
func (c *CG) Curve() float64 {
	c.Bend = floats.Dot(c.P[:len(c.R)], c.AP)
	return c.Bend
}

// Step goes to the minimum of ½x'Ax - b'x along P, and changes nothing where p'Ap is not positive:
// then it returns false.
func (c *CG) Step() bool {
	if !(c.Curve() > 0) {
		return false
	}
	c.Move(c.Rho / c.Bend)
	return true
}

// Move adds alpha·P to x.
func (c *CG) Move(alpha float64) {
	floats.AddScaled(c.X, alpha, c.P)
	floats.AddScaled(c.R, -alpha, c.AP)
}

// Next makes the direction that is conjugate to those before.
func (c *CG) Next() {
	z := c.preconditioned()
	before := c.Rho
	c.Rho = floats.Dot(c.R, z[:len(c.R)])
	floats.Scale(c.Rho/before, c.P)
	floats.Add(c.P, z)
}
