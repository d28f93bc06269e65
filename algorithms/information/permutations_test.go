package information

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// permuted are 24 samples with a feature that follows the target, noise, a constant, and levels.
func permuted(t *testing.T, continuous bool) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 4))
	const n = 24
	x, y := mat.NewDense(n, 4, nil), make([]float64, n)
	labels := make([]string, n)
	for i := range n {
		y[i] = rng.NormFloat64()
		labels[i] = []string{"low", "high"}[i%2]
		own := 4 * float64(i%2)
		if continuous {
			own = 2 * y[i]
		}
		x.SetRow(i, []float64{own + .3*rng.NormFloat64(), rng.NormFloat64(), 7,
			float64(rng.IntN(2))})
	}
	var d *datasets.Dataset
	var err error
	if continuous {
		d, err = datasets.New("numbers", x, y, nil)
	} else {
		d, err = datasets.New("classes", x, labels, nil)
	}
	must.Do(t, err)
	return d
}

func permutations(t *testing.T, m MutualInfo, d *datasets.Dataset,
	opt algorithms.Options) *algorithms.Scores {
	t.Helper()
	return must.Get(algorithms.RunScore(t.Context(), m, d, opt))(t)
}

// The p-value is (1 + the number of permutations with at least the score)/(1 + B), here counted
// with permutations of the target that are drawn apart from the method: within four standard
// deviations. A feature that follows the target has the smallest, a constant one and one of score 0
// have 1.
func TestMutualInfoPermutations(t *testing.T) {
	const b = 199
	for _, continuous := range []bool{false, true} {
		for _, discrete := range []int{0, 3} {
			d := permuted(t, continuous)
			m := MutualInfo{Permutations: b, Discrete: discrete}
			s := permutations(t, m, d, algorithms.Options{Seed: 3})
			if s.PValues[0] != 1./(1+b) || s.PValues[2] != 1 {
				t.Errorf("continuous %v: p-values %v", continuous, s.PValues)
			}
			plain := permutations(t, MutualInfo{Discrete: discrete}, d, algorithms.Options{Seed: 3})
			if plain.PValues != nil || !slices.Equal(plain.Values, s.Values) {
				t.Errorf("without permutations: scores %v, p %v; with %v", plain.Values,
					plain.PValues, s.Values)
			}
			rng := rand.New(rand.NewPCG(9, 9))
			large := make([]float64, d.D())
			for range b {
				order, other := rng.Perm(d.N()), *d
				other.Y, other.Target = slices.Clone(d.Y), slices.Clone(d.Target)
				for i, from := range order {
					if continuous {
						other.Target[i] = d.Target[from]
					} else {
						other.Y[i] = d.Y[from]
					}
				}
				of := permutations(t, MutualInfo{Discrete: discrete}, &other, algorithms.Options{})
				for j, v := range of.Values {
					if v >= s.Values[j] {
						large[j]++
					}
				}
			}
			for j, count := range large {
				want := (1 + count) / (1 + b)
				// Both are shares of b draws.
				spread := 4 * math.Sqrt(2*want*(1-want)/b+1./(b*b))
				if p := s.PValues[j]; math.Abs(p-want) > spread || s.Values[j] == 0 && p != 1 {
					t.Errorf("continuous %v, discrete %d, column %d: score %v, p = %v, want %v "+
						"± %.2g",
						continuous, discrete, j, s.Values[j], p, want, spread)
				}
			}
		}
	}
}

func TestMutualInfoPermutationsMistakes(t *testing.T) {
	d := permuted(t, false)
	_, err := MutualInfo{Permutations: -1}.Score(t.Context(), d, algorithms.Options{})
	if want := "mutual-info: permutations = -1; give 0 to 1e7"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	ctx := &polled{Context: t.Context()}
	s, err := MutualInfo{Permutations: 1e7}.Score(ctx, d, algorithms.Options{Workers: 1})
	if s != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v, %v", s, err)
	}
}

// polled is canceled once it has been asked a hundred times.
type polled struct {
	context.Context
	asked int
}

func (p *polled) Err() error {
	if p.asked++; p.asked > 100 {
		return context.Canceled
	}
	return nil
}

// p-values depend on the seed, and neither on the order of the samples nor on Workers.
func TestMutualInfoPermutationsOrder(t *testing.T) {
	for _, continuous := range []bool{false, true} {
		d, m := permuted(t, continuous), MutualInfo{Permutations: 49}
		want := permutations(t, m, d, algorithms.Options{Seed: 1, Workers: 1})
		order := rand.New(rand.NewPCG(2, 2)).Perm(d.N())
		moved := must.Get(d.Rows(order))(t)
		for what, s := range map[string]*algorithms.Scores{
			"three workers": permutations(t, m, d, algorithms.Options{Seed: 1, Workers: 3}),
			"other order":   permutations(t, m, moved, algorithms.Options{Seed: 1}),
		} {
			if !slices.Equal(s.PValues, want.PValues) {
				t.Errorf("%s: %v, want %v", what, s.PValues, want.PValues)
			}
		}
		other := permutations(t, m, d, algorithms.Options{Seed: 2})
		if slices.Equal(other.PValues, want.PValues) {
			t.Errorf("another seed has the same p-values %v", other.PValues)
		}
	}
}
