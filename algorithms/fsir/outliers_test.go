package fsir

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// solve is the inverse of the matrix, formed, and excess subtracts it but for I.
func TestLowRank(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	const n = 30
	for _, r := range []int{0, 1, 7} {
		diag := make([]float64, n)
		for i := range diag {
			diag[i] = 1 + rng.Float64()
		}
		u := blas64.General{Rows: r, Cols: n, Stride: n, Data: normals(rng, r*n)}
		l := newLowRank(diag, u)
		a := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				for k := range r {
					a.Set(i, j, a.At(i, j)+l.row(k)[i]*l.row(k)[j])
				}
			}
			a.Set(i, i, a.At(i, i)+diag[i])
		}
		y := normals(rng, n)
		var image mat.VecDense
		image.MulVec(a, mat.NewVecDense(n, y))
		x := slices.Clone(image.RawVector().Data)
		l.solve(x)
		if off := floats.Distance(x, y, 2); off > 1e-12 {
			t.Errorf("rank %d: the solution is off by %g", r, off)
		}
		rest := slices.Clone(image.RawVector().Data)
		l.excess(rest, y)
		if off := floats.Distance(rest, y, 2); off > 1e-12 {
			t.Errorf("rank %d: the rest is off by %g", r, off)
		}
	}
}

// Copies of a feature with noise are one cluster; features of noise are in none.
func TestClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	const n, p, count, copies = 40, 300, 3, 10
	y := mat.NewDense(p, n, normals(rng, p*n))
	for j := range p {
		row := y.RawRowView(j)
		if j < count*copies && j%copies > 0 {
			floats.Scale(.2, row)
			floats.Add(row, y.RawRowView(j-j%copies))
		}
	}
	for j := range p {
		row := y.RawRowView(j)
		floats.Scale(1/floats.Norm(row, 2), row)
	}
	var cosines mat.Dense
	cosines.Mul(y, y.T())
	sums := make([]float64, p)
	for j := range sums {
		for _, v := range cosines.RawRowView(j) {
			sums[j] += v * v
		}
	}
	all, err := clusters(t.Context(), y, sums, 2)
	if err != nil || len(all) != count {
		t.Fatalf("%d clusters, want %d (%v)", len(all), count, err)
	}
	for _, members := range all {
		if len(members) != copies || members[0]/copies != members[copies-1]/copies {
			t.Errorf("cluster %v", members)
		}
	}
}
