package exact

import (
	"math"
	"testing"
)

// row joins n samples one after another.
func row(n int) []Edge {
	var edges []Edge
	for i := range n - 1 {
		edges = append(edges, Edge{i, i + 1, 1})
	}
	return edges
}

// A row of n samples has λ_k = 1 - cos(πk/(n-1)) and y_k(i) = cos(πki/(n-1)).
func TestEigenOfARow(t *testing.T) {
	const n = 9
	values, vectors, residual := New(n, row(n), nil).Eigen(4, 4, 3)
	if residual > 1e-60 {
		t.Errorf("residual %.1e", residual)
	}
	for k, y := range vectors {
		angle := math.Pi * float64(k+1) / (n - 1)
		if math.Abs(values[k]-(1-math.Cos(angle))) > 1e-15 {
			t.Errorf("λ %v, want %v", values[k], 1-math.Cos(angle))
		}
		for i, v := range y {
			if math.Abs(v/y[0]-math.Cos(angle*float64(i))) > 1e-14 {
				t.Errorf("vector %d is %v at %d", k, v/y[0], i)
			}
		}
	}
}

// On the features y_1 and y_2 of a row, each twice its length, the forms are powers of λ, and LPP
// finds the first with 1/2 of its length.
func TestFormsAndProjectionOfARow(t *testing.T) {
	const n = 7
	g := New(n, row(n), nil)
	features := make([][]float64, 2)
	var spreads [2]float64
	for k := range features {
		features[k] = make([]float64, n)
		for i := range n {
			features[k][i] = 2*math.Cos(math.Pi*float64((k+1)*i)/(n-1)) + 3
		}
		lambda := 1 - math.Cos(math.Pi*float64(k+1)/(n-1))
		for power := range 3 {
			rough, spread, level := g.Forms(features[k], power+1)
			spreads[k] = spread
			want := math.Pow(lambda, float64(power+1)) * spread
			off := math.Abs(rough-want) + math.Abs(spread-4*(n-1)) + math.Abs(level-18*(n-1))
			if off > 1e-12 {
				t.Errorf("feature %d, power %d: %v, %v, %v; want %v",
					k, power+1, rough, spread, level, want)
			}
		}
	}
	norms, values := g.Project(features, 1, true)
	off := math.Abs(norms[0]-1/math.Sqrt(spreads[0])) + norms[1]
	if off > 1e-14 || math.Abs(values[0]-(1-math.Cos(math.Pi/6))) > 1e-14 {
		t.Errorf("norms %v, values %v", norms, values)
	}
}

// The shortest w with w_1 + w_2 = 2 and 3w_3 = 1.
func TestShortest(t *testing.T) {
	w := Shortest([][]float64{{0, 0, 0}, {1, 1, 0}, {0, 0, 3}}, []float64{5, 7, 6})
	for j, want := range []float64{1, 1, 1. / 3} {
		if math.Abs(w[j]-want) > 1e-16 {
			t.Errorf("w is %v", w)
		}
	}
}
