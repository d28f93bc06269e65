package dense_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/must"
)

// The factors have the shapes asked for, are orthonormal, and give back the matrix; the values are
// gonum's.
func TestSVD(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, shape := range [][2]int{{1, 1}, {7, 3}, {3, 7}, {20, 20}, {64, 30}, {30, 64}} {
		m, n := shape[0], shape[1]
		a := mat.NewDense(m, n, nil)
		a.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, a)
		before := mat.DenseCopyOf(a)
		for kind, want := range map[mat.SVDKind][2]int{
			mat.SVDThin: {min(m, n), min(m, n)}, mat.SVDFull: {m, n}, mat.SVDFullV: {0, n},
			mat.SVDThinV: {0, min(m, n)}, mat.SVDThinU: {min(m, n), 0}, mat.SVDNone: {0, 0},
		} {
			u, values, v, err := dense.SVD(t.Context(), a, kind)
			must.Do(t, err)
			var svd mat.SVD
			svd.Factorize(a, mat.SVDNone)
			if !floats.EqualApprox(values, svd.Values(nil), 1e-12) {
				t.Errorf("%v: values %v", shape, values)
			}
			orthonormal(t, u, m, want[0])
			orthonormal(t, v, n, want[1])
			if kind != mat.SVDThin {
				continue
			}
			var scaled, back mat.Dense
			scaled.Mul(u, mat.NewDiagDense(len(values), values))
			back.Mul(&scaled, v.T())
			if !mat.EqualApprox(&back, a, 1e-12) {
				t.Errorf("%v: the factors give another matrix", shape)
			}
		}
		if !mat.Equal(a, before) {
			t.Errorf("%v: the matrix has changed", shape)
		}
	}
}

func orthonormal(t *testing.T, q *mat.Dense, rows, count int) {
	t.Helper()
	if count == 0 {
		if q != nil {
			t.Error("vectors that were not asked for")
		}
		return
	}
	if r, c := q.Dims(); r != rows || c != count {
		t.Errorf("vectors are %d×%d, want %d×%d", r, c, rows, count)
		return
	}
	var gram mat.Dense
	gram.Mul(q.T(), q)
	for i := range count {
		gram.Set(i, i, gram.At(i, i)-1)
	}
	if off := mat.Norm(&gram, math.Inf(1)); off > 1e-12 {
		t.Errorf("vectors are not orthonormal: %.1e", off)
	}
}

func TestSVDStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, n := range []int{3, 400} {
		if _, _, _, err := dense.SVD(ctx, mat.NewDense(n, n, nil),
			mat.SVDThin); err != context.Canceled {
			t.Errorf("%d: %v", n, err)
		}
	}
}
