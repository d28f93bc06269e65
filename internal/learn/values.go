package learn

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// largestValue leaves room for squares and their sums.
const largestValue = 1e140

// checkValues returns an error that names the first value that is not finite or
// too large to be squared.
func checkValues(x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if !(math.Abs(v) <= largestValue) {
				return fmt.Errorf("row %d, column %d is %g; give finite numbers up to %g, or "+
					"leave the row out", i, j, v, largestValue)
			}
		}
	}
	return nil
}
