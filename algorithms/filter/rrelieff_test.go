package filter_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/conformance"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// rreliefF follows figure 3 of Robnik-Šikonja and Kononenko line by line, for data without ties.
func rreliefF(d *datasets.Dataset, k int) []float64 {
	n, p := d.X.Dims()
	column := func(v []float64) []float64 {
		lo, hi := slices.Min(v), slices.Max(v)
		out := make([]float64, len(v))
		for i := range v {
			out[i] = (v[i] - lo) / (hi - lo)
		}
		return out
	}
	y := column(d.Target)
	x := make([][]float64, p)
	for j := range x {
		x[j] = column(mat.Col(nil, j, d.X))
	}
	distance := func(a, b int) (sum float64) {
		for j := range x {
			sum += math.Abs(x[j][a] - x[j][b])
		}
		return sum
	}
	var nC float64
	nA, nCA := make([]float64, p), make([]float64, p)
	for i := range n {
		var others []int
		for l := range n {
			if l != i {
				others = append(others, l)
			}
		}
		slices.SortFunc(others, func(a, b int) int {
			return cmp.Compare(distance(i, a), distance(i, b))
		})
		others = others[:min(k, len(others))]
		var total float64
		for r := range others {
			total += math.Exp(-math.Pow(float64(r+1)/50, 2))
		}
		for r, h := range others {
			w := math.Exp(-math.Pow(float64(r+1)/50, 2)) / total
			nC += math.Abs(y[i]-y[h]) * w
			for j := range x {
				diff := math.Abs(x[j][i] - x[j][h])
				nA[j] += diff * w
				nCA[j] += math.Abs(y[i]-y[h]) * diff * w
			}
		}
	}
	out := make([]float64, p)
	for j := range out {
		out[j] = nCA[j]/nC - (nA[j]-nCA[j])/(float64(n)-nC)
	}
	return out
}

// The scores equal the published algorithm, for fewer, more and all neighbors.
func TestRReliefFAgainstDefinition(t *testing.T) {
	d := conformance.Doses(t, 11, 7, 32, 7)
	for _, k := range []int{1, 4, 10, 31, 60} {
		s := methodtest.RunScore(t, filter.RReliefF{Neighbors: k}, d)
		for j, want := range rreliefF(d, k) {
			methodtest.Near(t, "rrelieff", float64(s.Values[j]), want, 1e-12)
		}
	}
	if a, b := methodtest.RunScore(t, filter.RReliefF{}, d),
		methodtest.RunScore(t, filter.RReliefF{Neighbors: 10}, d); !slices.Equal(a.Values,
		b.Values) {
		t.Errorf("the default is %v, 10 neighbors %v", a.Values, b.Values)
	}
}

// Features that move with the target score above noise, and the order of tied samples has no
// effect: every sample comes twice.
func TestRReliefFTies(t *testing.T) {
	d := conformance.Doses(t, 11, 7, 60, 8)
	s := methodtest.RunScore(t, filter.RReliefF{}, d)
	for j := range s.Values {
		for l := range s.Values {
			if j%4 > 1 && l%4 == 0 && s.Values[j] <= s.Values[l] {
				t.Errorf("feature %d scores %v, noise %d %v", j, s.Values[j], l, s.Values[l])
			}
		}
	}
	var rows, back []int
	for i := range d.N() {
		rows, back = append(rows, i, i), append(back, d.N()-1-i)
	}
	slices.Sort(rows)
	twice := must.Get(d.Rows(append(rows, back...)))(t)
	var reversed []int
	for i := range twice.N() {
		reversed = append(reversed, twice.N()-1-i)
	}
	other := must.Get(twice.Rows(reversed))(t)
	m := filter.RReliefF{Neighbors: 5}
	a, b := methodtest.RunScore(t, m, twice), methodtest.RunScore(t, m, other)
	for j := range a.Values {
		methodtest.Near(t, "rows in another order", float64(b.Values[j]),
			float64(a.Values[j]), 1e-12)
	}
}
