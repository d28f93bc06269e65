package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A step from few columns is that of the whole matrices: near a sparse W, and from vectors that are
// not near the solution.
func TestFSSLFewColumns(t *testing.T) {
	const n, d = 360, 280
	x, y := classesOf(7, n, d, 3)
	for _, m := range []int{1, 3} {
		f, _ := problemOf(t, x, mustClasses(y), m, 1)
		rng := rand.New(rand.NewPCG(2, uint64(m)))
		inverse := make([]float64, d)
		for j := range inverse {
			inverse[j] = 1e-5 * (1 + rng.Float64())
		}
		for _, j := range rng.Perm(d)[:20] {
			inverse[j] = 1 + rng.Float64()
		}
		largest := 0. // γF'ℒF and Q of one size in the columns that count
		for j := range d {
			largest = max(largest, f.form.At(j, j))
		}
		floats.Scale(1/largest, inverse)
		root := make([]float64, d)
		for j, v := range inverse {
			root[j] = math.Sqrt(v)
		}
		near := mat.NewDense(d, m, nil)
		near.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, near)
		few, fewValues, fewBefore, err := f.few(t.Context(), inverse, root, near)
		if err != nil || few == nil {
			t.Fatalf("m = %d: no step from few columns: %v", m, err)
		}
		b, squares := f.scaled(root)
		whole, values, before, err := f.pencil(t.Context(), b, squares, nil)
		if err != nil {
			t.Fatal(err)
		}
		scaleRows(whole, root)
		if !floats.EqualApprox(fewValues, values, 1e-10*values[m-1]) || fewBefore != before {
			t.Errorf("m = %d: values %v, want %v", m, fewValues, values)
		}
		for k := range m {
			one, other := mat.Col(nil, k, few), mat.Col(nil, k, whole)
			if floats.Dot(one, other) < 0 {
				floats.Scale(-1, one)
			}
			if !floats.EqualApprox(one, other, 1e-9*floats.Norm(other, math.Inf(1))) {
				t.Errorf("m = %d: axis %d is off by %g of %g", m, k,
					floats.Distance(one, other, math.Inf(1)), floats.Norm(other, math.Inf(1)))
			}
		}
		if m > 1 {
			continue
		}
		floats.Scale(1e7, inverse) // no column is outside the head
		if few, _, _, err := f.few(t.Context(), inverse, root, near); few != nil || err != nil {
			t.Errorf("a step from few columns where all count: %v", err)
		}
	}
}

// The products of the matrices of the features are those by way of the samples.
func TestFSSLNearly(t *testing.T) {
	x, y := classesOf(3, 50, 20, 3)
	f, _ := problemOf(t, x, mustClasses(y), 2, 1)
	v := mat.NewDense(2, 20, nil)
	v.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(3*i + j)) }, v)
	var image, want mat.Dense
	image.Mul(v, f.x.T())
	want.Mul(&image, f.x)
	size := mat.Norm(&want, 2)
	if !mat.EqualApprox(f.Constraint(v), &want, 1e-13*size) ||
		!mat.EqualApprox(f.Nearly(v), &want, 1e-13*size) {
		t.Error("other products with F'F")
	}
}
