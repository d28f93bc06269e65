package graphs

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// The forms of parts of the rows are those of all rows: also of columns far from 0, constant ones,
// perfect ones, and where a part lacks a class.
func TestPartialMomentsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	const n, d, classes = 40, 7, 4
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	names := make([]string, d)
	for i := range n {
		if y[i] = rng.IntN(3); y[i] == 2 {
			y[i] = 3 // class 2 is empty
		}
		if i < 10 {
			y[i] = 0
		}
		for j := range d {
			switch j {
			case 0:
				x.Set(i, j, 7)
			case 1:
				x.Set(i, j, float64(y[i]))
			case 2:
				x.Set(i, j, 1e9+rng.Float64())
			default:
				x.Set(i, j, rng.NormFloat64()*math.Pow(10, float64(j-4)))
			}
		}
	}
	want := must.Get(ClassForms(t.Context(), x, y, classes, names, 2))(t)
	for _, cuts := range [][]int{{0, n}, {0, 10, 11, 25, n}} {
		var all *PartialMoments
		for a, lo := range cuts[:len(cuts)-1] {
			hi := cuts[a+1]
			part, err := NewPartialMoments(t.Context(), x.Slice(lo, hi, 0, d), y[lo:hi], classes, 2)
			must.Do(t, err)
			if all == nil {
				all = part
			} else if err := all.Add(part); err != nil {
				t.Fatal(err)
			}
		}
		got := must.Get(all.Forms(names))(t)
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
			t.Errorf("%v (-all rows +parts):\n%s", cuts, diff)
		}
		if got.Within[1] != 0 {
			t.Errorf("%v: the scatter within of a perfect column is %g", cuts, got.Within[1])
		}
		var sum float64
		for i := range n {
			sum += x.At(i, 1) - 1
		}
		for class := range classes {
			sum -= all.Above(1, class, 1)
		}
		if sum != 0 {
			t.Errorf("%v: a sum of whole numbers is off by %g", cuts, sum)
		}
	}
}

func TestPartialMomentsErrors(t *testing.T) {
	of := func(values ...float64) *PartialMoments {
		x := storage.Dense{Dense: mat.NewDense(len(values), 1, values)}
		return must.Get(NewPartialMoments(t.Context(), x, make([]int, len(values)), 1, 1))(t)
	}
	_, over := of(1e200, -1e200).Forms([]string{"a"})
	_, under := of(1e-200, 2e-200).Forms([]string{"a"})
	for want, err := range map[string]error{
		"column 0 (a): the squares of its values overflow":       over,
		"column 0 (a): the squares of its differences underflow": under,
		"moments of 1 classes and 1 features, and of 0 and 0":    of(1, 2).Add(&PartialMoments{}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
