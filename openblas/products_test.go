package openblas

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	"pgregory.net/rapid"
)

// operation is a call of a routine, with all the arguments that any of them has.
type operation struct {
	routine       string
	side          blas.Side
	ul            blas.Uplo
	tA, tB        blas.Transpose
	diag          blas.Diag
	m, n, k       int
	alpha, beta   float64
	a, b, c       []float64
	lda, ldb, ldc int
}

// on runs the operation and returns what it leaves in the last matrix, and what it panics with.
func (o operation) on(impl blas.Float64) (out []float64, panicked any) {
	last := o.c
	if o.routine == "Dtrsm" || o.routine == "Dtrmm" {
		last = o.b
	}
	out = slices.Clone(last)
	defer func() { panicked = recover() }()
	switch o.routine {
	case "Dgemm":
		impl.Dgemm(o.tA, o.tB, o.m, o.n, o.k, o.alpha, o.a, o.lda, o.b, o.ldb, o.beta, out, o.ldc)
	case "Dsyrk":
		impl.Dsyrk(o.ul, o.tA, o.n, o.k, o.alpha, o.a, o.lda, o.beta, out, o.ldc)
	case "Dsymm":
		impl.Dsymm(o.side, o.ul, o.m, o.n, o.alpha, o.a, o.lda, o.b, o.ldb, o.beta, out, o.ldc)
	case "Dtrsm":
		impl.Dtrsm(o.side, o.ul, o.tA, o.diag, o.m, o.n, o.alpha, o.a, o.lda, out, o.ldb)
	case "Dtrmm":
		impl.Dtrmm(o.side, o.ul, o.tA, o.diag, o.m, o.n, o.alpha, o.a, o.lda, out, o.ldb)
	case "Dgemv":
		impl.Dgemv(o.tA, o.m, o.n, o.alpha, o.a, o.lda, o.b, o.ldb, o.beta, out, o.ldc)
	}
	return out, nil
}

var routines = []string{"Dgemm", "Dsyrk", "Dsymm", "Dtrsm", "Dtrmm", "Dgemv"}

// drawn is a valid operation. Numbers that no routine may read, between the rows and in the other
// triangle, are NaN, and so is the result where beta is 0.
func drawn(t *rapid.T, routine string) operation {
	// Few rows and many columns, so that the library gets every small number of each, and sizes of
	// several strips.
	dims := rapid.Permutation(rapid.SampledFrom([][]int{
		{3, 70, 90}, {1, 200, 400}, {40, 40, 40}, {150, 150, 130}, {0, 3, 40}, {2, 3, 4},
		{7, 9, 1100}, {300, 60, 130}, {260, 300, 33},
	}).Draw(t, "sizes")).Draw(t, "order")
	o := operation{
		routine: routine,
		side:    rapid.SampledFrom([]blas.Side{blas.Left, blas.Right}).Draw(t, "side"),
		ul:      rapid.SampledFrom([]blas.Uplo{blas.Upper, blas.Lower}).Draw(t, "triangle"),
		tA: rapid.SampledFrom([]blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}).
			Draw(t, "tA"),
		tB:   rapid.SampledFrom([]blas.Transpose{blas.NoTrans, blas.Trans}).Draw(t, "tB"),
		diag: rapid.SampledFrom([]blas.Diag{blas.Unit, blas.NonUnit}).Draw(t, "diagonal"),
		m:    dims[0], n: dims[1], k: dims[2],
		alpha: rapid.SampledFrom([]float64{1, -1, 2.5, 0}).Draw(t, "alpha"),
		beta:  rapid.SampledFrom([]float64{0, 1, -.5}).Draw(t, "beta"),
	}
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	size := o.n
	if o.side == blas.Left {
		size = o.m
	}
	wide := func(rows, cols int) ([]float64, int) { return padded(rows, cols, r) }
	turned := func(trans blas.Transpose, rows, cols int) ([]float64, int) {
		if trans == blas.NoTrans {
			return wide(rows, cols)
		}
		return wide(cols, rows)
	}
	switch routine {
	case "Dgemm":
		o.a, o.lda = turned(o.tA, o.m, o.k)
		o.b, o.ldb = turned(o.tB, o.k, o.n)
		o.c, o.ldc = wide(o.m, o.n)
	case "Dsyrk":
		o.a, o.lda = turned(o.tA, o.n, o.k)
		o.c, o.ldc = wide(o.n, o.n)
	case "Dgemv":
		o.m, o.n = o.m*9, o.n*9
		o.a, o.lda = wide(o.m, o.n)
		o.b, o.ldb = wide(max(o.m, o.n), 1)
		o.c, o.ldc = wide(max(o.m, o.n), 1)
	default: // symmetric or triangular
		o.a, o.lda = wide(size, size)
		for i := range size {
			for j := range size {
				if o.ul == blas.Upper && j < i || o.ul == blas.Lower && j > i ||
					i == j && o.diag == blas.Unit && routine != "Dsymm" {
					o.a[i*o.lda+j] = math.NaN()
				} else if i == j { // so that the inverse is no larger than the matrix
					o.a[i*o.lda+i] = 4 + float64(size)
				}
				if i != j && o.diag == blas.Unit {
					o.a[i*o.lda+j] /= float64(size)
				}
			}
		}
		o.b, o.ldb = wide(o.m, o.n)
		o.c, o.ldc = wide(o.m, o.n)
	}
	// gonum's Dsyrk multiplies by a beta of 0 where op(a) is transposed: TestDsyrkOverwrites.
	if o.beta == 0 && (routine != "Dsyrk" || o.tA == blas.NoTrans) {
		for i := range o.c {
			o.c[i] = math.NaN()
		}
	}
	return o
}

