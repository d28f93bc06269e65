package graphs

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
)

// The percentile at the last zero distance is 0, so δ² is the smallest distance above 0. Equal
// rows, in groups of these sizes, give as many zero distances as the sum of the squared sizes.
func TestPlaceOfThePercentile(t *testing.T) {
	for _, test := range []struct {
		groups     []int
		percentile float64
	}{
		{[]int{1, 1, 1, 1}, 20},  // place 3 of 15
		{[]int{15, 4, 1, 1}, 55}, // place 242 of 440; .55·440 is 242.00000000000003
	} {
		var rows []float64
		for g, size := range test.groups {
			rows = append(rows, slices.Repeat([]float64{float64(g * g)}, size)...)
		}
		k, delta2, err := Gaussian{Percentile: test.percentile}.Matrix(t.Context(),
			mat.NewDense(len(rows), 1, rows), 1, nil)
		must.Do(t, err)
		want := math.Exp(-0.5)
		if got := k.At(0, test.groups[0]); delta2 != 1 || math.Abs(got-want) > 1e-15 {
			t.Errorf("%v: δ² = %v, want 1; K %v, want %v", test.groups, delta2, got, want)
		}
	}
}

// The kernel agrees with the plain formula across the borders of tiles, for any number of workers.
func TestGaussianAgainstTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.SampledFrom([]int{1, 2, tileRows, tileRows + 1, 2*tileRows + 3}).Draw(t, "n"),
			rapid.IntRange(1, 6).Draw(t, "d")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		x := mat.NewDense(n, d, nil)
		x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
		k, delta2, err := Gaussian{Percentile: 20}.Matrix(context.Background(), x, 1, nil)
		must.Do(t, err)
		again, _, err := Gaussian{Percentile: 20}.Matrix(context.Background(), x, 3, nil)
		if err != nil || !mat.Equal(k, again) {
			t.Fatalf("three workers: another matrix, error %v", err)
		}
		below, all := 0, 0
		for i := range n {
			for j := range n {
				var sum float64
				for c := range d {
					sum += math.Pow(x.At(i, c)-x.At(j, c), 2)
				}
				all++
				if sum <= delta2*(1+1e-12) {
					below++
				}
				want := 1.0
				if i != j {
					want = math.Exp(-sum / (2 * delta2))
				}
				if math.Abs(k.At(i, j)-want) > 1e-12 {
					t.Fatalf("K_%d%d = %v, want %v", i, j, k.At(i, j), want)
				}
			}
		}
		if share := float64(below) / float64(all); n > 2 && math.Abs(share-0.2) > 0.02 {
			t.Fatalf("%g of the distances are up to δ²", share)
		}
	})
}

func TestGaussianOfEqualRowsAndMistakes(t *testing.T) {
	k, delta2, err := Gaussian{Percentile: 20}.Matrix(t.Context(),
		mat.NewDense(3, 2, []float64{1, 2, 1, 2, 1, 2}), 1, nil)
	if err != nil || delta2 != 0 || mat.Min(k) != 1 {
		t.Errorf("equal rows: K %v, δ² %v, error %v", k, delta2, err)
	}
	x := mat.NewDense(3, 1, []float64{1, 2, 4})
	scaled := func(f float64) *mat.Dense {
		out := mat.NewDense(3, 1, nil)
		out.Scale(f, x)
		return out
	}
	for _, test := range []struct {
		x          *mat.Dense
		percentile float64
		want       string
	}{
		{x, -1, "percentile = -1"}, {x, 101, "percentile = 101"},
		{x, math.NaN(), "percentile = NaN"},
		{scaled(1e200), 20, "overflow"}, {scaled(1e-200), 20, "underflow"},
	} {
		if _, _, err := (Gaussian{Percentile: test.percentile}).Matrix(t.Context(), test.x, 1,
			nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := (Gaussian{Percentile: 20}).Matrix(ctx, x, 1, nil); err != context.Canceled {
		t.Errorf("canceled: error %v", err)
	}
}

// The mean of all n² squared distances is twice the sum of the columns' variances.
func TestMeanGaussian(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 16))
	x := mat.NewDense(30, 4, nil)
	for i := range 30 {
		for j := range 4 {
			x.Set(i, j, float64(j)+rng.NormFloat64())
		}
	}
	var want float64
	for j := range 4 {
		f := mat.Col(nil, j, x)
		want += 2 * stat.PopVariance(f, nil)
	}
	k, width, err := Gaussian{}.Matrix(t.Context(), x, 0, nil)
	if err != nil || math.Abs(width-want) > 1e-12*want {
		t.Fatalf("width %v, %v; want %v", width, err, want)
	}
	var distance float64
	for j := range 4 {
		distance += (x.At(3, j) - x.At(17, j)) * (x.At(3, j) - x.At(17, j))
	}
	if got, want := k.At(3, 17), math.Exp(-distance/2/width); math.Abs(got-want) > 1e-14 ||
		k.At(5, 5) != 1 {
		t.Errorf("similarity %v, want %v; of a sample to itself %v", got, want, k.At(5, 5))
	}
	if _, width, err := (Gaussian{Width: 2.5}).Matrix(t.Context(), x, 0, nil); err != nil ||
		width != 2.5 {
		t.Errorf("width %v, %v; want the given one", width, err)
	}
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, _, err := (Gaussian{Width: bad}).Matrix(t.Context(), x, 0, nil); err == nil {
			t.Errorf("width %v is accepted", bad)
		}
	}
}

// Squared distances of few entries are sums over all columns, exactly 0 for equal rows.
func TestSquaredDistancesOfFewEntries(t *testing.T) {
	x := sparseNoise(3, 50, 90, 9)
	for i := 1; i < 50; i += 3 {
		x.SetRow(i, x.RawRowView(i-1))
		if i > 20 {
			x.Set(i, i, x.At(i, i)+1e-7)
		}
	}
	k := distancesOf(t, x)
	s := searches(x, 1)["squares"]
	for i := range 50 {
		for j := range 50 {
			want, _ := bigDistance(s, i, j).Float64()
			if got := k.At(i, j); math.Abs(got-want) > 1e-13*want {
				t.Errorf("rows %d and %d: %g, want %g", i, j, got, want)
			}
		}
	}
}
