package methodtest

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
)

// Noise is n samples of d independent normal features, with classes that are equally
// large and tell nothing.
func Noise(n, d int, seed uint64) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := &datasets.Dataset{Name: "noise", X: mat.NewDense(n, d, nil), Classes: []string{"a", "b"},
		Y: make([]int, n)}
	for j := range d {
		out.Features = append(out.Features, fmt.Sprintf("noise %d", j))
	}
	for i := range n {
		for j := range d {
			out.X.Set(i, j, rng.NormFloat64())
		}
		out.Y[i] = i % 2
	}
	rng.Shuffle(n, func(i, j int) { out.Y[i], out.Y[j] = out.Y[j], out.Y[i] })
	return out
}
