package lab

import (
	"context"

	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/internal/number"
	"fsnb.example/internal/redundancy"
)

// Correlated makes a small data set whose variables have exactly the given correlations, to follow
// a method by hand: datasets.Correlated. With one name fewer than variables, the first variable is
// the class.
func Correlated(correlations [][]float64, names ...string) *datasets.Dataset {
	return cell.Must(datasets.Correlated(correlations, names...))
}

// SquaredCorrelations are those of all pairs of features, in the order of the columns, 0 for
// constant ones. fsnb.Symmetric makes them a redundancy for fsnb.MRMR. The cost is O(nd²), and
// O(d²) memory.
func SquaredCorrelations(d *datasets.Dataset) [][]float64 {
	loaded(d)
	columns := make([]int, d.D())
	for j := range columns {
		columns[j] = j
	}
	c := cell.Must(redundancy.Correlations(context.Background(), d, columns, 0))
	out := make([][]float64, d.D())
	for j := range out {
		for k := range d.D() {
			out[j] = append(out[j], c.At(j, k)*c.At(j, k))
		}
	}
	return out
}

// CorrelationMap draws the squared correlations of all pairs of features, in the order of the
// columns; up to 40 features are named.
func CorrelationMap(d *datasets.Dataset) display.Matrices {
	p := display.MatrixPanel{Name: d.Name}
	for _, row := range SquaredCorrelations(d) {
		p.Rows = append(p.Rows, number.Numbers(row))
	}
	m := display.Matrices{Title: "Squared correlations of the features of " + d.Name,
		Values: "squared correlation", Max: 1, Panels: []display.MatrixPanel{p}}
	if d.D() <= 40 {
		m.Groups = d.Features
	}
	return m
}
