package trees_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/trees"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// xor is n samples of 12 features and two classes: feature 2 times feature 7 is above 0 in one of
// them, and the others are noise; feature 9 is constant.
func xor(t *testing.T, n int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := mat.NewDense(n, 12, nil), make([]int, n)
	for i := range n {
		for j := range 12 {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, 9, 4)
		if x.At(i, 2)*x.At(i, 7) > 0 {
			y[i] = 1
		}
	}
	return must.Get(datasets.New("xor", x, y, nil))(t)
}

// Every importance of either forest finds two features that tell nothing one by one.
func TestInteraction(t *testing.T) {
	d := xor(t, 300)
	numbers := *d
	numbers.Y, numbers.Classes, numbers.Target = nil, nil, make([]float64, d.N())
	for i, c := range d.Y {
		numbers.Target[i] = float64(c)
	}
	for _, name := range trees.Importance("").Choices() {
		importance := trees.Importance(name)
		for _, m := range []algorithms.Scorer{
			trees.Forest{Trees: 200, Importance: importance},
			trees.ExtraTrees{Trees: 200, Importance: importance},
		} {
			for _, d := range []*datasets.Dataset{d, &numbers} {
				s := methodtest.Score(t, m, d, algorithms.Options{})
				order := s.Order()
				if first := order[:2]; slices.Max(first) != 7 || slices.Min(first) != 2 ||
					order[11] != 9 {
					t.Errorf("%s ranks %v, scores %v", algorithms.Label(m), order, s.Values)
				}
				if importance == trees.Impurity {
					if v := floats.Sum(s.Values); math.Abs(v-1) > 1e-12 || s.Values[9] != 0 {
						t.Errorf("%s: scores of sum %g", algorithms.Label(m), v)
					}
				} else if !math.IsInf(s.Values[9], -1) {
					t.Errorf("%s: the constant feature scores %g", algorithms.Label(m),
						s.Values[9])
				}
			}
		}
	}
}

// The scores are the numbers of learn.Forest.
func TestScoresAreOfLearn(t *testing.T) {
	d := xor(t, 60)
	opt := algorithms.Options{Seed: 3, Workers: 2}
	f := learn.Forest{Trees: 30, Features: 4, MinLeaf: 2, Seed: 3, Permutation: true}
	m, err := f.Train(t.Context(), d.X, d.Y, 2)
	must.Do(t, err)
	for importance, want := range map[trees.Importance][]float64{
		trees.Impurity: m.Importance, trees.Permutation: m.OutOfBag.Loss,
	} {
		s := methodtest.Score(t, trees.Forest{Trees: 30, MaxFeatures: 4, MinLeaf: 2,
			Importance: importance}, d, opt)
		got := slices.Clone(s.Values)
		got[9] = 0
		if !slices.Equal(got, want) || s.Diagnostics.Get("out-of-bag accuracy") !=
			m.OutOfBag.Score || s.Diagnostics.Iterations != 30 {
			t.Errorf("%s: %v, want %v; %v", importance, got, want, s.Diagnostics)
		}
	}
	f.Extra, f.Permutation = true, false
	if m, err = f.Train(t.Context(), d.X, d.Y, 2); err != nil {
		t.Fatal(err)
	}
	extra := trees.ExtraTrees{Trees: 30, MaxFeatures: 4, MinLeaf: 2}
	if s := methodtest.Score(t, extra, d, opt); !slices.Equal(s.Values, m.Importance) ||
		s.Diagnostics.Extra != nil {
		t.Errorf("extra-trees: %v, want %v; %v", s.Values, m.Importance, s.Diagnostics)
	}
	f.Bootstrap, extra.Bootstrap = true, true
	if m, err = f.Train(t.Context(), d.X, d.Y, 2); err != nil {
		t.Fatal(err)
	}
	if s := methodtest.Score(t, extra, d, opt); !slices.Equal(s.Values, m.Importance) ||
		s.Diagnostics.Get("out-of-bag accuracy") != m.OutOfBag.Score {
		t.Errorf("bootstrapped: %v, want %v; %v", s.Values, m.Importance, s.Diagnostics)
	}
}

func TestParameters(t *testing.T) {
	d := xor(t, 20)
	for want, m := range map[string]algorithms.Scorer{
		"forest: trees = -1; give":        trees.Forest{Trees: -1},
		"forest: max_features = -2; give": trees.Forest{MaxFeatures: -2},
		"extra-trees: min_leaf = -3":      trees.ExtraTrees{MinLeaf: -3},
		`forest: parameter importance`:    trees.Forest{Importance: "gain"},
	} {
		if _, err := m.Score(t.Context(), d, algorithms.Options{}); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	s := methodtest.Score(t, trees.Forest{MinLeaf: 15}, d, algorithms.Options{})
	if !slices.ContainsFunc(s.Warnings, func(w string) bool {
		return strings.HasPrefix(w, "no tree has a split")
	}) || slices.Max(s.Values) != 0 {
		t.Errorf("leaves of 15 of 20 samples: scores %v, warnings %q", s.Values, s.Warnings)
	}
}

// On noise of 30 patients with six samples each, whose classes are random, forests guess out of the
// bag, and Boruta confirms nothing. A class in one group is a warning.
func TestNoiseInGroups(t *testing.T) {
	d := must.Get(datasets.Load("../../datasets/testdata/cases/groups.csv",
		datasets.Options{Group: "pat"}))(t)
	for _, m := range []algorithms.Scorer{trees.Forest{}, trees.ExtraTrees{Bootstrap: true},
		trees.Forest{Importance: trees.Permutation}} {
		s := methodtest.Score(t, m, d, algorithms.Options{})
		if v := s.Diagnostics.Get("out-of-bag accuracy"); !(v < .6) {
			t.Errorf("%s: out-of-bag accuracy %g", algorithms.Label(m), v)
		}
	}
	m := trees.Boruta{Trees: 100, Rounds: 40}
	if s := methodtest.Score(t, m, d, algorithms.Options{}); s.Diagnostics.Get("chosen") != 0 {
		t.Errorf("boruta: %v, %v", s.Values, s.Diagnostics.Extra)
	}
	one := *d
	one.Y = make([]int, d.N())
	for i, g := range d.Group {
		one.Y[i] = min(g, 1)
		if g > 0 {
			one.X.Set(i, 0, float64(g%2))
			one.X.Set(i, 1, float64(g%3))
		}
	}
	has := func(s *algorithms.Scores, begin string) bool {
		return slices.ContainsFunc(s.Warnings, func(w string) bool {
			return strings.HasPrefix(w, begin)
		})
	}
	if s := methodtest.Score(t, trees.Forest{}, &one, algorithms.Options{}); !has(s,
		"out of the bag: class "+d.Classes[0]+" is in a single group") {
		t.Errorf("a class in one group: %q", s.Warnings)
	}
	for i, g := range d.Group {
		one.Y[i] = g % 2
	}
	if s := methodtest.Score(t, m, &one, algorithms.Options{}); !has(s,
		"the confirmed features are compared with shadows in 30 groups by pat") {
		t.Errorf("a column that is the class: %v, %q", s.Values, s.Warnings)
	}
}
