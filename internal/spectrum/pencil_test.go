package spectrum

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/must"
)

// pencilOf returns X'diag(a)X and X'X for X = QR, Q with orthonormal columns, of which the first
// ones with known values: of the pencil in R^-1 coordinates Q'diag(a)Q.
func pencilOf(seed uint64, n, d int, condition float64) (Pencil, *mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, j int, _ float64) float64 {
		return rng.NormFloat64() * math.Pow(condition, -float64(j)/float64(d-1))
	}, x)
	for i := range n { // columns that are nearly equal
		x.Set(i, 1, x.At(i, 0)+1/math.Sqrt(condition)*x.At(i, 1))
	}
	a := make([]float64, n)
	for i := range a {
		a[i] = []float64{1e-9, 1e-6}[i%2]
		if i > 30 {
			a[i] = rng.Float64()
		}
	}
	scaled := mat.DenseCopyOf(x)
	for i, v := range a {
		floats.Scale(v, scaled.RawRowView(i))
	}
	p := Pencil{Size: mat.Norm(x, 2)}
	p.A, _ = dense.SymmetricProduct(context.Background(), x, scaled)
	p.B, _ = dense.SymmetricProduct(context.Background(), x, x)
	by := func(of *mat.Dense) func(v *mat.Dense) *mat.Dense {
		return func(v *mat.Dense) *mat.Dense {
			var image mat.Dense
			out := new(mat.Dense)
			image.Mul(v, of.T())
			out.Mul(&image, x)
			return out
		}
	}
	p.TimesA, p.TimesB = by(scaled), by(x)
	return p, x, a
}

// The smallest pairs of a pencil are those of its matrix in an orthonormal basis of the samples, to
// what rounding and the condition of X leave.
func TestPencil(t *testing.T) {
	const n, d = 500, 300
	for seed, condition := range []float64{1, 1e3} {
		p, x, a := pencilOf(uint64(seed), n, d, condition)
		var qr mat.QR
		qr.Factorize(x)
		var all, r mat.Dense
		qr.QTo(&all)
		qr.RTo(&r)
		q := mat.DenseCopyOf(all.Slice(0, n, 0, d))
		scaled := mat.DenseCopyOf(q)
		for i, v := range a {
			floats.Scale(v, scaled.RawRowView(i))
		}
		m, _ := dense.SymmetricProduct(t.Context(), q, scaled)
		for _, want := range []int{1, 5} {
			values, vectors, ok := p.Smallest(t.Context(), want)
			if !ok {
				t.Fatalf("condition %g: no answer", condition)
			}
			known, functions, err := Smallest(t.Context(), copied(m), want)
			must.Do(t, err)
			if len(values) != len(known) || !floats.EqualApprox(values, known, 1e-13*condition) {
				t.Errorf("condition %g: values %v, want %v", condition, values, known)
			}
			for k, z := range vectors {
				row := mat.NewDense(1, d, z)
				gap := p.TimesB(row)
				if length := floats.Dot(gap.RawRowView(0), z); math.Abs(length-1) > 1e-12 {
					t.Errorf("condition %g: z'bz = %g", condition, length)
				}
				gap.Scale(-values[k], gap)
				gap.Add(gap, p.TimesA(row))
				if size := mat.Norm(gap, 2) / p.Size; size > 1e-14 {
					t.Errorf("condition %g: residual %.1e", condition, size)
				}
				// Its function is in the span of those of the matrix.
				y := blas64.Vector{N: d, Inc: 1, Data: append([]float64(nil), z...)}
				var image mat.VecDense
				image.MulVec(r.Slice(0, d, 0, d), mat.NewVecDense(d, y.Data))
				var inside float64
				for _, f := range functions {
					v := floats.Dot(f, image.RawVector().Data)
					inside += v * v
				}
				if math.Abs(inside-1) > 1e-9 {
					t.Errorf("condition %g: %g of a vector is in the right span", condition, inside)
				}
			}
		}
	}
}

// Where the matrices cannot tell the rank of X, for few rows, many vectors, and when the context
// ends there is no answer.
func TestPencilRefuses(t *testing.T) {
	for condition, wanted := range map[float64]bool{1e3: true, 1e12: false} {
		p, _, _ := pencilOf(3, 500, 300, condition)
		if _, _, ok := p.Smallest(t.Context(), 1); ok != wanted {
			t.Errorf("condition %g: answer %v, want %v", condition, ok, wanted)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, ok := p.Smallest(ctx, 1); ok {
			t.Error("an answer after the end of the context")
		}
		if _, _, ok := p.Smallest(t.Context(), 38); ok {
			t.Error("an answer of many vectors")
		}
	}
	p, _, _ := pencilOf(3, 400, 256, 1)
	if _, _, ok := p.Smallest(t.Context(), 1); ok {
		t.Error("an answer for few rows")
	}
}
