package dense_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// path is the Laplacian of n samples in a row, whose eigenvalues are 2 - 2cos(πk/n).
func path(n int) *mat.SymDense {
	l := mat.NewSymDense(n, nil)
	for i := range n - 1 {
		l.SetSym(i, i, l.At(i, i)+1)
		l.SetSym(i+1, i+1, 1)
		l.SetSym(i, i+1, -1)
	}
	return l
}

func TestEigenOfAPath(t *testing.T) {
	for _, n := range []int{1, 2, 7, 8, 64, 257} {
		l := path(n)
		before := mat.DenseCopyOf(l)
		values, vectors, err := dense.Eigen(t.Context(), l)
		alone, aloneErr := dense.Eigenvalues(t.Context(), l)
		if err != nil || aloneErr != nil {
			t.Fatal(err, aloneErr)
		}
		for k, v := range values {
			want := 2 - 2*math.Cos(math.Pi*float64(k)/float64(n))
			if math.Abs(v-want) > 1e-13 || math.Abs(alone[k]-want) > 1e-13 {
				t.Errorf("n = %d: eigenvalue %d is %v and %v, want %v", n, k, v, alone[k], want)
			}
		}
		var back, gram mat.Dense
		back.Mul(l, vectors)
		scaled := mat.DenseCopyOf(vectors)
		scaled.Apply(func(_, k int, v float64) float64 { return v * values[k] }, scaled)
		gram.Mul(vectors.T(), vectors)
		one := mat.NewDiagDense(n, nil)
		for i := range n {
			one.SetDiag(i, 1)
		}
		if !mat.EqualApprox(&back, scaled, 1e-12) || !mat.EqualApprox(&gram, one, 1e-12) {
			t.Errorf("n = %d: the vectors are none, or not orthonormal", n)
		}
		if !mat.Equal(before, l) {
			t.Errorf("n = %d: the matrix has changed", n)
		}
	}
}

// As mat.EigenSym, of matrices that are stored in several ways.
func TestEigenAsGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{3, 40, 130} {
		a := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				a.SetSym(i, j, rng.NormFloat64())
			}
		}
		var eigen mat.EigenSym
		eigen.Factorize(a, true)
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		diagonal := mat.NewDiagDense(2, []float64{3, -1})
		two, err := dense.Eigenvalues(t.Context(), diagonal)
		if err != nil || two[0] != -1 || two[1] != 3 {
			t.Errorf("a diagonal matrix has the eigenvalues %v, %v", two, err)
		}
		part := a.SliceSym(0, n/2)
		values, got, err := dense.Eigen(t.Context(), a)
		partly, partErr := dense.Eigenvalues(t.Context(), part)
		if err != nil || partErr != nil {
			t.Fatal(err, partErr)
		}
		if !floats.EqualApprox(values, eigen.Values(nil), 1e-12) {
			t.Errorf("n = %d: other eigenvalues", n)
		}
		for k := range n {
			if dot := mat.Dot(got.ColView(k), vectors.ColView(k)); math.Abs(
				math.Abs(dot)-1) > 1e-9 {
				t.Errorf("n = %d: vector %d has the cosine %v with gonum's", n, k, dot)
			}
		}
		eigen.Factorize(part, false)
		if !floats.EqualApprox(partly, eigen.Values(nil), 1e-12) {
			t.Errorf("n = %d: other eigenvalues of a part", n)
		}
	}
}

// A row holds at least n numbers, and two rows never begin on one set of the cache when their
// distance is less than the number of sets.
func TestStride(t *testing.T) {
	for n := 1; n < 3000; n++ {
		s := dense.Stride(n)
		if s < n || s > n+16 || s%16 != 8 {
			t.Fatalf("stride %d of %d numbers", s, n)
		}
	}
}

// What is not finite is an error, small or large.
func TestNotFinite(t *testing.T) {
	for _, n := range []int{2, 5, 40} {
		a := path(n)
		a.SetSym(0, 1, math.NaN())
		if _, _, err := dense.Eigen(t.Context(), a); err != dense.ErrNoConvergence {
			t.Errorf("n = %d: %v", n, err)
		}
		if _, _, _, err := dense.SVD(t.Context(), a, mat.SVDThin); err != dense.ErrNoConvergence {
			t.Errorf("n = %d: singular values: %v", n, err)
		}
	}
}

func TestEigenStops(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, _, err := dense.Eigen(stopped, path(700))
		done <- err
	}()
	stop()
	if err := <-done; err != context.Canceled {
		t.Errorf("a decomposition of 700: %v", err)
	}
	if _, err := dense.Eigenvalues(stopped, path(3)); err != context.Canceled {
		t.Errorf("a small one: %v", err)
	}
}

// BenchmarkEigen compares a stride of n with that of this package, in one run.
func BenchmarkEigen(b *testing.B) {
	for _, n := range []int{500, 512, 768} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			a := path(n)
			rng := rand.New(rand.NewPCG(5, 6))
			for i := range n {
				for j := i; j < n; j++ {
					a.SetSym(i, j, rng.NormFloat64())
				}
			}
			var whole, own time.Duration
			for b.Loop() {
				start := time.Now()
				var eigen mat.EigenSym
				if !eigen.Factorize(a, true) {
					b.Fatal("no eigenvalues")
				}
				whole += time.Since(start)
				start = time.Now()
				if _, _, err := dense.Eigen(b.Context(), a); err != nil {
					b.Fatal(err)
				}
				own += time.Since(start)
			}
			b.ReportMetric(own.Seconds()/float64(b.N), "s/padded")
			b.ReportMetric(whole.Seconds()/float64(b.N), "s/gonum")
			b.ReportMetric(float64(own)/float64(whole), "padded/gonum")
		})
	}
}
