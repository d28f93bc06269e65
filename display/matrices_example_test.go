package display_test

import (
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/display"
)

// Similarities of 24 samples of three classes: by class, and by the products of
// their values of one and of two features.
func Example_matrices() {
	const n = 24
	var groups []string
	var one, two [n]float64
	for i := range n {
		groups = append(groups, []string{"red", "green", "blue"}[i/8])
		wave := math.Sin(5 * float64(i))
		one[i] = []float64{0.9, -0.4, -0.5}[i/8] + 0.1*wave
		two[i] = []float64{0, 0.8, -0.8}[i/8] + 0.1*wave*wave
	}
	panel := func(name string, value func(i, j int) float64) display.MatrixPanel {
		p := display.MatrixPanel{Name: name}
		for i := range n {
			row := make(algorithms.Numbers, n)
			for j := range n {
				row[j] = value(i, j)
			}
			p.Rows = append(p.Rows, row)
		}
		return p
	}
	save("matrices.png", display.Matrices{
		Title:  "Similarity of the samples of three classes by one and by two features",
		Groups: groups,
		Values: "similarity",
		Panels: []display.MatrixPanel{
			panel("the classes", func(i, j int) float64 {
				if i/8 == j/8 {
					return 1
				}
				return 0
			}),
			panel("one feature", func(i, j int) float64 { return one[i] * one[j] }),
			panel("two features", func(i, j int) float64 { return one[i]*one[j] + two[i]*two[j] }),
		},
		Note: "Made-up numbers.",
	})
}
