package embedded

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

func affinity(t tester, n int, edges ...graphs.Edge) *graphs.Affinity {
	return must.Get(graphs.FromPairs(n, edges))(t)
}

// ladder is the path of samples lo, lo+1, …, hi-1.
func ladder(lo, hi int) (edges []graphs.Edge) {
	for i := lo; i+1 < hi; i++ {
		edges = append(edges, graphs.Edge{I: i, J: i + 1, Weight: 1})
	}
	return edges
}

// A path of n samples has λ_k = 1 - cos(πk/(n-1)) and y_k(i) = cos(πki/(n-1)), centered and
// of unit length, also when n is too large for a dense decomposition.
func TestEmbeddingOfAPath(t *testing.T) {
	for _, n := range []int{2, 3, 9, 40, 300, 700} {
		a := affinity(t, n, ladder(0, n)...)
		want := min(6, n-1)
		e := must.Get(newEmbedding(t.Context(), a, want))(t)
		if len(e.y) != want || e.components != 1 {
			t.Fatalf("n = %d: %d vectors, %d components", n, len(e.y), e.components)
		}
		for k, y := range e.y {
			angle := math.Pi * float64(k+1) / float64(n-1)
			if v := 1 - math.Cos(angle); math.Abs(e.values[k]-v) > 1e-13 {
				t.Errorf("n = %d: eigenvalue %d is %v, want %v", n, k, e.values[k], v)
			}
			f := make([]float64, n)
			for i := range f {
				f[i] = math.Cos(angle * float64(i))
			}
			floats.AddConst(-floats.Sum(f)/float64(n), f)
			floats.Scale(math.Copysign(1/floats.Norm(f, 2), f[0]*y[0]), f)
			if !floats.EqualApprox(f, y, 1e-10) {
				t.Errorf("n = %d: eigenvector %d is %v…, want %v…", n, k, y[:2], f[:2])
			}
		}
	}
}

// On any graph Ly = λDy up to a constant, y is centered and of unit length, and λ are the ascending
// eigenvalues of D⁻¹L.
func TestEmbeddingIsOfEigenvectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		k := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				if rapid.IntRange(0, 2).Draw(t, "edge") > 0 || j == i+1 {
					k.SetSym(i, j, float64(rapid.IntRange(1, 8).Draw(t, "weight")))
				}
			}
		}
		a := must.Get(graphs.NonNegative(k, n))(t)
		e := must.Get(newEmbedding(t.Context(), a, n-1))(t)
		walk := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				walk.Set(i, j, -k.At(i, j)/a.Degree[i])
			}
			walk.Set(i, i, 1-k.At(i, i)/a.Degree[i])
		}
		var eigen mat.Eigen
		if !eigen.Factorize(walk, mat.EigenNone) {
			t.Fatal("no eigenvalues")
		}
		var want []float64
		for _, v := range eigen.Values(nil) {
			want = append(want, real(v))
		}
		slices.Sort(want)
		if len(e.y) != n-1 || !floats.EqualApprox(e.values, want[1:], 1e-7) {
			t.Fatalf("eigenvalues %v, want %v", e.values, want[1:])
		}
		for c, y := range e.y {
			if math.Abs(floats.Sum(y)) > 1e-12 || math.Abs(floats.Norm(y, 2)-1) > 1e-12 {
				t.Fatalf("vector %d: sum %v, norm %v", c, floats.Sum(y), floats.Norm(y, 2))
			}
			y = slices.Clone(y)
			var mean, total float64
			for i, w := range a.Degree {
				mean += w * y[i]
				total += w
			}
			floats.AddConst(-mean/total, y) // so that y'D1 = 0
			for i, w := range a.Degree {
				left := w * y[i] * (1 - e.values[c])
				for j := range y {
					left -= k.At(i, j) * y[j]
				}
				if math.Abs(left) > 1e-10 {
					t.Fatalf("vector %d: Ly - λDy is %v at %d", c, left, i)
				}
			}
		}
	})
}

// Each component has one indicator. The other vectors are 0 outside one component; those of equal
// components come together. A sample without an edge is in no component.
func TestEmbeddingOfComponents(t *testing.T) {
	edges := slices.Concat(ladder(0, 4), ladder(4, 8), ladder(8, 14),
		[]graphs.Edge{{I: 13, J: 14, Weight: 0}})
	a := affinity(t, 16, edges...)
	for want, count := range map[int]int{1: 3, 2: 3, 3: 4, 4: 6, 5: 6, 6: 7} {
		e := must.Get(newEmbedding(t.Context(), a, want))(t)
		if len(e.y) != count || e.components != 3 {
			t.Errorf("%d wanted: %d vectors, %d components; want %d and 3", want, len(e.y),
				e.components, count)
		}
		for c, y := range e.y {
			lo, hi, level := []int{0, 4, 8}[c%3], []int{4, 8, 14}[c%3], 0.
			if c >= 3 { // 1 - cos(π/5) of the long row, ½ of the two short ones, 1 - cos(2π/5)
				want := []float64{1 - math.Cos(math.Pi/5), .5, .5, 1 - math.Cos(2*math.Pi/5)}[c-3]
				if math.Abs(e.values[c]-want) > 1e-12 {
					t.Errorf("eigenvalue %d is %v, want %v", c, e.values[c], want)
				}
				lo, hi = []int{8, 0, 4, 8}[c-3], []int{14, 4, 8, 14}[c-3]
			} else {
				m := float64(hi - lo)
				level = 1 / math.Sqrt(m*(1-m/16))
			}
			for i, v := range y {
				v -= y[15] // the sample without an edge was 0 before centering
				if inside := i >= lo && i < hi; c < 3 && inside && math.Abs(v-level) > 1e-12 ||
					!inside && math.Abs(v) > 1e-12 {
					t.Errorf("vector %d is %v at %d", c, v, i)
				}
			}
		}
	}
	// Two parts joined by a weak edge: the vector between them is not mixed with 1.
	weak := affinity(t, 8, slices.Concat(ladder(0, 4), ladder(4, 8),
		[]graphs.Edge{{I: 3, J: 4, Weight: 1e-17}})...)
	e := must.Get(newEmbedding(t.Context(), weak, 1))(t)
	if y := e.y[0]; e.components != 1 || math.Abs(y[0]+y[7]) > 1e-9 || math.Abs(y[0]-y[3]) > 1e-9 ||
		math.Abs(math.Abs(y[0])-1/math.Sqrt(8)) > 1e-9 {
		t.Errorf("%d components, vector %v", e.components, y)
	}
}

// On the graph of neighbors MCFS takes less memory than one matrix of all pairs of samples.
func TestMCFSTakesNoMatrixOfPairs(t *testing.T) {
	const n = 2000
	d := standardized(t, 5, n, 10, 3)
	var err error
	got := methodtest.PeakMemory(func() {
		_, err = MCFS{}.Score(t.Context(), d, algorithms.Options{})
	})
	must.Do(t, err)
	if pairs := 8. * n * n; got > pairs {
		t.Errorf("%.1f MB, all pairs are %.1f MB", got/1e6, pairs/1e6)
	}
}
