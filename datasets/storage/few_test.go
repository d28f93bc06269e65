package storage

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// Few values are those of Compress, in memory and on disk and for any number of goroutines; one
// value more than the share is too many.
func TestFew(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, shape := range [][2]int{{1, 8}, {8, 1}, {40, 130}, {64, 200}} {
		n, d := shape[0], shape[1]
		x := mat.NewDense(n, d, nil)
		most := int(FewShare * float64(n*d))
		for _, at := range rng.Perm(n * d)[:most] {
			x.Set(at/d, at%d, rng.NormFloat64())
		}
		want := Compress(x)
		values := map[string]Matrix{"dense": Dense{x}, "sparse": want,
			"on disk": mapped(t, x, Float64, false, 0)}
		for name, m := range values {
			for _, workers := range []int{1, 3} {
				got := must.Get(Few(t.Context(), m, workers))(t)
				if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(Sparse{}),
					gocmp.Transformer("", func(v []float64) int { return len(v) })); diff != "" ||
					!mat.Equal(got, x) {
					t.Errorf("%d×%d, %s (-want +got):\n%s", n, d, name, diff)
				}
			}
		}
		var largest float64
		for i := range n {
			for j := range d {
				largest = max(largest, math.Abs(x.At(i, j)))
			}
		}
		must.Is(t, want.Largest(), largest, "%d×%d: the largest", n, d)
		for at := range n * d {
			if x.At(at/d, at%d) == 0 {
				x.Set(at/d, at%d, 1)
				break
			}
		}
		for name, m := range map[string]Matrix{"dense": Dense{x},
			"on disk": mapped(t, x, Float64, true, 0)} {
			if got, err := Few(t.Context(), m, 2); got != nil || err != nil {
				t.Errorf("%d×%d, %s: %v, %v; want none", n, d, name, got, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x := Dense{mat.NewDense(2, 3, nil)}
	if got, err := Few(ctx, x, 1); got != nil || err != context.Canceled {
		t.Errorf("canceled: %v, %v", got, err)
	}
}
