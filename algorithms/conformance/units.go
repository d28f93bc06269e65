package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// ScoresDoNotSeeTheUnit multiplies sets that come with the library, whose values are decimals: in
// centimeters or millimeters, as gray levels or as parts of 255, distances that are equal on paper
// are equal to every method, and so are values and the edges of bins.
func (f Family) ScoresDoNotSeeTheUnit(t *testing.T) {
	for _, s := range f.subjects(t) {
		t.Run(algorithms.Label(s.method), func(t *testing.T) {
			for _, d := range shipped(t) {
				t.Run(d.Name, func(t *testing.T) { checkUnit(t, s, d) })
			}
		})
	}
}

// shippedSamples and shippedFeatures bound the sets, since searches take time n²d². So many gray
// levels have hundreds of pairs of samples at one distance.
const shippedSamples, shippedFeatures = 50, 20

// shipped loads the sets that come with the library; some samples and columns of large ones.
func shipped(t *testing.T) []*datasets.Dataset {
	t.Helper()
	var out []*datasets.Dataset
	for _, name := range []string{"iris", "digits", "wdbc"} {
		d, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, part(withTarget(d)))
	}
	return out
}

// part is d, or what is drawn of its samples and columns.
func part(d *datasets.Dataset) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	if d.N() > shippedSamples {
		d = rowsAt(d, rng.Perm(d.N())[:shippedSamples])
	}
	if d.D() > shippedFeatures {
		d = columnsAt(d, rng.Perm(d.D())[:shippedFeatures])
		d.Image = datasets.ImageShape{}
	}
	return d
}

// half is the K of subset methods, and 0 for rankers.
func (s subject) half(d *datasets.Dataset) algorithms.Options {
	if s.facts.Nested {
		return algorithms.Options{}
	}
	return algorithms.Options{K: (d.D() + 1) / 2}
}

// checkUnit compares the scores in some units, which change by the power that the facts have.
func checkUnit(t reporter, s subject, d *datasets.Dataset) {
	if s.facts.InUnit {
		return
	}
	want := s.selected(t, d.Name, d, s.half(d))
	for _, factor := range []float64{10, .1, 1. / 255} {
		x := mat.DenseCopyOf(d.X)
		x.Apply(func(_, _ int, v float64) float64 {
			if factor < .1 {
				return v / 255
			}
			return v * factor
		}, x)
		unit := s.selected(t, d.Name, with(d, x, d.Features), s.half(d))
		back := math.Pow(factor, -s.facts.Degree)
		sameByName(t, fmt.Sprintf("%s times %.3g", d.Name, factor), want, unit, back)
	}
}

// sameByName reports features that one of two answers lacks, and those whose scores, the second
// answer's times factor, are not the same to the tolerance. Features that tie may have any order.
func sameByName(t reporter, what string, want, got *algorithms.Ranking, factor float64) {
	if want == nil || got == nil {
		return
	}
	scores, scale := make(map[string]float64), 0.0
	for i, name := range got.Names {
		scores[name] = got.Scores[i] * factor
	}
	for _, v := range want.Scores {
		if !math.IsInf(v, 0) {
			scale = max(scale, math.Abs(v))
		}
	}
	for i, v := range want.Scores {
		w, there := scores[want.Names[i]]
		if !there || v != w && !(math.Abs(v-w) <= tolerance*scale) {
			t.Errorf("%s: %s scores %v (there: %v), want %v", what, want.Names[i], w, there, v)
			return
		}
	}
}
