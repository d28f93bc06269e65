package filter_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// drawn is a data set of any shape with a similarity, which has negative entries if negative is
// set.
func drawn(t *rapid.T, negative bool) (*datasets.Dataset, *mat.SymDense) {
	n, p := rapid.IntRange(4, 14).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "d")
	// Few values, so that there are ties, constant columns and equal samples.
	x := mat.NewDense(n, p, nil)
	x.Apply(func(_, _ int, _ float64) float64 {
		return float64(rapid.IntRange(-3, 3).Draw(t, "x"))
	}, x)
	y := make([]int, n)
	for i := range y {
		y[i] = rapid.IntRange(0, 2).Draw(t, "y")
	}
	y[0], y[1] = 0, 1
	least := 0.
	if negative {
		least = -2
	}
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, rapid.Float64Range(least, 2).Draw(t, "k"))
		}
		k.SetSym(i, i, 1)
	}
	d := must.Get(datasets.New("drawn", x, y, nil))(t)
	return d, k
}

func scored(t *rapid.T, m algorithms.Scorer, d *datasets.Dataset) *algorithms.Scores {
	s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
	return s
}

func alike(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) }

// The spectrum of ℒ is between 0 and 2, so φ1 and φ2 are too. φ3 never falls with the
// number of eigenvectors. φ1 is at most φ2, since the mean is smooth.
func TestSPECBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, k := drawn(t, false)
		power := rapid.SampledFrom([]float64{0.5, 1, 2}).Draw(t, "power")
		m := filter.SPEC{Similarity: graph.Precomputed{Matrix: k}, Power: power,
			Criterion: filter.Phi1}
		phi1 := scored(t, m, d)
		m.Criterion = filter.Phi2
		phi2 := scored(t, m, d)
		for j, v := range phi2.Raw {
			if math.IsInf(v, 1) {
				continue
			}
			if v < 0 || v > math.Pow(2, power)*(1+1e-9) || phi1.Raw[j] > v*(1+1e-9)+1e-12 {
				t.Fatalf("column %d: φ1 %v, φ2 %v", j, phi1.Raw[j], v)
			}
		}
		m.Criterion = filter.Phi3
		var last algorithms.Numbers
		for m.Eigenvectors = 1; m.Eigenvectors <= d.N(); m.Eigenvectors++ {
			values := scored(t, m, d).Values
			for j, v := range values {
				if last != nil && v < last[j]-1e-9 {
					t.Fatalf("column %d: φ3 falls from %v to %v with %d eigenvectors", j, last[j],
						v, m.Eigenvectors)
				}
			}
			last = values
		}
	})
}

// HSIC is linear in K. Constants added to K or to a feature, units and the order of the samples do
// not change it.
func TestHSICIsInvariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, k := drawn(t, true)
		want := scored(t, filter.HSIC{Similarity: graph.Precomputed{Matrix: k}}, d).Values
		n := d.N()
		factor, shift := rapid.Float64Range(-3, 3).Draw(t, "factor"), rapid.Float64Range(-3,
			3).Draw(t, "shift")
		other := mat.NewSymDense(n, nil)
		moved := *d
		moved.X = mat.NewDense(n, d.D(), nil)
		moved.X.Apply(func(_, j int, v float64) float64 { return -3*v + shift*float64(j) }, d.X)
		for i := range n {
			for j := i; j < n; j++ {
				other.SetSym(i, j, factor*k.At(i, j)+shift)
			}
		}
		for j, v := range scored(t, filter.HSIC{Similarity: graph.Precomputed{Matrix: other}},
			&moved).Values {
			if !math.IsInf(want[j], -1) && !alike(v, factor*want[j]) {
				t.Fatalf("column %d: %v, want %v·%v", j, v, factor, want[j])
			}
		}

		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 1)).Perm(n)
		shuffled := *d
		shuffled.X, shuffled.Y = mat.NewDense(n, d.D(), nil), make([]int, n)
		for i, at := range order {
			shuffled.X.SetRow(i, d.X.RawRowView(at))
			shuffled.Y[i] = d.Y[at]
			for j := i; j < n; j++ {
				other.SetSym(i, j, k.At(at, order[j]))
			}
		}
		for j, v := range scored(t, filter.HSIC{Similarity: graph.Precomputed{Matrix: other}},
			&shuffled).Values {
			if !alike(v, want[j]) {
				t.Fatalf("column %d: %v in another order, want %v", j, v, want[j])
			}
		}
	})
}

// Weights of ReliefF are between -1 and 1. Squared and absolute differences give a feature of two
// values the same weight.
func TestReliefFBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, _ := drawn(t, false)
		k := rapid.IntRange(1, 12).Draw(t, "neighbors")
		absolute := scored(t, filter.ReliefF{Neighbors: k}, d)
		squared := scored(t, filter.ReliefF{Neighbors: k, Difference: filter.SquaredDifference}, d)
		for j, v := range absolute.Values {
			if slices.Contains(absolute.Constant, j) {
				continue
			}
			if math.Abs(v) > 1+1e-12 || math.Abs(squared.Values[j]) > 1+1e-12 {
				t.Fatalf("column %d weighs %v", j, v)
			}
			f := mat.Col(nil, j, d.X)
			slices.Sort(f)
			if len(slices.Compact(f)) == 2 && !alike(v, squared.Values[j]) {
				t.Fatalf("column %d of two values weighs %v, squared %v", j, v, squared.Values[j])
			}
		}
	})
}

// Each search returns every feature once, with any ties, and the k best are the first of more.
func TestHSICSearchesAreNested(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, k := drawn(t, true)
		for _, m := range []algorithms.Selector{
			filter.FOHSIC{Similarity: graph.Precomputed{Matrix: k}},
			filter.BAHSIC{Similarity: graph.Precomputed{Matrix: k}}} {
			all, err := m.Select(t.Context(), d, algorithms.Options{})
			must.Do(t, err)
			sorted := slices.Sorted(slices.Values(all.Features))
			for j, v := range sorted {
				if len(sorted) != d.D() || v != j {
					t.Fatalf("features %v of %d", all.Features, d.D())
				}
			}
			some := rapid.IntRange(1, d.D()).Draw(t, "k")
			r, err := m.Select(t.Context(), d, algorithms.Options{K: some})
			if err != nil || !slices.Equal(r.Features, all.Features[:some]) ||
				!slices.Equal(r.Raw, all.Raw[:some]) {
				t.Fatalf("%d of all are %v, the first of %v, error %v", some, r.Features,
					all.Features, err)
			}
		}
	})
}
