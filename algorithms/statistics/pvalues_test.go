package statistics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
)

// Two samples are on a line: no correlation of them is evidence. A perfect one of three is p 0.
func TestPValuesOfFewSamples(t *testing.T) {
	two := methodtest.Numbers(t, []float64{1, 2}, []float64{3, 7}, []float64{5, 5})
	three := methodtest.Numbers(t, []float64{1, 2, 4}, []float64{3, 5, 9}, []float64{3, 9, 5})
	for _, m := range []algorithms.Scorer{statistics.Pearson{}, statistics.Spearman{}} {
		s := methodtest.Score(t, m, two, algorithms.Options{})
		if !slices.Equal(s.PValues, algorithms.Numbers{1, 1}) || math.Abs(s.Values[0]-1) > 1e-15 {
			t.Errorf("%s of two samples: r %v, p %v", algorithms.Name(m), s.Values, s.PValues)
		}
		s = methodtest.Score(t, m, three, algorithms.Options{})
		if s.PValues[0] != 0 || math.Abs(s.Values[0]-1) > 1e-15 {
			t.Errorf("%s of three on a line: r %v, p %v", algorithms.Name(m), s.Values, s.PValues)
		}
		// One degree of freedom: p = 1 - 2 atan(t)/π with t = r/√(1 - r²), which is 2 acos(r)/π.
		methodtest.Near(t, fmt.Sprint(algorithms.Name(m), " of three"), s.PValues[1],
			2*math.Acos(s.Values[1])/math.Pi, 1e-14)
	}
}

// Under the null p-values are uniform: of 4,000 columns of noise a share a is below a, within five
// standard deviations.
func TestPValuesOfNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	const n, d = 40, 4000
	x, y, target := mat.NewDense(n, d, nil), make([]int, n), make([]float64, n)
	for i := range n {
		y[i], target[i] = min(i/15, 1), rng.NormFloat64()
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	columns := make([][]float64, d)
	for j := range columns {
		columns[j] = mat.Col(nil, j, x)
	}
	labeled, continuous := methodtest.Classes(t, y, columns...), methodtest.Numbers(t, target,
		columns...)
	for _, c := range []struct {
		m algorithms.Scorer
		d *datasets.Dataset
	}{
		{statistics.AnovaF{}, labeled}, {statistics.TScore{}, labeled},
		{statistics.KruskalWallis{}, labeled}, {statistics.Pearson{}, continuous},
		{statistics.Spearman{}, continuous}, {statistics.Kendall{}, continuous},
		{statistics.FRegression{}, continuous},
	} {
		p := methodtest.Score(t, c.m, c.d, algorithms.Options{}).PValues
		for _, level := range []float64{.05, .25, .5, .9} {
			below := 0.
			for _, v := range p {
				if v <= level {
					below++
				}
			}
			if share := below / d; math.Abs(share-level) > 5*math.Sqrt(level*(1-level)/d)+.005 {
				t.Errorf("%s: %.4f of the p-values are at most %v", algorithms.Name(c.m),
					share, level)
			}
		}
	}
}
