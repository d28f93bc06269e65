package embedded

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// In a square with its center the nearest neighbor of a corner is the center, and two corners tie
// for the second; for the center four corners tie. With two neighbors the order of the rows
// decides for all five. Noise has no ties and no warning.
func TestUDFSWarnsOfTiedNeighbors(t *testing.T) {
	of := func(x *mat.Dense) *datasets.Dataset {
		return must.Get(datasets.New("points", x, []int(nil), nil))(t)
	}
	corners := mat.NewDense(6, 3, []float64{
		0, 0, 1,
		.1, 0, 1,
		.1, .1, 1,
		0, .1, 1,
		.05, .05, 1,
		9, 7, 2,
	})
	rng := rand.New(rand.NewPCG(1, 1))
	noise := mat.NewDense(20, 3, nil)
	noise.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, noise)
	const want = "for 5 of 6 samples the last neighbor ties with the next, and the lower row is " +
		"taken: rows in another order change the scores"
	for _, test := range []struct {
		d    *datasets.Dataset
		want bool
	}{{of(corners), true}, {of(noise), false}} {
		r := must.Get(UDFS{Neighbors: 2}.Select(t.Context(), test.d, algorithms.Options{}))(t)
		if slices.Contains(r.Warnings, want) != test.want {
			t.Errorf("%d samples: warnings %q", test.d.N(), r.Warnings)
		}
	}
}
