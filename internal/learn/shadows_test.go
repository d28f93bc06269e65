package learn

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// shadowTable is n×d noise of which column 1 tells the class, column 3 equals column 1, and column
// 4 is constant.
func shadowTable(n, d int) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(35, 1))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = i % 3
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, 1, x.At(i, 1)+2*float64(y[i]))
		x.Set(i, 3, x.At(i, 1))
		x.Set(i, 4, 7)
	}
	return x, y
}

func shadowsOfTable(t *testing.T, x *mat.Dense, y []int) *Shadows {
	t.Helper()
	return must.Get(NewShadows(t.Context(), x, y, 3, 1))(t)
}

// Shadows are permuted copies: each has the codes of its column, as often, in another order, and at
// least the wanted number of them stand behind the columns that are kept.
func TestShadowsArePermuted(t *testing.T) {
	x, y := shadowTable(40, 7)
	s := shadowsOfTable(t, x, y)
	must.Items(t, s.Constant(), []int{4}, "constant columns")
	for _, test := range []struct {
		keep []bool
		want int
	}{
		{[]bool{true, true, true, true, true, true, true}, 6},
		{[]bool{false, true, true, true, false, false, false}, 6},
		{[]bool{false, true, false, true, false, false, false}, 8},
		{[]bool{false, false, true, false, true, false, false}, 8},
	} {
		b := must.Get(s.beside(t.Context(), &Forest{Seed: 2, Workers: 1}, test.keep, 5))(t)
		kept := len(b.cols) - test.want
		for at, c := range b.cols {
			if at < kept {
				if !test.keep[c.column] || c.copies < 1 || b.cols[c.of].copies != c.copies {
					t.Errorf("keep %v: column %d: %+v", test.keep, at, c)
				}
				continue
			}
			from, to := b.column((at-kept)%kept), b.column(at)
			if slices.Equal(from, to) || c.column != 7+at-kept || c.copies != 1 || c.of != at {
				t.Errorf("keep %v: shadow %d: %+v", test.keep, at, c)
			}
			if one, two := slices.Clone(from), slices.Clone(to); true {
				slices.Sort(one)
				slices.Sort(two)
				must.Items(t, one, two, "keep %v: shadow %d has other codes", test.keep, at)
			}
		}
		if z, shadow, err := s.Z(t.Context(), Forest{Trees: 5}, test.keep, 5); err != nil ||
			len(shadow) != test.want || len(z) != 7 {
			t.Errorf("keep %v: %d shadows, want %d: %v", test.keep, len(shadow), test.want, err)
		}
	}
}

// A column that tells the class is above all shadows, equal columns share their z, and those left
// out have none. Neither the workers nor the order of rows, columns and classes matter.
func TestShadowsZ(t *testing.T) {
	x, y := shadowTable(60, 8)
	keep := []bool{true, true, true, true, true, true, false, true}
	f := Forest{Trees: 60, Seed: 4, Workers: 1}
	z, shadow, err := shadowsOfTable(t, x, y).Z(t.Context(), f, keep, 5)
	must.Do(t, err)
	if z[1] != z[3] || z[1] <= slices.Max(shadow) || z[4] != 0 || z[6] != 0 {
		t.Errorf("z %v, shadows %v", z, shadow)
	}
	rows, columns := rand.New(rand.NewPCG(1, 1)).Perm(60), rand.New(rand.NewPCG(2, 1)).Perm(8)
	moved, classes, kept := mat.NewDense(60, 8, nil), make([]int, 60), make([]bool, 8)
	for i, r := range rows {
		classes[i] = (y[r] + 1) % 3
		for j, c := range columns {
			moved.Set(i, j, x.At(r, c))
			kept[j] = keep[c]
		}
	}
	f.Workers = 3
	again, others, err := shadowsOfTable(t, moved, classes).Z(t.Context(), f, kept, 5)
	must.Do(t, err)
	for j, c := range columns {
		must.Near(t, again[j], z[c], 1e-12, "column %d, in another order", c)
	}
	must.Near(t, slices.Max(others), slices.Max(shadow), 1e-12, "largest shadow, in another order")
}

// Of numbers, too; without columns there is nothing; wrong parameters are errors.
func TestShadowsOfNumbers(t *testing.T) {
	x, _ := shadowTable(50, 6)
	y := mat.Col(nil, 2, x)
	s := must.Get(NewMeanShadows(t.Context(), x, y, 1))(t)
	all := []bool{true, true, true, true, true, true}
	z, shadow, err := s.Z(t.Context(), Forest{Trees: 40}, all, 5)
	if err != nil || z[2] <= slices.Max(shadow) || slices.Max(z) != z[2] {
		t.Errorf("z %v, shadows %v, %v", z, shadow, err)
	}
	z, shadow, err = s.Z(t.Context(), Forest{}, make([]bool, 6), 5)
	if err != nil || shadow != nil || slices.Max(z) != 0 {
		t.Errorf("of no column: %v, %v, %v", z, shadow, err)
	}
	if _, _, err := s.Z(t.Context(), Forest{AllRows: true}, all, 5); err == nil ||
		!strings.Contains(err.Error(), "Permutation needs samples") {
		t.Errorf("trees of all samples: %v", err)
	}
	y[3] = math.Inf(1)
	if _, err := NewMeanShadows(t.Context(), x, y, 1); err == nil ||
		!strings.HasPrefix(err.Error(), "the target of row 3") {
		t.Errorf("an infinite target: %v", err)
	}
}
