package simplex

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// The factor and its answers are those of lapack64, bit for bit, for sizes around the blocks of
// both; and a matrix that is not positive definite is refused, in either half.
func TestHalves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var h halves
	for _, p := range []int{1, 2, 3, 7, 64, 127, 128, 129, 200, 333} {
		b := mat.NewDense(p, p, nil)
		b.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, b)
		a := mat.NewSymDense(p, nil)
		a.SymOuterK(1, b)
		for i := range p {
			a.SetSym(i, i, a.At(i, i)+1)
		}
		fill := func() {
			h.fill(p, func(i int, to []float64) {
				for k := range to {
					to[k] = a.At(i, i+k)
				}
			})
		}
		fill()
		right := make([]float64, 2*p)
		for i := range right {
			right[i] = rng.NormFloat64()
		}
		want, got := slices.Clone(right), slices.Clone(right)
		whole := mat.NewSymDense(p, nil)
		whole.CopySym(a)
		factor, ok := lapack64.Potrf(whole.RawSymmetric())
		lapack64.Potrs(factor, blas64.General{Rows: p, Cols: 2, Stride: 2, Data: want})
		if !ok || factor.Uplo != blas.Upper || !h.factorize() {
			t.Fatalf("%d: not positive definite", p)
		}
		for i := range p {
			if h.pivot(i) != factor.Data[i*p+i] {
				t.Fatalf("%d: pivot %d is %v, want %v", p, i, h.pivot(i), factor.Data[i*p+i])
			}
		}
		if h.solve(got); !slices.Equal(got, want) {
			t.Errorf("%d: the solution has other bits", p)
		}
		columns := mat.NewDense(p, 2, slices.Clone(right))
		h.solveFirst(columns)
		h.solveLast(columns)
		if !floats.EqualApprox(columns.RawMatrix().Data, want, 1e-11) {
			t.Errorf("%d: the parts of the solution differ from it", p)
		}
		for _, at := range []int{0, p / 2, p - 1} {
			v := a.At(at, at)
			a.SetSym(at, at, -1)
			if fill(); h.factorize() {
				t.Errorf("%d: -1 at %d is taken for positive definite", p, at)
			}
			a.SetSym(at, at, v)
		}
	}
}
