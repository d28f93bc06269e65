package spfs

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// Products and sums of offsets are those of the column, for any number of equal values.
func TestOffsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(2013, 31))
	for _, test := range []struct {
		others  int
		compact bool
	}{{0, true}, {1, true}, {10, true}, {11, false}, {40, false}} {
		f, v := make([]float64, 40), make([]float64, 40)
		for i := range f {
			f[i], v[i] = -0.3, rng.NormFloat64()
		}
		for _, i := range rng.Perm(40)[:test.others] {
			f[i] = rng.NormFloat64()
		}
		o := newOffsets(f)
		if o.dense == nil != test.compact || test.compact && len(o.places) != test.others {
			t.Errorf("%d others: %+v", test.others, o)
		}
		if got, want := o.dot(v, floats.Sum(v)), floats.Dot(f, v); math.Abs(got-want) > 1e-14 {
			t.Errorf("%d others: product %v, want %v", test.others, got, want)
		}
		want := floats.AddScaledTo(make([]float64, 40), v, 1.7, f)
		floats.AddConst(o.addTo(v, 1.7), v)
		if !floats.EqualApprox(v, want, 1e-14) {
			t.Errorf("%d others: sum %v, want %v", test.others, v, want)
		}
	}
}

// correlationOf is the correlation of feature j of values in memory.
func correlationOf(g *regression, j int, rows [][]float64) float64 {
	return correlation(&g.compact[j], rows, sumsOf(rows))
}
