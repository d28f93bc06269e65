package rowsparse

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// sparseWeights returns a C of correlated columns, upper part only, and q for which count rows of W
// have length about 1, the others 1e-5.
func sparseWeights(d, count int) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(3, uint64(d)))
	b := mat.NewDense(d, d, nil)
	for i := range d {
		common := rng.NormFloat64()
		for l := range d {
			b.Set(i, l, (common+rng.NormFloat64())/math.Sqrt(float64(d)))
		}
	}
	c := mat.NewDense(d, d, nil)
	c.Mul(b.T(), b)
	q := make([]float64, d)
	for l := range q {
		q[l] = 1e5 * (1 + rng.Float64())
	}
	for _, l := range rng.Perm(d)[:count] {
		q[l] = .5 + rng.Float64()
	}
	for i := range d {
		for j := range i {
			c.Set(i, j, math.NaN())
		}
	}
	return c, q
}

// The inverse from a few columns is symmetric, and within tailSum of the inverse.
func TestInverseOfHead(t *testing.T) {
	const d = 300
	for _, count := range []int{0, 1, 40, 130} {
		c, q := sparseWeights(d, count)
		inverse := Inverse(c, q)
		h, _ := newHead(symmetricOf(c), q)
		if h == nil || len(h.columns) < count || len(h.columns) > count+d/3 {
			t.Fatalf("%d: not the inverse of a few columns", count)
		}
		unit := mat.NewDense(d, d, nil)
		for l := range d {
			unit.Set(l, l, 1)
		}
		p := inverse(unit)
		// The eigenvalues of R·P·R' for A = R'R are those of PA.
		whole := mat.NewSymDense(d, nil)
		for i := range d {
			for j := i; j < d; j++ {
				whole.SetSym(i, j, c.At(i, j))
			}
			whole.SetSym(i, i, whole.At(i, i)+q[i])
		}
		var chol mat.Cholesky
		var root mat.TriDense
		if !chol.Factorize(whole) {
			t.Fatal("not positive definite")
		}
		chol.UTo(&root)
		var half, both mat.Dense
		half.Mul(&root, p)
		both.Mul(&half, root.T())
		form := mat.NewSymDense(d, nil)
		var uneven float64
		for i := range d {
			for j := i; j < d; j++ {
				uneven = max(uneven, math.Abs(both.At(i, j)-both.At(j, i)))
				form.SetSym(i, j, both.At(i, j))
			}
		}
		values, err := dense.Eigenvalues(t.Context(), form)
		if err != nil {
			t.Fatal(err)
		}
		low, high := values[0], values[d-1]
		t.Logf("%d rows, head of %d: eigenvalues from 1 - %.1e to 1 + %.1e, uneven by %.1e", count,
			len(h.columns), 1-low, high-1, uneven)
		if low < 1/(1+tailSum)-1e-9 || high > 1/(1-tailSum)+1e-9 || uneven > 1e-9 ||
			high-low < 1e-6 {
			t.Errorf("%d rows: eigenvalues from %g to %g, uneven by %g", count, low, high, uneven)
		}
	}
}

// A matrix of which half or more would be the head, and a small one, are factored whole.
func TestInverseWhole(t *testing.T) {
	for _, v := range [][2]int{{300, 160}, {256, 3}} {
		c, q := sparseWeights(v[0], v[1])
		if h, ok := newHead(symmetricOf(c), q); h != nil || !ok {
			t.Errorf("%v: a head of %d columns", v, len(h.columns))
		}
	}
	c, q := sparseWeights(300, 20)
	for l, v := range q {
		if v < 10 {
			q[l] = -1e3
		}
	}
	if Inverse(c, q) != nil {
		t.Error("the inverse of a matrix that is not positive definite")
	}
}

func BenchmarkInverse(b *testing.B) {
	c, q := sparseWeights(1024, 60)
	v := mat.NewDense(1, 1024, nil)
	v.Set(0, 0, 1)
	b.Run("head", func(b *testing.B) {
		for b.Loop() {
			Inverse(c, q)(v)
		}
	})
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			upper, _ := factor(symmetricOf(c), q)
			solver(upper)(v)
		}
	})
}
