package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

func drawn(seed uint64, m, n int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 9))
	w := mat.NewDense(m, n, nil)
	w.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, w)
	return w
}

// Gram equals W·diag(weights)·W' in its upper half and Cross AB', for one tile and several, and for
// parts of matrices.
func TestGramAndCross(t *testing.T) {
	for _, shape := range [][2]int{{1, 3}, {5, 40}, {tile, 7}, {5*tile + 3, 90}} {
		part := func(seed uint64, m int) *mat.Dense {
			n := shape[1]
			return drawn(seed, m+2, n+2).Slice(1, m+1, 1, n+1).(*mat.Dense)
		}
		w, a := part(1, shape[0]), part(2, 9)
		var want, cross mat.Dense
		weights := drawn(3, 1, shape[1]).RawRowView(0)
		want.Product(w, mat.NewDiagDense(shape[1], weights), w.T())
		got := Gram(w, weights)
		for i := range shape[0] {
			for j := i; j < shape[0]; j++ {
				if off := got.Data[i*got.Stride+j] - want.At(i, j); off > 1e-12 || off < -1e-12 {
					t.Fatalf("%v: entry %d, %d is off by %.1e", shape, i, j, off)
				}
			}
		}
		cross.Mul(a, w.T())
		if !mat.EqualApprox(Cross(a, w), &cross, 1e-12) {
			t.Errorf("%v: Cross is off", shape)
		}
	}
}

// Times is AB for parts of matrices, with fewer and more rows and columns than its tiles.
func TestTimes(t *testing.T) {
	for _, n := range []int{1, 7, strip, strip + 3} {
		for _, k := range []int{1, tile - 1, 3*tile + 2} {
			a := drawn(1, 5, k+2).Slice(1, 4, 1, k+1).(*mat.Dense)
			b := drawn(2, k+2, n+2).Slice(1, k+1, 1, n+1).(*mat.Dense)
			var want mat.Dense
			want.Mul(a, b)
			if !mat.EqualApprox(Times(a, b), &want, 1e-12) {
				t.Errorf("%d rows of %d columns: another product", k, n)
			}
		}
	}
}

// Equal rows have equal products, to the bit, wherever they stand, and a product of two rows is
// that of the two exchanged: for odd numbers of rows and columns, too.
func TestProductsDoNotSeeTheirPlace(t *testing.T) {
	for _, n := range []int{1, 2, 7, 90, 91, strip + 1, 2*strip + 6} {
		m := 2*tile + 3
		w := drawn(uint64(n), m, n)
		for _, i := range []int{tile - 1, tile, m - 3, m - 1} {
			w.SetRow(i, w.RawRowView(0))
		}
		cross, turned, gram := Cross(w, w), Cross(w.Slice(0, 1, 0, n).(*mat.Dense), w), Gram(w, nil)
		for i := range m {
			for j := range m {
				if v := cross.At(j, i); v != cross.At(i, j) ||
					j >= i && v != gram.Data[i*gram.Stride+j] || i == 0 && v != turned.At(0, j) {
					t.Fatalf("%d columns: the products of rows %d and %d differ", n, i, j)
				}
			}
			for _, j := range []int{tile - 1, tile, m - 3, m - 1} {
				if cross.At(i, j) != cross.At(i, 0) {
					t.Fatalf("%d columns: row %d sees that rows 0 and %d differ", n, i, j)
				}
			}
		}
	}
}

// BenchmarkGram and BenchmarkCross report their time relative to that of gonum for the same
// product in the same run.
func BenchmarkGram(b *testing.B) {
	w := drawn(1, 1024, 1440)
	var s mat.SymDense
	against(b, func() { Gram(w, nil) }, func() { s.SymOuterK(1, w) })
}

func BenchmarkCross(b *testing.B) {
	for _, m := range []int{1, 20, 1440} {
		b.Run(fmt.Sprint(m), func(b *testing.B) {
			v, w := drawn(1, m, 1024), drawn(2, 1440, 1024)
			var out mat.Dense
			against(b, func() { Cross(v, w) }, func() { out.Mul(v, w.T()) })
		})
	}
}

func BenchmarkTimes(b *testing.B) {
	a, x := drawn(1, 5, 100), drawn(2, 100, 20000)
	var out mat.Dense
	against(b, func() { Times(a, x) }, func() { out.Mul(a, x) })
}

// BenchmarkWideGram is a weighted product of few rows and many columns.
func BenchmarkWideGram(b *testing.B) {
	w := drawn(1, 100, 20000)
	var s mat.SymDense
	weights := drawn(2, 1, 20000).RawRowView(0)
	against(b, func() { Gram(w, weights) }, func() { s.SymOuterK(1, w) })
}

func against(b *testing.B, ours, theirs func()) {
	var unit time.Duration
	for b.Loop() {
		b.StopTimer()
		start := time.Now()
		theirs()
		unit += time.Since(start)
		b.StartTimer()
		ours()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(unit), "of-gonum")
}
