package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
)

// ScoresDoNotSeeTheUnit multiplies embedded data sets of decimal values by a unit, such as
// centimeters in millimeters or gray levels over 255: distances, values and edges of bins that are
// equal in exact arithmetic stay equal for every method.
func (f Family) ScoresDoNotSeeTheUnit(t *testing.T) {
	for _, s := range f.subjects(t) {
		t.Run(algorithms.Label(s.method), func(t *testing.T) {
			for _, d := range shipped(t) {
				t.Run(d.Name, func(t *testing.T) { checkUnit(t, s, d) })
			}
		})
	}
}

// shippedSamples and shippedFeatures bound the sets, because searches take time n²d². With this
// many gray levels, hundreds of pairs of samples have equal distances.
const shippedSamples, shippedFeatures = 50, 20

// shipped loads the embedded data sets, and of large ones some samples and columns.
func shipped(t *testing.T) []*datasets.Dataset {
	t.Helper()
	sets, err := shippedOnce()
	if err != nil {
		t.Fatal(err)
	}
	var out []*datasets.Dataset
	for _, d := range sets {
		out = append(out, copyOf(d))
	}
	return out
}

// shippedOnce reads the sets once for all methods of a package.
var shippedOnce = sync.OnceValues(func() (out []*datasets.Dataset, err error) {
	for _, name := range []string{"iris", "digits", "wdbc"} {
		d, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			return nil, err
		}
		out = append(out, part(withTarget(d)))
	}
	return out, nil
})

// part is d restricted to random samples and columns, if it is large.
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

// half is K for subset methods, and all features of nested ones.
func (s subject) half(d *datasets.Dataset) algorithms.Options {
	if s.facts.Nested {
		return algorithms.Options{K: s.full(d.D())}
	}
	return algorithms.Options{K: (d.D() + 1) / 2}
}

// checkUnit compares the scores in some units, which change by the power Degree of the facts.
func checkUnit(t reporter, s subject, d *datasets.Dataset) {
	if s.facts.InUnit {
		return
	}
	want := s.selected(t, d.Name, d, s.half(d))
	for _, factor := range longtest.And([]float64{.1, 1. / 255}, 10) {
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

// sameByName fails if two answers have different features, or if a score of the second, times
// factor, differs by more than the tolerance. Features that tie may have any order.
func sameByName(t reporter, what string, want, got *algorithms.Ranking, factor float64) {
	if want == nil || got == nil {
		return
	}
	if len(want.Names) != len(got.Names) {
		t.Errorf("%s: features %v, want %v", what, got.Names, want.Names)
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
