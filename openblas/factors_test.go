package openblas

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

var triangles = []blas.Uplo{blas.Upper, blas.Lower}

// symmetric returns one triangle of a random matrix, with NaN where no routine may read, and the
// whole of it.
func symmetric(n, stride int, ul blas.Uplo, r *rand.Rand) ([]float64, *mat.SymDense) {
	a, whole := make([]float64, n*stride), mat.NewSymDense(n, nil)
	for i := range a {
		a[i] = math.NaN()
	}
	for i := range n {
		for j := i; j < n; j++ {
			whole.SetSym(i, j, r.NormFloat64())
			if ul == blas.Upper {
				a[i*stride+j] = whole.At(i, j)
			} else {
				a[j*stride+i] = whole.At(i, j)
			}
		}
	}
	return a, whole
}

func TestDsyev(t *testing.T) {
	need(t)
	r := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{1, 2, 47, 48, 49, 65, 128, 150} {
		for _, ul := range triangles {
			for _, job := range []lapack.EVJob{lapack.EVCompute, lapack.EVNone} {
				stride := max(n, 1) + n%4
				a, whole := symmetric(n, stride, ul, r)
				want, work := make([]float64, n), make([]float64, 70*max(n, 1))
				if !(lapackgonum.Implementation{}).Dsyev(lapack.EVNone, ul, n, slices.Clone(a),
					stride, want, work, len(work)) {
					t.Fatal("gonum finds no eigenvalues")
				}
				got := make([]float64, n)
				if !(factors{}).Dsyev(job, ul, n, a, stride, got, work, len(work)) {
					t.Fatalf("n = %d, %c, %c: it fails", n, ul, job)
				}
				if err := near(got, want, 1e-13*float64(n+1)); err != nil {
					t.Errorf("n = %d, %c, %c: %v", n, ul, job, err)
				}
				if job == lapack.EVNone {
					continue
				}
				vectors := mat.NewDense(n, n, nil)
				for i := range n {
					vectors.SetRow(i, a[i*stride:i*stride+n])
				}
				var left, right, gram mat.Dense
				left.Mul(whole, vectors)
				right.Mul(vectors, mat.NewDiagDense(n, got))
				gram.Mul(vectors.T(), vectors)
				for i := range n {
					gram.Set(i, i, gram.At(i, i)-1)
				}
				left.Sub(&left, &right)
				if e, o := mat.Norm(&left, 2), mat.Norm(&gram, 2); !(e < 1e-11) || !(o < 1e-12) {
					t.Errorf("n = %d, %c: AV - VW is %v, V'V - I is %v", n, ul, e, o)
				}
			}
		}
	}
}

// What gonum does with values that are not finite, and with what it refuses, stays as it is.
func TestFactorsOfOddArguments(t *testing.T) {
	need(t)
	n := 60
	work := make([]float64, 70*n)
	run := func(impl lapack.Float64, a []float64, ul blas.Uplo, n, lda int, w, work []float64,
		lwork int) (ok bool, panicked any) {
		defer func() { panicked = recover() }()
		if lwork < -1 {
			return impl.Dpotrf(ul, n, a, lda), nil
		}
		return impl.Dsyev(lapack.EVCompute, ul, n, a, lda, w, work, lwork), nil
	}
	from := definite(n, n, rand.New(rand.NewPCG(1, 2)))
	damaged := func(v float64, at int) []float64 {
		a := slices.Clone(from)
		a[at] = v
		return a
	}
	for i, c := range []struct {
		a      []float64
		ul     blas.Uplo
		n, lda int
		w      []float64
		lwork  int // below -1 for Dpotrf
	}{
		{damaged(math.NaN(), 3*n+9), blas.Upper, n, n, make([]float64, n), len(work)},
		{damaged(math.Inf(1), 9*n+3), blas.Lower, n, n, make([]float64, n), len(work)},
		{from, 'x', n, n, make([]float64, n), len(work)},
		{from, blas.Upper, -1, n, make([]float64, n), len(work)},
		{from, blas.Upper, n, n - 1, make([]float64, n), len(work)},
		{from[:n*n-1], blas.Upper, n, n, make([]float64, n), len(work)},
		{from, blas.Upper, n, n, make([]float64, n-1), len(work)},
		{from, blas.Upper, n, n, make([]float64, n), len(work) + 1},
		{from, blas.Upper, n, n, make([]float64, n), 5},
		{from, blas.Upper, n, n, make([]float64, n), -1},
		{damaged(math.NaN(), 3*n+9), blas.Upper, n, n, nil, -2},
		{damaged(math.NaN(), n*n-1), blas.Upper, n, n, nil, -2},
		{damaged(-1, 50*n+50), blas.Lower, n, n, nil, -2},
		{damaged(0, 0), blas.Lower, n, n, nil, -2},
		{from, 'x', n, n, nil, -2},
		{from, blas.Upper, -1, n, nil, -2},
		{from, blas.Upper, n, n - 1, nil, -2},
		{from[:n*n-1], blas.Upper, n, n, nil, -2},
		{from, blas.Upper, n, n, nil, -2},
	} {
		wantOK, want := run(lapackgonum.Implementation{}, slices.Clone(c.a), c.ul, c.n, c.lda, c.w,
			work, c.lwork)
		ok, panicked := run(factors{}, slices.Clone(c.a), c.ul, c.n, c.lda, c.w, work, c.lwork)
		if ok != wantOK || panicked != want {
			t.Errorf("case %d: %v and panic %v, gonum %v and %v", i, ok, panicked, wantOK, want)
		}
	}
}

func TestDpotrf(t *testing.T) {
	need(t)
	r := rand.New(rand.NewPCG(6, 6))
	for _, n := range []int{0, 1, 47, 48, 130, 257, longFactor + 3} {
		for _, ul := range triangles {
			stride := max(n, 1) + n%3
			from := definite(n, stride, r)
			for i := range n { // the other triangle is not for reading, nor what lies between
				for j := range stride {
					if ul == blas.Upper && j < i || ul == blas.Lower && j > i || j >= n {
						from[i*stride+j] = math.NaN()
					}
				}
			}
			got, want := slices.Clone(from), slices.Clone(from)
			ok := (factors{}).Dpotrf(ul, n, got, stride)
			var wanted bool
			with(false, func() {
				wanted = (lapackgonum.Implementation{}).Dpotrf(ul, n, want, stride)
			})
			if !ok || !wanted {
				t.Errorf("n = %d, %c: %v, gonum %v", n, ul, ok, wanted)
			}
			if err := near(got, want, 1e-13); err != nil {
				t.Errorf("n = %d, %c: %v", n, ul, err)
			}
		}
	}
}
