package filter_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// literalHSIC returns (2.4) of a set of features, computed with all matrices.
func literalHSIC(d *datasets.Dataset, k mat.Symmetric, features []int, linear bool) float64 {
	if len(features) == 0 {
		return 0
	}
	n := d.N()
	nf := float64(n)
	x := mat.NewDense(n, len(features), nil)
	for c, j := range features {
		f := mat.Col(nil, j, d.X)
		var mean, square float64
		for _, v := range f {
			mean += v / nf
		}
		for _, v := range f {
			square += (v - mean) * (v - mean) / nf
		}
		for i, v := range f {
			x.Set(i, c, (v-mean)/math.Sqrt(square))
		}
	}
	a, b := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			if i == j {
				continue
			}
			b.Set(i, j, k.At(i, j))
			var diff mat.VecDense
			diff.SubVec(x.RowView(i), x.RowView(j))
			if linear {
				a.Set(i, j, mat.Dot(x.RowView(i), x.RowView(j)))
			} else {
				a.Set(i, j, math.Exp(-mat.Dot(&diff, &diff)/(2*float64(len(features)))))
			}
		}
	}
	var product mat.Dense
	product.Mul(a, b)
	return (mat.Trace(&product) + mat.Sum(a)*mat.Sum(b)/((nf-1)*(nf-2)) - 2/(nf-2)*mat.Sum(
		&product)) / (nf * (nf - 3))
}

func selected(t *testing.T, m algorithms.Selector, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(t.Context(), d, algorithms.Options{K: k}))(t)
}

// Forward and backward search follow the definition, for classes and for a precomputed
// similarity with negative entries.
func TestHSICSearchAgainstDefinition(t *testing.T) {
	for seed := range uint64(4) {
		d, k := problem(t, seed, 15, 12)
		k.SetSym(2, 3, -2)
		for what, c := range map[string]struct {
			by graph.Similarity
			k  mat.Symmetric
		}{
			"class":       {nil, graphs.NewClasses(d.Y, len(d.Classes)).Affinity()},
			"precomputed": {graph.Precomputed{Matrix: k}, k},
		} {
			for _, linear := range []bool{false, true} {
				var order []int
				var raw []float64
				for len(order) < d.D() {
					best, most := -1, math.Inf(-1)
					for j := range d.D() {
						if v := literalHSIC(d, c.k, append(slices.Clone(order), j),
							linear); !slices.Contains(order, j) && v > most {
							best, most = j, v
						}
					}
					order, raw = append(order, best), append(raw, most)
				}
				r := selected(t, filter.FOHSIC{Similarity: c.by, Linear: linear}, d, 0)
				if diff := gocmp.Diff(order, r.Features); diff != "" {
					t.Errorf("%s, linear %v: forward (-want +got)\n%s", what, linear, diff)
				}
				for i, v := range raw {
					near(t, what+": forward", r.Features[i], r.Raw[i], v)
				}
				near(t, what+": objective of 5", 0,
					float64(*selected(t, filter.FOHSIC{Similarity: c.by, Linear: linear}, d,
						5).Diagnostics.Objective), raw[4])

				order, raw = nil, nil
				rest := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
				for len(rest) > 0 {
					least, most := -1, math.Inf(-1)
					for i := range rest { // of 12 features a tenth is one
						if v := literalHSIC(d, c.k, slices.Delete(slices.Clone(rest), i, i+1),
							linear); v > most {
							least, most = i, v
						}
					}
					order, raw = append(order, rest[least]), append(raw, most)
					rest = slices.Delete(rest, least, least+1)
				}
				slices.Reverse(order)
				slices.Reverse(raw)
				r = selected(t, filter.BAHSIC{Similarity: c.by, Linear: linear}, d, 0)
				if diff := gocmp.Diff(order, r.Features); diff != "" {
					t.Errorf("%s, linear %v: backward (-want +got)\n%s", what, linear, diff)
				}
				for i, v := range raw {
					near(t, what+": backward", r.Features[i], r.Raw[i], v)
				}
			}
		}
	}
}

// A linear kernel is additive: both searches return what HSIC does, and removing a tenth in a
// round changes nothing.
func TestLinearSearchesAreHSIC(t *testing.T) {
	for _, name := range []string{"wine", "wdbc"} {
		d := methodtest.Load(t, name)
		want := selected(t, filter.HSIC{}, d, 0)
		for _, m := range []algorithms.Selector{filter.FOHSIC{Linear: true},
			filter.BAHSIC{Linear: true}} {
			if r := selected(t, m, d, 0); !slices.Equal(r.Features, want.Features) {
				t.Errorf("%s on %s: %v, HSIC %v", algorithms.Name(m), name, r.Features,
					want.Features)
			}
		}
	}
}

// With a tenth in a round, 25 features are removed in rounds of 2 2 2 1 1 …
func TestBAHSICRounds(t *testing.T) {
	d, _ := problem(t, 2, 12, 25)
	if got := selected(t, filter.BAHSIC{}, d, 3).Diagnostics.Iterations; got != 3+19 {
		t.Errorf("%d rounds, want 22", got)
	}
}

// Backward search keeps two features that are irrelevant alone; the linear kernel does not
// find them.
func TestBAHSICFindsXOR(t *testing.T) {
	d := xor(t, 120, 18)
	r := selected(t, filter.BAHSIC{}, d, 2)
	if features := slices.Sorted(slices.Values(r.Features)); !slices.Equal(features, []int{0, 1}) {
		t.Errorf("BAHSIC finds %v, want 0 and 1", r.Features)
	}
	alone := methodtest.Score(t, filter.HSIC{}, d, algorithms.Options{}).Order()
	if alone[0] < 2 && alone[1] < 2 {
		t.Errorf("the linear kernel ranks %v and finds the XOR", alone)
	}
}

// xor has 2 features whose signs together determine the classes, and noise.
func xor(t *testing.T, n, noise int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 1))
	y := make([]int, n)
	columns := make([][]float64, 2+noise)
	for j := range columns {
		columns[j] = make([]float64, n)
	}
	for i := range n {
		a, b := rng.IntN(2), rng.IntN(2)
		y[i] = a ^ b
		for j := range columns {
			columns[j][i] = 0.3 * rng.NormFloat64()
		}
		columns[0][i] += float64(2*a - 1)
		columns[1][i] += float64(2*b - 1)
		for j := 2; j < len(columns); j++ {
			columns[j][i] = rng.NormFloat64()
		}
	}
	return methodtest.Classes(t, y, columns...)
}
