package display_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/display"
)

// Dinkelbach's method finds the largest ratio of two sums over k features as the
// root of f(λ), the sum of the k largest b - λw: each step goes down a tangent.
func Example_chart() {
	above, below := []float64{9, 6, 5, 2, 4, 7, 3, 1}, []float64{9, 3, 1.2, 4, 1.1, 5, 1, 0.5}
	const k = 3
	// best is f(λ) and the two sums of the features that it chooses.
	best := func(lambda float64) (f, b, w float64) {
		order := []int{0, 1, 2, 3, 4, 5, 6, 7}
		value := func(i int) float64 { return above[i] - lambda*below[i] }
		slices.SortFunc(order, func(i, j int) int { return cmp.Compare(value(j), value(i)) })
		for _, i := range order[:k] {
			f, b, w = f+value(i), b+above[i], w+below[i]
		}
		return f, b, w
	}
	curve := display.Series{Name: "f(λ)", Line: true}
	tangents := display.Series{Name: "tangents", Line: true, Dashed: true}
	iterates := display.Series{Name: "iterates", Points: true}
	for i := range 101 {
		lambda := 4.5 * float64(i) / 100
		f, _, _ := best(lambda)
		curve.X, curve.Y = append(curve.X, lambda), append(curve.Y, f)
	}
	lambda := 0.0
	for round := 0; ; round++ {
		f, b, w := best(lambda)
		iterates.X, iterates.Y = append(iterates.X, lambda), append(iterates.Y, f)
		iterates.Labels = append(iterates.Labels, fmt.Sprintf("λ%d = %.3g", round, lambda))
		if f < 1e-9 {
			break
		}
		// NaN ends a tangent, so that all of them are one series.
		tangents.X = append(tangents.X, lambda, b/w, math.NaN())
		tangents.Y = append(tangents.Y, f, 0, math.NaN())
		lambda = b / w
	}
	save("chart.png", display.Chart{
		Title: "Dinkelbach's method, 3 of 8 features", X: "λ", Y: "f(λ)",
		Series: []display.Series{curve, tangents, iterates}, Levels: []display.Level{{Value: 0}},
	})
}

// Linear and quadratic convergence on a logarithmic axis.
func Example_chartLogarithmic() {
	var linear, quadratic algorithms.Numbers
	for round := range 30 {
		linear = append(linear, 40*math.Pow(0.55, float64(round)))
	}
	for round := range 5 {
		quadratic = append(quadratic, 40*math.Pow(0.1, math.Pow(2, float64(round))-1))
	}
	save("chart_log.png", display.Chart{
		Title: "Linear and quadratic convergence", X: "round", Y: "objective − optimum", LogY: true,
		Series: []display.Series{{Name: "quadratic", Y: quadratic},
			{Name: "linear, rate .55", Y: linear}},
		Levels: []display.Level{{Name: "tolerance", Value: 1e-8}},
		Note:   "Both curves start at 40.",
	})
}

// Numbers that agree lie on the diagonal. These are made up.
func Example_chartDiagonal() {
	letters := []string{"A", "B", "C", "D", "E", "F"}
	save("chart_diagonal.png", display.Chart{
		Title: "Printed and recomputed accuracy", X: "printed (%)", Y: "recomputed (%)",
		Diagonal: true,
		Note:     "Made-up numbers.",
		Series: []display.Series{
			{
				Name: "method 1", Points: true, Labels: letters,
				X: algorithms.Numbers{60, 78, 91.5, 93, 45, 96}, Y: algorithms.Numbers{62, 79, 88,
					93, 44, 96},
			},
			{
				Name: "method 2", Points: true, Labels: letters,
				X: algorithms.Numbers{64, 95, 97, 97.5, 85, 97}, Y: algorithms.Numbers{66, 91, 97,
					97, 85, 97},
			},
		},
	})
}

// Distances matter: one unit of x is as long as one of y, so that a circle is round.
func Example_chartEqualScale() {
	var circle, spiral display.Series
	circle.Name, circle.Line = "circle", true
	spiral.Name, spiral.Points = "spiral", true
	for i := range 101 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 100)
		circle.X, circle.Y = append(circle.X, cos), append(circle.Y, sin)
		if share := float64(i) / 50; i%2 == 0 {
			spiral.X = append(spiral.X, 1.5*share*cos)
			spiral.Y = append(spiral.Y, .5*share*sin)
		}
	}
	save("chart_equal.png", display.Chart{Title: "A circle and a spiral", X: "east in m",
		Y: "north in m", EqualScale: true, Series: []display.Series{circle, spiral}})
}

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
