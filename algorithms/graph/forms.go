// Package graph holds the graphs over samples that the methods share, and the
// quadratic forms f'Lf of their Laplacians for every feature f at once. No n×n
// matrix is formed for a class graph, no d×d matrix ever.
package graph

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Forms holds two quadratic forms for each of d features.
type Forms struct {
	Between []float64 // b_j = f_j'L_b f_j
	Within  []float64 // e_j = f_j'L_w f_j
	// Constant lists the columns that hold one value only, ascending. Both their
	// forms are 0.
	Constant []int
	// Flat lists the other columns whose forms are both 0, ascending: they vary
	// only at samples whose weights are all 0. A class graph has none.
	Flat []int
}

const (
	// Below tinyForm a form may come from squares that have lost their last
	// bits, or all of them, to underflow; deviations below tinyDeviation have
	// such squares.
	tinyForm      = 1e-290
	tinyDeviation = 1e-145
)

// finish tells the columns apart whose forms are 0. It returns an error that
// names the first column whose forms overflowed, or whose variation is too small
// for its squares.
func (f *Forms) finish(x *mat.Dense, names []string) error {
	var tiny []int
	for j, b := range f.Between {
		switch s := b + f.Within[j]; {
		case math.IsInf(s, 0) || math.IsNaN(s):
			return fmt.Errorf(
				"column %d (%s): the squares of its values overflow; divide the column by a "+
					"constant", j, names[j])
		case s < tinyForm:
			tiny = append(tiny, j)
		}
	}
	dev := deviations(x, tiny)
	for i, j := range tiny {
		switch {
		case dev[i] == 0:
			f.Constant = append(f.Constant, j)
		case dev[i] < tinyDeviation:
			return fmt.Errorf(
				"column %d (%s): the squares of its differences underflow; multiply the column "+
					"by a constant", j, names[j])
		case f.Between[j] == 0 && f.Within[j] == 0:
			f.Flat = append(f.Flat, j)
		}
	}
	return nil
}

// deviations returns the largest |x_ij - x_0j| of the given columns.
func deviations(x *mat.Dense, columns []int) []float64 {
	dev := make([]float64, len(columns))
	if len(columns) == 0 {
		return dev
	}
	n, _ := x.Dims()
	first := x.RawRowView(0)
	for i := range n {
		row := x.RawRowView(i)
		for k, j := range columns {
			dev[k] = max(dev[k], math.Abs(row[j]-first[j]))
		}
	}
	return dev
}
