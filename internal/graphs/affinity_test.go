package graphs

import (
	"context"
	"fmt"
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

func heatKernel(t *testing.T, x *mat.Dense, k int, heat float64) *Affinity {
	t.Helper()
	return must.Get(HeatKernel(t.Context(), x, k, heat, 0, nil))(t)
}

// HeatKernel is (12) with neighbors by brute force: i and j are connected if one is among the k
// nearest of the other.
func TestHeatKernelAgainstDefinition(t *testing.T) {
	for _, n := range []int{4, 20, tileRows + 3} {
		for _, k := range []int{1, 3} {
			for _, heat := range []float64{0, 2.5, math.Inf(1)} {
				x := grid(uint64(n), n, 3, 4)
				joined, missed := make(map[[2]int]float64), make(map[[2]int]float64)
				for i, list := range bruteNeighbors(x) {
					var others []int
					far := make([]float64, n)
					for _, nb := range list {
						others = append(others, nb.Index)
						far[nb.Index] = nb.Distance
					}
					for j, share := range bruteShares(others, func(j int) float64 {
						return far[j]
					}, k) {
						pair := [2]int{min(i, j), max(i, j)}
						if _, both := joined[pair]; !both {
							missed[pair] = 1
						}
						joined[pair] = far[j]
						missed[pair] *= 1 - share
					}
				}
				width, degree := heat, make([]float64, n)
				if heat == 0 {
					var count float64
					for pair, dist := range joined {
						width += (1 - missed[pair]) * dist
						count += 1 - missed[pair]
					}
					width /= count
				}
				a := heatKernel(t, x, k, heat)
				if a.N != n || len(a.Edges) != len(joined) || math.Abs(a.Heat-width) > 1e-12*width {
					t.Fatalf("n %d, k %d, heat %v: %d edges of width %v, want %d of %v", n, k, heat,
						len(a.Edges), a.Heat, len(joined), width)
				}
				for r, e := range a.Edges {
					dist, ok := joined[[2]int{e.I, e.J}]
					if want := (1 - missed[[2]int{e.I, e.J}]) * math.Exp(-dist/width); !ok ||
						e.I >= e.J || math.Abs(e.Weight-want) > 1e-12*want {
						t.Errorf("n %d, k %d, heat %v: edge %v, want weight %v", n, k,
							heat, e, want)
					}
					if r > 0 && (e.I < a.Edges[r-1].I || e.I == a.Edges[r-1].I &&
						e.J <= a.Edges[r-1].J) {
						t.Errorf("n %d, k %d: edge %v after %v", n, k, e, a.Edges[r-1])
					}
					degree[e.I] += e.Weight
					degree[e.J] += e.Weight
				}
				for i, want := range degree {
					if math.Abs(a.Degree[i]-want) > 1e-12*want {
						t.Errorf("n %d, k %d, heat %v: degree of %d is %v, want %v", n, k, heat, i,
							a.Degree[i], want)
					}
				}
			}
		}
	}
}

func TestHeatKernelErrors(t *testing.T) {
	line := mat.NewDense(3, 1, []float64{0, 1, 3})
	for _, test := range []struct {
		x    *mat.Dense
		k    int
		heat float64
		want string
	}{
		{line, 1, -2,
			"heat = -2; give a positive kernel width, or 0 for the mean squared neighbor distance"},
		{line, 1, math.NaN(),
			"heat = NaN; give a positive kernel width, or 0 for the mean squared neighbor " +
				"distance"},
		{line, 1, 1e-5,
			"heat = 1e-05 is so small that every weight is zero; give a larger kernel width, or " +
				"0 for the mean squared neighbor distance"},
		{line, 1, 0.00145,
			"heat = 0.00145 is so small that every weight is zero; give a larger kernel width, " +
				"or 0 for the mean squared neighbor distance"},
		{line, 1, 5e-324,
			"heat = 5e-324 is so small that every weight is zero; give a larger kernel width, " +
				"or 0 for the mean squared neighbor distance"},
		{line, 3, 0, "neighbors = 3 needs more than 3 samples, and the data set has 3; lower " +
			"neighbors to at most 2"},
		{mat.NewDense(3, 1, []float64{0, 1e200, 3e200}), 1, 0,
			"the squared distances between samples overflow; divide the data by a constant"},
		{mat.NewDense(3, 1, []float64{0, 1.2e154, 2.4e154}), 1, 0,
			"the squared distances between samples overflow; divide the data by a constant"},
	} {
		a, err := HeatKernel(t.Context(), test.x, test.k, test.heat, 0, nil)
		if fmt.Sprint(err) != test.want || a != nil {
			t.Errorf("k %d, heat %v: error %v, want %s", test.k, test.heat, err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := HeatKernel(ctx, line, 1, 0, 0, nil); err != context.Canceled {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestAffinityFormsAgainstLiteralMatrices(t *testing.T) {
	for _, heat := range []float64{0, 3, math.Inf(1)} {
		for _, k := range []int{1, 4} {
			for _, x := range []*mat.Dense{gaussian(7, 9, 4), grid(7, 9, 4, 3),
				gaussian(8, 14, 1)} {
				_, d := x.Dims()
				a := heatKernel(t, x, k, heat)
				f := must.Get(a.Forms(t.Context(), x, names(d), 0))(t)
				within, between := affinityMatrices(a)
				compareForms(t, f, x, within, between, 1e-12)
			}
		}
	}
}

func TestAffinityFormsWithLargeOffsets(t *testing.T) {
	const n = 10
	x := gaussian(9, n, 3)
	for i := range n {
		x.Set(i, 0, 1e9+x.At(i, 0)/10)
		x.Set(i, 1, 0.1)
	}
	a := heatKernel(t, x, 3, 0)
	f := must.Get(a.Forms(t.Context(), x, names(3), 0))(t)
	within, between := affinityMatrices(a)
	compareForms(t, f, x, within, between, 1e-9)
	if f.Between[1] != 0 || f.Within[1] != 0 || len(f.Constant) != 1 || f.Constant[0] != 1 {
		t.Errorf("constant column: Between %v, Within %v, constant %v; want exact zeros",
			f.Between[1], f.Within[1], f.Constant)
	}
}

// The edges of a sample that is far from all others have weight 0. A column that varies only there
// is not constant, but both its forms are 0.
func TestAffinityFormsFlatColumns(t *testing.T) {
	x := mat.NewDense(5, 3, []float64{
		0, 4, 0,
		1, 4, 0,
		2, 4, 0,
		3, 4, 0,
		1000, 4, 9,
	})
	a := heatKernel(t, x, 1, 1)
	f := must.Get(a.Forms(t.Context(), x, names(3), 0))(t)
	if f.Within[0] == 0 || f.Within[2] != 0 || f.Between[2] != 0 {
		t.Errorf("Within %v, Between %v; want zeros for columns 1 and 2 only", f.Within, f.Between)
	}
	if diff := gocmp.Diff([][]int{{1}, {2}}, [][]int{f.Constant, f.Flat}); diff != "" {
		t.Errorf("constant and flat columns (-want +got):\n%s", diff)
	}
}

func TestAffinityFormsWorkersAndErrors(t *testing.T) {
	const n, d = 30, 3*columnBlock + 5
	x := gaussian(10, n, d)
	a := heatKernel(t, x, 4, 0)
	want := must.Get(a.Forms(t.Context(), x, names(d), 1))(t)
	for _, workers := range []int{2, 7} {
		got := must.Get(a.Forms(t.Context(), x, names(d), workers))(t)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers (-want +got):\n%s", workers, diff)
		}
	}

	for value, text := range map[float64]string{
		1e200: "column 2 (f2): the squares of its values overflow; divide the column by a " +
			"constant",
		1e-200: "column 2 (f2): the squares of its differences underflow; multiply the column " +
			"by a constant",
	} {
		bad := mat.NewDense(n, 3, nil)
		for i := range n {
			bad.Set(i, 0, float64(i))
		}
		bad.Set(3, 2, value)
		if _, err := a.Forms(t.Context(), bad, names(3), 0); fmt.Sprint(err) != text {
			t.Errorf("%v: error %v, want %s", value, err, text)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if f, err := a.Forms(ctx, x, names(d), 0); err != context.Canceled || f != nil {
		t.Errorf("got %v, %v; want context.Canceled", f, err)
	}
}
