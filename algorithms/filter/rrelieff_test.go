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
