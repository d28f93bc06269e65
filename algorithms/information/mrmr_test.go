package information

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

func selected(t *testing.T, m MRMR, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(t.Context(), d, algorithms.Options{K: k}))(t)
}

// random has p features of which some repeat others with noise.
func random(t *testing.T, seed uint64, n, p int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 4))
	y := make([]int, n)
	columns := make([][]float64, p)
	for i := range n {
		y[i] = i % 3
	}
	for j := range columns {
		columns[j] = make([]float64, n)
		for i := range n {
			columns[j][i] = float64(j%4)*float64(y[i])/2 + rng.NormFloat64()
			if j > 5 && j%2 == 0 {
				columns[j][i] = columns[j-5][i] + 0.3*rng.NormFloat64()
			}
		}
	}
	return table(t, y, columns...)
}

// information of all pairs, by the definition.
func pairs(t *testing.T, d *datasets.Dataset, m MRMR) (relevance []float64,
	redundancy *mat.SymDense) {
	t.Helper()
	m = algorithms.WithDefaults(m)
	c := coded(t, d, m.Coding, m.Bins)
	redundancy = mat.NewSymDense(d.D(), nil)
	for j := range d.D() {
		relevance = append(relevance, bitsOf(column(c, j), d.Y))
		for k := range j + 1 {
			redundancy.SetSym(j, k, bitsOf(column(c, j), column(c, k)))
		}
	}
	return relevance, redundancy
}

func TestMRMRAgainstDefinition(t *testing.T) {
	for seed := range uint64(6) {
		d := random(t, seed, 60, 14)
		for _, m := range []MRMR{
			{}, {Scheme: MIQ}, {Coding: Width}, {Coding: Width, Bins: 3, Scheme: MIQ},
			{Coding: Frequency, Bins: 4}, {Coding: MDL},
		} {
			relevance, redundancy := pairs(t, d, m)
			var order []int
			var raw []float64
			for len(order) < d.D() {
				best, most := -1, math.Inf(-1)
				for j, v := range relevance {
					if slices.Contains(order, j) {
						continue
					}
					if len(order) > 0 {
						mean := 0.0
						for _, s := range order {
							mean += redundancy.At(j, s) / float64(len(order))
						}
						switch {
						case m.Scheme != MIQ:
							v -= mean
						case mean > 1e-12:
							v /= mean
						case v > 1e-12:
							v = math.Inf(1)
						default:
							v = 0
						}
					}
					if v > most+1e-12 || best < 0 {
						best, most = j, v
					}
				}
				order, raw = append(order, best), append(raw, most)
			}
			r := selected(t, m, d, 0)
			if diff := gocmp.Diff(order, r.Features); diff != "" {
				t.Errorf("%s, seed %d (-want +got)\n%s", algorithms.Label(m), seed, diff)
				continue
			}
			for i, v := range raw {
				if got := r.Raw[i]; got != v && !(math.Abs(got-v) <= 1e-10*max(1, math.Abs(v))) {
					t.Errorf("%s, seed %d, place %d: criterion %v, want %v", algorithms.Label(m),
						seed, i, got, v)
				}
			}

			// Precomputed relevance and redundancy give the same result, on data
			// that would give another one and have no labels.
			other := *d
			other.X = mat.NewDense(d.N(), d.D(), nil)
			other.X.Apply(func(i, j int, _ float64) float64 {
				return float64((i*7 + j*j) % 5)
			}, other.X)
			other.Y, other.Classes = nil, nil
			precomputed := MRMR{Scheme: m.Scheme, Relevance: mat.NewVecDense(d.D(), relevance),
				Redundancy: redundancy}
			if got := selected(t, precomputed, &other, 5); m.Scheme != MIQ &&
				!slices.Equal(got.Features, r.Features[:5]) {
				t.Errorf("%s, seed %d: %v precomputed, %v computed", algorithms.Label(m), seed,
					got.Features, r.Features[:5])
			}
		}
	}
}

// Quotients by 0 are infinite and rank by relevance; 0/0 is 0.
func TestMIQByZero(t *testing.T) {
	d := random(t, 1, 12, 4)
	redundancy := mat.NewSymDense(4, []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, .5, 0, 0, .5, 1})
	m := MRMR{Scheme: MIQ, Relevance: mat.NewVecDense(4, []float64{.2, 0, .9, .3}),
		Redundancy: redundancy}
	r := selected(t, m, d, 0)
	if !slices.Equal(r.Features, []int{2, 0, 3, 1}) {
		t.Errorf("order %v", r.Features)
	}
	want := algorithms.Numbers{.9, math.Inf(1), .3 / .25, 0}
	if slices.CompareFunc(r.Raw, want, func(a, b float64) int {
		if math.Abs(a-b) < 1e-15 || a == b {
			return 0
		}
		return cmp.Compare(a, b)
	}) != 0 {
		t.Errorf("criteria %v, want %v", r.Raw, want)
	}
}

func TestMRMRMistakes(t *testing.T) {
	d := random(t, 1, 12, 4)
	nan := mat.NewSymDense(4, nil)
	nan.SetSym(1, 3, math.NaN())
	for _, test := range []struct {
		m    MRMR
		want string
	}{
		{MRMR{Relevance: mat.NewVecDense(3, nil)},
			"mrmr: the precomputed relevance has 3 numbers, and the data set has 4 features; " +
				"give one for each"},
		{MRMR{Relevance: mat.NewVecDense(4, []float64{1, 2, math.Inf(1), 0})},
			"mrmr: the precomputed relevance of feature 2 (f2) is +Inf; give finite numbers"},
		{MRMR{Redundancy: mat.NewSymDense(3, nil)},
			"mrmr: the precomputed redundancy is 3×3, and the data set has 4 features; give one " +
				"row and column for each"},
		{MRMR{Redundancy: nan},
			"mrmr: the precomputed redundancy of features 1 and 3 is NaN; give finite numbers"},
	} {
		if _, err := test.m.Select(t.Context(), d, algorithms.Options{}); err == nil ||
			err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	plain := *d
	plain.Y, plain.Classes = nil, nil
	if _, err := (MRMR{Coding: MDL, Relevance: mat.NewVecDense(4, nil)}).Select(t.Context(), &plain,
		algorithms.Options{}); err == nil {
		t.Error("MDL without labels: no error")
	}
}
