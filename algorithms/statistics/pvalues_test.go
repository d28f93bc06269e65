package statistics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// counts are whole numbers from 0 with two classes and a continuous target; columns 1 and 4 are
// constant.
func counts(t *testing.T) (labeled, continuous *datasets.Dataset) {
	t.Helper()
	rng := rand.New(rand.NewPCG(6, 6))
	const n, d = 60, 9
	y, target, columns := make([]int, n), make([]float64, n), make([][]float64, d)
	for i := range n {
		y[i], target[i] = i%2, rng.NormFloat64()
	}
	for j := range columns {
		columns[j] = make([]float64, n)
		for i := range n {
			switch j {
			case 1:
			case 4:
				columns[j][i] = 3
			default:
				columns[j][i] = float64(max(0, rng.IntN(9+j)-6+4*y[i]*(j%3)))
			}
		}
	}
	return methodtest.Classes(t, y, columns...), methodtest.Numbers(t, target, columns...)
}

// Every test has a p-value from 0 to 1 for each feature, 1 for constant columns, and the same for
// sparse values, in files, for any workers, and for samples in another order. The ranking has those
// of its features.
func TestPValues(t *testing.T) {
	labeled, continuous := counts(t)
	tested := 0
	for _, e := range catalogue.All() {
		if path.Base(reflect.TypeOf(e.Method).PkgPath()) != "statistics" || e.Name == "gini" {
			continue
		}
		for _, d := range []*datasets.Dataset{labeled, continuous} {
			if d.Labeled() && !e.Targets.Has(algorithms.Classes) &&
				!e.Targets.Has(algorithms.TwoClasses) ||
				d.Continuous() && !e.Targets.Has(algorithms.Continuous) {
				continue
			}
			tested++
			m := e.Method.(algorithms.Scorer)
			s := methodtest.Score(t, m, d, algorithms.Options{Workers: 1})
			if len(s.PValues) != d.D() || s.PValues[1] != 1 || s.PValues[4] != 1 {
				t.Errorf("%s: p-values %v", e.Name, s.PValues)
			}
			order := rand.New(rand.NewPCG(1, 1)).Perm(d.N())
			moved := must.Get(d.Rows(order))(t)
			for what, other := range map[string]*datasets.Dataset{
				"sparse": methodtest.Stored(t, d, storage.Compress(d.X)), "moved": moved,
				"float64": methodtest.Stored(t, d,
					methodtest.Mapped(t, d.X, storage.Float64, true)),
				"int8": methodtest.Stored(t, d, methodtest.Mapped(t, d.X, storage.Int8, false)),
			} {
				o := methodtest.Score(t, m, other, algorithms.Options{Workers: 3})
				for j, p := range o.PValues {
					want := s.PValues[j]
					if !(p >= 0 && p <= 1 && math.Abs(p-want) <= 1e-10*want) {
						t.Errorf("%s, %s, column %d: p = %v, want %v", e.Name, what, j, p, want)
					}
				}
			}
			r := must.Get(m.Select(t.Context(), d, algorithms.Options{K: 3}))(t)
			for i, j := range r.Features {
				if r.PValues[i] != s.PValues[j] {
					t.Errorf("%s: feature %d has p = %v in the ranking, %v in the scores",
						e.Name, j,
						r.PValues[i], s.PValues[j])
				}
			}
		}
	}
	if tested != 12 {
		t.Errorf("%d methods and targets tested, want 12", tested)
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
