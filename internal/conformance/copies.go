package conformance

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// nearCopies has three features that nearly equal each other and separate the classes best, a
// weaker one that tells what they do not, and noise.
func nearCopies() (d *datasets.Dataset, copies []int) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 90
	x, d := mat.NewDense(n, 7, nil), &datasets.Dataset{Name: "near copies"}
	for i := range n {
		c := i % 3
		first := []float64{-2, 0, 2}[c] + .5*rng.NormFloat64()
		other := []float64{0, 2, 0}[c] + .9*rng.NormFloat64()
		x.SetRow(i, []float64{
			rng.NormFloat64(), first, first + .01*rng.NormFloat64(), other,
			rng.NormFloat64(), rng.NormFloat64(), first - .01*rng.NormFloat64(),
		})
		d.Y = append(d.Y, c)
		d.Target = append(d.Target, 2*first+other+.2*rng.NormFloat64())
	}
	for j := range 7 {
		d.Features = append(d.Features, fmt.Sprint("feature ", j))
	}
	d.X, d.Classes = x, []string{"a", "b", "c"}
	return d, []int{1, 2, 6}
}

// checkNearCopies: a method that weighs redundancy does not choose three features that nearly equal
// each other before any other. It is the defaults that are meant.
func checkNearCopies(t reporter, s subject) {
	if !s.facts.Redundancy || s.label() != "defaults" {
		return
	}
	d, copies := nearCopies()
	r := s.selected(t, "near copies", d, algorithms.Options{K: 3})
	if r == nil || len(r.Features) < 3 {
		return
	}
	for _, j := range r.Features[:3] {
		if !slices.Contains(copies, j) {
			return
		}
	}
	t.Errorf("the first features are %v, which nearly equal each other; by its facts the method "+
		"weighs redundancy", r.Features[:3])
}
