package wrapper

import (
	"fmt"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// One ranking, of wdbc or of 100 samples × 20,000 features in two classes.
func BenchmarkSelect(b *testing.B) {
	wdbc := must.Get(datasets.Load("wdbc", datasets.Options{}))(b)
	wide := withClasses(problem(1, 100, 20000, 2))
	for _, c := range []struct {
		m algorithms.Selector
		d *datasets.Dataset
		k int
	}{
		{ForwardSelection{}, wdbc, 10}, {ForwardSelection{Model: Ridge{}}, wdbc, 10},
		{BackwardElimination{}, wdbc, 10}, {RFE{}, wdbc, 10}, {RFE{Model: KNN{}}, wdbc, 10},
		{ForwardSelection{}, wide, 10}, {ForwardSelection{Model: Ridge{}}, wide, 10},
		{RFE{}, wide, 10}, {RFE{Model: Ridge{}}, wide, 10}, {RFE{Model: KNN{}}, wide, 10},
		{RFE{Model: Forest{}}, wide, 10}, {StabilitySelection{}, wide, 10},
	} {
		name := fmt.Sprintf("%s %d×%d", algorithms.Label(c.m), c.d.N(), c.d.D())
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, err := c.m.Select(b.Context(), c.d, algorithms.Options{K: c.k})
				must.Do(b, err)
			}
		})
	}
}
