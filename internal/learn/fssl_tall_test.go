package learn

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The products of the constraint are those by way of the samples.
func TestFSSLConstraint(t *testing.T) {
	x, y := classesOf(3, 50, 20, 3)
	f, _ := problemOf(t, x, mustClasses(y), 2, 1)
	v := mat.NewDense(2, 20, nil)
	v.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(3*i + j)) }, v)
	var image, want mat.Dense
	image.Mul(v, f.x.T())
	want.Mul(&image, f.x)
	size := mat.Norm(&want, 2)
	if !mat.EqualApprox(f.Constraint(v), &want, 1e-13*size) {
		t.Error("other products with F'F")
	}
}