// padded returns a matrix with longer rows than it has columns, as long as gonum asks for.
func padded(rows, cols int, r *rand.Rand) ([]float64, int) {
	stride := max(1, cols) + r.IntN(3)
	out := make([]float64, max(0, (rows-1)*stride+cols))
	for i := range out {
		out[i] = math.NaN()
		if i%stride < cols {
			out[i] = r.NormFloat64()
		}
	}
	return out, stride
}

// near compares every number, those between the rows too.
func near(got, want []float64, tolerance float64) error {
	scale := 1.0
	for _, v := range want {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			scale = max(scale, math.Abs(v))
		}
	}
	for i, v := range want {
		same := got[i] == v || math.IsNaN(got[i]) && math.IsNaN(v)
		if !same && !(math.Abs(got[i]-v) <= tolerance*scale) {
			return fmt.Errorf("number %d is %v, gonum has %v", i, got[i], v)
		}
	}
	return nil
}

func TestProductsAreThoseOfGonum(t *testing.T) {
	need(t)
	for _, routine := range routines {
		t.Run(routine, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				o := drawn(t, routine)
				want, panicked := o.on(blasgonum.Implementation{})
				if panicked != nil {
					t.Fatalf("the test is wrong: gonum panics with %v", panicked)
				}
				got, panicked := o.on(products{})
				if panicked != nil {
					t.Fatalf("it panics with %v", panicked)
				}
				if err := near(got, want, 1e-12); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// With a beta of 0 the result is not read, as BLAS defines it.
func TestDsyrkOverwrites(t *testing.T) {
	need(t)
	n, k := 50, 60
	o := operation{routine: "Dsyrk", ul: blas.Upper, tA: blas.Trans, n: n, k: k, alpha: 1,
		a: numbers(n*k, rand.New(rand.NewPCG(2, 2))), lda: n, c: make([]float64, n*n), ldc: n}
	want, _ := o.on(blasgonum.Implementation{})
	for i := range n {
		for j := i; j < n; j++ {
			o.c[i*n+j] = math.NaN()
		}
	}
	got, _ := o.on(products{})
	if err := near(got, want, 1e-12); err != nil {
		t.Error(err)
	}
}

// What gonum refuses is refused with the same words, and what it returns from at once is left
// alone.
func TestProductsPanicAsGonumDoes(t *testing.T) {
	need(t)
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		o := drawn(t, rapid.SampledFrom(routines).Draw(t, "routine"))
		damages := []func(){
			func() { o.m = -1 }, func() { o.n = -1 }, func() { o.k = -1 },
			func() { o.lda = 0 }, func() { o.ldb = 0 }, func() { o.ldc = 0 },
			func() { o.lda /= 2 }, func() { o.ldb /= 2 }, func() { o.ldc /= 2 },
			func() { o.a = o.a[:max(0, len(o.a)-1)] }, func() { o.b = o.b[:max(0, len(o.b)-1)] },
			func() { o.c = o.c[:max(0, len(o.c)-1)] }, func() { o.a = nil }, func() { o.b = nil },
			func() { o.c = nil }, func() { o.side = 'x' }, func() { o.ul = 'x' },
			func() { o.tA = 'x' }, func() { o.tB = 'x' }, func() { o.diag = 'x' },
		}
		damages[rapid.IntRange(0, len(damages)-1).Draw(t, "damage")]()
		want, wanted := o.on(blasgonum.Implementation{})
		got, panicked := o.on(products{})
		if fmt.Sprint(panicked) != fmt.Sprint(wanted) {
			t.Fatalf("it panics with %v, gonum with %v", panicked, wanted)
		}
		if wanted != nil {
			refused++
		}
		if err := near(got, want, 1e-12); err != nil {
			t.Fatal(err)
		}
	})
	if refused < 10 {
		t.Errorf("only %d operations were refused", refused)
	}
}

// Steps of a vector below 0, which begin at its end.
func TestDgemvBackward(t *testing.T) {
	need(t)
	r := rand.New(rand.NewPCG(3, 3))
	for _, step := range [][2]int{{-1, 1}, {2, -1}, {-2, -3}} {
		o := operation{routine: "Dgemv", tA: blas.NoTrans, m: 300, n: 300, alpha: 1, beta: 2,
			a: numbers(300*300, r), lda: 300, b: numbers(900, r), ldb: step[0], c: numbers(900, r),
			ldc: step[1]}
		want, wanted := o.on(blasgonum.Implementation{})
		got, panicked := o.on(products{})
		if panicked != wanted {
			t.Errorf("steps %v: it panics with %v, gonum with %v", step, panicked, wanted)
		}
		if err := near(got, want, 1e-12); err != nil {
			t.Errorf("steps %v: %v", step, err)
		}
	}
}

// large operations, one of each routine, cut into several strips.
func largeOperations() []operation {
	r := rand.New(rand.NewPCG(7, 7))
	n := 421
	a, b, c := definite(n, n, r), numbers(n*n, r), numbers(n*n, r)
	var out []operation
	for _, routine := range routines {
		for _, tA := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, side := range []blas.Side{blas.Left, blas.Right} {
				for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
					out = append(out, operation{routine: routine, side: side, ul: ul, tA: tA,
						tB: tA, diag: blas.NonUnit, m: n, n: n, k: n, alpha: 1, beta: .5, a: a,
						b: b, c: c, lda: n, ldb: n, ldc: n})
				}
			}
		}
	}
	for i := range out {
		if out[i].routine == "Dgemv" {
			out[i].ldb, out[i].ldc = 1, 1
		}
	}
	return out
}

