package spfs

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
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

// counts has n samples in two classes and d columns that are 0 in most samples.
func counts(rng *rand.Rand, n, d int) *datasets.Dataset {
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = i % 2
		for j := range d {
			if rng.Float64() < 0.1+0.1*float64(y[i]*(j%3)) {
				x.Set(i, j, float64(1+rng.IntN(5)))
			}
		}
	}
	ds, err := datasets.New("counts", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

// The products that the path updates from step to step agree with those of its residual and
// direction.
func TestPathCarriesItsProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2013, 32))
	for _, uncentered := range []bool{false, true} {
		for _, kind := range []graph.Similarity{graph.SameClass{}, graph.RBF{}} {
			g, err := newRegression(t.Context(), counts(rng, 90, 200), kinds().Resolve(kind), 0,
				uncentered, algorithms.Options{})
			must.Do(t, err)
			p := newPath(g, 2)
			carried, steps := 0, 0
			for more := true; more && steps < 85; steps++ {
				r, u := clone(p.r), clone(p.u)
				if more, err = p.next(t.Context()); err != nil {
					t.Fatal(err)
				}
				if more && len(p.active)-1 > p.recomputed {
					carried++
				}
				for i, j := range p.candidates {
					if math.IsInf(p.alpha[i], 1) {
						continue
					}
					var ab float64
					for k := range r {
						ab += floats.Dot(p.at(j), r[k]) * floats.Dot(p.at(j), u[k])
					}
					aa, bb := correlationOf(p.regression, j, r), correlationOf(p.regression, j, u)
					if most := 1e-10 * (aa + bb); math.Abs(p.aa[i]-aa) > most ||
						math.Abs(p.ab[i]-ab) > most || math.Abs(p.bb[i]-bb) > most {
						t.Fatalf("%s, %d active, feature %d: %v %v %v, want %v %v %v", kind,
							len(p.active), j, p.aa[i], p.ab[i], p.bb[i], aa, ab, bb)
					}
				}
			}
			if carried < 10 {
				t.Errorf("%s: only %d of %d steps updated their products", kind, carried, steps)
			}
		}
	}
}

// correlationOf is the correlation of feature j of values in memory.
func correlationOf(g *regression, j int, rows [][]float64) float64 {
	return correlation(&g.compact[j], rows, sumsOf(rows))
}
