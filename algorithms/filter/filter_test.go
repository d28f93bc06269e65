package filter_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// testdata/fisher.py computes these numbers with exact fractions.
func TestFisherOnWDBC(t *testing.T) {
	r := must.Get(filter.Fisher{}.Select(t.Context(), methodtest.Load(t, "wdbc"),
		algorithms.Options{K: 10}))(t)
	var got []string
	for i, name := range r.Names {
		got = append(got, fmt.Sprintf("%s %.3f", name, r.Scores[i]))
	}
	want := []string{
		"worst_concave_points 1.701", "worst_perimeter 1.584", "mean_concave_points 1.520",
		"worst_radius 1.518",
		"mean_perimeter 1.230", "worst_area 1.167", "mean_radius 1.141", "mean_area 1.011",
		"mean_concavity 0.941",
		"worst_concavity 0.770",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The scores equal eqs. 7 to 9 of He, Cai, Niyogi 2005, computed with all matrices.
func TestLaplacianAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, p = 23, 6
	x := mat.NewDense(n, p, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		return 5*float64(j) + math.Exp(float64(j)/2)*rng.NormFloat64()
	}, x)
	d := must.Get(datasets.New[int]("", x, nil, nil))(t)
	for _, m := range []graph.Neighbors{{}, {K: 5}, {K: 2}, {K: 3, Heat: 40}, {K: n - 1, Heat: 100},
		{Heat: math.Inf(1)}} {
		k := m.K
		if k == 0 {
			k = 5
		}
		dist := mat.NewDense(n, n, nil)
		dist.Apply(func(i, j int, _ float64) float64 {
			var diff mat.VecDense
			diff.SubVec(x.RowView(i), x.RowView(j))
			return mat.Dot(&diff, &diff)
		}, dist)
		joined := func(i, j int) bool { // j is among the k nearest of i
			nearer := 0
			for l := range n {
				if l != i && dist.At(i, l) < dist.At(i, j) {
					nearer++
				}
			}
			return i != j && nearer < k
		}
		var sum float64
		edges := 0
		for i := range n {
			for j := range i {
				if joined(i, j) || joined(j, i) {
					sum, edges = sum+dist.At(i, j), edges+1
				}
			}
		}
		heat := m.Heat
		if heat == 0 {
			heat = sum / float64(edges)
		}
		weights, degrees := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				if joined(i, j) || joined(j, i) {
					weights.Set(i, j, math.Exp(-dist.At(i, j)/heat))
				}
			}
			degrees.Set(i, i, mat.Sum(weights.RowView(i)))
		}
		var laplacian mat.Dense
		laplacian.Sub(degrees, weights)

		s := methodtest.Score(t, filter.Laplacian{Similarity: m}, d, algorithms.Options{})
		for j := range p {
			f := mat.Col(nil, j, x)
			var mean, total float64
			for i, v := range f {
				mean += v * degrees.At(i, i)
				total += degrees.At(i, i)
			}
			for i := range f {
				f[i] -= mean / total
			}
			v := mat.NewVecDense(n, f)
			want := mat.Inner(v, &laplacian, v) / mat.Inner(v, degrees, v)
			if math.Abs(s.Raw[j]-want) > 1e-10*want || s.Values[j] != 1-s.Raw[j] {
				t.Errorf("%+v, column %d: criterion %v, score %v; want criterion %v", m, j,
					s.Raw[j], s.Values[j], want)
			}
		}
		extra := []algorithms.Value{{Name: "heat", Value: algorithms.Number(heat)},
			{Name: "edges", Value: algorithms.Number(edges)}}
		near := gocmp.Comparer(func(a, b algorithms.Number) bool {
			return a == b || math.Abs(float64(a/b-1)) < 1e-12
		})
		if diff := gocmp.Diff(extra, s.Diagnostics.Extra, near); diff != "" {
			t.Errorf("%+v: diagnostics (-want +got):\n%s", m, diff)
		}
	}
}

