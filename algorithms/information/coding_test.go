package information

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

func table(t *testing.T, y []int, columns ...[]float64) *datasets.Dataset {
	t.Helper()
	x := mat.NewDense(len(columns[0]), len(columns), nil)
	for j, column := range columns {
		x.SetCol(j, column)
	}
	return must.Get(datasets.New("table", x, y, nil))(t)
}

func coded(t *testing.T, d *datasets.Dataset, coding Coding, bins int) *Codes {
	t.Helper()
	return must.Get(Code(t.Context(), d, coding, bins, 0))(t)
}

func TestCodesByHand(t *testing.T) {
	d := table(t, []int{0, 0, 0, 1, 1, 1},
		[]float64{0, 1, 2, 3, 4, 10},
		[]float64{5, 5, 5, 5, 5, 5},
		[]float64{1, 1, 1, 1, 2, 2},
		[]float64{-1e300, 0, 1e300, 0, 0, 0},
		[]float64{0, 5e-324, 0, 5e-324, 1e-323, 1e-323})
	for _, test := range []struct {
		coding Coding
		bins   int
		want   [][]uint8
	}{
		// Mean 10/3 and sd √(190/15): below 1.55, above 5.11.
		{Levels, 2, [][]uint8{{0, 0, 1, 1, 1, 2}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 2, 2},
			{0, 1, 2, 1, 1, 1}, {0, 1, 0, 1, 2, 2}}},
		{Width, 5, [][]uint8{{0, 0, 1, 1, 2, 4}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 4, 4},
			{0, 2, 4, 2, 2, 2}, {0, 2, 0, 2, 4, 4}}},
		{Frequency, 3, [][]uint8{{0, 0, 1, 1, 2, 2}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 2, 2},
			{0, 0, 2, 0, 0, 0}, {0, 1, 0, 1, 2, 2}}},
		{MDL, 2, [][]uint8{{0, 0, 0, 1, 1, 1}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0},
			{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}}},
	} {
		c := coded(t, d, test.coding, test.bins)
		if !slices.Equal(c.Constant, []int{1}) {
			t.Errorf("%s: constant columns %v", test.coding, c.Constant)
		}
		for j, want := range test.want {
			if got := c.Column(j); !slices.Equal(got, want) {
				t.Errorf("%s, column %d: %v, want %v", test.coding, j, got, want)
			}
			if most := slices.Max(c.Column(j)); int(most) >= c.Count[j] {
				t.Errorf("%s, column %d: code %d of %d", test.coding, j, most, c.Count[j])
			}
		}
	}
}

func TestCodeMistakes(t *testing.T) {
	d := table(t, []int{0, 1}, []float64{0, 1}, []float64{-math.MaxFloat64, math.MaxFloat64})
	for bins, want := range map[int]string{
		1:   "bins = 1; give 2 to 256",
		257: "bins = 257; give 2 to 256",
		9:   "column 1 (f1): the range of its values overflows; divide the column by a constant",
	} {
		if _, err := Code(t.Context(), d, Width, bins, 0); err == nil || err.Error() != want {
			t.Errorf("bins %d: error %v, want %s", bins, err, want)
		}
	}
}

// literalCuts is the recursion of Fayyad and Irani with maps; it tries every cut.
func literalCuts(values []float64, y []int) []float64 {
	entropy := func(y []int) (bits, kinds float64) {
		share := map[int]float64{}
		for _, k := range y {
			share[k] += 1 / float64(len(y))
		}
		for _, p := range share {
			bits -= p * math.Log2(p)
		}
		return bits, float64(len(share))
	}
	parts := func(cut float64) (lv, rv []float64, ly, ry []int) {
		for i, v := range values {
			if v < cut {
				lv, ly = append(lv, v), append(ly, y[i])
			} else {
				rv, ry = append(rv, v), append(ry, y[i])
			}
		}
		return lv, rv, ly, ry
	}
	all, k := entropy(y)
	n := float64(len(y))
	best, most := math.Inf(1), math.Inf(-1)
	for _, cut := range slices.Compact(slices.Sorted(slices.Values(values)))[1:] {
		_, _, ly, ry := parts(cut)
		l, _ := entropy(ly)
		r, _ := entropy(ry)
		if gain := all - float64(len(ly))/n*l - float64(len(ry))/n*r; gain > most+1e-12 {
			best, most = cut, gain
		}
	}
	if k < 2 || math.IsInf(best, 1) {
		return nil
	}
	lv, rv, ly, ry := parts(best)
	l, kl := entropy(ly)
	r, kr := entropy(ry)
	if most <= (math.Log2(n-1)+math.Log2(math.Pow(3, k)-2)-k*all+kl*l+kr*r)/n {
		return nil
	}
	return slices.Concat(literalCuts(lv, ly), []float64{best}, literalCuts(rv, ry))
}

func TestMDLAgainstDefinition(t *testing.T) {
	iris := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	made := 0
	check := func(values []float64, y []int, c int) {
		t.Helper()
		want, got := literalCuts(values, y), mdlCuts(values, y, c)
		if made += len(want); !slices.Equal(got, want) {
			t.Errorf("cuts at %v, want %v", got, want)
		}
	}
	for j := range 4 {
		check(mat.Col(nil, j, iris.X), iris.Y, 3)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		n, c := 2+rng.IntN(80), 1+rng.IntN(4)
		values, y := make([]float64, n), make([]int, n)
		for i := range n {
			y[i] = rng.IntN(c)
			values[i] = float64(rng.IntN(12) + 5*(y[i]*3%4))
		}
		check(values, y, c)
	}
	if made < 200 {
		t.Errorf("%d cuts only", made)
	}
}

// Entropies by hand: of 6 and 6 apart a cut gains 1 bit and costs (log₂ 11 + log₂ 7 -
// 2)/12 = .36; of aaabab in order the best gains .459 and costs (log₂ 5 + log₂ 7 -
// 2·.918 + 2·.918)/6 = .85.
func TestMDLByHand(t *testing.T) {
	values := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	if got := mdlCuts(values, []int{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, 2); !slices.Equal(got,
		[]float64{6}) {
		t.Errorf("cuts %v, want one at 6", got)
	}
	if got := mdlCuts(values[:6], []int{0, 0, 0, 1, 0, 1}, 2); len(got) > 0 {
		t.Errorf("cuts %v, want none", got)
	}
	// There is no cut between equal values.
	if got := mdlCuts([]float64{1, 1, 1, 1, 1, 1}, []int{0, 0, 0, 1, 1, 1}, 2); len(got) > 0 {
		t.Errorf("cuts %v between equal values", got)
	}
	// There are never more codes than fit into a byte.
	values = nil
	var y []int
	for i := range 20000 {
		values, y = append(values, float64(i)), append(y, i/40%2)
	}
	if cuts := mdlCuts(values, y, 2); len(cuts) != mostCodes-1 || !slices.IsSorted(cuts) {
		t.Errorf("%d cuts", len(cuts))
	}
}
