package evaluation_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/linear"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// copied are 30 samples of noise, each four times.
func copied(t *testing.T, continuous bool) *datasets.Dataset {
	t.Helper()
	const n, d, times = 30, 50, 4
	rng := rand.New(rand.NewPCG(14, 1))
	x, y, labels := mat.NewDense(n*times, d, nil), make([]float64, n*times), make([]int, n*times)
	for i := range n * times {
		if i < n {
			for j := range d {
				x.Set(i, j, rng.NormFloat64())
			}
		} else {
			x.SetRow(i, slices.Clone(x.RawRowView(i-n)))
		}
		y[i] = float64(i%n*17%n) / n
		labels[i] = i % n * 17 % n % 2
	}
	var out *datasets.Dataset
	var err error
	if continuous {
		out, err = datasets.New("copies", x, y, nil)
	} else {
		out, err = datasets.New("copies", x, labels, nil)
	}
	must.Do(t, err)
	return out
}

// Everything that divides samples warns of equal rows in both parts; groups of equal rows end it.
func TestEqualRowsInBothParts(t *testing.T) {
	const says = "of the samples in the test parts equal one in the training part in every feature"
	p := evaluation.Protocol{Repeats: 4, Counts: []int{10}}
	for name, warnings := range map[string]func(d, target *datasets.Dataset) ([]string, error){
		"accuracy": func(d, _ *datasets.Dataset) ([]string, error) {
			r, err := evaluation.Accuracy(t.Context(), d, p, algorithms.Options{}, filter.Fisher{})
			return r.Warnings, err
		},
		"regression": func(_, d *datasets.Dataset) ([]string, error) {
			r, err := evaluation.Regression(t.Context(), d, p, algorithms.Options{},
				statistics.FRegression{})
			return r.Warnings, err
		},
		"stability": func(d, _ *datasets.Dataset) ([]string, error) {
			r, err := evaluation.Stability(t.Context(), d, p, algorithms.Options{}, filter.Fisher{})
			return r.Warnings, err
		},
		"permutation": func(d, _ *datasets.Dataset) ([]string, error) {
			r, err := filter.Fisher{}.Select(t.Context(), d, algorithms.Options{K: 10})
			if err != nil {
				return nil, err
			}
			c, err := evaluation.PermutationImportance(t.Context(), d,
				evaluation.PermutationOptions{Protocol: p}, r)
			return c.Warnings, err
		},
		"choose": func(d, _ *datasets.Dataset) ([]string, error) {
			choose := evaluation.Choose{Selector: filter.Fisher{}, Protocol: p}
			c, err := choose.Count(t.Context(), d, algorithms.Options{})
			return c.Warnings, err
		},
		"coefficients": func(_, d *datasets.Dataset) ([]string, error) {
			c, err := evaluation.Coefficients(t.Context(), d, linear.Lasso{},
				evaluation.CoefficientsOptions{})
			return c.Warnings, err
		},
	} {
		d, target := copied(t, false), copied(t, true)
		told := func() int {
			got, err := warnings(d, target)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			count := 0
			for _, w := range got {
				if strings.Contains(w, says) && strings.Contains(w, "GroupEqualRows") {
					count++
				}
			}
			return count
		}
		must.Is(t, told(), 1, "%s warnings of equal rows", name)
		d = must.Get(d.GroupEqualRows())(t)
		target = must.Get(target.GroupEqualRows())(t)
		must.Is(t, told(), 0, "%s warnings of equal rows that no split parts", name)
	}
}
