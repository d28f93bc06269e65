package elimination

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// graphOf is D - S of samples, each joined to some others.
func graphOf(n, ties int) *mat.SymDense {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	l := mat.NewSymDense(n, nil)
	for i := range n {
		for range ties {
			j := rng.IntN(n)
			if v := rng.Float64(); j != i {
				l.SetSym(i, j, l.At(i, j)-v)
				l.SetSym(i, i, l.At(i, i)+v)
				l.SetSym(j, j, l.At(j, j)+v)
			}
		}
	}
	return l
}

// of makes a Matrix of m.
func of(m *mat.SymDense) *Matrix {
	n := m.SymmetricDim()
	own := make([]float64, n)
	for i := range own {
		own[i] = m.At(i, i)
	}
	return New(own, func(add func(i, j int, v float64)) {
		for i := range n {
			for j := i + 1; j < n; j++ {
				add(i, j, m.At(i, j))
			}
		}
	})
}

func rowsOf(k, n int) *mat.Dense {
	rng := rand.New(rand.NewPCG(1, 9))
	v := mat.NewDense(k, n, nil)
	v.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, v)
	return v
}

// M(M + shift)⁻¹v + shift·(M + shift)⁻¹v = v, by a product of gonum's.
func TestSolve(t *testing.T) {
	for _, test := range []struct{ n, ties int }{{1, 1}, {2, 0}, {30, 0}, {40, 1}, {90, 2},
		{120, 4}, {60, 30}} {
		l, v := graphOf(test.n, test.ties), rowsOf(3, test.n)
		m := of(l)
		if whole := m.dense != nil; whole != (test.ties == 30) && test.n > 2 {
			t.Errorf("%+v: kept as rows: %v", test, !whole)
		}
		f := m.Factor(.3)
		if f == nil {
			t.Fatalf("%+v: no factor", test)
		}
		got := must.Get(f.Solve(v))(t)
		var back mat.Dense
		back.Mul(got, l)
		if !mat.EqualApprox(&back, m.Times(got), 1e-12) {
			t.Errorf("%+v: the products differ", test)
		}
		var scaled mat.Dense
		scaled.Scale(.3, got)
		back.Add(&back, &scaled)
		if !mat.EqualApprox(&back, v, 1e-12) {
			t.Errorf("%+v: the products with the solution are not the right-hand side", test)
		}
	}
}

// A Laplacian has an eigenvalue of 0: less of it is not positive definite.
func TestFactorIndefinite(t *testing.T) {
	for _, ties := range []int{2, 30} {
		if of(graphOf(60, ties)).Factor(-1e-3) != nil {
			t.Errorf("%d ties: factored", ties)
		}
	}
}

// BenchmarkFactor factors the Laplacian of 1,440 samples, each joined to five.
func BenchmarkFactor(b *testing.B) {
	m := of(graphOf(1440, 5))
	b.Run("sparse", func(b *testing.B) {
		for b.Loop() {
			m.Factor(1)
		}
	})
	whole := &Matrix{n: m.n, dense: graphOf(1440, 5), own: m.own}
	b.Run("dense", func(b *testing.B) {
		for b.Loop() {
			whole.Factor(1)
		}
	})
}

// BenchmarkSolve solves for nine right-hand sides.
func BenchmarkSolve(b *testing.B) {
	m, v := of(graphOf(1440, 5)), rowsOf(9, 1440)
	whole := &Matrix{n: m.n, dense: graphOf(1440, 5), own: m.own}
	for _, test := range []struct {
		name string
		f    *Factor
	}{{"sparse", m.Factor(1)}, {"dense", whole.Factor(1)}} {
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := test.f.Solve(v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
