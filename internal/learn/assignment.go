package learn

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/processor"
)

// Assignment assigns each row of cost (m×n) a distinct column (where m > n, each column a distinct
// row) with the least sum of costs. It returns the column of each row, -1 for a row without one,
// and the sum. To maximize, pass the negated matrix.
//
// It returns an error when a cost is not a number or above 1e300. Rows are added one at a time by a
// shortest augmenting path with potentials (Kuhn 1955; Jonker, Volgenant 1987), in O(l²·u) time for
// the lesser and the larger of m and n, and O(mn) memory. Among assignments of equal sum the choice
// is deterministic but arbitrary.
func Assignment(cost mat.Matrix) (column []int, total float64, err error) {
	m, n := cost.Dims()
	if err := processor.CheckMemory(8*float64(m)*float64(n), fmt.Sprintf(
		"the costs of %d rows and %d columns", m, n), "assign fewer"); err != nil {
		return nil, 0, err
	}
	for i := range m {
		for j := range n {
			if v := cost.At(i, j); !(math.Abs(v) <= 1e300) {
				return nil, 0, fmt.Errorf("the cost of row %d and column %d is %g; give finite "+
					"numbers up to 1e300", i, j, v)
			}
		}
	}
	if m <= n {
		column = assignRows(mat.DenseCopyOf(cost))
	} else {
		column = make([]int, m)
		for i := range column {
			column[i] = -1
		}
		for j, i := range assignRows(mat.DenseCopyOf(cost.T())) {
			column[i] = j
		}
	}
	for i, j := range column {
		if j >= 0 {
			total += cost.At(i, j)
		}
	}
	return column, total, nil
}

// assignRows is Assignment for m <= n. Potentials keep all reduced costs, cost - row - column, at 0
// or above, and those of assigned pairs at 0, which proves that the sum is least.
func assignRows(cost *mat.Dense) []int {
	m, n := cost.Dims()
	row, column := make([]float64, m), make([]float64, n)
	owner := make([]int, n) // row of each column
	for j := range owner {
		owner[j] = -1
	}
	length := make([]float64, n) // of the shortest path from the new row to a column
	before := make([]int, n)     // the column before it on that path, -1 for the first
	done := make([]bool, n)
	for i := range m {
		for j := range n {
			length[j], before[j], done[j] = math.Inf(1), -1, false
		}
		at, from, way := i, -1, 0.0
		for {
			next := -1
			costs := cost.RawRowView(at)
			for j, c := range costs {
				if done[j] {
					continue
				}
				if l := way + (c - row[at] - column[j]); l < length[j] {
					length[j], before[j] = l, from
				}
				if next < 0 || length[j] < length[next] {
					next = j
				}
			}
			way, done[next], from = length[next], true, next
			if owner[next] < 0 {
				break
			}
			at = owner[next]
		}
		// Columns nearer than the end of the path are lowered by the difference.
		row[i] += way
		for j, reached := range done {
			if reached && j != from {
				row[owner[j]] += way - length[j]
				column[j] -= way - length[j]
			}
		}
		for before[from] >= 0 {
			owner[from] = owner[before[from]]
			from = before[from]
		}
		owner[from] = i
	}
	out := make([]int, m)
	for i := range out {
		out[i] = slices.Index(owner, i)
	}
	return out
}
