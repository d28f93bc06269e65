package traceratio

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// With k = 50 the prefilter gives lambda of the authors' released code, which was run outside the
// library. With k = 10 it drops no feature of the optimum; the third case is k = 100.
func TestPrefilterOnCOIL20(t *testing.T) {
	realdata.Need(t, "COIL20.mat")
	d := methodtest.Load(t, "COIL20")
	for k, want := range map[int]float64{10: 7.06101, 50: 3.53859, 100: 2.95824} {
		r := selected(t, TraceRatio{Prefilter: 0.1}, d, k)
		if got := float64(*r.Diagnostics.Objective); math.Abs(got-want) > 5e-6 {
			t.Errorf("k = %d: lambda %.7f, want %.5f", k, got, want)
		}
		if !slices.Contains(r.Warnings,
			"the prefilter dropped 102 features: the subset is optimal among the other 922 only") {
			t.Errorf("k = %d: warnings %q", k, r.Warnings)
		}
	}
}

// With a prefilter the answer is the optimum over the columns that are left, the best by Fisher's
// score, as on a data set of these columns. Constant columns count in the share.
func TestPrefilterIsTheOptimumOfTheRest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		const n, p = 20, 15
		x := mat.NewDense(n, p, nil)
		y := make([]int, n)
		for i := range n {
			y[i] = i % 3
			for j := range p {
				x.Set(i, j, math.Exp(float64(j%5))*(float64(y[i]*(j%4))+2*rng.NormFloat64()))
			}
		}
		for i := range n {
			x.Set(i, 4, 7)
		}
		d := must.Get(datasets.New("rest", x, y, nil))(t)
		s := must.Get(filter.Fisher{}.Score(t.Context(), d, algorithms.Options{}))(t)
		order := s.Order()
		for _, share := range []float64{0.05, 0.1, 0.4, 0.99} {
			for _, k := range []int{1, 4, 11, 14, 15} {
				left := slices.Clone(order[:max(k, p-int(share*p))])
				slices.Sort(left)
				rest := must.Get(d.Take(left))(t)
				want := selected(t, TraceRatio{}, rest, k)
				got := selected(t, TraceRatio{Prefilter: share}, d, k)
				for i, j := range want.Features {
					if left[j] != got.Features[i] ||
						cmp.Compare(want.Scores[i], got.Scores[i]) != 0 {
						t.Fatalf("share %v, k %d: features %v, scores %v; of the rest alone %v "+
							"at %v, %v", share, k, got.Features, got.Scores, want.Features, left,
							want.Scores)
					}
				}
				if *want.Diagnostics.Objective != *got.Diagnostics.Objective {
					t.Errorf("share %v, k %d: lambda %v, of the rest alone %v", share, k,
						*got.Diagnostics.Objective, *want.Diagnostics.Objective)
				}
			}
		}
	}
}

func TestPrefilterOutOfRange(t *testing.T) {
	d := methodtest.Load(t, "iris")
	for _, share := range []float64{-0.1, 1, math.Inf(1), math.NaN()} {
		if _, err := (TraceRatio{Prefilter: share}).Select(t.Context(), d,
			algorithms.Options{K: 1}); err == nil {
			t.Errorf("prefilter %v: no error", share)
		}
	}
}
