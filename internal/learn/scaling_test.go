package learn_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
)

func TestScaling(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{
		2, 7, 1e9,
		4, 7, 1e9 + 1,
		4, 7, 1e9 + 2,
		6, 7, 1e9 + 3,
	})
	s := learn.FitScaling(x)
	// Squared deviations 4, 0, 0, 4 and 2.25, .25, .25, 2.25 over n-1 = 3.
	for j, want := range []struct{ mean, sd float64 }{{4, math.Sqrt(8. / 3)}, {7, 0},
		{1e9 + 1.5, math.Sqrt(5. / 3)}} {
		near(t, "mean", s.Mean[j], want.mean, 0)
		near(t, "deviation", s.SD[j], want.sd, 1e-15)
	}
	fresh := mat.NewDense(1, 3, []float64{8, 9, 1e9})
	got := s.Apply(fresh)
	for j, want := range []float64{4 / math.Sqrt(8./3), 2, -1.5 / math.Sqrt(5./3)} {
		near(t, "scaled", got.At(0, j), want, 1e-15)
	}
	if fresh.At(0, 0) != 8 || x.At(0, 0) != 2 {
		t.Error("an input was changed")
	}
	// Another kind of matrix gives the same.
	if other := learn.FitScaling(mat.DenseCopyOf(x.T()).T()); other.SD[0] != s.SD[0] ||
		other.Mean[2] != s.Mean[2] {
		t.Errorf("the transposed matrix gave %v, want %v", other, s)
	}
	if single := learn.FitScaling(x.Slice(0, 1, 0, 3)); single.SD[0] != 0 || single.Mean[0] != 2 {
		t.Errorf("one row: %+v, want its values and deviations 0", single)
	}
}

// Scaled columns have mean 0 and variance 1 whatever the unit they come in.
func TestScalingStandardizes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(t, "n")
		unit := rapid.SampledFrom([]float64{1, 1e-200, 1e200, 1e-300, 1e300}).Draw(t, "unit")
		shift := rapid.SampledFrom([]float64{0, 1, -3}).Draw(t, "shift")
		x := mat.NewDense(n, 1, nil)
		constant := true
		for i := range n {
			x.Set(i, 0, unit*(shift+float64(rapid.IntRange(-9, 9).Draw(t, "x"))))
			constant = constant && x.At(i, 0) == x.At(0, 0)
		}
		z := learn.FitScaling(x).Apply(x)
		var mean, square float64
		for i := range n {
			mean += z.At(i, 0)
			square += z.At(i, 0) * z.At(i, 0)
		}
		want := float64(n - 1)
		if constant {
			want = 0
		}
		if math.Abs(mean) > 1e-12 || math.Abs(square-want) > 1e-9 {
			t.Fatalf("sum %g, squares %g; want 0 and %g", mean, square, want)
		}
	})
}

func TestCenter(t *testing.T) {
	x := mat.NewDense(3, 3, []float64{
		0.1, 1e16, 1,
		0.1, 1e16, 2,
		0.1, 1e16, 6,
	})
	learn.Center(x)
	want := mat.NewDense(3, 3, []float64{0, 0, -2, 0, 0, -1, 0, 0, 3})
	if !mat.EqualApprox(x, want, 1e-15) {
		t.Errorf("got\n%v", mat.Formatted(x))
	}
	if x.At(0, 0) != 0 || x.At(0, 1) != 0 {
		t.Error("a constant column is not exactly 0")
	}
}
