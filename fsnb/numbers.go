package fsnb

import (
	"fmt"
	"math"

	"fsnb.example/fsnb/internal/cell"
	"gonum.org/v1/gonum/mat"
)

// Vector makes user-defined Scores of GRM, or Relevance of MRMR: a number for each feature.
func Vector(values ...float64) mat.Vector {
	if len(values) == 0 {
		cell.Fail(fmt.Errorf("a vector of no numbers; give one for each feature"))
	}
	return mat.NewVecDense(len(values), append([]float64(nil), values...))
}

// Symmetric makes a user-defined Redundancy of GRM or MRMR: its rows, one for each feature. It ends
// the program when they are not a symmetric matrix.
func Symmetric(rows [][]float64) mat.Symmetric {
	n := len(rows)
	if n == 0 {
		cell.Fail(fmt.Errorf("a matrix of no rows; give one for each feature"))
	}
	m := mat.NewSymDense(n, nil)
	for i, row := range rows {
		if len(row) != n {
			cell.Fail(fmt.Errorf("row %d of the matrix has %d numbers, and there are %d rows; "+
				"give a square matrix", i+1, len(row), n))
		}
		for j, v := range row[:i] {
			if w := rows[j][i]; v != w && !(math.IsNaN(v) && math.IsNaN(w)) {
				cell.Fail(fmt.Errorf("the matrix has %v in row %d, column %d, and %v the other "+
					"way round; give a symmetric matrix", v, i+1, j+1, w))
			}
		}
		for j := range i + 1 {
			m.SetSym(i, j, row[j])
		}
	}
	return m
}
