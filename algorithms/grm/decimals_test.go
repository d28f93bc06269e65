package grm_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/grm"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// The values of iris and digits are whole numbers times a unit. A double loop over the whole
// numbers, whose distances are exact, gives the scores that LGD must have in any unit.
func TestLGDDoesNotSeeTheUnit(t *testing.T) {
	for name, times := range map[string]float64{"iris": 10, "digits": 1} {
		d := must.Get(datasets.Load(name, datasets.Options{}))(t)
		n := min(d.N(), longtest.Or(120, 400))
		whole := mat.NewDense(n, d.D(), nil)
		whole.Apply(func(i, j int, _ float64) float64 {
			return math.Round(times * d.X.At(i, j))
		}, whole)
		for _, k := range []int{2, 5, 8} {
			want := make([]float64, d.D())
			for j := range want {
				if f := mat.Col(nil, j, whole); slices.Min(f) != slices.Max(f) {
					want[j] = literalLGD(f, k)
				}
			}
			for what, unit := range map[string]func(v float64) float64{
				"as it is": func(v float64) float64 { return v / times },
				"times 10": func(v float64) float64 { return v / times * 10 },
				"times .1": func(v float64) float64 { return v / times * .1 },
				"over 255": func(v float64) float64 { return v / times / 255 },
				"less 3.7": func(v float64) float64 { return v/times - 3.7 },
			} {
				x := mat.NewDense(n, d.D(), nil)
				x.Apply(func(_, _ int, v float64) float64 { return unit(v) }, whole)
				moved := &datasets.Dataset{Name: name, X: x, Features: d.Features}
				got := lgdScores(t, grm.LGD{Neighbors: k}, moved)
				for j, v := range got.Values {
					if !lgdNear(v, want[j], 1e-9) {
						t.Errorf("%s %s, k = %d: column %d scores %v, want %v", name, what, k, j,
							v, want[j])
					}
				}
			}
		}
	}
}
