package statistics_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// BenchmarkTests times one Score of each method, and reports its ratio to sorting every column of
// the same table in the same run: "sorts".
func BenchmarkTests(b *testing.B) {
	for _, shape := range [][2]int{{100, 20000}, {2000, 2000}} {
		d := methodtest.Unrelated(shape[0], shape[1], 2)
		for _, name := range []string{"anova-f", "chi2", "f-regression", "gini", "kendall",
			"kruskal-wallis", "pearson", "spearman", "t-score"} {
			e := must.Get(catalogue.Find(name))(b)
			own := *d
			if name == "chi2" {
				own.X = mat.DenseCopyOf(d.X)
				own.X.Apply(func(_, _ int, v float64) float64 { return v * v }, own.X)
			}
			if e.Targets.Has(algorithms.Continuous) {
				own.Target = mat.Col(nil, 0, d.X)
				own.Y, own.Classes = nil, nil
			}
			b.Run(fmt.Sprintf("%s/%d×%d", name, shape[0], shape[1]), func(b *testing.B) {
				column := make([]float64, d.N())
				methodtest.Ratio(b, "sorts", func() {
					for j := range d.D() {
						slices.Sort(mat.Col(column, j, d.X))
					}
				}, func() {
					must.Get(e.Method.(algorithms.Scorer).Score(context.Background(), &own,
						algorithms.Options{Workers: 1}))(b)
				})
			})
		}
	}
}
