package dense

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The same bits as gonum's, of a view too, whose other columns stay; and nothing is allocated.
func TestScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	whole, want := mat.NewDense(7, 5, nil), mat.NewDense(7, 5, nil)
	whole.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, whole)
	want.Copy(whole)
	of := func(m *mat.Dense) *mat.Dense { return m.Slice(1, 6, 1, 4).(*mat.Dense) }
	part := of(want)
	part.Scale(1.7, mat.DenseCopyOf(part))
	view := of(whole)
	Scale(1.7, view)
	if !mat.Equal(whole, want) {
		t.Errorf("got %v, want %v", mat.Formatted(whole), mat.Formatted(want))
	}
	if n := testing.AllocsPerRun(10, func() { Scale(1, view) }); n > 0 {
		t.Errorf("%g allocations", n)
	}
}
