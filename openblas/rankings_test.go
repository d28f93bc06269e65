package openblas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/realdata"
)

// slow take half a minute or more on 569 samples.
var slow = []string{"bahsic", "boruta", "fohsic", "fssl", "mrsf", "spfs-nes"}

// loadSet gives the set a continuous target instead of its classes for a method that takes no
// other.
func loadSet(t *testing.T, name string, targets algorithms.Targets) *datasets.Dataset {
	t.Helper()
	d, err := datasets.Load(name, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if targets != algorithms.Continuous {
		return d
	}
	r := rand.New(rand.NewPCG(6, 6))
	d.Target = make([]float64, d.N())
	for i, c := range d.Y {
		d.Target[i] = 20 + float64(c) + .5*r.NormFloat64()
	}
	d.Y, d.Classes = nil, nil
	return d
}

// ranked runs a method with gonum's products or ours.
func ranked(t *testing.T, ours bool, e catalogue.Entry, d *datasets.Dataset, k int) (
	r *algorithms.Ranking, err error) {
	t.Helper()
	with(ours, func() { r, err = e.Method.Select(t.Context(), d, algorithms.Options{K: k}) })
	return r, err
}

// compareRankings wants the same features in the same order, and scores as near as those of methods
// whose scores are derivatives are to each other on two processors (internal/conformance).
func compareRankings(got, want *algorithms.Ranking) error {
	if !slices.Equal(got.Features, want.Features) {
		return fmt.Errorf("features %v, gonum %v", got.Features, want.Features)
	}
	scale := 0.0
	for _, v := range want.Scores {
		if !math.IsInf(v, 0) {
			scale = max(scale, math.Abs(v))
		}
	}
	for i, v := range want.Scores {
		if got.Scores[i] != v && !(math.Abs(got.Scores[i]-v) <= 1e-6*scale) {
			return fmt.Errorf("feature %d scores %v, with gonum %v", want.Features[i],
				got.Scores[i], v)
		}
	}
	return nil
}

func TestRankingsAreThoseOfGonum(t *testing.T) {
	need(t)
	sets := []string{"iris", "wine", "wdbc"}
	for _, e := range catalogue.All() {
		t.Run(e.Name, func(t *testing.T) {
			ran := 0
			for _, name := range sets {
				if name == "wdbc" && slices.Contains(slow, e.Name) && !longtest.Asked() {
					continue
				}
				d := loadSet(t, name, e.Targets)
				k := 0
				if !e.Nested {
					k = d.D() / 2
				}
				want, wanted := ranked(t, false, e, d, k)
				got, err := ranked(t, true, e, d, k)
				if fmt.Sprint(err) != fmt.Sprint(wanted) {
					t.Errorf("%s: error %v, with gonum %v", name, err, wanted)
				}
				if err != nil || wanted != nil {
					t.Logf("%s: %v", name, err) // two classes only, say
					continue
				}
				ran++
				if err := compareRankings(got, want); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if ran == 0 {
				t.Error("it ran on none of the sets")
			}
		})
	}
}

// quick are methods with large products or decompositions that take seconds on 1,440 samples of
// 1,024 features.
var quick = []string{"fsir2", "laplacian", "lda", "lfda", "lpp", "pca", "spec", "spfs-lar",
	"spfs-sfs", "trace-ratio"}

func TestRankingsOfCOIL20(t *testing.T) {
	need(t)
	dir := realdata.Need(t, "COIL20.mat")
	d := loadSet(t, filepath.Join(dir, "COIL20.mat"), algorithms.Classes)
	for _, name := range quick {
		t.Run(name, func(t *testing.T) {
			e, err := catalogue.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			want, wanted := ranked(t, false, e, d, 50)
			got, err := ranked(t, true, e, d, 50)
			if err != nil || wanted != nil {
				t.Fatal(err, wanted)
			}
			if err := compareRankings(got, want); err != nil {
				t.Error(err)
			}
		})
	}
}
