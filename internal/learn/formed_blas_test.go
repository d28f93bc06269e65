package learn

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// external is gonum's BLAS as one of another library.
type external struct{ gonum.Implementation }

// byProducts runs f with what a library of fast products computes.
func byProducts(f func()) {
	blas64.Use(external{})
	defer blas64.Use(gonum.Implementation{})
	f()
}

func noise(seed uint64, n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

func TestCrossProducts(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {70, 33}, {33, 70}, {40, 40}} {
		c := noise(1, size[0], size[1])
		var want mat.Dense
		if size[1] <= size[0] {
			want.Mul(c.T(), c)
		} else {
			want.Mul(c, c.T())
		}
		got := crossProducts(c)
		if !mat.EqualApprox(got, &want, 1e-12) || !mat.Equal(got, got.T()) {
			t.Errorf("%v: %v, want %v", size, mat.Formatted(got), mat.Formatted(&want))
		}
	}
}

// The first vectors are multiplied by the function, the others by the matrix.
func TestFormedLater(t *testing.T) {
	c, calls := noise(2, 130, 4*formAfter), 0
	times := formedLater(c, func(v *mat.Dense) (*mat.Dense, error) {
		calls++
		return v, nil
	})
	v := noise(3, 3, 4*formAfter)
	var half, want mat.Dense
	half.Mul(v, c.T())
	want.Mul(&half, c)
	for call := range 3 { // the fourth vector is one too many
		got := must.Get(times(v))(t)
		must.Is(t, got != v, (call > 0), "call %d: formed", call)
		if call > 0 && !mat.EqualApprox(got, &want, 1e-10) {
			t.Errorf("call %d: another product", call)
		}
	}
	must.Is(t, calls, 1, "calls of the function")
}

// The same axes, to what the search for them leaves, where products with the matrix take over.
func TestAxesByFormedProducts(t *testing.T) {
	for _, size := range [][2]int{{400, 300}, {300, 400}} {
		x := noise(4, size[0], size[1])
		for i := range size[0] {
			x.Set(i, 0, 3*x.At(i, 0))
			x.Set(i, 1, 2*x.At(i, 1))
		}
		want := must.Get(PCA(t.Context(), x, 2))(t)
		byProducts(func() {
			got := must.Get(PCA(t.Context(), x, 2))(t)
			if !mat.EqualApprox(got.Axes, want.Axes, 1e-8) ||
				!mat.EqualApprox(got.Scores, want.Scores, 1e-7) {
				t.Errorf("%v: other axes", size)
			}
			for k, v := range got.Explained {
				must.Near(t, v, want.Explained[k], 1e-12, "%v: share", size)
			}
		})
	}
}
