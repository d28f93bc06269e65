package methodtest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
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

// Patients are 40 patients of six samples each that hardly differ, with features and classes that
// have nothing to do with each other.
func Patients(t testing.TB) (plain, grouped *datasets.Dataset) {
	t.Helper()
	const count, each, d = 40, 6, 8
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(count*each, d, nil)
	var labels, of []string
	for p := range count {
		own := make([]float64, d)
		for j := range own {
			own[j] = rng.NormFloat64()
		}
		for s := range each {
			for j, v := range own {
				x.Set(p*each+s, j, v+.01*rng.NormFloat64())
			}
			labels, of = append(labels, []string{"ill", "well"}[p%2]),
				append(of, fmt.Sprintf("p%02d", p))
		}
	}
	plain = must.Get(datasets.New("patients", x, labels, nil))(t)
	grouped = must.Get(plain.WithGroups("patient", of))(t)
	return plain, grouped
}

// Ramp is 60 samples with the continuous target 0, 1, …, 59 in a random order.
func Ramp(t testing.TB) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 5))
	x, y := mat.NewDense(60, 2, nil), make([]float64, 60)
	for i, v := range rng.Perm(60) {
		y[i] = float64(v)
		x.Set(i, 0, rng.NormFloat64())
		x.Set(i, 1, float64(v)+rng.NormFloat64())
	}
	return must.Get(datasets.New("numbers", x, y, nil))(t)
}
