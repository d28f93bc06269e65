package spectrum

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/elimination"
	"fsnb.example/internal/exact"
)

// chain joins n samples in a row; the k-th edge has the k-th weight.
func chain(weights []float64) *Graph {
	degree := make([]float64, len(weights)+1)
	for i, w := range weights {
		degree[i] += w
		degree[i+1] += w
	}
	return NewGraph(degree, make([]float64, len(degree)), func(add func(i, j int, weight float64)) {
		for i, w := range weights {
			add(i+1, i, w)
		}
	})
}

// A row of n samples has λ_k = 1 - cos(πk/(n-1)); a sample of degree 0 is in no component, and an
// edge of weight 0 joins none.
func TestSmoothOfARow(t *testing.T) {
	g := chain(append(slices.Repeat([]float64{1}, 8), 0))
	parts := g.Components()
	if len(parts) != 1 || len(parts[0]) != 9 {
		t.Fatalf("components %v", parts)
	}
	functions, err := g.Smooth(t.Context(), parts[0], 3)
	if err != nil || len(functions) != 3 {
		t.Fatalf("%d functions, %v", len(functions), err)
	}
	for k, f := range functions {
		want := 1 - math.Cos(math.Pi*float64(k+1)/8)
		if math.Abs(f.Value-want) > 1e-14 || f.Gap > 1e-14 {
			t.Errorf("λ %v, want %v; gap %.1e", f.Value, want, f.Gap)
		}
	}
}

// Weights of 20 orders of magnitude: λ of 1e-21 and more are known to their own size, as with 77
// digits.
func TestSmallEigenvaluesOfARow(t *testing.T) {
	weights := []float64{1, 2, 1e-8, 3, 1, 1e-20, 1, 1e-15, 2, 1e-3, 1}
	edges := make([]exact.Edge, len(weights))
	for i, w := range weights {
		edges[i] = exact.Edge{I: i, J: i + 1, Weight: w}
	}
	want, _, residual := exact.New(len(weights)+1, edges, nil).Eigen(4, 7, 4)
	g := chain(weights)
	functions, err := g.Smooth(t.Context(), g.Components()[0], 4)
	if err != nil || len(functions) != 4 || residual > 1e-20 {
		t.Fatalf("%d functions, %v, residual %.1e", len(functions), err, residual)
	}
	for k, f := range functions {
		if math.Abs(f.Value/want[k]-1) > 1e-6 || f.Gap > 1e-13 {
			t.Errorf("λ %v, want %v; gap %.1e", f.Value, want[k], f.Gap)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, test := range []struct {
		a, b float64
		want bool
	}{
		{.5, .5, true}, {.5, .5 + 1e-11, true}, {.5, .5 + 1e-8, false},
		{0, 0, true}, {1e-13, 2e-13, false}, {0, 1e-20, true},
	} {
		if Equal(test.a, test.b) != test.want || Equal(test.b, test.a) != test.want {
			t.Errorf("%v and %v are equal: %v", test.a, test.b, !test.want)
		}
	}
}

// A long row of samples, whose matrix is not formed, has the same λ; an edge that is added in parts
// has the sum of their weights.
func TestSmoothOfFewEdges(t *testing.T) {
	const n = 900
	degree := make([]float64, n)
	for i := range degree {
		degree[i] = 2
	}
	degree[0], degree[n-1] = 1, 1
	g := NewGraph(degree, make([]float64, n), func(add func(i, j int, weight float64)) {
		for i := n - 1; i > 0; i-- {
			add(i, i-1, .25)
			add(i-1, i, .75)
		}
	})
	functions, err := g.Smooth(t.Context(), g.Components()[0], 4)
	if err != nil || len(functions) != 4 {
		t.Fatalf("%d functions, %v", len(functions), err)
	}
	for k, f := range functions {
		want := 1 - math.Cos(math.Pi*float64(k+1)/(n-1))
		if math.Abs(f.Value-want) > 1e-9*want || f.Gap > 1e-12 {
			t.Errorf("λ %v, want %v; gap %.1e", f.Value, want, f.Gap)
		}
	}
}

// SmallestFew finds the values of the whole matrix, of few entries and of many.
func TestSmallestFew(t *testing.T) {
	const n = 400
	for _, reach := range []int{3, 60} {
		own := make([]float64, n)
		l := elimination.New(own, func(add func(i, j int, v float64)) {
			clear(own)
			for i := range n {
				for j := i + 1; j < min(i+1+reach, n); j++ {
					v := 1 / float64(4*reach+i%7)
					own[i], own[j] = own[i]+v, own[j]+v
					add(i, j, -v)
				}
			}
		})
		if l.Few() != (reach == 3) {
			t.Errorf("reach %d: few %v", reach, l.Few())
		}
		var eigen mat.EigenSym
		if !eigen.Factorize(l.Dense(), false) {
			t.Fatal("no decomposition")
		}
		values, vectors, err := SmallestFew(t.Context(), l, 5)
		if err != nil || len(values) != 5 {
			t.Fatalf("%d values, %v", len(values), err)
		}
		for k, v := range values {
			if want := eigen.Values(nil)[k]; math.Abs(v-want) > 1e-12 {
				t.Errorf("reach %d: value %d is %v, want %v", reach, k, v, want)
			}
			image := l.Times(mat.NewDense(1, n, vectors[k])).RawRowView(0)
			floats.AddScaled(image, -v, vectors[k])
			if r := floats.Norm(image, 2); r > 1e-12 {
				t.Errorf("reach %d: residual %d is %.1e", reach, k, r)
			}
		}
	}
}
