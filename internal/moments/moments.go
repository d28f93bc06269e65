// Package moments computes means and standard deviations of the columns of a table, row by row.
// gonum's stat.MeanStdDev takes one column, which must be copied from a row-major table, and
// squares values that may overflow.
package moments

import "math"

// Columns returns the mean and the standard deviation (with n-1) of d columns of n rows, which row
// returns one at a time. A constant column, and every column of a single row, has exactly its value
// as mean, and SD 0. The cost is two passes.
func Columns(n, d int, row func(i int) []float64) (mean, sd []float64) {
	mean, sd = make([]float64, d), make([]float64, d)
	origin := append([]float64(nil), row(0)...)
	width := make([]float64, d) // largest distance from the first row
	for i := range n {
		for j, v := range row(i) {
			r := v - origin[j]
			mean[j] += r / float64(n)
			width[j] = max(width[j], math.Abs(r))
		}
	}
	for i := range n {
		for j, v := range row(i) {
			if width[j] > 0 {
				// Over the width no square overflows or vanishes.
				r := (v - origin[j] - mean[j]) / width[j]
				sd[j] += r * r
			}
		}
	}
	for j := range d {
		mean[j] += origin[j]
		if width[j] > 0 {
			sd[j] = width[j] * math.Sqrt(sd[j]/float64(n-1))
		}
	}
	return mean, sd
}
