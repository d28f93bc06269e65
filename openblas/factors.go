package openblas

import (
	"math"
	"unsafe"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
)

// longTurns has a place for each decomposition that runs at a time. They have places of their own,
// since one that a canceled call has left to itself may hold its place for long.
var longTurns = make(chan struct{}, 16)

const (
	// smallFactor is the size of a symmetric matrix below which gonum decomposes it.
	smallFactor = 48
	// longFactor is the size from which gonum's Dpotrf, whose products run on all processors, is
	// faster than one of the library on one thread.
	longFactor = 1024
)

// Dpotrf is gonum's Dpotrf: the factor of a = U'U or LL', in place, in n³/3 operations. From
// longFactor on only its products are the library's.
func (g factors) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) (ok bool) {
	lib := available(n >= smallFactor && n < longFactor && validTriangle(ul) && holds(a, n, n, lda))
	if lib == nil || lib.potrf == 0 {
		return g.Implementation.Dpotrf(ul, n, a, lda)
	}
	if !lib.callPotrf(byte(ul), n, a, lda) {
		return false
	}
	for i := range n { // OpenBLAS takes the root of what is not a number
		if math.IsNaN(a[i*lda+i]) {
			return false
		}
	}
	return true
}

func (l *library) callPotrf(triangle byte, n int, a []float64, lda int) bool {
	p := get(arguments{n: int32(n), lda: int32(lda), triangle: other(triangle)})
	defer put(p)
	longTurns <- struct{}{}
	defer func() { <-longTurns }()
	call(l.potrf, uintptr(unsafe.Pointer(&p.triangle)), uintptr(unsafe.Pointer(&p.n)),
		uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&p.lda)),
		uintptr(unsafe.Pointer(&p.k)), 1)
	return p.k == 0
}

// Dsyev is gonum's Dsyev: all eigenvalues of a, ascending, in w, and the vectors in the columns of
// a if jobz asks for them. It divides and conquers (LAPACK's dsyevd), in about 4n³ operations, with
// 2n² numbers of its own beside work. A matrix with values that are not finite stays with gonum.
func (g factors) Dsyev(jobz lapack.EVJob, uplo blas.Uplo, n int, a []float64, lda int,
	w, work []float64, lwork int) (ok bool) {
	lib := available(n >= smallFactor && n <= 1<<14 && lwork >= 3*n-1 && len(work) >= lwork &&
		len(w) >= n && (jobz == lapack.EVNone || jobz == lapack.EVCompute) && validTriangle(uplo) &&
		holds(a, n, n, lda) && finite(uplo, n, a, lda))
	if lib == nil || lib.syevd == 0 {
		return g.Implementation.Dsyev(jobz, uplo, n, a, lda, w, work, lwork)
	}
	ok = lib.callSyevd(byte(jobz), byte(uplo), n, a, lda, w)
	if ok && jobz == lapack.EVCompute {
		transpose(n, a, lda)
	}
	return ok
}

// finite looks at the triangle that is read.
func finite(uplo blas.Uplo, n int, a []float64, lda int) bool {
	for i := range n {
		row := a[i*lda+i : i*lda+n]
		if uplo == blas.Lower {
			row = a[i*lda : i*lda+i+1]
		}
		for _, v := range row {
			if v-v != 0 {
				return false
			}
		}
	}
	return true
}

// callSyevd leaves the vectors in the rows of a.
func (l *library) callSyevd(job, triangle byte, n int, a []float64, lda int, w []float64) bool {
	var info, lwork, liwork int32
	p := get(arguments{n: int32(n), lda: int32(lda), triangle: other(triangle), a: job})
	defer put(p)
	length, lengths := make([]float64, 1), make([]int32, 1)
	work, integers := length, lengths
	longTurns <- struct{}{}
	defer func() { <-longTurns }()
	for _, query := range []bool{true, false} {
		lwork, liwork = -1, -1
		if !query {
			lwork, liwork = int32(length[0]), lengths[0]
			work, integers = make([]float64, lwork), make([]int32, liwork)
		}
		call(l.syevd, uintptr(unsafe.Pointer(&p.a)),
			uintptr(unsafe.Pointer(&p.triangle)), uintptr(unsafe.Pointer(&p.n)),
			uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&p.lda)),
			uintptr(unsafe.Pointer(&w[0])),
			uintptr(unsafe.Pointer(&work[0])), uintptr(unsafe.Pointer(&lwork)),
			uintptr(unsafe.Pointer(&integers[0])), uintptr(unsafe.Pointer(&liwork)),
			uintptr(unsafe.Pointer(&info)), 1, 1)
		if info != 0 {
			return false
		}
	}
	return true
}

// transpose turns the n×n matrix a in place, by tiles that stay in the cache.
func transpose(n int, a []float64, lda int) {
	const tile = 32
	for i0 := 0; i0 < n; i0 += tile {
		for j0 := i0; j0 < n; j0 += tile {
			for i := i0; i < min(i0+tile, n); i++ {
				for j := max(j0, i+1); j < min(j0+tile, n); j++ {
					a[i*lda+j], a[j*lda+i] = a[j*lda+i], a[i*lda+j]
				}
			}
		}
	}
}