func TestSameBitsForAnyProcessors(t *testing.T) {
	need(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for i, o := range largeOperations() {
		runtime.GOMAXPROCS(1)
		want, _ := o.on(products{})
		for _, processors := range []int{2, 3} {
			runtime.GOMAXPROCS(processors)
			if got, _ := o.on(products{}); !slices.Equal(got, want) {
				t.Errorf("%s, case %d, has other bits on %d processors", o.routine, i, processors)
			}
		}
	}
}

func TestConcurrentCalls(t *testing.T) {
	need(t)
	operations := largeOperations()
	want := make([][]float64, len(operations))
	for i, o := range operations {
		want[i], _ = o.on(products{})
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range operations {
				i = (i + worker*7) % len(operations)
				if got, _ := operations[i].on(products{}); !slices.Equal(got, want[i]) {
					t.Errorf("%s, case %d, has other bits beside others", operations[i].routine, i)
				}
			}
		})
	}
	group.Wait()
}

// One NaN and one infinity reach the same numbers as with gonum, in matrices without zeros.
func TestNotANumberPassesThrough(t *testing.T) {
	need(t)
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for i, o := range largeOperations() {
			if o.routine == "Dtrsm" || o.routine == "Dtrmm" {
				continue // they skip, or do not skip, what a zero multiplies
			}
			o.a = slices.Clone(o.a)
			o.a[3*o.lda+5], o.a[5*o.lda+3] = v, v
			want, _ := o.on(blasgonum.Implementation{})
			got, _ := o.on(products{})
			if err := near(got, want, 1e-12); err != nil {
				t.Errorf("%v in %s, case %d: %v", v, o.routine, i, err)
			}
		}
	}
}

// The import has installed what the environment asks for.
func TestImportInstalls(t *testing.T) {
	need(t)
	_, ours := blas64.Implementation().(products)
	if ours != chosen(os.Getenv(Variable), io.Discard) {
		t.Fatalf("blas64 uses %T", blas64.Implementation())
	}
}
