package openblas

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/lapack"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/redundancy"
)

// way is an implementation of BLAS, and one of LAPACK.
type way struct {
	metric   string // of its time relative to that of OpenBLAS
	products blas.Float64
	factors  lapack.Float64
}

// asExternal is gonum's BLAS by another name: the library computes with its products in place of
// its own kernels (dense.External).
type asExternal struct{ blasgonum.Implementation }

var (
	here  = way{"", products{}, factors{}}
	alone = way{"without", blasgonum.Implementation{}, lapackgonum.Implementation{}}
	plain = way{"gonum", asExternal{}, lapackgonum.Implementation{}}
)

// compare measures one operation on matrices of a size, by gonum as well.
func compare(b *testing.B, name string, work func(products blas.Float64, factors lapack.Float64)) {
	inTurn(b, name, []way{plain}, false, func(w way) { work(w.products, w.factors) })
}

// inTurn measures work with OpenBLAS and in other ways, all in turn. The unit, "s", is the median
// time of one run; the metric of another way is its median relative to it. "inside", where asked
// for, is the median part of the time of one processor that calls of the library take.
func inTurn(b *testing.B, name string, others []way, share bool, work func(w way)) {
	b.Run(name, func(b *testing.B) {
		need(b)
		ways := append([]way{here}, others...)
		times := make([][]time.Duration, len(ways))
		var shares []float64
		for b.Loop() {
			if share {
				shares = append(shares, inside(work))
			}
			for i, w := range ways {
				times[i] = append(times[i], w.time(work))
			}
		}
		ours := median(times[0])
		b.ReportMetric(float64(ours), "ns/op")
		for i, w := range others {
			b.ReportMetric(float64(median(times[1+i]))/float64(ours), w.metric)
		}
		if share {
			b.ReportMetric(median(shares), "inside")
		}
	})
}

// time is that of work with the implementations of w.
func (w way) time(work func(w way)) time.Duration {
	defer use()
	blas64.Use(w.products)
	lapack64.Use(w.factors)
	start := time.Now()
	work(w)
	return time.Since(start)
}

// inside is the part of the time of work on one processor that calls of the library take.
func inside(work func(w way)) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var calls atomic.Int64
	spent = func(d time.Duration) { calls.Add(int64(d)) }
	defer func() { spent = nil }()
	whole := here.time(work)
	return float64(calls.Load()) / float64(whole)
}

func median[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}

// BenchmarkMethods runs what is made of products on 1,440 samples of 1,024 features in 20 classes:
// the products of all pairs of samples and nothing else, 50 features of each method, the redundancy
// of all pairs of features, the values of a kernel of all samples with all (support vector machines
// that decide on them). "without" is the time of the library without OpenBLAS, "gonum" that with
// the products of gonum in place of its own kernels.
func BenchmarkMethods(b *testing.B) {
	const n, d, classes = 1440, 1024, 20
	r := rand.New(rand.NewPCG(2, 2))
	data := &datasets.Dataset{Name: "classes", X: mat.NewDense(n, d, numbers(n*d, r)),
		Y: make([]int, n)}
	for c := range classes {
		data.Classes = append(data.Classes, fmt.Sprint("c", c))
	}
	for j := range d {
		data.Features = append(data.Features, fmt.Sprint("f", j))
	}
	for i := range n {
		data.Y[i] = i % classes
		data.X.Set(i, data.Y[i], data.X.At(i, data.Y[i])+3)
	}
	ctx := context.Background()
	check := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	compared := []way{alone, plain}
	inTurn(b, "products", compared, true, func(way) { dense.Gram(data.X, nil) })
	for _, name := range []string{"laplacian", "grm", "pca", "lda", "lpp", "spec", "trace-ratio",
		"spfs-lar", "qpfs"} {
		e, err := catalogue.Find(name)
		check(err)
		inTurn(b, name, compared, true, func(way) {
			_, err := e.Method.Select(ctx, data, algorithms.Options{K: 50})
			check(err)
		})
	}
	inTurn(b, "redundancy", compared, true, func(way) {
		_, err := redundancy.OverallOf(ctx, data, 0)
		check(err)
	})
	machine, err := learn.SVC{MaxSteps: 20}.Train(ctx, data.X, data.Y, classes)
	check(err)
	inTurn(b, "kernel", compared, true, func(way) {
		_, err := machine.Decision(ctx, data.X)
		check(err)
	})
}

func BenchmarkLarge(b *testing.B) { benchmark(b, 1000, 100, 20000, 1000, 2000) }

// BenchmarkSmall is near the sizes from which the library is called.
func BenchmarkSmall(b *testing.B) {
	for _, n := range []int{16, 24, 32, 48, 64, 128, 256} {
		benchmark(b, n, n, 2*n, n, n)
	}
}

// benchmark runs each routine: products of n×n matrices, Dsyrk of rows×columns, all eigenvectors of
// eigen×eigen, the factor of factor×factor.
func benchmark(b *testing.B, n, rows, columns, eigen, factor int) {
	r := rand.New(rand.NewPCG(1, 1))
	x, y, z := definite(n, n, r), numbers(n*n, r), make([]float64, n*n)
	square := fmt.Sprintf("%d×%d", n, n)
	compare(b, "Dgemm/"+square, func(p blas.Float64, _ lapack.Float64) {
		p.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, x, n, y, n, 0, z, n)
	})
	wide, gram := numbers(rows*columns, r), make([]float64, rows*rows)
	compare(b, fmt.Sprintf("Dsyrk/%d×%d", rows, columns), func(p blas.Float64, _ lapack.Float64) {
		p.Dsyrk(blas.Upper, blas.NoTrans, rows, columns, 1, wide, columns, 0, gram, rows)
	})
	compare(b, "Dsymm/"+square, func(p blas.Float64, _ lapack.Float64) {
		p.Dsymm(blas.Left, blas.Upper, n, n, 1, x, n, y, n, 0, z, n)
	})
	compare(b, "Dtrsm/"+square, func(p blas.Float64, _ lapack.Float64) {
		copy(z, y)
		p.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, x, n, z, n)
	})
	for _, trans := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		compare(b, fmt.Sprintf("Dgemv/%c/%s", trans, square),
			func(p blas.Float64, _ lapack.Float64) {
				p.Dgemv(trans, n, n, 1, x, n, y, 1, 0, z, 1)
			})
	}
	stride := eigen | 8
	from := definite(eigen, stride, r)
	a, w, work := make([]float64, eigen*stride), make([]float64, eigen), make([]float64, 70*eigen)
	compare(b, fmt.Sprintf("Dsyev/%d", eigen), func(_ blas.Float64, f lapack.Float64) {
		copy(a, from)
		f.Dsyev(lapack.EVCompute, blas.Upper, eigen, a, stride, w, work, len(work))
	})
	whole, root := definite(factor, factor, r), make([]float64, factor*factor)
	compare(b, fmt.Sprintf("Dpotrf/%d", factor), func(_ blas.Float64, f lapack.Float64) {
		copy(root, whole)
		f.Dpotrf(blas.Upper, factor, root, factor)
	})
}

// BenchmarkCall is a call of the library that does next to nothing.
func BenchmarkCall(b *testing.B) {
	need(b)
	lib, one := loaded(), []float64{1}
	for b.Loop() {
		lib.callGemm('N', 'N', 1, 1, 1, 1, one, 1, one, 1, 0, []float64{0}, 1)
	}
}
