package catalogue

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// A ranking is OrderOnly, and names the criterion of its steps, if and only if its scores are
// 1/place.
func TestOrderOnly(t *testing.T) {
	d := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	numbers := must.Get(d.WithTarget("petal width", mat.Col(nil, 3, d.X)))(t)
	two := *d
	two.Y = make([]int, d.N())
	for i, c := range d.Y {
		two.Y[i] = min(c, 1)
	}
	for _, e := range All() {
		d := d
		if e.Targets == algorithms.TwoClasses {
			d = &two
		}
		if !e.Targets.Has(algorithms.Classes) && e.Targets.Has(algorithms.Continuous) {
			d = numbers
		}
		r, err := e.Method.Select(context.Background(), d, algorithms.Options{K: 3})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		order := true
		for i, v := range r.Scores {
			order = order && v == 1/float64(i+1)
		}
		if r.OrderOnly != order || (r.Criterion != "") != order || order && len(r.Raw) != r.K {
			t.Errorf("%s: scores %v, criterion %v (%q), OrderOnly %v", e.Name, r.Scores, r.Raw,
				r.Criterion, r.OrderOnly)
		}
	}
}