// Sample 4 is far from all others: with this width its edges have weight 0, and
// column 1, which varies only there, ranks below the other varying columns.
func TestLaplacianWarnsOfColumnsWithoutEdges(t *testing.T) {
	d := methodtest.Classes(t, []int{0, 0, 0, 0, 0}, []float64{7, 7, 7, 7, 7},
		[]float64{0, 0, 0, 0, 9},
		[]float64{0, 1, 2, 3, 1000})
	r, err := filter.Laplacian{Similarity: graph.Neighbors{K: 1, Heat: 1}}.Select(t.Context(), d,
		algorithms.Options{})
	must.Do(t, err)
	if !slices.Equal(r.Features, []int{2, 1, 0}) || !math.IsInf(r.Scores[1], -1) ||
		math.IsInf(r.Scores[0], 0) {
		t.Errorf("features %v, scores %v; want 2, 1, 0 with a finite score for 2 only", r.Features,
			r.Scores)
	}
	want := []string{
		"1 constant column is ranked last: f0",
		"1 column varies only at samples that no edge of any weight joins (a larger heat gives " +
			"them one), so the score is the lowest: f1",
	}
	if diff := gocmp.Diff(want, r.Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

// Exact rational arithmetic on real data.
func TestVarianceOnWDBC(t *testing.T) {
	d := methodtest.Load(t, "wdbc")
	s := methodtest.Score(t, filter.Variance{}, d, algorithms.Options{})
	n := new(big.Rat).SetInt64(int64(d.N()))
	for j := range d.D() {
		sum, square := new(big.Rat), new(big.Rat)
		for i := range d.N() {
			v := new(big.Rat).SetFloat64(d.X.At(i, j))
			sum.Add(sum, v)
			square.Add(square, v.Mul(v, v))
		}
		sum.Quo(sum, n)
		square.Quo(square, n)
		want, _ := square.Sub(square, sum.Mul(sum, sum)).Float64()
		if math.Abs(s.Values[j]-want) > 1e-13*want {
			t.Errorf("column %d: variance %v, want %v", j, s.Values[j], want)
		}
	}
}

// wide is a data set of d columns without duplicates.
func wide(t *testing.T, d int) *datasets.Dataset {
	t.Helper()
	x := mat.NewDense(2, d, nil)
	for j := range d {
		x.Set(1, j, 1)
	}
	return must.Get(datasets.New("wide", x, []int{0, 1}, nil))(t)
}

// A chi-square test with 99 degrees of freedom, mean 99 and standard deviation
// 14; the bounds are 5 standard deviations. The names f0, f1, … and the seeds 0, 1, … are
// chosen to be as similar as possible.
func TestRandomizUniform(t *testing.T) {
	const d, bins = 20000, 100
	ds := wide(t, d)
	var product float64
	var last algorithms.Numbers
	for seed := range uint64(4) {
		values := methodtest.Score(t, filter.Random{}, ds, algorithms.Options{Seed: seed}).Values
		counts := make([]float64, bins)
		for j, v := range values {
			if v < 0 || v >= 1 {
				t.Fatalf("seed %d: score %v is not in [0, 1)", seed, v)
			}
			counts[int(v*bins)]++
			if last != nil {
				product += (v - 0.5) * (last[j] - 0.5)
			}
		}
		var chi float64
		for _, c := range counts {
			chi += (c - d/bins) * (c - d/bins) / (d / bins)
		}
		if chi < 99-5*14 || chi > 99+5*14 {
			t.Errorf("seed %d: chi-square %v, want 99 ± 70", seed, chi)
		}
		last = values
	}
	// The correlation of consecutive seeds has standard deviation 1/√(3·20000).
	if r := product / (3 * d) * 12; math.Abs(r) > 5/math.Sqrt(3*d) {
		t.Errorf("scores of consecutive seeds have correlation %v", r)
	}
}

func TestFisherByHand(t *testing.T) {
	// Classes of 2, 3 and 1 samples. Column 0: means 1, 4, 9, over all 23/6;
	// between 2(17/6)² + 3(1/6)² + (31/6)² = 1542/36, within 2 + 8 + 0.
	// Columns 1 and 2 are perfect, column 2 with the larger numerator; column 3
	// is constant; column 4 has equal means and scores exactly 0.
	d := methodtest.Classes(t, []int{0, 0, 1, 1, 1, 2},
		[]float64{0, 2, 2, 4, 6, 9},
		[]float64{0.1, 0.1, 0.3, 0.3, 0.3, 0.7},
		[]float64{1, 1, 3, 3, 3, 7},
		[]float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1},
		[]float64{4, 6, 5, 4, 6, 5})
	s := methodtest.Score(t, filter.Fisher{}, d, algorithms.Options{})
	if want := 1542.0 / 36 / 10; math.Abs(s.Values[0]-want) > 1e-14*want {
		t.Errorf("score %v, want %v", s.Values[0], want)
	}
	inf := math.Inf(1)
	if diff := gocmp.Diff(algorithms.Numbers{inf, inf, 0, 0}, s.Values[1:]); diff != "" {
		t.Errorf("scores of columns 1 to 4 (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff([]int{2, 1, 0, 4, 3}, s.Order()); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff([]string{"1 constant column is ranked last: f3"},
		s.Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func TestVarianceClosedForms(t *testing.T) {
	const n = 101
	columns := make([][]float64, 4)
	for i := range n {
		columns[0] = append(columns[0], float64(i))           // (n²-1)/12
		columns[1] = append(columns[1], 1e9+0.5*float64(i%2)) // p(1-p)/4, p = 50/101
		columns[2] = append(columns[2], 1e17+16)
		columns[3] = append(columns[3], math.Cos(2*math.Pi*float64(i)/n)) // 1/2
	}
	s := methodtest.Score(t, filter.Variance{}, methodtest.Classes(t, make([]int, n), columns...),
		algorithms.Options{})
	p := 50.0 / n
	for j, want := range []float64{(n*n - 1) / 12.0, p * (1 - p) / 4, 0, 0.5} {
		if math.Abs(s.Values[j]-want) > 1e-12*want {
			t.Errorf("column %d: variance %v, want %v", j, s.Values[j], want)
		}
	}
	if !slices.Equal(s.Constant, []int{2}) {
		t.Errorf("constant columns %v, want [2]", s.Constant)
	}
}
