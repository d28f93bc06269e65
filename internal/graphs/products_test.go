package graphs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// external is gonum's BLAS as one of another library.
type external struct{ gonum.Implementation }

// byProducts runs f with what a library of fast products computes.
func byProducts(f func()) {
	blas64.Use(external{})
	defer blas64.Use(gonum.Implementation{})
	f()
}

// awkward returns rows with pairs that are equal or nearly so, far from 0 relative to what they
// differ by, columns that are constant or as good as that, and one of another order of magnitude.
func awkward(n, d int, offset float64) *mat.Dense {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, offset+r.NormFloat64())
		}
		x.Set(i, 1, 7)
		x.Set(i, 2, 7+1e-9*float64(i%3))
		x.Set(i, 3, 1e3*r.NormFloat64())
	}
	for i := 5; i < n; i += 9 {
		x.SetRow(i, x.RawRowView(i-1))
		x.Set(i, d-1, x.At(i, d-1)+1e-7*float64(i%2))
	}
	return x
}

// The same distances, to what differences and products may round, and the same zeros.
func TestDistancesByProducts(t *testing.T) {
	for _, c := range []struct {
		n, d   int
		offset float64
	}{{7, 5, 0}, {tileRows, 40, 3}, {blockRows + 1, tileColumns + 9, 1e6},
		{2*blockRows + 77, 30, 0}} {
		t.Run(fmt.Sprintf("%d×%d", c.n, c.d), func(t *testing.T) {
			x := awkward(c.n, c.d, c.offset)
			var got *mat.SymDense
			byProducts(func() {
				got = distancesOf(t, x)
			})
			for i := range c.n {
				for j := i; j < c.n; j++ {
					want := squaredDistance(x.RawRowView(i), x.RawRowView(j))
					if v := got.At(i, j); !(math.Abs(v-want) <= 1e-12*want) {
						t.Fatalf("rows %d and %d: %v, want %v", i, j, v, want)
					}
				}
			}
		})
	}
}

// Neighbors are found from other sums, and are the same to the last bit.
func TestNeighborsByProducts(t *testing.T) {
	for _, n := range []int{tileRows - 1, blockRows, 2*blockRows + 77} {
		x := awkward(n, 60, 2)
		want := must.Get(FindNearest(t.Context(), x, 5, 2, nil))(t)
		byProducts(func() {
			got := must.Get(FindNearest(t.Context(), x, 5, 2, nil))(t)
			if a, b := fmt.Sprint(got.Lists), fmt.Sprint(want.Lists); a != b {
				t.Errorf("%d rows: other neighbors", n)
			}
		})
	}
}

// f'Lf by products is that by differences: of smooth functions too, of those of which products
// overflow or underflow, and exactly 0 of constants; for weights of either sign.
func TestSmoothnessByProducts(t *testing.T) {
	const n, d = 90, tileRows + 4
	r := rand.New(rand.NewPCG(8, 8))
	for _, signed := range []bool{false, true} {
		k := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				w := math.Exp(-float64((i-j)*(i-j)) / 800)
				if signed && r.IntN(3) == 0 {
					w = -w
				}
				k.SetSym(i, j, w)
			}
		}
		a := must.Get(FromMatrix(k, n))(t)
		x := awkward(n, d, 1e4)
		for i := range n {
			x.Set(i, 4, float64(i)) // smooth
			x.Set(i, 5, 1e153*float64(i))
			x.Set(i, 6, 1e-160*r.NormFloat64())
			x.Set(i, 7, 1e154*r.NormFloat64())
		}
		want := make([]float64, d)
		a.addSmoothness(x, want)
		byProducts(func() {
			got := must.Get(a.Smoothness(t.Context(), x, 2))(t)
			for j, v := range got {
				same := v == want[j] || math.IsNaN(v) && math.IsNaN(want[j])
				if !same && !(math.Abs(v-want[j]) <= 1e-12*math.Abs(want[j])) {
					t.Errorf("signed %v, column %d: %v, want %v", signed, j, v, want[j])
				}
			}
			if got[1] != 0 {
				t.Errorf("a constant has %v", got[1])
			}
		})
	}
}

// Rows that are held less their center have the same bits as those that are not.
func TestRowsThatAreNotHeld(t *testing.T) {
	x := awkward(blockRows+50, tileColumns+9, 2)
	byProducts(func() {
		r := aboutMean(x, 2)
		if r.held == nil {
			t.Fatal("the rows are not held")
		}
		var all [2]*mat.SymDense
		for a := range all {
			all[a] = mat.NewSymDense(blockRows+50, nil)
			must.Do(t, r.eachDistance(t.Context(), allTiles(blockRows+50, blockRows), 2, "", nil,
				all[a].SetSym))
			r.held = nil
		}
		if !mat.Equal(all[0], all[1]) {
			t.Error("other distances")
		}
	})
}
