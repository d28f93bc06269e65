package openblas

import (
	"math"
	"runtime"
	"sync"
	"time"
	"unsafe"
)

// The functions here call the library for matrices that are stored by rows: to routines that expect
// columns these are transposed, so that operands change places, and triangles and sides turn into
// each other. Each takes a slice that begins with the matrix; shapes have been checked.

// spent, if not nil, receives the time of each call. Benchmarks set it while nothing computes.
var spent func(time.Duration)

// arguments are what the library reads through pointers, in memory of the garbage collector.
type arguments struct {
	m, n, k, lda, ldb, ldc     int32
	alpha, beta                float64
	side, triangle, diag, a, b byte
}

// spare keeps arguments between calls, of which methods make many.
var spare = sync.Pool{New: func() any { return new(arguments) }}

func get(a arguments) *arguments {
	p := spare.Get().(*arguments)
	*p = a
	return p
}

func put(p *arguments) { spare.Put(p) }

// turns has a place for each call of BLAS that runs at a time. OpenBLAS has memory for at least 50
// calls, which those of decompositions share, and ends the process when more are made. More than
// the processors would only take caches from each other.
var turns = make(chan struct{}, min(runtime.NumCPU(), 32))

func enter() { turns <- struct{}{} }
func leave() { <-turns }

// fits tells whether the library's integers hold all of the numbers.
func fits(numbers ...int) bool {
	for _, n := range numbers {
		if n > math.MaxInt32 {
			return false
		}
	}
	return true
}

// other returns the opposite triangle or side.
func other(letter byte) byte {
	switch letter {
	case 'U':
		return 'L'
	case 'L':
		return 'U'
	}
	panic("openblas: no triangle " + string(letter))
}

func opposite(side byte) byte {
	if side == 'L' {
		return 'R'
	}
	return 'L'
}

// flipped is the letter of the transposed operand; real matrices have no conjugates.
func flipped(trans byte) byte {
	if trans == 'N' {
		return 'T'
	}
	return 'N'
}

func (l *library) callGemm(tA, tB byte, m, n, k int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	p := get(arguments{m: int32(n), n: int32(m), k: int32(k), lda: int32(ldb), ldb: int32(lda),
		ldc: int32(ldc), alpha: alpha, beta: beta, a: tB, b: tA})
	defer put(p)
	enter()
	defer leave()
	call(l.gemm, uintptr(unsafe.Pointer(&p.a)), uintptr(unsafe.Pointer(&p.b)),
		uintptr(unsafe.Pointer(&p.m)), uintptr(unsafe.Pointer(&p.n)), uintptr(unsafe.Pointer(&p.k)),
		uintptr(unsafe.Pointer(&p.alpha)),
		uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(&p.lda)),
		uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&p.ldb)),
		uintptr(unsafe.Pointer(&p.beta)),
		uintptr(unsafe.Pointer(&c[0])), uintptr(unsafe.Pointer(&p.ldc)), 1, 1)
}

func (l *library) callSyrk(triangle, trans byte, n, k int, alpha float64, a []float64, lda int,
	beta float64, c []float64, ldc int) {
	p := get(arguments{n: int32(n), k: int32(k), lda: int32(lda), ldc: int32(ldc), alpha: alpha,
		beta: beta, triangle: other(triangle), a: flipped(trans)})
	defer put(p)
	enter()
	defer leave()
	call(l.syrk, uintptr(unsafe.Pointer(&p.triangle)), uintptr(unsafe.Pointer(&p.a)),
		uintptr(unsafe.Pointer(&p.n)), uintptr(unsafe.Pointer(&p.k)),
		uintptr(unsafe.Pointer(&p.alpha)),
		uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&p.lda)),
		uintptr(unsafe.Pointer(&p.beta)),
		uintptr(unsafe.Pointer(&c[0])), uintptr(unsafe.Pointer(&p.ldc)), 1, 1)
}

func (l *library) callSymm(side, triangle byte, m, n int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	p := get(arguments{m: int32(n), n: int32(m), lda: int32(lda), ldb: int32(ldb), ldc: int32(ldc),
		alpha: alpha, beta: beta, side: opposite(side), triangle: other(triangle)})
	defer put(p)
	enter()
	defer leave()
	call(l.symm, uintptr(unsafe.Pointer(&p.side)),
		uintptr(unsafe.Pointer(&p.triangle)),
		uintptr(unsafe.Pointer(&p.m)), uintptr(unsafe.Pointer(&p.n)),
		uintptr(unsafe.Pointer(&p.alpha)),
		uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&p.lda)),
		uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(&p.ldb)),
		uintptr(unsafe.Pointer(&p.beta)),
		uintptr(unsafe.Pointer(&c[0])), uintptr(unsafe.Pointer(&p.ldc)), 1, 1)
}

// callTriangular calls dtrsm_ or dtrmm_.
func callTriangular(routine uintptr, side, triangle, trans, diag byte, m, n int, alpha float64,
	a []float64, lda int, b []float64, ldb int) {
	p := get(arguments{m: int32(n), n: int32(m), lda: int32(lda), ldb: int32(ldb), alpha: alpha,
		side: opposite(side), triangle: other(triangle), a: trans, diag: diag})
	defer put(p)
	enter()
	defer leave()
	call(routine, uintptr(unsafe.Pointer(&p.side)),
		uintptr(unsafe.Pointer(&p.triangle)), uintptr(unsafe.Pointer(&p.a)),
		uintptr(unsafe.Pointer(&p.diag)),
		uintptr(unsafe.Pointer(&p.m)), uintptr(unsafe.Pointer(&p.n)),
		uintptr(unsafe.Pointer(&p.alpha)),
		uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&p.lda)),
		uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(&p.ldb)), 1, 1, 1, 1)
}

func (l *library) callGemv(trans byte, m, n int, alpha float64, a []float64, lda int, x []float64,
	incX int, beta float64, y []float64, incY int) {
	p := get(arguments{m: int32(n), n: int32(m), lda: int32(lda), ldb: int32(incX),
		ldc: int32(incY), alpha: alpha, beta: beta, a: flipped(trans)})
	defer put(p)
	enter()
	defer leave()
	call(l.gemv, uintptr(unsafe.Pointer(&p.a)),
		uintptr(unsafe.Pointer(&p.m)), uintptr(unsafe.Pointer(&p.n)),
		uintptr(unsafe.Pointer(&p.alpha)),
		uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&p.lda)),
		uintptr(unsafe.Pointer(&x[0])), uintptr(unsafe.Pointer(&p.ldb)),
		uintptr(unsafe.Pointer(&p.beta)),
		uintptr(unsafe.Pointer(&y[0])), uintptr(unsafe.Pointer(&p.ldc)), 1)
}
